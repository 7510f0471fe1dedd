package automaton

import (
	"math/bits"
	"unsafe"
)

// Steps counts what Match does for a canonical path, in units that are the same
// on every machine: an octet looked at, a piece found or waited for, a word of
// marks, sixteen octets compared of a piece's rest or searched for a pattern,
// eight patterns probed. It is for tests of the bounds, and for looking for
// patterns that come near them; it costs more than Match.
func (m *Machine) Steps(path []byte) (steps int) {
	if m.stars != nil {
		s := starScratches.Get().(*starScratch)
		defer starScratches.Put(s)
		m.runStars(path, s)
		return s.work + m.walkSteps(path)
	}
	steps = m.walkSteps(path)
	if m.list != 0 {
		steps += m.listSteps(m.list, path)
	}
	return steps
}

// walkSteps counts the octets that the walk through the trie of literals looks
// at, keys included, and what the lists on the way cost.
func (m *Machine) walkSteps(path []byte) (steps int) {
	n := uint32(len(path))
	pos := uint32(0)
	slot := m.root
	if slot == 0 {
		return 0
	}
	for slot&slotLeaf == 0 {
		node := m.nodeAt(slot)
		if node.length > 0 {
			k := agree(path, pos, unsafe.Add(m.code, node.run), node.length)
			steps += int(k)
			if k < node.length {
				return steps
			}
			pos += node.length
		}
		if node.list != 0 {
			steps += m.listSteps(node.list, path)
		}
		if pos >= n {
			return steps
		}
		steps += int(node.children+7) / 8
		if slot = m.find(&node, path[pos]); slot == 0 {
			return steps
		}
		pos++
	}
	r := m.read(Rank(slot >> 1))
	if r.head&headWild != 0 {
		steps += len(path)
	}
	return steps + min(max(r.lit-int(pos), 0), len(path))
}

// listSteps counts a look of the guard as one look at each octet, each pattern
// asked as one search of the whole path, and the patterns probed. What leads to
// the star machine has no patterns of its own.
func (m *Machine) listSteps(list uint32, path []byte) int {
	const searched, probed = 16, 8 // in a step
	at, count := list+2+m.w, uint32(m.octet(list+1))
	if m.octet(list) != listGuarded || len(path) == 0 || path[0] != '/' {
		return int(count) * (len(path) + searched - 1) / searched
	}
	g := (*guard)(unsafe.Add(m.code, at))
	probes := uint32(0)
	rows := [scanRows]byte{g.first(path)}
	probe := func(rows []byte) {
		for _, buckets := range rows {
			for ; buckets != 0; buckets &= buckets - 1 {
				k := uint32(bits.TrailingZeros8(buckets))
				probes += uint32(m.octet(at+guardSize+k+1) - m.octet(at+guardSize+k))
			}
		}
	}
	probe(rows[:1])
	for first := 0; first+1 < len(path); first += scanRows {
		n := min(len(path)-1-first, scanRows)
		scanSlow(path, first, n, g, m.doubt, &rows)
		probe(rows[:n])
	}
	asked := min(count, probes)
	return len(path) + int(probes+probed-1)/probed + int(asked)*(len(path)+searched-1)/searched
}
