package automaton_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// sizes are families of patterns, by how many octets they are to have together.
// Under a subset construction most of them explode.
var sizes = map[string]func(octets int) []string{
	"one literal": func(n int) []string { return []string{"/" + strings.Repeat("a", n-1)} },
	"one rule of stars": func(n int) []string {
		return []string{"/" + strings.Repeat("a*", (n-2)/2) + "b"}
	},
	"one rule of nothing but stars": func(n int) []string { return []string{"/" + strings.Repeat("*", n-1)} },
	"starred pairs": func(n int) []string {
		return fill(n, func(i int) string { return fmt.Sprintf("/*x%d*y%d$", i, i) })
	},
	"nested literals": func(n int) []string {
		return fill(n, func(i int) string { return "/" + strings.Repeat("a", i+1) })
	},
	"nested behind a star": func(n int) []string {
		return fill(n, func(i int) string { return "/*" + strings.Repeat("a", i+1) + "b$" })
	},
	"late branches": func(n int) []string {
		return fill(n, func(i int) string { return fmt.Sprintf("/*%s*%d", strings.Repeat("ab", i%40), i) })
	},
	"every first octet": func(n int) []string {
		return fill(n, func(i int) string { return string([]byte{'/', byte(i), byte(i >> 8), byte(i * 7)}) })
	},
}

// fill gives texts until they have n octets together.
func fill(n int, text func(i int) string) []string {
	var out []string
	for i := 0; n > 0; i++ {
		s := text(i)
		n -= len(s)
		out = append(out, s)
	}
	return out
}

func octets(patterns []automaton.Pattern) (n int) {
	for _, p := range patterns {
		n += len(p.Text)
	}
	return n
}

// held gives the bytes that a machine of the patterns keeps on the heap.
func held(patterns []automaton.Pattern) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // the second one empties pools
	runtime.ReadMemStats(&before)
	m := automaton.Build(patterns)
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(m)
	return int(after.HeapAlloc) - int(before.HeapAlloc)
}

// TestSizeIsLinear measures what is held, whatever the representation is: so
// many bytes an octet at the most, and twice the octets take no more than about
// twice the bytes.
func TestSizeIsLinear(t *testing.T) {
	const perOctet = 200
	for name, family := range sizes {
		n := 30_000
		if testing.Short() {
			n = 3_000
		}
		small, large := ranked(family(n)...), ranked(family(2*n)...)
		one, two := held(small), held(large)
		t.Logf("%s: %d octets, %d bytes; %d octets, %d bytes", name, octets(small), one, octets(large), two)
		assert.Less(t, one, perOctet*octets(small)+4096, name)
		assert.Less(t, two, perOctet*octets(large)+4096, name)
		assert.Less(t, two, 3*one+16384, "%s: twice the octets", name)
	}
}

// TestDumpShowsNoMoreThanThePatterns counts what the text shows: runs together
// are no longer than the patterns, and there are no more star nodes than stars.
func TestDumpShowsNoMoreThanThePatterns(t *testing.T) {
	check := func(name string, patterns []automaton.Pattern) {
		runs, starNodes, stars := 0, 0, 0
		for _, p := range patterns {
			stars += strings.Count(string(p.Text), "*")
		}
		for line := range strings.Lines(automaton.Build(patterns).Dump()) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "star ") {
				starNodes++
			}
			if strings.HasPrefix(line, `"`) {
				quoted, err := strconv.QuotedPrefix(line)
				require.NoError(t, err, line)
				run, err := strconv.Unquote(quoted)
				require.NoError(t, err, line)
				runs += len(run)
			}
		}
		// A pattern that is asked one by one is shown whole, and its literal in
		// the trie.
		assert.LessOrEqual(t, runs, 2*octets(patterns), "%s: octets shown", name)
		assert.LessOrEqual(t, starNodes, stars, "%s: star nodes shown", name)
	}
	for name, family := range sizes {
		check(name, ranked(family(2000)...))
	}
	for seed := uint64(1); seed <= 200; seed++ {
		check(fmt.Sprintf("world %d", seed), newRandomWorld(seed).patterns)
	}
}

// TestLargeSetsAnswer: what is as large as a robots.txt may be still gives the
// right answer, at its far end too. Paths are no longer than crawlers ask for.
func TestLargeSetsAnswer(t *testing.T) {
	const longestPath = 2000
	for name, family := range sizes {
		patterns := ranked(family(120_000)...)
		m := automaton.Build(patterns)
		for _, at := range []int{0, len(patterns) / 2, len(patterns) - 1} {
			text := strings.TrimSuffix(string(patterns[at].Text), "$")
			path := []byte(strings.ReplaceAll(text, "*", ""))
			whole := len(path) <= longestPath
			path = path[:min(len(path), longestPath)]
			want := automaton.NoRank
			for _, p := range patterns {
				if p.Rank > want && automaton.Matches(p.Text, path) {
					want = p.Rank
				}
			}
			assert.Equal(t, want, m.Match(path), "%s, pattern %d", name, at)
			if whole {
				assert.NotZero(t, want, "%s, pattern %d matches its own text", name, at)
			}
		}
	}
}
