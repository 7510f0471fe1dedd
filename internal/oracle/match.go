package oracle

import "strings"

// Section 6.1. A pattern is read from left to right, keeping the set of places in the path that the pattern read so far
// can reach: a literal moves each place behind itself or strikes it out, a star adds every later place. The work is the
// length of the pattern times the length of the path, whatever the pattern is. For the pattern "/a*b" and the path
// "/acbb" the sets after each step are {0} / {1} a {2} * {2,3,4,5} b {4,5}: a place is left, so it matches.
//
// Places are between octets of the canonical path, so a star can end in the middle of an escape: "/*2F" matches "/%2F".

// path is the canonical path of a target.
type path struct {
	text  string
	query int // where the query begins: behind the first "?", or behind everything
}

func newPath(dialect Dialect, target string) path {
	text := CanonicalPath(dialect, target)
	if mark := strings.IndexByte(text, '?'); mark >= 0 {
		return path{text, mark + 1}
	}
	return path{text, len(text)}
}

// matchLength says whether the rule matches, and the length that decides its precedence.
func (r rule) matchLength(dialect Dialect, p path) (length int, ok bool) {
	switch dialect {
	case RFC9309:
		return r.length, matchElements(r.elements, p)
	case Koster1996:
		return 0, strings.HasPrefix(p.text, r.text) // No wildcards.
	}
	if MatchPattern(r.text, p.text) {
		return r.length, true
	}
	// 6.5: an allow rule for the index page of a directory stands for the directory's own address too.
	slash := strings.LastIndexByte(r.text, '/')
	if r.Allow && slash >= 0 && strings.HasPrefix(r.text[slash:], "/index.htm") {
		directory := r.text[:slash+1] + "$"
		return len(directory), MatchPattern(directory, p.text)
	}
	return 0, false
}

// MatchPattern says whether a pattern of octets matches a path from its first octet on: "*" takes in any run of octets,
// "$" as the last octet asks for the end of the path, anything else is itself. The path may go on where the pattern ends.
func MatchPattern(pattern, text string) bool {
	elements := make([]element, 0, len(pattern))
	for i := range len(pattern) {
		c := pattern[i : i+1]
		switch {
		case c == "*":
			elements = append(elements, element{star: true})
		case c == "$" && i == len(pattern)-1:
			elements = append(elements, element{end: true})
		default:
			elements = append(elements, element{inPath: c, inQuery: c})
		}
	}
	return matchElements(elements, path{text, len(text)})
}

// matchElements is the matcher itself.
func matchElements(elements []element, p path) bool {
	reached := []int{0} // ascending
	for _, e := range elements {
		switch {
		case e.end:
			return reached[len(reached)-1] == len(p.text)
		case e.star:
			first := reached[0]
			reached = nil
			for at := first; at <= len(p.text); at++ {
				reached = append(reached, at)
			}
		default:
			var next []int
			for _, at := range reached {
				literal := e.inPath
				if at >= p.query {
					literal = e.inQuery
				}
				if strings.HasPrefix(p.text[at:], literal) {
					next = append(next, at+len(literal))
				}
			}
			if next == nil {
				return false
			}
			reached = next
		}
	}
	return true
}
