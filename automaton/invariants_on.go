//go:build invariants

package automaton

import "fmt"

// invariants: go test -tags invariants checks what the engine takes for granted
// where it does so, and panics where it is not so.
const invariants = true

// checkRanks holds whoever builds a machine to what Builder.Machine relies on.
//
// Invariant: a rank is where a record of the table begins.
func (b *Builder) checkRanks(ranks []Rank) {
	if len(b.table.b) > 1<<16 {
		return // a large file has many machines, and this is linear for each
	}
	begins := map[Rank]bool{}
	for at := Rank(1); int(at)+Padding < len(b.table.b); at += Rank(b.table.read(at).size) {
		begins[at] = true
	}
	for _, rank := range ranks {
		if !begins[rank] {
			panic(fmt.Sprintf("automaton: at %d of the table no record begins", rank))
		}
	}
}
