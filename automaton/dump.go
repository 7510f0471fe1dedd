package automaton

import (
	"fmt"
	"strings"
)

// Dump writes the machine as text, the same for the same patterns in any
// order:
//
//	trie
//	  "/" rank 1
//	    "a" * star 0
//	star 0
//	  "b" rank$ 2
//
// A line is a run of octets without a choice, indented by depth, with the
// ranks that end there ("rank$": at the end of the path only) and the star
// node behind it. Ranks that a node has through failure links are among them.
func (m *Machine) Dump() string {
	var b strings.Builder
	if len(m.nodes) == 0 {
		return "empty\n"
	}
	d := dumper{m: m, out: &b, number: map[starID]int{}}
	d.trie("trie", rootNode)
	for i := 0; i < len(d.order); i++ {
		d.trie(fmt.Sprintf("star %d", i), m.stars[d.order[i]].root)
	}
	return b.String()
}

// dumper numbers stars in the order in which the text meets them.
type dumper struct {
	m      *Machine
	out    *strings.Builder
	number map[starID]int
	order  []starID
}

func (d *dumper) trie(title string, root nodeID) {
	d.out.WriteString(title)
	d.marks(root)
	d.below(root, 1)
}

func (d *dumper) below(at nodeID, depth int) {
	for _, e := range d.m.nodes[at].edges {
		run := []byte{e.octet}
		to := e.to
		for d.plain(to) {
			next := d.m.nodes[to].edges[0]
			run = append(run, next.octet)
			to = next.to
		}
		fmt.Fprintf(d.out, "%*s%q", 2*depth, "", run)
		d.marks(to)
		d.below(to, depth+1)
	}
}

// plain reports a node that only leads on.
func (d *dumper) plain(at nodeID) bool {
	n := &d.m.nodes[at]
	return len(n.edges) == 1 && n.star == noStar && n.prefix == NoRank && n.end == NoRank
}

func (d *dumper) marks(at nodeID) {
	n := &d.m.nodes[at]
	if n.prefix != NoRank {
		fmt.Fprintf(d.out, " rank %d", n.prefix)
	}
	if n.end != NoRank {
		fmt.Fprintf(d.out, " rank$ %d", n.end)
	}
	if n.star != noStar {
		number, seen := d.number[n.star]
		if !seen {
			number = len(d.order)
			d.number[n.star] = number
			d.order = append(d.order, n.star)
		}
		fmt.Fprintf(d.out, " * star %d", number)
	}
	d.out.WriteByte('\n')
}
