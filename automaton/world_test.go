package automaton_test

import (
	"flag"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// words gives all texts of up to longest octets over an alphabet, the empty
// one first.
func words(alphabet string, longest int) []string {
	all := []string{""}
	for from, length := 0, 1; length <= longest; length++ {
		to := len(all)
		for _, w := range all[from:to] {
			for i := range len(alphabet) {
				all = append(all, w+alphabet[i:i+1])
			}
		}
		from = to
	}
	return all
}

// worldFlag names the worlds that TestSmallWorld goes through, partFlag a part
// of them, to measure how long the whole takes.
var (
	worldFlag = flag.String("world", "small", "go through the small worlds, or the large ones")
	partFlag  = flag.String("part", "1/1", "go through the `i/n`th part of each world alone")
)

// A worldSize says how large a small world is: all rule sets of so many
// patterns, of up to so many octets, are asked about all paths of up to so many.
type worldSize struct {
	name            string
	sets            int // most patterns of a set
	alphabet        string
	longest         int // pattern
	paths           string
	longestPath     int
	wantPaths, want int // paths and rule sets, as a check of the program
}

// Two patterns show how a machine chooses, three how it chooses when it has
// chosen already. A second letter makes pieces that begin alike and go on
// otherwise. A '$' that is not the last octet of its pattern is a literal, so
// paths hold it too.
var worldSizes = map[string][]worldSize{
	"short": {{name: "pairs", sets: 2, alphabet: "/a*$", longest: 3, paths: "/a", longestPath: 4, wantPaths: 31, want: 1 + 85 + 85*85}},
	"small": {{name: "pairs", sets: 2, alphabet: "/a*$", longest: 4, paths: "/a$", longestPath: 5, wantPaths: 364, want: 1 + 341 + 341*341}},
	"large": {
		{name: "pairs", sets: 2, alphabet: "/a*$", longest: 5, paths: "/a$", longestPath: 6, wantPaths: 1093, want: 1 + 1365 + 1365*1365},
		{name: "triples", sets: 3, alphabet: "/a*$", longest: 3, paths: "/a$", longestPath: 5, wantPaths: 364, want: 1 + 85 + 85*85 + 85*85*85},
		{name: "two letters", sets: 2, alphabet: "ab*$", longest: 5, paths: "ab", longestPath: 8, wantPaths: 511, want: 1 + 1365 + 1365*1365},
	},
}

// A smallWorld is every pattern and every path of a few octets, and what the
// oracle says of each pair.
type smallWorld struct {
	patterns, paths []string
	octets          [][]byte // the paths
	matches         [][]bool // by pattern, by path
}

func newSmallWorld(patterns, paths []string) *smallWorld {
	w := &smallWorld{patterns: patterns, paths: paths}
	for _, path := range paths {
		w.octets = append(w.octets, []byte(path))
	}
	for _, p := range patterns {
		row := make([]bool, len(paths))
		for i, path := range paths {
			row[i] = oracle.MatchPattern(p, path)
		}
		w.matches = append(w.matches, row)
	}
	return w
}

// rank gives what the oracle says of a set of patterns, whose ranks are their
// places in it, from 1.
func (w *smallWorld) rank(set []int, path int) automaton.Rank {
	for i := len(set) - 1; i >= 0; i-- {
		if w.matches[set[i]][path] {
			return automaton.Rank(i + 1)
		}
	}
	return automaton.NoRank
}

// check builds the machines of a set, with lists and with the star machine, and
// asks them for every path. It gives the first path on which one of them and the
// oracle differ, or none.
func (w *smallWorld) check(set []int) (path int, got automaton.Rank, ok bool) {
	patterns := make([]automaton.Pattern, 0, 3)
	for i, p := range set {
		patterns = append(patterns, automaton.Pattern{Text: []byte(w.patterns[p]), Rank: automaton.Rank(i + 1)})
	}
	for _, build := range []func([]automaton.Pattern) *automaton.Set{automaton.Build, automaton.BuildStars} {
		m := build(patterns)
		for i := range w.paths {
			if got := m.Match(w.octets[i]); got != w.rank(set, i) {
				return i, got, false
			}
		}
	}
	return 0, 0, true
}

// sets calls f with every set of up to n patterns, in every order, of which the
// first pattern is the one given; with none given, with the empty set.
func (w *smallWorld) sets(n, first int, f func(set []int)) {
	if first < 0 {
		f(nil)
		return
	}
	var grow func(set []int)
	grow = func(set []int) {
		f(set)
		if len(set) == n {
			return
		}
		for next := range w.patterns {
			grow(append(set, next))
		}
	}
	grow(append(make([]int, 0, n), first))
}

// TestSmallWorld goes through small worlds exhaustively.
//
//	go test ./automaton -run TestSmallWorld -v -world=large              all of the large ones
//	go test ./automaton -run TestSmallWorld -v -world=large -part=7/200  a slice of them
func TestSmallWorld(t *testing.T) {
	name := *worldFlag
	if testing.Short() && name == "small" {
		name = "short"
	}
	sizes, ok := worldSizes[name]
	require.True(t, ok, "-world=%s: there are small and large ones", name)
	var part, parts int
	_, err := fmt.Sscanf(*partFlag, "%d/%d", &part, &parts)
	require.NoError(t, err, "-part=%s", *partFlag)
	require.True(t, 1 <= part && part <= parts, "-part=%s", *partFlag)
	for _, size := range sizes {
		t.Run(size.name, func(t *testing.T) { size.run(t, part, parts) })
	}
}

func (size *worldSize) run(t *testing.T, part, parts int) {
	w := newSmallWorld(words(size.alphabet, size.longest), words(size.paths, size.longestPath))
	require.Len(t, w.paths, size.wantPaths)
	var sets, failures atomic.Int64
	ask := func(set []int) {
		sets.Add(1)
		if path, got, ok := w.check(set); !ok && failures.Add(1) <= 20 {
			var texts []string
			for _, p := range set {
				texts = append(texts, w.patterns[p])
			}
			t.Errorf("patterns %q with ranks 1, 2 … in this order, path %q: rank %d, the oracle says %d",
				texts, w.paths[path], got, w.rank(set, path))
		}
	}
	// A first pattern of -1 stands for none.
	first := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for a := range first {
				w.sets(size.sets, a, ask)
			}
		})
	}
	for a := -1; a < len(w.patterns); a++ {
		if (a+1)%parts == part-1 {
			first <- a
		}
	}
	close(first)
	workers.Wait()
	if parts == 1 {
		require.EqualValues(t, size.want, sets.Load())
	}
	t.Logf("%d rule sets of %d patterns, %d paths, two machines: %d answers compared",
		sets.Load(), len(w.patterns), len(w.paths), 2*sets.Load()*int64(len(w.paths)))
}

// TestMatchesInSmallWorld compares the slow way, which asks one pattern alone,
// on patterns of up to five octets.
func TestMatchesInSmallWorld(t *testing.T) {
	longest := 5
	if testing.Short() {
		longest = 4
	}
	patterns, paths := words("/a*$", longest), words("/a$", longest)
	hits := 0
	for _, p := range patterns {
		for _, path := range paths {
			want := oracle.MatchPattern(p, path)
			if want {
				hits++
			}
			if got := automaton.Matches([]byte(p), []byte(path)); got != want {
				t.Fatalf("pattern %q, path %q: %v, the oracle says %v", p, path, got, want)
			}
		}
	}
	t.Logf("%d patterns, %d paths, %d matches", len(patterns), len(paths), hits)
}
