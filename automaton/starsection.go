package automaton

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// This file keeps the pieces of a star machine that is being built, each once,
// and writes its section (stars.go says how it is laid out).

// piece finds or adds a piece.
func (s *starBuilder) piece(at, end uint32) uint32 {
	text := s.text[at:end]
	hash := maphash.Bytes(s.seed, text)
	mask := uint64(len(s.index) - 1)
	i := hash & mask
	for ; s.index[i] != 0; i = (i + 1) & mask {
		p := &s.pieces[s.index[i]-1]
		if p.hash == hash && bytes.Equal(s.text[p.at:p.at+p.length], text) {
			return s.index[i] - 1
		}
	}
	s.pieces = put(s.pieces, piece{at: at, length: end - at, hash: hash})
	s.index[i] = uint32(len(s.pieces))
	if 2*len(s.pieces) > len(s.index) {
		s.grow()
	}
	return uint32(len(s.pieces) - 1)
}

func (s *starBuilder) grow() {
	n := 4 * len(s.index)
	s.index = slices.Grow(s.index[:0], n)[:n]
	clear(s.index)
	mask := uint64(n - 1)
	for k := range s.pieces {
		i := s.pieces[k].hash & mask
		for s.index[i] != 0 {
			i = (i + 1) & mask
		}
		s.index[i] = uint32(k + 1)
	}
}

func (s *starBuilder) held() int {
	return kept(s.nodes) + kept(s.edges) + kept(s.steps) + kept(s.pieces) + kept(s.index) +
		kept(s.tails) + kept(s.order) + kept(s.items) + kept(s.groups) + s.search.held()
}

// starSection writes the section.
func (b *Builder) starSection() uint32 {
	s, w := &b.stars, b.table.w
	b.buildSearch()
	f := &s.search
	s.settleEdges()

	at := uint32(len(b.code))
	b.code = slices.Grow(b.code, s.octets(w)+numberSlack)
	b.code = append(b.code, listStars, 0)
	out := numbers{b: b.code, w: w}
	out.add(uint32(s.top))
	out.add(uint32(len(s.nodes)))
	out.add(uint32(len(s.edges)))
	out.add(uint32(len(s.pieces)))
	out.add(uint32(f.rests))
	out.add(uint32(len(s.steps)))
	out.add(uint32(len(f.nodes)))
	var begins [32]byte
	for _, p := range s.pieces {
		c := s.text[p.at]
		begins[c>>3] |= 1 << (c & 7)
	}
	out.b = append(out.b, begins[:]...)
	for _, word := range f.heads {
		for range 8 {
			out.b = append(out.b, byte(word))
			word >>= 8
		}
	}
	for _, n := range s.nodes {
		out.add(n.first)
		out.add(uint32(n.best))
	}
	out.add(uint32(len(s.edges)))
	for _, e := range s.edges {
		out.add(e.star)
		out.add(f.names[e.piece]<<edgeShift | e.kind)
		out.add(e.to)
	}
	rest := uint32(0)
	for _, p := range f.byName {
		edge := s.pieces[p].edge
		if edge > 0 && s.edges[edge-1].kind&edgeWaits != 0 {
			edge = 0
		}
		up := f.up[p]
		if up > 0 {
			up = f.names[up-1] + 1
		}
		out.add(edge)
		out.add(up)
		out.add(f.cut[p])
		if f.cut[p] < s.pieces[p].length {
			rest++
			out.add(rest)
		} else {
			out.add(0)
		}
	}
	for _, p := range f.byName {
		if cut := f.cut[p]; cut < s.pieces[p].length {
			out.add(s.pieces[p].at + cut)
			out.add(s.pieces[p].length - cut)
		}
	}
	s.renameSteps(f.names)
	for _, v := range s.steps {
		out.add(v)
	}
	for _, n := range f.nodes {
		found := n.found
		if found > 0 {
			found = f.names[found-1] + 1
		}
		out.add(n.first)
		out.add(n.fail)
		out.add(found)
	}
	out.add(uint32(len(f.nodes)))
	for _, n := range f.nodes {
		out.b = append(out.b, n.octet)
	}
	b.code = out.b
	return at
}

// numbers writes numbers of w octets where there is room enough.
type numbers struct {
	b []byte
	w int
}

// numberSlack is how much room there must be behind the last number.
const numberSlack = 4

func (n *numbers) add(v uint32) {
	at := len(n.b)
	binary.LittleEndian.PutUint32(n.b[at:at+numberSlack], v)
	n.b = n.b[:at+n.w]
}

// octets gives the size of the section.
func (s *starBuilder) octets(w int) int {
	f := &s.search
	return 2 + 7*w + 32 + 8*len(f.heads) + w*(starNumbers*len(s.nodes)+1+edgeNumbers*len(s.edges)+pieceNumbers*len(s.pieces)+
		restNumbers*f.rests+len(s.steps)) + (nodeNumbers*w+1)*len(f.nodes) + w
}

// settleEdges finds the edges that wait, and brings them to the front of their
// star node's. Both spellings of an edge stay together.
func (s *starBuilder) settleEdges() {
	for i := range s.edges {
		e := &s.edges[i]
		if s.pieces[e.piece].edges > 1 {
			e.kind |= edgeWaits
			if e.kind&edgeQuery != 0 {
				s.edges[i-1].kind |= edgeWaits
			}
		}
		if e.kind&edgeQuery != 0 {
			e.kind |= s.edges[i-1].kind & edgeWaits
		}
	}
	for i := range s.nodes {
		end := len(s.edges)
		if i+1 < len(s.nodes) {
			end = int(s.nodes[i+1].first)
		}
		row := s.edges[s.nodes[i].first:end]
		slices.SortStableFunc(row, func(x, y starEdge) int { return cmp.Compare(y.kind&edgeWaits, x.kind&edgeWaits) })
	}
	for i := range s.edges {
		s.pieces[s.edges[i].piece].edge = uint32(i + 1)
	}
}

// renameSteps writes into the steps the numbers that pieces have in the section.
func (s *starBuilder) renameSteps(names []uint32) {
	for i := 0; i < len(s.steps); i++ {
		v := s.steps[i]
		switch v & (1<<stepShift - 1) {
		case stepPiece, stepEither, stepLast, stepLastEither:
			s.steps[i] = names[v>>stepShift]<<stepShift | v&(1<<stepShift-1)
		}
		switch v & (1<<stepShift - 1) {
		case stepEither, stepLastEither:
			i++
			s.steps[i] = names[s.steps[i]]
		}
		switch v & (1<<stepShift - 1) {
		case stepLast, stepLastEither, stepAccept, stepDone:
			i++
		}
	}
}
