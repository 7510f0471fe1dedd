package oracle

import "strings"

// Section 5. Both sides are read as a sequence of units: one octet as it stands, or one escape. Each unit then gets the
// single spelling that all its equals share. A canonical text holds a "%" only where an escape begins.

// unit is one octet of a text, with the way in which it was written.
type unit struct {
	octet   byte
	escaped bool // written as %XX
}

// readUnits takes a text apart. A "%" that begins no escape is the octet "%".
func readUnits(text string) []unit {
	var units []unit
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			units = append(units, unit{hexValue(text[i+1])<<4 | hexValue(text[i+2]), true})
			i += 2
			continue
		}
		units = append(units, unit{text[i], false})
	}
	return units
}

// spell is 5.1 to 5.3 for RFC9309: the one spelling of a unit in the path, or in the query of a target.
func (u unit) spell(inQuery bool) string {
	c := u.octet
	switch {
	case isUnreserved(c), c == ':', c == '@': // 5.1, 5.2
		return string([]byte{c})
	case u.escaped && inQuery && (c == '/' || c == '?'): // 5.3
		return string([]byte{c})
	case u.escaped, c == '%', !isURIOctet(c): // 5.1
		return escape(c)
	default: // 5.2: reserved characters stay as written.
		return string([]byte{c})
	}
}

// CanonicalPath is sections 4 and 5: the path of a target in the form that the dialect compares.
func CanonicalPath(dialect Dialect, target string) string {
	path := cutTarget(dialect, target)
	switch dialect {
	case Google:
		return path // Targets are used as given.
	case Koster1996:
		return decodeKoster(path)
	}
	var out strings.Builder
	inQuery := false
	for _, u := range readUnits(path) {
		switch text := u.spell(inQuery); text {
		case "*", "$":
			out.WriteString(escape(u.octet)) // 5.4: in a target both are themselves.
		default:
			out.WriteString(text)
		}
		if u == (unit{'?', false}) {
			inQuery = true
		}
	}
	return out.String()
}

// element is one step of an RFC9309 pattern: a literal in its two spellings, or a star, or the end anchor. Which spelling
// counts depends on where in the target the literal is compared: that is all of 5.3.
type element struct {
	inPath, inQuery string // both empty for the two special ones
	star, end       bool
}

// readPattern takes a pattern apart (5.4).
func readPattern(pattern string) []element {
	var elements []element
	units := readUnits(pattern)
	for i, u := range units {
		switch {
		case u == unit{'*', false}:
			elements = append(elements, element{star: true})
		case u == unit{'$', false} && i == len(units)-1:
			elements = append(elements, element{end: true})
		case u == unit{'$', false}: // Only at the end is it the anchor.
			elements = append(elements, element{inPath: "%24", inQuery: "%24"})
		default:
			elements = append(elements, element{inPath: u.spell(false), inQuery: u.spell(true)})
		}
	}
	return elements
}

// patternLength is 6.2 for RFC9309. What 5.2 and 5.3 make equal counts as written; everything else counts as its
// canonical spelling; stars at the end of a pattern without anchor count nothing.
func patternLength(pattern string) int {
	units := readUnits(pattern)
	anchored := strings.HasSuffix(pattern, "$")
	if !anchored {
		for len(units) > 0 && units[len(units)-1] == (unit{'*', false}) {
			units = units[:len(units)-1]
		}
	}
	length := 0
	for i, u := range units {
		switch {
		case u == unit{'$', false} && !(anchored && i == len(units)-1):
			length += len("%24") // "/a$*" ends in a star, so even its last "$" is a literal.
		case u.escaped && strings.IndexByte(":@/?", u.octet) >= 0:
			length += len("%XX")
		default:
			length += len(u.spell(false))
		}
	}
	return length
}

// CanonicalPatterns returns the canonical texts of a pattern, in which "*" and a final "$" are special and everything
// else is literal, and the length that they share. A target matches the pattern where MatchPattern matches one of the
// texts against its canonical path. Only RFC9309 ever gives more than one.
//
// Under RFC9309 a piece after a star may lie in the path of the target or in its query, where %2F and %3F are spelled
// otherwise. The first text lets every piece lie in the path until the pattern's own "?". Each further one lets the star
// before piece i take the target's "?" in: the pieces from i on lie in the query.
//
// The length under Koster1996 is 0, for order decides there.
func CanonicalPatterns(dialect Dialect, pattern string) (readings []string, length int) {
	switch dialect {
	case Google:
		escaped := escapeGoogle(pattern)
		return []string{escaped}, len(escaped)
	case Koster1996:
		return []string{decodeKoster(pattern)}, 0
	}
	elements := readPattern(pattern)
	readings = []string{spellReading(elements, -1)}
	for i, e := range elements {
		if e.inPath == "?" {
			break // What follows lies in the query under every reading.
		}
		if e.star {
			readings = append(readings, spellReading(elements, i))
		}
	}
	return readings, patternLength(pattern)
}

// spellReading writes one reading: the star at index split takes in the target's "?"; none does where split is -1.
func spellReading(elements []element, split int) string {
	var out strings.Builder
	inQuery := false
	for i, e := range elements {
		switch {
		case e.star && i == split:
			out.WriteString("*?*")
			inQuery = true
		case e.star:
			out.WriteString("*")
		case e.end:
			out.WriteString("$")
		case inQuery:
			out.WriteString(e.inQuery)
		default:
			out.WriteString(e.inPath)
			inQuery = e.inPath == "?"
		}
	}
	return out.String()
}

// escapeGoogle is section 5 for Google's patterns: escapes get upper-case digits, octets from 0x80 on become escapes,
// and nothing is decoded.
func escapeGoogle(pattern string) string {
	var out strings.Builder
	for _, u := range readUnits(pattern) {
		if u.escaped || u.octet >= 0x80 {
			out.WriteString(escape(u.octet))
		} else {
			out.WriteByte(u.octet)
		}
	}
	return out.String()
}

// spellKoster is section 7: an escape is the octet that it stands for, except %2F, which is no slash. To keep units apart
// the octet "%" is written as an escape, and so is what a URI or a pattern cannot hold literally.
func (u unit) spellKoster() string {
	c := u.octet
	if u.escaped && c == '/' || c == '%' || c == '#' || c == '*' || c == '$' || !isURIOctet(c) {
		return escape(c)
	}
	return string([]byte{c})
}

func decodeKoster(pattern string) string {
	var out strings.Builder
	for _, u := range readUnits(pattern) {
		out.WriteString(u.spellKoster())
	}
	return out.String()
}

// isUnreserved is RFC 3986's unreserved set.
func isUnreserved(c byte) bool {
	return isAlpha(c) || isDigit(c) || strings.IndexByte("-._~", c) >= 0
}

// isURIOctet is false for what a URI cannot hold: space, controls, octets from 0x80 on and ten printable characters.
func isURIOctet(c byte) bool {
	return c > ' ' && c < 0x7F && strings.IndexByte("\"<>\\^`{|}", c) < 0
}

func isAlpha(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }

func hexValue(c byte) byte {
	switch {
	case isDigit(c):
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	default:
		return c - 'A' + 10
	}
}

func escape(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'%', digits[c>>4], digits[c&15]})
}
