package robotrie_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

func TestWithDialect(t *testing.T) {
	body := []byte(text("User-agent: *", "Disallow: /a", "Allow: /a/b", "Disallow: /x", "Allow: /x*"))
	for _, test := range []struct {
		options []robotrie.Option
		ab, x   bool
	}{
		{nil, true, true},
		{[]robotrie.Option{robotrie.WithDialect(robotrie.RFC9309)}, true, true},
		{[]robotrie.Option{robotrie.WithDialect(robotrie.Google)}, true, true},
		{[]robotrie.Option{robotrie.WithDialect(robotrie.Koster1996)}, false, false},
		{[]robotrie.Option{robotrie.WithDialect(robotrie.Koster1996), robotrie.WithDialect(robotrie.RFC9309)}, true, true},
	} {
		g := robotrie.Compile(body, test.options...).Group()
		assert.Equal(t, test.ab, g.Allowed("/a/b"))
		assert.Equal(t, test.x, g.Allowed("/x"))
		assert.False(t, g.Allowed("/a"))
	}
	assert.Panics(t, func() { robotrie.WithDialect(robotrie.Koster1996 + 1) })
	assert.Panics(t, func() { robotrie.WithDialect(255) })
}

func TestParseDialect(t *testing.T) {
	for _, dialect := range everyDialect {
		got, err := robotrie.ParseDialect(dialect.String())
		require.NoError(t, err)
		assert.Equal(t, dialect, got)
	}
	_, err := robotrie.ParseDialect("yandex")
	assert.ErrorContains(t, err, `"yandex"`)
}

// WithMaxSize at, before and behind the line ends of a body, for each style of
// line ends (docs/SEMANTICS.md, 1.1). A line counts if it is within the limit
// as a whole; its line end need not be.
func TestWithMaxSizeAtEveryByte(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CR": "\r", "CR LF": "\r\n"} {
		lines := []string{"User-agent: *", "Disallow: /a", "", "Disallow: /a/b", "Allow: /", "Disallow: /c"}
		body := strings.Join(lines, end)
		for size := 1; size <= len(body)+3; size++ {
			var want []string // the rules that are whole
			at := 0
			for i, line := range lines {
				at += len(line)
				if at <= size && i > 0 && line != "" {
					typ, pattern, _ := strings.Cut(line, ": ")
					want = append(want, string(rune('1'+i))+" "+strings.ToLower(typ)+" "+pattern)
				}
				at += len(end)
			}
			for _, dialect := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google} {
				robots := robotrie.Compile([]byte(body), robotrie.WithMaxSize(size), robotrie.WithDialect(dialect))
				assert.Equal(t, want, show(robots.Group().Rules()), "%s, %s, %d bytes", dialect, name, size)
				truncated := slices.ContainsFunc(robots.Diagnostics(), func(d robotrie.Diagnostic) bool { return d.Code == "truncated" })
				assert.Equal(t, size < len(body), truncated, "%s, %s, %d bytes: diagnosed", dialect, name, size)
			}
		}
	}
}

func TestDefaultMaxSize(t *testing.T) {
	const limit = 500 << 10
	head := "User-agent: *\n"
	rule := "Disallow: /private"
	// atByte puts the rule's last octet at the given byte of the body.
	atByte := func(n int) []byte {
		return []byte(head + "#" + strings.Repeat("x", n-len(head)-len(rule)-2) + "\n" + rule + "\nAllow: /private/more\n")
	}
	for _, test := range []struct {
		end     int
		dialect robotrie.Dialect
		counts  bool
	}{
		{limit, robotrie.RFC9309, true},
		{limit + 1, robotrie.RFC9309, false},
		{limit, robotrie.Koster1996, true},
		{limit + 1, robotrie.Koster1996, false},
		{limit + 1, robotrie.Google, true},
		{4 * limit, robotrie.Google, true},
	} {
		for _, size := range []int{0, -1} {
			g := robotrie.Compile(atByte(test.end), robotrie.WithDialect(test.dialect), robotrie.WithMaxSize(size)).Group()
			assert.Equal(t, !test.counts, g.Allowed("/private"), "%s: rule that ends at byte %d", test.dialect, test.end)
		}
	}
	assert.False(t, robotrie.Compile(atByte(4*limit), robotrie.WithMaxSize(5*limit)).Group().Allowed("/private"), "a higher limit")
}

// The mark at the start is among the bytes that count.
func TestMaxSizeCountsTheMark(t *testing.T) {
	body := "\ufeffUser-agent: *\nDisallow: /a\nDisallow: /b"
	assert.Equal(t, []string{"2 disallow /a"}, show(robotrie.Compile([]byte(body), robotrie.WithMaxSize(29)).Group().Rules()))
	assert.Empty(t, robotrie.Compile([]byte(body), robotrie.WithMaxSize(28)).Group().Rules())
	for size := 1; size <= 3; size++ {
		assert.True(t, robotrie.Compile([]byte(body), robotrie.WithMaxSize(size)).Group().Allowed("/a"))
	}
}

func TestMaxSizeOfUTF16(t *testing.T) {
	body := []byte(utf16le("\ufeffUser-agent: *\nDisallow: /a\nDisallow: /b\n"))
	for size, want := range map[int][]string{
		1: nil, 2: nil, 3: nil, 53: nil,
		54:            {"2 disallow /a"},
		55:            {"2 disallow /a"},
		56:            {"2 disallow /a"},
		79:            {"2 disallow /a"},
		80:            {"2 disallow /a", "3 disallow /b"},
		81:            {"2 disallow /a", "3 disallow /b"},
		len(body):     {"2 disallow /a", "3 disallow /b"},
		len(body) + 1: {"2 disallow /a", "3 disallow /b"},
	} {
		assert.Equal(t, want, show(robotrie.Compile(body, robotrie.WithMaxSize(size)).Group().Rules()), "%d bytes", size)
	}
}

// With some agents only, the answers for these agents are those of the whole
// file (docs/SEMANTICS.md, 3.9), on files that are crowded with groups.
func TestWithAgentsAnswersAsTheWholeFile(t *testing.T) {
	compared := 0
	for seed := range uint64(1500) {
		c := gen.New(seed)
		world := gen.Crowded
		body, patterns := world.Body(c)
		agents := []string{gen.Agents[c.IntN(len(gen.Agents))]}
		if c.IntN(2) == 0 {
			agents = append(agents, gen.Agents[c.IntN(len(gen.Agents))])
		}
		for _, dialect := range everyDialect {
			whole := robotrie.Compile(body, robotrie.WithDialect(dialect))
			few := robotrie.Compile(body, robotrie.WithDialect(dialect), robotrie.WithAgents(agents...))
			asked := [][]string{agents, agents[:1], nil}
			for _, tokens := range asked {
				g, h := whole.Group(tokens...), few.Group(tokens...)
				require.Equal(t, g.Rules(), h.Rules(), "seed %d, %s, %q of %q:\n%s", seed, dialect, tokens, agents, body)
				for _, name := range []string{"crawl-delay", "content-signal"} {
					require.Equal(t, g.Records(name), h.Records(name), "seed %d, %s, %q of %q: %s\n%s", seed, dialect, tokens, agents, name, body)
				}
				for range 5 {
					target := world.Target(c, patterns)
					require.Equal(t, g.Match(target), h.Match(target), "seed %d, %s, %q of %q, %q:\n%s", seed, dialect, tokens, agents, target, body)
					compared++
				}
			}
			require.Equal(t, whole.Sitemaps(), few.Sitemaps())
		}
	}
	t.Logf("%d answers compared", compared)
}

func TestWithAgentsLeavesOthersOut(t *testing.T) {
	body := []byte(text("User-agent: a", "User-agent: b", "Disallow: /ab", "User-agent: c", "Disallow: /c", "User-agent: *", "Disallow: /rest"))
	robots := robotrie.Compile(body, robotrie.WithAgents("A/1.0"))
	assert.Equal(t, []string{"a"}, robots.Group("a").Agents())
	assert.False(t, robots.Group("a").Allowed("/ab"))
	for _, other := range []string{"b", "c", "d"} {
		g := robots.Group(other)
		assert.Equal(t, []string{"*"}, g.Agents(), "%s is as if no group named it", other)
		assert.False(t, g.Allowed("/rest"))
		assert.True(t, g.Allowed("/ab"))
		assert.True(t, g.Allowed("/c"))
	}
	n := 0
	for g := range robots.Groups() {
		n += len(g.Agents())
	}
	assert.Equal(t, 2, n, "a and *")

	none := robotrie.Compile(body, robotrie.WithAgents())
	assert.Equal(t, []string{"*"}, none.Group("a").Agents(), "no token: the wildcard group alone")

	// The option keeps no slice of the caller's.
	tokens := []string{"a"}
	option := robotrie.WithAgents(tokens...)
	tokens[0] = "c"
	assert.Equal(t, []string{"a"}, robotrie.Compile(body, option).Group("a").Agents())
}
