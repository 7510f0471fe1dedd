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
//	     [listGuarded: the guard, 96 octets; for each of its eight buckets the
//	      index in the list where it ends, 1 octet; and, 1 octet, a bit for
//	      each bucket that needs no asking: its factor found, it matches]
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
const maxDirect = 80

// guardAbove is how many patterns a list behind a longer literal has without a
// guard: few paths come there.
const guardAbove = 2

// exactAt is where, behind the guard, the buckets that need no asking are.
const exactAt = guardSize + guardBuckets

// guardPart is what a guarded list has before its ranks.
const guardPart = guardSize + guardBuckets + 1

// listBuilder is scratch memory.
type listBuilder struct {
	ranks   []Rank
	entries []listEntry
}

type listEntry struct {
	rank   Rank
	factor factor
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
		text := b.table.read(r).text
		for _, e := range entries {
			if bytes.Equal(text, b.table.read(e.rank).text) {
				continue next
			}
		}
		entries = append(entries, listEntry{rank: r, factor: rarest(text)})
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
		var ends [guardBuckets]byte
		exact := byte(0)
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
			if end == done+1 {
				e := entries[done]
				if e.factor.exact(b.table.read(e.rank).text) {
					exact |= 1 << bucket
				}
			}
			ends[bucket] = byte(end)
			done = end
		}
		b.code = append(b.code, g[:]...)
		b.code = append(b.code, ends[:]...)
		b.code = append(b.code, exact)
	}
	for _, e := range entries {
		b.code = AppendUint(b.code, uint32(e.rank), b.table.w)
	}
	return at
}
