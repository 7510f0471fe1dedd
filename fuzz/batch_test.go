package fuzz

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// FuzzBatch: AllowedBatch says what Allowed says one by one, however many
// targets there are, in whatever order, and wherever they lie. The first input
// spells a file, targets made from its patterns, and how they are cut into
// batches; the second holds further targets, one a line.
func FuzzBatch(f *testing.F) {
	for seed := range uint64(40) {
		c := gen.New(2000 + seed)
		data := make([]byte, 100+c.IntN(400))
		for i := range data {
			data[i] = byte(c.IntN(256))
		}
		data[0] = byte(seed)
		f.Add(data, "")
	}
	f.Add([]byte("\x00\x10\x20\x30"), strings.Join(targets, "\n"))
	f.Add([]byte("\x01\x22\x44\x66"), strings.Repeat("/"+strings.Repeat("a", 40)+"\n", 40))
	f.Fuzz(func(t *testing.T, data []byte, more string) {
		if len(data) > 4096 || len(more) > 4096 {
			t.Skip("small ones find as much, and sooner")
		}
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		b := decodeBatch(data, more)
		for _, d := range dialects {
			g := robotrie.Compile(b.body, robotrie.WithDialect(d.library)).Group(b.agent)
			for _, place := range fences() {
				checkBatch(t, g, placedTogether(place.target, b.targets), b.cuts)
			}
			if t.Failed() {
				t.Fatalf("%v, body %q, agent %q, targets %q", d.library, b.body, b.agent, b.targets)
			}
		}
	})
}

// placedTogether puts targets behind each other, so that the first and the last
// of them touch the ends of what they lie in.
func placedTogether(at *fence, targets []string) []string {
	rest := at.putString(strings.Join(targets, ""))
	out := make([]string, len(targets))
	for i, s := range targets {
		out[i], rest = rest[:len(s)], rest[len(s):]
	}
	return out
}

// checkBatch asks for all targets at once, and for the parts of them.
func checkBatch(t *testing.T, g *robotrie.Group, targets []string, cuts []int) {
	t.Helper()
	want := make([]bool, len(targets))
	for i, target := range targets {
		want[i] = g.Allowed(target)
	}
	check := func(from, to int) {
		// What stands in dst already stays, and what does not fit is no reason
		// to forget it.
		for _, room := range []int{0, to - from} {
			dst := append(make([]bool, 0, 2+room), true, false)
			got := g.AllowedBatch(dst, targets[from:to])
			if len(got) != 2+to-from || !got[0] || got[1] {
				t.Errorf("of %d targets the answers are %v", to-from, got)
				return
			}
			for i, allowed := range got[2:] {
				if allowed != want[from+i] {
					t.Errorf("AllowedBatch of targets %d to %d says %v for %q, Allowed %v", from, to, allowed, targets[from+i], want[from+i])
				}
			}
		}
	}
	check(0, len(targets))
	for _, cut := range cuts {
		check(0, cut)
		check(cut, len(targets))
	}
}

// TestBatchesOfEveryLength: an implementation that takes several targets at a
// time has ends to get wrong, one for every remainder.
func TestBatchesOfEveryLength(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for seed := range uint64(20) {
		c := gen.New(seed)
		w := gen.Worlds[seed%uint64(len(gen.Worlds))]
		body, patterns := w.Body(c)
		var asked []string
		for range maxBatch {
			asked = append(asked, w.Target(c, patterns))
		}
		g := robotrie.Compile(body).Group(gen.Agents[c.IntN(len(gen.Agents))])
		for n := range maxBatch + 1 {
			for _, place := range fences() {
				checkBatch(t, g, placedTogether(place.target, asked[:n]), nil)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, body %q", seed, body)
		}
	}
}
