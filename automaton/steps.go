package automaton

import "unsafe"

// Steps counts what Match does for a canonical path, in units that are the same
// on every machine: an octet looked at, a pattern's octets searched for in the
// rest of the path, a piece found or waited for, a word of marks, sixteen octets
// compared of a piece's rest. It is for tests of the bounds, and for looking for
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
		if node.list != 0 && m.octet(node.list) != listStar {
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

// listSteps counts a look of the guard and each pattern asked as one look at
// the whole path.
func (m *Machine) listSteps(list uint32, path []byte) int {
	count := int(m.octet(list + 1))
	if m.octet(list) == listGuarded {
		hits, _ := scan(path, (*guard)(unsafe.Add(m.code, list+2+m.w)), m.doubt)
		if hits == 0 {
			return len(path)
		}
		return (1 + count) * len(path)
	}
	return count * len(path)
}
