package normalize

import "bytes"

// A pattern and a target meet in the canonical spelling. For most patterns
// there is one; but behind a '*' it may be open whether a piece of the pattern
// falls in the path or in the query of a target, and there %2F and %3F are
// read differently. Such a pattern has two spellings, and each of its pieces may
// match in either of them: as in a path, or, behind the first '?', as in a query.
//
// Example, RFC9309: "/*a%2Fb" is "a%2Fb" in the path, where %2F is not '/', and
// "a/b" behind the first '?', where it is.

// AppendPattern appends the canonical spelling of a rule's value, in which '*'
// is any run, a final '$' the end of the path, and every other octet itself.
// Every piece is spelt as in the path until the pattern itself has a '?'. octets is the length that precedence counts (6.2).
func (f *Form) AppendPattern(dst, value []byte) (pattern []byte, octets int) {
	if !f.wildcards {
		pattern = f.appendUnits(dst, value)
		return pattern, len(pattern) - len(dst)
	}
	start := len(dst)
	body, stars, anchored := splitEnd(value)
	sp := speller{form: f}
	for len(body) > 0 {
		if body[0] == '*' {
			dst, body = append(dst, '*'), body[1:]
			octets++
			continue
		}
		var took, counts int
		dst, took, counts = sp.next(dst, body)
		body = body[took:]
		octets += counts
	}
	if anchored {
		dst = append(dst, '$')
		octets++
		return dst, octets
	}
	if n := len(dst); stars > 0 && n > start && dst[n-1] == '$' {
		dst = append(dst, '*') // or the literal '$' would be the anchor
	}
	if f.countStars {
		octets += stars
	}
	return dst, octets
}

// splitEnd takes the operators off the end of a value: the anchor, or else the
// trailing stars, which change nothing of what is matched.
func splitEnd(value []byte) (body []byte, stars int, anchored bool) {
	if n := len(value); n > 0 && value[n-1] == '$' {
		return value[:n-1], 0, true
	}
	body = bytes.TrimRight(value, "*")
	return body, len(value) - len(body), false
}

// AppendBehindQuery appends the canonical spelling of a value as it is where
// all that is behind its first '*' stands behind the first '?' of a target. It
// is AppendPattern's up to that '*', and has the same stars. differs is false,
// and nothing appended, where both are equal.
func (f *Form) AppendBehindQuery(dst, value []byte) (pattern []byte, differs bool) {
	star := bytes.IndexByte(value, '*')
	if star < 0 || !f.hasQueryEscape(value[star:]) {
		return dst, false
	}
	n := len(dst)
	sp, query := speller{form: f}, speller{form: f, query: true}
	body, _, anchored := splitEnd(value)
	for i := 0; i < len(body); {
		if body[i] == '*' {
			dst = append(dst, '*')
			i++
			continue
		}
		at, took := len(dst), 0
		dst, took, _ = sp.next(dst, body[i:])
		if i > star && !sp.query {
			// The two spellings are the same again behind a '?' of its own.
			plain := len(dst)
			dst, _, _ = query.next(dst, body[i:])
			differs = differs || !bytes.Equal(dst[at:plain], dst[plain:])
			dst = append(dst[:at], dst[plain:]...)
		}
		i += took
	}
	if !differs {
		return dst[:n], false
	}
	if anchored {
		dst = append(dst, '$')
	}
	return dst, true
}

// hasQueryEscape reports an escape that a query spells otherwise, as one dialect
// of three has them.
func (f *Form) hasQueryEscape(s []byte) bool {
	for i := bytes.IndexByte(s, '%'); i >= 0 && i < len(s); i++ {
		if v, ok := escape(s[i:]); ok && f.octets[v]&decodeQuery != 0 {
			return true
		}
	}
	return false
}
