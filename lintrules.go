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
var lintLimits = meaning.Limits{States: 1 << 11, Steps: 1 << 19}

// lintWork is for all that Lint and Minimize find out about rules, each: a
// second or two.
const lintWork meaning.Budget = 3 << 26

// groupSets makes the sets of one group after another.
type groupSets struct {
	ruled   *fileRules
	dialect Dialect
	stock   *meaning.Stock
}

func newGroupSets(ruled *fileRules, d Dialect) *groupSets {
	return &groupSets{ruled, d, meaning.NewStock(d.Form(), ruled.patterns(d))}
}

// set makes the set of a group, nil where the budget does not last for more.
func (s *groupSets) set(g *Group, work *meaning.Budget) *meaning.Set {
	places := s.ruled.withRobotsTxt(s.dialect, s.ruled.places(g))
	if !work.Take(256 + s.stock.Cost(places)) {
		return nil
	}
	return s.stock.Set(places)
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
	sets := newGroupSets(l.ruled, l.robots.compiled().Dialect())
	for g := range l.robots.Groups() {
		ranked, ranks := l.ruled.ranked(g)
		set := sets.set(g, &l.work)
		if set == nil {
			l.add(NotExamined, Info, 1, nil, "the groups have too many rules together: whether any is dead was not decided")
			return
		}
		dead, _ := set.Dead((*exempting)(g), lintLimits, &l.work)
		isDead := map[int]meaning.Cover{}
		for _, c := range dead {
			isDead[c.Line] = c
		}
		for _, rule := range g.rulesOf(ranks) {
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
			claim := meaning.Claim{}
			if l.work >= 0 {
				claim = set.Redundant(rule.Line, lintLimits, &l.work)
			}
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
		l.ties(g, set, ranked, ranks)
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
			return fmt.Sprintf("the %s %s of line %d wins", c.rule.Type, excerpt(c.rule.Pattern), by[0])
		}
	}
	return "one of " + lineList("", by) + " wins"
}

// excerpt writes a text of the file in a sentence about another line. It is cut:
// there may be as many such sentences as lines.
func excerpt(s string) string {
	const most = 200
	if len(s) > most {
		return fmt.Sprintf("%q…", s[:most])
	}
	return fmt.Sprintf("%q", s)
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
func (l *linter) ties(g *Group, set *meaning.Set, ranked []meaning.Pattern, ranks []automaton.Rank) {
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
		for d := i; d < middle && middle < j; d++ {
			a, path, known := set.Beaten(d, middle, j, lintLimits, &l.work)
			if !known && !l.tiesOpen {
				l.tiesOpen = true
				l.add(NotExamined, Info, ranked[d].Line, nil, "whether this disallow, and perhaps others, loses to an allow of the same length was not decided: the budget ended")
			}
			if l.work < 0 {
				return
			}
			if path != nil && !l.tied[ranked[d].Line] {
				l.tied[ranked[d].Line] = true
				l.add(ShadowedByTie, Warning, ranked[d].Line, []int{ranked[a].Line},
					"this disallow loses to the allow of line %d, which is as long, for example on %s: of two rules of one length allow wins", ranked[a].Line, path)
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
