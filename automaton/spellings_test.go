package automaton_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// In the worlds of this file 'E' stands for an escape that a path holds before
// its first '?' alone, and 's' for what it is behind it.

// twoSpellings makes a pattern of a text. Behind a '?' of its own it has no 'E'.
func twoSpellings(text string, rank automaton.Rank) automaton.Pattern {
	own := strings.IndexByte(text, '?')
	if own >= 0 {
		text = text[:own] + strings.ReplaceAll(text[own:], "E", "s")
	}
	p := automaton.Pattern{Text: []byte(text), Rank: rank}
	lit, behind, wild := strings.Cut(text, "*")
	if wild && !strings.Contains(lit, "?") && strings.Contains(behind, "E") {
		p.Query = []byte(strings.ReplaceAll(behind, "E", "s"))
	}
	return p
}

// matchesSpelt is the naive program: for each star, it may be the one that takes
// in the path's '?'.
func matchesSpelt(p automaton.Pattern, path string) bool {
	if oracle.MatchPattern(string(p.Text), path) || p.Query == nil {
		return oracle.MatchPattern(string(p.Text), path)
	}
	before, behind := strings.Split(string(p.Text), "*"), strings.Split(string(p.Query), "*")
	for i := 1; i < len(before); i++ {
		if oracle.MatchPattern(strings.Join(before[:i], "*")+"*?*"+strings.Join(behind[i-1:], "*"), path) {
			return true
		}
	}
	return false
}

func checkSpelt(t *testing.T, patterns []automaton.Pattern, paths []string) (hits int) {
	m := automaton.Build(patterns)
	if err := m.Image.Check(); err != nil {
		t.Fatalf("%v: of %v", err, patterns)
	}
	for _, path := range paths {
		best := automaton.NoRank
		for i := range patterns {
			p := &patterns[i]
			want := matchesSpelt(*p, path)
			if want {
				best = max(best, p.Rank)
				hits++
			}
			e := automaton.Entry{Text: p.Text, Query: p.Query}
			if e.Matches([]byte(path)) != want {
				t.Fatalf("%q or %q, path %q: the oracle says %v", p.Text, p.Query, path, want)
			}
		}
		if got := m.Match([]byte(path)); got != best {
			t.Fatalf("patterns %v, path %q: rank %d, the oracle says %d", patterns, path, got, best)
		}
	}
	return hits
}

// speltPaths holds no 'E' behind a '?'.
func speltPaths(texts []string) (paths []string) {
	for _, text := range texts {
		if own := strings.IndexByte(text, '?'); own < 0 || !strings.Contains(text[own:], "E") {
			paths = append(paths, text)
		}
	}
	return paths
}

// TestSmallWorldOfSpellings asks every pattern of up to six octets.
func TestSmallWorldOfSpellings(t *testing.T) {
	t.Parallel()
	longest := 6
	if testing.Short() {
		longest = 4
	}
	paths := speltPaths(words("Es?", 6))
	asked, hits := 0, 0
	for _, text := range words("Es*?$", longest) {
		p := twoSpellings(text, 1)
		if p.Query == nil {
			continue
		}
		hits += checkSpelt(t, []automaton.Pattern{p}, paths)
		asked++
	}
	t.Logf("%d patterns, %d paths, %d matches", asked, len(paths), hits)
	assert.Greater(t, asked, 20)
	assert.Greater(t, hits, asked)
}

// TestRandomWorldsOfSpellings asks many patterns at once, some with one spelling.
func TestRandomWorldsOfSpellings(t *testing.T) {
	t.Parallel()
	worlds := uint64(*worldsFlag) / 3
	if testing.Short() {
		worlds = 80
	}
	t.Logf("%d answers compared", randomWorldsOfSpellings(t, worlds))
}

func randomWorldsOfSpellings(t *testing.T, worlds uint64) (answers int) {
	for seed := range worlds {
		patterns, paths := newSpeltWorld(seed)
		checkSpelt(t, patterns, paths)
		answers += len(paths)
		patterns, paths = newEscapesWorld(seed)
		checkSpelt(t, patterns, paths)
		answers += len(paths)
	}
	return answers
}

// newEscapesWorld makes the world of a seed in which an escape is shorter behind a '?',
// and the same few pieces stand in many patterns and paths.
func newEscapesWorld(seed uint64) (patterns []automaton.Pattern, paths []string) {
	r := rand.New(rand.NewPCG(seed, 6))
	pieces := []string{"a", "b"}
	for range 2 {
		piece := ""
		for range 1 + r.IntN(7) {
			piece += string("EEEab"[r.IntN(5)])
		}
		pieces = append(pieces, piece)
	}
	some := func(n int, between ...string) (text string) {
		for range 1 + r.IntN(n) {
			text += between[r.IntN(len(between))] + pieces[r.IntN(len(pieces))]
		}
		return text
	}
	escapes := strings.NewReplacer("E", "%2F", "s", "/")
	for i := range 2 + r.IntN(5) {
		p := twoSpellings("/"+some(4, "*", "*", "")+[]string{"", "", "$", "y"}[r.IntN(4)], automaton.Rank(i+1))
		p.Text = []byte(escapes.Replace(string(p.Text)))
		if p.Query != nil {
			p.Query = []byte(escapes.Replace(string(p.Query)))
		}
		patterns = append(patterns, p)
	}
	for range 24 {
		before, behind, query := strings.Cut("/"+some(5, "", "", "-", "?")+[]string{"", "-", "y"}[r.IntN(3)], "?")
		if query {
			before += "?" + strings.ReplaceAll(behind, "E", "s")
		}
		paths = append(paths, escapes.Replace(before))
	}
	return patterns, paths
}

// newSpeltWorld makes the world of a seed: the same on every machine.
func newSpeltWorld(seed uint64) (patterns []automaton.Pattern, paths []string) {
	r := rand.New(rand.NewPCG(seed, 5))
	letters := []string{"EEss***?$", "Es****ab$", "Esssabcd*"}[r.IntN(3)]
	text := func(longest int, from string) string {
		b := []byte("/")
		for range r.IntN(longest + 1) {
			b = append(b, from[r.IntN(len(from))])
		}
		return string(b)
	}
	for i := range 1 + r.IntN(30) {
		p := text(1+r.IntN(14), letters)
		patterns = append(patterns, twoSpellings(p, automaton.Rank(i+1)))
		path := []byte(strings.NewReplacer("*", text(3, "Esab")[1:], "$", "").Replace(p))
		if n := r.IntN(len(path) + 1); r.IntN(2) == 0 {
			path = []byte(string(path[:n]) + "?" + strings.ReplaceAll(string(path[n:]), "E", "s"))
		}
		paths = append(paths, string(path), text(12, "Esab?"))
	}
	return patterns, speltPaths(paths)
}

// TestOneSpellingIsShared: of the two spellings of an edge one is a piece of
// another edge as well, which waits for it otherwise; both must wait alike.
func TestOneSpellingIsShared(t *testing.T) {
	plain := func(text string, rank automaton.Rank) automaton.Pattern {
		return automaton.Pattern{Text: []byte(text), Rank: rank}
	}
	for _, shared := range []string{"E", "s"} {
		patterns := []automaton.Pattern{
			twoSpellings("/*E*1", 1), plain("/*b*1", 2), plain("/x*"+shared+"*2", 3), plain("/x*c", 4),
		}
		m := automaton.Build(patterns)
		if err := m.Image.Check(); err != nil {
			t.Fatal(err)
		}
		checkSpelt(t, patterns, []string{"/-E-1", "/?-s-1", "/-s-1", "/x-E-2", "/x-s-2", "/x?s1", "/x?s2", "/xEs12", "/xc", "/?b1", "/xE?s1"})
	}
}

// TestAllEdgesAreShared: every edge of a star node waits, and the last one, or the
// first, has two spellings.
func TestAllEdgesAreShared(t *testing.T) {
	paths := speltPaths(words("Es?B12x", 4))
	for i := range paths {
		paths[i] = "/" + paths[i]
	}
	for _, other := range []string{"B", "x"} {
		checkSpelt(t, []automaton.Pattern{
			twoSpellings("/*E*1", 1), twoSpellings("/*"+other+"*1", 2), twoSpellings("/x*E*2", 3), twoSpellings("/x*"+other+"*2", 4),
		}, paths)
	}
}

// TestLastPieceOfTwoSpellings: it ends the path, and stands behind others of one
// spelling or two; which pattern it is of is not forgotten.
func TestLastPieceOfTwoSpellings(t *testing.T) {
	var patterns []automaton.Pattern
	for i, text := range []string{"/*a*E$", "/*a*b*E$", "/*E*E$", "/*E*b$", "/b*E$", "/a*b*E*E$", "/*aE*bE$", "/*E", "/*aE"} {
		patterns = append(patterns, twoSpellings(text, automaton.Rank(i+1)))
	}
	paths := speltPaths(words("Es?ab", 5))
	for i := range paths {
		paths[i] = "/" + paths[i]
	}
	for i := range patterns {
		// Alone, and as the strongest and the weakest of all.
		checkSpelt(t, patterns[i:i+1], paths[:700])
		checkSpelt(t, patterns[i:], paths[:700])
	}
	checkSpelt(t, patterns, paths)
}

// TestRunsThatEndInASpelling: what is behind the last number of a run is another
// run's.
func TestRunsThatEndInASpelling(t *testing.T) {
	var patterns []automaton.Pattern
	for i, text := range []string{"/x", "/b*E$", "/c*E$", "/d*a*E$", "/e*b*c"} {
		patterns = append(patterns, twoSpellings(text, automaton.Rank(i+1)))
	}
	paths := []string{"/bE", "/b?s", "/b-E", "/bE-", "/cE", "/c?-s", "/c?s-", "/d-a-E", "/d-a?s", "/d?a-s", "/ebc", "/xE", "/y?s"}
	checkSpelt(t, patterns, paths)
	for i := range patterns {
		checkSpelt(t, patterns[i:], paths)
	}
}

// acrossSeparator are patterns with pieces that are found behind the path's first
// separator in the spelling that they have before it: other pieces begin as they
// do up to there, so they are not known sooner. What waits for one of those
// waits for its other spelling as well by then, and must not go on twice.
var acrossSeparator = [][]string{
	{"/*E?s*c*c*c*c*c", "/x*E?s*d*d*d", "/x*c*d", "/*b", "/*E?t", "/x*E?u"},
	{"/a*E?s*c*c*c*c*c", "/b*E?t", "/c*E?u*c"},
	{"/*E?s*c*b", "/x*E?s*d*a", "/*E?a*c", "/x*E?b*s?s*c"},
	{"/*E*c*d*a", "/*b", "/x*cE*s*d"},
}

func acrossSeparatorWorld(texts []string) (patterns []automaton.Pattern, paths []string) {
	for i, text := range texts {
		patterns = append(patterns, twoSpellings(text, automaton.Rank(i+1)))
	}
	for _, begin := range []string{"/", "/x", "/a", "/b", "/c", "/xE-"} {
		for _, path := range []string{"E?ss?scccccc", "E?sss?ss?scdcdcdcdc", "-E?s-s?s-cccccc", "E?ss?sc-d-b-a", "E?s-s?s-c-c-c-c-c-c", "E?s-s?s-d-d-d", "EE?ts?ss?tccccc", "?s?s-s?s-cbda"} {
			paths = append(paths, begin+path)
		}
	}
	return patterns, paths
}

// TestSpellingsAcrossTheSeparator: what goes on for either of two spellings goes on
// for the first of them. How often is in TestSteps.
func TestSpellingsAcrossTheSeparator(t *testing.T) {
	for _, texts := range acrossSeparator {
		patterns, paths := acrossSeparatorWorld(texts)
		assert.NotZero(t, checkSpelt(t, patterns, paths))
		for i := range patterns {
			checkSpelt(t, patterns[i:], paths)
		}
	}
}

// TestOnePieceOfManySpellings: behind the separator a piece may be spelt otherwise in
// every pattern, or not at all.
func TestOnePieceOfManySpellings(t *testing.T) {
	patterns := []automaton.Pattern{
		{Text: []byte("/*E*1"), Query: []byte("s*1"), Rank: 1},
		{Text: []byte("/*E*2"), Query: []byte("t*2"), Rank: 2},
		{Text: []byte("/*E*3"), Rank: 3},
		{Text: []byte("/*E*4"), Query: []byte("s*4"), Rank: 4},
		{Text: []byte("/*E*E"), Query: []byte("s*t"), Rank: 5},
		{Text: []byte("/*E$"), Query: []byte("t$"), Rank: 6},
	}
	var paths []string
	for _, text := range words("Est?", 4) {
		for _, end := range []string{"1", "2", "3", "4", ""} {
			paths = append(paths, "/"+text+end)
		}
	}
	paths = speltPaths(paths)
	assert.NotZero(t, checkSpelt(t, patterns, paths))
	for i := range patterns {
		for k := range i {
			checkSpelt(t, []automaton.Pattern{patterns[k], patterns[i]}, paths)
		}
	}
}

// TestAShorterSpellingIsWaitedFor, though the path has no room any more for the
// longer one, of which an occurrence was found that began too early.
func TestAShorterSpellingIsWaitedFor(t *testing.T) {
	long, short := strings.NewReplacer("E", "%2F"), strings.NewReplacer("E", "/")
	for _, piece := range []string{"EEEEaE", "EaE", "EEaEE", "EEEaaEEE", "EEEEa", "EEa", "Ea"} {
		var patterns []automaton.Pattern
		// The pieces are numbered in another order where one that is the end of both
		// spellings comes behind them.
		for i, text := range []string{piece + "*q", "a*" + piece, "z*" + piece + "y", "E*" + piece + "$"} {
			patterns = append(patterns, automaton.Pattern{Text: []byte("/*" + long.Replace(text)), Query: []byte(short.Replace(text)), Rank: automaton.Rank(i + 1)})
		}
		var paths []string
		for room := range 30 {
			for _, begin := range []string{piece, "a" + piece, piece + piece} {
				paths = append(paths, "/"+long.Replace(begin)+"?"+short.Replace(piece)+strings.Repeat("-", room), "/"+long.Replace(begin)+strings.Repeat("-", room)+"?"+short.Replace(piece))
			}
		}
		for i := range patterns {
			checkSpelt(t, patterns[i:], paths)
			checkSpelt(t, patterns[:i+1], paths)
		}
	}
	// The shorter spelling is the first piece of all.
	patterns, paths := newEscapesWorld(42320)
	checkSpelt(t, patterns, paths)
}
