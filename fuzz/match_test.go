package fuzz

import (
	"testing"

	"github.com/robotrie/robotrie/internal/gen"
)

// addChoices adds random choices, which make files of many lines; a fuzzer takes
// it from there. There are least of them, and up to more besides.
func addChoices(f *testing.F, seeds uint64, least, more int) {
	for seed := range seeds {
		c := gen.New(seed)
		data := make([]byte, least+c.IntN(more))
		for i := range data {
			data[i] = byte(c.IntN(256))
		}
		data[0] = byte(seed) // every world in turn
		f.Add(data)
	}
}

// FuzzMatch: in small worlds, library and oracle agree on verdict and rule.
func FuzzMatch(f *testing.F) {
	addChoices(f, 40, 20, 200)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip("more choices than any file of these worlds takes")
		}
		compare(t, decode(data))
	})
}

// TestDecodeReachesEverything: the seeds alone make files of every world,
// with rules, and ask both for hits and for misses; a decoder that drifts into
// empty files would make the fuzzer blind without failing.
func TestDecodeReachesEverything(t *testing.T) {
	rules, decided, questions := 0, 0, 0
	for seed := range uint64(2000) {
		c := gen.New(1000 + seed)
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(c.IntN(256))
		}
		q := decode(data)
		g := compileFor(q)
		questions++
		if len(g.Rules()) > 0 {
			rules++
		}
		if g.Match(q.target).Rule.Line > 0 {
			decided++
		}
	}
	if rules < questions/2 || decided < questions/8 || decided > questions*7/8 {
		t.Errorf("of %d questions, %d meet a group with rules and %d are decided by one", questions, rules, decided)
	}
}
