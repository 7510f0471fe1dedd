package meaning

import (
	"slices"

	"github.com/robotrie/robotrie/normalize"
)

// This file finds rules that can never win, and what covers them.
//
// Idea: generic.go. A rule of several patterns is dead if all of them are. Where
// generic paths do not decide, the space of the pattern and of the stronger ones is walked
// for a path on which it wins.

// A Cover tells why a rule can never win.
type Cover struct {
	Line int
	// By holds the lines of the rules that beat it wherever it matches, each in
	// order. It is empty where the rule matches no path that is asked about.
	By []int
}

// Dead gives the rules that decide for no path, in the order of their lines, and
// how many patterns were left open because a limit ended. e is what the set was
// compiled to.
func (s *Set) Dead(e Engine, limits Limits) (dead []Cover, open int) {
	set := s.patterns
	covers := map[int]*Cover{}
	searches := deadSearches * limits.Steps // steps for all of them
	for i := range set {
		c := covers[set[i].Line]
		if c == nil {
			c = &Cover{Line: set[i].Line}
			covers[c.Line] = c
		}
		if c.Line == 0 || c.Line == alive {
			continue
		}
		if !s.free {
			var by []int
			var never, known bool
			if searches > 0 {
				var steps int
				by, never, known, steps = searchCover(s.form, set, i, limits)
				searches -= steps + 16*len(set) // that many to set it up
			}
			switch {
			case !known:
				open++
				c.Line = alive
			case !never:
				c.Line = alive
			default:
				c.By = append(c.By, by...)
			}
			continue
		}
		s.generics(&set[i], func(path []byte) bool {
			winner, _ := e.Decides(path)
			if winner == c.Line {
				c.Line = alive
				return false
			}
			c.By = append(c.By, winner)
			return true
		})
	}
	for line, c := range covers {
		if c.Line == alive || line == 0 {
			continue
		}
		slices.Sort(c.By)
		c.By = slices.DeleteFunc(slices.Compact(c.By), func(by int) bool { return by == 0 })
		dead = append(dead, *c)
	}
	slices.SortFunc(dead, func(a, b Cover) int { return a.Line - b.Line })
	return dead, open
}

// deadSearches is how many searches of Dead may end at their limit.
const deadSearches = 32

// alive marks the cover of a rule that wins somewhere.
const alive = -1

// searchCover walks for a path on which pattern i wins. never: there is none,
// and wherever it matches one of the rules of the lines by does and beats it.
func searchCover(form *normalize.Form, set []Pattern, i int, limits Limits) (by []int, never, known bool, steps int) {
	var stronger []Pattern
	for _, p := range set[i+1:] {
		if p.Line != set[i].Line {
			stronger = append(stronger, p)
		}
	}
	s := newSpace(alphabetOf(form), limits, set[i:i+1], stronger)
	w := search{space: s}
	w.begin(s.start(), 1)
	never = true
	beats := func(rank int32) {
		if rank > 0 {
			by = append(by, stronger[rank-1].Line)
		}
	}
	w.run(func(_ stateID, st *state) visit {
		if s.winner(st, 0) == 1 {
			rank := s.winner(st, 1)
			if rank == 0 {
				never = false
				return stop
			}
			beats(rank)
		}
		switch {
		case st.best[0] == 1 && st.best[1] > 0:
			beats(st.best[1]) // it matches all below
			return leave
		case !s.canMatch(st, 0):
			return leave // the pattern matches nothing below
		default:
			return goOn
		}
	})
	return by, never, !never || w.whole, s.steps
}
