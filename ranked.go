package robotrie

import (
	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/meaning"
)

// This file gives package meaning what it asks for: the patterns of a group in
// order of precedence, and its machines as an engine.

// ranked gives the patterns of a group, the weakest first, and the rank of each.
func (g *Group) ranked() (set []meaning.Pattern, ranks []automaton.Rank) {
	if g.image == nil {
		return nil, nil
	}
	parts := g.image.Parts(g.ids)
	for rank, e := range g.image.Table().All() {
		if parts.Hold(int(e.Line)) {
			set = append(set, meaning.Pattern{Text: e.Text, Query: e.Query, Allow: e.Mark, Line: int(e.Line)})
			ranks = append(ranks, rank)
		}
	}
	return set, ranks
}

// withRobotsTxt adds the pattern of line 0 that allows /robots.txt itself, where
// the dialect does: it is stronger than all.
func (g *Group) withRobotsTxt(set []meaning.Pattern) []meaning.Pattern {
	if !g.dialect().RobotsTxtAllowed() {
		return set
	}
	return append(set, meaning.Pattern{Text: []byte(robotsTxt + "$"), Allow: true})
}

func (g *Group) dialect() Dialect {
	if g.image == nil {
		return RFC9309
	}
	return g.image.Dialect()
}

// matcher answers for canonical paths by the rules alone: /robots.txt is a path
// like others.
type matcher Group

func (m *matcher) Decides(path []byte) (line int, allowed bool) {
	rank := automaton.NoRank
	for i := range m.machines {
		other, _ := m.machines[i].Match(path, true)
		rank = max(rank, other)
	}
	if rank == automaton.NoRank {
		return 0, true
	}
	e := m.image.Table().Entry(rank)
	return int(e.Line), e.Mark
}

// exempting is a matcher that allows /robots.txt itself where the dialect does.
type exempting Group

func (m *exempting) Decides(path []byte) (line int, allowed bool) {
	if string(path) == robotsTxt && (*Group)(m).dialect().RobotsTxtAllowed() {
		return 0, true
	}
	return (*matcher)(m).Decides(path)
}
