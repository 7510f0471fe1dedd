package meaning

import (
	"encoding/binary"
	"slices"
)

// This file builds all states of a space and merges those that no continuation
// tells apart.
//
// Idea: partition refinement. States begin in one block for each class: verdicts,
// or who decides. Two states
// of a block belong together if every unit leads them to the same block; where
// that is not so the block is split. When a block is split one part keeps the name,
// so only the states that lead to the other parts have to be looked at again.
//
// Bound: transitions × rounds, of which a state takes part in few: it is looked at
// when a state that it leads to gets another name. Transitions are kept as runs of units that lead to
// one state, of which most states have a few.

// run is a run of units that lead to one state: from first to the next run.
type run struct {
	first unit
	to    int32
}

// minimal is an automaton over units that gives each path a class.
type minimal struct {
	start int32
	class []int32
	runs  [][]run
}

// appendRuns appends a row of states as runs.
func appendRuns(dst []run, row []stateID) []run {
	for u, to := range row {
		if u == 0 || int32(to) != dst[len(dst)-1].to {
			dst = append(dst, run{unit(u), int32(to)})
		}
	}
	return dst
}

// minimize builds the minimal automaton of a space for classes of states; ok is
// false where a limit ended.
func minimize(s *space, class func(st *state) int32) (m *minimal, ok bool) {
	full := &minimal{start: int32(s.start())}
	var st state
	var scratch []run
	for id := stateID(0); int(id) < len(s.heads); id++ {
		scratch = appendRuns(scratch[:0], s.next(id))
		if s.spent {
			return nil, false
		}
		full.runs = append(full.runs, slices.Clone(scratch))
		s.open(&st, id)
		full.class = append(full.class, class(&st))
	}
	if s.spent {
		return nil, false
	}
	return full.merge(), true
}

// merge gives the minimal automaton of m.
func (m *minimal) merge() *minimal {
	p := newPartition(m)
	for p.refine() {
	}
	to := &minimal{start: p.block[m.start], class: make([]int32, p.blocks), runs: make([][]run, p.blocks)}
	for s, b := range p.block {
		if to.runs[b] != nil {
			continue
		}
		to.class[b] = m.class[s]
		for _, r := range m.runs[s] {
			if n := len(to.runs[b]); n == 0 || to.runs[b][n-1].to != p.block[r.to] {
				to.runs[b] = append(to.runs[b], run{r.first, p.block[r.to]})
			}
		}
	}
	return to
}

// partition is the state of a refinement.
type partition struct {
	m       *minimal
	block   []int32   // by state
	place   []int32   // by state, in its block's members
	members [][]int32 // by block
	blocks  int32
	from    [][]int32 // by state: those that lead to it
	dirty   []int32   // states to look at again
	marked  []bool    // by state: it is dirty
}

func newPartition(m *minimal) *partition {
	n := len(m.class)
	p := &partition{m: m, block: make([]int32, n), from: make([][]int32, n), marked: make([]bool, n)}
	all := make([]int32, n)
	for s := range n {
		for _, r := range m.runs[s] {
			// Runs may lead to one state more than once; one mark is enough.
			if k := len(p.from[r.to]); k == 0 || p.from[r.to][k-1] != int32(s) {
				p.from[r.to] = append(p.from[r.to], int32(s))
			}
		}
		p.mark(int32(s))
		all[s] = int32(s)
	}
	p.blocks, p.members, p.place = 1, [][]int32{all}, slices.Clone(all)
	return p
}

func (p *partition) mark(s int32) {
	if !p.marked[s] {
		p.marked[s] = true
		p.dirty = append(p.dirty, s)
	}
}

// signature is what tells a state from others of its block so far.
func (p *partition) signature(dst []byte, s int32) []byte {
	dst = binary.AppendUvarint(dst, uint64(p.m.class[s]))
	last := int32(-1)
	for _, r := range p.m.runs[s] {
		if b := p.block[r.to]; b != last {
			dst = binary.AppendUvarint(dst, uint64(r.first))
			dst = binary.AppendUvarint(dst, uint64(b))
			last = b
		}
	}
	return dst
}

// refine looks at all dirty states, and reports whether others became dirty.
// The names are changed at its end: meanwhile all signatures are of one time.
//
// Invariant: before and after, the states of a block that are not dirty have one
// signature. The part of a block that was not looked at keeps the name; where
// there is none, the largest part does.
func (p *partition) refine() bool {
	dirty := p.dirty
	p.dirty = nil
	slices.SortFunc(dirty, func(a, b int32) int { return int(p.block[a] - p.block[b]) })
	var moves []move
	for i := 0; i < len(dirty); {
		b := p.block[dirty[i]]
		j := i + 1
		for j < len(dirty) && p.block[dirty[j]] == b {
			j++
		}
		for _, part := range p.parts(b, dirty[i:j]) {
			for _, s := range part {
				moves = append(moves, move{s, p.blocks})
			}
			p.members = append(p.members, nil)
			p.blocks++
		}
		i = j
	}
	for _, s := range dirty {
		p.marked[s] = false
	}
	for _, m := range moves {
		p.move(m.state, m.to)
		for _, f := range p.from[m.state] {
			p.mark(f)
		}
	}
	return len(p.dirty) > 0
}

// move is a state's change of block.
type move struct{ state, to int32 }

// parts gives the parts of a block that get new names.
func (p *partition) parts(b int32, dirty []int32) [][]int32 {
	index := map[string]int{}
	var parts [][]int32
	var key []byte
	keeps := -1
	if len(dirty) < len(p.members[b]) {
		clean := slices.IndexFunc(p.members[b], func(s int32) bool { return !p.marked[s] })
		index[string(p.signature(key, p.members[b][clean]))] = 0
		parts, keeps = append(parts, nil), 0
	}
	for _, s := range dirty {
		key = p.signature(key[:0], s)
		at, known := index[string(key)]
		if !known {
			at = len(parts)
			index[string(key)] = at
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], s)
	}
	if keeps < 0 {
		keeps = 0
		for at := range parts {
			if len(parts[at]) > len(parts[keeps]) {
				keeps = at
			}
		}
	}
	return slices.Delete(parts, keeps, keeps+1)
}

func (p *partition) move(s, to int32) {
	from := p.members[p.block[s]]
	last := from[len(from)-1]
	from[p.place[s]], p.place[last] = last, p.place[s]
	p.members[p.block[s]] = from[:len(from)-1]
	p.block[s], p.place[s] = to, int32(len(p.members[to]))
	p.members[to] = append(p.members[to], s)
}
