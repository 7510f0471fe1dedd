package compile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"iter"
	"slices"

	"github.com/robotrie/robotrie/automaton"
)

// An Image is a compiled robots.txt: one run of octets, which is what Compile
// builds, what is stored, and what is matched on. FORMAT.md describes it octet
// by octet. It is immutable, and safe for concurrent use.
type Image struct {
	b       []byte // all of it
	table   []byte // from the table on
	code    []byte // from the code on
	meta    []byte
	w       int
	dialect Dialect
}

// The header of an image; all numbers are little-endian.
const (
	magic         = "rtri"
	formatVersion = 1

	atVersion  = 4
	atDialect  = 5
	atWidth    = 6
	atReserved = 7
	atLength   = 8  // of the image
	atChecksum = 12 // CRC-32C of all other octets
	atTable    = 16 // length of the table
	atCode     = 20 // length of the code
	headerSize = 24
)

// The meta section begins with four numbers of w octets, and the index.
const (
	metaStar    = iota // offset of the descriptor of the group of '*', 0: none
	metaTokens         // number of tokens
	metaGroups         // offset of the groups
	metaRecords        // offset of records, sitemaps and notes
	metaIndex          // first of the tokens' offsets, in the order of their spelling
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is that of an image but for where it stands.
func checksum(b []byte) uint32 {
	return crc32.Update(crc32.Checksum(b[:atChecksum], castagnoli), castagnoli, b[atChecksum+4:])
}

// assemble writes the image.
func (p *parser) assemble(table []byte, w int) []byte {
	// The four numbers at its beginning alone are as long as automaton.Padding.
	meta := p.writeMeta(slices.Grow(p.meta[:0], len(p.noteText)+len(p.names)+6*(len(p.notes)+len(p.records)+len(p.tokens))), w)
	p.meta = meta
	code := p.builder.Code()
	b := make([]byte, headerSize, headerSize+len(table)+len(code)+len(meta))
	copy(b, magic)
	b[atVersion] = formatVersion
	b[atDialect] = byte(slices.IndexFunc(dialects[:], func(d decisions) bool { return d.name == p.d.name }))
	b[atWidth] = byte(w)
	binary.LittleEndian.PutUint32(b[atTable:], uint32(len(table)))
	binary.LittleEndian.PutUint32(b[atCode:], uint32(len(code)))
	b = append(b, table...)
	b = append(b, code...)
	b = append(b, meta...)
	binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[atChecksum:], checksum(b))
	return b
}

func (p *parser) writeMeta(b []byte, w int) []byte {
	p.sortTokens()
	star := -1
	if t, ok := p.byName["*"]; ok {
		star = p.ofToken[t]
	}
	index := metaIndex * w
	b = append(b, make([]byte, index+len(p.tokens)*w)...)
	putUint(b[metaTokens*w:], uint32(len(p.tokens)), w)
	putUint(b[metaGroups*w:], uint32(len(b)), w)
	b = binary.AppendUvarint(b, uint64(len(p.groups)))
	for i := range p.groups {
		p.groups[i].at = uint32(len(b))
		b = p.writeGroup(b, &p.groups[i], w)
	}
	if star >= 0 {
		putUint(b[metaStar*w:], p.groups[star].at, w)
	}
	// The tokens stand in order of appearance, so that their offsets tell it.
	for t := range p.tokens {
		putUint(b[index+int(p.place[t])*w:], uint32(len(b)), w)
		b = appendBytes(b, p.tokens[t])
		b = automaton.AppendUint(b, p.groups[p.ofToken[t]].at, w)
	}
	putUint(b[metaRecords*w:], uint32(len(b)), w)
	line := uint32(0)
	b = binary.AppendUvarint(b, uint64(len(p.records)))
	for _, r := range p.records {
		b = binary.AppendUvarint(b, uint64(r.line-line))
		line = r.line
		b = appendBytes(b, p.bytes(r.name))
		b = appendBytes(b, p.bytes(r.value))
	}
	b = binary.AppendUvarint(b, uint64(len(p.sitemaps)))
	for _, s := range p.sitemaps {
		b = appendBytes(b, p.bytes(s))
	}
	line = 0
	b = binary.AppendUvarint(b, uint64(len(p.notes)))
	for _, n := range p.notes {
		b = binary.AppendUvarint(b, uint64(n.line-line))
		line = n.line
		b = append(b, n.code)
		b = appendBytes(b, p.noteText[n.text.from:n.text.to])
	}
	return b
}

// writeGroup writes a descriptor: the machines, the parts as ranges of lines,
// and the tokens by their place in the index.
func (p *parser) writeGroup(b []byte, g *group, w int) []byte {
	b = binary.AppendUvarint(b, uint64(len(g.refs)))
	for _, r := range g.refs {
		b = automaton.AppendUint(b, r, w)
	}
	b = binary.AppendUvarint(b, uint64(len(g.uses)))
	last := uint32(0)
	for _, u := range g.uses {
		block := &p.blocks[u.block]
		from := p.agents[block.agents.first].line
		if int(u.firstRecord) > block.records.first {
			from = p.records[u.firstRecord-1].line + 1
		}
		b = binary.AppendUvarint(b, uint64(from-last))
		b = binary.AppendUvarint(b, uint64(block.end-from))
		last = block.end
	}
	b = binary.AppendUvarint(b, uint64(len(g.tokens)))
	for _, t := range g.tokens {
		b = binary.AppendUvarint(b, uint64(p.place[t]))
	}
	return b
}

func appendBytes(b, s []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func putUint(b []byte, v uint32, w int) {
	for i := range w {
		b[i] = byte(v)
		v >>= 8
	}
}

// view makes an Image of octets that are known to be one.
func view(b []byte) Image {
	table := headerSize
	code := table + int(binary.LittleEndian.Uint32(b[atTable:]))
	meta := code + int(binary.LittleEndian.Uint32(b[atCode:]))
	return Image{
		b: b, table: b[table:], code: b[code:], meta: b[meta:],
		w: int(b[atWidth]), dialect: Dialect(b[atDialect]),
	}
}

// Bytes gives the image's octets, which nobody may change.
func (im *Image) Bytes() []byte { return im.b }

// Dialect is the one that the body was read in.
func (im *Image) Dialect() Dialect { return im.dialect }

func (im *Image) metaUint(i int) uint32 { return automaton.ReadUint(im.meta[i*im.w:], im.w) }

// A GroupID names a group of an image; 0 is none.
type GroupID uint32

// Star gives the wildcard group, 0 where there is none.
func (im *Image) Star() GroupID { return GroupID(im.metaUint(metaStar)) }

// Find gives the group that names a token, ASCII case ignored; 0 where none
// does.
func (im *Image) Find(token []byte) GroupID {
	var buf [64]byte
	folded := appendName(buf[:0], token)
	low, high := 0, int(im.metaUint(metaTokens))
	for low < high {
		mid := (low + high) / 2
		name, at := im.token(mid)
		switch c := bytes.Compare(name, folded); {
		case c == 0:
			return at
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0
}

// token gives a token by its place in the index.
func (im *Image) token(place int) (name []byte, group GroupID) {
	r := reader{b: im.meta[im.metaUint(metaIndex+place):]}
	name = r.bytes()
	return name, GroupID(automaton.ReadUint(r.b, im.w))
}

// Groups yields all groups in the order in which the file first names them.
func (im *Image) Groups() iter.Seq[GroupID] {
	return func(yield func(GroupID) bool) {
		at := int(im.metaUint(metaGroups))
		r := reader{b: im.meta[at:]}
		for range r.uint() {
			id := GroupID(len(im.meta) - len(r.b))
			im.descriptor(&r)
			if !yield(id) {
				return
			}
		}
	}
}

// AppendMachines appends the machines of a group.
func (im *Image) AppendMachines(dst []automaton.Machine, id GroupID) []automaton.Machine {
	r := reader{b: im.meta[id:]}
	for range r.uint() {
		dst = append(dst, automaton.Open(im.table, im.code, im.w, automaton.Ref(r.number(im.w)), dialects[im.dialect].doubt))
	}
	return dst
}

// Lines is a range of lines: From, From+1, …, To-1.
type Lines struct{ From, To int }

// Parts say where the rules and records of groups stand, in file order. One that
// groups share stands there for each; of those that begin within another, both
// end where the block does.
type Parts []Lines

// Hold reports whether a line is in one of the parts.
func (p Parts) Hold(line int) bool {
	i, found := slices.BinarySearchFunc(p, line, func(part Lines, line int) int { return cmp.Compare(part.From, line) })
	return found || i > 0 && line < p[i-1].To
}

// Parts gives the parts of groups that count together.
func (im *Image) Parts(ids []GroupID) Parts {
	var out Parts
	for _, id := range ids {
		parts, _ := im.descriptor(&reader{b: im.meta[id:]})
		out = append(out, parts...)
	}
	slices.SortFunc(out, func(a, b Lines) int { return cmp.Compare(a.From, b.From) })
	return out
}

// descriptor reads a descriptor but for its machines.
func (im *Image) descriptor(r *reader) (parts Parts, places []int) {
	r.b = r.b[r.uint()*im.w:]
	parts = make([]Lines, r.uint())
	line := 0
	for i := range parts {
		parts[i].From = line + r.uint()
		parts[i].To = parts[i].From + r.uint()
		line = parts[i].To
	}
	places = make([]int, r.uint())
	for i := range places {
		places[i] = r.uint()
	}
	return parts, places
}

// Tokens gives the tokens that select groups, in the order in which the file
// first names them.
func (im *Image) Tokens(ids []GroupID) []string {
	var places []int
	for _, id := range ids {
		_, more := im.descriptor(&reader{b: im.meta[id:]})
		places = append(places, more...)
	}
	slices.SortFunc(places, func(a, b int) int {
		return cmp.Compare(im.metaUint(metaIndex+a), im.metaUint(metaIndex+b))
	})
	var out []string
	for _, place := range places {
		name, _ := im.token(place)
		out = append(out, string(name))
	}
	return out
}

// Table is the image's rules, by rank.
func (im *Image) Table() automaton.Table {
	size := int(binary.LittleEndian.Uint32(im.b[atTable:]))
	return automaton.NewTable(im.table, size, im.w)
}

// A Record is a line of another key, kept as it is written.
type Record struct {
	Name, Value []byte
	Line        int
}

// Records yields the lines of other keys.
func (im *Image) Records() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		r := reader{b: im.meta[im.metaUint(metaRecords):]}
		r.records(yield)
	}
}

// Sitemaps yields the values of the sitemap lines.
func (im *Image) Sitemaps() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		r := reader{b: im.meta[im.metaUint(metaRecords):]}
		r.records(func(Record) bool { return true })
		r.sitemaps(yield)
	}
}

// Notes yields what was ignored, repaired or cut.
func (im *Image) Notes() iter.Seq[Note] {
	return func(yield func(Note) bool) {
		r := reader{b: im.meta[im.metaUint(metaRecords):]}
		r.records(func(Record) bool { return true })
		r.sitemaps(func([]byte) bool { return true })
		line := 0
		for range r.uint() {
			line += r.uint()
			code := sentences[r.b[0]].code
			r.b = r.b[1:]
			if !yield(Note{Line: line, Code: code, Text: string(r.bytes())}) {
				return
			}
		}
	}
}

// reader reads what is known to be sound.
type reader struct{ b []byte }

func (r *reader) uint() int {
	v, n := binary.Uvarint(r.b)
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) number(w int) uint32 {
	v := automaton.ReadUint(r.b, w)
	r.b = r.b[w:]
	return v
}

func (r *reader) bytes() []byte {
	n := r.uint()
	s := r.b[:n:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) records(yield func(Record) bool) {
	line := 0
	for range r.uint() {
		line += r.uint()
		name := r.bytes()
		if !yield(Record{Name: name, Value: r.bytes(), Line: line}) {
			return
		}
	}
}

func (r *reader) sitemaps(yield func([]byte) bool) {
	for range r.uint() {
		if !yield(r.bytes()) {
			return
		}
	}
}
