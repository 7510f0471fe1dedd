package automaton

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// The star machine takes all patterns with a '*' of a machine that has too many
// of them to be asked one by one. Idea: what stands between two stars is a
// piece, and all pieces of all patterns are looked for at once, in one pass
// over the path that reads every octet once (Aho and Corasick, 1975; search.go
// builds it). What is behind a '*' is a place. Places that several patterns share
// and part at are star nodes, with an edge for each piece that may come next;
// where patterns go on together, or one goes on alone, what is left is a run:
// the pieces one after the other, flat.
//
// A place is reached at one position, the earliest. Where a piece is found, what
// waits for it goes on behind it, if it has waited since the piece's beginning or
// before; and waits no more. So nothing waits for what has happened, and every
// piece of every pattern is waited for at most once for a path.
//
// Bound: a path of n octets costs n steps of the search, and a few for every
// piece that is waited for, of which there are no more than in the patterns.
// What nothing waits for is passed over by bits (search.go). Size is linear in
// the patterns' octets: a piece that no other shares is kept to the octets that
// tell it from all others; the rest is compared where those are found, which
// happens once for every position at most, because no such beginning is the
// beginning of another.
//
// Example: "/*a*b", "/*a*cd" and "/*ab$". The place behind "/" is a star node
// with the edges "a", which leads to a star node with the edges "b" and "cd",
// and "ab", which is accepted at the end of the path only. On "/xab" the piece
// "a" is found behind "/xa", and the second star node is entered; behind "/xab"
// both "ab", which ends the path, and "b" are found.
//
// The section, at its offset in the code, is
//
//	0    listStars
//	1    0
//	2    the best rank, w
//	     the number of star nodes, edges, pieces, rests, steps and nodes, w each
//	     32 octets: a bit for every octet that a piece begins with
//	     a bit for every piece that heads a row (search.go), in words of eight
//	      octets
//	     star nodes: first edge, best rank behind, w each
//	     edges, by star node: star node; piece and kind (edgeWaits …); the run's
//	      first step, or the rank, w each
//	     pieces: edge plus one that is looked at where the piece is found; next
//	      piece that is found with it plus one; octets looked for; rest plus one,
//	      w each
//	     rests: offset in the table, length, w each
//	     steps: w each
//	     nodes: first child, failure link, piece found plus one, w each
//	     one octet for each node: the octet on the way to it
//
// The last star node and node are followed by one more first edge and first
// child. Nodes stand in order of their depth, so that children of one node stand
// in a row and failure links lead backwards.

// The kinds of an edge, in the low bits of the number that names its piece.
const (
	edgeWaits  = 1 << 0 // waits with others for its piece, which has several edges
	edgeQuery  = 1 << 1 // the same as the edge before, in its spelling behind '?'
	edgeRank   = 1 << 2 // accepted where the piece is found
	edgeEnd    = 1 << 3 // accepted where the piece ends the path
	edgeShift  = 4
	edgeNumber = edgeRank | edgeEnd // it has a rank, not a run
)

// The kinds of a step, in its low bits; above them the piece or the star node.
const (
	stepPiece      = iota // waits for a piece
	stepEither            // the same; the next number is the piece behind '?'
	stepLast              // waits for a piece at the path's end; the next number is the rank
	stepLastEither        // the same; first the piece behind '?'
	stepStar              // enters a star node; the run's end
	stepAccept            // accepts a rank, which is the next number
	stepDone              // the same; the run's end
	stepShift      = 3
)

// placeRun marks a place that is a run: twice its first step. A star node is
// twice its number.
const placeRun = 1

// starTail is what is left of a pattern behind a '*'.
type starTail struct {
	rank     Rank
	anchored bool
	path     spelling
	query    spelling // behind the path's first '?', if it differs there
}

// spelling is a range of the table, and where its next piece ends.
type spelling struct{ at, next, end uint32 }

type starNode struct {
	first uint32
	best  Rank
}

type starEdge struct {
	star, piece uint32
	kind        uint32
	to          uint32 // run or rank
}

// starBuilder is what is built, before it is written.
type starBuilder struct {
	on     bool
	text   []byte // the table
	top    Rank
	nodes  []starNode
	edges  []starEdge
	steps  []uint32
	pieces []piece
	index  []uint32 // a hash table of pieces, plus one
	seed   maphash.Seed

	tails, order []starTail
	items        []item
	groups       []group
	search       searchBuilder
}

// group is a run of tails that an edge leads to.
type group struct{ edge, from, to uint32 }

type piece struct {
	at, length uint32
	hash       uint64
	edges      uint32 // how many have it
	edge       uint32 // one of them plus one
}

func (s *starBuilder) reset(table []byte) {
	s.on, s.text, s.top = true, table, NoRank
	s.nodes, s.edges, s.steps, s.pieces = s.nodes[:0], s.edges[:0], s.steps[:0], s.pieces[:0]
	if s.seed == (maphash.Seed{}) {
		s.seed = maphash.MakeSeed()
	}
	const few = 64
	s.index = slices.Grow(s.index[:0], few)[:few]
	clear(s.index)
}

// starList writes a list that leads to the place of the patterns of ranks.
func (b *Builder) starList(ranks []Rank) uint32 {
	s := &b.stars
	best := NoRank
	s.tails = s.tails[:0]
	for _, rank := range ranks {
		best = max(best, rank)
		s.tails = put(s.tails, b.tail(rank))
	}
	s.top = max(s.top, best)
	b.sortTails(s.tails)
	place := s.place(s.tails)
	at := uint32(len(b.code))
	b.code = append(b.code, listStar, 0)
	b.code = AppendUint(b.code, uint32(best), b.table.w)
	b.code = AppendUint(b.code, place, b.table.w)
	return at
}

// tail gives what is behind the first '*' of a pattern.
func (b *Builder) tail(rank Rank) starTail {
	r := b.table.read(rank)
	t := starTail{rank: rank, anchored: r.head&headAnchored != 0}
	t.path.at = uint32(rank) + uint32(r.textAt) + uint32(r.lit) + 1
	t.path.end = uint32(rank) + uint32(r.textAt) + uint32(len(r.text))
	if r.query != nil {
		t.query.at = uint32(rank) + uint32(r.queryAt)
		t.query.end = t.query.at + uint32(len(r.query))
	}
	if t.anchored {
		t.path.end--
		t.query.end -= min(t.query.end, 1)
	}
	t.look(b.table.b)
	return t
}

// sortTails brings tails together that begin alike.
func (b *Builder) sortTails(tails []starTail) {
	if len(tails) < 2 {
		return
	}
	s := &b.stars
	s.items = slices.Grow(s.items[:0], len(tails))
	for i := range tails {
		s.items = append(s.items, item{rank: Rank(i), text: tails[i].path.at, lit: tails[i].path.end - tails[i].path.at})
	}
	b.sortItems(s.items, 0)
	s.order = append(s.order[:0], tails...)
	for i := range s.items {
		tails[i] = s.order[s.items[i].rank]
	}
}

// look finds the next piece of what is left.
func (x *spelling) look(text []byte) {
	for x.at < x.end && text[x.at] == '*' {
		x.at++
	}
	x.next = x.end
	if i := bytes.IndexByte(text[x.at:x.end], '*'); i >= 0 {
		x.next = x.at + uint32(i)
	}
}

func (t *starTail) look(text []byte) {
	t.path.look(text)
	if t.query.end > 0 {
		t.query.look(text)
	}
}

// take goes behind the next piece.
func (t *starTail) take(text []byte) {
	t.path.at, t.query.at = t.path.next, t.query.next
	t.look(text)
}

// done reports that any end of the path will do.
func (t *starTail) done() bool { return t.path.at == t.path.end }

// last reports that the next piece must end the path.
func (t *starTail) last() bool { return t.anchored && t.path.next == t.path.end }

func (s *starBuilder) next(x spelling) []byte { return s.text[x.at:x.next] }

// other gives the next piece as it is spelt behind '?'.
func (s *starBuilder) other(t *starTail) []byte {
	if t.query.end > 0 {
		return s.next(t.query)
	}
	return s.next(t.path)
}

// alike reports that two tails go on with the same piece, to wait for it in the
// same way.
func (s *starBuilder) alike(x, y *starTail) bool {
	return x.last() == y.last() && bytes.Equal(s.next(x.path), s.next(y.path)) &&
		(x.query.end|y.query.end == 0 || bytes.Equal(s.other(x), s.other(y)))
}

// place adds the place of tails and gives its number.
func (s *starBuilder) place(tails []starTail) uint32 {
	if !s.allAlike(tails) && !slices.ContainsFunc(tails, func(t starTail) bool { return t.done() }) {
		star, _ := s.star(tails)
		return star << 1
	}
	at := uint32(len(s.steps))
	s.run(tails)
	return at<<1 | placeRun
}

func (s *starBuilder) allAlike(tails []starTail) bool {
	for i := 1; i < len(tails); i++ {
		if !s.alike(&tails[0], &tails[i]) {
			return false
		}
	}
	return true
}

// run writes the steps of tails, which are at one place, and gives their best
// rank.
func (s *starBuilder) run(tails []starTail) (best Rank) {
	for {
		accept := NoRank
		left := tails[:0]
		for _, t := range tails {
			if t.done() {
				accept = max(accept, t.rank)
			} else {
				left = append(left, t)
			}
		}
		tails = left
		best = max(best, accept)
		switch {
		case len(tails) == 0:
			s.steps = put(put(s.steps, stepDone), uint32(accept))
			return best
		case accept != NoRank:
			s.steps = put(put(s.steps, stepAccept), uint32(accept))
		}
		if !s.allAlike(tails) {
			at := len(s.steps)
			s.steps = put(s.steps, 0)
			star, behind := s.star(tails)
			s.steps[at] = star<<stepShift | stepStar
			return max(best, behind)
		}
		last := tails[0].last()
		kind := uint32(stepPiece)
		if last {
			kind = stepLast
		}
		p, q := s.spellings(&tails[0])
		if p == q {
			s.steps = put(s.steps, p<<stepShift|kind)
		} else {
			s.steps = put(put(s.steps, p<<stepShift|kind+1), q)
		}
		if last {
			end := bestOf(tails)
			s.steps = put(s.steps, uint32(end))
			return max(best, end)
		}
		for i := range tails {
			tails[i].take(s.text)
		}
	}
}

// spellings gives the next piece of a tail in both spellings.
func (s *starBuilder) spellings(t *starTail) (path, query uint32) {
	path = s.piece(t.path.at, t.path.next)
	if t.query.end == 0 {
		return path, path
	}
	return path, s.piece(t.query.at, t.query.next)
}

func bestOf(tails []starTail) (best Rank) {
	for i := range tails {
		best = max(best, tails[i].rank)
	}
	return best
}

// star adds the star node of tails, none of which is done, and all that is
// behind it.
func (s *starBuilder) star(tails []starTail) (star uint32, best Rank) {
	star = uint32(len(s.nodes))
	s.nodes = put(s.nodes, starNode{first: uint32(len(s.edges))})
	mine := len(s.groups)
	for i := 0; i < len(tails); {
		j := i + 1
		for j < len(tails) && s.alike(&tails[i], &tails[j]) {
			j++
		}
		s.groups = put(s.groups, group{uint32(len(s.edges)), uint32(i), uint32(j)})
		p, q := s.spellings(&tails[i])
		s.edge(star, p, 0)
		if p != q {
			s.edge(star, q, edgeQuery)
		}
		i = j
	}
	for k := mine; k < len(s.groups); k++ {
		g := s.groups[k]
		behind := s.behind(g.edge, tails[g.from:g.to])
		best = max(best, behind)
	}
	s.groups = s.groups[:mine]
	s.nodes[star].best = best
	return star, best
}

func (s *starBuilder) edge(star, piece, kind uint32) {
	s.edges = put(s.edges, starEdge{star: star, piece: piece, kind: kind})
	s.pieces[piece].edges++
}

// behind says where an edge leads, and the next one if it is the same.
func (s *starBuilder) behind(edge uint32, tails []starTail) (best Rank) {
	kind, to := uint32(0), uint32(0)
	if tails[0].last() {
		kind, best = edgeEnd, bestOf(tails)
	} else {
		all := true
		for i := range tails {
			tails[i].take(s.text)
			all = all && tails[i].done()
		}
		if all {
			kind, best = edgeRank, bestOf(tails)
		}
	}
	if to = uint32(best); kind == 0 {
		to = uint32(len(s.steps))
		best = s.run(tails)
	}
	for e := edge; e == edge || e < uint32(len(s.edges)) && s.edges[e].kind&edgeQuery != 0; e++ {
		s.edges[e].kind |= kind
		s.edges[e].to = to
	}
	return best
}
