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

// checkAsked asks the patterns of a list, which has its guard at an offset,
// without it, unless the path is to be asked again.
//
// Invariant: a guard lets through what does not match, and never keeps back what
// does. Nor is a piece missed that is looked for only where its factor stands.
func (m *Machine) checkAsked(at uint32, path []byte, best Rank, again bool) {
	count := uint32(m.octet(at + guardPart - 1))
	for i := range count {
		rank := Rank(m.number(at + guardPart + 4*count + i*m.w))
		if !again && rank > best && m.matches(rank, path) {
			panic(fmt.Sprintf("automaton: path %q: %q was kept back", path, m.read(rank).text))
		}
	}
}
