package meaning

import (
	"slices"
	"strings"

	"github.com/robotrie/robotrie/normalize"
)

// This file gives the automaton of a set for people to look at: the smallest one
// that tells for each path which pattern decides.

// A Graph is an automaton. A path ends in a state; its units lead from one to the
// next. Node 0 is where the path "/" ends.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// A Node is a state.
type Node struct {
	Pattern int  // the index of the one that decides for paths that end here, -1: none
	Final   bool // nothing that follows changes that
}

// An Edge leads from a node to another, or to itself.
type Edge struct {
	From, To int
	Label    string // the octets and escapes that lead there, or Others
}

// Others labels the edge that all units take which no other edge of a node names.
const Others = "other"

// NewGraph builds the graph of a set; ok is false where a limit ended.
func NewGraph(form *normalize.Form, set []Pattern, limits Limits) (g Graph, ok bool) {
	var shelf shelf
	s := newSpace(alphabetOf(form), limits, shelf.members(set))
	m, ok := minimize(s, func(st *state) int32 {
		rank := s.winner(st, 0)
		if rank > 0 && set[rank-1].Line == 0 && set[rank-1].Allow {
			return 0 // no rule of the file: as if none decided
		}
		return rank
	})
	if !ok {
		return g, false
	}
	number := map[int32]int{m.start: 0}
	for order := []int32{m.start}; len(order) > 0; order = order[1:] {
		from := number[order[0]]
		leads := m.leads(order[0], len(s.alpha.units))
		final := len(leads) == 1 && leads[0].to == order[0]
		g.Nodes = append(g.Nodes, Node{Pattern: int(m.class[order[0]]) - 1, Final: final})
		if final {
			continue
		}
		for i, l := range leads {
			to, known := number[l.to]
			if !known {
				to = len(number)
				number[l.to] = to
				order = append(order, l.to)
			}
			label := Others
			if i > 0 {
				label = s.alpha.list(l.units)
			}
			g.Edges = append(g.Edges, Edge{from, to, label})
		}
	}
	return g, true
}

// lead is the units that lead from a state to another one.
type lead struct {
	to    int32
	units []unit
}

// leads gives where a state leads, the one of most units first.
func (m *minimal) leads(from int32, units int) []lead {
	var all []lead
	for i, r := range m.runs[from] {
		end := unit(units)
		if i+1 < len(m.runs[from]) {
			end = m.runs[from][i+1].first
		}
		at := slices.IndexFunc(all, func(l lead) bool { return l.to == r.to })
		if at < 0 {
			at = len(all)
			all = append(all, lead{to: r.to})
		}
		for u := r.first; u < end; u++ {
			all[at].units = append(all[at].units, u)
		}
	}
	slices.SortStableFunc(all, func(a, b lead) int { return len(b.units) - len(a.units) })
	return all
}

// list writes units, those in a row as a range: "a, 0–9, %20".
func (a *alphabet) list(units []unit) string {
	var parts []string
	for i := 0; i < len(units); {
		j := i
		for j+1 < len(units) && units[j+1] == units[j]+1 {
			j++
		}
		part := a.units[units[i]].text
		switch {
		case j == i+1:
			part += ", " + a.units[units[j]].text
		case j > i:
			part += "–" + a.units[units[j]].text
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
