package automaton_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/automaton"
)

// afresh holds a star machine to the oracle on paths that it asks with scratch
// memory of its own, which has to grow while it is read.
func afresh(t *testing.T, patterns []automaton.Pattern, paths ...string) (hits int) {
	t.Helper()
	m := automaton.BuildStars(patterns)
	for _, path := range paths {
		want := automaton.NoRank
		for _, p := range patterns {
			if matchesSpelt(p, path) {
				want = max(want, p.Rank)
			}
		}
		assert.Equal(t, want, m.MatchAfresh([]byte(path), 1), "path %q", path)
		if want != automaton.NoRank {
			hits++
		}
	}
	return hits
}

// TestPoolMovesWhileAQueueIsRead: what goes on first has many more wait, for
// which there is no room; what is behind it in the queue goes on all the same.
func TestPoolMovesWhileAQueueIsRead(t *testing.T) {
	for many := 2; many < 20; many++ {
		// Behind "/p" and "P" many wait that are behind "/q", too. "P" is waited
		// for behind "/" as well, and before that: it is behind in the queue.
		var patterns []automaton.Pattern
		add := func(text string) {
			patterns = append(patterns, twoSpellings(text, automaton.Rank(len(patterns)+1)))
		}
		for i := range many {
			add(fmt.Sprintf("/p*P*%c", 'a'+i))
			add(fmt.Sprintf("/q*%c", 'a'+i))
		}
		add("/*P*Q*R*S")
		hits := afresh(t, patterns, "/pP", "/pPQ", "/pPQR", "/pPQRS", "/p-P-Q-R-S", "/pPQRSa", "/qPQRS", "/qab")
		assert.GreaterOrEqual(t, hits, 4)

		// The same where what goes on first waits in two spellings.
		patterns = patterns[:0]
		for i := range many {
			add(fmt.Sprintf("/p*xEy*%c", 'a'+i))
			add(fmt.Sprintf("/q*%c", 'a'+i))
		}
		add("/*xEy*Q*R*S")
		hits = afresh(t, patterns, "/pxEyQRS", "/p?xsyQRS", "/pxE?xsyQRS", "/pxEy?QRS", "/p?xsyQRSb", "/q?xsyQRS", "/q-xEyQ?RS")
		assert.GreaterOrEqual(t, hits, 5)

		// And where what goes on behind it began to wait behind the "?".
		patterns = patterns[:0]
		for i := range many {
			add(fmt.Sprintf("/*xEy*%c", 'a'+i))
			add(fmt.Sprintf("/q*%c", 'a'+i))
		}
		add("/p?*xsy*Q*R*S")
		hits = afresh(t, patterns, "/p?xsyQRS", "/p?-xsy-Q-R-S", "/p?xsyQRSa", "/pxEy?xsyQRS", "/q?xsya")
		assert.GreaterOrEqual(t, hits, 3)
	}
}

// rows gives patterns that are two rows of pieces, each up to so long: of a row
// all that are shorter end where a piece does. A pattern's rank is twice the
// length of its piece, and one more in the second row.
func rows(longest int, behind string) (patterns []automaton.Pattern) {
	for i := 1; i <= longest; i++ {
		patterns = append(patterns,
			automaton.Pattern{Text: []byte("/*" + strings.Repeat("a", i) + behind), Rank: automaton.Rank(2 * i)},
			automaton.Pattern{Text: []byte("/*" + strings.Repeat("b", i) + behind), Rank: automaton.Rank(2*i + 1)})
	}
	return patterns
}

// TestRowsOfWholeWords: rows begin and end at all bits of a word of marks.
func TestRowsOfWholeWords(t *testing.T) {
	lengths := []int{31, 32, 33, 63, 64, 65, 100, 128, 129}
	if testing.Short() {
		lengths = []int{32, 64, 100}
	}
	for _, longest := range lengths {
		for _, behind := range []string{"", "$", "*c"} {
			m := automaton.BuildStars(rows(longest, behind))
			for n := range 2 * longest {
				for k, letter := range []string{"a", "b"} {
					for _, tail := range []string{"", "c", "-" + letter + letter + "c", "-" + letter} {
						// The longest run of the letter that counts.
						run := n
						switch {
						case behind == "$" && strings.HasSuffix(tail, "c"), behind == "*c" && !strings.HasSuffix(tail, "c"):
							run = 0
						case behind == "$" && tail != "":
							run = 1
						default:
							run = max(n, strings.Count(tail, letter))
						}
						want := automaton.NoRank
						if run > 0 {
							want = automaton.Rank(2*min(run, longest) + k)
						}
						path := "/" + strings.Repeat(letter, n) + tail
						if got := m.Match([]byte(path)); got != want {
							t.Fatalf("rows of %d pieces with %q behind, path %q: rank %d, not %d", longest, behind, path, got, want)
						}
					}
				}
			}
		}
	}
}
