package automaton

import (
	"bytes"
	"math/bits"
	"unsafe"
)

// This file asks the patterns of lists (list.go) one by one: behind a guard
// those alone that it has found in the path, and there, where it has found them.

// ask asks the patterns of a list. The second result says whether the path is
// known to be canonical now.
func (m *Machine) ask(list uint32, path []byte, best Rank, sure bool) (Rank, bool, bool) {
	at := list
	kind, count := m.octet(at), uint32(m.octet(at+1))
	if top := Rank(m.number(at + 2)); top <= best {
		return best, sure, false
	}
	at += 2 + m.w
	if kind == listPlain {
		if !sure {
			if sure = m.sound(path); !sure {
				return best, false, true
			}
		}
		return m.askEach(at, count, path, best), true, false
	}
	best, again := m.askGuarded(at, count, path, best, sure)
	if invariants {
		m.checkAsked(at, path, best, again)
	}
	return best, !again, again
}

// askGuarded asks the patterns of a list whose guard is at at.
func (m *Machine) askGuarded(at, count uint32, path []byte, best Rank, sure bool) (_ Rank, again bool) {
	if len(path) == 0 || path[0] != '/' { // no path, but a machine can be asked anything
		for i := range count {
			best = m.askEach(at+guardPart+4*count+i*m.w, 1, path, best)
		}
		return best, !sure
	}
	if hits := (*guard)(unsafe.Add(m.code, at)).first(path); hits != 0 {
		best = m.askFirst(at, hits, path, best)
	}
	d := m.doubt
	if sure {
		d = &certain
	}
	vote, left, full, more := askOne(m, d, unsafe.SliceData(path), len(path), at, Vote(best)<<1)
	switch {
	case left&leftAll != 0:
		return m.askRest(at, path, best, sure)
	case left&leftDoubt != 0:
		return best, true
	case left&leftFull != 0:
		return m.askFull(at, path, full, more, Rank(vote>>1)), false
	default:
		return Rank(vote >> 1), false
	}
}

// certain has no doubts.
var certain Doubt

// What askOne leaves to be done.
const (
	leftFull  = 1 // some patterns are to be matched in full
	leftDoubt = 2 // what it says holds if the path is canonical
	leftAll   = 4 // everything
)

// askFirst asks the patterns of the buckets that a path's first octet hits, there.
func (m *Machine) askFirst(at uint32, hits byte, path []byte, best Rank) Rank {
	var asked asked
	buckets := [scanRows]byte{hits}
	return m.askRows(at, path, -1, 1, &buckets, &asked, best)
}

// askFull asks those patterns of a list in full that have a bit in full or more.
func (m *Machine) askFull(at uint32, path []byte, full, more uint64, best Rank) Rank {
	ranks := at + guardPart + 4*uint32(m.octet(at+guardPart-1))
	for ; full|more != 0; full, more, ranks = more, 0, ranks+64*m.w {
		for ; full != 0; full &= full - 1 {
			best = m.askEach(ranks+uint32(bits.TrailingZeros64(full))*m.w, 1, path, best)
		}
	}
	return best
}

// askRest asks behind a path's first octet what is not common, and all where
// askOne is not there.
func (m *Machine) askRest(at uint32, path []byte, best Rank, sure bool) (_ Rank, again bool) {
	g := (*guard)(unsafe.Add(m.code, at))
	var asked asked
	var buckets [scanRows]byte
	for first, left := 0, len(path)-1; left > 0; first, left = first+scanRows, left-scanRows {
		rows := min(left, scanRows)
		if first > 0 && rows < scanRows/2 {
			first, rows = first+rows-scanRows/2, scanRows/2
		}
		hits, doubts := scan(path, first, rows, g, m.doubt, &buckets)
		if doubts != 0 && !sure {
			return best, true
		}
		if hits != 0 {
			best = m.askRows(at, path, first, hits, &buckets, &asked, best)
		}
	}
	return best, false
}

// asked is what has been done for a path.
type asked struct {
	full  [(maxDirect + 63) / 64]uint64 // a bit for each pattern that was matched in full
	tries int                           // how often a pattern was not where its factor is
}

// maxTries is how often patterns are looked for at the place of their factor
// alone. Why: every place would be tried, and the rest of the piece compared
// there; beyond this number a search of the path is cheaper.
const maxTries = 64

// askRows asks the patterns of the buckets that a guard at at has found, where
// it has found them. hits has a bit for each row, the lowest for the one that
// ends behind the octet first; buckets has the buckets of each.
//
// A pattern is probed in every row of its bucket, which is one compare. If it
// has one '*' it is then looked for there alone, since every place where its
// factor stands is probed; else it is matched in full, once.
func (m *Machine) askRows(at uint32, path []byte, first int, hits uint64, rows *[scanRows]byte, asked *asked, best Rank) Rank {
	probes := unsafe.Add(m.code, at+guardPart)
	ends := unsafe.Add(m.code, at+guardSize)
	ranks := unsafe.Add(probes, 4*uint32(*(*byte)(unsafe.Add(ends, guardBuckets))))
	for ; hits != 0; hits &= hits - 1 {
		row := bits.TrailingZeros64(hits)
		last := uint32(first + 1 + row)
		var x, have uint32
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(path)), last)
		x = uint32(*(*byte)(p)) << 24
		if have = 1; last > 0 {
			x |= uint32(*(*byte)(unsafe.Add(p, -1))) << 16
			if have = 2; last > 1 {
				x |= uint32(*(*byte)(unsafe.Add(p, -2))) << 8
				have = 3
			}
		}
		for buckets := rows[row&(scanRows-1)]; buckets != 0; buckets &= buckets - 1 {
			part := load32(unsafe.Add(ends, bits.TrailingZeros8(buckets)))
			for i, end := part&0xFF, part>>8&0xFF; i < end; i++ {
				rank := Rank(load32(unsafe.Add(ranks, i*m.w)) & m.mask)
				if rank <= best {
					break
				}
				probe := load32(unsafe.Add(probes, 4*i))
				if length := probe & probeLength; (x^probe)>>(32-8*length) != 0 || length > have {
					continue
				}
				if probe&probeExact != 0 {
					best = rank
					break
				}
				if known := probe >> probeEnd & probeMaxEnd; known != 0 && asked.tries < maxTries {
					if m.matchesAt(rank, path, last+1-known) {
						best = rank
						break
					}
					asked.tries++
					continue
				}
				word, bit := &asked.full[i>>6%uint32(len(asked.full))], uint64(1)<<(i&63)
				if *word&bit != 0 {
					continue
				}
				*word |= bit
				if m.matches(rank, path) {
					best = rank
					break
				}
			}
		}
	}
	return best
}

// matchesAt asks a pattern with one '*', of a record that is not long, whether
// it matches with its piece at a place.
func (m *Machine) matchesAt(rank Rank, path []byte, at uint32) bool {
	record := unsafe.Add(m.table, rank)
	head := *(*byte)(record)
	lit := uint32(*(*byte)(unsafe.Add(record, 1)))
	length := load32(unsafe.Add(record, 2+m.w)) & 0xFFFF
	text := unsafe.Add(record, 5+m.w)
	end := at + length - lit - 1
	if head&headAnchored != 0 {
		if end--; end != uint32(len(path)) {
			return false
		}
	}
	if end > uint32(len(path)) || at < lit || at > end || lit > 0 && path[0] != *(*byte)(text) {
		return false
	}
	return string(path[at:end]) == string(unsafe.Slice((*byte)(unsafe.Add(text, lit+1)), end-at))
}

// askEach asks count patterns, the best first, until one matches or none can
// beat the best rank.
func (m *Machine) askEach(at, count uint32, path []byte, best Rank) Rank {
	for range count {
		rank := Rank(m.number(at))
		at += m.w
		if rank <= best {
			return best
		}
		if m.matches(rank, path) {
			return rank
		}
	}
	return best
}

// matches asks one pattern with a '*'.
func (m *Machine) matches(rank Rank, path []byte) bool {
	record := unsafe.Add(m.table, rank)
	head := *(*byte)(record)
	if head&headLong != 0 {
		r := m.read(rank)
		if len(path) < r.lit || !bytes.Equal(path[:r.lit], r.text[:r.lit]) {
			return false
		}
		return behind(r.text[r.lit+1:], path[r.lit:], r.head&headAnchored != 0)
	}
	lit := int(*(*byte)(unsafe.Add(record, 1)))
	size := load32(unsafe.Add(record, 2+m.w))
	length, piece := int(size&0xFFFF), size>>16&0xFF
	text := unsafe.Slice((*byte)(unsafe.Add(record, 5+m.w)), length)
	if len(path) < lit || lit > 0 && path[0] != text[0] || lit > 1 && string(path[:lit]) != string(text[:lit]) {
		return false
	}
	anchored := head&headAnchored != 0
	path, text = path[lit:], text[lit+1:]
	if piece != 255 {
		// PERF: most patterns have one '*'.
		return holds(path, text)
	}
	return behind(text, path, anchored)
}

// holds reports whether a path holds a piece.
func holds(path, piece []byte) bool {
	if len(piece) == 1 {
		return bytes.IndexByte(path, piece[0]) >= 0
	}
	return bytes.Contains(path, piece)
}

// behind matches what follows a '*'. It takes each piece between stars at its
// earliest place, which leaves most for the rest.
func behind(text, path []byte, anchored bool) bool {
	if anchored {
		text = text[:len(text)-1]
	}
	for {
		i := bytes.IndexByte(text, '*')
		if i < 0 {
			break
		}
		k := bytes.Index(path, text[:i])
		if k < 0 {
			return false
		}
		path = path[k+i:]
		text = text[i+1:]
	}
	if anchored {
		return bytes.HasSuffix(path, text)
	}
	return holds(path, text)
}
