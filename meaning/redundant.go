package meaning

import "slices"

// This file finds rules that change no verdict, though they may win.
//
// Idea: without the rule, the next one decides where it won. On the generic path
// of the rule (generic.go) that shows at once for most rules that matter. For the
// others the set is compared with itself without the rule (diff.go), of which the
// walk stays where the rule is live, and of the set only the patterns count whose
// beginning goes with that of the rule.
//
// Bound: Limits for each rule.

// A Claim says whether the set gives every path the same verdict without a rule.
type Claim struct {
	Redundant bool
	Known     bool // false: a limit ended before that was decided
	Instead   int  // the line of the rule that decides in its place, 0 for none, on a path that is typical for the rule
}

// Redundant examines the rule of a line. What that takes is paid from work; where
// it ends, nothing is known.
func (s *Set) Redundant(line int, limits Limits, work *Budget) (c Claim) {
	var near []int32
	mine := s.rule(line)
	for _, i := range mine {
		near = append(near, s.near(s.members[i].begins, work)...)
	}
	if len(mine) > 1 {
		slices.Sort(near)
		near = slices.Compact(near)
	}
	for _, i := range mine {
		if !s.free {
			break
		}
		matters := false
		s.generics(s.members[i].text, func(path []byte) bool {
			work.Take(len(path))
			with, without, known := s.decide(near, path, line, work)
			if !known {
				return false
			}
			c.Instead = without.Line
			matters = with == line && without.Allow != s.members[i].Allow
			return !matters
		})
		if matters || *work < 0 {
			c.Known = matters
			return c
		}
	}
	with := s.pick(near)
	without := slices.DeleteFunc(slices.Clone(with), func(m *member) bool { return m.Line == line })
	same, known, cost := alike(s.form, with, without, limits)
	c.Redundant, c.Known = same, known
	work.Take(cost + 8*len(near))
	return c
}

// decide gives the line that decides for a path, of the members at some places,
// and the member that would without the rule of a line; one that allows where
// none does. known is false where the budget ended.
func (s *Set) decide(places []int32, path []byte, line int, work *Budget) (with int, without *member, known bool) {
	first := true
	for _, i := range slices.Backward(places) {
		m := s.members[i]
		matches, steps := m.matches(path)
		if !work.Take(steps) {
			return 0, nil, false
		}
		if !matches {
			continue
		}
		if first {
			with, first = m.Line, false
		}
		if m.Line != line {
			return with, m, true
		}
	}
	return with, &member{Pattern: Pattern{Allow: true}}, true
}

// Beaten looks among the patterns from one index to another for the first that
// decides for the set on a path which the pattern other matches, and gives a
// shortest such path; nil where there is none. known is false where the budget
// ended or, where there is none, a search its limits.
func (s *Set) Beaten(other, from, to int, limits Limits, work *Budget) (winner int, path []byte, known bool) {
	known = true
	for _, i := range s.near(s.members[other].begins, work) {
		if int(i) < from || int(i) >= to {
			continue
		}
		if *work < 0 {
			return 0, nil, false
		}
		path, whole := s.meets(int(i), other, limits, work)
		if path != nil {
			return int(i), path, true
		}
		known = known && whole
	}
	return 0, nil, known
}

// meets gives a shortest path that the member other matches and on which winner
// decides for the set, nil where none was found: whole tells that there is none.
func (s *Set) meets(winner, other int, limits Limits, work *Budget) (path []byte, whole bool) {
	begins := s.members[winner].begins
	if also := s.members[other].begins; len(also) > len(begins) {
		begins = also
	}
	near := s.near(begins, work)
	at := slices.Index(near, int32(winner))
	near, at = near[at:], 1 // what is weaker plays no part; ranks are from 1
	p := newSpace(alphabetOf(s.form), limits, s.pick(near), s.members[other:other+1])
	w := search{space: p}
	w.begin(p.start(), 1)
	w.run(func(id stateID, st *state) visit {
		if p.winner(st, 0) == int32(at) && p.winner(st, 1) == 1 {
			path = w.path([]byte("/"), id)
			return stop
		}
		if st.best[0] > int32(at) || !p.canMatch(st, 1) || !p.canWin(st, int32(at)) {
			return leave
		}
		return goOn
	})
	work.Take(p.cost() + 8*len(near))
	return path, w.whole
}

// canMatch reports whether a side matches or may still match something.
func (s *space) canMatch(st *state, side int) bool {
	return st.best[side] > 0 || slices.ContainsFunc(st.live, func(l live) bool { return s.ranks[l.text()][side] > 0 })
}

// canWin reports whether a rank of side 0 may still be the one that decides.
func (s *space) canWin(st *state, rank int32) bool {
	return st.best[0] == rank || slices.ContainsFunc(st.live, func(l live) bool { return s.ranks[l.text()][0] == rank })
}
