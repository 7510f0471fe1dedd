//go:build invariants

package robotrie

import (
	"fmt"

	"github.com/robotrie/robotrie/automaton"
)

// invariants: go test -tags invariants checks what the engine takes for granted
// where it does so, and panics where it is not so.
const invariants = true

// checkAllowed holds every fast answer to the slow way.
//
// Invariant: what a look at a target as it comes says is what the best rank for
// its canonical path says.
func (g *Group) checkAllowed(target string, allowed bool) {
	want := true
	if g.image != nil {
		rank, exempt := g.rankAnew(target)
		want = exempt || rank == automaton.NoRank || g.image.Table().Mark(rank)
	}
	if allowed != want {
		panic(fmt.Sprintf("robotrie: target %q: a look says %v, its rules %v", target, allowed, want))
	}
}
