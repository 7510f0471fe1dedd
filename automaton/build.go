package automaton

import (
	"cmp"
	"slices"
)

// Rank orders patterns: the highest that matches is the answer.
type Rank uint32

// NoRank is the answer where no pattern matches.
const NoRank Rank = 0

// A Pattern is octets with '*' for any run, perhaps a '$' at the end, and a
// rank above NoRank. Text is not kept.
type Pattern struct {
	Text []byte
	Rank Rank
}

// nodeID is an index into Machine.nodes.
type nodeID int32

// starID is an index into Machine.stars.
type starID int32

const (
	noNode nodeID = -1
	noStar starID = -1

	rootNode nodeID = 0 // of the trie at the start of the path
)

type edge struct {
	octet byte
	to    nodeID
}

// node is reached by the octets on the way from its trie's root.
type node struct {
	edges []edge // sorted by octet

	// fail is the node of the longest true suffix of this node's octets that
	// is in the same trie. Invariant: noNode in the trie of the path's start
	// and at the roots.
	fail nodeID

	// star is the star node behind '*'; outer is the nearest node along fail
	// that has one.
	star  starID
	outer nodeID

	// prefix is the highest rank of a pattern that ends here, or at a node
	// along fail; end the same for patterns with '$'.
	prefix, end Rank

	// best is the highest rank anywhere below, behind stars included.
	best Rank
}

// star is a star node: the root of a trie whose literals may begin anywhere.
type star struct {
	root nodeID
	best Rank // highest rank behind it
}

// Machine is a set of ranked patterns, compiled. It is immutable and safe for
// concurrent use; the zero value holds no pattern. It holds a number of nodes
// that is at most the patterns' octets plus one.
type Machine struct {
	nodes []node
	stars []star
}

// Build compiles patterns, in any order. Where two are equal the higher rank
// counts. It takes time linear in their octets times the logarithm of the
// alphabet.
func Build(patterns []Pattern) *Machine {
	m := &Machine{}
	if len(patterns) == 0 {
		return m
	}
	m.addNode()
	for _, p := range patterns {
		m.insert(p)
	}
	m.link(rootNode, false)
	for _, s := range m.stars {
		m.link(s.root, true)
	}
	m.spreadBest()
	return m
}

func (m *Machine) addNode() nodeID {
	m.nodes = append(m.nodes, node{fail: noNode, star: noStar, outer: noNode})
	return nodeID(len(m.nodes) - 1)
}

func (m *Machine) insert(p Pattern) {
	text, anchored := p.Text, false
	if n := len(text); n > 0 && text[n-1] == '$' {
		text, anchored = text[:n-1], true
	}
	at := rootNode
	open := false // the last octet was '*', whose node is not made yet
	for _, c := range text {
		if c == '*' {
			open = true
			continue
		}
		if open {
			at, open = m.behindStar(at), false
		}
		at = m.child(at, c)
	}
	if open && anchored {
		at = m.behindStar(at)
	}
	n := &m.nodes[at]
	if anchored {
		n.end = max(n.end, p.Rank)
	} else {
		n.prefix = max(n.prefix, p.Rank)
	}
}

// behindStar gives the root of the star node at a node, and makes it at need.
func (m *Machine) behindStar(at nodeID) nodeID {
	if m.nodes[at].star == noStar {
		root := m.addNode()
		m.nodes[at].star = starID(len(m.stars))
		m.stars = append(m.stars, star{root: root})
	}
	return m.stars[m.nodes[at].star].root
}

func (m *Machine) child(at nodeID, c byte) nodeID {
	i, found := m.nodes[at].find(c)
	if found {
		return m.nodes[at].edges[i].to
	}
	to := m.addNode()
	n := &m.nodes[at]
	n.edges = slices.Insert(n.edges, i, edge{c, to})
	return to
}

func (n *node) find(c byte) (int, bool) {
	return slices.BinarySearchFunc(n.edges, c, func(e edge, c byte) int { return cmp.Compare(e.octet, c) })
}

// step gives the child of a node, noNode if there is none.
func (m *Machine) step(at nodeID, c byte) nodeID {
	n := &m.nodes[at]
	if i, found := n.find(c); found {
		return n.edges[i].to
	}
	return noNode
}

// link walks one trie from its root, nearest nodes first, and sets failure
// links if the trie hangs from a star.
func (m *Machine) link(root nodeID, scanned bool) {
	queue := []nodeID{root}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, e := range m.nodes[at].edges {
			queue = append(queue, e.to)
			if scanned {
				m.setFail(at, e)
			}
		}
	}
}

// setFail links the node behind an edge. Invariant: the node's parent and all
// nodes nearer to the root are linked.
func (m *Machine) setFail(parent nodeID, e edge) {
	fail := noNode
	for up := m.nodes[parent].fail; ; up = m.nodes[up].fail {
		if up == noNode {
			// The parent is the root, or no suffix of it goes on with the octet.
			fail = m.rootOf(parent)
			break
		}
		if to := m.step(up, e.octet); to != noNode {
			fail = to
			break
		}
	}
	n, f := &m.nodes[e.to], &m.nodes[fail]
	n.fail = fail
	n.prefix = max(n.prefix, f.prefix)
	n.end = max(n.end, f.end)
	n.outer = f.outer
	if f.star != noStar {
		n.outer = fail
	}
}

// rootOf follows failure links to the root of a node's trie.
func (m *Machine) rootOf(at nodeID) nodeID {
	for m.nodes[at].fail != noNode {
		at = m.nodes[at].fail
	}
	return at
}

// spreadBest sets best of every node and star. Children and star roots are
// made after the nodes that lead to them, so one walk from the back does.
func (m *Machine) spreadBest() {
	for i := range slices.Backward(m.nodes) {
		n := &m.nodes[i]
		n.best = max(n.prefix, n.end)
		for _, e := range n.edges {
			n.best = max(n.best, m.nodes[e.to].best)
		}
		if n.star != noStar {
			s := &m.stars[n.star]
			s.best = m.nodes[s.root].best
			n.best = max(n.best, s.best)
		}
	}
}
