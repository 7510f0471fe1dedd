package meaning

import (
	"slices"

	"github.com/robotrie/robotrie/normalize"
)

// This file finds where two sets that spell paths alike differ.
//
// Idea: both are one space, in which a text that both hold stands once. So what
// was not changed costs nothing twice, and a state below which both sides have
// the same patterns left, in the same order of verdicts, need not be walked:
// the walk stays where a changed pattern is live. What it meets is sorted by
// direction and by the two patterns that decide; the first path of each kind is
// a shortest one.
//
// Bound: Limits. What is proved until they end is Result.Proved.
//
// Example: "/a" disallowed before, "/a/b" after. The states "/", "/a", "/a/" …
// are walked; "/a" differs (witness "/a", decided by the first pattern before,
// by none after), "/a/b" does not, and nothing behind it is looked at.

// A Change is one kind of change: all paths on which Old decided before, New
// decides now, and the verdicts differ.
type Change struct {
	Path     []byte // canonical: a shortest such path
	Old, New int    // index in the set of the pattern that decides, -1: none
	Allowed  bool   // the verdict now
}

// A Result is what a comparison found.
type Result struct {
	Changes []Change // by the length of their paths
	// Complete: every path with another verdict is of one of the kinds above.
	Complete bool
	// Proved is the length of canonical paths up to which all were looked at:
	// where Complete is false, other kinds have longer paths; and a change's
	// path is a shortest one if it is no longer. (Where there are more kinds than
	// were asked for, that holds for those that are listed.)
	Proved int
	States int // looked at
	Steps  int // what it cost, see Limits
}

// Diff compares two sets of one form. most bounds the kinds of changes.
func Diff(form *normalize.Form, old, new []Pattern, limits Limits, most int) Result {
	var shelf shelf
	before, now := shelf.members(old), shelf.members(new)
	s := newSpace(alphabetOf(form), limits, before, now)
	w := search{space: s}
	w.begin(s.start(), 1)
	kinds := kinds{most: most}
	w.run(func(id stateID, st *state) visit {
		before, now := s.winner(st, 0), s.winner(st, 1)
		if s.allow[0][before] != s.allow[1][now] && !kinds.add(before, now, s.allow[1][now], func() []byte { return w.path([]byte("/"), id) }) {
			return stop
		}
		if s.agrees(st) || kinds.cover(s, st) {
			return leave
		}
		return goOn
	})
	whole := w.whole
	if !whole && !kinds.full {
		whole = kinds.guess(s, newStock(form, slices.Concat(before, now)).all())
	}
	return kinds.result(whole, w.proved, len(s.heads), s.cost())
}

// guess asks, where a limit has ended, for a few paths of each pattern, and
// reports whether that is all: whatever may decide makes a known kind of change.
func (k *kinds) guess(s *space, asked *Set) (whole bool) {
	ask := func(path []byte) bool {
		st := s.walk(path)
		before, now := s.winner(st, 0), s.winner(st, 1)
		return s.allow[0][before] == s.allow[1][now] || k.add(before, now, s.allow[1][now], func() []byte { return path })
	}
	for _, m := range asked.members {
		if s.steps > 2*s.limits.Steps || !ask([]byte("/")) {
			return false
		}
		// Stars that stand for nothing make the shorter path.
		t := m.text
		if path := t.octets[:t.last]; isPath(s.alpha.form, path) && !ask(path) {
			return false
		}
		if asked.free {
			asked.generics(t, ask)
		}
	}
	return !k.full && k.cover(s, s.walk([]byte("/")))
}

// kinds collects changes.
type kinds struct {
	most  int
	seen  map[[2]int32]bool
	found []Change
	full  bool
}

// cover reports that whatever decides below a state, the kind of change that it
// makes is known already.
func (k *kinds) cover(s *space, st *state) bool {
	s.steps += len(st.live)
	before, now := s.mayWin(st, 0), s.mayWin(st, 1)
	for _, x := range before {
		s.steps += len(now) / 8
		for _, y := range now {
			if s.allow[0][x] != s.allow[1][y] && !k.seen[[2]int32{x, y}] {
				return false
			}
		}
	}
	return true
}

// mayWin gives the ranks that may decide on a side below a state. The slice is
// the space's own.
func (s *space) mayWin(st *state, side int) []int32 {
	ranks := append(s.ranked[side][:0], st.best[side])
	for _, l := range st.live {
		if r := s.ranks[l.text()][side]; r > st.best[side] {
			ranks = append(ranks, r)
		}
	}
	s.ranked[side] = ranks
	return ranks
}

// add notes a change; it reports false where there are more than asked for.
func (k *kinds) add(old, new int32, allowed bool, path func() []byte) bool {
	kind := [2]int32{old, new} // the verdicts follow from these
	if k.seen[kind] {
		return true
	}
	if len(k.found) == k.most {
		k.full = true
		return false
	}
	if k.seen == nil {
		k.seen = map[[2]int32]bool{}
	}
	k.seen[kind] = true
	k.found = append(k.found, Change{Path: path(), Old: int(old) - 1, New: int(new) - 1, Allowed: allowed})
	return true
}

func (k *kinds) result(whole bool, proved, states, steps int) Result {
	return Result{Changes: k.found, Complete: whole && !k.full, Proved: proved, States: states, Steps: steps}
}

// agrees reports that both sides give every continuation of a state the same
// verdict, because the same texts with the same verdicts are left, and those of
// different verdicts are in the same order. (It may be false for others that do.)
func (s *space) agrees(st *state) bool {
	before, verdict := s.left(st, 0)
	now, other := s.left(st, 1)
	return verdict == other && slices.EqualFunc(before, now, func(x, y live) bool {
		return x == y && s.allow[0][s.ranks[x.text()][0]] == s.allow[1][s.ranks[y.text()][1]]
	})
}

// left gives the texts that can change a side's verdict, in the order of their
// ranks, with those of one verdict in a row by text, and the verdict so far. The
// slice is the space's own.
func (s *space) left(st *state, side int) (texts []live, verdict bool) {
	best := st.best[side]
	verdict = s.allow[side][best]
	weakest := int32(0)
	for _, l := range st.live {
		if r := s.ranks[l.text()][side]; r > best && s.allow[side][r] != verdict && (weakest == 0 || r < weakest) {
			weakest = r
		}
	}
	if weakest == 0 {
		return nil, verdict
	}
	texts = s.lefts[side][:0]
	for _, l := range st.live {
		if s.ranks[l.text()][side] >= weakest {
			texts = append(texts, l)
		}
	}
	s.lefts[side] = texts
	s.steps += len(texts)
	slices.SortFunc(texts, func(x, y live) int {
		return int(s.ranks[x.text()][side] - s.ranks[y.text()][side])
	})
	for i := 0; i < len(texts); {
		j := i + 1
		for j < len(texts) && s.allow[side][s.ranks[texts[j].text()][side]] == s.allow[side][s.ranks[texts[i].text()][side]] {
			j++
		}
		slices.Sort(texts[i:j])
		i = j
	}
	return texts, verdict
}

// Same reports whether two sets of one form give every path the same verdict.
// known is false where a limit ended before that was decided. cost is in steps.
func Same(form *normalize.Form, a, b []Pattern, limits Limits) (same, known bool, cost int) {
	var shelf shelf
	return alike(form, shelf.members(a), shelf.members(b), limits)
}

func alike(form *normalize.Form, a, b []*member, limits Limits) (same, known bool, cost int) {
	s := newSpace(alphabetOf(form), limits, a, b)
	w := search{space: s}
	w.begin(s.start(), 1)
	same = true
	w.run(func(_ stateID, st *state) visit {
		switch {
		case s.allow[0][s.winner(st, 0)] != s.allow[1][s.winner(st, 1)]:
			same = false
			return stop
		case s.agrees(st):
			return leave
		default:
			return goOn
		}
	})
	return same, !same || w.whole, s.cost()
}
