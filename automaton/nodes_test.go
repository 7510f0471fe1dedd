package automaton_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestWideNodes asks nodes with many children, behind runs of many lengths, for
// every octet: keys are searched eight at a time, and words read beyond them.
func TestWideNodes(t *testing.T) {
	widths, runs := []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 64, 127, 200, 253}, []int{0, 1, 5, 6, 7, 8, 9, 15, 16, 17, 40, 62, 63, 64}
	if testing.Short() {
		widths, runs = []int{1, 9, 17, 64, 200}, []int{0, 7, 8, 63}
	}
	tails := []string{"", "x", "$", "x$", "*z", "xxxxxxxxxxx", "xxxxxxxxxxx$"}
	asked := 0
	for _, width := range widths {
		for _, run := range runs {
			r := rand.New(rand.NewPCG(uint64(width), uint64(run)))
			begin := "/" + strings.Repeat("r", run)
			behind := map[byte]string{}
			for _, c := range r.Perm(256) {
				if c != '*' && c != '$' && c != '%' && len(behind) < width {
					behind[byte(c)] = tails[r.IntN(len(tails))]
				}
			}
			var patterns []automaton.Pattern
			add := func(text string) automaton.Rank {
				patterns = append(patterns, automaton.Pattern{Text: []byte(text), Rank: automaton.Rank(len(patterns) + 1)})
				return automaton.Rank(len(patterns))
			}
			here, end := automaton.NoRank, automaton.NoRank
			if run%2 == 1 {
				here = add(begin)
			}
			if width%2 == 0 {
				end = add(begin + "$")
			}
			ranks := map[byte]automaton.Rank{}
			for c := range 256 {
				if tail, ok := behind[byte(c)]; ok {
					ranks[byte(c)] = add(begin + string([]byte{byte(c)}) + tail)
				}
			}
			machines := []*automaton.Set{automaton.BuildAs(patterns, automaton.Form{Width: 3}), automaton.BuildAs(patterns, automaton.Form{Width: 3, Stars: true})}
			var batchPaths []string
			var marks []bool
			check := func(path string, want automaton.Rank) {
				asked++
				for i, m := range machines {
					require.LessOrEqual(t, m.Steps([]byte(path)), 100+10*len(path), "path %q", path)
					require.Equal(t, want, m.Match([]byte(path)), "machine %d, %d children behind a run of %d, path %q", i, width, run, path)
					rank, again := m.Machine.Match([]byte(path), false)
					require.False(t, again)
					require.Equal(t, want, lineOf(m, rank))
					mark := want == automaton.NoRank || want%2 == 1
					require.Equal(t, mark, m.Look(path).Marked(), "machine %d, %d children behind a run of %d, path %q", i, width, run, path)
					if i == 0 {
						batchPaths, marks = append(batchPaths, path), append(marks, mark)
					}
				}
			}
			for c := range 256 {
				whole := begin + string([]byte{byte(c)})
				for _, tail := range []string{"", "x", "xz", "xxxxxxxxxxx", "xxxxxxxxxxxy"} {
					want := here
					if text, ok := behind[byte(c)]; ok && oracle.MatchPattern(text, tail) {
						want = ranks[byte(c)]
					}
					check(whole+tail, want)
				}
			}
			check(begin, max(here, end))
			check(begin[:len(begin)-1], automaton.NoRank)
			got := make([]bool, len(marks))
			machines[0].LookBatch(got, batchPaths)
			require.Equal(t, marks, got)
		}
	}
	t.Logf("%d paths", asked)
}

// TestNodesBehindWideNodes: what a node with many children leads to is a node,
// too, with a run and children of its own.
func TestNodesBehindWideNodes(t *testing.T) {
	for width := 1; width <= 26; width++ {
		if testing.Short() && width%8 > 1 {
			continue
		}
		texts := []string{"/p"}
		for c := range width {
			for _, tail := range []string{"rst", "rsu", "rs", "rst/v$"} {
				texts = append(texts, "/q"+string(rune('a'+c))+tail)
			}
		}
		w := &randomWorld{patterns: ranked(texts...)}
		m := automaton.Build(w.patterns)
		for _, text := range append(texts, "/", "/q", "/qz", "/qzrst") {
			for _, path := range []string{text, text + "t", text[:len(text)-1], strings.TrimSuffix(text, "$"), text + "/a/longer/path"} {
				if path == "" {
					continue
				}
				want := w.rank(path)
				require.Equal(t, want, m.Match([]byte(path)), "%d children, path %q", width, path)
				require.Equal(t, want == automaton.NoRank || want%2 == 1, m.Look(path).Marked(), "%d children, path %q", width, path)
			}
		}
	}
}

// TestFirstStepOfTheLastOctet that places has, and of the first that it has not.
func TestFirstStepOfTheLastOctet(t *testing.T) {
	m := automaton.Build(ranked("/b", "/\x7f", "/\x01", "/a"))
	for path, marked := range map[string]bool{"/b": true, "/\x7f": false, "/\x7fx": false, "/\x01": true, "/a": false, "/\x80": true, "/\xff": true, "/": true} {
		assert.Equal(t, marked, m.Look(path).Marked(), "%q", path)
		var got [1]bool
		m.LookBatch(got[:], []string{path})
		assert.Equal(t, marked, got[0], "%q", path)
	}
}

// TestFirstStepIsTakenApart: up to eight octets with which every literal begins,
// and what comes behind them, which is one slot where it is not the children of
// a root that has no more than them.
func TestFirstStepIsTakenApart(t *testing.T) {
	for _, c := range []struct {
		texts []string
		run   string
		one   bool
	}{
		{nil, "", false},
		{[]string{"/"}, "/", true},
		{[]string{"/abc"}, "/abc", true},
		{[]string{"/abc$"}, "/abc", true},
		{[]string{"/abcdef"}, "/abcdef", true},
		{[]string{"/abcdefg"}, "/abcdefg", true},
		{[]string{"/abcdefgh"}, "/abcdefg", true},
		{[]string{"/a%20"}, "/a", true}, // no escape
		{[]string{"/abcdefg%20"}, "/abcdefg", true},
		{[]string{"/\x00"}, "/", true}, // nor what stands behind a short path
		{[]string{"/ab*c"}, "/ab", true},
		{[]string{"$"}, "", true},
		{[]string{""}, "", true},
		{[]string{"/" + strings.Repeat("a", 253)}, "/aaaaaaa", true},
		{[]string{"/" + strings.Repeat("a", 254)}, "/aaaaaaa", true}, // a long record
		{[]string{"/a", "/b"}, "/", false},
		{[]string{"/aa", "/ab"}, "/a", false},
		{[]string{"/abcdefgh", "/abcdefgi"}, "/abcdefg", false},
		{[]string{"/abcdefghi", "/abcdefghj"}, "/abcdefg", true}, // a run of nine
		{[]string{"/a", "/ab"}, "/a", false},
		{[]string{"/a$", "/ab"}, "/a", true},             // something ends there
		{[]string{"/aa*b", "/aac", "/aad"}, "/aa", true}, // a list
		{[]string{"/a", "/a$"}, "/a", true},              // no children
		{[]string{"/a", "b"}, "", true},                  // no run
		{[]string{"/\x7f", "/a"}, "/", false},
		{[]string{"/\x80", "/a"}, "/", true}, // places has half the octets
		{[]string{"/%20", "/%30"}, "/", true},
		{[]string{"/a%", "/ab"}, "/a", false},
		{[]string{"/\x00a", "/\x00b"}, "/", true},
		{[]string{"/*c"}, "", false},
		{[]string{"/*c", "/b"}, "/b", true},
		{[]string{"/*c", "/b", "/d"}, "/", false},
	} {
		m := automaton.Build(ranked(c.texts...))
		run, one := m.FirstStep()
		assert.Equal(t, c.run, run, "%.40q", c.texts)
		assert.Equal(t, c.one, one, "%.40q", c.texts)
	}
}

// TestEveryOctetOfARun: what every literal begins with is compared to the bit,
// and who asks about no path is sent to the settler.
func TestEveryOctetOfARun(t *testing.T) {
	for _, texts := range [][]string{{"/abcdefgh"}, {"/abcdefghi", "/abcdefghj"}, {"/ab"}, {"/abc", "/abd"}, {"/"}, {"/a", "/b"}, {"/a", "/*never"}} {
		m := automaton.BuildAs(ranked(append([]string{"/never"}[:len(texts)%2], texts...)...), automaton.Form{Width: 3})
		for i := range texts[0] {
			for c := range 256 {
				path := []byte(texts[0] + "x")
				path[i] = byte(c)
				s := &settler{settle: true}
				m.Settle(s, "")
				marked := m.Look(string(path)).Marked()
				if path[0] != '/' {
					require.Equal(t, []string{string(path)}, s.settled, "%q", texts)
					continue
				}
				require.Empty(t, s.settled, "%q, path %q", texts, path)
				rank, again := m.Machine.Match(path, false)
				require.False(t, again)
				best := automaton.NoRank
				for k, text := range texts {
					if oracle.MatchPattern(text, string(path)) {
						best = automaton.Rank(k + 1 + len(texts)%2)
					}
				}
				require.Equal(t, best, lineOf(m, rank), "%q, path %q", texts, path)
				require.Equal(t, best == automaton.NoRank || best%2 == 1, marked, "%q, path %q", texts, path)
			}
		}
	}
}

// TestEveryOctetIsCompared: of runs and leaves of any length, with children whose
// keys may stand too early, and where the path ends.
func TestEveryOctetIsCompared(t *testing.T) {
	lengths := []int{1, 2, 3, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18, 23, 24, 25, 33, 62, 63, 64, 65}
	if testing.Short() {
		lengths = []int{1, 7, 8, 9, 17, 63}
	}
	for _, length := range lengths {
		long := ""
		for i := range length {
			long += string(rune('a' + i%20))
		}
		for _, texts := range [][]string{{"/q", "/p" + long}, {"/p" + long, "/q", "/p" + long[:1] + "-"}, {"/q", "/p" + long + "y", "/p" + long + "z"}, {"/q", "/p" + long + "y*v", "/p" + long + "z$"}, {"/q", "/p" + long + "*v"}} {
			w := &randomWorld{patterns: ranked(texts...)}
			m := automaton.BuildAs(w.patterns, automaton.Form{Width: 3})
			check := func(path string) {
				want := w.rank(path)
				if got := m.Match([]byte(path)); got != want {
					t.Fatalf("%q, path %q: rank %d, not %d", texts, path, got, want)
				}
				if got := m.Look(path).Marked(); got != (want == automaton.NoRank || want%2 == 1) {
					t.Fatalf("%q, path %q: the mark is %v", texts, path, got)
				}
			}
			for _, whole := range []string{"/p" + long, "/p" + long + "y", "/p" + long + "z", "/p" + long + "yv"} {
				for i := 1; i < len(whole); i++ {
					check(whole[:i])
					for _, c := range []byte{'y', 'z', 'v', '-', 0, whole[i] ^ 1, whole[i] ^ 0x80} {
						changed := []byte(whole)
						changed[i] = c
						check(string(changed))
						check(string(changed) + long)
					}
				}
				check(whole)
			}
		}
	}
}

// longRows gives patterns whose pieces end in each other, so that one octet ends
// many of them, and paths that find some of those first and others later.
func longRows() (patterns []automaton.Pattern, paths []string) {
	r := rand.New(rand.NewPCG(11, 12))
	var texts []string
	for i := 1; i <= 210; i++ {
		texts = append(texts, "/*"+strings.Repeat("a", i)+"b"+[]string{"", "$", "*c", "*ab$", "*aab*d"}[i%5])
	}
	for range 40 {
		path := "/"
		for range 1 + r.IntN(6) {
			path += strings.Repeat("a", r.IntN([]int{3, 60, 130, 220}[r.IntN(4)])) + []string{"b", "b", "b", "c", "d", "x"}[r.IntN(6)]
		}
		paths = append(paths, path)
	}
	r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return ranked(texts...), paths
}

// TestWideSearch: a node of the search with many children, of which each is found.
func TestWideSearch(t *testing.T) {
	var texts []string
	for c := byte('A'); c <= 'Z'; c++ {
		texts = append(texts, fmt.Sprintf("/*a%c*b%c$", c, c+1))
	}
	m := automaton.BuildStars(ranked(texts...))
	for c := byte('0'); c <= 'z'; c++ {
		path := fmt.Sprintf("/-a%c--b%c", c, c+1)
		want := automaton.NoRank
		if c >= 'A' && c <= 'Z' {
			want = automaton.Rank(c-'A') + 1
		}
		require.Equal(t, want, m.Match([]byte(path)), "%q", path)
	}
}

func TestLongRows(t *testing.T) {
	patterns, paths := longRows()
	all := automaton.Build(patterns)
	require.Contains(t, all.Plan(), "one star machine")
	for n, m := range []*automaton.Set{all, automaton.BuildStars(patterns[:100]), automaton.BuildStars(patterns[:30])} {
		for _, path := range paths {
			want := automaton.NoRank
			for _, p := range patterns[:[]int{210, 100, 30}[n]] {
				if automaton.Matches(p.Text, []byte(path)) { // held to the oracle elsewhere
					want = p.Rank
				}
			}
			require.Equal(t, want, m.Match([]byte(path)), "path %q", path)
		}
	}
}

// TestManyLiteralsThatBeginAlike: literals are sorted eight octets at a time, few
// otherwise than many, and what ends within a window, or with it, goes first.
func TestManyLiteralsThatBeginAlike(t *testing.T) {
	const begin = "/abcdefghijklmnopqrstuvwxyzabcdefghijklmnop"
	sizes := []int{5, 16, 17, 18, 40}
	if testing.Short() {
		sizes = []int{5, 17, 20}
	}
	for _, many := range sizes {
		for common := 5; common <= 34; common++ {
			r := rand.New(rand.NewPCG(uint64(many), uint64(common)))
			seen := map[string]bool{begin[:common]: true}
			texts := []string{begin[:common]} // the weakest, the strongest or one in the middle
			for len(texts) < many {
				text := begin[:common]
				switch r.IntN(4) {
				case 0:
					text = begin[:common+r.IntN(4)] // some end early
				case 1:
					text += "\x00"[:r.IntN(2)] + string([]byte{byte(r.IntN(3))}) // not so what ends in zeros
				}
				text += strings.Repeat("y", r.IntN(6)) + strings.Repeat("x", r.IntN(12)) + []string{"", "", "$", "*z"}[r.IntN(4)]
				if !seen[text] {
					seen[text] = true
					texts = append(texts, text)
				}
			}
			at := common % 3 * (many - 1) / 2
			texts[0], texts[at] = texts[at], texts[0]
			for _, stars := range []bool{false, true} {
				m := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 3, Stars: stars})
				require.NoError(t, m.Image.Check(), "%q", texts)
				for _, text := range texts {
					for _, tail := range []string{"", "x", "z"} {
						path := strings.NewReplacer("*", "", "$", "").Replace(text) + tail
						want := automaton.NoRank
						for i, p := range texts {
							if oracle.MatchPattern(p, path) {
								want = automaton.Rank(i + 1)
							}
						}
						require.Equal(t, want, m.Match([]byte(path)), "path %q, patterns %q", path, texts)
					}
				}
			}
		}
	}
}

// TestLiteralsThatEndInAWindow: what stands behind a literal in the table, which
// may be any octet, is no part of it, however long it is.
func TestLiteralsThatEndInAWindow(t *testing.T) {
	for length := 1; length <= 26; length++ {
		for _, second := range []bool{false, true} { // a bit of the record behind
			begin := "/" + strings.Repeat("a", length-1)
			texts := []string{begin + "\x01", begin, begin + "\xff", begin + "$", begin + "\x01$", begin + "*z", begin + "\x00b", begin + "\x00", begin + "%", begin + "\xfe*"}
			for shift := range texts {
				order := append(append([]string(nil), texts[shift:]...), texts[:shift]...)
				table := []byte{0}
				var ranks []automaton.Rank
				for _, text := range order {
					ranks = append(ranks, automaton.Rank(len(table)))
					table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(text), Second: second}, 2)
				}
				table = append(table, make([]byte, automaton.Padding)...)
				var b automaton.Builder
				b.Begin(table, 2)
				ref := b.Machine(append([]automaton.Rank(nil), ranks...))
				m := automaton.Open(table, append(b.Code(), make([]byte, automaton.Padding)...), 2, ref, automaton.NewDoubt(func(byte) bool { return false }))
				for _, text := range texts {
					for _, tail := range []string{"", "z"} {
						path := strings.NewReplacer("*", "", "$", "").Replace(text) + tail
						want := automaton.NoRank
						for i, p := range order {
							if oracle.MatchPattern(p, path) {
								want = ranks[i]
							}
						}
						got, _ := m.Match([]byte(path), true)
						require.Equal(t, want, got, "path %q, patterns %q", path, order)
					}
				}
			}
		}
	}
}

// TestLiteralsThatEndInZeros: a window of octets reads zeros behind a literal's
// end, and must not take them for zeros of the literal.
func TestLiteralsThatEndInZeros(t *testing.T) {
	texts := []string{"/a", "/a\x00", "/a\x00\x00b", "/a\x00b", "/abcdefg", "/abcdefg\x00"}
	var permute func(n int)
	permute = func(n int) {
		if n > 0 {
			for i := range n {
				texts[i], texts[n-1] = texts[n-1], texts[i]
				permute(n - 1)
				texts[i], texts[n-1] = texts[n-1], texts[i]
			}
			return
		}
		m := automaton.Build(ranked(texts...))
		for _, path := range texts {
			want := automaton.NoRank
			for i, p := range texts {
				if strings.HasPrefix(path, p) {
					want = automaton.Rank(i + 1)
				}
			}
			require.Equal(t, want, m.Match([]byte(path)), "path %q, patterns %q", path, texts)
			require.Equal(t, want%2 == 1, m.Look(path).Marked(), "path %q, patterns %q", path, texts)
		}
	}
	permute(len(texts))
	// Behind a path there are no zeros that its literal could go on with.
	for zeros := 1; zeros < 12; zeros++ {
		for _, path := range []string{"/a", "/abc", "/abcdefg", "/abcdefghij"} {
			m := automaton.Build(ranked("/never", path+strings.Repeat("\x00", zeros)))
			for n := range zeros {
				require.True(t, m.Look(path+strings.Repeat("\x00", n)).Marked(), "path %q and %d zeros of %d", path, n, zeros)
			}
			require.False(t, m.Look(path+strings.Repeat("\x00", zeros)).Marked(), "path %q and %d zeros", path, zeros)
		}
	}
	// What is behind a path in memory goes on as the literal does.
	block := "/abcdefghijklmnopqrstuvwxyz"
	for n := 1; n < len(block); n++ {
		short := automaton.Build(ranked("/never", block[:n+1]))
		require.True(t, short.Look(block[:n]).Marked(), "path %q and one octet", block[:n])
		require.Equal(t, automaton.NoRank, short.Match([]byte(block)[:n]), "path %q and one octet", block[:n])
		for _, texts := range [][]string{{"/never", block}, {"/abcdefghij-", block}, {"/abcdefghij-", block + "$"}, {"/abc\x00", block + "*z"}} {
			m := automaton.Build(ranked(texts...))
			require.True(t, m.Look(block[:n]).Marked(), "path %q, patterns %q", block[:n], texts)
			require.Equal(t, automaton.NoRank, m.Match([]byte(block)[:n]), "path %q, patterns %q", block[:n], texts)
		}
	}
}

// TestManyLiteralsThatEndInZeros: more than are sorted by insertion, in any order,
// whose windows are all zeros behind what they begin with.
func TestManyLiteralsThatEndInZeros(t *testing.T) {
	for length := 1; length <= 18; length++ {
		if testing.Short() && length%8 > 1 {
			continue
		}
		begin := "/" + strings.Repeat("a", length-1)
		// Many times the same, in turn, of which none matches what another does.
		for many := 40; many < 60; many++ {
			var alike []string
			for i := range many {
				alike = append(alike, begin+strings.Repeat("\x00", i*7%5)+"$")
			}
			w := &randomWorld{patterns: ranked(alike...)}
			m := automaton.Build(w.patterns)
			for zeros := range 6 {
				path := begin + strings.Repeat("\x00", zeros)
				require.Equal(t, w.rank(path), m.Match([]byte(path)), "path %q", path)
			}
		}
		var texts []string
		for zeros := range 12 {
			for _, behind := range []string{"", "$", "*y", "*z", "*y*z"} {
				texts = append(texts, begin+strings.Repeat("\x00", zeros)+behind)
			}
		}
		for seed := range uint64(2) {
			r := rand.New(rand.NewPCG(seed, uint64(length)))
			r.Shuffle(len(texts), func(i, k int) { texts[i], texts[k] = texts[k], texts[i] })
			w := &randomWorld{patterns: ranked(texts[:40]...)}
			for _, stars := range []bool{false, true} {
				m := automaton.BuildAs(w.patterns, automaton.Form{Width: 3, Stars: stars})
				require.NoError(t, m.Image.Check(), "%q", texts)
				for zeros := range 13 {
					for _, tail := range []string{"", "y", "z", "yz"} {
						path := begin + strings.Repeat("\x00", zeros) + tail
						require.Equal(t, w.rank(path), m.Match([]byte(path)), "path %q, patterns %q", path, texts[:40])
					}
				}
			}
		}
	}
}

// TestAnAnchoredLeafIsNoWildOne: read as one its text would begin further on, and go
// on in the records behind it, of which the path is made here.
func TestAnAnchoredLeafIsNoWildOne(t *testing.T) {
	for _, rank := range []automaton.Rank{1, 2} {
		patterns := []automaton.Pattern{{Text: []byte("/$"), Rank: rank}}
		for next := rank + 1; next < 60; next++ {
			// A literal of '/' octets, as its record says.
			patterns = append(patterns, automaton.Pattern{Text: []byte(fmt.Sprintf("%02d", next) + strings.Repeat("x", '/'-2)), Rank: next})
		}
		for n := 0; n < 50; n++ {
			patterns = append(patterns, automaton.Pattern{Text: []byte(fmt.Sprintf("%02d", n) + strings.Repeat("y", 200)), Rank: automaton.Rank(100 + n)})
		}
		m := automaton.Build(patterns)
		const begins, lit = 1, 1 // where the record does, and its literal's length
		text := m.Image.Table[begins+5+m.Image.Width:][:int('/')|int('$')<<8]
		require.Equal(t, byte('/'), text[0])
		path := "/" + string(text[lit+1:])
		require.Equal(t, automaton.NoRank, m.Match([]byte(path)))
		require.Equal(t, m.Look("/x"), m.Look(path), "rank %d", rank)
		require.NotEqual(t, m.Look("/x"), m.Look("/"), "rank %d", rank)
	}
}
