//go:build !invariants

package automaton

// invariants turns on checks that are too dear to make always; see
// invariants_on.go. Off, it costs nothing: what it guards is not compiled.
const invariants = false

func (b *Builder) checkRanks([]Rank) {}

func (m *Machine) checkAsked(uint32, []byte, Rank, bool) {}
