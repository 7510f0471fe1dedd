package automaton

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"
)

// The trie of literals, as octets. A node, at its offset in the machine's code:
//
//	0    n, the number of children
//	1    run length (low six bits), nodeAccept, nodeExtras
//	     run: octets that the path must have next
//	     keys: n octets, in order; the next octet of the path
//	     slots: n × w octets, the child behind each key
//	     [nodeAccept: the rank of a pattern that ends behind the run, w]
//	     [nodeExtras: the rank if the path ends behind the run, w; the list of
//	      patterns with a '*' behind the run, w; either may be 0]
//
// A slot is an offset times two: of a node in the code, or, with bit 0 set, of
// a record in the table. Such a leaf says: one pattern is left, and its own
// text tells how it goes on. Children stand before their parent, so that
// offsets only fall on the way down and no walk can loop.
const (
	nodeRun    = 1<<6 - 1
	nodeAccept = 1 << 6
	nodeExtras = 1 << 7

	slotLeaf = 1
)

// nodeView is a node taken apart, for what is not hot.
type nodeView struct {
	run, length      uint32 // where the run is, and its length
	keys, children   uint32 // where the keys are, and how many
	accept, anchored Rank
	list             uint32
}

// nodeAt reads the node that a slot leads to.
func (m *Machine) nodeAt(slot uint32) (n nodeView) {
	at := slot >> 1
	info := m.octet(at + 1)
	n.children, n.length = uint32(m.octet(at)), uint32(info&nodeRun)
	n.run = at + 2
	n.keys = n.run + n.length
	at = n.keys + n.children*(1+m.w)
	if info&nodeAccept != 0 {
		n.accept = Rank(m.number(at))
		at += m.w
	}
	if info&nodeExtras != 0 {
		n.anchored = Rank(m.number(at))
		n.list = m.number(at + m.w)
	}
	return n
}

// child gives the slot of a node's child by its place.
func (m *Machine) child(n *nodeView, place uint32) uint32 {
	return m.number(n.keys + n.children + place*m.w)
}

// find gives the slot behind an octet, 0 if there is none.
func (m *Machine) find(n *nodeView, c byte) uint32 {
	keys := unsafe.Slice((*byte)(unsafe.Add(m.code, n.keys)), n.children)
	i := bytes.IndexByte(keys, c)
	if i < 0 {
		return 0
	}
	return m.child(n, uint32(i))
}

// item is a pattern on its way into the trie.
type item struct {
	key  uint64 // the octets at the depth being sorted, big-endian
	rank Rank
	text uint32 // offset of its text in the table
	lit  uint32
	head byte
}

// Builder compiles machines. Its scratch memory is kept between calls. The
// zero value is ready; it is not safe for concurrent use.
type Builder struct {
	code  []byte
	table Table
	items []item
	spare []item
	slots []uint32 // a stack: the children of the nodes being written
	keys  []byte   // the same
	lists listBuilder
	stars starBuilder

	direct int // maxDirect, but for tests
}

// window gives the eight octets of an item's literal at a depth, zeros behind
// its end.
func (b *Builder) window(it *item, depth uint32) uint64 {
	v := binary.BigEndian.Uint64(b.table.b[it.text+depth:])
	if left := it.lit - depth; left < 8 {
		v &= ^uint64(0) << (64 - 8*left)
	}
	return v
}

// fewItems is how many items are sorted faster by insertion.
const fewItems = 16

// sortItems sorts by literal, a shorter one before what it begins. All items
// agree on the first depth octets and are no shorter.
//
// PERF: literals share long beginnings, so comparing them pair by pair reads
// the same octets again and again. They are spread by one octet at a time
// instead, the first in which they differ, eight octets to a window.
func (b *Builder) sortItems(items []item, depth uint32) {
	for i := range items {
		items[i].key = b.window(&items[i], depth)
	}
	b.sortWindow(items, depth)
}

// sortWindow sorts items by their keys, and what is equal there by what is
// behind the window.
func (b *Builder) sortWindow(items []item, depth uint32) {
	if len(items) > fewItems {
		differ := uint64(0)
		for i := range items {
			differ |= items[i].key ^ items[0].key
		}
		if differ != 0 {
			shift := (63 - bits.LeadingZeros64(differ)) &^ 7
			b.spread(items, shift)
			for i := 0; i < len(items); {
				j := i + 1
				for j < len(items) && items[j].key>>shift == items[i].key>>shift {
					j++
				}
				if j-i > 1 {
					b.sortWindow(items[i:j], depth)
				}
				i = j
			}
			return
		}
	}
	if len(items) <= fewItems {
		for i := 1; i < len(items); i++ {
			for j := i; j > 0 && less(&items[j], &items[j-1]); j-- {
				items[j], items[j-1] = items[j-1], items[j]
			}
		}
	} else if slices.ContainsFunc(items, func(it item) bool { return it.lit <= depth+8 }) {
		// All keys are equal: the literals that end within the window go first.
		slices.SortFunc(items, func(x, y item) int { return cmp.Compare(min(x.lit, depth+9), min(y.lit, depth+9)) })
	}
	depth += 8
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].key == items[i].key {
			j++
		}
		k := i
		for k < j && items[k].lit <= depth {
			k++
		}
		if j-k > 1 {
			b.sortItems(items[k:j], depth)
		}
		i = j
	}
}

// spread sorts items, stably, by one octet of their keys.
func (b *Builder) spread(items []item, shift int) {
	var at [256]uint32
	for i := range items {
		at[byte(items[i].key>>shift)]++
	}
	sum := uint32(0)
	for i, n := range at {
		at[i], sum = sum, sum+n
	}
	if cap(b.spare) < len(items) {
		b.spare = make([]item, len(items)+len(items)/2)
	}
	spare := b.spare[:len(items)]
	for i := range items {
		c := byte(items[i].key >> shift)
		spare[at[c]] = items[i]
		at[c]++
	}
	copy(items, spare)
}

func less(x, y *item) bool {
	return x.key < y.key || x.key == y.key && x.lit < y.lit
}

// build writes the trie of sorted items, which agree on the first depth octets,
// and gives its slot.
func (b *Builder) build(items []item, depth uint32) uint32 {
	items = b.dropEqual(items)
	if len(items) == 1 && (!b.stars.on || items[0].head&headWild == 0) {
		return uint32(items[0].rank)<<1 | slotLeaf
	}
	run := b.common(&items[0], &items[len(items)-1], depth)
	// A run longer than a node holds takes nodes with one child before this one.
	const whole = nodeRun + 1 // a run and the key behind it
	start := items[0].text + depth
	chain := run / whole
	depth += chain * whole
	run %= whole
	end := depth + run
	// What ends here, then what goes on.
	here := 0
	for here < len(items) && items[here].lit == end {
		here++
	}
	var accept, anchored Rank
	wild := b.lists.ranks[:0]
	for _, it := range items[:here] {
		switch {
		case it.head&headWild != 0:
			wild = append(wild, it.rank)
		case it.head&headAnchored != 0:
			anchored = max(anchored, it.rank)
		default:
			accept = max(accept, it.rank)
		}
	}
	list := uint32(0)
	if len(wild) > 0 {
		list = b.list(wild, false)
	}
	b.lists.ranks = wild[:0]
	first := len(b.slots)
	for i := here; i < len(items); {
		c := b.table.b[items[i].text+end]
		j := i + 1
		for j < len(items) && b.table.b[items[j].text+end] == c {
			j++
		}
		slot := b.build(items[i:j], end+1)
		b.keys = append(b.keys, c)
		b.slots = append(b.slots, slot)
		i = j
	}
	slot := b.node(first, items[0].text+depth, run, accept, anchored, list)
	b.slots, b.keys = b.slots[:first], b.keys[:first]
	for ; chain > 0; chain-- {
		at := start + (chain-1)*whole
		b.keys = append(b.keys, b.table.b[at+nodeRun])
		b.slots = append(b.slots, slot)
		slot = b.node(first, at, nodeRun, NoRank, NoRank, 0)
		b.slots, b.keys = b.slots[:first], b.keys[:first]
	}
	return slot
}

// node writes a node with the children from first on.
func (b *Builder) node(first int, run, length uint32, accept, anchored Rank, list uint32) uint32 {
	at := uint32(len(b.code))
	info := byte(length)
	if accept != NoRank {
		info |= nodeAccept
	}
	if anchored != NoRank || list != 0 {
		info |= nodeExtras
	}
	w := b.table.w
	b.code = append(b.code, byte(len(b.keys)-first), info)
	b.code = append(b.code, b.table.b[run:run+length]...)
	b.code = append(b.code, b.keys[first:]...)
	for _, s := range b.slots[first:] {
		b.code = AppendUint(b.code, s, w)
	}
	if accept != NoRank {
		b.code = AppendUint(b.code, uint32(accept), w)
	}
	if anchored != NoRank || list != 0 {
		b.code = AppendUint(b.code, uint32(anchored), w)
		b.code = AppendUint(b.code, list, w)
	}
	return at << 1
}

// common gives how many octets two literals share behind depth; y is sorted behind
// x, and so does not end where x goes on alike.
func (b *Builder) common(x, y *item, depth uint32) uint32 {
	p := b.table.b[x.text+depth : x.text+x.lit]
	q := b.table.b[y.text+depth : y.text+y.lit]
	n := 0
	for n < len(p) && p[n] == q[n] {
		n++
	}
	return uint32(n)
}

// dropEqual keeps the best of items that are all equal but for rank. Others
// are left alone: they are dealt with where they end.
func (b *Builder) dropEqual(items []item) []item {
	last := &items[len(items)-1]
	if items[0].lit != last.lit || items[0].head&(headWild|headAnchored) != last.head&(headWild|headAnchored) {
		return items
	}
	best := 0
	for i := 1; i < len(items); i++ {
		if items[i].lit != last.lit || !b.equal(&items[i], &items[0]) {
			return items
		}
		if items[i].rank > items[best].rank {
			best = i
		}
	}
	return items[best : best+1]
}

// equal compares whole patterns.
func (b *Builder) equal(x, y *item) bool {
	const kind = headWild | headAnchored
	if x.head&kind != y.head&kind {
		return false
	}
	return bytes.Equal(b.text(x), b.text(y))
}

// text gives an item's whole pattern.
func (b *Builder) text(it *item) []byte {
	if it.head&headWild != 0 {
		return b.table.read(it.rank).text
	}
	return b.table.b[it.text : it.text+it.lit]
}
