package meaning

import (
	"bytes"
	"slices"
)

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
	Cost      int  // in steps, see Limits
}

// Redundant examines the rule of a line.
func (s *Set) Redundant(line int, limits Limits) (c Claim) {
	set := s.patterns
	c.Cost = 4 * len(set)
	var beginnings [][]byte
	allow, matters := false, false
	for i := range set {
		if set[i].Line != line {
			continue
		}
		allow = set[i].Allow
		beginnings = append(beginnings, literal(set[i].Text))
		if !s.free {
			continue
		}
		s.generics(&set[i], func(path []byte) bool {
			with, without := decide(set, path, line)
			c.Instead = without.Line
			matters = with == line && without.Allow != allow
			return !matters
		})
		if matters {
			c.Known = true
			return c
		}
	}
	with := slices.DeleteFunc(slices.Clone(set), func(p Pattern) bool {
		begins := literal(p.Text)
		return !slices.ContainsFunc(beginnings, func(b []byte) bool { return bytes.HasPrefix(b, begins) || bytes.HasPrefix(begins, b) })
	})
	without := slices.DeleteFunc(slices.Clone(with), func(p Pattern) bool { return p.Line == line })
	var cost int
	c.Redundant, c.Known, cost = Same(s.form, with, without, limits)
	c.Cost += cost + 8*len(set)
	return c
}

// literal gives the octets before a pattern's first operator.
func literal(pattern []byte) []byte {
	if i := bytes.IndexByte(pattern, '*'); i >= 0 {
		return pattern[:i]
	}
	return bytes.TrimSuffix(pattern, []byte("$"))
}

// decide gives the line that decides for a path, and the pattern that would
// without the rule of a line; one that allows where none does.
func decide(set []Pattern, path []byte, line int) (with int, without Pattern) {
	first := true
	for _, p := range slices.Backward(set) {
		if !p.matches(path) {
			continue
		}
		if first {
			with, first = p.Line, false
		}
		if p.Line != line {
			return with, p
		}
	}
	return with, Pattern{Allow: true}
}

// matches reports whether a pattern matches a path.
func (p *Pattern) matches(path []byte) bool {
	if !bytes.HasPrefix(path, literal(p.Text)) {
		return false
	}
	if p.Query == nil {
		return matches(p.Text, path)
	}
	t := newText(p)
	return t.matches(path)
}

// matches reports whether a pattern of one spelling matches a path, taking each
// piece between stars at its earliest place.
func matches(pattern, path []byte) bool {
	if !bytes.HasPrefix(path, literal(pattern)) {
		return false
	}
	pieces, anchored := split(pattern)
	path = path[len(pieces[0]):]
	for i, piece := range pieces[1:] {
		if anchored && i == len(pieces)-2 {
			return bytes.HasSuffix(path, piece)
		}
		at := bytes.Index(path, piece)
		if at < 0 {
			return false
		}
		path = path[at+len(piece):]
	}
	return !anchored || len(path) == 0
}

// Meets gives a shortest path that the pattern with index other matches and on
// which the one with index winner decides for the set. cost is in steps.
func (s *Set) Meets(winner, other int, limits Limits) (path []byte, ok bool, cost int) {
	set := s.patterns
	a, b := literal(set[winner].Text), literal(set[other].Text)
	if !bytes.HasPrefix(a, b) && !bytes.HasPrefix(b, a) {
		return nil, false, 64
	}
	both := a
	if len(b) > len(a) {
		both = b
	}
	var near []Pattern
	at := -1
	for i, x := range set[winner:] {
		if begins := literal(x.Text); bytes.HasPrefix(both, begins) || bytes.HasPrefix(begins, both) {
			if i == 0 {
				at = len(near)
			}
			near = append(near, x)
		}
	}
	p := newSpace(alphabetOf(s.form), limits, near, set[other:other+1])
	w := search{space: p}
	w.begin(p.start(), 1)
	w.run(func(id stateID, st *state) visit {
		if p.winner(st, 0) == int32(at+1) && p.winner(st, 1) == 1 {
			path, ok = w.path([]byte("/"), id), true
			return stop
		}
		if st.best[0] > int32(at+1) || !p.canMatch(st, 1) || !p.canWin(st, int32(at+1)) {
			return leave
		}
		return goOn
	})
	return path, ok, p.cost() + 8*len(set)
}

// canMatch reports whether a side matches or may still match something.
func (s *space) canMatch(st *state, side int) bool {
	return st.best[side] > 0 || slices.ContainsFunc(st.live, func(l live) bool { return s.ranks[l.text()][side] > 0 })
}

// canWin reports whether a rank of side 0 may still be the one that decides.
func (s *space) canWin(st *state, rank int32) bool {
	return st.best[0] == rank || slices.ContainsFunc(st.live, func(l live) bool { return s.ranks[l.text()][0] == rank })
}
