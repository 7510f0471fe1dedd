package automaton

import (
	"bytes"
	"math/bits"
	"sync"
	"unsafe"
)

// starView is a star section, taken apart once for a machine.
type starView struct {
	stars, edges, pieces, nodes uint32 // how many
	begins                      *[32]byte
	star, edge, piece, node     uint32 // where they are in the code
	octets                      uint32
	best                        Rank
}

func (m *Machine) openStars(at uint32) {
	w := m.w
	s := &starView{best: Rank(m.number(at + 2))}
	at += 2 + w
	s.stars, s.edges, s.pieces, s.nodes = m.number(at), m.number(at+w), m.number(at+2*w), m.number(at+3*w)
	at += 4 * w
	s.begins = (*[32]byte)(unsafe.Add(m.code, at))
	s.star = at + 32
	s.edge = s.star + (3*s.stars+1)*w
	s.piece = s.edge + 4*s.edges*w
	s.node = s.piece + 3*s.pieces*w
	s.octets = s.node + (4*s.nodes+1)*w
	m.stars = s
}

// starScratch is what a match needs besides the path. Its slices are kept from
// match to match, and from machine to machine: what is in them counts only if
// it carries the present stamp.
type starScratch struct {
	stamp   uint32
	entered []uint32 // stamp, by star node
	queues  []queue  // armed edges, by piece
	armed   []armed  // by edge
	ends    []uint32 // armed edges that are accepted at the path's end
	pending []entry  // star nodes that the trie of literals leads to

	// clean holds, by node, the number of armings after which nothing along its
	// failure links could fire: until the next arming nothing can.
	clean   []uint32
	armings uint32

	waiting int // armed edges that are in a queue
	work    int // steps: what the bound counts
}

type queue struct{ stamp, first uint32 } // edge plus one

type armed struct{ next, from uint32 } // edge plus one; position

type entry struct{ star, pos uint32 }

var starScratches = sync.Pool{New: func() any { return new(starScratch) }}

func fit[T any](s []T, n uint32) []T {
	s = s[:cap(s)]
	if uint32(len(s)) < n {
		return make([]T, n)
	}
	return s
}

// begin makes room for a machine. Stamps and armings only grow, until they are
// used up.
func (s *starScratch) begin(v *starView) {
	s.entered = fit(s.entered, v.stars)
	s.queues = fit(s.queues, v.pieces)
	s.armed = fit(s.armed, v.edges)
	s.clean = fit(s.clean, v.nodes)
	s.ends, s.pending = s.ends[:0], s.pending[:0]
	s.waiting, s.work = 0, 0
	s.stamp++
	s.armings++
	if s.stamp == 0 || s.armings > 1<<31 {
		clear(s.entered)
		clear(s.queues)
		clear(s.clean)
		s.stamp, s.armings = 1, 1
	}
}

// matchStars is Match for a machine with a star section. path is canonical.
func (m *Machine) matchStars(path []byte) Rank {
	s := starScratches.Get().(*starScratch)
	best := m.runStars(path, s)
	starScratches.Put(s)
	return best
}

func (m *Machine) runStars(path []byte, s *starScratch) Rank {
	v, w := m.stars, m.w
	s.begin(v)
	best := m.walkStars(path, s)
	if len(s.pending) == 0 {
		return best
	}
	pending := s.pending
	node := uint32(0)
	for i := int(pending[0].pos); i < len(path) && best < v.best; i++ {
		for len(pending) > 0 && int(pending[0].pos) == i {
			best = m.enter(pending[0].star, uint32(i), best, s)
			pending = pending[1:]
		}
		if s.waiting == 0 && len(pending) == 0 {
			break
		}
		c := path[i]
		if node == 0 && v.begins[c>>3]&(1<<(c&7)) == 0 {
			continue
		}
		for {
			s.work++
			to, found := m.childOf(node, c)
			if found {
				node = to
				break
			}
			if node == 0 {
				break
			}
			node = m.number(v.node + (4*node+1)*w)
		}
		best = m.found(node, path, uint32(i+1), best, s)
	}
	for _, e := range pending {
		best = m.enter(e.star, e.pos, best, s)
	}
	return m.endStars(path, best, s)
}

// childOf finds a node's child by its octet.
func (m *Machine) childOf(node uint32, c byte) (uint32, bool) {
	at := m.stars.node + 4*node*m.w
	first, end := m.number(at), m.number(at+4*m.w)
	for ; first < end; first += 8 {
		if t := firstEqual(m.word(m.stars.octets+first), c); t != 0 {
			to := first + uint32(bits.TrailingZeros64(t))>>3
			return to, to < end
		}
	}
	return 0, false
}

// walkStars walks the trie of literals and notes the star nodes on the way.
func (m *Machine) walkStars(path []byte, s *starScratch) (best Rank) {
	n := uint32(len(path))
	pos := uint32(0)
	slot := m.root
	for slot&slotLeaf == 0 {
		at := slot >> 1
		children, info := uint32(m.octet(at)), m.octet(at+1)
		at += 2
		if run := uint32(info & nodeRun); run > 0 {
			if agree(path, pos, unsafe.Add(m.code, at), run) < run {
				return best
			}
			pos += run
			at += run
		}
		p := at + children + children*m.w
		if info&nodeAccept != 0 {
			best = max(best, Rank(m.number(p)))
			p += m.w
		}
		if info&nodeExtras != 0 {
			if pos == n {
				best = max(best, Rank(m.number(p)))
			}
			if list := m.number(p + m.w); list != 0 {
				s.pending = append(s.pending, entry{m.number(list + 2 + m.w), pos})
			}
		}
		if pos >= n {
			return best
		}
		i, t := uint32(0), uint64(0)
		for ; i < children; i += 8 {
			if t = firstEqual(m.word(at+i), path[pos]); t != 0 {
				i += uint32(bits.TrailingZeros64(t)) >> 3
				break
			}
		}
		if t == 0 || i >= children {
			return best
		}
		slot = m.number(at + children + i*m.w)
		pos++
	}
	r := m.read(Rank(slot >> 1))
	if bytes.HasPrefix(path[pos:], r.text[min(int(pos), r.lit):r.lit]) && (r.head&headAnchored == 0 || len(path) == r.lit) {
		best = max(best, Rank(slot>>1))
	}
	return best
}

// enter enters a star node at a position, once: its edges are armed.
func (m *Machine) enter(star, pos uint32, best Rank, s *starScratch) Rank {
	v, w := m.stars, m.w
	if s.entered[star] == s.stamp {
		return best
	}
	s.entered[star] = s.stamp
	at := v.star + 3*star*w
	best = max(best, Rank(m.number(at+w)))
	if Rank(m.number(at+2*w)) <= best {
		return best
	}
	s.armings++
	for e, end := m.number(at), m.number(at+3*w); e < end; e++ {
		s.work++
		edge := v.edge + 4*e*w
		s.armed[e].from = pos
		if Rank(m.number(edge+2*w)) > best {
			s.ends = append(s.ends, e)
		}
		if m.number(edge+3*w) == 0 && Rank(m.number(edge+w)) <= best {
			continue
		}
		q := &s.queues[m.number(edge)]
		if q.stamp != s.stamp {
			*q = queue{stamp: s.stamp}
		}
		s.armed[e].next = q.first
		q.first = e + 1
		s.waiting++
	}
	return best
}

// found fires what is armed on the pieces that are found at a node, which is
// reached behind the octet before end.
func (m *Machine) found(node uint32, path []byte, end uint32, best Rank, s *starScratch) Rank {
	v, w := m.stars, m.w
	at := v.node + 4*node*w
	if m.number(at+2*w) == 0 {
		node = m.number(at + 3*w)
	}
	if node == 0 || s.clean[node] == s.armings {
		return best
	}
	armings, left := s.armings, false
	first := node
	for ; node != 0 && s.clean[node] != armings; node = m.number(at + 3*w) {
		s.work++
		at = v.node + 4*node*w
		p := m.number(at+2*w) - 1
		q := &s.queues[p]
		if q.stamp != s.stamp || q.first == 0 {
			continue
		}
		piece := v.piece + 3*p*w
		text, length, cut := m.number(piece), m.number(piece+w), m.number(piece+2*w)
		if cut < length && !bytes.HasPrefix(path[end:], unsafe.Slice((*byte)(unsafe.Add(m.table, text+cut)), length-cut)) {
			left = true
			continue
		}
		var kept bool
		best, kept = m.fire(q, end-cut, end-cut+length, best, s)
		left = left || kept
	}
	if !left {
		for node, stop := first, node; node != stop; node = m.number(v.node + (4*node+3)*w) {
			s.clean[node] = armings
		}
	}
	return best
}

// fire fires the edges of a queue that were armed at or before start. kept
// reports others.
func (m *Machine) fire(q *queue, start, end uint32, best Rank, s *starScratch) (_ Rank, kept bool) {
	v, w := m.stars, m.w
	e := q.first
	q.first = 0
	last := uint32(0) // the last edge that stays, plus one
	for e != 0 {
		s.work++
		this := e - 1
		e = s.armed[this].next
		if s.armed[this].from > start {
			if s.armed[this].next = 0; last == 0 {
				q.first = this + 1
			} else {
				s.armed[last-1].next = this + 1
			}
			last = this + 1
			kept = true
			continue
		}
		s.waiting--
		edge := v.edge + 4*this*w
		best = max(best, Rank(m.number(edge+w)))
		if next := m.number(edge + 3*w); next != 0 {
			// It may arm the very piece of q, at the head of the queue, where this
			// loop does not see it: it begins too late to fire here.
			before := q.first
			best = m.enter(next-1, end, best, s)
			if q.first != before && last == 0 {
				last = m.lastOf(q, s)
			}
		}
	}
	return best, kept || q.first != 0
}

// lastOf gives the last edge of a queue, plus one.
func (m *Machine) lastOf(q *queue, s *starScratch) uint32 {
	e := q.first
	for s.armed[e-1].next != 0 {
		e = s.armed[e-1].next
	}
	return e
}

// endStars asks for the patterns that end where the path does.
func (m *Machine) endStars(path []byte, best Rank, s *starScratch) Rank {
	v, w := m.stars, m.w
	for _, e := range s.ends {
		edge := v.edge + 4*e*w
		rank := Rank(m.number(edge + 2*w))
		if rank <= best {
			continue
		}
		s.work++
		piece := v.piece + 3*m.number(edge)*w
		text, length := m.number(piece), m.number(piece+w)
		if int(s.armed[e].from+length) <= len(path) &&
			bytes.HasSuffix(path, unsafe.Slice((*byte)(unsafe.Add(m.table, text)), length)) {
			best = rank
		}
	}
	return best
}
