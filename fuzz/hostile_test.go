package fuzz

import (
	"testing"

	"github.com/robotrie/robotrie/internal/gen"
)

// TestHostileAnswers: what is made to hurt is also answered right, under every
// dialect, at sizes that the oracle can take. The bounds on work and memory at
// full size are tested where they are counted.
func TestHostileAnswers(t *testing.T) {
	for _, size := range []int{2048, 6000} {
		for _, f := range gen.HostileOf(size) {
			t.Run(f.Name, func(t *testing.T) {
				for _, target := range f.Derived {
					compare(t, question{body: f.Body, agents: []string{f.Agent}, target: target[:min(len(target), 700)]})
				}
			})
		}
	}
}
