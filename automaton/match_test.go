package automaton_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// ranked gives patterns the ranks 1, 2, 3 … in order.
func ranked(texts ...string) []automaton.Pattern {
	var out []automaton.Pattern
	for i, text := range texts {
		out = append(out, automaton.Pattern{Text: []byte(text), Rank: automaton.Rank(i + 1)})
	}
	return out
}

func TestMatch(t *testing.T) {
	tests := []struct {
		name     string
		patterns []string // of ranks 1, 2, 3 …
		want     map[string]automaton.Rank
	}{
		{"no pattern", nil, map[string]automaton.Rank{"": 0, "/": 0, "/a": 0}},
		{"empty pattern", []string{""}, map[string]automaton.Rank{"": 1, "/": 1, "/a": 1}},
		{"empty anchored pattern", []string{"$"}, map[string]automaton.Rank{"": 1, "/": 0, "$": 0}},
		{"prefix", []string{"/a"}, map[string]automaton.Rank{"/a": 1, "/ab": 1, "/a/b": 1, "/": 0, "/b": 0, "": 0, "/A": 0}},
		{"anchor", []string{"/a$"}, map[string]automaton.Rank{"/a": 1, "/ab": 0, "/a$": 0, "/": 0}},
		{"anchor and a path that goes on as it is written", []string{"/ab$", "/b", "/abc$d$"}, map[string]automaton.Rank{"/ab": 1, "/ab$": 0, "/ab$x": 0, "/abc$d": 3, "/abc$d$": 0}},
		{"literal dollar", []string{"/a$b", "/$*"}, map[string]automaton.Rank{"/a$b": 1, "/a$bc": 1, "/a": 0, "/ab": 0, "/$": 2, "/$x": 2}},
		{"two dollars", []string{"/a$$"}, map[string]automaton.Rank{"/a$": 1, "/a": 0, "/a$$": 0}},
		{"star in front", []string{"*.php"}, map[string]automaton.Rank{"/x.php": 1, ".php": 1, "/x.php?q": 1, "/x.ph": 0}},
		{"star and anchor", []string{"/*.php$"}, map[string]automaton.Rank{"/x.php": 1, "/.php": 1, "/x.php?q": 0, "/x.php.php": 1, "/x.php/y.php": 1}},
		{"trailing star", []string{"/a*"}, map[string]automaton.Rank{"/a": 1, "/ab": 1, "/": 0}},
		{"trailing stars, and what is spelt with less than a star", []string{"/*a*!b", "/*a**", "/*c"}, map[string]automaton.Rank{"/a": 2, "/a!b": 2, "/c": 3, "/!b": 0}},
		{"trailing star, anchored", []string{"/a*$"}, map[string]automaton.Rank{"/a": 1, "/ab": 1, "/": 0}},
		{"star alone", []string{"*"}, map[string]automaton.Rank{"": 1, "/": 1}},
		{"stars in a row", []string{"/a**b", "/***c$"}, map[string]automaton.Rank{"/ab": 1, "/axb": 1, "/c": 2, "/abc": 2, "/abcd": 1, "/a": 0}},
		{"the higher rank wins", []string{"/", "/a", "/ab"}, map[string]automaton.Rank{"/": 1, "/x": 1, "/a": 2, "/ax": 2, "/abc": 3}},
		{"a shorter pattern may rank higher", []string{"/ab", "/a", "/"}, map[string]automaton.Rank{"/": 3, "/abc": 3}},
		{"equal patterns", []string{"/a", "/a", "/a$", "/a$"}, map[string]automaton.Rank{"/a": 4, "/ab": 2}},
		{"anchor below prefix", []string{"/a$", "/"}, map[string]automaton.Rank{"/a": 2, "/": 2}},
		{"a literal behind a star may begin late", []string{"/*aab"}, map[string]automaton.Rank{"/aaab": 1, "/aaaaab": 1, "/aabaa": 1, "/aaba": 1, "/aaa": 0}},
		{"one literal within another", []string{"/*b$", "/*abc", "/*bcd"}, map[string]automaton.Rank{"/abcd": 3, "/abc": 2, "/ab": 1, "/abx": 0}},
		{"literals may not overlap", []string{"/*ab*ba"}, map[string]automaton.Rank{"/aba": 0, "/abba": 1, "/ab-ba": 1, "/babab": 0}},
		{"a star under two branches", []string{"/a*x", "/b*x"}, map[string]automaton.Rank{"/a-x": 1, "/b-x": 2, "/c-x": 0}},
		{"a star in the middle of a suffix", []string{"/*ab*c", "/*b*d"}, map[string]automaton.Rank{"/abd": 2, "/abcd": 2, "/abc": 1, "/bc": 0}},
		{"earliest entry is enough", []string{"/*a*b$"}, map[string]automaton.Rank{"/aab": 1, "/abab": 1, "/ba": 0, "/abc": 0}},
		{"every octet counts", []string{"/\x00", "/\xff*\x80", "/%"}, map[string]automaton.Rank{"/\x00": 1, "/\xff-\x80": 2, "/\xff": 0, "/%2A": 3}},
		{"end and longer prefix", []string{"/*a$", "/*aa"}, map[string]automaton.Rank{"/a": 1, "/aa": 2, "/ba": 1, "/ab": 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, stars := automaton.Build(ranked(test.patterns...)), automaton.BuildStars(ranked(test.patterns...))
			for path, want := range test.want {
				assert.Equal(t, want, m.Match([]byte(path)), "patterns %q, path %q", test.patterns, path)
				assert.Equal(t, want, stars.Match([]byte(path)), "patterns %q, path %q: the star machine", test.patterns, path)
				// The slow way must agree: the highest of those that match.
				slow := automaton.NoRank
				for i, p := range test.patterns {
					if automaton.Matches([]byte(p), []byte(path)) {
						slow = automaton.Rank(i + 1)
					}
				}
				assert.Equal(t, want, slow, "Matches: patterns %q, path %q", test.patterns, path)
			}
		})
	}
}

func TestZeroMachine(t *testing.T) {
	var m automaton.Set
	assert.Equal(t, automaton.NoRank, m.Match([]byte("/a")))
	assert.Equal(t, automaton.NoRank, m.Match(nil))
	assert.Equal(t, automaton.Build(nil).Dump(), m.Dump())
	assert.Equal(t, "no patterns", m.Plan())
	assert.Zero(t, m.Steps([]byte("/a")))
	assert.True(t, m.Look("/a").Marked())
	assert.True(t, m.Look("").Marked())
	marks := make([]bool, 3)
	m.LookBatch(marks, []string{"/a", "", "b"})
	assert.Equal(t, []bool{true, true, true}, marks)
	m.LookBatch(nil, nil)
}

func TestLargestRanks(t *testing.T) {
	m := automaton.Build([]automaton.Pattern{
		{Text: []byte("/a"), Rank: math.MaxUint32 - 1},
		{Text: []byte("/*b$"), Rank: math.MaxUint32},
		{Text: []byte("/"), Rank: 1},
	})
	assert.Equal(t, automaton.Rank(math.MaxUint32), m.Match([]byte("/ab")))
	assert.Equal(t, automaton.Rank(math.MaxUint32-1), m.Match([]byte("/ac")))
	assert.Equal(t, automaton.Rank(1), m.Match([]byte("/c")))
}

// Text is not kept: whoever builds many machines uses one buffer.
func TestBuildKeepsNoText(t *testing.T) {
	text := []byte("/*ab$")
	m := automaton.Build([]automaton.Pattern{{Text: text, Rank: 1}})
	copy(text, "/xxxx")
	assert.Equal(t, automaton.Rank(1), m.Match([]byte("/-ab")))
	assert.Equal(t, automaton.NoRank, m.Match([]byte("/xxxx")))
}

// manyStars is a rule with n stars: /a*a*a … *b.
func manyStars(n int) string { return "/" + strings.Repeat("a*", n) + "b" }

// machines are what allocation and concurrency tests run over, each with a
// path that leads deep into it.
func machines() map[string]struct {
	m    *automaton.Set
	path string
	want automaton.Rank
} {
	var wide, deep []string
	for i := range 300 {
		wide = append(wide, fmt.Sprintf("/*%c%c*-%d$", 'a'+i%26, 'a'+i/26, i))
		deep = append(deep, strings.Repeat("/a", i+1)+"*")
	}
	return map[string]struct {
		m    *automaton.Set
		path string
		want automaton.Rank
	}{
		"literals":          {automaton.Build(ranked("/", "/a", "/ab/c", "/ab/cd$")), "/ab/cd", 4},
		"wildcards":         {automaton.Build(ranked("/*.php$", "/*?id=", "/a/*/b")), "/a/x/b/y.php?id=1", 3},
		"no match":          {automaton.Build(ranked("/*.php$", "/b")), "/a/x/b/y.html", 0},
		"70 stars":          {automaton.Build(ranked(manyStars(70))), "/" + strings.Repeat("a", 200) + "b", 1},
		"1000 stars":        {automaton.Build(ranked(manyStars(1000))), "/" + strings.Repeat("a", 2000) + "b", 1},
		"300 starred rules": {automaton.Build(ranked(wide...)), "/" + strings.Repeat("abcdefghijklmnopqrstuvwxyz", 4) + "-25", 26},
		"nested":            {automaton.Build(ranked(deep...)), strings.Repeat("/a", 400), 300},
		"empty":             {automaton.Build(nil), "/a", 0},
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	if underRace() {
		t.Skip("the race detector makes pools forget, so that they allocate")
	}
	for name, c := range machines() {
		path := []byte(c.path)
		require.Equal(t, c.want, c.m.Match(path), name)
		assert.Zero(t, testing.AllocsPerRun(50, func() { c.m.Match(path) }), "%s: allocations of a match", name)
		assert.Zero(t, testing.AllocsPerRun(50, func() { c.m.Steps(path) }), "%s: allocations of counting", name)
	}
}

// underRace reports a test binary that was built with -race.
func underRace() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

func TestMachineIsSafeForGoroutines(t *testing.T) {
	all := machines()
	var group sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for range 5 {
				for name, c := range all {
					if testing.Short() && len(c.path) > 1000 {
						continue // slow under the race detector
					}
					if got := c.m.Match([]byte(c.path)); got != c.want {
						t.Errorf("%s: rank %d, want %d", name, got, c.want)
					}
					if len(c.path) < 100 {
						_ = c.m.Dump()
					}
				}
			}
		})
	}
	group.Wait()
}

// A machine that backtracks needs longer than anybody lives for these. The
// limit is a hundred times what it takes, so that a busy machine passes.
func TestMatchDoesNotBacktrack(t *testing.T) {
	stars := manyStars(400) + "$"
	for name, c := range map[string]struct {
		patterns []string
		path     string
	}{
		"one rule of many stars":   {[]string{stars}, "/" + strings.Repeat("a", 2000)},
		"failure links all along":  {[]string{"/*" + strings.Repeat("a", 1000) + "b"}, "/" + strings.Repeat("a", 2000)},
		"a star behind each piece": {[]string{"/*a*a*a*a*a*a*a*a*a*a*a*a*b", "/*a*a*a*a*a*a*a*a*a*a*a*a*c$"}, "/" + strings.Repeat("a", 2000)},
	} {
		m := automaton.Build(ranked(c.patterns...))
		begin := time.Now()
		assert.Equal(t, automaton.NoRank, m.Match([]byte(c.path)), name)
		for _, p := range c.patterns {
			assert.False(t, automaton.Matches([]byte(p), []byte(c.path)), name)
		}
		assert.Less(t, time.Since(begin), 5*time.Second, name)
	}
}

// TestLongWildcards: a pattern of more than 65535 octets has a record of its own
// form, and is asked about anything.
func TestLongWildcards(t *testing.T) {
	// What is rare in a piece may stand all over it, or once.
	for _, piece := range []string{strings.Repeat("a", 66_000), "xyz" + strings.Repeat("a", 66_000)} {
		// A better literal on the way is not given up for it.
		better := automaton.Build(ranked("/*"+piece, "/b"+piece+"*c", "/b"))
		assert.EqualValues(t, 3, better.Match([]byte("/b"+piece+"c")))
		assert.EqualValues(t, 1, better.Match([]byte("/"+piece)))
		alone := automaton.Build(ranked("/b"+piece+"*c", "/b"))
		assert.EqualValues(t, 2, alone.Match([]byte("/b"+piece+"c")))
		for _, other := range []string{"/b", "*" + piece + "$", "/*" + piece + "*c"} {
			m := automaton.Build(ranked(other, "/*"+piece))
			for path, want := range map[string]automaton.Rank{
				"": 0, "/": 0, "x" + piece: 0, "/" + piece: 2, "/b" + piece + "c": 2, "/" + piece[1:]: 0,
			} {
				if want == 0 && automaton.Matches([]byte(other), []byte(path)) {
					want = 1
				}
				assert.Equal(t, want, m.Match([]byte(path)), "%.9q beside %.9q", path, other)
				if len(path) > 0 && path[0] == '/' {
					assert.Equal(t, want != 2, m.Look(path).Marked(), "%.9q beside %.9q", path, other)
				}
			}
		}
	}
}

// TestLooksOfWhatIsSeldom: two lists on one way, and long literals without a star.
func TestLooksOfWhatIsSeldom(t *testing.T) {
	long := "/" + strings.Repeat("b", 300)
	for _, texts := range [][]string{
		{"/", "/a*x", "/a*y", "/ab*z", "/ab*w", "/abc"},
		{"/", "/ab*z", "/ab*w", "/a*x", "/a*y", "/abc", "/abc*v", "/*u"},
		{"/", "/a*x", "/a*y", "/ab*z"}, {"/a*x", "/a*y", "/ab*z"}, {"/a*x", "/ab*z", "/a*y"}, {long, "/ab*z", "/*x", "/*y"}, {"/*x", "/*y", "/ab*z"},
		{long + "*c", "/"}, {long + "*c$", "/"}, {"/never", long + "*c$"}, {long + "*c"}, {long + "*c$", "/never"}, {"/", long + "*c$"},
		{"/never", long}, {"/never", long + "$"}, {long, "/never"}, {long, long + "$", "/b"}, {"/never", long + "*c"}, {"/c", long[:254] + "d", long[:255] + "d", long[:256] + "d"},
	} {
		w := &randomWorld{patterns: ranked(texts...)}
		m := automaton.Build(w.patterns)
		for _, path := range []string{"/", "/a-x", "/ab-x", "/ab-y", "/ab-z", "/ab-xz", "/ab-zx", long + "-", long + "-c", long + "-c-", "/abc-x", "/abc-w", "/abc-v", "/abc-u", "/abc-xyzwvu", "/b", "/bb", long, long[:300], long + "c", long[:200], long[:254] + "d", long[:255] + "d", long[:256] + "d"} {
			want := w.rank(path)
			for _, sure := range []bool{false, true} {
				rank, again := m.Machine.Match([]byte(path), sure)
				require.Equal(t, want, lineOf(m, rank), "%.40q, path %.40q", texts, path)
				require.False(t, again, "%.40q, path %.40q", texts, path)
			}
			require.Equal(t, want == automaton.NoRank || want%2 == 1, m.Look(path).Marked(), "%.40q, path %.40q", texts, path)
		}
	}
}

// TestPiecesThatEndThePathBeginBehind what is before their star, be it a literal or
// another piece.
func TestPiecesThatEndThePathBeginBehind(t *testing.T) {
	for _, texts := range [][]string{{"/ab*bc$", "/ab*x"}, {"/ab*bc$", "/ab*x", "/ab*bd$"}, {"/*ab*bc$", "/*ab*x", "/*y"}, {"/ab*bc$"}} {
		w := &randomWorld{patterns: ranked(texts...)}
		for _, m := range []*automaton.Set{automaton.Build(w.patterns), automaton.BuildStars(w.patterns)} {
			for _, path := range []string{"/abc", "/abbc", "/ab-bc", "/ab-bc-", "/abcbc", "/abx", "/-abc", "/-abbc", "/abdbc", "/abd"} {
				require.Equal(t, w.rank(path), m.Match([]byte(path)), "%q, path %q", texts, path)
			}
		}
	}
}
