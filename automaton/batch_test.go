package automaton_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestLooksInRandomWorlds compares the fast ways, one path at a time and many,
// with the oracle. They tell the mark, which the odd ranks have.
func TestLooksInRandomWorlds(t *testing.T) {
	t.Parallel()
	worlds := uint64(400)
	if testing.Short() {
		worlds = 20
	}
	t.Logf("%d answers compared", looksInRandomWorlds(t, 1, worlds))
}

func looksInRandomWorlds(t *testing.T, first, last uint64) (answers int) {
	for seed := first; seed <= last; seed++ {
		w := newRandomWorld(seed)
		for _, m := range []*automaton.Set{automaton.Build(w.patterns), automaton.BuildStars(w.patterns)} {
			var paths []string
			var want []bool
			for i, path := range w.paths {
				switch i % 3 {
				case 0:
					path = "/" + path
				case 1:
					path = "/" + path + strings.Repeat("b", i) + path
				}
				if strings.HasPrefix(path, "/") {
					rank := w.rank(path)
					paths, want = append(paths, path), append(want, rank == automaton.NoRank || rank%2 == 1)
				}
			}
			for i, path := range paths {
				require.Equal(t, want[i], m.Look(path).Marked(), "path %q, seed %d, patterns:\n%s", path, seed, w.list())
			}
			got := make([]bool, len(paths))
			m.LookBatch(got, paths)
			require.Equal(t, want, got, "paths %q, seed %d, patterns:\n%s", paths, seed, w.list())
			answers += 2 * len(paths)
		}
	}
	return answers
}

// TestNothingBeforeAPathCounts, or behind it: a path is part of a larger block,
// whose octets would make patterns match.
func TestNothingBeforeAPathCounts(t *testing.T) {
	block := "/xab/cd"
	for from := range block {
		for to := from; to <= len(block); to++ {
			path := block[from:to]
			for _, text := range []string{"*b/", "*ab/", "*b/c", "*ab/c", "*a", "*/", "*xab", "/*c", "/*d", "/*cd", "/c", "/cd", "/cd$", "/*cd$", "/xab/cd", "/*b*c"} {
				want := automaton.NoRank
				if oracle.MatchPattern(text, path) {
					want = 2
				}
				for _, other := range []string{text, "*never", "/cdef"} {
					patterns := []automaton.Pattern{{Text: []byte(text), Rank: 2}, {Text: []byte(other), Rank: 2}}
					for _, stars := range []bool{false, true} {
						m := automaton.BuildAs(patterns, automaton.Form{Width: 3, Stars: stars})
						require.Equal(t, want, m.Match([]byte(block)[from:to]), "path %q, patterns %q and %q", path, text, other)
						if len(path) == 0 || path[0] != '/' {
							continue // nobody is there to be asked
						}
						require.Equal(t, want == automaton.NoRank, m.Look(path).Marked(), "path %q, patterns %q and %q", path, text, other)
						var got [1]bool
						m.LookBatch(got[:], []string{path})
						require.Equal(t, want == automaton.NoRank, got[0], "path %q, patterns %q and %q", path, text, other)
					}
				}
			}
		}
	}
}

// TestLooksAnywhereInMemory asks about paths of all lengths at all distances
// from the end of a large block, so that some are at the end of a page.
func TestLooksAnywhereInMemory(t *testing.T) {
	t.Parallel()
	patterns := ranked("/", "/ab", "/abcdefghijkl", "/*c*", "/*x$", "/abcabc$", "/q*b")
	w := &randomWorld{patterns: patterns}
	m := automaton.Build(patterns)
	random := rand.New(rand.NewPCG(5, 6))
	block := make([]byte, 3*4096)
	for i := range block {
		block[i] = "abcdefx/q"[random.IntN(9)]
	}
	answers := 0
	step := 1
	if testing.Short() {
		step = 11
	}
	for length := 1; length < 140; length += step {
		for end := 4096 - 40; end <= 4096+160; end += 1 + random.IntN(3) {
			before := block[end-length]
			block[end-length] = '/'
			path := string(block)[end-length : end] // a new block each time, of whole pages
			block[end-length] = before
			rank := w.rank(path)
			want := rank == automaton.NoRank || rank%2 == 1
			require.Equal(t, want, m.Look(path).Marked(), "path %q", path)
			var got [1]bool
			m.LookBatch(got[:], []string{path})
			require.Equal(t, want, got[0], "path %q", path)
			answers += 2
		}
	}
	t.Logf("%d answers compared", answers)
}

// TestLongPathsAreLeft: what cannot be interrupted does not look at long paths,
// whichever part of a machine would read them.
func TestLongPathsAreLeft(t *testing.T) {
	if !automaton.HasScan() {
		t.Skip("all paths are")
	}
	long := strings.Repeat("ab", automaton.MaxFast)
	for name, m := range map[string]*automaton.Set{
		"runs":         automaton.BuildAs(ranked("/"+long+"x", "/"+long+"y"), automaton.Form{Width: 3}),
		"list":         automaton.BuildAs(ranked("/*c"), automaton.Form{Width: 3}),
		"list behind":  automaton.BuildAs(ranked("/a*c", "/a*d", "/a*e"), automaton.Form{Width: 3}),
		"nothing more": automaton.BuildAs(ranked("/a"), automaton.Form{Width: 3}),
	} {
		for _, n := range []int{1, 2, 7, 8, 9, 65, 66, 67, automaton.MaxFast - 1, automaton.MaxFast} {
			// Neither its first nor its last octet is at the edge of a page.
			block := make([]byte, 4*4096)
			at := 4096 - int(uintptr(unsafe.Pointer(&block[0]))%4096) + 64
			path := block[at:][:copy(block[at:], ("/" + long)[:n])]
			require.False(t, m.LeftByBatch(unsafe.String(&path[0], n)), "%s, %d octets", name, n)
		}
		for _, n := range []int{automaton.MaxFast + 1, automaton.MaxFast + 8, 2 * automaton.MaxFast} {
			require.True(t, m.LeftByBatch(("/" + long)[:n]), "%s, %d octets", name, n)
		}
	}
}

// TestBatchesOfAnyLength: of a batch any target may be sure, in doubt, left to
// the settler, or left to Look for its length.
func TestBatchesOfAnyLength(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	kinds := []string{"/", "/ab", "/abx", "/b/%4D", "/b/%4d", "/-%4D-c", "/%4D", "/abD", "/%61b", "/-c", "/-c-D", "x", "", "/" + strings.Repeat("a", automaton.MaxFast) + "c", "/b" + strings.Repeat("a", automaton.MaxFast) + "D"}
	for name, patterns := range map[string][]automaton.Pattern{
		"literals": ranked("/never", "/ab", "/a", "/b/%4D"),
		"list":     ranked("/never", "/ab", "/a", "/*c", "/*d*c", "/b/%4D"),
		"nothing":  nil,
	} {
		m := automaton.BuildAs(patterns, automaton.Form{Width: 3, Doubtful: doubtful})
		for n := range 200 {
			targets := make([]string, n)
			for i := range targets {
				targets[i] = kinds[random.IntN(len(kinds))]
			}
			s := &settler{settle: n%2 == 0, canonical: func(path string) bool { return path == respell.Replace(path) }}
			m.Settle(s, "")
			want := make([]bool, n)
			for i, target := range targets {
				want[i] = m.Look(target).Marked()
			}
			alone := s.settled
			s.settled = nil
			got := make([]bool, n)
			for i := range got {
				got[i] = !want[i]
			}
			m.LookBatch(got, targets)
			require.Equal(t, want, got, "%s, %d targets", name, n)
			require.ElementsMatch(t, alone, s.settled, "%s, %d targets", name, n)
		}
	}
}

// TestLongPathsAreAsked about what a short path is asked about, wherever a
// pattern's pieces are in them, and where they are doubtful.
func TestLongPathsAreAsked(t *testing.T) {
	filler := strings.Repeat("-", automaton.MaxFast)
	texts := []string{"/*bcd", "/*\x00/c", "/*x*y$", "/*ef*g", "*/c", "/*q", "/*bcde$", "/*-x-y", "/*cd*ef", "*\x00/c", "*/bd"}
	w := &randomWorld{patterns: ranked(texts...)}
	plain := automaton.BuildAs(w.patterns, automaton.Form{Width: 3})
	doubting := automaton.BuildAs(w.patterns, automaton.Form{Width: 3, Doubtful: doubtful})
	for _, piece := range []string{"", "bcd", "/c", "c", "x-y", "x--y", "ef", "eg", "bcde", "cdef", "q", "\x00/c", "/b", "-x-y", "bd", "\xe9q", "\xe9/c", "\xe9bcd"} {
		for _, path := range []string{"/" + piece + filler, "/" + filler + piece, "/" + filler + piece + filler, "/" + piece + filler + piece, "/-" + filler + piece + "----------", "/ef" + filler + "y" + piece} {
			want := w.rank(path)
			mark := want == automaton.NoRank || want%2 == 1
			require.Equal(t, want, plain.Match([]byte(path)), "%q in %d octets", piece, len(path))
			require.Equal(t, mark, plain.Look(path).Marked(), "%q in %d octets", piece, len(path))
			places := []int{1, 2, len(path) / 2, len(path) - 1, len(path)}
			if testing.Short() {
				places = places[len(piece)%len(places):][:1]
			}
			for _, at := range places {
				path := path[:at] + "D" + path[at:]
				_, again := doubting.Machine.Match([]byte(path), false)
				require.True(t, again, "%q in %d octets, doubt at %d", piece, len(path), at)
				best, again := doubting.Machine.Match([]byte(path), true)
				require.False(t, again)
				require.Equal(t, w.rank(path), lineOf(doubting, best), "%q in %d octets, doubt at %d", piece, len(path), at)
				s := &settler{settle: true}
				doubting.Settle(s, "")
				require.True(t, doubting.Look(path).Marked())
				require.Equal(t, []string{path}, s.settled)
			}
		}
	}
}
