package automaton

import (
	"encoding/binary"
	"iter"
)

// A Table is a view of records. It keeps the octets it is given, which nobody
// may change; they must be followed by at least Padding octets of the same
// array. Invariant: the octets are what AppendRecord wrote, or have passed
// NewChecker.
type Table struct {
	b    []byte
	w    int
	size int // of all records, for All
}

// record is a record read in full, for what is not hot.
type record struct {
	head byte
	lit  int
	line uint32
	text []byte
	raw  []byte
	size int

	query   []byte // see Entry.Query
	textAt  int    // offset of text in the record
	queryAt int
}

func (t Table) read(at Rank) record {
	b := t.b[at:]
	r := record{head: b[0], lit: int(b[1]), line: ReadUint(b[2:], t.w)}
	n := 2 + t.w
	length := r.lit
	switch {
	case r.head&headLong != 0:
		r.lit = int(binary.LittleEndian.Uint32(b[n:]))
		length = int(binary.LittleEndian.Uint32(b[n+4:]))
		n += 8
	case r.head&headWild != 0:
		length = int(binary.LittleEndian.Uint16(b[n:]))
		n += 3
	case r.head&headAnchored != 0:
		length++
	}
	r.textAt = n
	r.text = b[n : n+length]
	n += length
	r.raw = r.text
	switch {
	case r.head&headTwo == headTwo:
		size, k := binary.Uvarint(b[n:])
		n += k
		if size > 0 {
			r.raw = b[n : n+int(size)]
			n += int(size)
		}
		size, k = binary.Uvarint(b[n:])
		n += k
		r.queryAt = n
		n += int(size)
		r.query = b[r.queryAt:n]
	case r.head&headRawStar != 0:
		r.raw = b[n-length : n+1]
		n++
	case r.head&headRawApart != 0:
		size, k := binary.Uvarint(b[n:])
		n += k
		r.raw = b[n : n+int(size)]
		n += int(size)
	}
	r.size = n
	return r
}

// ReadUint reads a number of w octets, little-endian.
func ReadUint(b []byte, w int) (v uint32) {
	for i := range w {
		v |= uint32(b[i]) << (8 * i)
	}
	return v
}

// Entry reads the record of a rank. Its Raw is never nil.
func (t Table) Entry(at Rank) Entry {
	r := t.read(at)
	return Entry{
		Text:   r.text,
		Raw:    r.raw,
		Query:  r.query,
		Line:   r.line,
		Mark:   r.head&headMark != 0,
		Second: r.head&headSecond != 0,
		Alias:  r.head&headAlias != 0,
	}
}

// Mark is Entry(at).Mark, at the cost of one load.
func (t Table) Mark(at Rank) bool { return t.b[at]&headMark != 0 }

// NewTable makes a view of a table of size octets; b may be longer.
func NewTable(b []byte, size, w int) Table { return Table{b: b, w: w, size: size} }

// All yields the rank and the entry of every record, the weakest first.
func (t Table) All() iter.Seq2[Rank, Entry] {
	return func(yield func(Rank, Entry) bool) {
		for at := tablePad; at < t.size; {
			r := t.read(Rank(at))
			if !yield(Rank(at), t.Entry(Rank(at))) {
				return
			}
			at += r.size
		}
	}
}
