package automaton_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

var (
	seedFlag   = flag.Uint64("seed", 0, "run the random world of this seed alone")
	worldsFlag = flag.Int("worlds", 6000, "how many random worlds to make")
)

// A randomWorld is larger than what can be tried exhaustively, and small
// enough in its alphabet that patterns meet, extend and shadow each other.
type randomWorld struct {
	patterns []automaton.Pattern
	paths    []string
}

// newRandomWorld makes the world of a seed: the same on every machine.
func newRandomWorld(seed uint64) *randomWorld {
	r := rand.New(rand.NewPCG(seed, 0))
	letters := "/abc"[:2+r.IntN(3)]
	starPercent := []int{0, 5, 20, 50, 80}[r.IntN(5)]
	longest := []int{3, 8, 24, 60}[r.IntN(4)]
	rules := 1 + r.IntN([]int{3, 10, 40, 150}[r.IntN(4)])
	anchorPercent := r.IntN(60)
	letter := func() byte { return letters[r.IntN(len(letters))] }
	text := func(length int) string {
		b := make([]byte, length)
		for i := range b {
			b[i] = letter()
		}
		return string(b)
	}

	w := &randomWorld{}
	var texts []string
	for range rules {
		var b strings.Builder
		switch {
		case len(texts) > 0 && r.IntN(3) == 0:
			// Goes on where another pattern stood.
			p := strings.TrimSuffix(texts[r.IntN(len(texts))], "$")
			b.WriteString(p[:r.IntN(len(p)+1)])
		case r.IntN(4) > 0:
			b.WriteByte('/')
		}
		for range r.IntN(longest + 1) {
			switch n := r.IntN(100); {
			case n < starPercent:
				b.WriteByte('*')
			case n == 99:
				b.WriteByte('$') // a literal, unless it ends up last
			default:
				b.WriteByte(letter())
			}
		}
		if r.IntN(100) < anchorPercent {
			b.WriteByte('$')
		}
		texts = append(texts, b.String())
	}
	// Ranks are dense, sparse or shared; in no order.
	spread := []int{1, 1, 7, 1000}[r.IntN(4)]
	for i, n := range r.Perm(len(texts)) {
		rank := 1 + n*spread
		if r.IntN(8) == 0 {
			rank = 1 + r.IntN(len(texts))*spread
		}
		w.patterns = append(w.patterns, automaton.Pattern{Text: []byte(texts[i]), Rank: automaton.Rank(rank)})
	}

	w.paths = append(w.paths, "", "/")
	for range 12 {
		w.paths = append(w.paths, "/"+text(r.IntN(2*longest+2)))
	}
	// Paths that are made to match, and such with one octet changed or dropped.
	for range 24 {
		var b strings.Builder
		for _, c := range []byte(texts[r.IntN(len(texts))]) {
			switch c {
			case '*':
				b.WriteString(text(r.IntN(4)))
			case '$':
			default:
				b.WriteByte(c)
			}
		}
		path := []byte(b.String())
		switch {
		case r.IntN(2) == 0 || len(path) == 0:
		case r.IntN(2) == 0:
			path[r.IntN(len(path))] = letter()
		default:
			path = path[:r.IntN(len(path))]
		}
		w.paths = append(w.paths, string(path)+text(r.IntN(3)))
	}
	return w
}

// rank is the naive program: every pattern is asked, the highest rank counts.
func (w *randomWorld) rank(path string) automaton.Rank {
	best := automaton.NoRank
	for _, p := range w.patterns {
		if p.Rank > best && oracle.MatchPattern(string(p.Text), path) {
			best = p.Rank
		}
	}
	return best
}

// TestRandomWorlds compares machine and oracle on worlds of many rules, long
// patterns and many stars. A failure names the command that repeats it.
func TestRandomWorlds(t *testing.T) {
	t.Parallel()
	worlds := *worldsFlag
	if testing.Short() {
		worlds = min(worlds, 50)
	}
	first, last := uint64(1), uint64(worlds)
	if *seedFlag != 0 {
		first, last = *seedFlag, *seedFlag
	}
	answers, hits, failed := 0, 0, 0
	for seed := first; seed <= last; seed++ {
		w := newRandomWorld(seed)
		width := 3 + int(seed%2)
		m := automaton.BuildAs(w.patterns, automaton.Form{Width: width})
		stars := automaton.BuildAs(w.patterns, automaton.Form{Width: width, Stars: true})
		for _, path := range w.paths {
			want := w.rank(path)
			if got := stars.Match([]byte(path)); got != want {
				t.Fatalf("star machine, path %q: rank %d, the oracle says %d; patterns:\n%srepeat with: go test ./automaton -run TestRandomWorlds -seed=%d",
					path, got, want, w.list(), seed)
			}
			answers++
			if want != automaton.NoRank {
				hits++
			}
			if got := m.Match([]byte(path)); got != want {
				t.Errorf("path %q: rank %d, the oracle says %d; patterns:\n%srepeat with: go test ./automaton -run TestRandomWorlds -seed=%d",
					path, got, want, w.list(), seed)
				if failed++; failed == 3 {
					t.FailNow()
				}
				break
			}
		}
	}
	t.Logf("%d worlds, %d answers compared, %d of them a rank", last-first+1, answers, hits)
	if *seedFlag == 0 && (hits < answers/4 || hits > answers*9/10) {
		t.Errorf("%d of %d paths match: these worlds no longer test both sides", hits, answers)
	}
}

// TestFewWorlds is the first few of all kinds of random worlds. What is wrong is
// wrong there most often, and shown at once.
func TestFewWorlds(t *testing.T) {
	for seed := uint64(1); seed <= 12; seed++ {
		w := newRandomWorld(seed)
		m, stars := automaton.Build(w.patterns), automaton.BuildStars(w.patterns)
		require.NoError(t, m.Image.Check())
		require.NoError(t, stars.Image.Check())
		for _, path := range w.paths {
			want := w.rank(path)
			for _, stamp := range []uint32{1, math.MaxUint32 - 1, math.MaxUint32} {
				if got := stars.MatchAfresh([]byte(path), stamp); got != want {
					t.Fatalf("path %q: rank %d with new scratch memory, the oracle's %d; patterns:\n%s", path, got, want, w.list())
				}
			}
			if got, all := m.Match([]byte(path)), stars.Match([]byte(path)); got != want || all != want {
				t.Fatalf("path %q: rank %d, the star machine's %d, the oracle's %d; patterns:\n%s", path, got, all, want, w.list())
			}
		}
	}
	looksInRandomWorlds(t, 1, 4)
	doubtInRandomWorlds(t, 12)
	randomWorldsOfSpellings(t, 8)
}

// TestMatchesInRandomWorlds compares the slow way with the oracle.
func TestMatchesInRandomWorlds(t *testing.T) {
	t.Parallel()
	worlds := uint64(300)
	if testing.Short() {
		worlds = 6
	}
	for seed := uint64(1); seed <= worlds; seed++ {
		w := newRandomWorld(seed)
		for _, path := range w.paths {
			for _, p := range w.patterns {
				if got := automaton.Matches(p.Text, []byte(path)); got != oracle.MatchPattern(string(p.Text), path) {
					t.Fatalf("world %d: pattern %q, path %q: %v", seed, p.Text, path, got)
				}
			}
		}
	}
}

// list gives at most thirty patterns, those with the highest ranks of no
// special interest: enough to see what kind of world it is.
func (w *randomWorld) list() string {
	var b strings.Builder
	for i, p := range w.patterns {
		if i == 30 {
			fmt.Fprintf(&b, "  … and %d more\n", len(w.patterns)-i)
			break
		}
		fmt.Fprintf(&b, "  %q rank %d\n", p.Text, p.Rank)
	}
	return b.String()
}

// TestTailsThatEndInStars: one that has nothing more to wait for is sorted behind one
// whose next piece begins with an octet below '*'.
func TestTailsThatEndInStars(t *testing.T) {
	for _, texts := range [][]string{{"/*a**", "/*a*!", "/*b"}, {"/*a*!", "/*a**", "/*b"}, {"/*a*!", "/*a***", "/*a*#", "/*b"}, {"/*a*!$", "/*a**$", "/*b"}, {"/*!", "/**", "/*b"}} {
		w := &randomWorld{patterns: ranked(texts...)}
		m := automaton.BuildStars(w.patterns)
		require.NoError(t, m.Image.Check())
		for _, path := range []string{"/", "/a", "/b", "/a!", "/!a", "/a#", "/a-!", "/ab!", "/a!b", "/ba-"} {
			require.Equal(t, w.rank(path), m.Match([]byte(path)), "%q: path %q", texts, path)
		}
	}
}
