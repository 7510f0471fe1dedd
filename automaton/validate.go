package automaton

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A Checker makes sure that tables and machines from elsewhere can be asked:
// that no match panics, loops, or reads where nothing is, whatever the path. It
// does not make sure that they were made from patterns. It takes time linear in
// table and code.
type Checker struct {
	table  []byte
	code   []byte
	w      int
	starts []uint64 // a bit for every offset at which a record begins
	seen   []uint64 // a bit for every offset at which an element of code that was checked begins
	used   int      // octets of code that belong to what was checked
	todo   []uint32 // nodes that were met and not checked yet
	refs   map[Ref]bool
}

// NewChecker checks a table. Both slices end where the table and the code do;
// Padding octets must follow each in memory.
func NewChecker(table, code []byte, w int) (*Checker, error) {
	if w < 2 || w > 4 {
		return nil, fmt.Errorf("numbers of %d octets", w)
	}
	if len(table) < tablePad || len(code) < 1 {
		return nil, errors.New("no table or no code")
	}
	c := &Checker{
		table: table, code: code, w: w,
		starts: make([]uint64, len(table)/64+1),
		seen:   make([]uint64, len(code)/64+1),
		refs:   map[Ref]bool{},
	}
	for at := tablePad; at < len(table); {
		size, err := c.record(at)
		if err != nil {
			return nil, fmt.Errorf("record at %d: %w", at, err)
		}
		c.starts[at/64] |= 1 << (at % 64)
		at += size
	}
	return c, nil
}

// record checks one record and gives its size.
func (c *Checker) record(at int) (size int, err error) {
	b := c.table[at:]
	n := 2 + c.w
	if len(b) < n {
		return 0, errCut
	}
	head, lit := b[0], int(b[1])
	length := lit
	switch {
	case head&headLong != 0:
		if len(b) < n+8 {
			return 0, errCut
		}
		l, t := binary.LittleEndian.Uint32(b[n:]), binary.LittleEndian.Uint32(b[n+4:])
		if uint64(l) > uint64(len(b)) || uint64(t) > uint64(len(b)) {
			return 0, errCut
		}
		lit, length = int(l), int(t)
		n += 8
	case head&headWild != 0:
		if len(b) < n+3 {
			return 0, errCut
		}
		length = int(binary.LittleEndian.Uint16(b[n:]))
		if piece := int(b[n+2]); piece != 255 && (head&headAnchored != 0 || lit+1+piece != length) {
			return 0, errors.New("not one piece")
		}
		n += 3
	case head&headAnchored != 0:
		length++
	}
	if len(b)-n < length {
		return 0, errCut
	}
	text := b[n : n+length]
	end := length
	if head&headAnchored != 0 {
		if end--; end < 0 || text[end] != '$' {
			return 0, errors.New("no anchor")
		}
	}
	switch {
	case head&headWild == 0 && lit != end:
		return 0, errors.New("octets behind the literal")
	case head&headWild != 0 && (lit >= end || text[lit] != '*'):
		return 0, errors.New("no star")
	}
	n += length
	if head&headTwo == headTwo {
		return c.twoSpellings(b, n, head)
	}
	if head&headRawStar != 0 {
		if n >= len(b) || b[n] != '*' {
			return 0, errCut
		}
		n++
	}
	if head&headRawApart != 0 {
		raw, k := binary.Uvarint(b[n:])
		if k <= 0 || raw > uint64(len(b)-n-k) {
			return 0, errCut
		}
		n += k + int(raw)
	}
	return n, nil
}

// twoSpellings checks what is behind the text of a record with two spellings,
// and gives the record's size. That both have the same stars is not asked: the
// builder alone counts on it.
func (c *Checker) twoSpellings(b []byte, n int, head byte) (size int, err error) {
	if head&headWild == 0 {
		return 0, errors.New("two spellings without a star")
	}
	for range 2 {
		length, k := binary.Uvarint(b[n:])
		if k <= 0 || length > uint64(len(b)-n-k) {
			return 0, errCut
		}
		n += k + int(length)
	}
	return n, nil
}

var (
	errCut    = errors.New("cut short")
	errRank   = errors.New("no record has that rank")
	errShared = errors.New("shared between two places")
)

func (c *Checker) isRecord(rank uint32) bool {
	return uint64(rank) < uint64(len(c.table)) && c.starts[rank/64]&(1<<(rank%64)) != 0
}

// orNone allows NoRank.
func (c *Checker) orNone(rank uint32) bool { return rank == 0 || c.isRecord(rank) }

// claim takes size octets of code at an offset for one element.
func (c *Checker) claim(at uint32, size int) error {
	if uint64(at)+uint64(size) > uint64(len(c.code)) {
		return errCut
	}
	c.used += size
	if c.seen[at/64]>>(at%64)&1 != 0 || c.used > len(c.code) {
		return errShared
	}
	c.seen[at/64] |= 1 << (at % 64)
	return nil
}

func (c *Checker) number(at int) uint32 { return ReadUint(c.code[at:], c.w) }

// Ref checks a machine.
func (c *Checker) Ref(ref Ref) error {
	switch {
	case ref == 0 || c.refs[ref]:
		return nil
	case ref&slotLeaf != 0:
		if !c.isRecord(uint32(ref >> 1)) {
			return errRank
		}
	default:
		at := uint32(ref >> 1)
		if err := c.claim(at, 2*c.w+1); err != nil {
			return fmt.Errorf("machine at %d: %w", at, err)
		}
		if c.code[int(at)+2*c.w]&^machineEscapes != 0 {
			return fmt.Errorf("machine at %d: unknown flags", at)
		}
		root, list := c.number(int(at)), c.number(int(at)+c.w)
		var stars *starCheck
		if list != 0 {
			var err error
			if list >= at {
				return fmt.Errorf("machine at %d: list behind it", at)
			}
			switch c.code[list] {
			case listStars:
				stars, err = c.stars(list)
			case listGuarded:
				err = c.list(list, nil)
			default:
				// Look takes the guard for granted.
				err = errors.New("no guard before patterns that may match anywhere")
			}
			if err != nil {
				return fmt.Errorf("list at %d: %w", list, err)
			}
		}
		if root != 0 {
			if err := c.slot(root, at, stars); err != nil {
				return fmt.Errorf("machine at %d: %w", at, err)
			}
		}
		if root == 0 && stars != nil {
			return fmt.Errorf("machine at %d: star nodes without a way to them", at)
		}
	}
	c.refs[ref] = true
	return nil
}

// slot checks what a slot leads to, which must stand before limit. stars is nil
// where there is no star machine.
func (c *Checker) slot(slot, limit uint32, stars *starCheck) error {
	c.todo = c.todo[:0]
	if err := c.child(slot, limit); err != nil {
		return err
	}
	for len(c.todo) > 0 {
		at := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		n, info := int(c.code[at]), c.code[at+1]
		run := int(info & nodeRun)
		size := 2 + run + n + n*c.w
		accept := int(at) + size
		if info&nodeAccept != 0 {
			size += c.w
		}
		extras := int(at) + size
		if info&nodeExtras != 0 {
			size += 2 * c.w
		}
		if err := c.claim(at, size); err != nil {
			return fmt.Errorf("node at %d: %w", at, err)
		}
		if info&nodeAccept != 0 && !c.isRecord(c.number(accept)) {
			return fmt.Errorf("node at %d: %w", at, errRank)
		}
		if info&nodeExtras != 0 {
			if !c.orNone(c.number(extras)) {
				return fmt.Errorf("node at %d: %w", at, errRank)
			}
			if list := c.number(extras + c.w); list != 0 {
				if list >= at {
					return fmt.Errorf("node at %d: list behind it", at)
				}
				if err := c.list(list, stars); err != nil {
					return fmt.Errorf("list at %d: %w", list, err)
				}
			}
		}
		keys := c.code[int(at)+2+run:][:n]
		for i := 1; i < n; i++ {
			if keys[i-1] >= keys[i] {
				return fmt.Errorf("node at %d: keys out of order", at)
			}
		}
		for i := range n {
			if err := c.child(c.number(int(at)+2+run+n+i*c.w), at); err != nil {
				return err
			}
		}
	}
	return nil
}

// child checks a slot that must lead to a record, or to a node before limit, which
// is left to do.
func (c *Checker) child(slot, limit uint32) error {
	at := slot >> 1
	switch {
	case slot&slotLeaf != 0:
		if !c.isRecord(at) {
			return errRank
		}
	case at == 0 || at >= limit:
		return fmt.Errorf("node at %d: not before its parent", at)
	default:
		// Before the limit something was claimed that has more than two octets.
		c.todo = append(c.todo, at)
	}
	return nil
}

// list checks a list that stands before what was claimed.
func (c *Checker) list(at uint32, stars *starCheck) error {
	kind, count := c.code[at], int(c.code[at+1])
	size := 2 + c.w
	ranks := int(at) + size
	switch kind {
	case listStar:
		if err := c.claim(at, size+c.w); err != nil {
			return err
		}
		if stars == nil {
			return errors.New("a star node without a star machine")
		}
		return stars.place(c.number(ranks))
	case listPlain:
	case listGuarded:
		// What guard and probes say need not be true: they only choose who is
		// asked, and where.
		size += guardPart + 4*count
		ranks += guardPart + 4*count
	default:
		return fmt.Errorf("unknown kind %d", kind)
	}
	if count > maxDirect {
		return fmt.Errorf("%d patterns that are asked one by one", count)
	}
	if stars != nil {
		return errors.New("a list beside a star machine")
	}
	if err := c.claim(at, size+count*c.w); err != nil {
		return err
	}
	if kind == listGuarded {
		last := 0
		for i, end := range c.code[int(at)+2+c.w+guardSize:][:1+guardBuckets] {
			if int(end) < last || int(end) > count || i == 0 && end != 0 {
				return errors.New("buckets out of order")
			}
			last = int(end)
		}
		if last != count {
			return errors.New("buckets that do not hold all")
		}
	}
	for i := range count {
		rank := c.number(ranks + i*c.w)
		if !c.isRecord(rank) || c.table[rank]&headWild == 0 {
			return errRank
		}
	}
	return nil
}
