package peers

import "strings"

// The linear scan: rules in order of precedence, the first that matches wins.
// On the small groups that most files have it is the design to beat: prefix
// compares are cheap, and their branches predict well.
//
// linear is the scan as a careful person writes it. linear8 below filters the
// same rules by one masked word compare each.

type linearRules []linearRule

type linearRule struct {
	prefix   string
	segments []string // behind stars; empty for a literal rule
	end      bool
	allow    bool
}

func compileLinear(body []byte, agent string) (Checker, error) {
	var rules linearRules
	for _, p := range sorted(body, agent) {
		rules = append(rules, linearRule{p.segments[0], p.segments[1:], p.end, p.allow})
	}
	return rules, nil
}

func (rules linearRules) Allowed(path string) bool {
	for i := range rules {
		r := &rules[i]
		if len(path) < len(r.prefix) || path[:len(r.prefix)] != r.prefix {
			continue
		}
		rest := path[len(r.prefix):]
		if len(r.segments) == 0 { // the fast path for literals
			if r.end && rest != "" {
				continue
			}
			return r.allow
		}
		if matchRest(rest, r.segments, r.end) {
			return r.allow
		}
	}
	return true
}

// matchRest takes segments at their first occurrence; the last one of an
// anchored rule must stand at the end. Taking the first is always right: what
// lies behind a later one lies behind the first as well.
func matchRest(rest string, segments []string, end bool) bool {
	last := len(segments) - 1
	for k, s := range segments {
		if k == last && end {
			return strings.HasSuffix(rest, s)
		}
		i := strings.Index(rest, s)
		if i < 0 {
			return false
		}
		rest = rest[i+len(s):]
	}
	return true
}

// linear8 puts the first eight octets of each prefix, as a word and a mask,
// into an array of their own: a rule that cannot match costs one load, xor,
// and, and branch, and four rules share a cache line.
type linear8 struct {
	heads []head
	rules linearRules
}

type head struct{ word, mask uint64 }

func compileLinear8(body []byte, agent string) (Checker, error) {
	c, err := compileLinear(body, agent)
	if err != nil {
		return nil, err
	}
	l := &linear8{rules: c.(linearRules)}
	for _, r := range l.rules {
		// The first octet of every pattern is '/' or '*', and of every path '/':
		// it tells nothing, so the word begins behind it.
		n := min(max(len(r.prefix)-1, 0), 8)
		h := head{mask: 1<<(8*n) - 1}
		if n == 8 {
			h.mask = ^uint64(0)
		}
		if n > 0 {
			h.word = first8(r.prefix[1:]) & h.mask
		}
		l.heads = append(l.heads, h)
	}
	return l, nil
}

// first8 reads eight octets, zeros where there are fewer.
func first8(s string) uint64 {
	if len(s) >= 8 {
		return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	}
	var w uint64
	for i := range len(s) {
		w |= uint64(s[i]) << (8 * i)
	}
	return w
}

func (l *linear8) Allowed(path string) bool {
	if len(path) == 0 || path[0] != '/' {
		return l.rules.Allowed(path)
	}
	w := first8(path[1:])
	for i, h := range l.heads {
		if (w^h.word)&h.mask != 0 {
			continue
		}
		r := &l.rules[i]
		if len(path) < len(r.prefix) || (len(r.prefix) > 9 && path[9:len(r.prefix)] != r.prefix[9:]) {
			continue
		}
		rest := path[len(r.prefix):]
		if len(r.segments) == 0 {
			if r.end && rest != "" {
				continue
			}
			return r.allow
		}
		if matchRest(rest, r.segments, r.end) {
			return r.allow
		}
	}
	return true
}
