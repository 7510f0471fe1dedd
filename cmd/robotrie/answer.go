package main

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/robotrie/robotrie"
)

// An answer is a verdict as the JSON outputs write it.
type answer struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line"` // 0 where no rule decided
	Type    string `json:"type"` // "allow", "disallow", or empty where no rule decided
	Pattern string `json:"pattern"`

	// PatternB64 holds the pattern's octets where they are not UTF-8, which a JSON string cannot hold.
	PatternB64 []byte `json:"pattern_b64,omitempty"`
}

func newAnswer(v robotrie.Verdict) answer {
	a := answer{Allowed: v.Allowed, Line: v.Rule.Line, Type: v.Rule.Type.String(), Pattern: v.Rule.Pattern}
	if !utf8.ValidString(a.Pattern) {
		a.PatternB64 = []byte(a.Pattern)
	}
	return a
}

// newEncoder returns an encoder for one object a line that leaves &, < and > as they are.
func newEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// word is the first column of every text output.
func word(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "disallowed"
}

// ruleText writes a rule as a line of a robots.txt file, or "-" for none.
func ruleText(r robotrie.Rule) string {
	if r.Type == robotrie.NoRule {
		return "-"
	}
	return fmt.Sprintf("%s: %s", r.Type, printable(r.Pattern))
}
