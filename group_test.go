package robotrie_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// show writes rules short: "2 disallow /a".
func show(rules []robotrie.Rule) []string {
	var out []string
	for _, r := range rules {
		out = append(out, fmt.Sprintf("%d %s %s", r.Line, r.Type, r.Pattern))
	}
	return out
}

// agentFile has groups that share agents, share rules, and have neither.
var agentFile = text(
	"User-agent: Alpha", // 1
	"User-agent: *",
	"Disallow: /1",
	"",
	"User-agent: beta/2.0", // 5
	"",
	"# a comment",
	"Sitemap: https://example.com/s.xml",
	"User-agent: GAMMA",
	"Disallow: /2", // 10
	"Allow: /2/b",
	"User-agent: alpha",
	"Allow: /3",
	"User-agent: delta",
	"Disallow:", // 15
	"User-agent: *",
	"Disallow: /4",
	"User-agent: epsilon",
)

// docs/SEMANTICS.md, 3.1 and 3.3 to 3.6.
func TestGroupOfTokens(t *testing.T) {
	type answer struct {
		agents []string
		rules  []string
	}
	alpha := answer{[]string{"alpha"}, []string{"3 disallow /1", "13 allow /3"}}
	wildcard := answer{[]string{"*"}, []string{"3 disallow /1", "17 disallow /4"}}
	beta := answer{[]string{"beta", "gamma"}, []string{"10 disallow /2", "11 allow /2/b"}}

	tests := []struct {
		dialect robotrie.Dialect
		tokens  []string
		want    answer
	}{
		{robotrie.RFC9309, []string{"Alpha"}, alpha},
		{robotrie.RFC9309, []string{"alPHA/1.0"}, alpha},
		{robotrie.RFC9309, []string{"beta"}, beta},
		{robotrie.RFC9309, []string{"Gamma"}, beta},
		{robotrie.RFC9309, []string{"delta"}, answer{[]string{"delta"}, nil}},
		{robotrie.RFC9309, []string{"epsilon"}, answer{[]string{"epsilon"}, nil}},
		{robotrie.RFC9309, []string{"zeta"}, wildcard},
		{robotrie.RFC9309, nil, wildcard},
		{robotrie.RFC9309, []string{""}, wildcard},
		{robotrie.RFC9309, []string{"*"}, wildcard},
		{robotrie.RFC9309, []string{"alph"}, wildcard},
		{robotrie.RFC9309, []string{"alphabet"}, wildcard},
		{robotrie.RFC9309, []string{"zeta", "beta", "alpha"}, beta},
		{robotrie.RFC9309, []string{"alpha", "beta"}, alpha},
		{robotrie.RFC9309, []string{"", "(x)", "beta"}, beta},

		{robotrie.Google, []string{"ALPHA"}, alpha},
		{robotrie.Google, []string{"alpha/1.0"}, wildcard},
		{robotrie.Google, []string{"zeta"}, wildcard},
		{robotrie.Google, nil, wildcard},

		{robotrie.Koster1996, []string{"alpha/2"}, answer{[]string{"alpha", "*"}, []string{"3 disallow /1"}}},
		{robotrie.Koster1996, []string{"zeta"}, answer{[]string{"alpha", "*"}, []string{"3 disallow /1"}}},
		{robotrie.Koster1996, []string{"gamma"}, answer{[]string{"gamma"}, []string{"10 disallow /2", "11 allow /2/b"}}},
	}
	for _, test := range tests {
		g := robotrie.Compile([]byte(agentFile), robotrie.WithDialect(test.dialect)).Group(test.tokens...)
		require.NotNil(t, g)
		assert.Equal(t, test.want.rules, show(g.Rules()), "%s, %q: rules", test.dialect, test.tokens)
		assert.Equal(t, test.want.agents, g.Agents(), "%s, %q: agents", test.dialect, test.tokens)
	}
}

// docs/SEMANTICS.md, 3.6: under Google the groups of all tokens count as one,
// each group, rule and agent once.
func TestGoogleJoinsTokens(t *testing.T) {
	robots := robotrie.Compile([]byte(agentFile), robotrie.WithDialect(robotrie.Google))
	joined := []string{"3 disallow /1", "10 disallow /2", "11 allow /2/b", "13 allow /3"}
	for _, tokens := range [][]string{{"alpha", "beta"}, {"beta", "alpha"}, {"alpha", "zeta", "gamma", "beta", "ALPHA"}} {
		g := robots.Group(tokens...)
		assert.Equal(t, joined, show(g.Rules()), "%q: rules in the order of the file", tokens)
		assert.False(t, g.Allowed("/1"), "%q", tokens)
		assert.False(t, g.Allowed("/2"), "%q", tokens)
		assert.True(t, g.Allowed("/4"), "%q: the wildcard group is not joined", tokens)
	}
}

func TestGoogleJoinsTokensAgents(t *testing.T) {
	robots := robotrie.Compile([]byte(agentFile), robotrie.WithDialect(robotrie.Google))
	for _, tokens := range [][]string{{"alpha", "beta"}, {"beta", "alpha"}, {"alpha", "zeta", "gamma", "beta", "ALPHA"}} {
		assert.Equal(t, []string{"alpha", "beta", "gamma"}, robots.Group(tokens...).Agents(),
			"asked for %q: each agent once, in the order in which the file first names them", tokens)
	}
	assert.Equal(t, []string{"alpha"}, robots.Group("alpha", "alpha").Agents())
}

func TestGroups(t *testing.T) {
	var agents [][]string
	var rules [][]string
	for g := range robotrie.Compile([]byte(agentFile)).Groups() {
		agents = append(agents, g.Agents())
		rules = append(rules, show(g.Rules()))
	}
	assert.Equal(t, [][]string{{"alpha"}, {"*"}, {"beta", "gamma"}, {"delta"}, {"epsilon"}}, agents)
	assert.Equal(t, [][]string{
		{"3 disallow /1", "13 allow /3"},
		{"3 disallow /1", "17 disallow /4"},
		{"10 disallow /2", "11 allow /2/b"},
		nil, nil,
	}, rules)

	// One may stop early.
	n := 0
	for range robotrie.Compile([]byte(agentFile)).Groups() {
		n++
		break
	}
	assert.Equal(t, 1, n)
}

// Every group that Groups yields is the one that its agents get.
func TestGroupsAnswerAsTheirAgentsDo(t *testing.T) {
	for _, dialect := range everyDialect {
		robots := robotrie.Compile([]byte(agentFile), robotrie.WithDialect(dialect))
		for g := range robots.Groups() {
			for _, agent := range g.Agents() {
				same := robots.Group(agent)
				assert.Equal(t, g.Rules(), same.Rules(), "%s, %s", dialect, agent)
				for _, target := range []string{"/", "/1", "/2", "/2/b", "/3", "/4"} {
					assert.Equal(t, g.Match(target), same.Match(target), "%s, %s, %s", dialect, agent, target)
				}
			}
		}
	}
}

// docs/SEMANTICS.md, 3.7: a delay belongs to the agents named above it in its
// group, and of several the longest counts.
func TestCrawlDelay(t *testing.T) {
	body := text(
		"Crawl-delay: 99", // belongs to nobody
		"User-agent: first",
		"Crawl-delay: 5",
		"User-agent: second",
		"Crawl-Delay: 2",
		"Disallow: /a",
		"crawl-delay: 3 # seconds",
		"",
		"User-agent: third",
		"Crawl-delay: soon",
		"Disallow: /",
		"User-agent: fourth",
		"Crawl-delay: 0",
		"Disallow:",
		"User-agent: second",
		"Disallow: /b",
		"Crawl-delay: 2.5",
		"User-agent: day",
		"Crawl-delay: 86400",
		"Disallow:",
		"User-agent: forever",
		"Disallow:",
		"Crawl-delay: 99999999999999",
	)
	robots := robotrie.Compile([]byte(body))
	for agent, want := range map[string]time.Duration{
		"first":   5 * time.Second,
		"second":  3 * time.Second,
		"third":   -1,
		"fourth":  0,
		"day":     24 * time.Hour,
		"forever": math.MaxInt64,
		"nobody":  -1,
	} {
		delay, ok := robots.Group(agent).CrawlDelay()
		assert.Equal(t, want >= 0, ok, agent)
		assert.Equal(t, max(want, 0), delay, agent)
	}
	lines := func(records []robotrie.Record) (out []int) {
		for _, r := range records {
			out = append(out, r.Line)
		}
		return out
	}
	assert.Equal(t, []int{3, 5, 7}, lines(robots.Group("first").Records("crawl-delay")))
	assert.Equal(t, []int{5, 7, 17}, lines(robots.Group("second").Records("Crawl-Delay")))
	assert.Equal(t, []int{1, 3, 5, 7, 10, 13, 17, 19, 23}, lines(robots.Records("crawl-delay")))

	_, ok := robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Google)).Group("first").CrawlDelay()
	assert.False(t, ok, "Google knows no crawl-delay")

	delay, ok := robotrie.Compile([]byte("user-agent: *\ncrawl-delay: 7\n")).Group("x").CrawlDelay()
	assert.True(t, ok)
	assert.Equal(t, 7*time.Second, delay, "a group without rules")
}

// docs/SEMANTICS.md, 2.5 and 3.7: other lines are kept as they are written.
func TestRecords(t *testing.T) {
	body := text(
		"Host: example.com", // 1
		"User-agent: *",
		"Content-Signal: search=yes, ai-train=no",
		"Disallow: /a",
		"Clean-param:\tref  /articles/  # why", // 5
		"content-signal:ai-input=no",
		"No-Value:",
		"User-agent: bot",
		"Disallow: /b",
		"Clean-param: s", // 10
	)
	robots := robotrie.Compile([]byte(body))
	wildcard, bot := robots.Group("x"), robots.Group("bot")
	assert.Equal(t, []robotrie.Record{
		{Name: "Content-Signal", Value: "search=yes, ai-train=no", Line: 3},
		{Name: "content-signal", Value: "ai-input=no", Line: 6},
	}, wildcard.Records("CONTENT-SIGNAL"))
	assert.Equal(t, []robotrie.Record{{Name: "Clean-param", Value: "ref  /articles/", Line: 5}}, wildcard.Records("clean-param"))
	assert.Equal(t, []robotrie.Record{{Name: "No-Value", Value: "", Line: 7}}, wildcard.Records("no-value"))
	assert.Equal(t, []robotrie.Record{{Name: "Clean-param", Value: "s", Line: 10}}, bot.Records("clean-param"))
	assert.Empty(t, bot.Records("content-signal"))
	assert.Empty(t, bot.Records("host"))
	assert.Equal(t, []robotrie.Record{{Name: "Host", Value: "example.com", Line: 1}}, robots.Records("host"))
	assert.Len(t, robots.Records("clean-param"), 2)
	for _, name := range []string{"", "disallow", "user-agent", "sitemap", "clean"} {
		assert.Empty(t, robots.Records(name), name)
		assert.Empty(t, wildcard.Records(name), name)
	}
	google := robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Google))
	assert.Empty(t, google.Records("host"))
	assert.Empty(t, google.Group("x").Records("clean-param"))
}

// Names of records are equal if they are the same but for ASCII case.
func TestRecordNamesFoldASCIIOnly(t *testing.T) {
	robots := robotrie.Compile([]byte("Éa-B: 1\n\xffx: 2\n"))
	assert.Len(t, robots.Records("Éa-b"), 1)
	assert.Len(t, robots.Records("ÉA-B"), 1)
	assert.Empty(t, robots.Records("éa-b"))
	assert.Len(t, robots.Records("\xffX"), 1)
	assert.Empty(t, robots.Records("\xfex"))
}

// docs/SEMANTICS.md, 3.7: sitemaps belong to the file, wherever they stand.
func TestSitemaps(t *testing.T) {
	body := text("Sitemap: https://example.com/1.xml", "User-agent: bot", "sitemap:  https://example.com/2.xml # x", "Disallow: /",
		"SITEMAP:/3.xml", "", "Site-map: https://example.com/4.xml", "Sitemap:", "Sitemap: https://example.com/1.xml")
	want := []string{"https://example.com/1.xml", "https://example.com/2.xml", "/3.xml", "https://example.com/4.xml", "https://example.com/1.xml"}
	assert.Equal(t, want, robotrie.Compile([]byte(body)).Sitemaps())
	assert.Equal(t, want, robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Google)).Sitemaps())
	assert.Equal(t, slices.Delete(slices.Clone(want), 3, 4),
		robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Koster1996)).Sitemaps(), "Koster1996 repairs no misspellings")
	assert.Equal(t, want, robotrie.Compile([]byte(body), robotrie.WithAgents("other")).Sitemaps())
	assert.Empty(t, robotrie.Compile(nil).Sitemaps())
}

// Rules gives a line as it is written, not in canonical form.
func TestRulesAsWritten(t *testing.T) {
	body := text("User-agent: *", "Disallow: /%7euser/ö b*", "ALLOW:\t/x$ # y", "Disallow:", "Disallow: relative", "Allow: *%2a")
	rules := robotrie.Compile([]byte(body)).Group().Rules()
	assert.Equal(t, []robotrie.Rule{
		{Type: robotrie.Disallow, Pattern: "/%7euser/ö b*", Line: 2},
		{Type: robotrie.Allow, Pattern: "/x$", Line: 3},
		{Type: robotrie.Allow, Pattern: "*%2a", Line: 6},
	}, rules)
	rules[0].Pattern = "changed"
	assert.Equal(t, "/%7euser/ö b*", robotrie.Compile([]byte(body)).Group().Rules()[0].Pattern)

	google := show(robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Google)).Group().Rules())
	assert.Equal(t, []string{"2 disallow /%7euser/ö b*", "3 allow /x$", "4 disallow ", "5 disallow relative", "6 allow *%2a"}, google)
}

func TestRuleTypeString(t *testing.T) {
	assert.Equal(t, []string{"", "allow", "disallow", ""}, []string{
		robotrie.NoRule.String(), robotrie.Allow.String(), robotrie.Disallow.String(), robotrie.RuleType(9).String(),
	})
}

// Many agents that share a large group and have one of their own besides must
// not multiply the file, and must answer as if they did.
func TestManyAgentsShareALargeGroup(t *testing.T) {
	var b strings.Builder
	const agents, rules = 200, 300
	for i := range agents {
		fmt.Fprintf(&b, "User-agent: bot%d\n", i)
	}
	for i := range rules {
		fmt.Fprintf(&b, "Disallow: /shared/%d/*x%d$\n", i, i)
	}
	for i := range agents {
		fmt.Fprintf(&b, "User-agent: bot%d\nAllow: /shared/%d/\nAllow: /shared/*%d$\n", i, i, i)
	}
	for dialect, theirs := range map[robotrie.Dialect]oracle.Dialect{
		robotrie.RFC9309: oracle.RFC9309, robotrie.Koster1996: oracle.Koster1996,
	} {
		robots := robotrie.Compile([]byte(b.String()), robotrie.WithDialect(dialect))
		file := oracle.Parse(theirs, []byte(b.String()), 0)
		for _, i := range []int{0, 1, 9, 57, agents - 1} {
			agent := fmt.Sprintf("bot%d", i)
			g := robots.Group(agent)
			for _, target := range []string{"/", fmt.Sprintf("/shared/%d/x%d", i, i), fmt.Sprintf("/shared/%d/yx%d", i+1, i+1), fmt.Sprintf("/shared/5/%d", i), "/shared/7/x7"} {
				v, want := g.Match(target), file.Ask([]string{agent}, target)
				assert.Equal(t, want, oracle.Answer{Allowed: v.Allowed, Line: v.Rule.Line, Type: v.Rule.Type.String(), Pattern: v.Rule.Pattern},
					"%s, %s, %s", dialect, agent, target)
			}
		}
	}
}
