package automaton

import "bytes"

// A guard tells of a whole list of patterns, in one fast look at a path, which
// of them cannot match it. For each pattern it knows one factor: an octet or
// two in a row that stand in every path that the pattern matches. Patterns are
// spread over eight buckets, a bit each, and four tables of 16 octets say in
// which buckets an octet's low or high half occurs, as the factor's first or
// second octet: a pair of octets is of a bucket only if its bit is set in all
// four. A bucket whose bit stays clear over the whole path has no match in it.
//
// The tables are what a processor's byte shuffle looks up, 32 octets at a time;
// the method is Hyperscan's and is known as Teddy. guard_generic.go says the
// same one octet after the other.
//
// Example: "/*?" and "/*.pdf$" have the factors "?" and "pd". On "/report.pdf"
// bucket 0 stays clear: "/*?" is not asked.
type guard [guardSize]byte

const (
	guardSize    = 64
	guardBuckets = 8

	// Where the four tables are: of a factor's first octet and of its second,
	// by the low and by the high half.
	firstLow   = 0
	firstHigh  = 16
	secondLow  = 32
	secondHigh = 48
)

// factor is an octet or two that a pattern's paths hold somewhere behind their
// first octet. A factor of one octet has it as its second. The zero factor
// stands everywhere.
type factor struct {
	first, second byte
	octets        int
}

func (f factor) order() int { return f.octets<<16 | int(f.second)<<8 | int(f.first) }

func (g *guard) add(bucket int, f factor) {
	bit := byte(1) << bucket
	set := func(low, high int, any bool, c byte) {
		for i := range 16 {
			if any || i == int(c&15) {
				g[low+i] |= bit
			}
			if any || i == int(c>>4) {
				g[high+i] |= bit
			}
		}
	}
	set(firstLow, firstHigh, f.octets < 2, f.first)
	set(secondLow, secondHigh, f.octets < 1, f.second)
}

// rarest gives the factor of a pattern with a '*' that paths hold most seldom.
// Only pieces behind a '*' count: what is before one was compared already.
func rarest(text []byte) factor {
	text = bytes.TrimSuffix(text, []byte("$"))
	best, bestCost := factor{}, 1<<30
	_, rest, more := bytes.Cut(text, []byte("*"))
	for more {
		var piece []byte
		piece, rest, more = bytes.Cut(rest, []byte("*"))
		if len(piece) == 1 {
			if cost := frequency(piece[0]) * 60; cost < bestCost {
				best, bestCost = factor{second: piece[0], octets: 1}, cost
			}
		}
		for i := 1; i < len(piece); i++ {
			if cost := frequency(piece[i-1]) * frequency(piece[i]); cost < bestCost {
				best, bestCost = factor{first: piece[i-1], second: piece[i], octets: 2}, cost
			}
		}
	}
	return best
}

// frequency estimates how often an octet stands in a thousand octets of paths.
// Only the order of the estimates matters, and only for speed.
func frequency(c byte) int {
	const common = "e/atiosnrlcdmpuhgb-w"
	if i := bytes.IndexByte([]byte(common), c); i >= 0 {
		return 70 - 2*i
	}
	switch {
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		return 15
	case c == '.' || c == '_' || c == '%':
		return 10
	case 'A' <= c && c <= 'Z', c == '=':
		return 5
	default:
		return 3
	}
}

// A Doubt names octets that a path may hold in a spelling that is not the
// canonical one, or that do not belong to it: where a match meets one it cannot
// be sure. A Doubt is made once and not changed.
type Doubt struct {
	is [256]bool

	// tables say the same as a guard's do: an octet is doubtful if its halves
	// share a bit. exact is false where eight bits do not do.
	tables [32]byte
}

// NewDoubt makes a Doubt of the octets for which is answers true. The high
// halves of octets must fall into at most eight sets of low halves.
func NewDoubt(is func(c byte) bool) *Doubt {
	d := &Doubt{}
	bits := map[[16]bool]byte{}
	for high := range 16 {
		var row [16]bool
		for low := range 16 {
			row[low] = is(byte(high<<4 | low))
			d.is[high<<4|low] = row[low]
		}
		if row == ([16]bool{}) {
			continue
		}
		bit, known := bits[row]
		if !known {
			if len(bits) == 8 {
				panic("automaton: too many kinds of doubtful octets")
			}
			bit = 1 << len(bits)
			bits[row] = bit
			for low := range 16 {
				if row[low] {
					d.tables[low] |= bit
				}
			}
		}
		d.tables[16+high] |= bit
	}
	return d
}

// scanSlow says what scan says, one octet after the other.
func scanSlow(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	hits = g.first(path)
	for i := 1; i < len(path); i++ {
		p, c := path[i-1], path[i]
		hits |= g[firstLow+p&15] & g[firstHigh+p>>4] & g[secondLow+c&15] & g[secondHigh+c>>4]
		doubtful = doubtful || d.is[c]
	}
	return hits, doubtful
}

// first gives the buckets in which the path's first octet, which is the second
// of no pair, may be a factor.
func (g *guard) first(path []byte) byte {
	if len(path) == 0 {
		return g[firstLow+15] & g[firstHigh+15] & g[secondLow+15] & g[secondHigh+15]
	}
	c := path[0]
	return g[firstLow+15] & g[firstHigh+15] & g[secondLow+c&15] & g[secondHigh+c>>4]
}
