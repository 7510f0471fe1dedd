package automaton

import (
	"bytes"
	"sync"
	"unsafe"
)

// While a path is read, the star machine keeps what waits for which piece.
//
// Edges of a star node whose piece has no other edge wait without a word: the
// piece leads to the edge, and that to its star node, which is entered or not.
// All else stands in its piece's queue. A piece has a mark if something may wait
// for it: at first all have one, and a piece that is found is without until
// something waits for it again. What came too late for an occurrence is put off
// to the first octet that can end one in time, or simply stays for a short piece.
// So whatever waits is looked at a few times at most.

// starScratch is what a match needs besides the path. Its slices are kept from
// match to match, and from machine to machine: what is in them counts only if
// it carries the present stamp.
type starScratch struct {
	stamp   uint32
	entered []entered // by star node
	fired   []uint32  // by edge: the stamp of the match in which it led on
	queues  []queue   // by piece
	marks   []uint64  // a bit for each piece

	unmarked []uint32 // the pieces that are without, and perhaps others
	due      []uint32 // by position: the first of pool that is put off to it, plus one
	pool     []waiting
	free     uint32  // the first of pool that waits no more, plus one
	pending  []entry // places that the trie of literals leads to

	length uint32 // of the path
	query  uint32 // the position behind the path's first separator
	best   Rank
	work   int // steps: what the bound counts
}

type entered struct{ stamp, from uint32 }

// queue is what waits for a piece: in general, and where it ends the path.
type queue struct{ stamp, first, ends uint32 } // of pool, plus one

// waiting is what waits for a piece.
type waiting struct {
	to    uint32 // where it goes: a step, or a rank
	from  uint32 // the position from which on the piece counts
	piece uint32 // once it is put off
	next  uint32 // in its queue, plus one
	other uint32 // the piece's other spelling, plus one, while the separator is ahead

	// twin is the one of pool, plus one, that keeps whether either of two has gone:
	// that which waits for the first of two spellings. It is not used again.
	twin uint32
}

const (
	toNothing = ^uint32(0)     // to of a mark that is put off
	toGone    = ^uint32(0) - 1 // to of a twin, once one of both has gone
)

type entry struct{ place, pos uint32 }

var starScratches = sync.Pool{New: func() any { return new(starScratch) }}

func fit[T any](s []T, n uint32) []T {
	s = s[:cap(s)]
	if uint32(len(s)) < n {
		return make([]T, n)
	}
	return s
}

// begin makes room for a machine and a path. Stamps only grow, until they are
// used up.
func (s *starScratch) begin(v *starView, path []byte) {
	s.entered = fit(s.entered, v.stars)
	s.fired = fit(s.fired, v.edges)
	s.queues = fit(s.queues, v.pieces)
	words := (v.pieces + 63) / 64
	s.marks = fit(s.marks, words)
	for i := range s.marks[:words] {
		s.marks[i] = ^uint64(0)
	}
	s.due = fit(s.due, uint32(len(path))+1)
	clear(s.due[:len(path)+1])
	s.pool, s.pending, s.unmarked, s.free = s.pool[:0], s.pending[:0], s.unmarked[:0], 0
	s.best, s.work = NoRank, 0
	s.length = uint32(len(path))
	s.query = uint32(len(path)) + 1
	if i := bytes.IndexByte(path, separator); i >= 0 {
		s.query = uint32(i) + 1
	}
	if s.stamp++; s.stamp == 0 {
		clear(s.entered)
		clear(s.fired)
		clear(s.queues)
		s.stamp = 1
	}
}

func (s *starScratch) mark(p uint32) { s.marks[p>>6] |= 1 << (p & 63) }

func (s *starScratch) unmark(p uint32) {
	s.marks[p>>6] &^= 1 << (p & 63)
	s.unmarked = put(s.unmarked, p)
}

// markAgain gives all pieces their mark, if it need not look at more than so
// many.
func (s *starScratch) markAgain(many uint32) bool {
	if uint32(len(s.unmarked)) > many {
		return false
	}
	for _, p := range s.unmarked {
		s.work++
		s.mark(p)
	}
	s.unmarked = s.unmarked[:0]
	return true
}

// add gives a place in the pool to x.
func (s *starScratch) add(x waiting) uint32 {
	s.work++
	if i := s.free; i != 0 {
		s.free = s.pool[i-1].next
		s.pool[i-1] = x
		return i
	}
	s.pool = append(s.pool, x)
	return uint32(len(s.pool))
}

func (s *starScratch) drop(i uint32) {
	s.pool[i-1].other = 0
	if s.pool[i-1].twin == i {
		return
	}
	s.pool[i-1].next = s.free
	s.free = i
}

func (s *starScratch) queue(p uint32) *queue {
	q := &s.queues[p]
	if q.stamp != s.stamp {
		*q = queue{stamp: s.stamp}
	}
	return q
}

// push lets x wait for a piece.
func (s *starScratch) push(p uint32, x waiting) { s.queueUp(p, s.add(x)) }

func (s *starScratch) queueUp(p, i uint32) {
	q := s.queue(p)
	if q.first == 0 {
		s.mark(p)
	}
	s.pool[i-1].next = q.first
	q.first = i
}

// putOff lets one of pool wait for the octet before a position. What would wait
// for longer than the path is need not; but its other spelling may be shorter, so
// cross must find it.
func (s *starScratch) putOff(i, until uint32) {
	if until > s.length {
		if s.pool[i-1].other == 0 {
			s.drop(i)
		}
		return
	}
	s.pool[i-1].next = s.due[until]
	s.due[until] = i
}

// release lets what was put off to a position wait in its queues.
func (s *starScratch) release(at uint32) {
	for i := s.due[at]; i != 0; {
		s.work++
		x := &s.pool[i-1]
		next := x.next
		if x.to == toNothing {
			s.mark(x.piece)
			s.drop(i)
		} else {
			s.queueUp(x.piece, i)
		}
		i = next
	}
}

// wait lets what goes to a step or rank wait from a position on for a piece,
// which is spelt as q behind the path's first separator.
func (s *starScratch) wait(p, q, to, pos uint32) {
	x := waiting{to: to, from: pos}
	if p != q && pos >= s.query {
		p = q
	} else if p != q {
		x.other = q + 1
	}
	s.push(p, x)
}

// cross lets what waits for a piece of two spellings wait for the other one, too,
// from the separator on. The first may still be found across it.
func (m *Machine) cross(s *starScratch) {
	for i := range uint32(len(s.pool)) {
		s.work++
		x := &s.pool[i]
		if x.other == 0 {
			continue
		}
		q, to, from := x.other-1, x.to, max(x.from, s.query)
		if until := from + m.cut(q); until <= s.length {
			x.twin = i + 1
			s.putOff(s.add(waiting{to: to, from: from, piece: q, twin: i + 1}), until)
		}
	}
}

// waitEnd lets a rank wait for a piece that ends the path.
func (s *starScratch) waitEnd(p, q, rank, pos uint32) {
	queue := s.queue(p)
	queue.ends = s.add(waiting{to: rank, from: pos, next: queue.ends})
	if p != q {
		queue = s.queue(q)
		queue.ends = s.add(waiting{to: rank, from: max(pos, s.query), next: queue.ends})
	}
}

// fire lets go on what waits for a piece that was found.
func (m *Machine) fire(p, from, to uint32, s *starScratch) {
	if e := m.number(m.stars.piece + pieceNumbers*p*m.w); e != 0 {
		m.fireEdge(p, e-1, from, to, s)
	}
	if q := &s.queues[p]; q.stamp == s.stamp {
		first := q.first
		q.first = 0
		m.fireQueue(p, first, from, to, s)
	}
}

// fireQueue fires what waits, from the first on, for a piece.
//
// PERF: hundreds of chains may go on at every octet. Most go on to another piece
// in a way that is done here at once, without a look at the pool's free places.
func (m *Machine) fireQueue(p, first, from, to uint32, s *starScratch) {
	steps, w, mask := unsafe.Add(m.code, m.stars.step), m.w, m.mask
	stamp, pool, queues := s.stamp, s.pool, s.queues
	soon := m.cut(p) <= soonCut
	count := 0
	for i := first; i != 0; {
		count++
		x := &pool[i-1]
		this, where := i, x.to
		i = x.next
		next := p
		if x.from > from {
			if !soon {
				m.fireOne(p, this, from, to, s)
				continue
			}
		} else {
			if x.twin != 0 || where >= goesRank {
				m.fireOne(p, this, from, to, s)
				pool = s.pool
				continue
			}
			step := load32(unsafe.Add(steps, where*w)) & mask
			next = step >> stepShift
			switch step & (1<<stepShift - 1) {
			case stepPiece:
				x.to, x.other = where+1, 0
			case stepEither:
				other := load32(unsafe.Add(steps, (where+1)*w)) & mask
				x.to, x.other = where+2, other+1
				if to >= s.query {
					next, x.other = other, 0
				}
			default:
				m.fireOne(p, this, from, to, s)
				pool = s.pool
				continue
			}
			x.from = to
		}
		q := &queues[next]
		if q.stamp != stamp {
			*q = queue{stamp: stamp}
		}
		if q.first == 0 {
			s.mark(next)
		}
		x.next = q.first
		q.first = this
	}
	s.work += count
}

// soonCut is up to how many octets of a piece are looked for where what came too
// late simply stays: the piece can be found too early but twice.
const soonCut = 3

// fireOne fires one that waits.
func (m *Machine) fireOne(p, i, from, to uint32, s *starScratch) {
	x := &s.pool[i-1]
	if x.from > from {
		x.piece = p
		s.putOff(i, x.from+m.cut(p))
		return
	}
	where := x.to
	if x.twin != 0 {
		twin := &s.pool[x.twin-1]
		if twin.to == toGone {
			s.drop(i)
			return
		}
		twin.to = toGone
	}
	s.drop(i)
	m.goTo(where, to, s)
}

// fireEdge fires an edge that is looked at where its piece is found.
func (m *Machine) fireEdge(p, e, from, to uint32, s *starScratch) {
	w := m.w
	edge := m.stars.edge + edgeNumbers*e*w
	lower, entered := s.since(m.number(edge), m.number(edge+w))
	if !entered {
		return
	}
	if lower > from {
		if s.marks[p>>6]>>(p&63)&1 == 0 {
			s.putOff(s.add(waiting{to: toNothing, piece: p}), lower+m.cut(p))
		}
		return
	}
	kind, where := m.number(edge+w), m.number(edge+2*w)
	switch {
	case kind&edgeEnd != 0: // see ended
	case kind&edgeRank != 0:
		s.best = max(s.best, Rank(where))
	default:
		// It leads on once, in whichever spelling comes first.
		if kind&edgeQuery != 0 {
			e--
		}
		if s.fired[e] != s.stamp {
			s.fired[e] = s.stamp
			m.goOn(where, to, s)
		}
	}
}

// since gives the position from which on an edge's piece counts.
func (s *starScratch) since(star, kind uint32) (from uint32, entered bool) {
	s.work++
	x := s.entered[star]
	if kind&edgeQuery != 0 {
		x.from = max(x.from, s.query)
	}
	return x.from, x.stamp == s.stamp
}

// fireEnd accepts what waits for a piece that ends the path.
func (m *Machine) fireEnd(p, from uint32, s *starScratch) {
	v, w := m.stars, m.w
	if e := m.number(v.piece + pieceNumbers*p*w); e != 0 {
		edge := v.edge + edgeNumbers*(e-1)*w
		kind := m.number(edge + w)
		if lower, entered := s.since(m.number(edge), kind); entered && lower <= from && kind&edgeEnd != 0 {
			s.best = max(s.best, Rank(m.number(edge+2*w)))
		}
	}
	if s.queues[p].stamp != s.stamp {
		return
	}
	for i := s.queues[p].ends; i != 0; i = s.pool[i-1].next {
		s.work++
		if x := &s.pool[i-1]; x.from <= from {
			s.best = max(s.best, Rank(x.to))
		}
	}
}
