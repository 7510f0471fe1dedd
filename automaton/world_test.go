package automaton_test

import (
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

// A smallWorld is every pattern and every path of a few octets, and what the
// oracle says of each pair.
type smallWorld struct {
	patterns, paths []string
	matches         [][]bool // by pattern, by path
}

func newSmallWorld(patterns, paths []string) *smallWorld {
	w := &smallWorld{patterns: patterns, paths: paths}
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
	best := automaton.NoRank
	for i, p := range set {
		if w.matches[p][path] {
			best = automaton.Rank(i + 1)
		}
	}
	return best
}

// check builds the machines of a set, with lists and with the star machine, and
// asks them for every path. It gives the first path on which one of them and the
// oracle differ, or none.
func (w *smallWorld) check(set []int, machinePaths [][]byte) (path int, got automaton.Rank, ok bool) {
	patterns := make([]automaton.Pattern, 0, 2)
	for i, p := range set {
		patterns = append(patterns, automaton.Pattern{Text: []byte(w.patterns[p]), Rank: automaton.Rank(i + 1)})
	}
	for _, build := range []func([]automaton.Pattern) *automaton.Set{automaton.Build, automaton.BuildStars} {
		m := build(patterns)
		for i := range w.paths {
			if got := m.Match(machinePaths[i]); got != w.rank(set, i) {
				return i, got, false
			}
		}
	}
	return 0, 0, true
}

// TestSmallWorld asks every rule set of up to two patterns of up to four
// octets over "/a*$", with the ranks in either order, about every path of up to
// five octets over "/a$". A '$' that is not the last octet of its pattern is a
// literal, so paths hold it too. -short leaves out the longest patterns.
func TestSmallWorld(t *testing.T) {
	longest := 4
	if testing.Short() {
		longest = 3
	}
	w := newSmallWorld(words("/a*$", longest), words("/a$", 5))
	require.Len(t, w.paths, 1+3+9+27+81+243)

	paths := make([][]byte, len(w.paths))
	for i, p := range w.paths {
		paths[i] = []byte(p)
	}
	// A first pattern of -1 stands for none: then the set has one pattern, and
	// the empty set is asked once besides.
	first := make(chan int)
	var sets, answers atomic.Int64
	var failures atomic.Int64
	ask := func(set []int) {
		sets.Add(1)
		answers.Add(int64(len(paths)))
		if path, got, ok := w.check(set, paths); !ok && failures.Add(1) <= 20 {
			var texts []string
			for _, p := range set {
				texts = append(texts, w.patterns[p])
			}
			t.Errorf("patterns %q with ranks 1, 2 in this order, path %q: rank %d, the oracle says %d",
				texts, w.paths[path], got, w.rank(set, path))
		}
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for a := range first {
				if a < 0 {
					ask(nil)
				}
				for b := range w.patterns {
					if a < 0 {
						ask([]int{b})
					} else {
						ask([]int{a, b})
					}
				}
			}
		})
	}
	for a := -1; a < len(w.patterns); a++ {
		first <- a
	}
	close(first)
	workers.Wait()

	n := int64(len(w.patterns))
	require.Equal(t, 1+n+n*n, sets.Load())
	t.Logf("%d rule sets of %d patterns, %d paths: %d answers compared", sets.Load(), n, len(paths), answers.Load())
}

// TestMatchesInSmallWorld compares the slow way, which asks one pattern alone,
// on patterns of up to five octets.
func TestMatchesInSmallWorld(t *testing.T) {
	patterns, paths := words("/a*$", 5), words("/a$", 5)
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
