package automaton

import "bytes"

// A guard tells of a whole list of patterns, in one fast look at a path, which
// of them cannot match it. For each pattern it knows one factor: up to three
// octets in a row that stand in every path that the pattern matches. Patterns
// are spread over eight buckets, a bit each, and six tables of 16 octets say in
// which buckets an octet's low or high half occurs, as the factor's first,
// second or third octet: three octets in a row are of a bucket only if its bit
// is set in all six. A bucket whose bit stays clear over the whole path has no
// match in it.
//
// The tables are what a processor's byte shuffle looks up, 32 octets at a time;
// the method is Hyperscan's and is known as Teddy. scanSlow says the same one
// octet after the other.
//
// Example: "/*?" and "/*.pdf$" have the factors "?" and "pdf". On "/report.txt"
// both buckets stay clear: neither pattern is asked.
type guard [guardSize]byte

const (
	guardSize    = 96
	guardBuckets = 8
)

// scanRows is how many rows of three octets are looked at in one go.
const scanRows = 64

// factor is up to three octets that a pattern's paths hold in a row, behind the
// first octet of the path. It ends with the last of octets; those before what
// it has may be anything. The zero factor stands everywhere.
type factor struct {
	octets [3]byte
	n      int
}

// text gives the octets that the factor has.
func (f factor) text() []byte { return f.octets[3-f.n:] }

// order brings factors together that are alike.
func (f factor) order() int {
	return f.n<<24 | int(f.octets[2])<<16 | int(f.octets[1])<<8 | int(f.octets[0])
}

func (g *guard) add(bucket int, f factor) {
	bit := byte(1) << bucket
	for place, c := range f.octets {
		t := g[32*place:][:32]
		if place >= 3-f.n {
			t[c&15] |= bit
			t[16+c>>4] |= bit
			continue
		}
		for half := range t {
			t[half] |= bit
		}
	}
}

// at gives the buckets of which an octet may be at a place of the factor.
func (g *guard) at(place int, c byte) byte { return g[32*place+int(c&15)] & g[32*place+16+int(c>>4)] }

// any gives the buckets whose factors have nothing at a place; it may give
// others whose factor has the octet 255 there.
func (g *guard) any(place int) byte { return g.at(place, 255) }

// rarest gives the factor of a pattern with a '*' that paths hold most seldom,
// and where it ends in its piece. Only pieces behind a '*' count: what is before
// one was compared already.
func rarest(text []byte) (best factor, end int) {
	text = bytes.TrimSuffix(text, []byte("$"))
	bestCost := 1 << 30
	_, rest, more := bytes.Cut(text, []byte("*"))
	for more {
		var piece []byte
		piece, rest, more = bytes.Cut(rest, []byte("*"))
		n := min(len(piece), 3)
		for i := n; n > 0 && i <= len(piece); i++ {
			cost := 1
			for _, c := range piece[i-n : i] {
				cost *= int(frequencies[c])
			}
			for range 3 - n {
				cost *= 1000
			}
			if cost < bestCost {
				best, end = factor{n: n}, i
				copy(best.octets[3-n:], piece[i-n:i])
				bestCost = cost
			}
		}
	}
	return best, end
}

// frequencies estimates how often an octet stands in a thousand octets of paths.
// Only the order of the estimates matters, and only for speed.
var frequencies = func() (t [256]uint8) {
	for i := range t {
		t[i] = 1
	}
	for _, class := range []struct {
		octets    string
		frequency uint8
	}{
		{"e-ats", 58}, {"iorn/", 46}, {"lcmdh", 28}, {"pug%", 20}, {"0182b", 14}, {"fwy.93k5", 10},
		{"v4D_76A=B", 7}, {"ExC?&", 4}, {"FjS+zqPITL", 2},
	} {
		for _, c := range []byte(class.octets) {
			t[c] = class.frequency
		}
	}
	return t
}()

// A Doubt names octets that a path may hold in a spelling that is not the
// canonical one, or that do not belong to it: where a match meets one it cannot
// be sure. A Doubt is made once and not changed.
type Doubt struct {
	is [256]bool

	// tables say the same as a guard's do: an octet is doubtful if its halves
	// share a bit.
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

// scanSlow looks at the rows of three octets of a path that end at the octets
// first+1 to first+rows, one row after the other; rows is scanRows at most. It
// writes the buckets of each to out, and gives a bit for every row that is of
// some bucket, and one for every row whose third octet is doubtful. It may take
// any octet for the one before the path.
func scanSlow(path []byte, first, rows int, g *guard, d *Doubt, out *[scanRows]byte) (hits, doubts uint64) {
	before := g.any(0)
	if first > 0 {
		before = g.at(0, path[first-1])
	}
	for i := range rows {
		last, c := path[first+i], path[first+i+1]
		out[i] = before & g.at(1, last) & g.at(2, c)
		before = g.at(0, last)
		if out[i] != 0 {
			hits |= 1 << i
		}
		if d.is[c] {
			doubts |= 1 << i
		}
	}
	return hits, doubts
}

// first gives the buckets in which the path's first octet may be a factor. path is
// not empty.
func (g *guard) first(path []byte) byte { return g.any(0) & g.any(1) & g.at(2, path[0]) }
