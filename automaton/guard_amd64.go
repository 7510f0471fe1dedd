//go:build amd64 && !purego

package automaton

import "unsafe"

// useAVX2 is settled before anything runs.
var useAVX2 = hasAVX2()

// hasAVX2 asks the processor and the operating system.
//
//go:noescape
func hasAVX2() bool

// scanAVX2 looks at pairs of octets, the first of them p[0] and p[1]. It reads
// 33 octets from p even where there are fewer pairs. The result has the hit
// buckets in its low octet and 1<<8 where an octet is doubtful.
//
//go:noescape
func scanAVX2(p *byte, pairs int, t *guard, d *[32]byte) uint32

// scan looks at all octets of a path. hits has a bit for every bucket of g that
// may have a match; doubtful tells of octets of d behind the first.
func scan(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	n := len(path) - 1
	if !useAVX2 || n <= 0 {
		return scanSlow(path, g, d)
	}
	p := unsafe.SliceData(path)
	// Why: 33 octets are read at least, and those behind the path may be read
	// only where they are on a page that is there.
	if n < 32 && uintptr(unsafe.Pointer(p))&4095 > 4096-33 {
		return scanSlow(path, g, d)
	}
	r := scanAVX2(p, n, g, &d.tables)
	return byte(r) | g.first(path), r > 255
}
