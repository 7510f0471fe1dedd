//go:build amd64 && !purego

package automaton

// lookFast does what Look does for targets one after the other, maxBatch at most.
// It leaves out those that are not of the most common kind: left has a bit for
// each of them, the lowest for the first target. What it says of those that have
// a bit in doubts holds if they are canonical.
//
//go:noescape
func lookFast(m *Machine, targets *string, count int, marks *bool) (left, doubts uint64)
