// Package gen makes robots.txt files, patterns, paths and whole workloads for
// tests, fuzzing and benchmarks. Everything is a function of the choices it is
// given: the same seed, or the same fuzzer input, makes the same bytes on every
// machine and in every run.
//
// Three layers stand on each other:
//
//   - World: small alphabets in which everything interferes with everything,
//     to find wrong answers;
//   - Workloads: files and targets distributed as measured over real sites, to
//     measure speed and size;
//   - Hostile: files and targets made to hurt, to check bounds.
//
// The package imports the standard library only, so that whatever it checks
// cannot leak into it.
package gen

import "math/rand/v2"

// A Chooser makes the choices of a generator: IntN gives a number from 0 to
// n-1, for n ≥ 1. A *rand.Rand is one, and so is *Bytes.
type Chooser interface {
	IntN(n int) int
}

// New gives the random choices of a seed.
func New(seed uint64) *rand.Rand {
	// The second word is arbitrary but fixed: a seed names one sequence.
	return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
}

// Bytes makes its choices from a byte string, so that a fuzzer which changes
// one byte changes one choice. When the bytes are used up every choice is 0,
// which every generator here takes as "stop" or "the plainest".
type Bytes struct {
	rest []byte
}

// FromBytes gives the choices that data spells.
func FromBytes(data []byte) *Bytes { return &Bytes{rest: data} }

// IntN takes one byte for n ≤ 256, two bytes for more.
func (b *Bytes) IntN(n int) int {
	v := b.octet()
	if n > 256 {
		v = v<<8 | b.octet()
	}
	return v % n
}

func (b *Bytes) octet() int {
	if len(b.rest) == 0 {
		return 0
	}
	v := b.rest[0]
	b.rest = b.rest[1:]
	return int(v)
}

// chance is true in percent of 100 cases. A used-up *Bytes says no.
func chance(c Chooser, percent int) bool { return c.IntN(100) >= 100-percent }

func pick(c Chooser, from []string) string { return from[c.IntN(len(from))] }
