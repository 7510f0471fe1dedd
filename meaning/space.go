package meaning

import (
	"math/bits"
	"slices"
)

// This file has the product of all texts of one set, or of two that are
// compared: its states, made as they are asked for.
//
// Idea: a state is the best rank that is certain, and the places of the texts
// that may still beat it. A text is dropped as soon as it matches (the path may
// go on as it likes), as soon as it cannot match, and as soon as it cannot beat
// the best. So most states hold a handful of places. Octets that no place looks
// at lead to the same state, which is computed once.
//
// Bound: Limits. A set of n patterns with stars can have 2ⁿ states; no search
// may count on having all of them.
//
// Example, "/a" disallowed, "/a*.js$" allowed: behind "/a" the best is 1, and
// the place of the second text is 2, at its star; it stays there, or goes on
// with ".js", for all that follows.

// stateID numbers the states of a space, in the order in which they were met.
type stateID int32

// noState stands for a state that was not made because a limit ended.
const noState stateID = -1

// state is a state taken apart.
type state struct {
	best  [maxSides]int32 // the best rank that is certain, 0: none
	query bool            // behind the first '?', where that makes a difference
	live  []live          // by text, each once
}

// live is a text that may still match, and its place.
type live uint64

func liveAt(text int32, at place) live { return live(text)<<32 | live(uint32(at)) }
func (l live) text() int32             { return int32(l >> 32) }
func (l live) at() place               { return place(uint32(l)) }

// space is a product of texts. It is for one goroutine.
type space struct {
	alpha *alphabet
	texts []*text
	ranks [][maxSides]int32
	allow [maxSides][]bool // by rank; that of 0 is true
	sides int
	// levels: ranks are levels (see levels), and what cannot change a verdict
	// is dropped. Only the verdict of a state is right then, not its rank.
	levels bool

	limits  Limits
	steps   int
	spent   bool // a limit ended: some state is noState
	octets  []live
	starts  []int       // of states in octets
	heads   []stateHead // of states
	slots   []stateID   // hash table
	row     []stateID
	scratch [3]state
	lefts   [maxSides][]live  // see left
	ranked  [maxSides][]int32 // see mayWin
}

type stateHead struct {
	best  [maxSides]int32
	query bool
	hash  uint64
}

// newSpace makes the space of one set or of two.
func newSpace(a *alphabet, limits Limits, sets ...[]*member) *space {
	s := &space{alpha: a, limits: limits, sides: len(sets)}
	s.texts, s.ranks = unique(sets...)
	for side, set := range sets {
		s.allow[side] = append(s.allow[side], true)
		for _, p := range set {
			s.allow[side] = append(s.allow[side], p.Allow)
		}
	}
	s.reset()
	return s
}

// reset forgets all states, but not their memory.
func (s *space) reset() {
	s.steps, s.spent = 0, false
	s.octets, s.heads = s.octets[:0], s.heads[:0]
	s.starts = append(s.starts[:0], 0)
	if s.slots == nil {
		s.slots = make([]stateID, 64)
	}
	for i := range s.slots {
		s.slots[i] = noState
	}
	s.row = slices.Grow(s.row[:0], len(s.alpha.units))[:len(s.alpha.units)]
}

// root sets st to the state before any octet.
func (s *space) root(st *state) {
	*st = state{live: st.live[:0]}
	for t := range s.texts {
		s.put(st, int32(t), 0)
	}
	s.settle(st)
}

// put adds a text at a place, or takes its rank where it matches there.
func (s *space) put(st *state, t int32, at place) {
	if !s.texts[t].done(at) {
		st.live = append(st.live, liveAt(t, at))
		return
	}
	for side := range s.sides {
		st.best[side] = max(st.best[side], s.ranks[t][side])
	}
}

// settle drops the texts that can no longer matter.
func (s *space) settle(st *state) {
	st.live = slices.DeleteFunc(st.live, func(l live) bool {
		r := &s.ranks[l.text()]
		return r[0] <= st.best[0] && r[1] <= st.best[1]
	})
	if s.levels {
		s.settleLevels(st)
	}
}

// unnamed stands for an octet that no live text names at its place.
const unnamed = -1

// advance sets to to what one octet makes of from.
func (s *space) advance(to, from *state, c int) {
	to.best, to.query, to.live = from.best, from.query, to.live[:0]
	s.steps += 1 + len(from.live)
	for _, l := range from.live {
		t := s.texts[l.text()]
		var at place
		if c == unnamed {
			at = t.other(l.at())
		} else {
			var links int
			at, links = t.read(l.at(), byte(c))
			s.steps += links
		}
		if at != nowhere {
			s.put(to, l.text(), at)
		}
	}
	s.settle(to)
}

// octetSet is a set of octets.
type octetSet [4]uint64

func (o *octetSet) add(c byte)      { o[c>>6] |= 1 << (c & 63) }
func (o *octetSet) has(c byte) bool { return o[c>>6]&(1<<(c&63)) != 0 }

// named gives the octets that live texts name at their places: all others lead
// to one state.
func (s *space) named(st *state) (set octetSet) {
	for _, l := range st.live {
		t := s.texts[l.text()]
		if int(l.at()) < len(t.cross) {
			set.add('?')
		}
		for at := l.at(); ; at = t.back[at] {
			if int(at) < len(t.octets) {
				set.add(t.octets[at])
			}
			s.steps++
			if back := t.back[at]; back == nowhere || back == at {
				break
			}
		}
	}
	return set
}

// open sets st to a state. Its live texts are the space's own and must not be
// changed.
func (s *space) open(st *state, id stateID) {
	h := &s.heads[id]
	st.best, st.query = h.best, h.query
	st.live = s.octets[s.starts[id]:s.starts[id+1]:s.starts[id+1]]
}

// keep gives the number of a state, noState where a limit ends.
func (s *space) keep(st *state) stateID {
	hash := uint64(uint32(st.best[0]))<<32 | uint64(uint32(st.best[1]))
	if st.query {
		hash = ^hash
	}
	const odd = 0x9E3779B97F4A7C15
	for _, l := range st.live {
		high, low := bits.Mul64(hash^uint64(l), odd)
		hash = high ^ low ^ uint64(l)>>32
	}
	hash *= odd
	mask := uint64(len(s.slots) - 1)
	for i := hash >> 20 & mask; ; i = (i + 1) & mask {
		id := s.slots[i]
		if id == noState {
			return s.add(st, hash, i)
		}
		if h := &s.heads[id]; h.hash == hash && h.best == st.best && h.query == st.query &&
			slices.Equal(st.live, s.octets[s.starts[id]:s.starts[id+1]]) {
			return id
		}
	}
}

func (s *space) add(st *state, hash, slot uint64) stateID {
	// Why 16: places are kept, too, and a hostile set has many in each state.
	if len(s.heads) >= s.limits.States || s.steps >= s.limits.Steps || len(s.octets) > 16*s.limits.States+len(s.texts) {
		s.spent = true
		return noState
	}
	id := stateID(len(s.heads))
	s.slots[slot] = id
	s.octets = append(s.octets, st.live...)
	s.starts = append(s.starts, len(s.octets))
	s.heads = append(s.heads, stateHead{best: st.best, query: st.query, hash: hash})
	if 2*len(s.heads) > len(s.slots) {
		s.rehash()
	}
	return id
}

func (s *space) rehash() {
	s.slots = make([]stateID, 2*len(s.slots))
	for i := range s.slots {
		s.slots[i] = noState
	}
	mask := uint64(len(s.slots) - 1)
	for id := range s.heads {
		i := s.heads[id].hash >> 20 & mask
		for s.slots[i] != noState {
			i = (i + 1) & mask
		}
		s.slots[i] = stateID(id)
	}
}

// next gives the states that every unit leads to from a state, by unit; noState
// for those that cannot stand there. The slice is the space's own.
func (s *space) next(id stateID) []stateID {
	var from state
	s.open(&from, id)
	names := s.named(&from)
	a := s.alpha
	question := a.query && !from.query
	other := unset
	for c := range 256 {
		u := a.raw[c]
		if u == noUnit {
			continue
		}
		switch {
		case question && c == '?':
			s.advance(&s.scratch[0], &from, c)
			s.scratch[0].query = true
			s.row[u] = s.keep(&s.scratch[0])
		case names.has(byte(c)):
			s.advance(&s.scratch[0], &from, c)
			s.row[u] = s.keep(&s.scratch[0])
		default:
			if other == unset {
				s.advance(&s.scratch[0], &from, unnamed)
				other = s.keep(&s.scratch[0])
			}
			s.row[u] = other
		}
	}
	if a.escapes {
		s.nextEscapes(&from)
	}
	if from.query {
		for u, in := range a.inQuery {
			s.row[u] = s.row[in]
		}
	}
	return s.row
}

// unset stands for what is not computed yet.
const unset stateID = -2

// nextEscapes fills the row for escapes: three octets, of which states are kept
// behind the last alone.
func (s *space) nextEscapes(from *state) {
	percent, first, second := &s.scratch[0], &s.scratch[1], &s.scratch[2]
	s.advance(percent, from, '%')
	names := s.named(percent)
	// The first digits that nobody names lead to one state.
	var rest uint16
	for high := range 16 {
		if s.alpha.digits[high] == 0 {
			continue
		}
		if !names.has(hexDigits[high]) {
			rest |= 1 << high
			continue
		}
		s.advance(first, percent, int(hexDigits[high]))
		s.nextDigits(first, second, 1<<high)
	}
	if rest != 0 {
		s.advance(first, percent, unnamed)
		s.nextDigits(first, second, rest)
	}
}

// nextDigits fills the row for the second digits behind a set of first ones.
func (s *space) nextDigits(first, second *state, highs uint16) {
	names := s.named(first)
	other := unset
	for low := range 16 {
		to := unset
		for set := highs; set != 0; set &= set - 1 {
			high := bits.TrailingZeros16(set)
			u := s.alpha.escape[high<<4|low]
			if u == noUnit {
				continue
			}
			if !names.has(hexDigits[low]) {
				to = other
			}
			if to == unset {
				c := unnamed
				if names.has(hexDigits[low]) {
					c = int(hexDigits[low])
				}
				s.advance(second, first, c)
				to = s.keep(second)
				if c == unnamed {
					other = to
				}
			}
			s.row[u] = to
		}
	}
}

// cost gives what a space has cost, in steps: those it has counted, and what its
// texts and states take.
func (s *space) cost() int {
	return s.steps + 32*len(s.texts) + len(s.alpha.units)/4*len(s.heads)
}

// winner gives the rank that decides on a side for the path that ends in a
// state.
func (s *space) winner(st *state, side int) int32 {
	best := st.best[side]
	for _, l := range st.live {
		if s.texts[l.text()].ends(l.at()) {
			best = max(best, s.ranks[l.text()][side])
		}
	}
	return best
}

// start keeps the state of the path "/".
func (s *space) start() stateID { return s.after([]byte("/")) }

// after keeps the state behind the octets of a path, which must end with a
// unit.
func (s *space) after(path []byte) stateID { return s.keep(s.walk(path)) }

// walk gives the state behind the octets of a path. It is the space's own.
func (s *space) walk(path []byte) *state {
	at, next := &s.scratch[0], &s.scratch[1]
	s.root(at)
	for _, c := range path {
		s.advance(next, at, int(c))
		next.query = at.query || s.alpha.query && c == '?'
		at, next = next, at
	}
	return at
}
