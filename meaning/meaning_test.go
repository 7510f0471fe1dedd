package meaning

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/normalize"
)

// naive is an engine that asks one pattern after another.
type naive []Pattern

func (n naive) Decides(path []byte) (line int, allowed bool) {
	for _, p := range slices.Backward(n) {
		if slices.ContainsFunc(readings(&p), func(r string) bool { return oracle.MatchPattern(r, string(path)) }) {
			return p.Line, p.Allow
		}
	}
	return 0, true
}

func (n naive) Work(path []byte) int { return len(n) * len(path) }

// membersOf takes a set apart.
func membersOf(set []Pattern) []*member {
	var shelf shelf
	return shelf.members(set)
}

// matchesIt reports whether a pattern matches a path, asked for itself.
func matchesIt(p *Pattern, path string) bool {
	ok, _ := membersOf([]Pattern{*p})[0].matches([]byte(path))
	return ok
}

// plenty is a budget that does not end.
func plenty() *Budget {
	b := Budget(1 << 40)
	return &b
}

// readings gives the plain patterns that one of two spellings stands for: its
// own, and, for each star, the one in which the path's first '?' stands there.
func readings(p *Pattern) []string {
	all := []string{string(p.Text)}
	if p.Query == nil {
		return all
	}
	before := strings.Split(string(p.Text), "*")
	behind := strings.Split(string(p.Query), "*")
	for i := 1; i < len(before); i++ {
		all = append(all, strings.Join(before[:i], "*")+"*?*"+strings.Join(behind[i-1:], "*"))
	}
	return all
}

// patternOf makes the pattern of a value as RFC9309 spells it.
func patternOf(value string) Pattern {
	text, _ := normalize.RFC9309.AppendPattern(nil, []byte(value))
	p := Pattern{Text: text}
	if other, differs := normalize.RFC9309.AppendBehindQuery(nil, []byte(value)); differs {
		p.Query = other[strings.IndexByte(string(other), '*')+1:]
	}
	return p
}

// words gives all texts of up to longest octets over an alphabet.
func words(alphabet string, longest int) []string {
	all := []string{""}
	for from, length := 0, 1; length <= longest; length++ {
		to := len(all)
		for _, w := range all[from:to] {
			for _, c := range alphabet {
				all = append(all, w+string(c))
			}
		}
		from = to
	}
	return all
}

// TestTextInSmallWorld: the machine of one pattern, its plain form and the slow
// way say of every short pattern and path what the oracle says.
func TestTextInSmallWorld(t *testing.T) {
	paths := words("/a$", 5)
	hits := 0
	for _, pattern := range words("/a*$", 4) {
		machine := newText(&Pattern{Text: []byte(pattern)})
		plain := newText(&Pattern{Text: []byte(join(split([]byte(pattern))))})
		member := membersOf([]Pattern{{Text: []byte(pattern)}})[0]
		for _, path := range paths {
			want := oracle.MatchPattern(pattern, path)
			if want {
				hits++
			}
			require.Equal(t, want, machine.matches([]byte(path)), "%q, %q", pattern, path)
			require.Equal(t, want, plain.matches([]byte(path)), "%q, %q", pattern, path)
			whole, _ := member.matches([]byte(path))
			require.Equal(t, want, whole, "%q, %q", pattern, path)
		}
	}
	assert.Greater(t, hits, 1000)
}

// TestSpellingsInSmallWorld: of every short value and canonical path, the machine
// of two spellings says what the oracle says of the value's readings. And generic
// paths tell which covers which: a pattern that matches all of them matches wherever the
// other one does.
func TestSpellingsInSmallWorld(t *testing.T) {
	hits, spelt := 0, 0
	var twice []Pattern
	for _, value := range words("a2/?*$", 4) {
		value = "/*" + strings.ReplaceAll(value, "2", "%2F")
		p := patternOf(value)
		if p.Query == nil {
			continue
		}
		spelt++
		said, _ := oracle.CanonicalPatterns(oracle.RFC9309, value)
		machine := newText(&p)
		for _, path := range withEscapes {
			path = "/" + path
			want := slices.ContainsFunc(said, func(r string) bool { return oracle.MatchPattern(r, path) })
			if want {
				hits++
			}
			if got := machine.matches([]byte(path)); got != want {
				t.Fatalf("%q, %q: %v, the oracle says %v", value, path, got, want)
			}
		}
		// What a literal '$' matches is in no path of this world.
		if len(value) <= len("/*a%2F?$") && !strings.Contains(string(p.Text), "%24") {
			twice = append(twice, p)
		}
	}
	t.Logf("%d patterns, %d hits", spelt, hits)
	assert.Greater(t, spelt, 300)
	assert.Greater(t, hits, 5000)

	s := NewSet(normalize.RFC9309, twice)
	require.True(t, s.free)
	covers := 0
	matches := func(i int, path []byte) bool {
		ok, _ := s.members[i].matches(path)
		return ok
	}
	for i := range twice {
		for j := range twice {
			all := true
			s.generics(s.members[i].text, func(path []byte) bool {
				all = matches(j, path)
				return all
			})
			found := true
			for _, path := range withEscapes {
				path := []byte("/" + path)
				if matches(i, path) && !matches(j, path) {
					found = false
					break
				}
			}
			if all {
				covers++
			}
			require.Equal(t, found, all, "%q covers %q", twice[j].Text, twice[i].Text)
		}
	}
	assert.Greater(t, covers, len(twice))
}

// TestManySpellings: where a pattern has more generic paths than are asked, a
// search decides, within its limits.
func TestManySpellings(t *testing.T) {
	long := patternOf("/" + strings.Repeat("*%2F", maxTurns+1))
	short := patternOf("/" + strings.Repeat("*%2F", maxTurns))
	form := normalize.RFC9309
	assert.True(t, NewSet(form, []Pattern{short}).free)
	s := NewSet(form, []Pattern{long})
	require.False(t, s.free)
	same, _, known := NewTree(form, []Pattern{long}, "", roomy).Below([]byte("/"), naive{long})
	assert.True(t, known)
	assert.False(t, same)
	_, _, known = NewTree(form, []Pattern{long}, "", Limits{States: 2, Steps: 1 << 10}).Below([]byte("/"), naive{long})
	assert.False(t, known)

	long.Line, short.Line = 1, 2
	both := []Pattern{long, short}
	dead, open := NewSet(form, both).Dead(naive(both), roomy, plenty())
	assert.Zero(t, open)
	assert.Equal(t, []int{1}, lines(dead))
	_, open = NewSet(form, both).Dead(naive(both), Limits{States: 2, Steps: 1 << 10}, plenty())
	assert.NotZero(t, open)
}

// randomSet makes a set of patterns in which everything meets everything.
func randomSet(r *rand.Rand, most int) []Pattern {
	var set []Pattern
	for range r.IntN(most + 1) {
		var b strings.Builder
		if r.IntN(8) > 0 {
			b.WriteByte('/')
		}
		for range r.IntN(6) {
			b.WriteString([]string{"a", "a", "b", "/", "*", "*", "%2F", "?"}[r.IntN(8)])
		}
		if r.IntN(4) == 0 {
			b.WriteByte('$')
		}
		p := patternOf(b.String())
		p.Allow, p.Line = r.IntN(2) == 0, len(set)+1
		set = append(set, p)
	}
	return set
}

var roomy = Limits{States: 1 << 16, Steps: 1 << 24}

// TestSearchAgreesWithGenericPaths: where no octet is free a search takes the
// place of generic paths. On sets where one is free, both must say the same.
func TestSearchAgreesWithGenericPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	counts := map[string]int{}
	for range 1200 {
		set := randomSet(r, 6)
		form := normalize.RFC9309
		tree := NewTree(form, set, "/robots.txt", roomy)
		require.True(t, tree.free)
		bound := NewTree(form, set, "/robots.txt", roomy)
		bound.free = false
		for _, prefix := range []string{"/", "/a", "/ab", "/a/", "/a?b", "/robots.txt", "/baa%2F"} {
			same, allowed, known := tree.Below([]byte(prefix), naive(set))
			require.True(t, known)
			searched, verdict, known := bound.Below([]byte(prefix), naive(set))
			require.True(t, known)
			require.Equal(t, same, searched, "%q below %q", set, prefix)
			if same {
				require.Equal(t, allowed, verdict, "%q below %q", set, prefix)
				counts["same below"]++
			} else {
				counts["mixed below"]++
			}
		}
		s := NewSet(form, set)
		dead, open := s.Dead(naive(set), roomy, plenty())
		require.Zero(t, open)
		s.free = false
		slow, open := s.Dead(naive(set), roomy, plenty())
		require.Zero(t, open)
		require.Equal(t, lines(dead), lines(slow), "%q", set)
		counts["dead"] += len(dead)
		for _, c := range slow {
			checkCover(t, set, c)
		}
		for _, c := range dead {
			checkCover(t, set, c)
		}
		for _, p := range set {
			s.free = true
			fast := s.Redundant(p.Line, roomy, plenty())
			s.free = false
			slow := s.Redundant(p.Line, roomy, plenty())
			require.True(t, fast.Known && slow.Known)
			require.Equal(t, fast.Redundant, slow.Redundant, "%q, line %d", set, p.Line)
			if fast.Redundant {
				counts["redundant"]++
			} else {
				counts["needed"]++
			}
		}
	}
	t.Log(counts)
	for what, n := range counts {
		assert.Greater(t, n, 200, what)
	}
}

func lines(covers []Cover) (all []int) {
	for _, c := range covers {
		all = append(all, c.Line)
	}
	return all
}

var coverPaths = append(words("ab/", 5), withEscapes...)

// withEscapes are the canonical ones among short texts with "%2F" and '?'.
var withEscapes = func() (all []string) {
	for _, w := range words("a/2?", 5) {
		w = strings.ReplaceAll(w, "2", "%2F")
		if isPath(normalize.RFC9309, []byte("/"+w)) {
			all = append(all, w)
		}
	}
	return all
}()

// checkCover: where a dead rule matches, so does a stronger one that covers it.
func checkCover(t *testing.T, set []Pattern, c Cover) {
	t.Helper()
	for _, path := range coverPaths {
		path = "/" + path
		if !matchesIt(&set[c.Line-1], path) {
			continue
		}
		covered := slices.ContainsFunc(c.By, func(by int) bool {
			return by > c.Line && matchesIt(&set[by-1], path)
		})
		require.True(t, covered, "%q: line %d is not covered by %v on %q", set, c.Line, c.By, path)
	}
}

// TestLimits: where a limit ends, what is said is true, and what is not known is
// said to be.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	ended, whole := 0, 0
	for range 400 {
		old, now := randomSet(r, 8), randomSet(r, 8)
		all := Diff(normalize.RFC9309, old, now, roomy, 1000)
		require.True(t, all.Complete)
		some := Diff(normalize.RFC9309, old, now, Limits{States: 6, Steps: 1 << 20}, 1000)
		if some.Complete {
			whole++
			require.Len(t, some.Changes, len(all.Changes))
		} else {
			ended++
		}
		kinds := map[[2]int]Change{}
		for _, c := range all.Changes {
			kinds[[2]int{c.Old, c.New}] = c
		}
		found := map[[2]int]bool{}
		for _, c := range some.Changes {
			is, known := kinds[[2]int{c.Old, c.New}]
			require.True(t, known, "%q, %q: %v is no change", old, now, c)
			found[[2]int{c.Old, c.New}] = true
			if len(c.Path) <= some.Proved {
				require.Len(t, c.Path, len(is.Path), "%q, %q: %q is no shortest path", old, now, c.Path)
			}
		}
		for kind, c := range kinds {
			if len(c.Path) <= some.Proved {
				require.True(t, found[kind], "%q, %q: %q is not found", old, now, c.Path)
			}
		}
	}
	t.Logf("%d ended, %d whole", ended, whole)
	assert.Greater(t, ended, 50)
	assert.Greater(t, whole, 50)

	// Every subset of these pieces may have been seen: no budget holds that.
	var many []Pattern
	for c := 'a'; c <= 'z'; c++ {
		many = append(many, Pattern{Text: []byte("/*" + string(c) + "*" + string(c) + "x"), Allow: c%2 == 0, Line: int(c)})
	}
	few := Limits{States: 1000, Steps: 1 << 20}
	_, _, kind, _ := Sum(normalize.RFC9309, many, "", few)
	assert.Equal(t, ByRules, kind)
	_, known, _ := Same(normalize.RFC9309, many, slices.Concat(many[1:], many[:1]), few)
	assert.False(t, known)
	cut := Diff(normalize.RFC9309, many, slices.Concat(many[1:], many[:1]), few, 1000)
	assert.False(t, cut.Complete)
	assert.LessOrEqual(t, cut.States, few.States)
	_, ok := NewGraph(normalize.RFC9309, many, few)
	assert.False(t, ok)
	bound := NewTree(normalize.RFC9309, many, "", Limits{States: 2, Steps: 1 << 20})
	bound.free = false
	_, _, known = bound.Below([]byte("/"), naive(many[:1]))
	assert.False(t, known)
}

// TestRulesFingerprint: beyond the budget, order among patterns of one verdict,
// repetitions and what a shorter one covers play no part; verdicts do.
func TestRulesFingerprint(t *testing.T) {
	p := func(text string, allow bool) Pattern { return Pattern{Text: []byte(text), Allow: allow} }
	none := Limits{States: 1, Steps: 1}
	sum := func(set ...Pattern) [2]uint64 {
		high, low, kind, _ := Sum(normalize.RFC9309, set, "t", none)
		require.Equal(t, ByRules, kind)
		return [2]uint64{high, low}
	}
	one := sum(p("/b", false), p("/a*c", false), p("/ab", true))
	assert.Equal(t, one, sum(p("/a*c", false), p("/b", false), p("/ab", true)))
	assert.Equal(t, one, sum(p("/z", true), p("/ab", false), p("/b", false), p("/bb", false), p("/b$", false), p("/a*c", false), p("/ab*", true)))
	assert.NotEqual(t, one, sum(p("/b", false), p("/a*c", false)))
	assert.NotEqual(t, one, sum(p("/b", false), p("/a*c", true), p("/ab", true)))
	assert.NotEqual(t, one, sum(p("/ab", true), p("/b", false), p("/a*c", false)))
}

// TestAlphabets: what a form calls canonical is what its units spell.
func TestAlphabets(t *testing.T) {
	rfc := alphabetOf(normalize.RFC9309)
	assert.True(t, rfc.query && rfc.escapes)
	for _, c := range []byte("%*$#\x00 \x80") {
		assert.Equal(t, noUnit, rfc.raw[c], "%q", c)
	}
	assert.Equal(t, noUnit, rfc.escape['a'])
	assert.Equal(t, rfc.raw['/'], rfc.inQuery[rfc.escape['/']])
	assert.Equal(t, rfc.raw['?'], rfc.inQuery[rfc.escape['?']])
	assert.Equal(t, rfc.escape[';'], rfc.inQuery[rfc.escape[';']])

	google := alphabetOf(normalize.Google)
	assert.False(t, google.query || google.escapes)
	assert.Len(t, google.units, 254, "all octets but '#' and NUL")

	koster := alphabetOf(normalize.Koster1996)
	assert.False(t, koster.query)
	assert.NotEqual(t, noUnit, koster.escape['/'])
	assert.Equal(t, noUnit, koster.escape[';'])
	for _, a := range []*alphabet{rfc, google, koster} {
		assert.Len(t, a.liked, len(a.units))
	}
}
