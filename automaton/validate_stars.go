package automaton

import (
	"errors"
	"math/bits"
)

// starCheck is a star section that is being checked.
type starCheck struct {
	*Checker
	at                                        int // what is read next
	stars, edges, pieces, rests, steps, nodes int
	runs                                      []uint64 // a bit for each step that begins a run nobody leads to yet
}

// stars checks a star section.
func (c *Checker) stars(at uint32) (*starCheck, error) {
	w := c.w
	s := &starCheck{Checker: c}
	head := 2 + 7*w + 32
	if len(c.code)-int(at) < head {
		return nil, errCut
	}
	size := int64(head)
	for i, part := range []struct {
		count *int
		each  int
	}{{&s.stars, starNumbers * w}, {&s.edges, edgeNumbers * w}, {&s.pieces, pieceNumbers * w}, {&s.rests, restNumbers * w}, {&s.steps, w}, {&s.nodes, nodeNumbers*w + 1}} {
		count := c.number(int(at) + 2 + w + i*w)
		if uint64(count) > uint64(len(c.code)) {
			return nil, errCut
		}
		*part.count = int(count)
		size += int64(count) * int64(part.each)
	}
	heads := (s.pieces + 63) / 64 * 8
	size += int64(heads) + int64(2*w)
	if size > int64(len(c.code)) {
		return nil, errCut
	}
	if err := c.claim(at, int(size)); err != nil {
		return nil, err
	}
	s.at = int(at) + head
	// A walk along a row ends at its head, at the first bit at the latest.
	if s.nodes == 0 || s.pieces > 0 && c.code[s.at]&1 == 0 {
		return nil, errors.New("no nodes, or a row without a head")
	}
	s.at += heads
	edges := s.at + (starNumbers*s.stars+1)*w
	pieces := edges + edgeNumbers*s.edges*w
	steps := pieces + (pieceNumbers*s.pieces+restNumbers*s.rests)*w
	for _, check := range []func() error{
		func() error { return s.checkSteps(steps) },
		func() error { return s.checkStars(edges) },
		func() error { return s.checkEdges(pieces) },
		func() error { return s.checkPieces(edges) },
		func() error { return s.checkNodes(int(at) + head - 32) },
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *starCheck) get() uint32 {
	v := s.number(s.at)
	s.at += s.w
	return v
}

// checkSteps parts the steps, from an offset on, into runs.
func (s *starCheck) checkSteps(at int) error {
	s.runs = make([]uint64, s.steps/64+1)
	end := at + s.steps*s.w
	for i, begin := at, true; i < end; {
		if begin {
			s.runs[(i-at)/s.w/64] |= 1 << ((i - at) / s.w % 64)
		}
		next := func() uint32 {
			if i == end {
				return ^uint32(0)
			}
			v := s.number(i)
			i += s.w
			return v
		}
		x := next()
		kind, what := x&(1<<stepShift-1), x>>stepShift
		ok := true
		switch kind {
		case stepPiece, stepLast:
			ok = int64(what) < int64(s.pieces)
		case stepEither, stepLastEither:
			ok = int64(what) < int64(s.pieces) && int64(next()) < int64(s.pieces)
		case stepStar:
			ok = int64(what) < int64(s.stars)
		case stepAccept, stepDone:
			ok = what == 0
		default:
			ok = false
		}
		switch kind {
		case stepLast, stepLastEither, stepAccept, stepDone:
			ok = ok && s.orNone(next())
		}
		if begin = kind != stepPiece && kind != stepEither && kind != stepAccept; !ok || !begin && i == end {
			return errors.New("steps that lead to nothing")
		}
	}
	return nil
}

// run takes a run for one place. Why: two places that share one could do its
// steps again and again.
func (s *starCheck) run(step uint32) error {
	if int64(step) >= int64(s.steps) || s.runs[step/64]>>(step%64)&1 == 0 {
		return errors.New("a run that is not there, or shared")
	}
	s.runs[step/64] &^= 1 << (step % 64)
	return nil
}

// place checks where a list leads to.
func (s *starCheck) place(place uint32) error {
	if place&placeRun != 0 {
		return s.run(place >> 1)
	}
	if int64(place>>1) >= int64(s.stars) {
		return errors.New("no such star node")
	}
	return nil
}

// checkStars checks star nodes and that their edges, from an offset on, name
// them.
func (s *starCheck) checkStars(edges int) error {
	last := uint32(0)
	for i := 0; ; i++ {
		first := s.get()
		if first < last || int64(first) > int64(s.edges) || i == 0 && first != 0 {
			return errors.New("edges out of order")
		}
		for ; last < first; last++ {
			if s.number(edges+edgeNumbers*int(last)*s.w) != uint32(i-1) {
				return errors.New("an edge of another star node")
			}
		}
		if i == s.stars {
			break
		}
		if !s.orNone(s.get()) {
			return errRank
		}
	}
	if int64(last) != int64(s.edges) {
		return errors.New("an edge of no star node")
	}
	return nil
}

// checkEdges checks edges, and that pieces, from an offset on, lead to those
// that do not wait.
func (s *starCheck) checkEdges(pieces int) error {
	var before [edgeNumbers]uint32
	for e := range s.edges {
		edge := [edgeNumbers]uint32{s.get(), s.get(), s.get()}
		kind, piece, to := edge[1]&(1<<edgeShift-1), edge[1]>>edgeShift, edge[2]
		switch {
		case int64(piece) >= int64(s.pieces):
			return errors.New("an edge without a piece")
		case kind&edgeWaits == 0 && s.number(pieces+pieceNumbers*int(piece)*s.w) != uint32(e+1):
			return errors.New("an edge that its piece does not lead to")
		case kind&edgeQuery != 0:
			// Both spellings of one edge differ in their piece alone.
			other := before[1] & (1<<edgeShift - 1)
			if before[0] != edge[0] || e == 0 || other|edgeQuery != kind || other&edgeQuery != 0 || before[2] != to {
				return errors.New("a spelling of no edge")
			}
		case kind&edgeNumber == edgeNumber:
			return errors.New("an edge of two kinds")
		case kind&edgeNumber != 0:
			if !s.orNone(to) {
				return errRank
			}
		default:
			if err := s.run(to); err != nil {
				return err
			}
		}
		before = edge
	}
	return nil
}

// checkPieces checks pieces and rests. edges is where the edges are.
func (s *starCheck) checkPieces(edges int) error {
	for p := range s.pieces {
		edge, up, cut, rest := s.get(), s.get(), s.get(), s.get()
		if int64(edge) > int64(s.edges) || int64(up) > int64(p) || cut == 0 || int64(cut) >= int64(s.nodes) || int64(rest) > int64(s.rests) {
			return errors.New("a piece that leads to nothing")
		}
		if edge > 0 {
			kind := s.number(edges + (edgeNumbers*int(edge-1)+1)*s.w)
			if kind&edgeWaits != 0 || int64(kind>>edgeShift) != int64(p) {
				return errors.New("a piece that leads to an edge of another")
			}
		}
	}
	for range s.rests {
		if at, length := s.get(), s.get(); length == 0 || int64(at)+int64(length) > int64(len(s.table)) {
			return errors.New("a piece of nothing")
		}
	}
	s.at += s.steps * s.w
	return nil
}

// checkNodes checks the nodes of the search. begins is where the octets that
// pieces begin with are: by counting them the first node's children are found.
func (s *starCheck) checkNodes(begins int) error {
	children := 0
	for _, b := range s.code[begins : begins+32] {
		children += bits.OnesCount8(b)
	}
	if s.number(s.at) != 1 || int64(s.number(s.at+nodeNumbers*s.w)) != int64(1+children) {
		return errors.New("octets that no piece begins with")
	}
	for i, last := 0, uint32(0); i <= s.nodes; i++ {
		first := s.get()
		if first < last || int64(first) > int64(s.nodes) || i < s.nodes && int64(first) <= int64(i) {
			return errors.New("nodes out of order")
		}
		if last = first; i == s.nodes {
			break
		}
		fail, found := s.get(), s.get()
		if i > 0 && int64(fail) >= int64(i) || i == 0 && fail|found != 0 {
			return errors.New("a link that leads forwards")
		}
		if int64(found) > int64(s.pieces) {
			return errors.New("a piece that is not there")
		}
	}
	return nil
}
