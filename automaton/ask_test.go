package automaton_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestBestRankOfAList: what a list's best rank is compared with is all of it.
// A rank is an offset in the table, so what is before the list's pattern there
// gives it every lowest octet.
func TestBestRankOfAList(t *testing.T) {
	for _, wild := range []string{"/a*b", "/*b", "/a*x*b$"} {
		for before := range 300 {
			patterns := []automaton.Pattern{
				{Text: []byte("/c" + strings.Repeat("c", before)), Rank: 1},
				{Text: []byte("/a"), Rank: 2},
				{Text: []byte(wild), Rank: 3},
			}
			for w := 2; w <= 4; w++ {
				m := automaton.BuildAs(patterns, automaton.Form{Width: w})
				require.EqualValues(t, 3, m.Match([]byte("/a-x-b")), "%q, %d octets before it, numbers of %d", wild, before, w)
				require.True(t, m.Look("/a-x-b").Marked())
				require.EqualValues(t, 2, m.Match([]byte("/a-x-")))
			}
		}
	}
}

// TestSureIsSure: who says that a path is canonical is not told to ask again,
// whatever the path is.
func TestSureIsSure(t *testing.T) {
	for seed := uint64(1); seed <= 20; seed++ {
		w := newRandomWorld(seed)
		for _, stars := range []bool{false, true} {
			m := automaton.BuildAs(w.patterns, automaton.Form{Width: 3, Stars: stars, Doubtful: func(c byte) bool { return c == 'a' || c == '/' }})
			for _, path := range append(w.paths, "", "a", "no path", "*") {
				_, again := m.Machine.Match([]byte(path), true)
				assert.False(t, again, "world %d, path %q", seed, path)
			}
		}
	}
}

// TestEveryPatternOfAListIsAsked: of as many patterns as a list may have each is
// asked in full once, whichever of them was asked before, and did not match.
func TestEveryPatternOfAListIsAsked(t *testing.T) {
	var letters []byte
	var texts []string
	for c := 255; len(texts) < automaton.MaxDirect; c-- {
		if c := byte(c); !strings.ContainsRune("*$/pq-", rune(c)) {
			letters = append(letters, c)
			texts = append(texts, "/*p"+string(letters[len(letters)-1:])+"*q"+string(letters[len(letters)-1:]))
		}
	}
	m := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 2})
	require.Contains(t, m.Plan(), "asked one by one")
	for i := range letters {
		for k := range letters {
			a, b := string(letters[i:i+1]), string(letters[k:k+1])
			// That of a has both its pieces in the path, the second before the first.
			path := "/q" + a + "p" + a + "-p" + b + "q" + b
			if got := m.Match([]byte(path)); got != automaton.Rank(k+1) {
				t.Fatalf("path %q: rank %d, not %d", path, got, k+1)
			}
		}
	}
}

// TestNoPathIsNotRead: what is shorter than a literal is not compared with it,
// long records and short ones.
func TestNoPathIsNotRead(t *testing.T) {
	for _, text := range []string{"/*b", "/*b*c", "/*" + strings.Repeat("b", 1<<16), "/*" + strings.Repeat("b*", 1<<15), "/*b$"} {
		m := automaton.BuildAs(ranked(text), automaton.Form{Width: 4})
		require.Equal(t, automaton.NoRank, m.Match(nil), "%.9q", text)
		require.Equal(t, automaton.NoRank, m.Match([]byte{}), "%.9q", text)
		require.Equal(t, automaton.NoRank, m.Match([]byte("b")), "%.9q", text)
		list := automaton.BuildAs(ranked(text, "/*c", "/*d"), automaton.Form{Width: 4})
		require.Equal(t, automaton.NoRank, list.Match(nil), "%.9q", text)
		require.Equal(t, automaton.NoRank, list.Match([]byte("b")), "%.9q", text)
	}
}

// TestNothingBeforeAPathIsAFactor: one bucket has factors of one octet and longer
// ones, so at a path's first octet patterns are probed that need octets before it.
func TestNothingBeforeAPathIsAFactor(t *testing.T) {
	for ones := 1; ones <= 16; ones++ {
		// As many factors of one octet, of which "/" is one, and then longer ones
		// that end in "/".
		texts := []string{"*/"}
		for i := 1; i < ones; i++ {
			texts = append(texts, "/*"+string(rune('A'+i)))
		}
		for _, longer := range []string{"x", "y", "yx", "xx", "\x00", "\x00\x00", "b\x00"} {
			texts = append(texts, "*"+longer+"/", "/*"+longer+"/$", "/*"+longer+"/*c")
		}
		// "*/" is the weakest: it decides where no other does.
		m := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 3})
		for _, before := range []string{"x", "y", "xx", "yx", "yy", "\x00", "a\x00", "\x00\x00", "b\x00", "/x", "/xx"} {
			for _, path := range []string{"/", "/c", "/-c", "/" + strings.Repeat("-", 100) + "c"} {
				block := before + path
				want := automaton.Rank(1)
				require.Equal(t, want, m.Match([]byte(block)[len(before):]), "%d factors of one octet, %q before %q", ones, before, path)
				require.Equal(t, want%2 == 1, m.Look(block[len(before):]).Marked(), "%d factors of one octet, %q before %q", ones, before, path)
			}
		}
	}
}

// TestDoubtBehindALiteral: a list that is met on the way, with a guard or without,
// leaves a path to the settler that holds a doubtful octet anywhere behind.
func TestDoubtBehindALiteral(t *testing.T) {
	for _, texts := range [][]string{
		{"/a*bx"}, {"/a*bx", "/a*cx"}, {"/a*bx", "/a*cx", "/a*dx"}, {"/a*bx", "/a*cx", "/a*dx", "/*e"}, {"/*bx"}, {"/a", "/*bx"},
		{"/a*bx", "/*e"}, {"/ab", "/a*bx"}, {"/ab", "/a*bx", "/a*cx", "/a*dx"}, {"/a", "/a*b*x$"}, {"/a*" + strings.Repeat("b", 300)}, {"/a*bx", "/ab*x"}, {"/a*bx", "/ab*x", "/a*c", "/a*d"},
	} {
		m := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 3, Doubtful: doubtful})
		for n := 1; n < 140; n++ {
			for _, behind := range []string{"D", "Db", "D" + strings.Repeat("b", 70)} {
				path := "/ab" + strings.Repeat("-", n) + behind
				for _, settle := range []bool{false, true} {
					s := &settler{settle: settle}
					m.Settle(s, "")
					require.Equal(t, settle, m.Look(path).Marked(), "patterns %.20q, path %q", texts, path)
					require.Equal(t, []string{path}, s.settled, "patterns %.20q", texts)
				}
				_, again := m.Machine.Match([]byte(path), false)
				require.True(t, again, "patterns %.20q, path %q", texts, path)
			}
		}
	}
}

// TestFactorsFarInside: a pattern is looked for where its factor stands, as far
// inside its piece as that may be told, and otherwise in full.
func TestFactorsFarInside(t *testing.T) {
	for n := range 45 {
		for _, factor := range []string{"bcd", "cdb"} { // an even first octet, and an odd one
			piece := strings.Repeat("e", n) + factor
			for _, text := range []string{"/*" + piece, "/*" + piece + "$", "/*" + piece + "eeee"} {
				m := automaton.BuildAs(ranked(text, "/*never"), automaton.Form{Width: 3})
				for _, path := range []string{"/" + piece, "/-" + piece + "eeee", "/-e" + piece, "/-e" + piece[1:], "/" + piece + "e", "/" + piece[1:] + "-" + factor, "/" + piece[1:] + "-" + piece} {
					want := automaton.NoRank
					if oracle.MatchPattern(text, path) {
						want = 1
					}
					require.Equal(t, want, m.Match([]byte(path)), "%q, path %q", text, path)
				}
			}
		}
	}
}

// TestNoPatternIsAskedAgainAndAgain: its factor is everywhere in a path, and the
// pattern is nowhere. Were it looked for in the whole path wherever its factor is,
// or compared there with all of a long piece, this would take minutes or hours.
func TestNoPatternIsAskedAgainAndAgain(t *testing.T) {
	var texts []string
	for i := range automaton.MaxDirect {
		texts = append(texts, fmt.Sprintf("/*%s%d*zzz", strings.Repeat("z", 70), i))
	}
	m := automaton.Build(ranked(texts...))
	assert.True(t, m.Look("/"+strings.Repeat("z", 1<<17)).Marked())

	texts = texts[:0]
	for i := range 24 {
		texts = append(texts, fmt.Sprintf("/*%sab%d", strings.Repeat("z", 60_000), i))
	}
	m = automaton.Build(ranked(texts...))
	assert.True(t, m.Look("/"+strings.Repeat("z", 1<<19)).Marked())
}
