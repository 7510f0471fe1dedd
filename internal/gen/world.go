package gen

import (
	"fmt"
	"strings"
)

// A World is a small alphabet and how often its operators occur. In a world of
// a few pieces random patterns overlap, shadow and extend each other, and
// random paths meet several of them, which over realistic words almost never
// happens. All fields are read only; a World may be copied and shared.
type World struct {
	Name string

	// Pieces are what patterns and paths are made of, besides '*' and '$'.
	Pieces []string
	// Odd are pieces of targets only: what no pattern spells alike.
	Odd []string

	MaxPieces int // longest pattern or path, in pieces, after the leading '/'
	MaxRules  int // most rules of a group
	MaxGroups int // most groups of a file

	Star   int // percent of pattern positions that are '*'
	Anchor int // percent of patterns that end in '$'
	Astray int // percent of patterns that do not begin with '/'
	Noise  int // percent of lines that are no rule
}

// Worlds are the small worlds, each of which stresses one part of the meaning.
var Worlds = []World{Plain, Starry, Encoded, Query, Crowded}

// Plain has two letters and slashes: prefixes of prefixes, ties, anchors.
var Plain = World{
	Name: "plain", Pieces: []string{"/", "a", "b"},
	MaxPieces: 6, MaxRules: 6, MaxGroups: 2, Star: 12, Anchor: 20, Astray: 5, Noise: 5,
}

// Starry has one letter and mostly stars: every way in which runs can meet.
var Starry = World{
	Name: "starry", Pieces: []string{"a", "a", "b", "/"},
	MaxPieces: 10, MaxRules: 8, MaxGroups: 1, Star: 35, Anchor: 25, Astray: 10,
}

// Encoded spells the same few octets in every way there is.
var Encoded = World{
	Name: "encoded",
	Pieces: []string{
		"a", "%61", "A", "%41", "/", "%2F", "%2f", "?", "%3F", "%3f", ":", "%3A", "@", "%40",
		";", "%3B", "~", "%7E", "%7e", "é", "%C3%A9", "%c3%a9", "\xe9", "%E9", " ", "%20", "\"", "%22",
		"%2A", "%2a", "%24", "%25", "%", "%4", "%zz", "%00", "$", "{", "%7B", "^", "|", "+", "%2B",
	},
	Odd:       []string{"*", "$", "%2A", "\x00", "\x7f", "#", "\t"},
	MaxPieces: 6, MaxRules: 5, MaxGroups: 1, Star: 12, Anchor: 15, Astray: 5, Noise: 3,
}

// Query has the few octets whose meaning changes behind the first '?', behind
// stars above all.
var Query = World{
	Name: "query", Pieces: []string{"/", "%2F", "?", "%3F", "a", "=", "&"},
	MaxPieces: 8, MaxRules: 5, MaxGroups: 1, Star: 25, Anchor: 15, Astray: 5,
}

// Crowded has many groups with few rules: agents, merging, and lines that are
// none of either.
var Crowded = World{
	Name: "crowded", Pieces: []string{"/", "a", "b"},
	MaxPieces: 3, MaxRules: 3, MaxGroups: 8, Star: 10, Anchor: 10, Astray: 10, Noise: 30,
}

// Agents are the product tokens that files of a World name, and that a test
// should ask for.
var Agents = []string{"a", "ab", "ExampleBot", "examplebot-news", "a1", "b.c", "other"}

// agentLines are values of user-agent lines: tokens, and spellings of them
// that some dialect reads otherwise.
var agentLines = []string{
	"*", "*", "*", "a", "A", "ab", "ExampleBot", "examplebot", "ExampleBot/2.1", "ExampleBot news",
	"examplebot-news", "a1", "b.c", "* ", "*a", "* a", "", "1", "a*", "é", "Mozilla (a)",
}

// Pattern makes the value of a rule.
func (w World) Pattern(c Chooser) string {
	var b strings.Builder
	if !chance(c, w.Astray) {
		b.WriteByte('/')
	}
	for range c.IntN(w.MaxPieces + 1) {
		if chance(c, w.Star) {
			b.WriteByte('*')
		} else {
			b.WriteString(pick(c, w.Pieces))
		}
	}
	if chance(c, w.Anchor) {
		b.WriteByte('$')
	}
	return b.String()
}

// Path makes a path that knows nothing of any pattern.
func (w World) Path(c Chooser) string {
	var b strings.Builder
	b.WriteByte('/')
	for range c.IntN(w.MaxPieces + 3) {
		b.WriteString(w.piece(c))
	}
	return b.String()
}

// piece gives a piece of a target.
func (w World) piece(c Chooser) string {
	if i := c.IntN(len(w.Pieces) + len(w.Odd)); i < len(w.Pieces) {
		return w.Pieces[i]
	} else {
		return w.Odd[i-len(w.Pieces)]
	}
}

// Target makes a target for a file with these patterns: a path made to match
// one of them, one made to miss it narrowly, any path, or a URL with such a
// path.
func (w World) Target(c Chooser, patterns []string) string {
	path := w.Path(c)
	if len(patterns) > 0 {
		p := patterns[c.IntN(len(patterns))]
		fill := func() string { return w.fill(c) }
		switch c.IntN(5) {
		case 1, 2:
			path = Match(c, p, fill)
		case 3, 4:
			path = NearMiss(c, p, fill)
		}
	}
	if chance(c, 4) {
		return pick(c, []string{"https://example.com", "http://example.com:80", "//example.com", "x:"}) + path
	}
	return path
}

// fill gives what a star stands for in a derived path.
func (w World) fill(c Chooser) string {
	var b strings.Builder
	for range c.IntN(4) {
		b.WriteString(w.piece(c))
	}
	return b.String()
}

// Body makes a whole file, and lists the patterns in it.
func (w World) Body(c Chooser) (body []byte, patterns []string) {
	end := pick(c, []string{"\n", "\n", "\n", "\r\n", "\r"})
	var b strings.Builder
	line := func(s string) { b.WriteString(s); b.WriteString(end) }
	if chance(c, 3) {
		b.WriteString("\ufeff")
	}
	rules := func() {
		for range c.IntN(w.MaxRules + 1) {
			if chance(c, w.Noise) {
				line(noise(c))
			}
			p := w.Pattern(c)
			patterns = append(patterns, p)
			line(ruleKey(c) + p)
		}
	}
	if chance(c, 5) {
		rules() // before any group
	}
	for i := range 1 + c.IntN(w.MaxGroups) {
		if w.MaxGroups == 1 || (i == 0 && chance(c, 50)) {
			line("User-agent: *")
		} else {
			for range 1 + c.IntN(3) {
				line(agentKey(c) + pick(c, agentLines))
				if chance(c, w.Noise) {
					line(noise(c))
				}
			}
		}
		rules()
		if chance(c, 30) {
			line("")
		}
	}
	s := b.String()
	if chance(c, 10) {
		s = strings.TrimSuffix(s, end) // the last line has no end
	}
	return []byte(s), patterns
}

func ruleKey(c Chooser) string {
	if chance(c, 5) {
		return pick(c, []string{"DISALLOW:", " disallow : ", "dissalow: ", "Disallow ", "Disallowed: ", "allowance: ", "\tAllow\t:\t"})
	}
	return pick(c, []string{"Disallow: ", "Allow: "})
}

func agentKey(c Chooser) string {
	if chance(c, 5) {
		return pick(c, []string{"user-agent:", "USER-AGENT : ", "useragent: ", "user agent: ", "User-agents: "})
	}
	return "User-agent: "
}

// noise gives a line that is no rule and no user-agent line.
func noise(c Chooser) string {
	switch c.IntN(9) {
	case 0:
		return ""
	case 1:
		return "# Disallow: /"
	case 2:
		return fmt.Sprintf("Crawl-delay: %d", c.IntN(10))
	case 3:
		return "Sitemap: https://example.com/sitemap.xml"
	case 4:
		return "Disallow:"
	case 5:
		return "Noindex: /a"
	case 6:
		return "no separator here"
	case 7:
		return "Content-Signal: search=yes"
	default:
		return "\x00\xff:\x00"
	}
}
