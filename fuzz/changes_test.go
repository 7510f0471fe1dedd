package fuzz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// A group is what a file says to some tokens.
type group struct {
	agents []string
	rules  []rule
}

type rule struct{ key, pattern string }

// groupsOf takes a file apart: one group for each token that it names.
func groupsOf(r *robotrie.Robots) (all []group) {
	for g := range r.Groups() {
		for _, agent := range g.Agents() {
			own := group{agents: []string{agent}}
			for _, r := range g.Rules() {
				own.rules = append(own.rules, rule{r.Type.String(), r.Pattern})
			}
			all = append(all, own)
		}
	}
	return all
}

func clone(groups []group) (out []group) {
	for _, g := range groups {
		out = append(out, group{slices.Clone(g.agents), slices.Clone(g.rules)})
	}
	return out
}

// print writes groups. An empty rule ends the naming of a group that has none.
func print(groups []group) string {
	var b strings.Builder
	for _, g := range groups {
		for _, agent := range g.agents {
			fmt.Fprintf(&b, "user-agent: %s\n", agent)
		}
		for _, r := range g.rules {
			fmt.Fprintf(&b, "%s: %s\n", r.key, r.pattern)
		}
		if len(g.rules) == 0 {
			b.WriteString("disallow:\n")
		}
	}
	return b.String()
}

// linesOf takes a file apart at its line ends (1.3).
func linesOf(body string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body), "\n")
}

// joined puts lines together again.
func joined(lines []string, end func() string) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteString(end())
		}
		b.WriteString(line)
	}
	return b.String()
}

func newline() string { return "\n" }

func otherLineEnds(c gen.Chooser, lines []string) string {
	one := []string{"\n", "\r", "\r\n"}[c.IntN(3)]
	if c.IntN(2) == 0 {
		return joined(lines, func() string { return one })
	}
	// A CR and the LF of an empty line behind it would be one end.
	return joined(lines, func() string { return []string{"\n", "\r\n"}[c.IntN(2)] })
}

func blankLines(c gen.Chooser, lines []string) string {
	return joined(lines, func() string { return []string{"\n", "\n\n", "\n \t\n\n", "\r\n\r\n"}[c.IntN(4)] })
}

func comments(c gen.Chooser, lines []string) string {
	return joined(lines, func() string {
		return []string{"\n", " # disallow: /\n", "#\n", "\n# user-agent: *\n", "\t#\xff\x00:\n"}[c.IntN(5)]
	})
}

// otherCase changes the case of keys: of what stands before the first ':', or
// of the first word where there is none.
func otherCase(c gen.Chooser, lines []string) string {
	for i, line := range lines {
		content, _, _ := strings.Cut(line, "#")
		end := strings.IndexByte(content, ':')
		if end < 0 {
			start := len(content) - len(strings.TrimLeft(content, " \t"))
			end = start + max(strings.IndexAny(content[start:], " \t"), 0)
		}
		key := []byte(line[:end])
		for j, o := range key {
			if ('a' <= o|0x20 && o|0x20 <= 'z') && c.IntN(2) == 0 {
				key[j] ^= 0x20
			}
		}
		lines[i] = string(key) + line[end:]
	}
	return joined(lines, newline)
}

// whiteSpace puts spaces and tabs where they are trimmed.
func whiteSpace(c gen.Chooser, lines []string) string {
	space := func() string { return strings.Repeat(" \t", c.IntN(3)) }
	for i, line := range lines {
		if i == 0 {
			continue // it may begin with a mark
		}
		content, comment, commented := strings.Cut(line, "#")
		if key, value, ok := strings.Cut(content, ":"); ok {
			content = space() + key + space() + ":" + space() + value + space()
		}
		if commented {
			content += "#" + comment
		}
		lines[i] = content
	}
	return joined(lines, newline)
}

func shuffle[T any](c gen.Chooser, all []T) {
	for i := len(all) - 1; i > 0; i-- {
		j := c.IntN(i + 1)
		all[i], all[j] = all[j], all[i]
	}
}

func otherOrder(c gen.Chooser, groups []group) []group {
	for _, g := range groups {
		shuffle(c, g.rules)
	}
	return groups
}

func otherOrderOfGroups(c gen.Chooser, groups []group) []group {
	shuffle(c, groups)
	return groups
}

func duplicates(c gen.Chooser, groups []group) []group {
	for i, g := range groups {
		for range c.IntN(4) {
			if len(g.rules) > 0 {
				groups[i].rules = append(groups[i].rules, g.rules[c.IntN(len(g.rules))])
			}
		}
	}
	return groups
}

func inTwo(c gen.Chooser, groups []group) []group {
	for i, g := range groups {
		at := c.IntN(len(g.rules) + 1)
		groups[i].rules = g.rules[:at]
		// The second half stands behind all others: far from the first.
		groups = append(groups, group{g.agents, g.rules[at:]})
	}
	return groups
}

func unrelated(c gen.Chooser, groups []group) []group {
	other := group{agents: []string{unrelatedToken}, rules: []rule{{"disallow", "/"}, {"allow", "/a*b$"}, {"disallow", "*"}}}
	return slices.Insert(groups, c.IntN(len(groups)+1), other)
}

func unmatchable(c gen.Chooser, groups []group) []group {
	for i := range groups {
		for _, r := range []rule{
			{"disallow", "x"}, {"allow", "$"}, {"disallow", ""}, // no rules at all (3.8)
			{"disallow", "/no-target-of-this-test-begins-so"},
			{"allow", "/*no-target-of-this-test-has-this-in-it*/x$"},
			{"disallow", "*this-neither%2F"},
		} {
			groups[i].rules = slices.Insert(groups[i].rules, c.IntN(len(groups[i].rules)+1), r)
		}
	}
	return groups
}

// eachRule changes one rule after another.
func eachRule(groups []group, f func(rule) rule) []group {
	for _, g := range groups {
		for i, r := range g.rules {
			g.rules[i] = f(r)
		}
	}
	return groups
}

// trailingStars: "/fish*" is "/fish" (6.2).
func trailingStars(c gen.Chooser, groups []group) []group {
	return eachRule(groups, func(r rule) rule {
		if r.pattern != "" && r.pattern[len(r.pattern)-1] != '$' {
			r.pattern += strings.Repeat("*", c.IntN(3))
		}
		return r
	})
}

// respell escapes octets that stand for themselves either way (5.1), and turns
// the case of the digits of escapes.
func respell(c gen.Chooser, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		o := text[i]
		switch {
		case o == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			digits := text[i+1 : i+3]
			if c.IntN(2) == 0 {
				digits = strings.ToLower(digits)
			}
			b.WriteString("%" + digits)
			i += 2
		case isUnreserved(o) && c.IntN(3) == 0:
			fmt.Fprintf(&b, []string{"%%%02X", "%%%02x"}[c.IntN(2)], o)
		default:
			b.WriteByte(o)
		}
	}
	return b.String()
}

func isHex(o byte) bool { return '0' <= o && o <= '9' || 'a' <= o|0x20 && o|0x20 <= 'f' }

func isUnreserved(o byte) bool {
	return '0' <= o && o <= '9' || 'a' <= o|0x20 && o|0x20 <= 'z' || strings.IndexByte("-._~", o) >= 0
}

// TestLinesOf takes apart and puts together every kind of line end.
func TestLinesOf(t *testing.T) {
	for body, want := range map[string]string{
		"":                 "",
		"a":                "a",
		"a\nb":             "a|b",
		"a\r\nb\rc\n\rd\n": "a|b|c||d|",
		"\r\r\n\n":         "|||",
	} {
		if got := joined(linesOf(body), func() string { return "|" }); got != want {
			t.Errorf("%q is taken apart into %q, want %q", body, got, want)
		}
	}
}
