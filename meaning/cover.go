package meaning

import "slices"

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
//
// What that takes is paid from work; where it ends, the rest is left open.
func (s *Set) Dead(e Engine, limits Limits, work *Budget) (dead []Cover, open int) {
	covers := map[int]*Cover{}
	searches := deadSearches * limits.Steps // steps for all of them
	for i, m := range s.members {
		c := covers[m.Line]
		if c == nil {
			c = &Cover{Line: m.Line}
			covers[c.Line] = c
		}
		if c.Line == 0 || c.Line == alive {
			continue
		}
		if *work < 0 {
			open++
			c.Line = alive
			continue
		}
		if !s.free {
			var by []int
			var never, known bool
			if searches > 0 {
				var steps int
				by, never, known, steps = s.searchCover(i, limits, work)
				searches -= steps
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
		s.generics(m.text, func(path []byte) bool {
			if !work.Take(64 + len(path) + 2*e.Work(path)) { // Work looks as Decides does
				open++
				c.Line = alive
				return false
			}
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
func (set *Set) searchCover(i int, limits Limits, work *Budget) (by []int, never, known bool, steps int) {
	p := set.members[i]
	var stronger []*member
	for _, at := range set.near(p.begins, work) {
		if m := set.members[at]; int(at) > i && m.Line != p.Line {
			stronger = append(stronger, m)
		}
	}
	s := newSpace(alphabetOf(set.form), limits, []*member{p}, stronger)
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
	work.Take(s.cost())
	return by, never, !never || w.whole, s.steps + 16*len(s.texts)
}
