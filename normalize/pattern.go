package normalize

import "bytes"

// A pattern and a target meet in the canonical spelling. For most patterns
// there is one; but behind a '*' it may be open whether a piece of the pattern
// falls in the path or in the query of a target, and there %2F and %3F are
// read differently. Such a pattern has several readings: it matches what any
// of them matches, and all count the same length.
//
// Example, RFC9309: "/*a%2Fb" reads as "/*a%2Fb" (in the path, where %2F is
// not '/') and as "/*?*a/b" (behind the first '?', where it is).

// AppendPattern appends the canonical spelling of a rule's value, in which '*'
// is any run, a final '$' the end of the path, and every other octet itself.
// It is the reading in which every piece stands in the path until the pattern
// itself has a '?'. octets is the length that precedence counts (6.2).
func (f *Form) AppendPattern(dst, value []byte) (pattern []byte, octets int) {
	if !f.wildcards {
		pattern = f.appendUnits(dst, value)
		return pattern, len(pattern) - len(dst)
	}
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
	if n := len(dst); stars > 0 && n > 0 && dst[n-1] == '$' {
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

// Ambiguous reports whether value has readings besides AppendPattern's.
func (f *Form) Ambiguous(value []byte) bool {
	if f.targetsAsGiven || !f.wildcards {
		return false
	}
	star := bytes.IndexByte(value, '*')
	if star < 0 || bytes.IndexByte(value[star:], '%') < 0 {
		return false
	}
	return f.lastAmbiguous(bytes.Split(value, []byte("*"))) > 0
}

// lastAmbiguous gives the index of the last piece behind a star that the path
// and the query spell differently, 0 if there is none. A piece is ambiguous as
// far as no '?' of the pattern stands before it.
func (f *Form) lastAmbiguous(pieces [][]byte) int {
	last := 0
	for i, piece := range pieces {
		q := bytes.IndexByte(piece, '?')
		if q >= 0 {
			piece = piece[:q]
		}
		if i > 0 && f.hasQueryEscape(piece) {
			last = i
		}
		if q >= 0 {
			break
		}
	}
	return last
}

func (f *Form) hasQueryEscape(s []byte) bool {
	for i := bytes.IndexByte(s, '%'); i >= 0 && i < len(s); i++ {
		if v, ok := escape(s[i:]); ok && f.octets[v]&decodeQuery != 0 {
			return true
		}
	}
	return false
}

// Readings calls yield with every further reading of value: for each piece
// behind a star, up to the last ambiguous one, the reading in which the query
// begins before that piece. The slice is valid during the call only. It stops
// when yield returns false. Work and octets are pieces × octets of value.
func (f *Form) Readings(value []byte, yield func(pattern []byte) bool) {
	body, _, anchored := splitEnd(value)
	pieces := bytes.Split(body, []byte("*"))
	var buf []byte
	last := f.lastAmbiguous(pieces)
	for first := 1; first <= last; first++ {
		if len(pieces[first]) == 0 {
			continue // the same as before the next piece
		}
		buf = buf[:0]
		sp := speller{form: f}
		for i, piece := range pieces {
			if i > 0 {
				buf = append(buf, '*')
			}
			if i == first {
				buf = append(buf, '?', '*')
				sp.query = true
			}
			for len(piece) > 0 {
				var took int
				buf, took, _ = sp.next(buf, piece)
				piece = piece[took:]
			}
		}
		if anchored {
			buf = append(buf, '$')
		}
		if !yield(buf) {
			return
		}
	}
}
