package automaton

import (
	"math/bits"
	"unsafe"
)

// This file is Match once more for the common case, in which a path is as it
// comes and only the mark of the best rank is asked. It gives up at whatever is
// not common, and leaves that to Match.

// A Vote is a rank, times two, and its mark in bit 0. A path that no pattern
// matches has the mark.
type Vote uint32

const noVote Vote = 1

// Marked tells the mark.
func (v Vote) Marked() bool { return v&1 != 0 }

// voteOf gives the vote of a rank that Match gave.
func (m *Machine) voteOf(rank Rank) Vote {
	if rank == NoRank {
		return noVote
	}
	return Vote(rank)<<1 | Vote(*(*byte)(unsafe.Add(m.table, rank))&headMark)
}

// A Settler answers what Look leaves open.
type Settler interface {
	// Settle tells the mark of a path that Look is not sure of: it may not be
	// canonical, or be no path.
	Settle(path string) (mark bool)

	// Canonical tells whether a path that begins with '/' and has doubtful octets
	// is canonical all the same.
	Canonical(path string) bool

	// Spare has the last word on a path that would not have the mark, if it may
	// be the one given to Machine.Settle in another spelling.
	Spare(path string) (mark bool)
}

// Settle sets what Look asks. spared is the path that it may spare, in its
// canonical spelling, of eight octets at least; "" spares none.
func (m *Machine) Settle(s Settler, spared string) {
	m.settler, m.spared = s, 0
	for i := range min(len(spared), 8) {
		m.spared |= uint64(spared[i]) << (8 * i)
	}
}

// Look gives the vote of Match for a path that may not be canonical. It does
// not allocate.
//
// PERF: what counts here is the number of instructions, of branches that are
// hard to foretell, and of loads that wait for each other. The first step is
// taken apart in the machine itself; runs and leaves are compared eight octets
// at a time; a vote carries the mark, so that the winner's record is not read
// again; whatever is not common is a call at the very end, so that nothing has
// to be kept for after it.
func (m *Machine) Look(path string) Vote {
	n := uint32(len(path))
	p := unsafe.Pointer(unsafe.StringData(path))
	var pos, slot, list uint32
	var begin, last uint64 // the path's first and its last eight octets; zeros stand where it has fewer
	best := noVote
	switch {
	case n >= 8:
		begin, last = load64(p), load64(unsafe.Add(p, n-8))
	case n >= 4:
		begin = uint64(load32(p)) | uint64(load32(unsafe.Add(p, n-4)))<<(8*(n-4)&63)
		last = begin << (-(8 * n) & 63)
	case n > 0:
		begin = uint64(*(*byte)(p)) | uint64(*(*byte)(unsafe.Add(p, n>>1)))<<(8*(n>>1)&63) | uint64(*(*byte)(unsafe.Add(p, n-1)))<<(8*(n-1)&63)
		last = begin << (-(8 * n) & 63)
	default:
		return m.lookLong(path)
	}
	if m.runs == 0 {
		switch {
		case byte(begin) != '/' || m.code == nil:
			return m.lookLong(path)
		case m.root == 0:
			goto lists
		}
		slot = m.root
		goto nodes
	}
	if x := (begin ^ m.run) & m.runs; x != 0 {
		bit := uint32(bits.TrailingZeros64(x)) &^ 7
		if bit == 0 {
			return m.unsure(path)
		}
		if m.list == 0 && !m.doubt.is[byte(begin>>bit)] { // an escape does not begin in run
			return noVote
		}
		pos = bit >> 3
		goto out
	}
	best = m.top
	pos = m.length
	if slot = m.leaf; slot != 0 {
		goto nodes
	}
	if pos >= n {
		goto lists
	}
	if c := *(*byte)(unsafe.Add(p, pos)); c < 128 {
		switch place := uint32(m.places[c]); place {
		case noPlace:
			goto lists
		case doubtful:
			return m.unsure(path)
		default:
			slot = load32(unsafe.Add(m.code, m.slots+place*m.w)) & m.mask
			pos++
			goto nodes
		}
	}
	goto out
nodes:
	for slot&slotLeaf == 0 {
		at := unsafe.Add(m.code, slot>>1)
		head := load32(at)
		children, info := head&0xFF, head>>8&0xFF
		at = unsafe.Add(at, 2)
		for run := info & nodeRun; run > 0; {
			x := load64(at)
			if pos+8 <= n {
				x ^= load64(unsafe.Add(p, pos))
			} else {
				x = tail(last, n-pos, x)
			}
			same := uint32(bits.TrailingZeros64(x)) >> 3
			if same >= run {
				pos += run
				at = unsafe.Add(at, run)
				break
			}
			pos += same
			if same < 8 {
				goto out
			}
			run -= 8
			at = unsafe.Add(at, 8)
		}
		if info&(nodeAccept|nodeExtras) != 0 {
			ends := unsafe.Add(at, children+children*m.w)
			if info&nodeAccept != 0 {
				rank := load32(ends) & m.mask
				best = max(best, Vote(rank<<1|uint32(*(*byte)(unsafe.Add(m.table, rank))&headMark)))
				ends = unsafe.Add(ends, m.w)
			}
			if info&nodeExtras != 0 {
				if other := load32(unsafe.Add(ends, m.w)) & m.mask; other != 0 {
					if list != 0 || m.stars != nil {
						return m.lookLong(path)
					}
					list = other
				}
				if pos == n {
					rank := load32(ends) & m.mask
					best = max(best, Vote(rank<<1|uint32(*(*byte)(unsafe.Add(m.table, rank))&headMark)))
				}
			}
		}
		if pos >= n {
			goto out
		}
		c := *(*byte)(unsafe.Add(p, pos))
		i := uint32(0)
		if children <= 8 {
			// PERF: a search without a branch would make the next load wait for
			// this octet; a branch that is foretold does not.
			for ; i < children; i++ {
				if *(*byte)(unsafe.Add(at, i)) == c {
					slot = load32(unsafe.Add(at, children+i*m.w)) & m.mask
					pos++
					continue nodes
				}
			}
			goto out
		}
		t := firstEqual(load64(at), c)
		for t == 0 && i+8 < children {
			i += 8
			t = firstEqual(load64(unsafe.Add(at, i)), c)
		}
		if t == 0 {
			goto out
		}
		if i += uint32(bits.TrailingZeros64(t)) >> 3; i >= children {
			goto out
		}
		slot = load32(unsafe.Add(at, children+i*m.w)) & m.mask
		pos++
	}
	{
		record := unsafe.Add(m.table, slot>>1)
		head := load32(record)
		if head&headLong != 0 {
			return m.lookLong(path)
		}
		lit := head >> 8 & 0xFF
		// The text of a wild record stands three octets further on.
		text := unsafe.Add(record, 2+m.w+head&headWild>>2*3)
		for pos < lit {
			x := load64(unsafe.Add(text, pos))
			if pos+8 <= n {
				x ^= load64(unsafe.Add(p, pos))
			} else {
				x = tail(last, n-pos, x)
			}
			if x == 0 {
				pos += 8
				continue
			}
			pos += uint32(bits.TrailingZeros64(x)) >> 3
			if pos < lit {
				goto out
			}
		}
		switch {
		case head&(headAnchored|headWild) == 0, head&headWild == 0 && lit == n:
			best = max(best, Vote(slot&^1|head&headMark))
			goto lists
		case head&headWild != 0:
			if Vote(slot) > best {
				return m.lookWild(path, slot, list, best)
			}
			goto lists
		}
		pos = lit
	}
out:
	if pos < n && m.doubt.is[*(*byte)(unsafe.Add(p, pos))] {
		return m.unsure(path)
	}
	// Inside an escape, or behind one that is cut short.
	if m.escapes && pos > 1 && (*(*byte)(unsafe.Add(p, pos-1)) == '%' || *(*byte)(unsafe.Add(p, pos-2)) == '%') {
		return m.unsure(path)
	}
lists:
	if list != 0 {
		return m.lookBoth(path, list, best)
	}
	if m.list != 0 && Vote(m.best)<<1 > best {
		return m.lookList(path, best)
	}
	if best&1 == 0 && n > 1 {
		if c := byte(begin >> 8); c == byte(m.spared>>8) || c == '%' {
			return m.last(path, best)
		}
	}
	return best
}

// tail compares the last octets of a path, fewer than eight, which end last,
// with a word of text. Where they end the word differs.
func tail(last uint64, octets uint32, text uint64) uint64 {
	bits := 8 * octets
	return last>>(-bits&63) ^ text | 1<<(bits&63)
}

// lookWild goes on where a path has the literal of the only pattern left, which
// has a '*'. list was met on the way, if it is not 0.
func (m *Machine) lookWild(path string, slot, list uint32, best Vote) Vote {
	b := unsafe.Slice(unsafe.StringData(path), len(path))
	if !m.sound(b) {
		return m.unsure(path)
	}
	if m.matches(Rank(slot>>1), b) {
		best = m.voteOf(Rank(slot >> 1))
	}
	switch {
	case list != 0:
		return m.lookBoth(path, list, best)
	case m.list != 0 && Vote(m.best)<<1 > best:
		return m.lookList(path, best)
	}
	return m.last(path, best)
}

// lookBoth asks a list that was met on the way, and then the patterns that may
// begin anywhere.
func (m *Machine) lookBoth(path string, list uint32, best Vote) Vote {
	rank, _, again := m.ask(list, unsafe.Slice(unsafe.StringData(path), len(path)), Rank(best>>1), false)
	switch {
	case again:
		return m.unsure(path)
	case m.list != 0 && m.best > rank:
		return m.lookList(path, m.voteOf(rank))
	}
	return m.last(path, m.voteOf(rank))
}

// last has the last word on a vote without the mark.
func (m *Machine) last(path string, best Vote) Vote {
	if best.Marked() || len(path) < 8 || m.spared == 0 {
		return best
	}
	// It is another path if they differ in their first octets, and not because
	// one of them is escaped.
	x := load64(unsafe.Pointer(unsafe.StringData(path))) ^ m.spared
	if x != 0 && path[bits.TrailingZeros64(x)>>3] != '%' || !m.settler.Spare(path) {
		return best
	}
	return noVote
}

// lookLong is Look the long way.
func (m *Machine) lookLong(path string) Vote {
	if m.code == nil || len(path) == 0 || path[0] != '/' {
		return m.unsure(path)
	}
	rank, again := m.Match(unsafe.Slice(unsafe.StringData(path), len(path)), false)
	if again {
		return m.unsure(path)
	}
	return m.last(path, m.voteOf(rank))
}

// lookList asks the patterns that may begin anywhere. path begins with '/'.
func (m *Machine) lookList(path string, best Vote) Vote {
	b := unsafe.Slice(unsafe.StringData(path), len(path))
	if m.hits != 0 {
		best = m.voteOf(m.askFirst(m.guard, m.hits, b, Rank(best>>1)))
	}
	vote, left, full, more := askOne(m, m.doubt, unsafe.StringData(path), len(path), m.guard, best)
	switch {
	case left&leftAll != 0:
		rank, again := m.askRest(m.guard, b, Rank(best>>1), false)
		if again {
			return m.unsure(path)
		}
		return m.last(path, m.voteOf(rank))
	case left&leftDoubt != 0 && !m.canonical(path):
		return m.unsure(path)
	case left&leftFull != 0:
		return m.last(path, m.voteOf(m.askFull(m.guard, b, full, more, Rank(vote>>1))))
	case vote.Marked():
		return vote
	default:
		return m.last(path, vote)
	}
}

// canonical reports whether a path is canonical as it is.
func (m *Machine) canonical(path string) bool { return m.settler != nil && m.settler.Canonical(path) }

func (m *Machine) unsure(path string) Vote {
	if m.settler == nil || m.settler.Settle(path) {
		return noVote
	}
	return 0
}
