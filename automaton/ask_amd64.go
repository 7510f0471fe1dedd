//go:build amd64 && !purego

package automaton

// askOne asks the patterns that may begin anywhere, of which none is hit by the
// path's first octet. It gives the best vote, and what is left to be done; only
// with leftFull does full say anything.
//
//go:noescape
func askOne(m *Machine, path *byte, n int, best Vote) (vote Vote, left uint32, full [2]uint64)

// askFast is called by askOne and lookFast, with its arguments in registers.
func askFast()
