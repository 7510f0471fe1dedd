package automaton

import (
	"bytes"
	"unsafe"
)

// A Ref leads to a machine in code: 0 for none, with bit 0 set the rank of its
// only pattern, else twice the offset of its head:
//
//	0      the root's slot, w octets; 0: no literals
//	w      the list of the patterns whose '*' comes at once or behind the
//	       first octet, or the section of the star machine, w octets; 0: none
//	2w     flags, 1 octet
type Ref uint32

// machineEscapes says that some literal of the trie holds a '%'.
const machineEscapes = 1

// Begin starts code for machines over a table in which every number takes w
// octets. The table must be followed by padding octets.
func (b *Builder) Begin(table []byte, w int) {
	if b.direct == 0 {
		b.direct = maxDirect
	}
	b.table = Table{b: table, w: w}
	b.stars.text = nil // nothing of the table before is kept
	b.code = append(b.code[:0], 0)
}

// Machine writes the machine of some ranks of the table.
func (b *Builder) Machine(ranks []Rank) Ref {
	if len(ranks) == 0 {
		return 0
	}
	if invariants {
		b.checkRanks(ranks)
	}
	w := b.table.w
	b.choose(ranks)
	flags := byte(0)
	items := b.items[:0]
	floats := b.lists.ranks[:0]
	for _, rank := range ranks {
		head, lit := b.table.b[rank], uint32(b.table.b[rank+1])
		at := uint32(rank) + 2 + uint32(w)
		if head&(headWild|headLong) != 0 {
			r := b.table.read(rank)
			lit = uint32(r.lit)
			at = uint32(rank) + uint32(r.textAt)
			if lit <= 1 && !b.stars.on { // so it has a '*' there: a long literal is longer
				floats = append(floats, rank)
				continue
			}
		}
		items = append(items, item{rank: rank, text: at, lit: lit, head: head})
		if bytes.IndexByte(b.table.b[at:at+lit], '%') >= 0 {
			flags |= machineEscapes
		}
	}
	b.items = items
	list := uint32(0)
	if len(floats) > 0 {
		list = b.list(floats, true)
	}
	b.lists.ranks = floats[:0]
	slot := uint32(0)
	if len(items) > 0 {
		b.sortItems(items, 0)
		slot = b.build(items, 0)
		if list == 0 && slot&slotLeaf != 0 {
			return Ref(slot)
		}
	}
	if b.stars.on {
		list = b.starSection()
	}
	at := len(b.code)
	b.code = AppendUint(b.code, slot, w)
	b.code = AppendUint(b.code, list, w)
	b.code = append(b.code, flags)
	return Ref(at << 1)
}

// Octets gives the size of a rank's record, which is about what it adds to a
// machine.
func (b *Builder) Octets(rank Rank) int { return b.table.read(rank).size }

// choose picks how patterns with a '*' are asked: one by one behind guards, or
// all at once by the star machine, where they are many or one of them has two
// spellings. Why: one by one is faster while a guard leaves few, but its bound
// grows with their number; and patterns with two spellings are too few for a
// way of their own.
func (b *Builder) choose(ranks []Rank) {
	wild, two := 0, false
	for _, rank := range ranks {
		if head := b.table.b[rank]; head&headWild != 0 {
			wild++
			two = two || head&headTwo == headTwo
		}
	}
	if b.stars.on = two || wild > max(b.direct, 0); b.stars.on {
		b.stars.reset(b.table.b)
	}
}

// Held gives about how many octets of scratch memory the builder keeps: what
// grows with the patterns.
func (b *Builder) Held() int {
	return kept(b.code) + kept(b.items) + kept(b.spare) + b.stars.held()
}

// Code gives what was written since Begin. It is valid until the next Begin.
func (b *Builder) Code() []byte { return b.code }

// Open gives the machine behind a ref. table and code must be followed by
// Padding octets of the same array.
func Open(table, code []byte, w int, ref Ref, doubt *Doubt) Machine {
	m := Machine{
		table: unsafe.Pointer(unsafe.SliceData(table)),
		code:  unsafe.Pointer(unsafe.SliceData(code)),
		w:     uint32(w), mask: 1<<(8*w) - 1, doubt: doubt,
	}
	switch {
	case ref == 0:
	case ref&slotLeaf != 0:
		m.root = uint32(ref)
		r := m.read(Rank(ref >> 1))
		m.escapes = bytes.IndexByte(r.text[:r.lit], '%') >= 0
		m.takeRoot()
	default:
		at := uint32(ref >> 1)
		m.root = m.number(at)
		m.list = m.number(at + uint32(w))
		m.escapes = m.octet(at+2*uint32(w))&machineEscapes != 0
		if m.list != 0 && m.octet(m.list) == listStars {
			m.openStars(m.list)
			m.list = 0
		}
		if m.list != 0 {
			m.best = Rank(m.number(m.list + 2))
			m.guard = m.list + 2 + m.w
			m.hits = (*guard)(unsafe.Add(m.code, m.guard)).first([]byte{'/'})
		}
		m.takeRoot()
	}
	m.batches = hasScan && m.code != nil && m.stars == nil
	return m
}

// Size gives how many bytes the machine takes, without table and code, which it
// only points to.
func (m *Machine) Size() int {
	size := int(unsafe.Sizeof(*m))
	if m.stars != nil {
		size += int(unsafe.Sizeof(*m.stars))
	}
	return size
}
