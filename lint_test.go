package robotrie_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// findings writes what Lint finds as "line code", with the lines of a proof.
func findings(body string, options ...robotrie.Option) []string {
	out := []string{}
	for _, f := range robotrie.Lint([]byte(body), options...) {
		s := fmt.Sprintf("%d %s %s", f.Line, f.Severity, f.Code)
		if len(f.CoveredBy) > 0 {
			s += fmt.Sprint(" ", f.CoveredBy)
		}
		out = append(out, s)
	}
	return out
}

// TestLint has a file for each finding, and for each the like that is none.
func TestLint(t *testing.T) {
	const everybody = "User-agent: *\n"
	big := strings.Repeat("# comment\n", 50_000)
	tests := []struct {
		name, body string
		want       []string
	}{
		{"nothing", everybody + "Disallow: /a\nAllow: /a/b\n", []string{}},
		{"empty", "", []string{}},

		{"repeated", everybody + "Disallow: /a\nDisallow: /a\n", []string{"3 warning dead-rule [2]"}},
		{"repeated in other spelling", everybody + "Disallow: /%61*\nDisallow: /a\n", []string{"2 info non-canonical-pattern", "3 warning dead-rule [2]"}},
		{"never asked about", everybody + "Disallow: /robots.txt$\n", []string{"2 warning dead-rule"}},
		{"cannot stand in a query", everybody + "Disallow: /?*;*a\nDisallow: /*?a%2Fb\n", []string{"3 info non-canonical-pattern"}},
		{"within one with a star", everybody + "Disallow: /*.php\nDisallow: /*.php?*id=\n", []string{"3 info redundant-rule [2]"}},
		{"dead under a longer one", everybody + "Disallow: /****a\nAllow: /*a\n", []string{"3 warning dead-rule [2]"}},
		{"each reading covered", everybody + "Allow: /x*%2Fab\nDisallow: /x*****%2Fab\n", []string{"2 warning dead-rule [3]"}},

		{"no effect", everybody + "Disallow: /a\nAllow: /b\n", []string{"3 info allow-without-effect"}},
		{"an effect", everybody + "Disallow: /\nAllow: /b\n", []string{}},
		{"within another", everybody + "Disallow: /a\nDisallow: /a/b\n", []string{"3 info redundant-rule [2]"}},
		{"within another, but for an allow between", everybody + "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n", []string{}},

		{"no token", "User-agent: @\nDisallow: /a\n\n" + everybody + "Disallow: /b\n",
			[]string{"1 error no-agent", "1 error unreachable-group"}},
		{"named twice", "User-agent: a\nDisallow: /a\nUser-agent: b\nUser-agent: A\nDisallow: /b\n", []string{"4 info repeated-agent"}},
		{"no group of its own", "User-agent: a\nCrawl-delay: 1\n\n" + everybody + "Disallow: /b\n", []string{"2 warning crawl-delay-above-agent"}},
		{"without rules at the end", everybody + "Disallow: /b\n\nUser-agent: a\n", []string{"4 warning agent-without-rules"}},
		{"without rules on purpose", everybody + "Disallow: /b\n\nUser-agent: a\nDisallow:\n", []string{}},

		{"delay not read", "User-agent: Googlebot\nCrawl-delay: 1\nDisallow: /a\n", []string{"2 info crawl-delay-ignored"}},
		{"delays not read", "User-agent: Googlebot\nUser-agent: Googlebot-News\nCrawl-delay: 1\nCrawl-delay: 2\nDisallow: /a\n",
			[]string{"3 info crawl-delay-ignored", "4 info crawl-delay-ignored"}},
		{"delays above agents", "User-agent: a\nCrawl-delay: 1\nCrawl-delay: 2\nUser-agent: b\nUser-agent: c\nDisallow: /a\n",
			[]string{"2 warning crawl-delay-above-agent", "3 warning crawl-delay-above-agent"}},
		{"delay above", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /a\n", []string{"2 warning crawl-delay-above-agent"}},

		{"relative sitemap", "Sitemap: /sitemap.xml\nSitemap: https://example.com/sitemap.xml\n", []string{"1 warning sitemap-not-absolute"}},
		{"a page", "<!DOCTYPE html>\n<html><body>Not found</body></html>\n", []string{"1 error html-body", "1 warning missing-colon", "1 info unknown-key", "2 warning missing-colon", "2 info unknown-key"}},
		{"closed", everybody + "Disallow: /\n", []string{"2 warning site-closed"}},
		{"closed but for a page", everybody + "Disallow: /\nAllow: /$\n", []string{}},
		{"near the limit", big[:480_000] + everybody, []string{"48001 warning size-near-limit"}},
		{"far from it", big[:400_000] + everybody, []string{}},

		{"diagnostics", "\ufeffDisallow: /\nUser-agent: *\nDissallow: /a\nDisallow /b\nDisallow: c\nDisallow: https://example.com/d\nNoindex: /e\n",
			[]string{"1 info bom", "1 error rule-outside-group", "3 warning misspelt-key", "4 warning missing-colon",
				"5 error rule-without-slash", "6 error absolute-url-rule", "7 info unknown-key"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, findings(test.body))
		})
	}
}

// TestLintTellsTies: a disallow that loses a tie on some paths is told, with one.
func TestLintTellsTies(t *testing.T) {
	found := robotrie.Lint([]byte("User-agent: *\nDisallow: /a*cd\nAllow: /ab*d\n"))
	require.Len(t, found, 1)
	assert.Equal(t, robotrie.ShadowedByTie, found[0].Code)
	assert.Equal(t, 2, found[0].Line)
	assert.Equal(t, []int{3}, found[0].CoveredBy)
	assert.Contains(t, found[0].Message, "/abcd:")
	assert.Empty(t, robotrie.Lint([]byte("User-agent: *\nDisallow: /a*cd\nAllow: /ab*dd\nDisallow: /b\nAllow: /b/c")), "not as long")
}

// TestLintOfSharedRules: a rule that several groups have is dead only where it is
// dead in all of them.
func TestLintOfSharedRules(t *testing.T) {
	body := "User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: a\nAllow: /x\n"
	assert.Equal(t, []string{"3 warning shadowed-by-tie [6]", "5 info repeated-agent"}, findings(body))
	assert.Equal(t, []string{"2 warning dead-rule [5]", "2 warning shadowed-by-tie [5]", "4 info repeated-agent"},
		findings("User-agent: a\nDisallow: /x\n\nUser-agent: a\nAllow: /x\n"))
}

// TestLintIncludesDiagnostics: whatever Compile says, Lint says.
func TestLintIncludesDiagnostics(t *testing.T) {
	said := 0
	for seed := range uint64(200) {
		c := gen.New(seed)
		body, _ := gen.Worlds[seed%uint64(len(gen.Worlds))].Body(c)
		for _, d := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
			found := robotrie.Lint(body, robotrie.WithDialect(d))
			for _, x := range robotrie.Compile(body, robotrie.WithDialect(d)).Diagnostics() {
				said++
				matches := 0
				for _, f := range found {
					if f.Line == x.Line && f.Code == x.Code && f.Message == x.Message {
						matches++
					}
				}
				require.Positive(t, matches, "%q: %v", body, x)
			}
			for _, f := range found {
				require.Positive(t, f.Line, "%q: %v", body, f)
				require.LessOrEqual(t, f.Severity, robotrie.Error)
			}
		}
	}
	assert.Greater(t, said, 300)
}

// TestMinimize: what stays is where it was.
func TestMinimize(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"comments stay", "# head\r\nUser-agent: * # all\r\nDisallow: /a # why\r\n# about b\r\nDisallow: /a/b\r\n\r\nSitemap: https://example.com/s\r\n",
			"# head\r\nUser-agent: * # all\r\nDisallow: /a # why\r\n# about b\r\n\r\nSitemap: https://example.com/s\r\n"},
		{"the first of equals stays", "User-agent: *\nDisallow: /a\nDisallow: /%61\nDisallow: /a*", "User-agent: *\nDisallow: /a\n"},
		{"a group keeps a rule", "User-agent: a\nAllow: /x\n\nUser-agent: b\nDisallow: /\n", "User-agent: a\nDisallow:\n\nUser-agent: b\nDisallow: /\n"},
		{"a rule that one group needs", "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /\n", "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /\n"},
		{"nothing to do", "User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /a\n"},
		{"UTF-16", utf16le("\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a\n"), utf16le("\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a\n")},
		{"BOM", "\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a\n", "\ufeffUser-agent: *\nDisallow: /a\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, string(robotrie.Minimize([]byte(test.body))))
		})
	}
	body := "User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: /b\n"
	assert.Equal(t, body, string(robotrie.Minimize([]byte(body), robotrie.WithMaxSize(30))), "over the limit")
}

// TestMinimizeTwice: what is small already does not get smaller, for files of all
// shapes.
func TestMinimizeTwice(t *testing.T) {
	smaller := 0
	for seed := range uint64(300) {
		c := gen.New(seed)
		body, _ := gen.Worlds[seed%uint64(len(gen.Worlds))].Body(c)
		for _, d := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
			once := robotrie.Minimize(body, robotrie.WithDialect(d))
			twice := robotrie.Minimize(once, robotrie.WithDialect(d))
			require.Equal(t, string(once), string(twice), "%v: %q", d, body)
			if len(once) < len(body) {
				smaller++
			}
			before, now := robotrie.Compile(body, robotrie.WithDialect(d)), robotrie.Compile(once, robotrie.WithDialect(d))
			require.Equal(t, before.Fingerprint(), now.Fingerprint(), "%v: %q, %q", d, body, once)
		}
	}
	assert.Greater(t, smaller, 100)
}

// TestMinimizeManyDead: very many dead rules go at once, not each with a copy of
// all the others, which would be quadratic.
func TestMinimizeManyDead(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates as well")
	}
	body := []byte("User-agent: *\n" + strings.Repeat("Disallow: /a\n", 4000))
	var smaller []byte
	bytes := allocated(func() { smaller = robotrie.Minimize(body) })
	assert.Equal(t, "User-agent: *\nDisallow: /a\n", string(smaller))
	assert.LessOrEqual(t, bytes, uint64(500*len(body)), "bytes that Minimize allocates for %d octets", len(body))
}

// TestLintManyGroups: many groups are examined all, since none of them reads the
// rules of all others.
func TestLintManyGroups(t *testing.T) {
	var body, smaller strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&body, "User-agent: a%d\nDisallow: /%d\nDisallow: /%d\n", i, i, i)
		fmt.Fprintf(&smaller, "User-agent: a%d\nDisallow: /%d\n", i, i)
	}
	found := findings(body.String())
	assert.Len(t, found, 5000)
	assert.Equal(t, "3 warning dead-rule [2]", found[0])
	small, complete := robotrie.TryMinimize([]byte(body.String()))
	assert.True(t, complete)
	assert.Equal(t, smaller.String(), string(small))
}
