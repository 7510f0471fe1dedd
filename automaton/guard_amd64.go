//go:build amd64 && !purego

package automaton

import "unsafe"

// hasScan tells that scanFast is there. It is settled before anything runs.
var hasScan = hasAVX2()

// hasAVX2 asks the processor and the operating system.
//
//go:noescape
func hasAVX2() bool

// scanFast looks at 1 to 64 rows of three octets, the first of them p[-1], p[0]
// and p[1]. It writes the buckets of each row to out. hits has a bit for every
// row that is of some bucket; doubts is not 0 if the third octet of a row is
// doubtful, or if the rows stand where scanFast does not look.
//
//go:noescape
func scanFast(p *byte, rows int, t *guard, d *[32]byte, out *[scanRows]byte) (hits, doubts uint64)

// soundFast reports whether none of n octets is doubtful; n is not 0. It says no
// too where it does not look.
//
//go:noescape
func soundFast(p *byte, n int, d *[32]byte) bool

// scan looks at up to scanRows rows of a path from row first on, as scanSlow
// does.
func scan(path []byte, first, rows int, g *guard, d *Doubt, out *[scanRows]byte) (hits, doubts uint64) {
	if !hasScan {
		return scanSlow(path, first, rows, g, d, out)
	}
	p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(path)), first)
	if hits, doubts = scanFast((*byte)(p), rows, g, &d.tables, out); doubts == 0 {
		return hits, 0
	}
	// Once more, with the rows in a room in which a page may end only once.
	const size = 1 + scanRows + 34
	var room [2 * size]byte
	at := 0
	if uintptr(unsafe.Pointer(&room))%4096 > 4096-34 {
		at = size
	}
	room[at] = 255 // as scanSlow takes it
	if first > 0 {
		room[at] = path[first-1]
	}
	copy(room[at+1:], path[first:first+rows+1])
	if hits, doubts = scanFast(&room[at+1], rows, g, &d.tables, out); doubts == ^uint64(0) {
		// All is doubtful, or the room was moved meanwhile.
		return scanSlow(path, first, rows, g, d, out)
	}
	return hits, doubts
}
