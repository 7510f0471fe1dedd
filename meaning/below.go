package meaning

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"sync"

	"github.com/robotrie/robotrie/normalize"
)

// This file decides whether all paths below a prefix have one verdict.
//
// Idea: ask for the prefix, and then for one path for each pattern that could
// bring the other verdict below it: its generic path there (generic.go).
// Where one of these has the other verdict, it is a witness; where none has, none
// can: whoever wins on a pattern's generic path covers all that the pattern
// matches below the prefix. A pattern within a piece behind a star has a generic
// path for each beginning of that piece with which the prefix ends.
//
// Patterns without a star before the end of the prefix are found by their
// octets, in order; those with one are read on, each for itself.
//
// Bound: a question of the engine for each pattern of the other verdict that is
// live below the prefix and not decided by then (up to 16 more for a pattern of
// two spellings), and nothing allocated. All questions together have at most
// Limits.Steps octets: patterns as long as a file may have a question for each
// octet of the prefix. (Where generic paths do not decide, a search of the space
// within limits.) What the limits leave open is not known.
//
// Example, "/a" disallowed, "/a/*.js$" allowed, prefix "/a/b": it is disallowed,
// the second pattern is live, and its generic path is "/a/bf.js" for the free
// octet f, which is allowed. So the answer is mixed.

// A Tree answers for prefixes. It never changes and is safe for concurrent use.
type Tree struct {
	form  *normalize.Form
	set   []Pattern
	sides [2][]*member // that disallow and that allow, by their octets before the first star

	filler byte
	free   bool // generic paths decide, see generic.go

	exempt string // the path that is left out of account, empty for none
	limits Limits
	walks  [2]sync.Pool // of *walk, by verdict: for searches
}

// NewTree makes the tree of a set of patterns. exempt is a path that is left out
// of account, empty for none.
func NewTree(form *normalize.Form, set []Pattern, exempt string, limits Limits) *Tree {
	t := &Tree{form: form, set: set, exempt: exempt, limits: limits}
	var shelf shelf
	members := shelf.members(set)
	texts, ranks := unique(members)
	for _, rank := range ranks {
		m := members[rank[0]-1]
		side := verdictIndex(m.Allow)
		t.sides[side] = append(t.sides[side], m)
	}
	for side := range t.sides {
		slices.SortFunc(t.sides[side], func(x, y *member) int {
			return cmp.Or(bytes.Compare(x.begins, y.begins), bytes.Compare(x.text.octets, y.text.octets))
		})
	}
	t.filler, t.free = freeOctet(alphabetOf(form), texts)
	return t
}

func verdictIndex(allow bool) int {
	if allow {
		return 1
	}
	return 0
}

// scratch is what a question needs of memory.
type scratch struct {
	path  []byte
	asked int // octets of all paths so far
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Below decides whether all paths that begin with prefix have one verdict, and
// which: allowed is that verdict where same is true. prefix must be a canonical path. known is false where that was not
// decided within the limits.
func (t *Tree) Below(prefix []byte, e Engine) (same, allowed, known bool) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	longer := byte('a') // for a path that is not the exempt one
	if t.free {
		longer = t.filler
	}
	s.path = append(append(s.path[:0], prefix...), longer)
	_, allowed = e.Decides(s.path)
	if string(prefix) != t.exempt {
		if _, other := e.Decides(prefix); other != allowed {
			return false, allowed, true
		}
	}
	if !t.free {
		same, known = t.search(prefix, allowed)
		return same, allowed, known
	}
	s.asked = 0
	same = !t.differs(s, prefix, e, allowed)
	return same, allowed, !same || s.asked <= t.limits.Steps
}

// differs reports whether some pattern brings the other verdict below a prefix.
func (t *Tree) differs(s *scratch, prefix []byte, e Engine, allowed bool) bool {
	some := t.sides[verdictIndex(!allowed)]
	for at := 0; len(some) > 0; at++ {
		// These are those whose first octets are prefix[:at]. The ones that have
		// no others stand first; unless a star follows, they match all or end.
		n := sort.Search(len(some), func(i int) bool { return len(some[i].begins) > at })
		for _, m := range some[:n] {
			if t.differsStar(s, m, prefix, e, allowed) {
				return true
			}
		}
		if some = some[n:]; at == len(prefix) {
			break
		}
		c := prefix[at]
		low := sort.Search(len(some), func(i int) bool { return some[i].begins[at] >= c })
		high := sort.Search(len(some), func(i int) bool { return some[i].begins[at] > c })
		some = some[low:high]
	}
	for _, m := range some {
		if t.differsAt(s, m.text, place(len(prefix)), prefix, e, allowed) {
			return true
		}
	}
	return false
}

// differsStar asks for a pattern whose octets before the first star begin prefix.
func (t *Tree) differsStar(s *scratch, m *member, prefix []byte, e Engine, allowed bool) bool {
	x, at := m.text, place(len(m.begins))
	if x.back[at] == nowhere {
		return false // it is at its end
	}
	s.asked += (len(prefix) - int(at)) / 8 // to read is cheaper than to ask
	for _, c := range prefix[at:] {
		if at = x.step(at, c); x.done(at) {
			return false // it matches all, and prefix itself
		}
	}
	for ; ; at = x.back[at] {
		if t.differsAt(s, x, at, prefix, e, allowed) {
			return true
		}
		if x.back[at] == at {
			return false
		}
	}
}

func (t *Tree) differsAt(s *scratch, x *text, at place, prefix []byte, e Engine, allowed bool) bool {
	for turn := range x.turnsFrom(at) {
		if s.asked > t.limits.Steps {
			return false
		}
		s.path = x.appendGeneric(append(s.path[:0], prefix...), at, turn, t.filler)
		s.asked += len(s.path)
		if !isPath(t.form, s.path) || string(s.path) == t.exempt {
			continue
		}
		if _, other := e.Decides(s.path); other != allowed {
			return true
		}
	}
	return false
}

// walk is the memory of a search.
type walk struct {
	space  *space
	search search
}

// search decides by walking the space.
func (t *Tree) search(prefix []byte, allowed bool) (same, known bool) {
	pool := &t.walks[verdictIndex(allowed)]
	w, _ := pool.Get().(*walk)
	if w == nil {
		set := t.set
		if t.exempt != "" {
			// With the verdict of the others it is no witness.
			set = append(slices.Clone(set), Pattern{Text: []byte(t.exempt + "$"), Allow: allowed})
		}
		var shelf shelf
		w = &walk{space: newLevels(alphabetOf(t.form), t.limits, shelf.members(set))}
		w.search.space = w.space
	}
	defer pool.Put(w)
	w.space.reset()
	w.search.clear()
	w.search.begin(w.space.after(prefix), 1)
	same = true
	w.search.run(func(_ stateID, st *state) visit {
		if w.space.allow[0][w.space.winner(st, 0)] != allowed {
			same = false
			return stop
		}
		return goOn
	})
	return same, !same || w.search.whole
}
