package robotrie_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

var explainFile = text(
	"User-agent: ExampleBot", // 1
	"Disallow: /shop/",
	"Allow: /shop/*.html$",
	"Allow: /shop/",
	"Disallow: /*?sort=", // 5
	"Disallow: /a%2Fb",
	"Disallow: /robots.txt",
	"Disallow: /same",
	"Disallow: /s*me",
	"", // 10
	"User-agent: *",
	"Disallow: /",
	"User-agent: quiet",
	"Disallow:",
)

func TestExplain(t *testing.T) {
	noWildcard := text("User-agent: other", "Disallow: /")
	tests := []struct {
		name    string
		dialect robotrie.Dialect
		body    string
		tokens  []string
		target  string
		agents  []string
		choice  string
		path    string
		matches []string
		allowed bool
		line    int
		reason  string
	}{
		{name: "longest wins", body: explainFile, tokens: []string{"ExampleBot"}, target: "https://example.com/shop/x.html#top",
			agents: []string{"examplebot"}, choice: `The file names "ExampleBot".`, path: "/shop/x.html",
			matches: []string{"3 allow /shop/*.html$", "4 allow /shop/", "2 disallow /shop/"}, allowed: true, line: 3,
			reason: "The allow of line 3 wins over the allow of line 4: its pattern is the longer one, 13 octets against 6."},
		{name: "allow wins a tie", body: explainFile, tokens: []string{"ExampleBot/2.1"}, target: "/shop/x",
			agents: []string{"examplebot"}, choice: `The file names "ExampleBot".`, path: "/shop/x",
			matches: []string{"4 allow /shop/", "2 disallow /shop/"}, allowed: true, line: 4,
			reason: "The allow of line 4 wins over the disallow of line 2: both patterns count 6 octets, and allow goes before disallow."},
		{name: "one rule", body: explainFile, tokens: []string{"x", "ExampleBot", "quiet"}, target: "/q?%73ort=%7e",
			agents: []string{"examplebot"}, choice: `The file names "ExampleBot", the most preferred of the tokens asked for that it names.`, path: "/q?sort=~",
			matches: []string{"5 disallow /*?sort="}, line: 5,
			reason: "The disallow of line 5 is the only rule that matches."},
		{name: "equal rules", body: explainFile, tokens: []string{"ExampleBot"}, target: "/same", agents: []string{"examplebot"},
			choice: `The file names "ExampleBot".`, path: "/same", matches: []string{"8 disallow /same", "9 disallow /s*me"}, line: 8,
			reason: "The disallow of line 8 wins over the disallow of line 9: both patterns count 5 octets and say the same; the first is reported."},
		{name: "no rule matches", body: explainFile, tokens: []string{"ExampleBot"}, target: "/a/b", agents: []string{"examplebot"},
			choice: `The file names "ExampleBot".`, path: "/a/b", allowed: true, reason: "No rule matches: the target is allowed."},
		{name: "robots.txt", body: explainFile, tokens: []string{"ExampleBot"}, target: "/robots%2Etxt", agents: []string{"examplebot"},
			choice: `The file names "ExampleBot".`, path: "/robots.txt", matches: []string{"7 disallow /robots.txt"}, allowed: true,
			reason: "/robots.txt itself is always allowed; no rule is asked."},
		{name: "no rules", body: explainFile, tokens: []string{"quiet"}, target: "/", agents: []string{"quiet"},
			choice: `The file names "quiet".`, path: "/", allowed: true, reason: "The group has no rules: everything is allowed."},
		{name: "wildcard group", body: explainFile, tokens: []string{"OtherBot", "Another"}, target: "", agents: []string{"*"},
			choice: `No group names "OtherBot" or "Another", so the wildcard group "*" applies.`, path: "/", matches: []string{"12 disallow /"}, line: 12,
			reason: "The disallow of line 12 is the only rule that matches."},
		{name: "no token", body: explainFile, target: "/x", agents: []string{"*"},
			choice: `No token was asked for, so the wildcard group "*" applies.`, path: "/x", matches: []string{"12 disallow /"}, line: 12,
			reason: "The disallow of line 12 is the only rule that matches."},
		{name: "no group", body: noWildcard, tokens: []string{"x"}, target: "/%41?", agents: nil,
			choice: `No group names "x", and there is no wildcard group: everything is allowed.`, path: "/A?", allowed: true,
			reason: "The group has no rules: everything is allowed."},
		{name: "percent-encoding", body: explainFile, tokens: []string{"ExampleBot"}, target: "/a%2fb/ü", agents: []string{"examplebot"},
			choice: `The file names "ExampleBot".`, path: "/a%2Fb/%C3%BC", matches: []string{"6 disallow /a%2Fb"}, line: 6,
			reason: "The disallow of line 6 is the only rule that matches."},

		{name: "union", dialect: robotrie.Google, body: explainFile, tokens: []string{"ExampleBot", "quiet"}, target: "//host/shop/?#x", agents: []string{"examplebot", "quiet"},
			choice: "The file names one of the tokens asked for; the groups of all of them count together.", path: "/shop/?",
			matches: []string{"4 allow /shop/", "2 disallow /shop/", "14 disallow "}, allowed: true, line: 4,
			reason: "The allow of line 4 wins over the disallow of line 2: both patterns count 6 octets, and allow goes before disallow."},
		{name: "empty rule", dialect: robotrie.Google, body: explainFile, tokens: []string{"quiet"}, target: "/%41", agents: []string{"quiet"},
			choice: "The file names one of the tokens asked for; the groups of all of them count together.", path: "/%41",
			matches: []string{"14 disallow "}, allowed: true, line: 14,
			reason: "Only a rule without a value matches: the target is allowed."},
		{name: "robots.txt under Google", dialect: robotrie.Google, body: explainFile, tokens: []string{"ExampleBot"}, target: "/robots.txt", agents: []string{"examplebot"},
			choice: "The file names one of the tokens asked for; the groups of all of them count together.", path: "/robots.txt",
			matches: []string{"7 disallow /robots.txt"}, line: 7, reason: "The disallow of line 7 is the only rule that matches."},

		{name: "first match", dialect: robotrie.Koster1996, body: explainFile, tokens: []string{"examplebot"}, target: "/shop/x.html", agents: []string{"examplebot"},
			choice: `The file names "examplebot".`, path: "/shop/x.html", matches: []string{"2 disallow /shop/", "4 allow /shop/"}, line: 2,
			reason: "The disallow of line 2 is the first rule that matches, and the first decides."},
		{name: "no wildcards", dialect: robotrie.Koster1996, body: explainFile, tokens: []string{"examplebot"}, target: "/s*me", agents: []string{"examplebot"},
			choice: `The file names "examplebot".`, path: "/s%2Ame", matches: []string{"9 disallow /s*me"}, line: 9,
			reason: "The disallow of line 9 is the only rule that matches."},
		{name: "robots.txt of 1996", dialect: robotrie.Koster1996, body: explainFile, tokens: []string{"examplebot"}, target: "/robots.txt", agents: []string{"examplebot"},
			choice: `The file names "examplebot".`, path: "/robots.txt", matches: []string{"7 disallow /robots.txt"}, allowed: true,
			reason: "/robots.txt itself is always allowed; no rule is asked."},
		{name: "default record", dialect: robotrie.Koster1996, body: explainFile, tokens: []string{"x"}, target: "http://h/y", agents: []string{"*"},
			choice: `No group names "x", so the wildcard group "*" applies.`, path: "/y", matches: []string{"12 disallow /"}, line: 12,
			reason: "The disallow of line 12 is the only rule that matches."},
	}
	for _, test := range tests {
		t.Run(test.dialect.String()+", "+test.name, func(t *testing.T) {
			g := robotrie.Compile([]byte(test.body), robotrie.WithDialect(test.dialect)).Group(test.tokens...)
			e := g.Explain(test.target)
			assert.Equal(t, test.dialect, e.Dialect)
			assert.Equal(t, test.tokens, e.Asked)
			assert.Equal(t, test.agents, e.Agents)
			assert.Equal(t, test.choice, e.Choice)
			assert.Equal(t, test.path, e.Target)
			assert.Equal(t, test.matches, show(e.Matches))
			assert.Equal(t, test.allowed, e.Verdict.Allowed)
			assert.Equal(t, test.line, e.Verdict.Rule.Line)
			assert.Equal(t, test.reason, e.Reason)
			assert.Equal(t, g.Match(test.target), e.Verdict)
		})
	}
}

// docs/SEMANTICS.md, 6.5: the rule of an index page stands for its directory
// with a length of its own, and the reason must speak of that one.
func TestExplainIndexPages(t *testing.T) {
	for _, test := range []struct {
		other  string
		line   int
		reason string
	}{
		{"Disallow: /a/", 2, "The allow of line 2 wins over the disallow of line 3: its pattern is the longer one, 4 octets against 3."},
		{"Disallow: /a/*", 2, "The allow of line 2 wins over the disallow of line 3: both patterns count 4 octets, and allow goes before disallow."},
		{"Disallow: /a/**", 3, "The disallow of line 3 wins over the allow of line 2: its pattern is the longer one, 5 octets against 4."},
	} {
		body := text("User-agent: *", "Allow: /a/index.html", test.other)
		e := robotrie.Compile([]byte(body), robotrie.WithDialect(robotrie.Google)).Group().Explain("/a/")
		assert.Equal(t, test.line, e.Verdict.Rule.Line, test.other)
		assert.Len(t, e.Matches, 2, test.other)
		assert.Equal(t, test.reason, e.Reason, test.other)
	}
}

// A group of Groups was not asked for by anybody.
func TestExplainOfGroups(t *testing.T) {
	for g := range robotrie.Compile([]byte(explainFile)).Groups() {
		e := g.Explain("/shop/")
		assert.Empty(t, e.Asked)
		assert.NotEmpty(t, e.Choice)
		assert.NotEmpty(t, e.Reason)
		assert.Equal(t, g.Agents(), e.Agents)
	}
}

// In small worlds: Explain says what Match says, the winner comes first, no
// rule twice, and only rules of the group are listed.
func TestExplainAgreesWithMatch(t *testing.T) {
	answers, listed := 0, 0
	for seed := range uint64(1200) {
		c := gen.New(seed)
		world := gen.Worlds[seed%uint64(len(gen.Worlds))]
		body, patterns := world.Body(c)
		for _, dialect := range everyDialect {
			g := robotrie.Compile(body, robotrie.WithDialect(dialect)).Group(gen.Agents[c.IntN(len(gen.Agents))])
			for range 6 {
				target := world.Target(c, patterns)
				e, v := g.Explain(target), g.Match(target)
				answers++
				listed += len(e.Matches)
				if !assert.Equal(t, v, e.Verdict) || !assert.NotEmpty(t, e.Reason) || !assert.NotEmpty(t, e.Choice) {
					t.Fatalf("seed %d, %s, %q:\n%s", seed, dialect, target, body)
				}
				if v.Rule.Type != robotrie.NoRule && (len(e.Matches) == 0 || e.Matches[0] != v.Rule) {
					t.Fatalf("seed %d, %s, %q: %+v decides, %+v match:\n%s", seed, dialect, target, v.Rule, e.Matches, body)
				}
				if v.Rule.Type == robotrie.NoRule && len(e.Matches) > 0 && e.Target != "/robots.txt" {
					t.Fatalf("seed %d, %s, %q: no rule decides, but %+v match:\n%s", seed, dialect, target, e.Matches, body)
				}
				seen := map[robotrie.Rule]bool{}
				for _, r := range g.Rules() {
					seen[r] = true
				}
				for _, r := range e.Matches {
					if !seen[r] {
						t.Fatalf("seed %d, %s, %q: %+v is no rule of the group, or listed twice:\n%s", seed, dialect, target, r, body)
					}
					delete(seen, r)
				}
			}
		}
	}
	t.Logf("%d explanations, %d matching rules", answers, listed)
	assert.Greater(t, listed, answers/4)
}

// What an explanation holds is the caller's.
func TestExplanationIsACopy(t *testing.T) {
	tokens := []string{"ExampleBot"}
	g := robotrie.Compile([]byte(explainFile)).Group(tokens...)
	e := g.Explain("/shop/")
	e.Agents[0], e.Asked[0], e.Matches[0].Line = "x", "x", 99
	again := g.Explain("/shop/")
	assert.Equal(t, []string{"examplebot"}, again.Agents)
	assert.Equal(t, []string{"ExampleBot"}, again.Asked)
	assert.Equal(t, 4, again.Matches[0].Line)

	tokens[0] = "changed by the caller"
	assert.Equal(t, []string{"ExampleBot"}, g.Explain("/shop/").Asked, "a Group is immutable: it must not share the caller's slice")
}
