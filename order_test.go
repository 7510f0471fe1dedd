package robotrie_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// sameAsOracle compares verdict and line under every dialect.
func sameAsOracle(t *testing.T, body string, targets ...string) {
	t.Helper()
	for name, d := range dialects {
		g := robotrie.Compile([]byte(body), robotrie.WithDialect(d.library)).Group("ExampleBot")
		file := oracle.Parse(d.oracle, []byte(body), 0)
		for _, target := range targets {
			v, want := g.Match(target), file.Ask([]string{"ExampleBot"}, target)
			require.Equal(t, want.Line, v.Rule.Line, "%s: body %.2000q, target %q", name, body, target)
			require.Equal(t, want.Allowed, v.Allowed, "%s: body %.2000q, target %q", name, body, target)
			require.Equal(t, want.Allowed, g.Allowed(target), "%s: body %.2000q, target %q", name, body, target)
		}
	}
}

// TestOrderOfManyRules: rules are put in order in three ways, by how many there
// are and how long the longest is. All rules here match the longest target.
func TestOrderOfManyRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rules := range []int{2, 23, 24, 25, 26, 60} {
		for _, longest := range []int{8, 40, 254, 255, 256, 257, 600} {
			for round := range 3 {
				var body strings.Builder
				body.WriteString("user-agent: *\n")
				for i := range rules {
					length := 1 + random.IntN(longest)
					if i == round { // at the front, and not
						length = longest
					}
					key := []string{"allow", "disallow"}[random.IntN(2)]
					star := []string{"", "", "*", "$"}[random.IntN(4)]
					fmt.Fprintf(&body, "%s: /%s%s\n", key, strings.Repeat("a", length-1), star)
				}
				for _, length := range []int{1, 2, longest / 2, longest - 1, longest, longest + 1} {
					sameAsOracle(t, body.String(), "/"+strings.Repeat("a", length-1), "/"+strings.Repeat("a", length-1)+"b")
				}
			}
		}
	}
}

// TestKeysThatAreAlmostRules: one octet of a key makes it another one.
func TestKeysThatAreAlmostRules(t *testing.T) {
	for _, key := range []string{"Disallow:", "Allow:"} {
		for at := range len(key) {
			for c := range 128 {
				if c == '\n' || c == '\r' {
					continue
				}
				line := key[:at] + string([]byte{byte(c)}) + key[at+1:]
				sameAsOracle(t, "user-agent: *\ndisallow: /a\nallow: /a/b\n"+line+" /a/b/c\n", "/a/b/c", "/a/b")
			}
		}
	}
}

// TestEveryReading: a rule's piece may stand in the query from any piece on, and
// what a small file asks for fits the budget (docs/SEMANTICS.md, 5.3).
func TestEveryReading(t *testing.T) {
	body := "user-agent: *\ndisallow: /*%2Fa*%2Fb*%2Fc*%2Fd\n"
	pieces := []string{"a", "b", "c", "d"}
	for query := range len(pieces) + 1 {
		var target strings.Builder
		target.WriteString("/x")
		for i, p := range pieces {
			slash := "%2F"
			if i >= query {
				slash = "/"
			}
			if i == query {
				target.WriteString("?")
			}
			target.WriteString(slash + p)
		}
		sameAsOracle(t, body, target.String())
		assert.False(t, robotrie.Compile([]byte(body)).Group("ExampleBot").Allowed(target.String()), target.String())
	}
	assert.Empty(t, robotrie.Compile([]byte(body)).Diagnostics())
}

// TestIndexPageOfTheSite: the directory that an index page stands for may be the
// site (docs/SEMANTICS.md, 6.5).
func TestIndexPageOfTheSite(t *testing.T) {
	sameAsOracle(t, "user-agent: *\nallow: /index.html\ndisallow: /\n", "/", "/a", "/index.html", "/index.htm")
	sameAsOracle(t, "user-agent: *\nallow: index.html\ndisallow: /\n", "/", "/a", "/index.html")
}

// TestWhatOthersAreTold: compiled for one crawler, a file keeps nothing of what
// it tells others: neither rules nor records, and no diagnostics of them.
func TestWhatOthersAreTold(t *testing.T) {
	body := []byte("user-agent: a\ncrawl-delay: 1\ndisallow: /a\n\nuser-agent: b\ncrawl-delay: 2\ndisallow: no-path\ndisallow: /b\n")
	few := robotrie.Compile(body, robotrie.WithAgents("a"))
	require.Len(t, few.Records("crawl-delay"), 1)
	assert.Equal(t, "1", few.Records("crawl-delay")[0].Value)
	assert.Empty(t, few.Diagnostics())
	all := robotrie.Compile(body)
	assert.Len(t, all.Records("crawl-delay"), 2)
	assert.Len(t, all.Diagnostics(), 1)
}

// TestCountsOfUnknownKeys: one line is not called several.
func TestCountsOfUnknownKeys(t *testing.T) {
	for _, count := range []int{1, 2, 3, 9, 10, 19, 123} {
		d := robotrie.Compile([]byte("user-agent: *\n" + strings.Repeat("noindex: /\n", count))).Diagnostics()
		require.Len(t, d, 1)
		assert.Equal(t, count > 1, strings.Contains(d[0].Message, fmt.Sprintf("(%d lines, this is the first)", count)), d[0].Message)
		assert.Equal(t, count > 1, strings.Contains(d[0].Message, "lines"), d[0].Message)
	}
}

// TestWhatBecomesOfUnknownKeys: they are records, but not under Google.
func TestWhatBecomesOfUnknownKeys(t *testing.T) {
	for dialect, want := range map[robotrie.Dialect]string{robotrie.RFC9309: "kept as a record", robotrie.Google: "ignored"} {
		d := robotrie.Compile([]byte("user-agent: *\nnoindex: /\ndisallow: /\n"), robotrie.WithDialect(dialect)).Diagnostics()
		require.Len(t, d, 1)
		assert.Contains(t, d[0].Message, want)
	}
}

// TestNULInALine: wherever it stands, it ends the line under Google alone.
func TestNULInALine(t *testing.T) {
	for _, line := range []string{"\x00disallow: /a", "dis\x00allow: /a", "disallow\x00: /a", "disallow:\x00 /a", "disallow: \x00/a", "disallow: /\x00a", "disallow: /a\x00"} {
		sameAsOracle(t, "user-agent: *\ndisallow: /b\n"+line+"\n", "/a", "/b", "/", "/%00a")
	}
}

// TestLongValuesInDiagnostics: a message quotes a value, but not all of one that
// is made to fill the log.
func TestLongValuesInDiagnostics(t *testing.T) {
	quoted := func(length int) string {
		value := strings.Repeat("x", length)
		d := robotrie.Compile([]byte("user-agent: *\ndisallow: " + value + "\n")).Diagnostics()
		require.Len(t, d, 1)
		return d[0].Message
	}
	cut := 0
	for length := 1; length < 2000; length++ {
		whole := strings.Contains(quoted(length), strings.Repeat("x", length))
		ellipsis := strings.Contains(quoted(length), "…")
		require.NotEqual(t, whole, ellipsis, "%d octets", length)
		if ellipsis && cut == 0 {
			cut = length
		}
		require.Equal(t, cut == 0, whole, "%d octets: cut, but not at %d", length, cut)
		require.Less(t, len(quoted(length)), 1000)
	}
	assert.NotZero(t, cut)
}
