package automaton_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// In the worlds of this file a path may hold 'D' where its canonical form has
// the escape "%4D", and small letters in an escape, and octets from 0x80 on.
// Patterns are canonical.
var respell = strings.NewReplacer("D", "%4D", "%4d", "%4D", "%4D", "%4D", "%61", "a", "%c3", "%C3", "%C3", "%C3", "\xc3", "%C3", "%", "%25")

func doubtful(c byte) bool { return c == 'D' || c == '%' || c >= 0x80 }

// settler answers with what it is made of, and keeps what it was asked.
type settler struct {
	settle, spare   bool
	canonical       func(path string) bool // nil: no path is
	settled, spared []string
}

func (s *settler) Settle(path string) bool { s.settled = append(s.settled, path); return s.settle }
func (s *settler) Canonical(path string) bool {
	return s.canonical != nil && s.canonical(path)
}
func (s *settler) Spare(path string) bool { s.spared = append(s.spared, path); return s.spare }

// TestDoubtInRandomWorlds: where nobody is asked how a path is spelt, the answer
// is that for its canonical form; and nobody is asked about a path without doubt.
func TestDoubtInRandomWorlds(t *testing.T) {
	t.Parallel()
	worlds := uint64(1000)
	if testing.Short() {
		worlds = 40
	}
	looks, asked, again := doubtInRandomWorlds(t, worlds)
	t.Logf("%d looks, %d of them settled; %d matches asked again", looks, asked, again)
	assert.Greater(t, asked, looks/20)
	assert.Less(t, asked, looks)
}

func doubtInRandomWorlds(t *testing.T, worlds uint64) (looks, asked, again int) {
	for seed := range worlds {
		r := rand.New(rand.NewPCG(seed, 9))
		long := []int{4, 12, 40}[r.IntN(3)]
		begin := "/"
		if r.IntN(4) == 0 { // all literals begin alike, but for those that begin anywhere
			begin += strings.Repeat("ab", 1+r.IntN(5))
		}
		if r.IntN(6) == 0 { // records are long then
			begin += strings.Repeat("b", 260)
		}
		join := func(n int, from ...string) string {
			var b strings.Builder
			for range r.IntN(n + 1) {
				b.WriteString(from[r.IntN(len(from))])
			}
			return b.String()
		}
		var patterns []automaton.Pattern
		first := 1 + r.IntN(2) // where it is even, the first pattern lacks the mark
		for i := range 1 + r.IntN(12) {
			text := begin + join(long, "a", "a", "b", "b", "aaa", "bbabab", "%4D", "%C3", "*")
			if r.IntN(8) == 0 {
				text = "*" + text[1:]
			}
			if r.IntN(4) == 0 {
				text += "$"
			}
			patterns = append(patterns, automaton.Pattern{Text: []byte(text), Rank: automaton.Rank(first + i)})
		}
		var paths []string
		for range 24 {
			path := begin + join(long, "a", "a", "b", "b", "bbabab", "D", "%4D", "%4d", "%61", "%C3", "%c3", "\xc3", "%")
			if r.IntN(2) == 0 { // one that is made to match
				text := strings.TrimSuffix(string(patterns[r.IntN(len(patterns))].Text), "$")
				path = strings.NewReplacer("*", join(4, "a", "b"), "%4D", []string{"%4D", "%4d", "D"}[r.IntN(3)], "%C3", []string{"%C3", "%c3", "\xc3"}[r.IntN(3)]).Replace(text)
				if n := r.IntN(len(path) + 1); r.IntN(4) == 0 {
					path = path[:n] + "%61" + strings.TrimPrefix(path[n:], "a")
				}
				path += join(3, "a", "b", "D", "%c3")
			}
			if strings.HasPrefix(path, "/") {
				paths = append(paths, path)
			}
		}
		for _, stars := range []bool{false, true} {
			m := automaton.BuildAs(patterns, automaton.Form{Width: 2 + r.IntN(3), Stars: stars, Doubtful: doubtful})
			for _, path := range paths {
				canonical := respell.Replace(path)
				want := automaton.NoRank
				for _, p := range patterns {
					if oracle.MatchPattern(string(p.Text), canonical) {
						want = p.Rank
					}
				}
				marked := want == automaton.NoRank || want%2 == 1
				doubt := strings.ContainsFunc(path, func(c rune) bool { return c >= 0x80 || doubtful(byte(c)) })
				for i := range 4 {
					say := i&1 != 0
					s := &settler{settle: say}
					if i&2 != 0 {
						s.canonical = func(path string) bool { return path == respell.Replace(path) }
					}
					m.Settle(s, "")
					check := func(got bool) {
						looks++
						if len(s.settled) == 0 {
							require.Equal(t, marked, got, "path %q, seed %d, %q", path, seed, patterns)
							return
						}
						asked++
						require.Equal(t, []string{path}, s.settled)
						require.True(t, doubt, "path %q, seed %d, %q", path, seed, patterns)
						require.Equal(t, say, got, "path %q, seed %d, %q", path, seed, patterns)
						s.settled = nil
					}
					check(m.Look(path).Marked())
					var batch [1]bool
					m.LookBatch(batch[:], []string{path})
					check(batch[0])
				}
				require.Equal(t, want, m.Match([]byte(canonical)), "path %q, seed %d, %q", canonical, seed, patterns)
				rank, unsure := m.Machine.Match([]byte(path), false)
				if unsure {
					again++
					require.True(t, doubt, "path %q, seed %d, %q", path, seed, patterns)
				} else {
					require.Equal(t, want, lineOf(m, rank), "path %q, seed %d, %q", path, seed, patterns)
				}
			}
		}
	}
	return looks, asked, again
}

func lineOf(m *automaton.Set, rank automaton.Rank) automaton.Rank {
	if rank == automaton.NoRank {
		return rank
	}
	return automaton.Rank(m.Table.Entry(rank).Line)
}

// TestSettlerHasTheLastWord: who is asked about which path, and what becomes of
// the answer. The even ranks have no mark.
func TestSettlerHasTheLastWord(t *testing.T) {
	build := map[string]*automaton.Set{}
	for name, patterns := range map[string][]string{
		"no pattern":   nil,
		"one":          {"", "/"}, // the empty pattern has rank 1
		"trie":         {"/never", "/r", "/rok", "/s", "/rok/b"},
		"run":          {"/abx", "/aby"},
		"run and list": {"/abx", "/aby", "/*v", "/*z"},
		"list":         {"*never", "/*z", "/*ok"},
		"guarded list": {"*never", "/*z", "/*ok", "/r"},
		"list behind":  {"/never", "/ro*z", "/ro*ok", "/s"},
		"leaf":         {"/never", "/ro*z"},
		"one escape":   {"/never", "/a", "/%4D"},
		"escapes":      {"/%4Da", "/%4Db"},
		"stars":        {"*never", "/*z", "/*ok"},
		"long leaf":    {"/never", "/robots." + strings.Repeat("b", 260) + "*z"},
	} {
		build[name] = automaton.BuildAs(ranked(patterns...), automaton.Form{Width: 3, Stars: name == "stars", Doubtful: doubtful})
	}
	for _, c := range []struct {
		machine, path   string
		marked          bool // where the settler says no
		settled, spared bool
	}{
		{"no pattern", "/rx", true, false, false},
		{"no pattern", "x", false, true, false},
		{"one", "/", false, false, false}, // no second octet
		{"one", "0x", false, true, false},
		{"one", ".x", false, true, false},
		{"one", "/x", false, false, false},
		{"one", "/r", false, false, false}, // shorter than any spelling
		{"one", "/%", false, false, false},
		{"one", "/robots.", false, false, true},
		{"one", "/robots%2Etxt", false, false, true},
		{"one", "/%72obots.txt", false, false, true},
		{"one", "/r%", false, false, false},
		{"one", "/robotsXtxt", false, false, false},
		{"one", "/xobots.txt%", false, false, false},
		{"one", "", false, true, false},
		{"one", "r/", false, true, false},
		{"trie", "r/", false, true, false},
		{"trie", "", false, true, false},
		{"trie", "/rok", true, false, false},
		{"trie", "/rx", false, false, false},
		{"trie", "/robots.x", false, false, true},
		{"trie", "/rokx", true, false, false},
		{"trie", "/rok/b", true, false, false},
		{"trie", "/s", false, false, false},
		{"trie", "/D", false, true, false},
		{"trie", "/q", true, false, false},
		{"run", "/aby", false, false, false},
		{"run", "/%61by", false, true, false},
		{"run", "/a%62y", false, true, false},
		{"run", "/ab%79", false, true, false},
		{"run", "/aDy", false, true, false},
		{"run", "/acy", true, false, false},
		{"run", "/acD", true, false, false},
		{"run", "xaby", false, true, false},
		{"run and list", "/%61by", false, true, false},
		{"run and list", "/aDz", false, true, false},
		{"run and list", "/acz", false, false, false},
		{"run and list", "/aczD", false, true, false},
		{"list", "/r.ok", true, false, false},
		{"list", "/robots.z", false, false, true},
		{"list", "/robots_z", false, false, false},
		{"list", "/r.okz", true, false, false},
		{"list", "/xz", false, false, false},
		{"list", "/rzD", false, true, false},
		{"list", "/x.ok%", false, true, false},
		{"guarded list", "/robots.z.ok", false, false, true},
		{"guarded list", "/z", false, false, false},
		{"guarded list", "/z.ok", true, false, false},
		{"list behind", "/robots.z", false, false, true},
		{"list behind", "/rook", true, false, false},
		{"list behind", "/roD", false, true, false},
		{"leaf", "/robots.z", false, false, true},
		{"leaf", "/rox", true, false, false},
		{"leaf", "/roD", false, true, false},
		{"long leaf", "/robots." + strings.Repeat("b", 260) + "z", false, false, true},
		{"long leaf", "/robots." + strings.Repeat("b", 260) + "Dz", false, true, false},
		{"long leaf", "/robots." + strings.Repeat("b", 260) + "-Dz", false, true, false},
		{"long leaf", "/robots." + strings.Repeat("b", 260), true, false, false},
		{"long leaf", "/robots." + strings.Repeat("b", 259) + "Dz", false, true, false},
		{"long leaf", "/robots." + strings.Repeat("b", 259), true, false, false},
		{"escapes", "/%4da", false, true, false},
		{"escapes", "/%4Da", true, false, false},
		{"one escape", "/%61", false, true, false},
		{"one escape", "/a", false, false, false},
		{"escapes", "/x", true, false, false},
		{"stars", "/robots.z", false, false, true},
		{"stars", "/xz", false, false, false},
		{"stars", "/zD", false, true, false},
		{"stars", "z", false, true, false},
		{"stars", "/D", false, true, false},
		{"stars", "/aD", false, true, false},
		{"stars", "/a", true, false, false},
	} {
		m := build[c.machine]
		for _, says := range []bool{false, true} {
			s := &settler{settle: says, spare: says}
			m.Settle(s, "/robots.txt")
			for _, look := range []func() bool{
				func() bool { return m.Look(c.path).Marked() },
				func() bool { var got [1]bool; m.LookBatch(got[:], []string{c.path}); return got[0] },
			} {
				s.settled, s.spared = nil, nil
				got := look()
				assert.Equal(t, c.settled, len(s.settled) > 0, "%s, %q: settled %q", c.machine, c.path, s.settled)
				assert.Equal(t, c.spared, len(s.spared) > 0, "%s, %q: spared %q", c.machine, c.path, s.spared)
				assert.Equal(t, c.marked || says && (c.settled || c.spared), got, "%s, %q, %v", c.machine, c.path, says)
			}
		}
		_, again := m.Machine.Match([]byte(c.path), false)
		assert.Equal(t, c.settled && strings.HasPrefix(c.path, "/"), again, "%s, %q", c.machine, c.path)
		// Without a path to spare nothing is spared, and without a settler what is
		// left open has the mark.
		s := &settler{}
		m.Settle(s, "")
		m.Look(c.path)
		assert.Empty(t, s.spared, "%s, %q", c.machine, c.path)
		m.Settle(nil, "")
		assert.Equal(t, c.marked || c.settled, m.Look(c.path).Marked(), "%s, %q", c.machine, c.path)
	}
}

// TestZeroMachineLeavesAll: who has no machine is asked himself.
func TestZeroMachineLeavesAll(t *testing.T) {
	for _, path := range []string{"", "/", "x", "/a", "/a/path/of/more/octets", "/%61"} {
		for _, says := range []bool{false, true} {
			var m automaton.Machine
			s := &settler{settle: says}
			m.Settle(s, "")
			got := [2]bool{m.Look(path).Marked(), !says}
			m.LookBatch(got[1:], []string{path})
			assert.Equal(t, [2]bool{says, says}, got, "path %q", path)
			assert.Equal(t, []string{path, path}, s.settled)
		}
	}
}

// TestCanonicalEscapesAreNotSettled: a path with a doubtful octet that is canonical all
// the same keeps the answer of a guarded list, where there is assembly for that.
func TestCanonicalEscapesAreNotSettled(t *testing.T) {
	if !automaton.HasScan() {
		t.Skip("the settler is asked about all")
	}
	m := automaton.BuildAs(ranked("/never", "/*c", "/*d", "/*e*f"), automaton.Form{Width: 3, Doubtful: doubtful})
	for path, marked := range map[string]bool{"/-%4D-c": false, "/-%4D-e-f": false, "/-d-%C3": true, "/-c-%4D": false, "/-c%4Dd-": true, "/e%4D%4D": true} {
		s := &settler{settle: !marked, canonical: func(path string) bool { return path == respell.Replace(path) }}
		m.Settle(s, "")
		assert.Equal(t, marked, m.Look(path).Marked(), "%q", path)
		got := [2]bool{!marked, !marked}
		m.LookBatch(got[:], []string{path, path})
		assert.Equal(t, [2]bool{marked, marked}, got, "%q", path)
		assert.Empty(t, s.settled, "%q", path)
	}
}

// TestSparedWhateverTheRank: a rank is an offset, of which any bit may be set.
func TestSparedWhateverTheRank(t *testing.T) {
	for before := range 40 {
		for _, text := range []string{"/r", "/*b", "/r*b", "/robots.txt$"} {
			m := automaton.BuildAs(ranked("/c"+strings.Repeat("c", before), text), automaton.Form{Width: 3})
			s := &settler{spare: true}
			m.Settle(s, "/robots.txt")
			assert.True(t, m.Look("/robots.txt").Marked(), "%q behind %d octets", text, before)
			var got [1]bool
			m.LookBatch(got[:], []string{"/robots.txt"})
			assert.True(t, got[0], "%q behind %d octets", text, before)
			assert.Len(t, s.spared, 2)
		}
	}
}
