package automaton

import (
	"bytes"
	"math/bits"
	"sync"
	"unsafe"
)

// starView is a star section, taken apart once for a machine.
type starView struct {
	stars, edges, pieces, arms, nodes uint32    // how many
	begins                            [4]uint64 // octets that a piece begins with
	before                            [4]uint32 // children of the first node for the words before, plus one
	star, edge, piece, arm, node      uint32    // where they are in the code
	octets                            uint32
	best                              Rank
}

// How many numbers each of them has.
const (
	starNumbers  = 3
	edgeNumbers  = 4
	pieceNumbers = 4
	nodeNumbers  = 4
)

func (m *Machine) openStars(at uint32) {
	w := m.w
	s := &starView{best: Rank(m.number(at + 2))}
	at += 2 + w
	s.stars, s.edges, s.pieces = m.number(at), m.number(at+w), m.number(at+2*w)
	s.arms, s.nodes = m.number(at+3*w), m.number(at+4*w)
	at += 5 * w
	before := uint32(1)
	for i := range s.begins {
		s.begins[i] = m.word(at + 8*uint32(i))
		s.before[i] = before
		before += uint32(bits.OnesCount64(s.begins[i]))
	}
	s.star = at + 32
	s.edge = s.star + (starNumbers*s.stars+1)*w
	s.piece = s.edge + edgeNumbers*s.edges*w
	s.arm = s.piece + (pieceNumbers*s.pieces+1)*w
	s.node = s.arm + s.arms*w
	s.octets = s.node + (nodeNumbers*s.nodes+1)*w
	m.stars = s
}

// starScratch is what a match needs besides the path. Its slices are kept from
// match to match, and from machine to machine: what is in them counts only if
// it carries the present stamp.
type starScratch struct {
	stamp   uint32
	entered []entered // by star node
	queues  []queue   // armed edges, by piece
	armed   []uint32  // by edge: the next in its queue, plus one
	pending []entry   // star nodes that the trie of literals leads to

	// clean holds, by node, the number of entries into star nodes after which
	// nothing along its failure links could fire: until the next entry nothing
	// can.
	clean   []uint32
	entries uint32

	work int // steps: what the bound counts
}

type entered struct{ stamp, from uint32 }

type queue struct{ stamp, first uint32 } // edge plus one

type entry struct{ star, pos uint32 }

var starScratches = sync.Pool{New: func() any { return new(starScratch) }}

func fit[T any](s []T, n uint32) []T {
	s = s[:cap(s)]
	if uint32(len(s)) < n {
		return make([]T, n)
	}
	return s
}

// begin makes room for a machine. Stamps and entries only grow, until they are
// used up.
func (s *starScratch) begin(v *starView) {
	s.entered = fit(s.entered, v.stars)
	if v.arms > 0 {
		s.queues = fit(s.queues, v.pieces)
		s.armed = fit(s.armed, v.edges)
	}
	s.clean = fit(s.clean, v.nodes)
	s.pending = s.pending[:0]
	s.work = 0
	s.stamp++
	s.entries++
	if s.stamp == 0 || s.entries > 1<<31 {
		clear(s.entered)
		clear(s.queues)
		clear(s.clean)
		s.stamp, s.entries = 1, 1
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
		s.work++
		if node = m.step(node, path[i], s); node == 0 {
			continue
		}
		at := v.node + nodeNumbers*node*w
		first := node
		if m.number(at+2*w) == 0 {
			first = m.number(at + 3*w)
		}
		if first != 0 {
			best = m.found(first, path, uint32(i+1), best, s)
		}
	}
	for _, e := range pending {
		best = m.enter(e.star, e.pos, best, s)
	}
	return best
}

// step goes on from a node by an octet: to its child, or else to that of the
// next node along its failure links that has one.
func (m *Machine) step(node uint32, c byte, s *starScratch) uint32 {
	for node != 0 {
		if to, found := m.childOf(node, c); found {
			return to
		}
		s.work++
		node = m.number(m.stars.node + (nodeNumbers*node+1)*m.w)
	}
	return m.stars.firstChild(c)
}

// firstChild finds a child of the first node. Its children stand in the order
// of their octets, so counting the octets before gives the place.
func (v *starView) firstChild(c byte) uint32 {
	word, bit := v.begins[c>>6], uint64(1)<<(c&63)
	if word&bit == 0 {
		return 0
	}
	return v.before[c>>6] + uint32(bits.OnesCount64(word&(bit-1)))
}

// childOf finds a node's child by its octet.
func (m *Machine) childOf(node uint32, c byte) (uint32, bool) {
	at := m.stars.node + nodeNumbers*node*m.w
	first, end := m.number(at), m.number(at+nodeNumbers*m.w)
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
		node := m.nodeAt(slot)
		if node.length > 0 && agree(path, pos, unsafe.Add(m.code, node.run), node.length) < node.length {
			return best
		}
		pos += node.length
		best = max(best, node.accept)
		if pos == n {
			best = max(best, node.anchored)
		}
		if node.list != 0 {
			s.pending = append(s.pending, entry{m.number(node.list + 2 + m.w), pos})
		}
		if pos >= n {
			return best
		}
		if slot = m.find(&node, path[pos]); slot == 0 {
			return best
		}
		pos++
	}
	r := m.read(Rank(slot >> 1))
	if bytes.HasPrefix(path[pos:], r.text[min(int(pos), r.lit):r.lit]) && (r.head&headAnchored == 0 || len(path) == r.lit) {
		best = max(best, Rank(slot>>1))
	}
	return best
}

// enter enters a star node at a position, once.
func (m *Machine) enter(star, pos uint32, best Rank, s *starScratch) Rank {
	v, w := m.stars, m.w
	if s.entered[star].stamp == s.stamp {
		return best
	}
	at := v.star + starNumbers*star*w
	best = max(best, Rank(m.number(at+w)))
	if Rank(m.number(at+2*w)) <= best {
		return best
	}
	s.entered[star] = entered{stamp: s.stamp, from: pos}
	s.entries++
	for a, end := m.number(at), m.number(at+starNumbers*w); a < end; a++ {
		s.work++
		e := m.number(v.arm + a*w)
		q := m.queue(e, s)
		s.armed[e] = q.first
		q.first = e + 1
	}
	return best
}

// queue gives the queue of an armed edge's piece. Armed edges do not name their
// piece: their place among the edges does.
func (m *Machine) queue(e uint32, s *starScratch) *queue {
	v, w := m.stars, m.w
	low, high := uint32(0), v.pieces
	for high-low > 1 {
		mid := (low + high) / 2
		if m.number(v.piece+pieceNumbers*mid*w) <= e {
			low = mid
		} else {
			high = mid
		}
	}
	q := &s.queues[low]
	if q.stamp != s.stamp {
		*q = queue{stamp: s.stamp}
	}
	return q
}

// found fires what can fire on the pieces that are found at a node and along
// its failure links. end is behind the octet that led to the node.
func (m *Machine) found(node uint32, path []byte, end uint32, best Rank, s *starScratch) Rank {
	v, w := m.stars, m.w
	n := uint32(len(path))
	entries, left := s.entries, false
	first := node
	for node != 0 && (s.clean[node] != entries || end == n) {
		s.work++
		at := v.node + nodeNumbers*node*w
		p := m.number(at+2*w) - 1
		node = m.number(at + 3*w)
		piece := v.piece + pieceNumbers*p*w
		length, cut := m.number(piece+2*w), m.number(piece+3*w)
		from, to := end-cut, end
		if cut < length {
			if !m.isLive(p, s) {
				continue
			}
			// It may be found in full, or end the path, another time.
			left = true
			rest := unsafe.Slice(m.tableAt(m.number(piece+w)+cut), length-cut)
			if !bytes.HasPrefix(path[end:], rest) {
				continue
			}
			to = from + length
		}
		e, last := m.number(piece), m.number(piece+pieceNumbers*w)
		if last-e > lightEdges {
			var kept bool
			best, kept = m.fire(p, from, to, best, s)
			left = left || kept
			if to != n {
				continue
			}
		}
		for ; e < last; e++ {
			s.work++
			edge := v.edge + edgeNumbers*e*w
			star := s.entered[m.number(edge)]
			if star.stamp != s.stamp {
				continue
			}
			if star.from > from {
				left = true
				continue
			}
			best = max(best, Rank(m.number(edge+w)))
			if to == n {
				best = max(best, Rank(m.number(edge+2*w)))
			}
			if next := m.number(edge + 3*w); next != 0 {
				best = m.enter(next-1, to, best, s)
			}
		}
	}
	if !left {
		for stop := node; first != stop; first = m.number(v.node + (nodeNumbers*first+3)*w) {
			s.clean[first] = entries
		}
	}
	return best
}

// isLive reports whether a piece may have an edge whose star node is entered.
func (m *Machine) isLive(p uint32, s *starScratch) bool {
	v, w := m.stars, m.w
	piece := v.piece + pieceNumbers*p*w
	e, last := m.number(piece), m.number(piece+pieceNumbers*w)
	if last-e > lightEdges {
		return true
	}
	for ; e < last; e++ {
		s.work++
		if s.entered[m.number(v.edge+edgeNumbers*e*w)].stamp == s.stamp {
			return true
		}
	}
	return false
}

// fire fires the armed edges of a piece that has many, where their star node
// was entered at or before from. kept reports others.
func (m *Machine) fire(p, from, to uint32, best Rank, s *starScratch) (_ Rank, kept bool) {
	v, w := m.stars, m.w
	q := &s.queues[p]
	if q.stamp != s.stamp || q.first == 0 {
		return best, false
	}
	e := q.first
	q.first = 0
	for e != 0 {
		s.work++
		this := e - 1
		e = s.armed[this]
		edge := v.edge + edgeNumbers*this*w
		if s.entered[m.number(edge)].from > from {
			s.armed[this] = q.first
			q.first = this + 1
			kept = true
			continue
		}
		best = max(best, Rank(m.number(edge+w)))
		if next := m.number(edge + 3*w); next != 0 {
			best = m.enter(next-1, to, best, s)
		}
	}
	return best, kept || q.first != 0
}
