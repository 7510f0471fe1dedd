//go:build !amd64 || purego

package automaton

const hasScan = false

// lookFast leaves all.
func lookFast(*Machine, *string, int, *bool) (left, doubts uint64) { return ^uint64(0), 0 }

// askOne leaves all.
func askOne(*Machine, *Doubt, *byte, int, uint32, Vote) (vote Vote, left uint32, full, more uint64) {
	return 0, leftAll, 0, 0
}

// soundFast says that it did not look.
func soundFast(*byte, int, *[32]byte) bool { return false }

// scan looks at up to scanRows rows of a path from row first on.
func scan(path []byte, first, rows int, g *guard, d *Doubt, out *[scanRows]byte) (hits, doubts uint64) {
	return scanSlow(path, first, rows, g, d, out)
}
