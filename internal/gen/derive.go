package gen

import "strings"

// Match makes a path that pattern matches, at least in the plain reading of
// its octets: each '*' becomes what fill gives, a final '$' ends the path, and
// without one something may follow. A pattern that does not begin with '/' or
// '*' matches no path; its text is used all the same.
func Match(c Chooser, pattern string, fill func() string) string {
	body, anchored := strings.CutSuffix(pattern, "$")
	var b strings.Builder
	for i := range len(body) {
		if body[i] == '*' {
			b.WriteString(fill())
		} else {
			b.WriteByte(body[i])
		}
	}
	if !anchored && c.IntN(2) == 1 {
		b.WriteString(fill())
	}
	return rooted(b.String())
}

// NearMiss makes a path that follows pattern for a while and then leaves it:
// cut short, one octet changed, dropped or doubled, two pieces exchanged, or
// continued behind the anchor. It may match by accident, or match another rule.
func NearMiss(c Chooser, pattern string, fill func() string) string {
	path := Match(c, pattern, fill)
	at := len(path) - 1
	if at > 1 {
		at = 1 + c.IntN(at)
	}
	switch c.IntN(6) {
	case 0:
		return path[:max(at, 1)]
	case 1:
		return path[:at] + flip(path[at:at+1]) + path[at+1:]
	case 2:
		return rooted(path[:at] + path[at+1:])
	case 3:
		return path[:at] + path[at:at+1] + path[at:]
	case 4:
		first, last, ok := strings.Cut(pattern, "*")
		if !ok {
			return path + "$"
		}
		return rooted(Match(c, last, fill) + first)
	default:
		return path + fill() + "x"
	}
}

// flip changes an octet to one that looks like it: the case of letters, and
// for others the next octet but one.
func flip(s string) string {
	b := s[0]
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z':
		return string([]byte{b ^ 0x20})
	default:
		return string([]byte{b ^ 2})
	}
}

// rooted puts a '/' before a path that has none.
func rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}
