package robotrie

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/meaning"
)

// The budget of each search of Lint.
var lintLimits = meaning.Limits{States: 1 << 11, Steps: 1 << 18}

// lintBudget is for all searches together, in steps.
type lintBudget int

func newLintBudget() *lintBudget {
	b := lintBudget(1 << 27)
	return &b
}

// take pays a cost; false: the budget has ended.
func (b *lintBudget) take(cost int) bool {
	*b -= lintBudget(cost)
	return *b >= 0
}

// group pays what a group of so many patterns costs at least. They are picked
// from those of the whole file, which is read through for each group.
func (b *lintBudget) group(patterns, file int) bool { return b.take(256*(patterns+1) + 4*file) }

// patterns counts those of the whole file.
func (r *Robots) patterns() (n int) {
	for range r.compiled().Table().All() {
		n++
	}
	return n
}

// redundant examines a rule as far as the budget goes.
func (b *lintBudget) redundant(set *meaning.Set, line int) meaning.Claim {
	if !b.take(0) {
		return meaning.Claim{}
	}
	c := set.Redundant(line, lintLimits)
	b.take(c.Cost)
	return c
}

// ruleClaims collects what holds of a rule in each group that it counts in: a
// claim is true of the file only where it is true in all of them.
type ruleClaims struct {
	rule    Rule
	groups  int
	dead    int
	without int // groups in which it changes no answer, dead or not
	by      map[int]bool
	instead map[int]bool
	open    bool
}

// rules examines the rules of every group.
func (l *linter) rules() {
	l.spelling()
	claims := map[int]*ruleClaims{}
	budget, patterns := newLintBudget(), l.robots.patterns()
	for g := range l.robots.Groups() {
		ranked, ranks := g.ranked()
		if !budget.group(len(ranked), patterns) {
			l.add(NotExamined, Info, 1, nil, "the groups have too many rules together: whether any is dead was not decided")
			return
		}
		set := meaning.NewSet(g.dialect().Form(), g.withRobotsTxt(ranked))
		dead, _ := set.Dead((*exempting)(g), lintLimits)
		isDead := map[int]meaning.Cover{}
		for _, c := range dead {
			isDead[c.Line] = c
		}
		for _, rule := range g.Rules() {
			c := claims[rule.Line]
			if c == nil {
				c = &ruleClaims{rule: rule, by: map[int]bool{}, instead: map[int]bool{}}
				claims[rule.Line] = c
			}
			c.groups++
			if cover, is := isDead[rule.Line]; is {
				c.dead++
				c.without++
				for _, line := range cover.By {
					c.by[line], c.instead[line] = true, true
				}
				continue
			}
			if c.without+1 < c.groups {
				continue // it has an effect in some group
			}
			claim := budget.redundant(set, rule.Line)
			switch {
			case !claim.Known:
				c.open = true
			case claim.Redundant:
				c.without++
				if claim.Instead != 0 {
					c.instead[claim.Instead] = true
				}
			}
		}
		l.ties(g, set, ranked, ranks, budget)
	}
	l.claim(claims)
}

// claim turns claims into findings.
func (l *linter) claim(claims map[int]*ruleClaims) {
	open := 0
	first := 0
	for _, line := range slices.Sorted(maps.Keys(claims)) {
		c := claims[line]
		by, instead := slices.Sorted(maps.Keys(c.by)), slices.Sorted(maps.Keys(c.instead))
		switch {
		case c.rule.Pattern == "":
			// Under Google an empty value is a rule that allows, and is meant to.
		case c.dead == c.groups && len(by) == 0:
			l.add(DeadRule, Warning, line, nil, "this rule can never win: it matches no path that a crawler asks about")
		case c.dead == c.groups:
			l.add(DeadRule, Warning, line, by, "this rule can never win: wherever it matches, %s", l.wins(by, claims))
		case c.without == c.groups && c.onlyFor(line, claims):
			// The finding is that the other one is dead.
		case c.without == c.groups && c.rule.Type == Allow:
			l.add(AllowWithoutEffect, Info, line, instead, "this allow changes no answer: what it allows is allowed without it%s", lineList(" by ", instead))
		case c.without == c.groups:
			l.add(RedundantRule, Info, line, instead, "this disallow changes no answer: what it disallows is disallowed without it%s", lineList(" by ", instead))
		case c.open && c.without+1 >= c.groups:
			if open++; open == 1 {
				first = line
			}
		}
	}
	if open > 0 {
		l.add(NotExamined, Info, first, nil, "whether %d rules, of which this is the first, change any answer was not decided: the budget ended", open)
	}
}

// onlyFor reports that what would decide in a rule's place are rules that are
// dead because of this one: repetitions of it, for example.
func (c *ruleClaims) onlyFor(line int, claims map[int]*ruleClaims) bool {
	for other := range c.instead {
		o := claims[other]
		if o == nil || o.rule.Pattern == "" || o.dead < o.groups || len(o.by) != 1 || !o.by[line] {
			return false
		}
	}
	return len(c.instead) > 0
}

// wins says who wins over a dead rule.
func (l *linter) wins(by []int, claims map[int]*ruleClaims) string {
	if len(by) == 1 {
		if c := claims[by[0]]; c != nil {
			return fmt.Sprintf("the %s %q of line %d wins", c.rule.Type, c.rule.Pattern, by[0])
		}
	}
	return "one of " + lineList("", by) + " wins"
}

func lineList(before string, lines []int) string {
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%sline %d", before, lines[0])
	}
	s := before + "lines "
	for i, line := range lines {
		switch {
		case i > 0 && i == len(lines)-1:
			s += " and "
		case i > 0:
			s += ", "
		}
		s += fmt.Sprint(line)
	}
	return s
}

// ties finds the disallow rules that an allow of the same length overrules.
func (l *linter) ties(g *Group, set *meaning.Set, ranked []meaning.Pattern, ranks []automaton.Rank, budget *lintBudget) {
	if g.dialect() == Koster1996 {
		return // no lengths count
	}
	lengths := make([]int, len(ranked))
	for i := range ranked {
		lengths[i] = g.dialect().Precedence(g.image.Table().Entry(ranks[i]))
	}
	for i := 0; i < len(ranked); {
		// Patterns of one length are neighbours, those that disallow first.
		j, middle := i, i
		for ; j < len(ranked) && lengths[j] == lengths[i]; j++ {
			if !ranked[j].Allow {
				middle = j + 1
			}
		}
		for d := i; d < middle; d++ {
			for a := middle; a < j; a++ {
				path, ok, cost := set.Meets(a, d, lintLimits)
				if !budget.take(cost) {
					return
				}
				if !ok {
					continue
				}
				if !slices.ContainsFunc(l.found, func(f Finding) bool { return f.Code == ShadowedByTie && f.Line == ranked[d].Line }) {
					l.add(ShadowedByTie, Warning, ranked[d].Line, []int{ranked[a].Line},
						"this disallow loses to the allow of line %d, which is as long, for example on %s: of two rules of one length allow wins", ranked[a].Line, path)
				}
				break
			}
		}
		i = j
	}
}

// spelling finds the patterns that are compared in another spelling than the one
// they are written in.
func (l *linter) spelling() {
	im := l.robots.compiled()
	for _, e := range im.Table().All() {
		written, compared := bytes.TrimRight(e.Raw, "*"), bytes.TrimRight(e.Text, "*")
		if !e.Alias && !bytes.Equal(written, compared) {
			behind := ""
			if e.Query != nil {
				behind = fmt.Sprintf(", and behind a target's first '?' as %q", slices.Concat(e.Text[:bytes.IndexByte(e.Text, '*')+1], e.Query))
			}
			l.add(NonCanonicalPattern, Info, int(e.Line), nil, "the pattern %q is compared as %q%s", e.Raw, e.Text, behind)
		}
	}
}
