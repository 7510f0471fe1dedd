package automaton_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// TestStepsOfSmallMachines counts by hand.
func TestStepsOfSmallMachines(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		path     string
		want     int
	}{
		{nil, "/abc", 0},
		{[]string{"/abc"}, "/abc", 4},  // the octets of the literal
		{[]string{"/abc"}, "/a", 2},    // no more than the path has
		{[]string{"/ab*c"}, "/abc", 7}, // the path is searched, too
		{[]string{"/abc", "/abd"}, "/abc", 4},
		{[]string{"/abc", "/abd"}, "/ax", 2},
		{[]string{"/abc", "/abd"}, "/ab", 3}, // it ends before the keys
		{[]string{"/abc", "/abd"}, "/abx", 4},
		{[]string{"/ab*c", "/abd"}, "/abx", 3 + 1 + 1},                      // and the list
		{[]string{"/ab*c", "/abd"}, "/abx" + strings.Repeat("x", 13), 6},    // 17 octets are searched twice
		{[]string{"/*c"}, "/abx", 4},                                        // the guard's look
		{[]string{"/*c"}, "/abc", 4 + 1 + 1},                                // and one probe, and one pattern asked
		{[]string{"/*c"}, "/ccc" + strings.Repeat("c", 61), 65 + 8 + 5},     // 64 probes
		{[]string{"/*c"}, "ac", 1},                                          // no path, no guard
		{[]string{"/*c"}, "", 0},                                            // nothing to search
		{[]string{"/*c", "/*d", "*e$"}, "/ecdx", 5 + 1 + 3},                 // three buckets
		{[]string{"/*c", "/a"}, "/a" + strings.Repeat("x", 200), 1*202 + 2}, // both
	} {
		m := automaton.Build(ranked(c.patterns...))
		assert.Equal(t, c.want, m.Steps([]byte(c.path)), "%q: %q", c.patterns, c.path)
	}
}

// TestSteps counts the work of many machines, in testdata/steps.txt. A change
// that costs or saves work without changing an answer is seen there.
//
// After a change that is meant: go test ./automaton -run TestSteps -update
func TestSteps(t *testing.T) {
	few := []string{
		"/", "/a", "/ab", "/abc/d", "/abc/e", "/a-b-bc", "/x.php?a=b", "/abcbcx", "/private/public/x$", "/search?q=1&page=2&sort=3",
		"/account/1/orders", "/E/?s/s", "/aEcaEd", "/aE?scsd", "/c/?as", "/" + long("a") + "b" + long("b"), "/a" + long("c") + long("d"), "/" + long("d") + long("e"),
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(dumps)) {
		one, all := automaton.Build(dumped(dumps[name])), automaton.BuildStars(dumped(dumps[name]))
		fmt.Fprintf(&out, "%s:", name)
		for _, path := range few {
			fmt.Fprintf(&out, " %d/%d", one.Steps([]byte(path)), all.Steps([]byte(path)))
		}
		out.WriteByte('\n')
	}
	for seed := uint64(1); seed <= 40; seed++ {
		w := newRandomWorld(seed)
		one, all := automaton.Build(w.patterns), automaton.BuildStars(w.patterns)
		steps, stars := 0, 0
		for _, path := range w.paths {
			steps += one.Steps([]byte(path))
			stars += all.Steps([]byte(path))
		}
		fmt.Fprintf(&out, "world %d: %d/%d\n", seed, steps, stars)
	}
	patterns, paths := longRows()
	wide := automaton.Build(patterns)
	out.WriteString("long rows:")
	for _, path := range paths {
		fmt.Fprintf(&out, " %d", wide.Steps([]byte(path)))
	}
	out.WriteByte('\n')
	for seed := uint64(1); seed <= 40; seed++ {
		patterns, paths := newSpeltWorld(seed)
		one, all := automaton.Build(patterns), automaton.BuildStars(patterns)
		steps, stars := 0, 0
		for _, path := range paths {
			steps += one.Steps([]byte(path))
			stars += all.Steps([]byte(path))
		}
		fmt.Fprintf(&out, "world of two spellings %d: %d/%d\n", seed, steps, stars)
	}
	for length := 1; length <= 9; length++ {
		// What waits for a piece that ends in its own beginning is found too early.
		piece := strings.Repeat("a", length) + "*"
		m := automaton.BuildStars(ranked("/*"+strings.Repeat(piece, 9)+"b", "/*"+piece+"c*"+piece+piece, "/*"+strings.Repeat("a", length)+"d"))
		fmt.Fprintf(&out, "pieces of %d alike:", length)
		for n := 10; n <= 80; n += 7 {
			fmt.Fprintf(&out, " %d", m.Steps([]byte("/"+strings.Repeat("a", n)+"c"+strings.Repeat("a", n))))
		}
		out.WriteByte('\n')
	}
	for _, behind := range []string{"", "$", "*c"} {
		m := automaton.BuildStars(rows(100, behind))
		fmt.Fprintf(&out, "two rows, behind them %q:", behind)
		for _, n := range []int{1, 28, 64, 99, 150} {
			for _, letter := range []string{"a", "b"} {
				fmt.Fprintf(&out, " %d", m.Steps([]byte("/"+strings.Repeat(letter, n)+"-"+letter+"c")))
			}
		}
		out.WriteByte('\n')
	}
	for _, texts := range acrossSeparator {
		patterns, paths := acrossSeparatorWorld(texts)
		m := automaton.BuildStars(patterns)
		fmt.Fprintf(&out, "across the separator, %q:", texts)
		for _, path := range paths {
			fmt.Fprintf(&out, " %d", m.Steps([]byte(path)))
		}
		out.WriteByte('\n')
	}
	file := filepath.Join("testdata", "steps.txt")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String(), "run again with -update if this is meant")
}
