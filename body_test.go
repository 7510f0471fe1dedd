package robotrie_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// docs/SEMANTICS.md, 1.2: UTF-16 with a mark is decoded, under Google it is
// not and has no rules.
func TestUTF16(t *testing.T) {
	plain := text("User-agent: *", "Disallow: /käse", "Disallow: /\U0001F9C0", "Disallow: /a")
	for name, encode := range map[string]func(string) string{"little-endian": utf16le, "big-endian": utf16be} {
		for _, dialect := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Koster1996} {
			g := robotrie.Compile([]byte(encode("\ufeff"+plain)), robotrie.WithDialect(dialect)).Group()
			assert.Equal(t, []string{"2 disallow /käse", "3 disallow /\U0001F9C0", "4 disallow /a"}, show(g.Rules()), "%s, %s", dialect, name)
			assert.False(t, g.Allowed("/k%C3%A4se"))
			assert.False(t, g.Allowed("/%F0%9F%A7%80"))

			// An odd octet at the end, and halves of surrogate pairs, are no
			// text; the lines around them count.
			broken := encode("\ufeffUser-agent: *\nDisallow: /a\nDisallow: /b") + encode("!")[:1]
			assert.Equal(t, []string{"2 disallow /a", "3 disallow /b\ufffd"}, show(robotrie.Compile([]byte(broken), robotrie.WithDialect(dialect)).Group().Rules()), name)
		}
		google := robotrie.Compile([]byte(encode("\ufeff"+plain)), robotrie.WithDialect(robotrie.Google)).Group()
		assert.Empty(t, google.Rules(), name)
		without := robotrie.Compile([]byte(encode(plain))).Group()
		assert.True(t, without.Allowed("/a"), "%s without a mark is not guessed at", name)
	}
	lone := "\xff\xfe" + utf16le("User-agent: *\nDisallow: /") + "\x3d\xd8" + utf16le("x\nDisallow: /b") + "\x3d\xd8"
	assert.Equal(t, []string{"2 disallow /\ufffdx", "3 disallow /b\ufffd"}, show(robotrie.Compile([]byte(lone)).Group().Rules()))
	for _, body := range []string{"\xff\xfe", "\xfe\xff", "\xff\xfe\n", "\xff", "\xef\xbb\xbf", "\xef\xbb", "\xef"} {
		assert.True(t, robotrie.Compile([]byte(body)).Group("x").Allowed("/"), "%q", body)
	}
}

// badBodies are bodies that no author would write on purpose.
func badBodies() map[string][]byte {
	random := rand.NewChaCha8([32]byte{1})
	binary := make([]byte, 200_000)
	_, _ = random.Read(binary)
	var groups bytes.Buffer
	for i := range 50_000 {
		fmt.Fprintf(&groups, "User-agent: bot%d\nDisallow: /%d\n", i, i)
	}
	return map[string][]byte{
		"empty":                      {},
		"5 MB of rules":              []byte("User-agent: *\n" + strings.Repeat("Disallow: /some/path/or/other/*?x=\n", 5<<20/35)),
		"5 MB of comments":           []byte("User-agent: *\nDisallow: /a\n" + strings.Repeat("# nothing\n", 5<<20/10)),
		"one line of 500 KiB":        []byte("Disallow: /" + strings.Repeat("a", 500<<10)),
		"one rule of 500 KiB":        []byte("User-agent: *\nDisallow: /" + strings.Repeat("a*", 500<<9-20)),
		"one rule of ambiguous text": []byte("User-agent: *\nDisallow: /" + strings.Repeat("*%2F", 500<<8-20)),
		"NULs":                       make([]byte, 100_000),
		"NULs between":               []byte("User-agent: *\nDisallow: /a\x00\x00b\n\x00Disallow: /c\n"),
		"HTML":                       []byte("<!DOCTYPE html>\n<html><head><title>404: not found</title></head>\n<body style=\"color:red\">\nDisallow: /\n</body></html>\n"),
		"UTF-16":                     []byte(utf16le("\ufeffUser-agent: *\nDisallow: /a\n")),
		"UTF-16 cut":                 []byte(utf16be("\ufeffUser-agent: *\nDisallow: /a\n")[:41]),
		"binary":                     binary,
		"50,000 groups":              groups.Bytes(),
		"line ends":                  []byte(strings.Repeat("\r\n\n\r", 50_000)),
		"colons":                     []byte(strings.Repeat(":\n", 50_000)),
		"agents without end":         []byte(strings.Repeat("User-agent: a\n", 40_000)),
		"keys":                       []byte(strings.Repeat("a b c: d\n", 40_000)),
		"stars":                      []byte("User-agent: *\n" + strings.Repeat("Disallow: *\nAllow: **$\nDisallow: /*$*$\n", 10_000)),
		"percents":                   []byte("User-agent: *\nDisallow: /" + strings.Repeat("%", 10_000) + "\nDisallow: /%\nDisallow: /%4\n"),
		"delays":                     []byte("User-agent: *\n" + strings.Repeat("Crawl-delay: 1e9999\n", 10_000)),
	}
}

// badTargets are no URLs, or hardly.
var badTargets = []string{
	"", " ", "#", "?", ";", "%", "/%", "/%4", "/%zz", "://", "//", "///", "http:", "http://", "http:///", "::", "[", "http://[::1", "\x00", "/\x00",
	"/\xff\xfe", "/a\nb", "*", "$", "/*", "/$", "/robots.txt", "/robots%2Etxt", "https://example.com", "not a url", "javascript:alert(1)",
	"http://example.com:99999999/a?b#c", "/" + strings.Repeat("a", 5000), "/" + strings.Repeat("%41", 5000), strings.Repeat("/", 3000),
	"/" + strings.Repeat("%2F?", 1000), "/" + strings.Repeat("ö", 2000),
}

// TestBadBodies: nothing panics, everything answers, in reasonable time.
func TestBadBodies(t *testing.T) {
	begin := time.Now()
	for name, body := range badBodies() {
		for _, dialect := range everyDialect {
			for _, options := range [][]robotrie.Option{
				{robotrie.WithDialect(dialect)},
				{robotrie.WithDialect(dialect), robotrie.WithAgents("bot7", "ExampleBot"), robotrie.WithMaxSize(10_000)},
			} {
				// Explain asks every rule, which is slow for as many as these.
				explain := len(body) < 15_000
				require.NotPanics(t, func() { exercise(t, robotrie.Compile(body, options...), explain) }, "%s, %s", dialect, name)
			}
		}
	}
	assert.Less(t, time.Since(begin), 2*time.Minute)
}

// exercise calls everything that a Robots and its groups have, and Explain if
// asked to.
func exercise(t *testing.T, robots *robotrie.Robots, explain bool) {
	t.Helper()
	robots.Sitemaps()
	robots.Diagnostics()
	robots.Records("crawl-delay")
	n := 0
	for g := range robots.Groups() {
		g.Agents()
		if n++; n > 20 {
			break
		}
	}
	for _, tokens := range [][]string{nil, {"bot7"}, {"ExampleBot", "a"}} {
		g := robots.Group(tokens...)
		g.Rules()
		g.Records("x")
		g.CrawlDelay()
		for i, target := range badTargets {
			if testing.Short() && len(target) > 2000 {
				continue // slow under the race detector
			}
			v := g.Match(target)
			assert.Equal(t, v.Allowed, g.Allowed(target), "%q", target)
			if explain && i%8 == 0 {
				assert.Equal(t, v, g.Explain(target).Verdict, "%q", target)
			}
		}
	}
}

// Explain must not need a multiple of the file's square: a rule of n pieces
// that each stand in the path or in the query may do so in n ways, and a person,
// or a service that explains other people's files, asks about such a file too.
func TestExplainIsBounded(t *testing.T) {
	for _, pieces := range []int{1000, 2000} {
		body := []byte("User-agent: *\n" + manySpellings(pieces) + "\n")
		g := robotrie.Compile(body).Group()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e := g.Explain("/x")
		runtime.ReadMemStats(&after)
		assert.True(t, e.Verdict.Allowed)
		assert.Less(t, int(after.TotalAlloc-before.TotalAlloc), 400*len(body)+1<<20, "bytes allocated for a body of %d", len(body))
	}
}

// A rule that can be read in hundreds of ways is read in all of them, by Match
// and by Explain.
func TestEveryWayToReadARule(t *testing.T) {
	body := []byte(text("User-agent: *", manySpellings(300), "Allow: /*z"))
	g := robotrie.Compile(body).Group()
	// So many pieces in the path, the others in the query.
	for _, n := range []int{0, 1, 5, 100, 200, 298, 299, 300} {
		target := "/" + strings.Repeat("a%2Fb", n) + "?" + strings.Repeat("a/b", 300-n) + "z"
		e := g.Explain(target)
		v := g.Match(target)
		assert.True(t, v == e.Verdict, "query before piece %d", n)
		assert.Equal(t, 2, v.Rule.Line, "query before piece %d", n)
		if assert.NotEmpty(t, e.Matches, "query before piece %d", n) {
			assert.Equal(t, v.Rule.Line, e.Matches[0].Line, "query before piece %d", n)
		}
		v = g.Match(strings.Replace(target, "?", "", 1))
		assert.Equal(t, n == 300, v.Rule.Line == 2, "without a query, from piece %d on as in one", n)
	}
}

// What the bad bodies do say counts.
func TestBadBodiesStillCount(t *testing.T) {
	all := badBodies()
	allowed := func(name, agent, target string) bool {
		return robotrie.Compile(all[name]).Group(agent).Allowed(target)
	}
	assert.True(t, allowed("HTML", "x", "/"))
	assert.True(t, allowed("empty", "x", "/"))
	assert.False(t, allowed("UTF-16", "x", "/a"))
	assert.False(t, allowed("5 MB of rules", "x", "/some/path/or/other/y?x="))
	assert.False(t, allowed("5 MB of comments", "x", "/a"))
	assert.True(t, allowed("one rule of 500 KiB", "x", "/a"))
	assert.False(t, allowed("50,000 groups", "bot123", "/123"))
	assert.True(t, allowed("50,000 groups", "bot123", "/124"))
	assert.False(t, allowed("NULs between", "x", "/a%00%00b"))
	_, ok := robotrie.Compile(all["delays"]).Group("x").CrawlDelay()
	assert.True(t, ok)
}

// Compile keeps nothing of the body: whoever reads many files uses one buffer.
func TestBodyMayChangeAfterCompile(t *testing.T) {
	source := text("Host: h", "User-agent: Bot", "Disallow: /a*b$", "Clean-param: x", "Sitemap: https://example.com/s", "nonsense here now",
		"User-agent: *", "Allow: /*c", "Crawl-delay: 3", "Disallow: /%7Ed")
	for _, dialect := range everyDialect {
		for name, source := range map[string]string{"plain": source, "with mark": "\ufeff" + source, "UTF-16": utf16le("\ufeff" + source)} {
			describe := func(body []byte) (before, after string) {
				robots := robotrie.Compile(body, robotrie.WithDialect(dialect))
				say := func() string {
					s := fmt.Sprintln(robots.Sitemaps(), robots.Diagnostics(), robots.Records("host"))
					for g := range robots.Groups() {
						delay, _ := g.CrawlDelay()
						s += fmt.Sprintln(g.Agents(), g.Rules(), g.Records("clean-param"), delay)
					}
					for _, target := range []string{"/", "/axb", "/xc", "/~d", "/~e"} {
						s += fmt.Sprintln(robots.Group("bot").Explain(target), robots.Group().Match(target))
					}
					return s
				}
				before = say()
				for i := range body {
					body[i] = "#x\n"[i%3]
				}
				return before, say()
			}
			before, after := describe([]byte(source))
			assert.Equal(t, before, after, "%s, %s", dialect, name)
		}
	}
}
