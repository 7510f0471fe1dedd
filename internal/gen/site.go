package gen

import (
	"fmt"
	"strings"
)

// What real files look like, as measured over 56,445 distinct bodies and
// 159,373 URLs: each list gives percentiles of one figure.
var (
	// rulesPerGroup: rules of the group for every crawler.
	rulesPerGroup = []knot{{0, 1}, {50, 9}, {90, 50}, {99, 273}, {99.9, 1000}, {100, 5000}}
	// namedGroups: further groups of a file, for named crawlers.
	namedGroups = []knot{{0, 0}, {60, 0}, {80, 1}, {90, 4}, {99, 65}, {100, 400}}
	// rulesPerNamed: rules of such a group.
	rulesPerNamed = []knot{{0, 1}, {70, 1}, {90, 15}, {99, 92}, {100, 500}}
	// starredRules: rules with a star inside, in a group that has any.
	starredRules = []knot{{0, 1}, {50, 4}, {90, 25}, {99, 72}, {100, 500}}
	// valueLength: bytes of a rule's value.
	valueLength = []knot{{0, 2}, {50, 16}, {90, 56}, {99, 135}, {100, 1137}}
	// pathLength: bytes of a URL's path and query.
	pathLength = []knot{{0, 1}, {1, 2}, {50, 29}, {90, 90}, {99, 184}, {100, 2064}}
)

// starShapes are the commonest shapes of rules with stars, by their share of
// such rules in a thousand; L is a run of text.
var starShapes = []struct {
	perMille int
	shape    string
}{
	{512, "L*L"}, {153, "L*L*"}, {85, "*L"}, {81, "L*L$"}, {52, "*L*"}, {49, "L*L*L"}, {28, "L*L*L*"},
	{8, "*L$"}, {5, "L*L*L*L*L*"}, {5, "*L*L"}, {4, "*L*L*"}, {4, "L*L*L*L"}, {14, "L*L*L*L*L"},
}

// site is what the generated files of one workload have in common.
type site struct {
	rules   []knot
	starred int // percent of files whose main group has stars
	stars   []knot
	named   []knot
	escapes int // percent of rules and paths with escapes
	loose   int // percent of these whose escapes need canonicalising
	derived int // targets made from rules
	foreign int // targets that know nothing of the rules
}

// file makes one file and its targets.
func (s site) file(c Chooser, name string) File {
	f := File{Name: name, Agent: DefaultAgent}
	var b strings.Builder
	end := "\n"
	if chance(c, 32) {
		end = "\r\n"
	}
	if chance(c, 2) {
		b.WriteString("\ufeff")
	}
	line := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
		b.WriteString(end)
	}
	if chance(c, 20) {
		line("# robots.txt of ", pick(c, words), ".example")
	}
	main := s.group(c)
	line("User-agent: *")
	if chance(c, 10) {
		line("Crawl-delay: ", fmt.Sprint(1+c.IntN(30)))
	}
	for _, r := range main {
		line(r.key(), r.value)
	}
	for range draw(c, s.named) {
		line("")
		line("User-agent: ", pick(c, botNames))
		if chance(c, 70) {
			line("Disallow: /")
			continue
		}
		small := s
		small.rules = rulesPerNamed
		for _, r := range small.group(c) {
			line(r.key(), r.value)
		}
	}
	if chance(c, 55) {
		line("")
		line("Sitemap: https://", pick(c, words), ".example/sitemap.xml")
	}
	f.Body = []byte(b.String())

	fill := func() string { return s.fill(c) }
	for range s.derived {
		p := main[c.IntN(len(main))].value
		if chance(c, 50) {
			f.Derived = append(f.Derived, Match(c, p, fill))
		} else {
			f.Derived = append(f.Derived, NearMiss(c, p, fill))
		}
	}
	for range s.foreign {
		f.Foreign = append(f.Foreign, s.path(c, draw(c, pathLength)))
	}
	return f
}

type ruleLine struct {
	allow bool
	value string
}

func (r ruleLine) key() string {
	if r.allow {
		return "Allow: "
	}
	return "Disallow: "
}

// group makes the rules of one group. Rules share beginnings, as real ones do:
// they hang from a handful of stems.
func (s site) group(c Chooser) []ruleLine {
	n := draw(c, s.rules)
	stars := 0
	if chance(c, s.starred) {
		stars = min(draw(c, s.stars), n)
	}
	stems := []string{"/", "/", "/"}
	for range 2 + n/6 {
		stems = append(stems, "/"+segment(c)+"/")
	}
	rules := make([]ruleLine, 0, n)
	for i := range n {
		r := ruleLine{allow: chance(c, 9)}
		length := draw(c, valueLength)
		switch {
		case i < stars:
			r.value = s.starredValue(c, stems, length)
		case i > 0 && chance(c, 3):
			r.value = rules[c.IntN(len(rules))].value // duplicates: 3.4 %
		case chance(c, 1):
			r.value = "https://" + pick(c, words) + ".example/" + segment(c) // matches no path
		default:
			r.value = s.literalValue(c, stems, length)
		}
		rules = append(rules, r)
	}
	// Stars do not all come first.
	for i := len(rules) - 1; i > 0; i-- {
		j := c.IntN(i + 1)
		rules[i], rules[j] = rules[j], rules[i]
	}
	return rules
}

func (s site) literalValue(c Chooser, stems []string, length int) string {
	v := pick(c, stems)
	v += s.text(c, length-len(v))
	switch c.IntN(100) {
	case 0, 1, 2, 3, 4, 5, 6:
		return v + "*"
	case 7:
		return v + "$"
	}
	return v
}

func (s site) starredValue(c Chooser, stems []string, length int) string {
	at := c.IntN(1000)
	shape := starShapes[0].shape
	for _, x := range starShapes {
		if at < x.perMille {
			shape = x.shape
			break
		}
		at -= x.perMille
	}
	runs := strings.Count(shape, "L")
	var b strings.Builder
	for i := range len(shape) {
		switch {
		case shape[i] != 'L':
			b.WriteByte(shape[i])
		case i == 0:
			b.WriteString(pick(c, stems))
			if chance(c, 30) {
				b.WriteString(s.text(c, length/runs))
			}
		case strings.HasSuffix(shape, "L$") && i == len(shape)-2:
			b.WriteString(pick(c, suffixes))
		case chance(c, 40):
			b.WriteString(pick(c, []string{"?", "&", "?", "/"}) + pick(c, parameters) + "=")
		default:
			b.WriteString("/" + s.text(c, length/runs))
		}
	}
	return b.String()
}

// text makes about length bytes of path: segments, now and then a file name or
// a query at the end.
func (s site) text(c Chooser, length int) string {
	if length <= 0 {
		return ""
	}
	var b strings.Builder
	for b.Len() < length {
		if b.Len() > 0 {
			b.WriteByte('/')
		}
		b.WriteString(segment(c))
		if chance(c, s.escapes) {
			b.WriteString(s.escape(c))
		}
	}
	switch c.IntN(6) {
	case 0:
		b.WriteByte('/')
	case 1:
		b.WriteString(pick(c, suffixes))
	case 2:
		b.WriteString("/")
		if chance(c, 40) {
			b.WriteString("?" + parameter(c))
		}
	}
	return b.String()
}

func (s site) escape(c Chooser) string {
	if chance(c, s.loose) {
		return pick(c, loose)
	}
	return pick(c, escapes)
}

// path makes a URL's path of about length bytes.
func (s site) path(c Chooser, length int) string {
	p := "/"
	if length > 1 {
		p += s.text(c, length*3/4)
	}
	if chance(c, 12) && !strings.Contains(p, "?") {
		p += "?" + parameter(c)
		for len(p) < length {
			p += "&" + parameter(c)
		}
	}
	return p
}

// fill gives what a star of a rule stands for.
func (s site) fill(c Chooser) string {
	switch c.IntN(4) {
	case 0:
		return ""
	case 1:
		return segment(c) + "/" + segment(c)
	case 2:
		return segment(c) + pick(c, suffixes)
	default:
		return segment(c)
	}
}

// botNames are crawlers that real files name, the commonest first.
var botNames = strings.Fields(`
Googlebot Mediapartners-Google Yandex AhrefsBot MJ12bot msnbot bingbot Slurp Baiduspider ia_archiver
Googlebot-Image AdsBot-Google dotbot CCBot Twitterbot WebCopier WebZIP WebStripper Teleport SiteSnagger
Wget SemrushBot psbot GPTBot larbin HTTrack BLEXBot LinkWalker PetalBot anthropic-ai ChatGPT-User
Google-Extended FacebookBot ClaudeBot PerplexityBot Bytespider Amazonbot Applebot cohere-ai archive.org_bot
`)
