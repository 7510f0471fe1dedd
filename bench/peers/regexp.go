package peers

import (
	"errors"
	"regexp"
	"strings"
)

// The combined regexp: one alternation for the whole group, rules in order of
// precedence. Go's regexp takes the first alternative that matches, as Perl
// would, in time linear in the path (RE2), so the best rule wins in one call.
// Neighbours of the same verdict share one capture; where all rules disallow,
// none is needed.

// maxRegexpRules bounds what is put into one expression. Beyond it a program
// takes seconds to build and a check milliseconds, which teaches nothing new.
const maxRegexpRules = 2000

var errTooManyRules = errors.New("more rules than one regexp should hold")

type combined struct {
	re     *regexp.Regexp
	allows []bool // by capture; nil where any match disallows
}

func compileRegexp(body []byte, agent string) (Checker, error) {
	rules := sorted(body, agent)
	if len(rules) > maxRegexpRules {
		return nil, errTooManyRules
	}
	if len(rules) == 0 {
		return combined{}, nil
	}
	var c combined
	var b strings.Builder
	b.WriteString(`(?s)\A(?:`)
	for i, r := range rules {
		switch {
		case i == 0 || rules[i-1].allow != r.allow:
			if i > 0 {
				b.WriteString(")|")
			}
			b.WriteByte('(')
			c.allows = append(c.allows, r.allow)
		default:
			b.WriteByte('|')
		}
		for k, s := range r.segments {
			if k > 0 {
				b.WriteString(".*?")
			}
			b.WriteString(regexp.QuoteMeta(s))
		}
		if r.end {
			b.WriteString(`\z`)
		}
	}
	b.WriteString("))")
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil, err
	}
	c.re = re
	return c, nil
}

func (c combined) Allowed(path string) bool {
	if c.re == nil {
		return true
	}
	m := c.re.FindStringSubmatchIndex(path)
	if m == nil {
		return true
	}
	for k, allow := range c.allows {
		if m[2*(k+1)] >= 0 {
			return allow
		}
	}
	return true
}
