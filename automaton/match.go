package automaton

import "sync"

// live is a star node that has been entered: where its trie stands.
type live struct {
	at   nodeID
	star starID
}

// scratch is what a match needs besides the path.
type scratch struct {
	live    []live
	entered []uint64 // a bit for each star
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Match gives the highest rank of the patterns that match path, NoRank if none
// does. It reads every octet at most once for each star node entered, stops as
// soon as nothing live can beat the best rank, and does not allocate.
func (m *Machine) Match(path []byte) Rank {
	if len(m.nodes) == 0 {
		return NoRank
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.live = s.live[:0]
	if need := (len(m.stars) + 63) / 64; cap(s.entered) < need {
		s.entered = make([]uint64, need)
	} else {
		s.entered = s.entered[:need]
		clear(s.entered)
	}
	return m.match(path, s)
}

func (m *Machine) match(path []byte, s *scratch) Rank {
	best := m.enter(rootNode, NoRank, s)
	walk := rootNode
	for _, c := range path {
		if walk != noNode {
			if m.nodes[walk].best <= best {
				walk = noNode
			}
		}
		if walk == noNode && len(s.live) == 0 {
			return best
		}
		// Those that this octet enters begin behind it.
		n := len(s.live)
		if walk != noNode {
			if walk = m.step(walk, c); walk != noNode {
				best = m.enter(walk, best, s)
			}
		}
		for i := range n {
			l := &s.live[i]
			at := l.at
			next := m.step(at, c)
			for next == noNode && m.nodes[at].fail != noNode {
				at = m.nodes[at].fail
				next = m.step(at, c)
			}
			if next != noNode {
				at = next
			}
			s.live[i].at = at
			best = m.enter(at, best, s)
		}
		m.drop(best, s)
	}
	if walk != noNode {
		best = max(best, m.nodes[walk].end)
	}
	for _, l := range s.live {
		best = max(best, m.nodes[l.at].end)
	}
	return best
}

// enter takes in what ends at a node and enters the stars there, and along its
// failure links. Where a star was entered before, so were all further along.
func (m *Machine) enter(at nodeID, best Rank, s *scratch) Rank {
	n := &m.nodes[at]
	best = max(best, n.prefix)
	if n.star == noStar {
		at = n.outer
	}
	for at != noNode {
		id := m.nodes[at].star
		word, bit := id/64, uint64(1)<<(id%64)
		if s.entered[word]&bit != 0 {
			break
		}
		s.entered[word] |= bit
		if m.stars[id].best > best {
			s.live = append(s.live, live{at: m.stars[id].root, star: id})
		}
		at = m.nodes[at].outer
	}
	return best
}

// drop ends the scans that can no longer beat the best rank.
func (m *Machine) drop(best Rank, s *scratch) {
	kept := s.live[:0]
	for _, l := range s.live {
		if m.stars[l.star].best > best {
			kept = append(kept, l)
		}
	}
	s.live = kept
}
