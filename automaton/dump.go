package automaton

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"
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
	if m.stars != nil {
		d.pieces = d.texts()
	}
	if m.root == 0 && m.list == 0 { // the star machine is reached through the trie
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
	case m.root == 0 && m.list == 0:
		return "no patterns"
	case m.stars != nil:
		return fmt.Sprintf("a trie of literals and one star machine (%d star nodes, %d edges, %d pieces), because more than %d patterns have a '*', or one has two spellings",
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

	pieces []string // of the star machine
}

func (d *dumper) line(depth int, format string, args ...any) {
	fmt.Fprintf(&d.out, "%*s", 2*depth, "")
	fmt.Fprintf(&d.out, format, args...)
}

// maxDepth is how deep the nodes are that are shown. Why: each takes some of the
// stack and a longer indent, and an image made to harm may have a hundred
// million one below the other.
const maxDepth = 1000

// slot writes what a slot leads to; key is the octet before it, pos how many
// octets of the path are behind.
func (d *dumper) slot(slot uint32, key []byte, pos, depth int) {
	m := d.m
	if depth > maxDepth {
		d.line(0, "…\n")
		return
	}
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
		if place := m.number(at); place&placeRun != 0 {
			d.run(place >> 1)
		} else {
			fmt.Fprintf(&d.out, " star %d", place>>1)
		}
		d.out.WriteByte('\n')
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
	for star := range v.stars {
		at := v.star + starNumbers*star*w
		d.line(1, "star %d\n", star)
		for e := m.number(at); e < m.number(at+starNumbers*w); e++ {
			edge := v.edge + edgeNumbers*e*w
			kind, to := m.number(edge+w), m.number(edge+2*w)
			d.line(2, "%s", d.pieces[kind>>edgeShift])
			if kind&edgeQuery != 0 {
				fmt.Fprintf(&d.out, " behind %q", separator)
			}
			switch {
			case kind&edgeRank != 0:
				fmt.Fprintf(&d.out, " rank %s", d.name(Rank(to)))
			case kind&edgeEnd != 0:
				fmt.Fprintf(&d.out, " rank$ %s", d.name(Rank(to)))
			default:
				d.run(to)
			}
			d.out.WriteByte('\n')
		}
	}
}

// run writes the steps of a run.
func (d *dumper) run(step uint32) {
	m := d.m
	next := func() uint32 {
		step++
		return m.number(m.stars.step + (step-1)*m.w)
	}
	for {
		x := next()
		kind, p := x&(1<<stepShift-1), x>>stepShift
		switch kind {
		case stepPiece, stepLast:
			fmt.Fprintf(&d.out, " then %s", d.pieces[p])
		case stepEither, stepLastEither:
			fmt.Fprintf(&d.out, " then %s or %s behind %q", d.pieces[p], d.pieces[next()], separator)
		case stepStar:
			fmt.Fprintf(&d.out, " star %d", p)
			return
		}
		switch kind {
		case stepAccept, stepDone:
			fmt.Fprintf(&d.out, " rank %s", d.name(Rank(next())))
		case stepLast, stepLastEither:
			fmt.Fprintf(&d.out, " rank$ %s", d.name(Rank(next())))
		}
		if kind == stepDone || kind == stepLast || kind == stepLastEither {
			return
		}
	}
}

// texts gives every piece, quoted, and how much of it is searched for.
func (d *dumper) texts() []string {
	m, v, w := d.m, d.m.stars, d.m.w
	texts := make([]string, v.pieces)
	parents, depths := make([]uint32, v.nodes), make([]uint32, v.nodes)
	for i := range v.nodes {
		node := v.node + nodeNumbers*i*w
		for k := m.number(node); k < m.number(node+nodeNumbers*w); k++ {
			parents[k], depths[k] = i, depths[i]+1
		}
		p := m.number(node + 2*w)
		if p == 0 || m.cut(p-1) != depths[i] {
			continue // it is found here because a shorter end of what was read is it
		}
		var text []byte
		for k := i; k != 0; k = parents[k] {
			text = append(text, m.octet(v.octets+k))
		}
		slices.Reverse(text)
		by := ""
		if r := m.number(v.piece + (pieceNumbers*(p-1)+3)*w); r != 0 {
			rest := v.rest + restNumbers*(r-1)*w
			by = fmt.Sprintf(" by its first %d", len(text))
			text = append(text, unsafe.Slice(m.tableAt(m.number(rest)), m.number(rest+w))...)
		}
		texts[p-1] = fmt.Sprintf("%q%s", text, by)
	}
	return texts
}
