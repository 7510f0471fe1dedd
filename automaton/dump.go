package automaton

import (
	"bytes"
	"fmt"
	"strings"
)

// Dump writes a machine as text, the same for the same patterns in whatever
// order they came:
//
//	trie
//	  "/" rank 1
//	    "a" list of 2, guarded
//	      "/a*b$" rank 3 guard "b"
//	      "/a*?" rank 2 guard "?"
//
// A line is a run of octets and, if the trie does not end there, the octet that
// was chosen behind its parent's run, with the ranks that end there ("rank$":
// at the end of the path only). name writes a rank; nil: as a number.
//
// Below the trie stand the patterns that may begin anywhere, or the star
// machine.
func (m *Machine) Dump(name func(Rank) string) string {
	if name == nil {
		name = func(r Rank) string { return fmt.Sprint(uint32(r)) }
	}
	d := &dumper{m: m, name: name}
	if m.root == 0 && m.list == 0 && m.stars == nil {
		return "empty\n"
	}
	if m.root != 0 {
		d.out.WriteString("trie\n")
		d.slot(m.root, nil, 0, 1)
	}
	if m.list != 0 {
		d.out.WriteString("anywhere")
		d.list(m.list, 1)
	}
	if m.stars != nil {
		d.stars()
	}
	return d.out.String()
}

// Plan tells in a sentence which representation was chosen, and why.
func (m *Machine) Plan() string {
	switch {
	case m.root == 0 && m.list == 0 && m.stars == nil:
		return "no patterns"
	case m.stars != nil:
		return fmt.Sprintf("a trie of literals and one star machine (%d star nodes, %d edges, %d pieces), because more than %d patterns have a '*'",
			m.stars.stars, m.stars.edges, m.stars.pieces, maxDirect)
	case m.root&slotLeaf != 0 && m.list == 0:
		return "one pattern"
	case m.list != 0:
		return fmt.Sprintf("a trie of literals; a list of patterns that may begin anywhere (%d), asked one by one behind a guard", m.octet(m.list+1))
	default:
		return "a trie of literals, with patterns that have a '*' asked one by one where their literal ends"
	}
}

type dumper struct {
	m    *Machine
	name func(Rank) string
	out  strings.Builder
}

func (d *dumper) line(depth int, format string, args ...any) {
	fmt.Fprintf(&d.out, "%*s", 2*depth, "")
	fmt.Fprintf(&d.out, format, args...)
}

// slot writes what a slot leads to; key is the octet before it, pos how many
// octets of the path are behind.
func (d *dumper) slot(slot uint32, key []byte, pos, depth int) {
	m := d.m
	if slot&slotLeaf != 0 {
		r := m.read(Rank(slot >> 1))
		rest := append(key, r.text[min(pos, len(r.text)):]...)
		d.line(depth, "%q leaf %s\n", rest, d.name(Rank(slot>>1)))
		return
	}
	node := m.nodeAt(slot)
	run := key
	for i := range node.length {
		run = append(run, m.octet(node.run+i))
	}
	d.line(depth, "%q", run)
	if node.accept != NoRank {
		fmt.Fprintf(&d.out, " rank %s", d.name(node.accept))
	}
	if node.anchored != NoRank {
		fmt.Fprintf(&d.out, " rank$ %s", d.name(node.anchored))
	}
	if node.list != 0 {
		d.list(node.list, depth+1)
	} else {
		d.out.WriteByte('\n')
	}
	for i := range node.children {
		d.slot(m.child(&node, i), []byte{m.octet(node.keys + i)}, pos+int(node.length)+1, depth+1)
	}
}

// list ends a line with a list, and writes its patterns below.
func (d *dumper) list(at uint32, depth int) {
	m := d.m
	kind, count := m.octet(at), m.octet(at+1)
	at += 2 + m.w
	switch kind {
	case listStar:
		fmt.Fprintf(&d.out, " star %d\n", m.number(at))
		return
	case listGuarded:
		fmt.Fprintf(&d.out, " list of %d, guarded\n", count)
		at += guardPart + 4*uint32(count)
	default:
		fmt.Fprintf(&d.out, " list of %d\n", count)
	}
	for i := range uint32(count) {
		rank := Rank(m.number(at + i*m.w))
		text := m.read(rank).text
		d.line(depth, "%q rank %s", text, d.name(rank))
		if kind == listGuarded {
			f, _ := rarest(text)
			fmt.Fprintf(&d.out, " guard %q", f.text())
		}
		d.out.WriteByte('\n')
	}
}

func (d *dumper) stars() {
	m, v, w := d.m, d.m.stars, d.m.w
	d.line(0, "stars %d, edges %d, pieces %d, nodes %d\n", v.stars, v.edges, v.pieces, v.nodes)
	byStar := make([][]uint32, v.stars)
	pieces := make([]uint32, v.edges)
	for p := range v.pieces {
		piece := v.piece + pieceNumbers*p*w
		for e := m.number(piece); e < m.number(piece+pieceNumbers*w); e++ {
			star := m.number(v.edge + edgeNumbers*e*w)
			byStar[star] = append(byStar[star], e)
			pieces[e] = piece
		}
	}
	for star, edges := range byStar {
		d.line(1, "star %d", star)
		if r := m.number(v.star + (starNumbers*uint32(star)+1)*w); r != 0 {
			fmt.Fprintf(&d.out, " rank %s", d.name(Rank(r)))
		}
		d.out.WriteByte('\n')
		for _, e := range edges {
			edge, piece := v.edge+edgeNumbers*e*w, pieces[e]
			text := d.text(m.number(piece+w), m.number(piece+2*w))
			d.line(2, "%q", text)
			if cut := m.number(piece + 3*w); int(cut) < len(text) {
				fmt.Fprintf(&d.out, " by its first %d", cut)
			}
			if r := m.number(edge + w); r != 0 {
				fmt.Fprintf(&d.out, " rank %s", d.name(Rank(r)))
			}
			if r := m.number(edge + 2*w); r != 0 {
				fmt.Fprintf(&d.out, " rank$ %s", d.name(Rank(r)))
			}
			if next := m.number(edge + 3*w); next != 0 {
				fmt.Fprintf(&d.out, " star %d", next-1)
			}
			d.out.WriteByte('\n')
		}
	}
}

func (d *dumper) text(at, length uint32) []byte {
	var b bytes.Buffer
	for i := range length {
		b.WriteByte(*d.m.tableAt(at + i))
	}
	return b.Bytes()
}
