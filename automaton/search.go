package automaton

import (
	"cmp"
	"slices"
	"unsafe"
)

// The search for pieces is a trie of them with failure links (Aho and Corasick,
// 1975): where the octets read so far go on in no node, the link leads to the
// node of the longest end of them that is in the trie. Each node knows the
// longest piece that ends there, and each piece the next shorter one that ends
// where it does, its parent: so all that end at one octet are one walk along
// parents.
//
// Most of them may be waited for by nobody. To pass over those, pieces are
// numbered row by row: a row is a piece, its child with most pieces behind it,
// that one's, and so on. A walk along parents leaves a row at its head, for a
// piece with at least twice as many behind it, so it is in few rows; and in a
// row, the next piece that is waited for is the next bit.
//
// Example: the pieces "a", "ba", "ca", "cba". The parent of "cba" is "ba", that
// of "ba" and "ca" is "a". One row is "a", "ba", "cba", another "ca".
type searchBuilder struct {
	nodes []searchNode
	todo  []openNode
	items []item // the star builder's

	// By piece, as the star builder numbers them:
	cut   []uint32 // how many of its octets are looked for
	up    []uint32 // its parent plus one
	names []uint32 // its number in the section
	heavy []uint32 // the child that goes on its row plus one
	size  []uint32 // pieces behind it

	byDepth []uint32 // pieces, in the order of their nodes
	byName  []uint32 // pieces, in the order of their numbers
	heads   []uint64 // by number: the heads of rows
	rests   int      // how many pieces are cut
}

type searchNode struct {
	first, fail, found uint32
	octet              byte
}

// openNode is a node whose children are not made: its pieces, of items.
type openNode struct{ from, to, depth uint32 }

func (f *searchBuilder) held() int {
	return kept(f.nodes) + kept(f.todo) + kept(f.cut) + kept(f.up) + kept(f.names) + kept(f.heavy) + kept(f.size) +
		kept(f.byDepth) + kept(f.byName) + kept(f.heads)
}

// kept gives how many octets a slice keeps.
func kept[T any](s []T) int {
	var x T
	return cap(s) * int(unsafe.Sizeof(x))
}

// put is append for slices that may get large: it doubles them. Why: append
// makes so little room then that a slice is copied, and thrown away, five times.
func put[T any](s []T, x T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, len(s)+16)
	}
	return append(s, x)
}

func sized[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// buildSearch builds the search for the star builder's pieces.
func (b *Builder) buildSearch() {
	s, f := &b.stars, &b.stars.search
	n := len(s.pieces)
	f.cut, f.up, f.names = sized(f.cut, n), sized(f.up, n), sized(f.names, n)
	f.items = slices.Grow(s.items[:0], n)
	for i, p := range s.pieces {
		f.items = append(f.items, item{rank: Rank(i), text: p.at, lit: p.length})
	}
	s.items = f.items
	b.sortItems(f.items, 0)
	f.spread(s.text)
	f.link()
	f.rows()
}

// spread makes the nodes, nearest first. A piece that is alone at a node is
// looked for no further.
func (f *searchBuilder) spread(text []byte) {
	f.nodes = append(f.nodes[:0], searchNode{})
	f.todo = append(f.todo[:0], openNode{0, uint32(len(f.items)), 0})
	f.byDepth, f.rests = slices.Grow(f.byDepth[:0], len(f.items)), 0
	for at := 0; at < len(f.nodes); at++ {
		o := f.todo[at]
		f.nodes[at].first = uint32(len(f.nodes))
		i := o.from
		if i < o.to && o.depth > 0 && (f.items[i].lit == o.depth || o.to-i == 1) {
			p := uint32(f.items[i].rank)
			f.cut[p] = o.depth
			f.nodes[at].found = p + 1
			f.byDepth = append(f.byDepth, p)
			if f.items[i].lit > o.depth {
				f.rests++
			}
			i++
		}
		for i < o.to {
			c := text[f.items[i].text+o.depth]
			j := i + 1
			for j < o.to && text[f.items[j].text+o.depth] == c {
				j++
			}
			f.nodes = put(f.nodes, searchNode{octet: c})
			f.todo = put(f.todo, openNode{i, j, o.depth + 1})
			i = j
		}
	}
}

// link sets the failure links. A node's is the child, by its octet, of the first
// node along its parent's links that has one.
func (f *searchBuilder) link() {
	nodes := f.nodes
	for at := range nodes {
		for k, end := nodes[at].first, f.end(at); k < end; k++ {
			fail := uint32(0)
			for up := uint32(at); up != 0 && fail == 0; {
				up = nodes[up].fail
				fail = f.child(up, nodes[k].octet)
			}
			nodes[k].fail = fail
			found := nodes[fail].found
			if p := nodes[k].found; p != 0 {
				f.up[p-1] = found
			} else {
				nodes[k].found = found
			}
		}
	}
}

// end is behind the last child of a node.
func (f *searchBuilder) end(at int) uint32 {
	if at+1 < len(f.nodes) {
		return f.nodes[at+1].first
	}
	return uint32(len(f.nodes))
}

// child gives a node's child by its octet, 0 if there is none.
func (f *searchBuilder) child(at uint32, c byte) uint32 {
	first := f.nodes[at].first
	row := f.nodes[first:f.end(int(at))]
	i, found := slices.BinarySearchFunc(row, c, func(n searchNode, c byte) int { return cmp.Compare(n.octet, c) })
	if !found {
		return 0
	}
	return first + uint32(i)
}

// rows numbers the pieces.
func (f *searchBuilder) rows() {
	n := len(f.up)
	f.heavy, f.size = sized(f.heavy, n), sized(f.size, n)
	for _, p := range slices.Backward(f.byDepth) {
		f.size[p]++
		if up := f.up[p]; up != 0 {
			f.size[up-1] += f.size[p]
			if h := f.heavy[up-1]; h == 0 || f.size[p] > f.size[h-1] {
				f.heavy[up-1] = p + 1
			}
		}
	}
	f.heads = sized(f.heads, (n+63)/64)
	f.byName = slices.Grow(f.byName[:0], n)
	for _, head := range f.byDepth {
		if up := f.up[head]; up != 0 && f.heavy[up-1] == head+1 {
			continue
		}
		f.heads[len(f.byName)/64] |= 1 << (len(f.byName) % 64)
		for p := head + 1; p != 0; p = f.heavy[p-1] {
			f.names[p-1] = uint32(len(f.byName))
			f.byName = append(f.byName, p-1)
		}
	}
}
