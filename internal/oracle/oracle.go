// Package oracle is the naive reference matcher: for each of the three dialects it answers a question about a robots.txt
// body by reading the rules one after another, in the plainest way that docs/SEMANTICS.md allows.
//
// It exists to be compared with. It is slow on purpose, keeps no state between questions, imports nothing but the
// standard library, and shares no code with the engine, so that a mistake in one of them shows as a difference. The
// numbers in comments ("3.5") are the numbered points of docs/SEMANTICS.md.
//
// The steps, one file each:
//
//	lines.go      bytes → text → lines                    (section 1)
//	fields.go     a line → key and value                  (section 2)
//	groups.go     keys and values → groups of rules       (sections 3 and 7)
//	target.go     a target → the path that rules see      (section 4)
//	canonical.go  one spelling for what is equal          (section 5)
//	match.go      does one pattern match one path         (section 6.1)
//	oracle.go     who wins                                (sections 6 and 7)
package oracle

import "sort"

// Dialect says whose reading of robots.txt is asked for.
type Dialect int

// The three dialects of docs/SEMANTICS.md.
const (
	RFC9309 Dialect = iota
	Google
	Koster1996
)

// Rule is an allow or disallow line as it stands in the file: the value is trimmed and otherwise untouched.
type Rule struct {
	Allow   bool
	Pattern string
	Line    int
}

// Answer is the verdict on one target and the rule that decided. Line 0, an empty Type and an empty Pattern mean that no
// rule decided; the verdict is then "allowed".
type Answer struct {
	Allowed bool
	Line    int
	Type    string // "", "allow" or "disallow"
	Pattern string
}

// Ask parses the body and answers one question about it. The agents are the caller's tokens, most preferred first.
func Ask(dialect Dialect, body []byte, agents []string, target string) Answer {
	return Parse(dialect, body, 0).Ask(agents, target)
}

// Ask answers one question about a parsed file.
func (f *File) Ask(agents []string, target string) Answer {
	// 6.4, and the 1996 draft's section on allow and disallow lines: the file that holds the rules may always be read.
	// Google's parser has no such exemption.
	if f.dialect != Google && CanonicalPath(f.dialect, target) == "/robots.txt" {
		return Answer{Allowed: true}
	}
	found := f.matches(agents, target)
	if len(found) == 0 {
		return Answer{Allowed: true} // 6.4: nothing matches, so nothing forbids.
	}
	best := found[0]
	answer := Answer{Allowed: best.rule.Allow, Line: best.rule.Line, Type: "disallow", Pattern: best.rule.Pattern}
	if best.rule.Allow {
		answer.Type = "allow"
	}
	if f.dialect == Google && best.length == 0 {
		// 6.6: an empty value is reported with its line, but forbids nothing.
		answer.Allowed = true
	}
	return answer
}

// Matches returns every rule of the deciding group that matches the target, best first. Under RFC9309 and Koster1996
// /robots.txt is allowed whatever this list says.
func (f *File) Matches(agents []string, target string) []Rule {
	var rules []Rule
	for _, m := range f.matches(agents, target) {
		rules = append(rules, m.rule)
	}
	return rules
}

// Rules returns the rules of the group that decides for these agents, in file order. Lines that are no rule under the
// dialect (3.8) are not among them.
func (f *File) Rules(agents []string) []Rule {
	var rules []Rule
	for _, r := range f.deciding(agents) {
		rules = append(rules, r.Rule)
	}
	return rules
}

// matched is a rule that matches, with the length that its precedence is measured by. It is not always the length of
// the pattern: see matchLength.
type matched struct {
	rule   Rule
	length int
}

// matches collects the matching rules, best first.
func (f *File) matches(agents []string, target string) []matched {
	path := newPath(f.dialect, target)
	var found []matched
	for _, rule := range f.deciding(agents) {
		if length, ok := rule.matchLength(f.dialect, path); ok {
			found = append(found, matched{rule.Rule, length})
		}
	}
	if f.dialect == Koster1996 {
		return found // Section 7: in order, the first that matches decides.
	}
	// 6.2 and 6.3: longest first, then allow before disallow, then the earlier line.
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i], found[j]
		if a.length != b.length {
			return a.length > b.length
		}
		if a.rule.Allow != b.rule.Allow {
			return a.rule.Allow
		}
		return a.rule.Line < b.rule.Line
	})
	return found
}
