package normalize

// A Form says how a dialect spells octets (docs/SEMANTICS.md, section 5). Its
// zero value spells nothing; use RFC9309, Google or Koster1996.
type Form struct {
	octets [256]octet

	// special holds the octets of a pattern that are not simply themselves.
	special [256]bool

	// target cuts the path out of a target.
	target targetRule

	// targetsAsGiven: targets are compared as they are; only patterns are
	// respelt, and nothing in them is decoded.
	targetsAsGiven bool

	// wildcards: '*' and a final '$' of a pattern are operators.
	wildcards bool

	// countStars: trailing stars count in a pattern's length.
	countStars bool

	// token says which octets a product token is made of.
	token tokenRule
}

// octet holds what a form does with one octet value.
type octet uint8

const (
	// escapeRaw: where it stands as itself, it becomes %XX.
	escapeRaw octet = 1 << iota
	// decodePath: %XX of it becomes the octet itself, everywhere.
	decodePath
	// decodeQuery: %XX of it becomes the octet itself behind the first '?'.
	decodeQuery
	// asWritten: %XX of it counts as three octets of a pattern's length even
	// where it is decoded (docs/SEMANTICS.md, 6.2).
	asWritten
)

// RFC9309, Google and Koster1996 are the forms of the three dialects.
var (
	RFC9309    = rfc9309Form().finish()
	Google     = googleForm().finish()
	Koster1996 = kosterForm().finish()
)

// reserved holds RFC 3986's gen-delims and sub-delims but '#', which cannot
// stand in a path or a query.
const reserved = ":/?[]@!$&'()*+,;="

func isUnreserved(c byte) bool {
	return isAlpha(c) || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// uriForm is what RFC9309 and Koster1996 share: whatever a URI cannot hold is
// written %XX, and so are '*' and '$', which as octets of a pattern would be
// operators.
func uriForm() *Form {
	f := &Form{}
	for i := range 256 {
		f.octets[i] = escapeRaw
	}
	for i := range 256 {
		if isUnreserved(byte(i)) {
			f.octets[i] = decodePath
		}
	}
	for _, c := range []byte(reserved) {
		f.octets[c] = 0
	}
	f.octets['*'] = escapeRaw
	f.octets['$'] = escapeRaw
	return f
}

// Spec: RFC 9309 section 2.2.2 and draft-koster-rep-00 section 2.2.2.
func rfc9309Form() *Form {
	f := uriForm()
	f.wildcards = true
	f.token = tokenRule{digits: true, dots: true}
	for _, c := range []byte(":@") {
		f.octets[c] |= decodePath | asWritten
	}
	for _, c := range []byte("/?") {
		f.octets[c] |= decodeQuery | asWritten
	}
	return f
}

// Spec: google/robotstxt, MaybeEscapePattern: only patterns are respelt.
func googleForm() *Form {
	f := &Form{
		target:         targetRule{google: true},
		targetsAsGiven: true,
		wildcards:      true,
		countStars:     true,
		token:          tokenRule{callerAsGiven: true},
	}
	for i := 0x80; i < 256; i++ {
		f.octets[i] = escapeRaw
	}
	return f
}

// Spec: the 1996 draft, section 3.2.2: escapes are decoded on both sides
// before octets are compared, except %2F. To stay one-to-one, an octet that a
// URI cannot hold is written %XX on both sides instead; so are '*' and '$'.
func kosterForm() *Form {
	f := uriForm()
	f.token = tokenRule{version: true}
	for _, c := range []byte(reserved) {
		if f.octets[c]&escapeRaw == 0 && c != '/' {
			f.octets[c] |= decodePath
		}
	}
	return f
}

// finish sets what follows from the rest.
func (f *Form) finish() *Form {
	for i := range 256 {
		c := byte(i)
		f.special[c] = c == '%' || c == '*' || c == '$' || f.octets[c]&escapeRaw != 0
	}
	return f
}

const upperHex = "0123456789ABCDEF"

// unhex gives the value of a hexadecimal digit plus one, 0 for other octets.
var unhex = func() (t [256]uint8) {
	for i := range byte(10) {
		t['0'+i] = i + 1
	}
	for i := range byte(6) {
		t['a'+i] = 10 + i + 1
		t['A'+i] = 10 + i + 1
	}
	return t
}()

// escape reads the escape at the start of s. ok is false where s does not
// begin with '%' and two hexadecimal digits.
func escape(s []byte) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	hi, lo := unhex[s[1]], unhex[s[2]]
	if hi == 0 || lo == 0 {
		return 0, false
	}
	return (hi-1)<<4 | (lo - 1), true
}

func appendEscape(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

// speller respells a run of octets one unit (an octet or an escape) at a time.
type speller struct {
	form  *Form
	query bool // behind the first '?'
}

// next reads the unit at the start of s. It appends the unit's canonical
// spelling to dst, and tells how many octets of s it took and how many octets
// it counts towards a pattern's length.
func (p *speller) next(dst, s []byte) (out []byte, took, counts int) {
	c := s[0]
	if c == '%' {
		if v, ok := escape(s); ok {
			o := p.form.octets[v]
			if o&decodePath != 0 || (o&decodeQuery != 0 && p.query) {
				if o&asWritten != 0 {
					return append(dst, v), 3, 3
				}
				return append(dst, v), 3, 1
			}
			return appendEscape(dst, v), 3, 3
		}
	}
	if c == '?' {
		p.query = true
	}
	if p.form.octets[c]&escapeRaw != 0 {
		return appendEscape(dst, c), 1, 3
	}
	return append(dst, c), 1, 1
}

// IsDoubtful reports an octet of a target that may not be canonical, or not
// belong to the path: all others stand for themselves wherever they stand.
func (f *Form) IsDoubtful(c byte) bool {
	if c == '#' {
		return true
	}
	if f.targetsAsGiven {
		return c == 0
	}
	return f.octets[c]&escapeRaw != 0 // '%' among them
}

// IsPlain reports a rule's value that is its own canonical pattern, has no
// operator, and counts as many octets as it has. It may be false for others.
func (f *Form) IsPlain(value []byte) bool {
	for _, c := range value {
		if f.special[c] {
			return false
		}
	}
	return true
}
