package fuzz

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/internal/gen"
)

// TestHostileAnswers: what is made to hurt is also answered right, under every
// dialect, at sizes that the oracle can take. The bounds on work and memory at
// full size are tested where they are counted.
func TestHostileAnswers(t *testing.T) {
	for _, size := range []int{2048, 6000} {
		for _, f := range gen.HostileOf(size) {
			t.Run(f.Name, func(t *testing.T) { compareAll(t, f) })
		}
	}
}

// TestChangedHostileAnswers: so is what comes of changing such files at random.
func TestChangedHostileAnswers(t *testing.T) {
	walks := 25
	if testing.Short() {
		walks = 5
	}
	for seed := range walks {
		c := gen.New(uint64(seed))
		r, err := gen.ParseRecipe("once /(*ab){9}*z\nline /*#(*%2F){3}*(a){+}\nline /(@*@){2}$\npath /0(%2Fa){30}\npath /(@){99}")
		require.NoError(t, err)
		for range 20 {
			for range 3 {
				r = r.Mutate(c)
			}
			if compareAll(t, r.File(2048)); t.Failed() {
				t.Fatalf("seed %d, recipe\n%s", seed, r)
			}
		}
	}
}

// compareAll asks a file's targets, cut to what the oracle can take.
func compareAll(t *testing.T, f gen.File) {
	t.Helper()
	for _, target := range f.Derived {
		compare(t, question{body: f.Body, agents: []string{f.Agent}, target: target[:min(len(target), 700)]})
	}
}
