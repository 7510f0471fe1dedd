package automaton

import (
	"bytes"
	"math/bits"
	"unsafe"
)

// This file asks the star machine (stars.go): it reads a path once from left to
// right, and keeps what waits for which piece (waiting.go).

// starView is a star section, taken apart once for a machine.
type starView struct {
	stars, edges, pieces, rests, nodes uint32    // how many
	begins                             [4]uint64 // octets that a piece begins with
	before                             [4]uint32 // children of the first node for the words before, plus one
	head, star, edge, piece, rest      uint32    // where they are in the code
	step, node, octets                 uint32
	best                               Rank
}

// How many numbers each of them has.
const (
	starNumbers  = 2
	edgeNumbers  = 3
	pieceNumbers = 4
	restNumbers  = 2
	nodeNumbers  = 3
)

func (m *Machine) openStars(at uint32) {
	w := m.w
	s := &starView{best: Rank(m.number(at + 2))}
	at += 2 + w
	s.stars, s.edges, s.pieces = m.number(at), m.number(at+w), m.number(at+2*w)
	s.rests, s.nodes = m.number(at+3*w), m.number(at+5*w)
	steps := m.number(at + 4*w)
	at += 6 * w
	before := uint32(1)
	for i := range s.begins {
		s.begins[i] = m.word(at + 8*uint32(i))
		s.before[i] = before
		before += uint32(bits.OnesCount64(s.begins[i]))
	}
	s.head = at + 32
	s.star = s.head + (s.pieces+63)/64*8
	s.edge = s.star + (starNumbers*s.stars+1)*w
	s.piece = s.edge + edgeNumbers*s.edges*w
	s.rest = s.piece + pieceNumbers*s.pieces*w
	s.step = s.rest + restNumbers*s.rests*w
	s.node = s.step + steps*w
	s.octets = s.node + (nodeNumbers*s.nodes+1)*w
	m.stars = s
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
	s.begin(v, path)
	m.walkStars(path, s)
	if len(s.pending) == 0 {
		return s.best
	}
	n := uint32(len(path))
	pending := s.pending
	node, found := uint32(0), uint32(0)
	for i := pending[0].pos; i < n && s.best < v.best; {
		for len(pending) > 0 && pending[0].pos == i {
			m.enterPlace(pending[0].place, i, s)
			pending = pending[1:]
		}
		s.work++
		node = m.step(node, path[i], s)
		i++
		if i == s.query {
			m.cross(s)
		}
		if s.due[i] != 0 {
			s.release(i)
		}
		if found = 0; node != 0 {
			if found = m.number(v.node + (nodeNumbers*node+2)*w); found != 0 {
				m.found(found-1, path, i, s)
			}
		}
	}
	for _, e := range pending {
		m.enterPlace(e.place, e.pos, s)
	}
	if found != 0 {
		m.ended(found-1, n, s)
	}
	return s.best
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

// walkStars walks the trie of literals and notes the places on the way.
func (m *Machine) walkStars(path []byte, s *starScratch) {
	n := uint32(len(path))
	pos := uint32(0)
	slot := m.root
	for slot&slotLeaf == 0 {
		node := m.nodeAt(slot)
		if node.length > 0 && agree(path, pos, unsafe.Add(m.code, node.run), node.length) < node.length {
			return
		}
		pos += node.length
		s.best = max(s.best, node.accept)
		if pos == n {
			s.best = max(s.best, node.anchored)
		}
		if node.list != 0 {
			s.pending = append(s.pending, entry{m.number(node.list + 2 + m.w), pos})
		}
		if pos >= n {
			return
		}
		if slot = m.find(&node, path[pos]); slot == 0 {
			return
		}
		pos++
	}
	r := m.read(Rank(slot >> 1))
	if bytes.HasPrefix(path[pos:], r.text[min(int(pos), r.lit):r.lit]) && (r.head&headAnchored == 0 || len(path) == r.lit) {
		s.best = max(s.best, Rank(slot>>1))
	}
}

// enterPlace enters a place that the trie of literals leads to.
func (m *Machine) enterPlace(place, pos uint32, s *starScratch) {
	s.work++
	if place&placeRun != 0 {
		m.goOn(place>>1, pos, s)
	} else {
		m.enter(place>>1, pos, s)
	}
}

// enter enters a star node at a position, once.
func (m *Machine) enter(star, pos uint32, s *starScratch) {
	v, w := m.stars, m.w
	at := v.star + starNumbers*star*w
	if s.entered[star].stamp == s.stamp || Rank(m.number(at+w)) <= s.best {
		return
	}
	s.entered[star] = entered{stamp: s.stamp, from: pos}
	e, end := m.number(at), m.number(at+starNumbers*w)
	for ; e < end; e++ {
		s.work++
		edge := v.edge + edgeNumbers*e*w
		kind, to := m.number(edge+w), m.number(edge+2*w)
		p := kind >> edgeShift
		if kind&edgeWaits == 0 {
			// From here on edges are looked at where their pieces are found.
			if s.markAgain(end - e) {
				return
			}
			s.mark(p)
			continue
		}
		q := p
		if e+1 < end {
			if next := m.number(edge + (edgeNumbers+1)*w); next&edgeQuery != 0 {
				q = next >> edgeShift
				e++
			}
		}
		switch {
		case kind&edgeEnd != 0:
			s.waitEnd(p, q, to, pos)
		case kind&edgeRank != 0:
			s.wait(p, q, to|goesRank, pos)
		default:
			s.wait(p, q, to, pos)
		}
	}
}

// goOn does the steps of a run from a position on, up to where it must wait.
func (m *Machine) goOn(step, pos uint32, s *starScratch) {
	v, w := m.stars, m.w
	for at := v.step + step*w; ; at += 2 * w {
		x := m.number(at)
		p := x >> stepShift
		switch x & (1<<stepShift - 1) {
		case stepPiece:
			s.push(p, waiting{to: step + 1, from: pos})
			return
		case stepEither:
			s.wait(p, m.number(at+w), step+2, pos)
			return
		case stepLast:
			s.waitEnd(p, p, m.number(at+w), pos)
			return
		case stepLastEither:
			s.waitEnd(p, m.number(at+w), m.number(at+2*w), pos)
			return
		case stepStar:
			m.enter(p, pos, s)
			return
		case stepAccept:
			s.best = max(s.best, Rank(m.number(at+w)))
			step += 2
		default:
			s.best = max(s.best, Rank(m.number(at+w)))
			return
		}
	}
}

// goesRank marks where what waits goes: to a rank, not to a step.
const goesRank = 1 << 31

func (m *Machine) goTo(to, pos uint32, s *starScratch) {
	if to&goesRank != 0 {
		s.best = max(s.best, Rank(to&^goesRank))
		return
	}
	m.goOn(to, pos, s)
}

// cut gives how many octets of a piece are looked for.
func (m *Machine) cut(p uint32) uint32 {
	return m.number(m.stars.piece + (pieceNumbers*p+2)*m.w)
}

// found lets go on what waits for the pieces that end with the octet before end:
// p, and what is shorter.
func (m *Machine) found(p uint32, path []byte, end uint32, s *starScratch) {
	v, w := m.stars, m.w
	for {
		s.work++
		marked := false
		if p, marked = m.marked(p, s); !marked {
			return
		}
		piece := v.piece + pieceNumbers*p*w
		from, to := end-m.number(piece+2*w), end
		if r := m.number(piece + 3*w); r == 0 {
			s.unmark(p)
			m.fire(p, from, to, s)
		} else {
			// It may be found in full another time, so its mark stays.
			rest := v.rest + restNumbers*(r-1)*w
			length := m.number(rest + w)
			s.work += int(min(length, uint32(len(path))-end) / 16)
			if bytes.HasPrefix(path[end:], unsafe.Slice(m.tableAt(m.number(rest)), length)) {
				to += length
				m.fire(p, from, to, s)
				if to == uint32(len(path)) {
					m.fireEnd(p, from, s)
				}
			}
		}
		if p = m.number(piece + w); p == 0 {
			return
		}
		p--
	}
}

// marked gives the first piece from p along parents that has a mark. In a row
// parents are the bits before; its head has a bit, too.
func (m *Machine) marked(p uint32, s *starScratch) (uint32, bool) {
	v := m.stars
	for {
		i := p >> 6
		heads := m.word(v.head + 8*i)
		word := (s.marks[i] | heads) & (^uint64(0) >> (63 - p&63))
		for word == 0 {
			i--
			s.work++
			heads = m.word(v.head + 8*i)
			word = s.marks[i] | heads
		}
		bit := uint32(63 - bits.LeadingZeros64(word))
		p = i<<6 | bit
		if s.marks[i]>>bit&1 != 0 {
			return p, true
		}
		up := m.number(v.piece + (pieceNumbers*p+1)*m.w)
		if up == 0 {
			return 0, false
		}
		s.work++
		p = up - 1
	}
}

// ended accepts what ends with a piece where the path does.
func (m *Machine) ended(p, n uint32, s *starScratch) {
	v, w := m.stars, m.w
	for more := true; more; {
		s.work++
		piece := v.piece + pieceNumbers*p*w
		if m.number(piece+3*w) == 0 {
			m.fireEnd(p, n-m.number(piece+2*w), s)
		}
		up := m.number(piece + w)
		more = up != 0
		p = up - 1
	}
}
