package robotrie

import (
	"strings"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/meaning"
)

// A Difference says for which targets two files answer a crawler differently.
type Difference struct {
	// Changes are of different kinds, those with the shortest witness first.
	Changes []Change
	// Complete: every target that is answered differently is of the kind of one
	// of Changes. It is false where a budget ended, or where there are more than
	// a thousand kinds: then there may be others, with longer paths than Proved.
	Complete bool
	// Proved is the length of paths, in canonical octets, up to which all were
	// looked at. Witnesses that are no longer are shortest ones of their kind.
	Proved int
	// States is how many states were looked at: what the answer cost.
	States int

	work int // in steps
}

// None reports that no target is answered differently: a proof.
func (d Difference) None() bool { return d.Complete && len(d.Changes) == 0 }

// A Change is one kind of change: all targets on which one rule decided before,
// another one decides now, and the answer is another.
type Change struct {
	Allowed bool // the answer now
	// Witness is a target of this kind, as short as Difference says: a path, or a
	// URL where a path that begins with two slashes would not be taken for one.
	Witness  string
	Old, New Rule // that decide; the zero Rule where none does
}

// The budgets of a comparison: docs/MEANING.md has what real files need.
var diffLimits = meaning.Limits{States: 1 << 15, Steps: 1 << 26}

// diffWork is what a comparison may cost, and decidingWork the part of it that
// may go into leaving out rules of one side.
const (
	diffWork     meaning.Budget = 1 << 27
	decidingWork meaning.Budget = 1 << 25
)

// diffMost is how many kinds of changes are listed; where there are more,
// Complete is false.
const diffMost = 1000

// Diff compares what two files say to a crawler, given by its product tokens as
// for Robots.Group: a proof that no target is answered differently, or the kinds
// of changes, each with a shortest target that shows it. It compares the meaning:
// order, comments and spelling play no part. No target is sampled. Where the
// files were compiled for different dialects, see DialectDiff. What it costs is
// bounded, for bodies that are made to hurt by a second or two: see Complete.
func Diff(old, new *Robots, tokens ...string) Difference {
	work := diffWork
	return diff(side{old.Group(tokens...), nil}, side{new.Group(tokens...), nil}, &work)
}

// DialectDiff tells which targets two dialects answer differently for one file
// and one crawler. It looks at targets whose path begins with '/' in a URL and
// that hold no NUL; of them, old is the answer of the first dialect.
func DialectDiff(body []byte, old, new Dialect, tokens ...string) Difference {
	return Diff(Compile(body, WithDialect(old)), Compile(body, WithDialect(new)), tokens...)
}

// side is one of two groups that are compared.
type side struct {
	*Group
	ruled *fileRules // of its file, where many of its groups are compared
}

// diff compares two groups. What it costs is paid from work.
func diff(old, new side, work *meaning.Budget) Difference {
	had := *work
	before, oldRules := old.deciding(work)
	now, newRules := new.deciding(work)
	work.Take(meaning.SetCost(before) + meaning.SetCost(now))
	limits := diffLimits
	limits.Steps = max(0, min(limits.Steps, int(*work)))
	oldForm, newForm := old.dialect().Form(), new.dialect().Form()
	var found meaning.Result
	if oldForm == newForm {
		found = meaning.Diff(oldForm, before, now, limits, diffMost)
	} else {
		found = meaning.DiffForms(oldForm, newForm, before, now, limits, diffMost)
	}
	work.Take(found.Steps)
	d := Difference{Complete: found.Complete, Proved: found.Proved, States: found.States, work: int(had - *work)}
	cuts := old.dialect().CutsSlashes() || new.dialect().CutsSlashes()
	for _, c := range found.Changes {
		witness := string(c.Path)
		if cuts && strings.HasPrefix(witness, "//") {
			witness = "https://example.com" + witness
		}
		d.Changes = append(d.Changes, Change{
			Allowed: c.Allowed, Witness: witness,
			Old: oldRules(c.Old), New: newRules(c.New),
		})
	}
	return d
}

// deciding gives the patterns of a group without those of rules that can never
// win, which would only make the comparison larger; and the rule of each pattern
// by its index, the zero Rule of the one for /robots.txt and of -1.
func (g side) deciding(work *meaning.Budget) (set []meaning.Pattern, rule func(index int) Rule) {
	ranked, ranks := g.patterns()
	all := withRobotsTxt(g.dialect(), ranked)
	part := min(decidingWork, *work)
	*work -= part
	part.Take(meaning.SetCost(all))
	dead, _ := meaning.NewSet(g.dialect().Form(), all).Dead((*exempting)(g.Group), lintLimits, &part)
	*work += part
	isDead := map[int]bool{}
	for _, c := range dead {
		isDead[c.Line] = true
	}
	var rules []automaton.Rank
	for i, p := range all {
		if isDead[p.Line] {
			continue
		}
		if set = append(set, p); i < len(ranks) {
			rules = append(rules, ranks[i])
		}
	}
	return set, func(index int) Rule {
		if index < 0 || index >= len(rules) {
			return Rule{}
		}
		return g.rule(rules[index])
	}
}

// patterns gives the patterns of a group as ranked does.
func (g side) patterns() (set []meaning.Pattern, ranks []automaton.Rank) {
	if g.ruled == nil {
		return g.ranked()
	}
	return g.ruled.ranked(g.Group)
}
