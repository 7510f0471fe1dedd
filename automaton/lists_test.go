package automaton_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestListsOfAllSizes compares what lists of 1 to 128 patterns answer with the
// oracle: many that a path's octets hit and that are not there, or that begin
// within few octets of either end of it, for lists that may begin anywhere and
// those behind a literal, and for paths that one look does not cover.
func TestListsOfAllSizes(t *testing.T) {
	t.Parallel()
	worlds := uint64(1000)
	if testing.Short() {
		worlds = 60
	}
	answers := 0
	for seed := range worlds {
		rng := rand.New(rand.NewPCG(seed, 17))
		letters := []string{"aab/.", "abcdefghijklmnop/."}[rng.IntN(2)]
		word := func(n int) string {
			var b strings.Builder
			for range n {
				b.WriteByte(letters[rng.IntN(len(letters))])
			}
			return b.String()
		}
		var patterns []automaton.Pattern
		prefixes := []string{"/", "*", "b", "/a", "/ab/"}[:1+rng.IntN(5)]
		pieces := 1 + rng.IntN(8)
		for i := range 1 + rng.IntN(128) {
			text := prefixes[rng.IntN(len(prefixes))]
			if text != "*" {
				text += "*"
			}
			text += word(1 + rng.IntN(9))
			if rng.IntN(pieces) == 0 {
				text += "*" + word(1+rng.IntN(3))
			}
			if rng.IntN(4) == 0 {
				text += "$"
			}
			if rng.IntN(20) == 0 {
				text = "/" + word(3)
			}
			patterns = append(patterns, automaton.Pattern{Text: []byte(text), Rank: automaton.Rank(i + 1)})
		}
		texts := make([]string, len(patterns))
		for i, p := range patterns {
			texts[i] = string(p.Text)
		}
		m := automaton.Build(patterns)
		var paths []string
		var want []bool
		for range 30 {
			before := word(2)
			path := before + "/" + word(rng.IntN([]int{4, 40, 160}[rng.IntN(3)]))
			if rng.IntN(2) == 0 { // what is behind a pattern's first star
				_, text, _ := strings.Cut(strings.Trim(texts[rng.IntN(len(texts))], "$"), "*")
				path += strings.ReplaceAll(text, "*", "")
			}
			// What stands before a path or behind it must not count.
			path = path[len(before):][:len(path)-len(before)-rng.IntN(min(len(path)-len(before), 4))]
			best := automaton.NoRank
			for _, p := range patterns {
				if oracle.MatchPattern(string(p.Text), path) {
					best = p.Rank
				}
			}
			paths, want = append(paths, path), append(want, best == automaton.NoRank || best%2 == 1)
			require.Equal(t, best, m.Match([]byte(path)), "path %q, seed %d, patterns %v", path, seed, texts)
			require.Equal(t, want[len(want)-1], m.Look(path).Marked(), "path %q, seed %d, patterns %v", path, seed, texts)
		}
		got := make([]bool, len(paths))
		m.LookBatch(got, paths)
		for i := range got {
			require.Equal(t, want[i], got[i], "path %q, seed %d, patterns %q", paths[i], seed, texts)
		}
		answers += 3 * len(paths)
	}
	t.Logf("%d answers compared", answers)
}

// TestEveryPatternOfAList: each of as many patterns as a list may have is found,
// whether one look at the path is enough for it or not.
func TestEveryPatternOfAList(t *testing.T) {
	for _, form := range []string{"/*%s", "/*%s$", "/*%s*-", "/*%s0123456789"} {
		var texts []string
		for i := range automaton.MaxDirect {
			texts = append(texts, fmt.Sprintf(form, string([]byte{'a' + byte(i&7), 'a' + byte(i>>3&7), 'z' - byte(i>>6)})))
		}
		patterns := ranked(texts...)
		for i := range patterns {
			patterns[i].Rank *= 2 // no mark
		}
		m := automaton.Build(patterns)
		var got [1]bool
		for i, text := range texts {
			path := strings.Trim(strings.ReplaceAll(text, "*", ""), "$")
			require.Equal(t, patterns[i].Rank, m.Match([]byte(path)), path)
			require.False(t, m.Look(path).Marked(), path)
			m.LookBatch(got[:], []string{path})
			require.False(t, got[0], path)
		}
	}
}

// TestTheFirstOctetHitsEveryBucket: of a path of no more than that octet, too.
func TestTheFirstOctetHitsEveryBucket(t *testing.T) {
	var patterns []automaton.Pattern
	for i, text := range []string{"*", "**", "***", "*$", "/*", "/**", "/*$", "*/", "/***", "****"} {
		patterns = append(patterns, automaton.Pattern{Text: []byte(text), Rank: automaton.Rank(2*i + 2)})
	}
	for n := 1; n <= len(patterns); n++ {
		m := automaton.Build(patterns[:n])
		for _, path := range []string{"/", "/a"} {
			require.Equal(t, patterns[n-1].Rank, m.Match([]byte(path)), "%d patterns, path %q", n, path)
			require.False(t, m.Look(path).Marked(), "%d patterns, path %q", n, path)
		}
	}
}
