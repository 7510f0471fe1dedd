package gen

import (
	"bytes"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sum(w Workload) uint64 {
	h := fnv.New64a()
	for _, f := range w.Files {
		h.Write([]byte(f.Name + f.Agent))
		h.Write(f.Body)
		for _, t := range f.Targets() {
			h.Write([]byte(t + "\n"))
		}
	}
	return h.Sum64()
}

// A workload is a fixed thing: figures measured on it can be compared between
// machines and months. Whoever changes a generator changes this table, and
// thereby says that older figures are no longer comparable.
func TestWorkloadsAreFixed(t *testing.T) {
	want := map[string]uint64{
		"tiny":           0x851b2d484ec48b35,
		"typical":        0x2e5e8941333e4758,
		"large":          0x5fdf477c1c07f900,
		"wildcard-heavy": 0x81f7bf8a77dcf65c,
		"percent-heavy":  0x389e42ffe58dc532,
		"hostile":        0xbfaf3b6b90e9fb4d,
	}
	for _, name := range Names {
		w, ok := Make(name)
		require.True(t, ok, name)
		assert.Equalf(t, want[name], sum(w), "workload %s: 0x%016x", name, sum(w))
	}
	_, ok := Make("no such workload")
	assert.False(t, ok)
}

func TestWorldsAreFixedBySeed(t *testing.T) {
	for _, w := range Worlds {
		a, pa := w.Body(New(7))
		b, pb := w.Body(New(7))
		assert.Equal(t, a, b, w.Name)
		assert.Equal(t, pa, pb, w.Name)
		seen := map[string]bool{}
		for seed := range uint64(200) {
			c := New(seed)
			body, patterns := w.Body(c)
			seen[string(body)] = true
			assert.NotEmpty(t, w.Target(c, patterns), w.Name)
		}
		assert.Greater(t, len(seen), 150, w.Name)
	}
}

// A used-up byte string still makes finite, valid things.
func TestBytesRunOut(t *testing.T) {
	for _, w := range Worlds {
		c := FromBytes(nil)
		body, patterns := w.Body(c)
		assert.Less(t, len(body), 1000)
		assert.True(t, strings.HasPrefix(w.Target(c, patterns), "/"))
	}
	c := FromBytes([]byte{1, 2, 3})
	assert.Equal(t, 1, c.IntN(256))
	assert.Equal(t, 2<<8|3, c.IntN(1000))
	assert.Equal(t, 0, c.IntN(10))
}

func TestMatchFollowsThePattern(t *testing.T) {
	fill := func() string { return "F" }
	assert.Equal(t, "/aFbF", Match(FromBytes([]byte{1}), "/a*b", fill))
	assert.Equal(t, "/aFb", Match(FromBytes(nil), "/a*b$", fill))
	assert.Equal(t, "/Fb", Match(FromBytes(nil), "*b", fill))
	for seed := range uint64(300) {
		p := NearMiss(New(seed), "/ab*cd$", fill)
		assert.True(t, strings.HasPrefix(p, "/"), p)
	}
}

// The typical workload has the percentiles it is made from.
func TestTypicalIsTypical(t *testing.T) {
	w, _ := Make("typical")
	var rules, lengths []int
	starred := 0
	for _, f := range w.Files {
		group, _, _ := bytes.Cut(f.Body[bytes.Index(f.Body, []byte("User-agent: *"))+5:], []byte("User-agent:"))
		n, star := 0, false
		for line := range bytes.Lines(group) {
			_, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte("llow: "))
			if !ok {
				continue
			}
			n++
			lengths = append(lengths, len(value))
			star = star || bytes.Contains(bytes.TrimRight(value, "*"), []byte("*"))
		}
		rules = append(rules, n)
		if star {
			starred++
		}
	}
	slices.Sort(rules)
	slices.Sort(lengths)
	at := func(v []int, percent int) int { return v[len(v)*percent/100] }
	assert.InDelta(t, 9, at(rules, 50), 3)
	assert.InDelta(t, 50, at(rules, 90), 15)
	assert.InDelta(t, 16, at(lengths, 50), 8)
	assert.InDelta(t, 56, at(lengths, 90), 25)
	assert.InDelta(t, 35, 100*starred/len(w.Files), 6)
}

func TestHostileIsWithinItsBounds(t *testing.T) {
	names := map[string]bool{}
	for _, f := range append(Hostile(), HostileOf(4096)...) {
		size := MaxHostile
		if names[f.Name] {
			size = 4096
		}
		names[f.Name] = true
		assert.LessOrEqual(t, len(f.Body), size, f.Name)
		assert.Greater(t, len(f.Body), size/3, f.Name)
		assert.NotEmpty(t, f.Derived, f.Name)
		longest := 0
		for _, target := range f.Derived {
			longest = max(longest, len(target))
			assert.True(t, strings.HasPrefix(target, "/"), f.Name)
		}
		assert.LessOrEqual(t, longest, MaxTarget, f.Name)
	}
}

func TestHostileHoldsWhatItSays(t *testing.T) {
	count := map[string]int{"star-pairs": 16_000, "many-literals": 46_000, "many-groups": 14_000, "escaped-stars-many": 10_000}
	for _, f := range Hostile() {
		if want, ok := count[f.Name]; ok {
			assert.GreaterOrEqual(t, bytes.Count(bytes.ToLower(f.Body), []byte("llow:")), want, f.Name)
		}
		if f.Name == "one-rule-stars" {
			assert.GreaterOrEqual(t, bytes.Count(f.Body, []byte("*a")), 100_000)
		}
	}
}

func TestScaledAndLengthened(t *testing.T) {
	for _, n := range []int{1, 10, 1000} {
		for _, starred := range []int{0, 25} {
			f := Scaled(1, n, starred)
			assert.Equal(t, n, bytes.Count(f.Body, []byte("llow: ")))
			for _, p := range Lengthened(2, f, 200, 5) {
				assert.Len(t, p, 200)
			}
		}
	}
}

func TestHostsDiffer(t *testing.T) {
	next, again := Hosts(9), Hosts(9)
	seen := map[string]bool{}
	for range 200 {
		f := next()
		assert.Equal(t, f, again())
		seen[string(f.Body)] = true
	}
	assert.Greater(t, len(seen), 190)
}

// The other workloads are what bench/README.md says of them.
func TestLoadsHoldWhatTheirNamesSay(t *testing.T) {
	// count gives a file's rules in its first group, and how many of them have
	// a wildcard or an escape.
	count := func(f File) (rules, starred, escaped int) {
		group, _, _ := bytes.Cut(f.Body[bytes.Index(f.Body, []byte("User-agent: *"))+5:], []byte("User-agent:"))
		for line := range bytes.Lines(group) {
			_, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte("llow: "))
			if !ok {
				continue
			}
			rules++
			if bytes.Contains(bytes.TrimRight(value, "*"), []byte("*")) {
				starred++
			}
			if bytes.Contains(value, []byte("%")) || bytes.ContainsFunc(value, func(r rune) bool { return r >= 0x80 }) {
				escaped++
			}
		}
		return rules, starred, escaped
	}
	for _, name := range []string{"tiny", "large", "wildcard-heavy", "percent-heavy"} {
		w, _ := Make(name)
		all, withEscape := 0, 0
		for _, f := range w.Files {
			rules, starred, escaped := count(f)
			all, withEscape = all+rules, withEscape+escaped
			switch name {
			case "tiny":
				assert.LessOrEqual(t, rules, 3, f.Name)
				assert.Positive(t, rules, f.Name)
			case "large":
				assert.GreaterOrEqual(t, rules, 300, f.Name)
				assert.LessOrEqual(t, rules, 20_000, f.Name)
			case "wildcard-heavy":
				assert.GreaterOrEqual(t, starred, 8, f.Name) // a star may fall at a value's end
				assert.LessOrEqual(t, starred, 500, f.Name)
			}
		}
		if name == "percent-heavy" {
			assert.Greater(t, 2*withEscape, all, "half of the rules have escapes")
		}
		t.Logf("%s: %d files, %d rules, %d with escapes", name, len(w.Files), all, withEscape)
	}
}
