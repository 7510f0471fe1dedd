//go:build amd64 && !purego

package automaton

// askOne asks the guarded list whose guard is at guard, but for what the path's
// first octet hits. It gives the best vote, and what is left to be done; with
// leftFull, full and more have a bit for each pattern that is. d holds the doubts.
//
//go:noescape
func askOne(m *Machine, d *Doubt, path *byte, n int, guard uint32, best Vote) (vote Vote, left uint32, full, more uint64)

// askFast is called by askOne and lookFast, with its arguments in registers.
//
//lint:ignore U1000 assembly calls it
func askFast()
