//go:build amd64 && !purego

package automaton

// lookFast does what Look does for targets one after the other, until one is not
// of the most common kind: done tells how many it has answered, in marks. If hits
// is not 0, the next one has the vote best without the patterns that may begin
// anywhere, and out and hits are what scan tells of it.
//
//go:noescape
func lookFast(m *Machine, targets *string, count int, marks *bool, out *[scanRows]byte) (done int, best Vote, hits uint64)
