package fuzz

import (
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/suite"
)

// Metamorphic properties: what may be done to a file, or to a target, without
// changing an answer under RFC9309. They need no oracle, and so they hold where
// the oracle would be too slow, and would show a mistake that library and
// oracle share.

// A change writes a file anew. Asked for a target that was changed with it, the
// file must say what it said.
type change struct {
	name string
	// text changes a file's lines, file its groups and rules.
	text func(c gen.Chooser, lines []string) string
	file func(c gen.Chooser, groups []group) []group
	// target changes what is asked for.
	target func(c gen.Chooser, target string) string
	// sameRule: the rule that decides is spelt as before, too. (Where order
	// changes, another one of equal length and type may come first.)
	sameRule bool
}

var changes = []change{
	{name: "line ends", text: otherLineEnds, sameRule: true},
	{name: "blank lines", text: blankLines, sameRule: true},
	{name: "comments", text: comments, sameRule: true},
	{name: "case of keys", text: otherCase, sameRule: true},
	{name: "white space", text: whiteSpace, sameRule: true},
	{name: "printed again", file: func(_ gen.Chooser, groups []group) []group { return groups }, sameRule: true},
	{name: "order of rules", file: otherOrder},
	{name: "order of groups", file: otherOrderOfGroups, sameRule: true},
	{name: "duplicates", file: duplicates, sameRule: true},
	{name: "a group in two", file: inTwo, sameRule: true},
	{name: "an unrelated group", file: unrelated, sameRule: true},
	{name: "a rule that matches nothing", file: unmatchable, sameRule: true},
	{name: "rules with a star more", file: trailingStars},
	{name: "escapes in rules", file: func(c gen.Chooser, groups []group) []group {
		return eachRule(groups, func(r rule) rule { return rule{r.key, respell(c, r.pattern)} })
	}},
	{name: "escapes in targets", target: respell, sameRule: true},
	{name: "fragments", target: func(_ gen.Chooser, target string) string { return target + "#f?/" }, sameRule: true},
	{name: "origins", target: func(_ gen.Chooser, target string) string { return "https://example.com:8443" + target }, sameRule: true},
}

// A tally counts what was compared.
type tally struct{ files, answers, disallowed, changed int }

// nobody is a token that no file names, unrelatedToken one that no test asks.
const (
	nobody         = "nobody-at-all"
	unrelatedToken = "someone-else"
)

// checkChanges applies every change to a file.
func (n *tally) checkChanges(t *testing.T, c gen.Chooser, body []byte) {
	t.Helper()
	r := robotrie.Compile(body)
	groups := groupsOf(r)
	targets := targetsFor(c, groups)
	agents := []string{nobody}
	for i := 0; i < len(groups) && i < 3; i++ {
		agents = append(agents, groups[c.IntN(len(groups))].agents[0])
	}
	n.files++
	for _, change := range changes {
		after := r
		written := body
		switch {
		case change.text != nil:
			written = []byte(change.text(c, linesOf(string(body))))
			after = robotrie.Compile(written)
		case change.file != nil:
			written = []byte(print(change.file(c, clone(groups))))
			after = robotrie.Compile(written)
		}
		for _, agent := range agents {
			if agent == "*" {
				agent = nobody // "*" names nobody (3.3)
			}
			a, b := r.Group(agent), after.Group(agent)
			for _, target := range targets {
				asked := target
				if change.target != nil {
					asked = change.target(c, target)
				}
				x, y := a.Match(target), b.Match(asked)
				n.answers++
				if !x.Allowed {
					n.disallowed++
				}
				if x.Allowed != y.Allowed || x.Rule.Type != y.Rule.Type || b.Allowed(asked) != y.Allowed {
					t.Fatalf("%s: agent %q, target %q: %+v; changed, target %q: %+v (Allowed says %v)\nbefore %q\nafter  %q",
						change.name, agent, target, x, asked, y, b.Allowed(asked), body, written)
				}
				if change.sameRule && x.Rule.Pattern != y.Rule.Pattern {
					t.Fatalf("%s: agent %q, target %q: decided by %q; changed, by %q\nbefore %q\nafter  %q",
						change.name, agent, target, x.Rule.Pattern, y.Rule.Pattern, body, written)
				}
			}
		}
	}
	// A check that cannot fail would be none: a change that does matter is seen.
	for _, g := range groups {
		if len(g.rules) == 0 || g.agents[0] == "*" {
			continue
		}
		without := robotrie.Compile([]byte(print([]group{{agents: g.agents}})))
		for _, target := range targets {
			if r.Group(g.agents[0]).Allowed(target) != without.Group(g.agents[0]).Allowed(target) {
				n.changed++
			}
		}
	}
}

// targetsFor makes targets that meet the rules of a file, and others.
func targetsFor(c gen.Chooser, groups []group) []string {
	targets := []string{"/", "/robots.txt", "/index.html?a=b"}
	fill := func() string { return []string{"", "a", "/", "x/y", "?", "=1", "%2F"}[c.IntN(7)] }
	var rules []rule
	for _, g := range groups {
		rules = append(rules, g.rules...)
	}
	for i := 0; i < 12 && i < len(rules); i++ {
		pattern := rules[c.IntN(len(rules))].pattern
		targets = append(targets, gen.Match(c, pattern, fill), gen.NearMiss(c, pattern, fill))
	}
	for i := range targets {
		targets[i], _, _ = strings.Cut(targets[i], "#")
	}
	return targets
}

// TestChangesThatMatterNot goes through files of every small world.
func TestChangesThatMatterNot(t *testing.T) {
	seeds := uint64(400)
	if testing.Short() {
		seeds = 60
	}
	var n tally
	for _, w := range gen.Worlds {
		for seed := range seeds {
			c := gen.New(7000 + seed)
			body, _ := w.Body(c)
			n.checkChanges(t, c, body)
		}
	}
	t.Logf("%d files, %d answers compared, %d of them disallowed", n.files, n.answers, n.disallowed)
	if n.disallowed < n.answers/10 || n.changed < n.files/10 {
		t.Errorf("of %d answers %d are disallowed, and leaving out the rules changes %d", n.answers, n.disallowed, n.changed)
	}
}

// TestChangesOfRealFiles goes through a sample of the corpus, where it is.
func TestChangesOfRealFiles(t *testing.T) {
	corpus, ok := suite.CorpusDir()
	if !ok {
		t.Skip("no corpus: set ROBOTRIE_CORPUS to its directory")
	}
	files := 600
	if testing.Short() {
		files = 60
	}
	var n tally
	for b, err := range suite.Bodies(corpus) {
		if err != nil {
			t.Fatal(err)
		}
		body := b.Bytes()
		// Why: what the limit cuts off, or what is no UTF-8, is another file
		// after each change of its lines.
		if len(body) > 100<<10 || strings.HasPrefix(string(body), "\xff\xfe") || strings.HasPrefix(string(body), "\xfe\xff") {
			continue
		}
		if n.files == files {
			break
		}
		n.checkChanges(t, gen.New(uint64(n.files)), body)
	}
	t.Logf("%d files, %d answers compared, %d of them disallowed", n.files, n.answers, n.disallowed)
	if n.files < files || n.disallowed < n.answers/20 {
		t.Errorf("%d files, of %d answers %d are disallowed", n.files, n.answers, n.disallowed)
	}
}
