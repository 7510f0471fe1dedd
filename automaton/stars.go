package automaton

import (
	"bytes"
	"cmp"
	"slices"
)

// The star machine takes all patterns with a '*' of a machine that has too many
// of them to be asked one by one. Idea: what stands between two stars is a
// piece, and all pieces of all patterns are looked for at once, in one pass
// over the path that reads every octet once (Aho and Corasick, 1975). A star
// node is entered at one position, the earliest. Where a piece is found, its
// edges are looked at: one whose star node has been entered at or before the
// piece's beginning fires. It is accepted, or enters the star node behind it.
//
// A piece that is on many edges is looked at in another way: entering a star
// node arms its edges of such pieces, and an edge fires once and is armed no
// more. Else a piece on every edge, found at every octet, would cost edges ×
// octets.
//
// Bound: a path of n octets costs n steps, one for every piece found, with
// lightEdges each, and one for every edge armed or fired, of which there are no
// more than pieces in the patterns. Size is linear in the patterns' octets: a
// piece that no other shares is kept to the octet that tells it from all
// others; the rest is compared where that is found, which happens once for
// every position at most, because no such beginning is the beginning of
// another.
//
// Example: "/*a*b" and "/*ab$". The star node behind "/" has the edges "a",
// which leads to a star node with the edge "b", and "ab", which is accepted at
// the end of the path only. On "/xab" the piece "a" fires behind "/xa" and
// enters the second star node; behind "/xab" both "ab", which ends the path,
// and "b" are found, and fire.
//
// The section, at its offset in the code, is
//
//	0    listStars
//	1    0
//	2    the best rank, w
//	     the number of star nodes, edges, pieces, armed edges and nodes, w each
//	     32 octets: a bit for every octet that a piece begins with
//	     star nodes: first armed edge, rank accepted on entry, best rank behind,
//	      w each
//	     edges, by piece: star node, rank accepted, rank accepted at the path's
//	      end, star node entered plus one, w each
//	     pieces: first edge, offset in the table, length, octets looked for, w
//	      each
//	     armed edges, by star node: the edge, w
//	     nodes: first child, failure link, piece found plus one, next node along
//	      failure links where one is found, w each
//	     one octet for each node: the octet on the way to it
//
// The last star node, piece and node are followed by one more first armed edge,
// first edge and first child. Nodes stand in order of their depth, so that
// children of one node stand in a row and failure links lead backwards.

// lightEdges is how many edges a piece may have that are looked at wherever it
// is found.
const lightEdges = 4

// starBuilder is what is built, before it is written.
type starBuilder struct {
	on      bool
	accepts []Rank // on entry, by star node
	edges   []starEdge
	pieces  []piece
	byEdge  map[[2]uint32]uint32 // star node and piece → index of edge
	byText  map[string]uint32    // → index of piece
}

type starEdge struct {
	star, piece uint32
	accept, end Rank
	next        uint32 // star node plus one
}

type piece struct {
	at, length, cut uint32
	text            []byte
}

func (s *starBuilder) reset() {
	s.on = true
	s.accepts, s.edges, s.pieces = s.accepts[:0], s.edges[:0], s.pieces[:0]
	s.byEdge = map[[2]uint32]uint32{}
	s.byText = map[string]uint32{}
}

func (s *starBuilder) node() uint32 {
	s.accepts = append(s.accepts, NoRank)
	return uint32(len(s.accepts) - 1)
}

// starList writes a list that enters a star node, with the patterns of ranks
// behind it.
func (b *Builder) starList(ranks []Rank) uint32 {
	s := &b.stars
	star := s.node()
	best := NoRank
	for _, rank := range ranks {
		best = max(best, rank)
		r := b.table.read(rank)
		at := uint32(rank) + uint32(r.textAt) + uint32(r.lit) + 1
		s.insert(star, at, r.text[r.lit+1:], rank)
	}
	at := uint32(len(b.code))
	b.code = append(b.code, listStar, 0)
	b.code = AppendUint(b.code, uint32(best), b.table.w)
	b.code = AppendUint(b.code, star, b.table.w)
	return at
}

// insert adds what is behind a '*' of a pattern, which stands at an offset of
// the table.
func (s *starBuilder) insert(star, at uint32, text []byte, rank Rank) {
	anchored := len(text) > 0 && text[len(text)-1] == '$'
	if anchored {
		text = text[:len(text)-1]
	}
	for {
		n := bytes.IndexByte(text, '*')
		last := n < 0
		if last {
			n = len(text)
		}
		if n > 0 {
			e := s.edge(star, s.piece(at, text[:n]))
			switch {
			case last && anchored:
				s.edges[e].end = max(s.edges[e].end, rank)
				return
			case last:
				s.edges[e].accept = max(s.edges[e].accept, rank)
				return
			}
			if s.edges[e].next == 0 {
				next := s.node()
				s.edges[e].next = next + 1
			}
			star = s.edges[e].next - 1
		} else if last {
			// Nothing is left to find: any end will do.
			s.accepts[star] = max(s.accepts[star], rank)
			return
		}
		text = text[n+1:]
		at += uint32(n + 1)
	}
}

func (s *starBuilder) piece(at uint32, text []byte) uint32 {
	if i, known := s.byText[string(text)]; known {
		return i
	}
	i := uint32(len(s.pieces))
	s.byText[string(text)] = i
	s.pieces = append(s.pieces, piece{at: at, length: uint32(len(text)), text: text})
	return i
}

func (s *starBuilder) edge(star, piece uint32) uint32 {
	key := [2]uint32{star, piece}
	if i, known := s.byEdge[key]; known {
		return i
	}
	i := uint32(len(s.edges))
	s.byEdge[key] = i
	s.edges = append(s.edges, starEdge{star: star, piece: piece})
	return i
}

// acNode is a node of the search for pieces.
type acNode struct {
	octet                 byte
	first, fail, out, hop uint32
}

// search builds the search for pieces, nearest nodes first.
func (s *starBuilder) search() []acNode {
	order := make([]uint32, len(s.pieces))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return bytes.Compare(s.pieces[x].text, s.pieces[y].text) })
	type open struct {
		from, to int // of order
		depth    int
	}
	nodes := []acNode{{}}
	todo := []open{{0, len(order), 0}}
	for at := 0; at < len(nodes); at++ {
		o := todo[at]
		nodes[at].first = uint32(len(nodes))
		i := o.from
		if i < o.to {
			p := &s.pieces[order[i]]
			switch {
			case len(p.text) == o.depth:
				p.cut = uint32(o.depth)
				nodes[at].out = order[i] + 1
				i++
			case o.to-o.from == 1 && o.depth > 0:
				p.cut = uint32(o.depth)
				nodes[at].out = order[i] + 1
				continue
			}
		}
		for i < o.to {
			c := s.pieces[order[i]].text[o.depth]
			j := i + 1
			for j < o.to && s.pieces[order[j]].text[o.depth] == c {
				j++
			}
			nodes = append(nodes, acNode{octet: c})
			todo = append(todo, open{i, j, o.depth + 1})
			i = j
		}
	}
	// Failure links: a node's is the child, by its octet, of the first node
	// along its parent's links that has one.
	child := func(at uint32, c byte) (uint32, bool) {
		end := uint32(len(nodes))
		if int(at+1) < len(nodes) {
			end = nodes[at+1].first
		}
		row := nodes[nodes[at].first:end]
		i, found := slices.BinarySearchFunc(row, c, func(n acNode, c byte) int { return cmp.Compare(n.octet, c) })
		return nodes[at].first + uint32(i), found
	}
	for at := range nodes {
		end := uint32(len(nodes))
		if at+1 < len(nodes) {
			end = nodes[at+1].first
		}
		for k := nodes[at].first; k < end; k++ {
			fail := uint32(0)
			for up := uint32(at); up != 0; {
				up = nodes[up].fail
				if to, found := child(up, nodes[k].octet); found {
					fail = to
					break
				}
			}
			nodes[k].fail = fail
			nodes[k].hop = nodes[fail].hop
			if nodes[fail].out != 0 {
				nodes[k].hop = fail
			}
		}
	}
	return nodes
}

// starSection writes the section.
func (b *Builder) starSection() uint32 {
	s, w := &b.stars, b.table.w
	nodes := s.search()
	slices.SortStableFunc(s.edges, func(x, y starEdge) int { return cmp.Compare(x.star, y.star) })
	// The best rank behind a star node: star nodes are made before those behind
	// them, so one walk from the back does.
	bests := slices.Clone(s.accepts)
	for _, e := range slices.Backward(s.edges) {
		best := max(e.accept, e.end)
		if e.next != 0 {
			best = max(best, bests[e.next-1])
		}
		bests[e.star] = max(bests[e.star], best)
	}
	top := slices.Max(bests)
	// From here on edges stand by piece.
	slices.SortStableFunc(s.edges, func(x, y starEdge) int { return cmp.Compare(x.piece, y.piece) })
	first := make([]uint32, len(s.pieces)+1) // by piece
	for _, e := range s.edges {
		first[e.piece+1]++
	}
	for i := range s.pieces {
		first[i+1] += first[i]
	}
	type arm struct{ star, edge uint32 }
	var arms []arm
	for i, e := range s.edges {
		if first[e.piece+1]-first[e.piece] > lightEdges {
			arms = append(arms, arm{e.star, uint32(i)})
		}
	}
	slices.SortStableFunc(arms, func(x, y arm) int { return cmp.Compare(x.star, y.star) })

	at := uint32(len(b.code))
	put := func(vs ...uint32) {
		for _, v := range vs {
			b.code = AppendUint(b.code, v, w)
		}
	}
	b.code = append(b.code, listStars, 0)
	put(uint32(top), uint32(len(s.accepts)), uint32(len(s.edges)), uint32(len(s.pieces)), uint32(len(arms)), uint32(len(nodes)))
	var begins [32]byte
	for _, p := range s.pieces {
		begins[p.text[0]>>3] |= 1 << (p.text[0] & 7)
	}
	b.code = append(b.code, begins[:]...)
	armed := 0
	for star, accept := range s.accepts {
		put(uint32(armed), uint32(accept), uint32(bests[star]))
		for armed < len(arms) && arms[armed].star == uint32(star) {
			armed++
		}
	}
	put(uint32(armed))
	for _, e := range s.edges {
		put(e.star, uint32(e.accept), uint32(e.end), e.next)
	}
	for i, p := range s.pieces {
		put(first[i], p.at, p.length, p.cut)
	}
	put(uint32(len(s.edges)))
	for _, a := range arms {
		put(a.edge)
	}
	for _, n := range nodes {
		put(n.first, n.fail, n.out, n.hop)
	}
	put(uint32(len(nodes)))
	for _, n := range nodes {
		b.code = append(b.code, n.octet)
	}
	return at
}
