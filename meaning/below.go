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
// two spellings), and nothing allocated. (Where
// generic paths do not decide, a search of the space within limits, which may not
// either.)
//
// Example, "/a" disallowed, "/a/*.js$" allowed, prefix "/a/b": it is disallowed,
// the second pattern is live, and its generic path is "/a/bf.js" for the free
// octet f, which is allowed. So the answer is mixed.

// A Tree answers for prefixes. It never changes and is safe for concurrent use.
type Tree struct {
	form  *normalize.Form
	set   []Pattern
	texts [2][]*text // that disallow and that allow, by their octets before the first star

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
	for i, rank := range ranks {
		side := verdictIndex(set[rank[0]-1].Allow)
		t.texts[side] = append(t.texts[side], texts[i])
	}
	for side := range t.texts {
		slices.SortFunc(t.texts[side], func(x, y *text) int {
			return cmp.Or(bytes.Compare(x.first(), y.first()), bytes.Compare(x.octets, y.octets))
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
type scratch struct{ path []byte }

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
	return !t.differs(s, prefix, e, allowed), allowed, true
}

// differs reports whether some pattern brings the other verdict below a prefix.
func (t *Tree) differs(s *scratch, prefix []byte, e Engine, allowed bool) bool {
	texts := t.texts[verdictIndex(!allowed)]
	for at := 0; len(texts) > 0; at++ {
		// texts are those whose first octets are prefix[:at]. The ones that have
		// no others stand first; unless a star follows, they match all or end.
		n := sort.Search(len(texts), func(i int) bool { return len(texts[i].first()) > at })
		for i := range texts[:n] {
			if t.differsStar(s, texts[i], prefix, e, allowed) {
				return true
			}
		}
		if texts = texts[n:]; at == len(prefix) {
			break
		}
		c := prefix[at]
		low := sort.Search(len(texts), func(i int) bool { return texts[i].octets[at] >= c })
		high := sort.Search(len(texts), func(i int) bool { return texts[i].octets[at] > c })
		texts = texts[low:high]
	}
	for i := range texts {
		if t.differsAt(s, texts[i], place(len(prefix)), prefix, e, allowed) {
			return true
		}
	}
	return false
}

// differsStar asks for a text whose octets before the first star begin prefix.
func (t *Tree) differsStar(s *scratch, x *text, prefix []byte, e Engine, allowed bool) bool {
	at := place(len(x.first()))
	if x.back[at] == nowhere {
		return false // it is at its end
	}
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
		s.path = x.appendGeneric(append(s.path[:0], prefix...), at, turn, t.filler)
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
