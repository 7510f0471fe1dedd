package automaton

import "unsafe"

// A Ref leads to a machine in code: 0 for none, with bit 0 set the rank of its
// only pattern, else twice the offset of its head:
//
//	0      the root's slot, w octets; 0: no literals
//	w      the list of the patterns whose '*' comes at once or behind the
//	       first octet, or the section of the star machine, w octets; 0: none
type Ref uint32

// Begin starts code for machines over a table in which every number takes w
// octets. The table must be followed by padding octets.
func (b *Builder) Begin(table []byte, w int) {
	if b.direct == 0 {
		b.direct = maxDirect
	}
	b.table = Table{b: table, w: w}
	b.code = append(b.code[:0], 0)
	b.keys, b.slots = b.keys[:0], b.slots[:0]
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
	items := b.items[:0]
	floats := b.lists.ranks[:0]
	for _, rank := range ranks {
		head, lit := b.table.b[rank], uint32(b.table.b[rank+1])
		at := uint32(rank) + 2 + uint32(w)
		if head&(headWild|headLong) != 0 {
			r := b.table.read(rank)
			lit = uint32(r.lit)
			at = uint32(rank) + uint32(r.textAt)
			if head&headWild != 0 && lit <= 1 && !b.stars.on {
				floats = append(floats, rank)
				continue
			}
		}
		items = append(items, item{rank: rank, text: at, lit: lit, head: head})
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
	b.stars = starBuilder{} // it is seldom needed, and large then
	at := len(b.code)
	b.code = AppendUint(b.code, slot, w)
	b.code = AppendUint(b.code, list, w)
	return Ref(at << 1)
}

// Octets gives the size of a rank's record, which is about what it adds to a
// machine.
func (b *Builder) Octets(rank Rank) int { return b.table.read(rank).size }

// choose picks how patterns with a '*' are asked: one by one behind guards, or
// all at once by the star machine, where they are many. Why: one by one is
// faster while a guard leaves few, but its bound grows with their number.
func (b *Builder) choose(ranks []Rank) {
	wild := 0
	for _, rank := range ranks {
		if b.table.b[rank]&headWild != 0 {
			wild++
		}
	}
	if b.stars.on = wild > max(b.direct, 0); b.stars.on {
		b.stars.reset()
	}
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
		m.takeRoot()
	default:
		at := uint32(ref >> 1)
		m.root = m.number(at)
		m.list = m.number(at + uint32(w))
		if m.list != 0 && m.octet(m.list) == listStars {
			m.openStars(m.list)
			m.list = 0
		}
		if m.list != 0 {
			m.best = Rank(m.number(m.list + 2))
			if m.octet(m.list) == listGuarded {
				m.hits = (*guard)(unsafe.Add(m.code, m.list+2+m.w)).first([]byte{'/'})
			}
		}
		m.takeRoot()
	}
	return m
}
