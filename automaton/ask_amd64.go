//go:build amd64 && !purego

package automaton

import "unsafe"

// askOne asks the guarded list whose guard is at guard, of whose patterns none
// is hit by the path's first octet. It gives the best vote, and what is left to
// be done; a leftFull is told in full.
//
//go:noescape
func askOne(m *Machine, path *byte, n int, guard unsafe.Pointer, best Vote, full *[2]uint64) (vote Vote, left uint32)

// askFast is called by askOne and lookFast, with its arguments in registers.
func askFast()
