package automaton

import (
	"bytes"
	"cmp"
	"slices"
)

// A list holds patterns with a '*' that are asked one by one. At its offset in
// the code:
//
//	0    kind
//	1    count
//	2    the best rank of the list, w
//	     [listGuarded: the guard, 96 octets; 0, and for each of its eight
//	      buckets the index in the list where it ends, 9 octets; count × 4
//	      octets, a probe for each pattern]
//	     count × w ranks: by bucket, and the best first in each
//
// Under listStar the count is 0, and the place of the star machine that is
// reached there follows, w octets; listStars is the section of stars.go.
const (
	listPlain   = 0
	listGuarded = 1
	listStar    = 2
	listStars   = 3
)

// maxDirect is how many patterns with a '*' one path may be asked about one by
// one. Beyond it the star machine takes them all, which is slower on a few and
// bounded on many.
const maxDirect = 128

// guardAbove is how many patterns a list behind a longer literal has without a
// guard: few paths come there.
const guardAbove = 2

// guardPart is what a guarded list has before its probes.
const guardPart = guardSize + guardBuckets + 1

// A probe tells whether a pattern may be found where the guard found its bucket.
// Its upper three octets are the factor, the last of it uppermost, with zeros
// for what the factor does not have; bits 0 and 1 are the factor's length. If
// bit 2 is set the factor is all that the pattern asks for. Bits 3 to 7 tell,
// where that is a small number and the pattern has one star, how many octets of
// its piece there are up to the factor's end; else they are 0.
const (
	probeLength = 3
	probeExact  = 4
	probeEnd    = 3 // shift
	probeMaxEnd = 31
)

// probe makes the probe of a pattern.
func probe(text []byte, long bool, f factor, end int) uint32 {
	p := uint32(f.octets[0])<<8 | uint32(f.octets[1])<<16 | uint32(f.octets[2])<<24 | uint32(f.n)
	star := bytes.IndexByte(text, '*')
	piece := text[star+1:]
	if bytes.IndexByte(piece, '*') >= 0 || f.n == 0 || end > probeMaxEnd || long {
		return p
	}
	p |= uint32(end) << probeEnd
	// It may be the path's first octet that was found, which is before a "/*".
	if bytes.Equal(piece, f.text()) && (star == 0 || star == 1 && text[0] == '/' && piece[0] != '/') {
		p |= probeExact
	}
	return p
}

// listBuilder is scratch memory.
type listBuilder struct {
	ranks   []Rank
	entries []listEntry
}

type listEntry struct {
	rank   Rank
	long   bool // its record
	text   []byte
	factor factor
	end    int // of the factor, in its piece
}

// list writes a list and gives its offset. Of equal patterns the best is kept.
func (b *Builder) list(ranks []Rank, anywhere bool) uint32 {
	if b.stars.on {
		return b.starList(ranks)
	}
	slices.SortFunc(ranks, func(x, y Rank) int { return cmp.Compare(y, x) })
	entries := b.lists.entries[:0]
next:
	for _, r := range ranks {
		record := b.table.read(r)
		for i := range entries {
			if bytes.Equal(record.text, entries[i].text) {
				continue next
			}
		}
		f, end := rarest(record.text)
		entries = append(entries, listEntry{r, record.head&headLong != 0, record.text, f, end})
	}
	b.lists.entries = entries
	best := entries[0].rank
	at := uint32(len(b.code))
	guarded := anywhere || len(entries) > guardAbove
	if !guarded {
		b.code = append(b.code, listPlain, byte(len(entries)))
		b.code = AppendUint(b.code, uint32(best), b.table.w)
	} else {
		b.code = append(b.code, listGuarded, byte(len(entries)))
		b.code = AppendUint(b.code, uint32(best), b.table.w)
		slices.SortStableFunc(entries, func(x, y listEntry) int { return cmp.Compare(x.factor.order(), y.factor.order()) })
		var g guard
		var ends [1 + guardBuckets]byte
		n, done := len(entries), 0
		for bucket := range guardBuckets {
			end := n * (bucket + 1) / guardBuckets
			if n <= guardBuckets {
				end = min(bucket+1, n)
			}
			for i := done; i < end; i++ {
				g.add(bucket, entries[i].factor)
			}
			slices.SortFunc(entries[done:end], func(x, y listEntry) int { return cmp.Compare(y.rank, x.rank) })
			ends[1+bucket] = byte(end)
			done = end
		}
		b.code = append(b.code, g[:]...)
		b.code = append(b.code, ends[:]...)
		for _, e := range entries {
			b.code = AppendUint(b.code, probe(e.text, e.long, e.factor, e.end), 4)
		}
	}
	for _, e := range entries {
		b.code = AppendUint(b.code, uint32(e.rank), b.table.w)
	}
	clear(entries) // the scratch memory must not keep the table
	return at
}
