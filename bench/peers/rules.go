package peers

import (
	"slices"
	"strings"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/normalize"
)

// pattern is a rule in the canonical spelling, taken apart at its stars.
type pattern struct {
	segments []string // between stars; the first is matched at the path's start
	end      bool     // the path must end where the last segment does
	allow    bool
}

// sorted gives the rules of an agent's merged group in order of precedence:
// the first that matches decides. Rules that cannot decide anything are left
// out: repetitions, and whatever stands behind the first rule that matches
// every path. The exemption of /robots.txt is left to the caller: that target
// is never asked for.
func sorted(body []byte, agent string) []pattern {
	type ranked struct {
		text   string
		octets int
		allow  bool
	}
	var rules []ranked
	for _, r := range robotrie.Compile(body).Group(agent).Rules() {
		// Of "*" no octet is left: it matches every path.
		text, octets := normalize.RFC9309.AppendPattern(nil, []byte(r.Pattern))
		allow := r.Type == robotrie.Allow
		rules = append(rules, ranked{string(text), octets, allow})
		if _, two := normalize.RFC9309.AppendBehindQuery(nil, []byte(r.Pattern)); two {
			// A pattern that is spelt in two ways is several for a matcher that
			// knows one.
			texts, _ := oracle.CanonicalPatterns(oracle.RFC9309, r.Pattern)
			for _, text := range texts[1:] {
				rules = append(rules, ranked{text, octets, allow})
			}
		}
	}
	slices.SortStableFunc(rules, func(a, b ranked) int {
		if a.octets != b.octets {
			return b.octets - a.octets
		}
		switch {
		case a.allow == b.allow:
			return 0
		case a.allow:
			return -1
		default:
			return 1
		}
	})
	seen := map[string]bool{}
	var out []pattern
	for _, r := range rules {
		if seen[r.text] {
			continue // the better one of the two stands already
		}
		seen[r.text] = true
		text, end := strings.CutSuffix(r.text, "$")
		if !end {
			text = strings.TrimRight(text, "*")
		} else if t := strings.TrimRight(text, "*"); t != text {
			text, end = t, false // "*$" takes any end
		}
		p := pattern{segments: segments(text), end: end, allow: r.allow}
		out = append(out, p)
		if !end && len(p.segments) == 1 && (p.segments[0] == "" || p.segments[0] == "/") {
			break
		}
	}
	return out
}

// segments splits a pattern's text at its stars, a run of them counting as one.
func segments(text string) []string {
	all := strings.Split(text, "*")
	out := all[:1]
	for _, s := range all[1:] {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}
