package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

func compileFor(q question) *robotrie.Group {
	return robotrie.Compile(q.body, robotrie.WithMaxSize(q.maxSize)).Group(q.agents...)
}

// FuzzParse: whatever body, agent and target are, nothing panics, library and
// oracle agree, what the library reports is in the file, what it holds is in
// proportion to the file, and the file printed again means the same.
func FuzzParse(f *testing.F) {
	for _, body := range bodies {
		f.Add([]byte(body), "ExampleBot", "/a/b?c=d", 0)
	}
	for _, target := range targets {
		f.Add([]byte("User-agent: *\nDisallow: /a*%2Fb?c\nAllow: /$\nDisallow: /x"), "a", target, 0)
	}
	for _, agent := range []string{"", "*", "ExampleBot/2.1", "Mozilla/5.0 (compatible; ExampleBot/1.0)", "é", "a b", "a1"} {
		f.Add([]byte("User-agent: examplebot\nUser-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n"), agent, "/b", 0)
	}
	for size := range 40 {
		f.Add([]byte("User-agent: *\r\nDisallow: /a\r\nAllow: /ab"), "a", "/ab", size)
	}
	for _, h := range gen.Hostile() {
		f.Add(h.Body[:1000], h.Agent, h.Derived[0][:min(300, len(h.Derived[0]))], 0)
	}
	f.Fuzz(func(t *testing.T, body []byte, agent, target string, maxSize int) {
		// Why: the oracle's work is their product.
		if (1+len(body))*(1+len(target)) > 1<<19 || maxSize < 0 {
			t.Skip("the oracle takes its time")
		}
		q := question{body: body, agents: []string{agent}, target: target, maxSize: maxSize}
		compare(t, q)
		for _, d := range dialects {
			checkReports(t, q, robotrie.Compile(body, robotrie.WithDialect(d.library), robotrie.WithMaxSize(maxSize)))
			checkReprint(t, d.library, q)
		}
	})
}

// checkReports walks all that a file says of itself.
func checkReports(t *testing.T, q question, r *robotrie.Robots) {
	t.Helper()
	// Every octet may end a line under UTF-16; without, only CR and LF do.
	last := 1 + len(q.body)
	if most := 32<<10 + 8*len(q.body); r.Size() > most {
		t.Errorf("%d bytes are held, at most %d should be\n%v", r.Size(), most, q)
	}
	inFile := func(line int) bool { return 1 <= line && line <= last }
	for g := range r.Groups() {
		if len(g.Agents()) == 0 {
			t.Errorf("a group of the file names no agent\n%v", q)
		}
		for _, rule := range g.Rules() {
			if !inFile(rule.Line) || rule.Type == robotrie.NoRule {
				t.Errorf("rule %+v is not in the file\n%v", rule, q)
			}
		}
		g.CrawlDelay()
	}
	r.Sitemaps()
	for _, d := range r.Diagnostics() {
		if !inFile(d.Line) || d.Code == "" || d.Message == "" {
			t.Errorf("diagnostic %+v says nothing\n%v", d, q)
		}
	}
	for _, rec := range r.Records("crawl-delay") {
		if !inFile(rec.Line) || !strings.EqualFold(rec.Name, "crawl-delay") {
			t.Errorf("record %+v is not in the file\n%v", rec, q)
		}
	}
}

// TestBodyIsNotKept: a caller may reuse its buffer (the library copies what it
// keeps).
func TestBodyIsNotKept(t *testing.T) {
	for seed := range uint64(50) {
		c := gen.New(seed)
		w := gen.Worlds[seed%uint64(len(gen.Worlds))]
		body, patterns := w.Body(c)
		target := w.Target(c, patterns)
		again := slices.Clone(body)
		r := robotrie.Compile(body)
		clear(body)
		got, want := r.Group("a").Match(target), robotrie.Compile(again).Group("a").Match(target)
		if got != want {
			t.Errorf("seed %d: %+v after the buffer was reused, %+v before", seed, got, want)
		}
	}
}

// bodies are seeds: one for each thing that lines, keys and groups can do.
var bodies = []string{
	"",
	"User-agent: *\nDisallow: /",
	"\ufeffUser-agent: *\rDisallow: /a\r\rUser-agent: examplebot\rAllow: /a/b\r",
	"\xefUser-agent: *\nDisallow: /a",
	"\xff\xfeU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00",
	"\xfe\xff\x00U\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/",
	"user-agent *\ndisallow /a\nallow /a/b # comment\n",
	"disallow: /a\nuser-agent: *\nuser agent: ExampleBot\ndissalow: /a\ndisallowed: /a/b\nallowance: /a/b?\n",
	"User-agent: ExampleBot/2.1\nCrawl-delay: 1.5\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
	"User-agent: *\nDisallow: /a/b/index.html\nAllow: /a/index.htm\nDisallow: /\n",
	"User-agent: *\nDisallow: $\nDisallow: *\nDisallow: /*$\nDisallow: /a$b\nDisallow: /**a**\n",
	"User-agent: *\nDisallow: https://example.com/a\nDisallow: a\nDisallow: ?\nDisallow: //a\n",
	"User-agent: *\nDisallow: /a\x00/b\nDisallow: /\xff\xfe\nDisallow: /é\nDisallow: /%c3%A9\nDisallow: /%\n",
	"User-agent: *\nDisallow: /a:b\nDisallow /a:b\nDisallow\t:\v/c\f\nSitemap: /s\nsite-map: /t\n",
	"User-agent: *\nUser-agent: ExampleBot\nUser-agent:\nUser-agent: *x\nUser-agent: * x\nDisallow: /a",
	"<!DOCTYPE html><html><head><title>404</title></head><body>User-agent: *\nDisallow: /</body></html>",
	"User-agent: *\n\nDisallow: /a\n\nUser-agent: *\n\n\nAllow: /a/b\n",
	"User-agent: *\nNoindex: /a\nHost: example.com\nContent-Signal: ai-train=no\nDisallow: /a\n",
}

// targets are seeds: one for each way to cut a path out of a target.
var targets = []string{
	"", "/", "a/b", "example.com", "//a/b/c", "http:/x", "https://example.com", "https://example.com?q", "https://example.com#f",
	"https://example.com/a%2Fb?c#d", "HTTP://EXAMPLE.COM/A", "/a;b?c#d", "?c", ";p", "#f", "/a/?/b?c", "/a%2fb%3fc", "/a?/b?c",
	"mailto:a@b", "1a://b/c", "a+b.c-d://e/f", "://a/b", "/robots.txt", "https://a/robots.txt?x", "/%72obots.txt", "/a\x00b",
	"\x00", "/\x80\xff", "/%", "/%4", "/%zz", "/a*b$", "/%2A%24", "/a b\t\n", "/é", "/../a/./b",
}
