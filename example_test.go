package robotrie_test

import (
	"fmt"

	"github.com/robotrie/robotrie"
)

var body = []byte(`# Anybody may look around.
User-agent: *
Disallow: /private/
Allow: /private/press/

User-agent: ExampleBot
Crawl-delay: 2.5
Disallow: /*.pdf$
Disallow: /search?*q=
Content-Signal: search=yes, ai-train=no

Sitemap: https://example.com/sitemap.xml
`)

func Example() {
	robots := robotrie.Compile(body)
	bot := robots.Group("ExampleBot")
	for _, target := range []string{"https://example.com/report.pdf", "https://example.com/report.pdf?print", "/search?lang=en&q=go"} {
		fmt.Println(bot.Allowed(target), target)
	}
	// Output:
	// false https://example.com/report.pdf
	// true https://example.com/report.pdf?print
	// false /search?lang=en&q=go
}

// A robots.txt always compiles. Diagnostics tell what was wrong with it.
func ExampleCompile() {
	robots := robotrie.Compile([]byte("User-agent *\nDisalow: /private\nDisallow: https://example.com/tmp\n"))
	for _, d := range robots.Diagnostics() {
		fmt.Printf("line %d: %s: %s\n", d.Line, d.Code, d.Message)
	}
	fmt.Println(robots.Group("ExampleBot").Allowed("/private"))
	// Output:
	// line 1: missing-colon: the colon is missing after "User-agent"; white space was taken for it
	// line 2: misspelt-key: the key "Disalow" is misspelt and was read as what is plainly meant
	// line 3: absolute-url-rule: the rule "https://example.com/tmp" is a whole URL, but a rule is a path: it is ignored
	// false
}

func ExampleWithDialect() {
	body := []byte("User-agent: *\nDisallow: /docs\nAllow: /docs/public\n")
	for _, dialect := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Koster1996} {
		g := robotrie.Compile(body, robotrie.WithDialect(dialect)).Group("ExampleBot")
		fmt.Println(dialect, g.Allowed("/docs/public/"))
	}
	// Output:
	// rfc9309 true
	// koster1996 false
}

func ExampleWithAgents() {
	robots := robotrie.Compile(body, robotrie.WithAgents("ExampleBot"))
	for g := range robots.Groups() {
		fmt.Println(g.Agents(), len(g.Rules()), "rules")
	}
	// Output:
	// [*] 2 rules
	// [examplebot] 2 rules
}

func ExampleWithMaxSize() {
	robots := robotrie.Compile(body, robotrie.WithMaxSize(100))
	for _, d := range robots.Diagnostics() {
		fmt.Printf("line %d: %s\n", d.Line, d.Message)
	}
	fmt.Println(len(robots.Group("ExampleBot").Rules()), "rules are left")
	// Output:
	// line 6: the body is over the size limit: everything from byte 85 on is ignored
	// 2 rules are left
}

// The first token that the file names decides; if it names none, the wildcard
// group does.
func ExampleRobots_Group() {
	robots := robotrie.Compile(body)
	fmt.Println(robots.Group("ExampleBot-News", "ExampleBot").Agents())
	fmt.Println(robots.Group("ExampleBot/2.1 (+https://example.com/bot)").Agents())
	fmt.Println(robots.Group("SomeOtherBot").Agents())
	// Output:
	// [examplebot]
	// [examplebot]
	// [*]
}

func ExampleRobots_Groups() {
	for g := range robotrie.Compile(body).Groups() {
		fmt.Println(g.Agents())
		for _, r := range g.Rules() {
			fmt.Printf("  line %d: %s %s\n", r.Line, r.Type, r.Pattern)
		}
	}
	// Output:
	// [*]
	//   line 3: disallow /private/
	//   line 4: allow /private/press/
	// [examplebot]
	//   line 8: disallow /*.pdf$
	//   line 9: disallow /search?*q=
}

func ExampleRobots_Sitemaps() {
	fmt.Println(robotrie.Compile(body).Sitemaps())
	// Output: [https://example.com/sitemap.xml]
}

func ExampleGroup_Match() {
	others := robotrie.Compile(body).Group("SomeOtherBot")
	for _, target := range []string{"/private/diary", "/private/press/2026", "/"} {
		v := others.Match(target)
		if v.Rule.Type == robotrie.NoRule {
			fmt.Printf("%s: allowed=%v, no rule matches\n", target, v.Allowed)
			continue
		}
		fmt.Printf("%s: allowed=%v, line %d: %s %s\n", target, v.Allowed, v.Rule.Line, v.Rule.Type, v.Rule.Pattern)
	}
	// Output:
	// /private/diary: allowed=false, line 3: disallow /private/
	// /private/press/2026: allowed=true, line 4: allow /private/press/
	// /: allowed=true, no rule matches
}

func ExampleGroup_Explain() {
	e := robotrie.Compile(body).Group("SomeOtherBot").Explain("https://example.com/%70rivate/press/#top")
	fmt.Println(e.Choice)
	fmt.Println(e.Target)
	for _, r := range e.Matches {
		fmt.Printf("  line %d: %s %s\n", r.Line, r.Type, r.Pattern)
	}
	fmt.Println(e.Reason)
	// Output:
	// No group names "SomeOtherBot", so the wildcard group "*" applies.
	// /private/press/
	//   line 4: allow /private/press/
	//   line 3: disallow /private/
	// The allow of line 4 wins over the disallow of line 3: its pattern is the longer one, 15 octets against 9.
}

func ExampleGroup_CrawlDelay() {
	delay, ok := robotrie.Compile(body).Group("ExampleBot").CrawlDelay()
	fmt.Println(delay, ok)
	// Output: 2.5s true
}

func ExampleGroup_Records() {
	for _, r := range robotrie.Compile(body).Group("ExampleBot").Records("content-signal") {
		fmt.Printf("line %d: %s = %s\n", r.Line, r.Name, r.Value)
	}
	// Output: line 10: Content-Signal = search=yes, ai-train=no
}

func ExampleGroup_Subtree() {
	body := []byte("User-agent: *\nDisallow: /private/\nAllow: /private/press/\n")
	bot := robotrie.Compile(body).Group("ExampleBot")
	fmt.Println(bot.Subtree("https://example.com/blog/"))
	fmt.Println(bot.Subtree("/private/"))
	fmt.Println(bot.Subtree("/private/drafts/"), bot.DisallowsAll())
	// Output:
	// all-allowed
	// mixed
	// all-disallowed false
}

func ExampleDiff() {
	live := robotrie.Compile([]byte("User-agent: *\nDisallow: /tmp\nDisallow: /a/*.js$\n"))
	draft := robotrie.Compile([]byte("User-agent: *\nDisallow: /tmp/\nDisallow: /a/*.js\n"))
	difference := robotrie.Diff(live, draft, "ExampleBot")
	for _, c := range difference.Changes {
		fmt.Printf("%s: allowed is now %t (line %d before, line %d now)\n", c.Witness, c.Allowed, c.Old.Line, c.New.Line)
	}
	fmt.Println("nothing else:", difference.Complete)
	// Output:
	// /tmp: allowed is now true (line 2 before, line 0 now)
	// /a/.jsa: allowed is now false (line 0 before, line 3 now)
	// nothing else: true
}

func ExampleLint() {
	body := []byte("User-agent: *\nAllow: /shop\nDisallow: /shop\nDisallow: cart\n")
	for _, f := range robotrie.Lint(body) {
		fmt.Println(f.Line, f.Severity, f.Code, f.CoveredBy)
	}
	// Output:
	// 3 warning dead-rule [2]
	// 3 warning shadowed-by-tie [2]
	// 4 error rule-without-slash []
}
