package fuzz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
)

// reprint writes what a file says as plainly as can be: every token that the
// file names gets one group of its own, with its records and rules as they are
// written, without a comment and without a line that means nothing.
func reprint(r *robotrie.Robots, d robotrie.Dialect) string {
	var b strings.Builder
	for g := range r.Groups() {
		for _, agent := range g.Agents() {
			own := g
			if agent != "*" {
				own = r.Group(agent)
			}
			fmt.Fprintf(&b, "user-agent:%s\n", agent)
			for _, record := range own.Records("crawl-delay") {
				fmt.Fprintf(&b, "crawl-delay:%s\n", record.Value)
			}
			rules := own.Rules()
			for _, rule := range rules {
				fmt.Fprintf(&b, "%v:%s\n", rule.Type, rule.Pattern)
			}
			if len(rules) == 0 && d != robotrie.Google {
				b.WriteString("disallow:\n") // ends the naming
			}
			b.WriteString("\n")
		}
	}
	for _, s := range r.Sitemaps() {
		fmt.Fprintf(&b, "sitemap:%s\n", s)
	}
	return b.String()
}

// checkReprint: parsed again, what was printed means what the file meant, and
// printed again, it is the same.
func checkReprint(t *testing.T, d robotrie.Dialect, q question) {
	t.Helper()
	options := []robotrie.Option{robotrie.WithDialect(d)}
	first := robotrie.Compile(q.body, append(options, robotrie.WithMaxSize(q.maxSize))...)
	for g := range first.Groups() {
		// Why: under Google a line is cut, and its key may be longer here.
		if slices.ContainsFunc(g.Rules(), func(r robotrie.Rule) bool { return len(r.Pattern) > 16000 }) {
			return
		}
		// Under Google nothing can be written between two groups of which
		// the first has no rules.
		if d == robotrie.Google && len(g.Rules()) == 0 {
			return
		}
	}
	text := reprint(first, d)
	second := robotrie.Compile([]byte(text), append(options, robotrie.WithMaxSize(32<<20))...)
	where := fmt.Sprintf("%v, printed again as %q\n%v", d, text, q)

	var asked [][]string
	for g := range first.Groups() {
		for _, agent := range g.Agents() {
			asked = append(asked, []string{agent})
		}
	}
	asked = append(asked, q.agents, []string{"nobody-at-all"})
	for _, tokens := range asked {
		a, b := first.Group(tokens...), second.Group(tokens...)
		rulesA, rulesB := a.Rules(), b.Rules()
		for _, target := range []string{q.target, "/", "/robots.txt"} {
			if x, y := a.Match(target), b.Match(target); indexOf(x.Rule, rulesA) != indexOf(y.Rule, rulesB) || x.Allowed != y.Allowed {
				t.Errorf("%s\nagents %q, target %q: %+v, and of what is printed %+v", where, tokens, target, x, y)
			}
			if a.Allowed(target) != b.Allowed(target) {
				t.Errorf("%s\nagents %q, target %q: Allowed differs", where, tokens, target)
			}
		}
		if !slices.EqualFunc(rulesA, rulesB, func(x, y robotrie.Rule) bool { return x.Type == y.Type && x.Pattern == y.Pattern }) {
			t.Errorf("%s\nagents %q: rules %v, and of what is printed %v", where, tokens, rulesA, rulesB)
		}
		delayA, okA := a.CrawlDelay()
		delayB, okB := b.CrawlDelay()
		if delayA != delayB || okA != okB {
			t.Errorf("%s\nagents %q: crawl-delay %v, and of what is printed %v", where, tokens, delayA, delayB)
		}
	}
	if !slices.Equal(first.Sitemaps(), second.Sitemaps()) {
		t.Errorf("%s\nsitemaps %q, and of what is printed %q", where, first.Sitemaps(), second.Sitemaps())
	}
	if again := reprint(second, d); again != text {
		t.Errorf("%s\nand that as %q", where, again)
	}
}

// indexOf gives a rule's number in its group, for lines change; -1 for none.
func indexOf(r robotrie.Rule, among []robotrie.Rule) int { return slices.Index(among, r) }

// TestReprint prints a file again whose every line has something to lose.
func TestReprint(t *testing.T) {
	body := "# of no meaning\r\nUSER-AGENT: B\rUser-agent: a/2.1\ncrawl-delay: 3\nDissallow : /a # why\n\nAllow:\n" +
		"user-agent: a\nallow /b\nsitemap: /s\nuser-agent: *\nnoindex: /\ndisallow: x\ndisallow: /*$"
	want := "user-agent:b\ncrawl-delay:3\ndisallow:/a\n\n" +
		"user-agent:a\ncrawl-delay:3\ndisallow:/a\nallow:/b\n\n" +
		"user-agent:*\ndisallow:/*$\n\nsitemap:/s\n"
	if got := reprint(robotrie.Compile([]byte(body)), robotrie.RFC9309); got != want {
		t.Errorf("printed again:\n%s\nwant:\n%s", got, want)
	}
	for _, d := range dialects {
		checkReprint(t, d.library, question{body: []byte(body), agents: []string{"a"}, target: "/a/b"})
	}
}
