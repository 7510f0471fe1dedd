package automaton_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
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
