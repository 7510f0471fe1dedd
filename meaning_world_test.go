package robotrie_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// worldFlag gives the size: the small worlds hold a part of the files of two rules.
var worldFlag = flag.String("world", "small", "go through the small worlds of two rules, or the large ones")

// A meaningWorld holds every file of up to two short rules, and what the oracle
// answers for every short path: brute force, to be compared with proofs.
type meaningWorld struct {
	name     string
	dialect  robotrie.Dialect
	prefixes int      // how many of paths are asked as prefixes
	paths    []string // shorter ones first
	files    []*smallFile
}

type smallFile struct {
	body    string
	rules   int
	robots  *robotrie.Robots
	group   *robotrie.Group
	answers []oracle.Answer // by path
}

// oracleOf gives the oracle's name of a dialect.
var oracleOf = map[robotrie.Dialect]oracle.Dialect{
	robotrie.RFC9309: oracle.RFC9309, robotrie.Google: oracle.Google, robotrie.Koster1996: oracle.Koster1996,
}

// textsOver gives all texts of up to longest pieces behind a slash, shorter ones
// first.
func textsOver(pieces []string, longest int) []string {
	all := []string{"/"}
	for from, length := 0, 1; length <= longest; length++ {
		to := len(all)
		for _, t := range all[from:to] {
			for _, p := range pieces {
				all = append(all, t+p)
			}
		}
		from = to
	}
	return all
}

func newMeaningWorld(t *testing.T, d robotrie.Dialect) *meaningWorld {
	longest := 2
	if testing.Short() {
		longest = 1
	}
	// A path needs an octet that no pattern names, the literal '$', and for two
	// patterns of two pieces five pieces.
	pieces := []string{"a", "z", "/", "$"}
	if d == robotrie.Koster1996 {
		pieces = []string{"a", "z", "/", "$", "*"} // stars are octets like others
	}
	w := &meaningWorld{name: d.String(), dialect: d, prefixes: 1 + 4 + 4*4, paths: textsOver(pieces, 2*longest)}
	w.paths = append(w.paths, "/robots.txt", "/robots.txt$")
	patterns := textsOver([]string{"a", "/", "*", "$"}, longest)
	w.fill(t, patterns, "Disallow: /robots.txt$\n", "Allow: *\n", "Disallow:\n")
	return w
}

// newSpellingsWorld is a world of patterns that are spelt differently before and
// behind the first '?' of a path, and of paths with and without one.
func newSpellingsWorld(t *testing.T) *meaningWorld {
	w := &meaningWorld{name: "spellings", dialect: robotrie.RFC9309, paths: textsOver([]string{"z", "/", "?", "%2F"}, 5)}
	w.prefixes = 1 + 4 + 4*4
	patterns := []string{"/*%2F", "/*%2F$", "/*/", "/*?", "/*%2F*%2F", "/*%2F?", "/*%2F*?", "/*/*%2F", "/*%2F*/$", "/*%2F?%2F", "/?", "/*?*%2F", "/*%2F*?*%2F"}
	if testing.Short() {
		patterns = patterns[:6]
	}
	w.fill(t, patterns)
	return w
}

// fill makes the files of up to two rules with these patterns or of these lines.
func (w *meaningWorld) fill(t *testing.T, patterns []string, others ...string) {
	t.Helper()
	lines := []string{""}
	for _, p := range patterns {
		lines = append(lines, "Disallow: "+p+"\n", "Allow: "+p+"\n")
	}
	lines = append(lines, others...)
	for i, first := range lines {
		for j, second := range lines {
			if first == "" && second != "" {
				continue
			}
			// Each line still meets a third of the others.
			if second != "" && *worldFlag == "small" && !testing.Short() && (i+j)%3 != 0 {
				continue
			}
			f := &smallFile{body: "User-agent: *\n" + first + second, rules: min(i, 1) + min(j, 1)}
			f.robots = robotrie.Compile([]byte(f.body), robotrie.WithDialect(w.dialect))
			f.group = f.robots.Group("a")
			file := oracle.Parse(oracleOf[w.dialect], []byte(f.body), 0)
			for _, path := range w.paths {
				f.answers = append(f.answers, file.Ask([]string{"a"}, targetOf(w.dialect, path)))
			}
			w.files = append(w.files, f)
		}
	}
	t.Logf("%s: %d files, %d answers compared", w.name, len(w.files), len(w.files)*len(w.paths))
}

// targetOf gives a target with a path: Google takes one that begins with two
// slashes for something else.
func targetOf(d robotrie.Dialect, path string) string {
	if d == robotrie.Google && strings.HasPrefix(path, "//") {
		return "https://example.com" + path
	}
	return path
}

// meaningWorlds are made once: asking the oracle takes longer than the proofs.
var meaningWorlds []*meaningWorld

func eachWorld(t *testing.T, test func(t *testing.T, w *meaningWorld)) {
	if meaningWorlds == nil {
		for _, d := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
			meaningWorlds = append(meaningWorlds, newMeaningWorld(t, d))
		}
		meaningWorlds = append(meaningWorlds, newSpellingsWorld(t))
	}
	for _, w := range meaningWorlds {
		t.Run(w.name, func(t *testing.T) { test(t, w) })
	}
}

// TestSubtreeInSmallWorld: below every short prefix of every file, the decision
// is what brute force finds.
func TestSubtreeInSmallWorld(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *meaningWorld) {
		prefixes := w.paths[:w.prefixes]
		counts := map[robotrie.Decision]int{}
		for _, f := range w.files {
			for _, prefix := range prefixes {
				got := f.group.Subtree(targetOf(w.dialect, prefix))
				if w.dialect == robotrie.Google && prefix == "/" || prefix == "//" {
					got = f.group.Subtree("https://example.com" + prefix)
				}
				allowed, disallowed := 0, 0
				for i, path := range w.paths {
					exempt := path == "/robots.txt" && w.dialect != robotrie.Google
					if strings.HasPrefix(path, prefix) && !exempt {
						if f.answers[i].Allowed {
							allowed++
						} else {
							disallowed++
						}
					}
				}
				want := robotrie.Mixed
				switch {
				case disallowed == 0:
					want = robotrie.AllAllowed
				case allowed == 0:
					want = robotrie.AllDisallowed
				}
				counts[got]++
				if !assert.Equal(t, want, got, "%q below %q", f.body, prefix) {
					return
				}
			}
		}
		t.Log(counts)
		for _, n := range counts {
			assert.Greater(t, n, 10)
		}
	})
}

// change is a kind of change, for comparing.
type change struct {
	allowed          bool
	oldLine, newLine int
}

// TestDiffInSmallWorld: every change that brute force finds is found, with a
// witness as short as any; and every change that is found is true.
func TestDiffInSmallWorld(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *meaningWorld) {
		r := rand.New(rand.NewPCG(1, 1))
		pairs, changed := 0, 0
		compare := func(old, new *smallFile) {
			pairs++
			d := robotrie.Diff(old.robots, new.robots, "a")
			require.True(t, d.Complete, "%q, %q", old.body, new.body)
			if len(d.Changes) > 0 {
				changed++
			}
			found := map[change]string{}
			for _, c := range d.Changes {
				kind := change{c.Allowed, c.Old.Line, c.New.Line}
				require.NotContains(t, found, kind)
				found[kind] = c.Witness
				before := oracle.Ask(oracleOf[w.dialect], []byte(old.body), []string{"a"}, c.Witness)
				now := oracle.Ask(oracleOf[w.dialect], []byte(new.body), []string{"a"}, c.Witness)
				require.Equal(t, kind, change{now.Allowed, before.Line, now.Line}, "%q, %q: witness %q", old.body, new.body, c.Witness)
				require.NotEqual(t, before.Allowed, now.Allowed)
			}
			for i, path := range w.paths {
				before, now := old.answers[i], new.answers[i]
				if before.Allowed == now.Allowed {
					continue
				}
				kind := change{now.Allowed, before.Line, now.Line}
				require.Contains(t, found, kind, "%q, %q: not found, though %q changes", old.body, new.body, path)
				shortest := len(oracle.CanonicalPath(oracleOf[w.dialect], targetOf(w.dialect, path)))
				require.LessOrEqual(t, len(strings.TrimPrefix(found[kind], "https://example.com")), shortest,
					"%q, %q: %q changes, the witness is %q", old.body, new.body, path, found[kind])
			}
		}
		var few []*smallFile
		for _, f := range w.files {
			if f.rules < 2 {
				few = append(few, f)
			}
		}
		for _, a := range few {
			for _, b := range few {
				compare(a, b)
			}
		}
		for range 1000 {
			compare(w.files[r.IntN(len(w.files))], w.files[r.IntN(len(w.files))])
		}
		t.Logf("%d pairs, %d with changes", pairs, changed)
		assert.Greater(t, changed, pairs/4)
		assert.Less(t, changed, pairs)
	})
}

// TestFingerprintInSmallWorld: two files have one fingerprint if and only if
// brute force finds no path that tells them apart.
func TestFingerprintInSmallWorld(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *meaningWorld) {
		byAnswers, byPrint := map[string]*smallFile{}, map[robotrie.Fingerprint]*smallFile{}
		for _, f := range w.files {
			var answers strings.Builder
			for _, a := range f.answers {
				fmt.Fprintf(&answers, "%t", a.Allowed)
			}
			print := f.group.Fingerprint()
			require.Equal(t, robotrie.ByMeaning, print.Kind)
			first, known := byAnswers[answers.String()]
			same, printed := byPrint[print]
			require.Equal(t, known, printed, "%q: meets %v and %v", f.body, first, same)
			require.Equal(t, first, same, "%q", f.body)
			if !known {
				byAnswers[answers.String()], byPrint[print] = f, f
			}
			assert.Equal(t, print.Kind, f.robots.Fingerprint().Kind)
		}
		t.Logf("%d files, %d meanings", len(w.files), len(byPrint))
		assert.Greater(t, len(byPrint), 10)
		assert.Less(t, len(byPrint), len(w.files)/2)
	})
}
