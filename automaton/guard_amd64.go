//go:build amd64 && !purego

package automaton

import "unsafe"

// useAVX2 is settled before anything runs.
var useAVX2 = hasAVX2()

// hasAVX2 asks the processor and the operating system.
//
//go:noescape
func hasAVX2() bool

// scanAVX2 looks at rows of three octets, the first of them p[-1], p[0] and
// p[1]. It reads 34 octets from p[-1] on even where there are fewer rows. The
// result has the hit buckets in its low octet and 1<<8 where the third octet of
// a row is doubtful.
//
//go:noescape
func scanAVX2(p *byte, rows int, t *guard, d *[32]byte) uint32

// scanRest looks at all octets of a path but the first. hits has a bit for
// every bucket of g that may have a match, doubtful tells of octets of d.
func scanRest(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	rows := len(path) - 1
	if !useAVX2 || rows <= 0 {
		return scanSlow(path, g, d)
	}
	p := unsafe.SliceData(path)
	// Why: the octet before the path is read, and 34 at least. What is not the
	// path's may be read only where it is on a page of the path's.
	const page = 4096
	if before := (uintptr(unsafe.Pointer(p)) - 1) & (page - 1); before > page-34 {
		switch {
		case rows < 32:
			return scanCopy(path, g, d)
		case before == page-1:
			return scanSlow(path, g, d)
		}
	}
	r := scanAVX2(p, rows, g, &d.tables)
	return byte(r), r > 255
}

// scanCopy is scanRest for a path of up to 32 octets at the end of a page.
func scanCopy(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	var room [48]byte
	room[0] = 255 // as scanSlow takes it
	copy(room[1:], path)
	r := scanAVX2(&room[1], len(path)-1, g, &d.tables)
	return byte(r), r > 255
}
