package normalize

import "bytes"

// tokenRule says what a product token is made of, and how a caller's own name
// is cut to one (docs/SEMANTICS.md, 3.3 and 7).
type tokenRule struct {
	digits, dots  bool // besides letters, '-' and '_'
	callerAsGiven bool // a caller's name is compared as it is
	version       bool // the name is all before its version: up to '/', a space or a tab
}

// Agent reads the value of a user-agent line. star reports the wildcard group;
// token is the product token otherwise, as it is written, empty where the
// value names nobody.
func (f *Form) Agent(value []byte) (token []byte, star bool) {
	if f.token.version {
		token = f.cutToken(value)
		return token, string(token) == "*"
	}
	if len(value) > 0 && value[0] == '*' && (len(value) == 1 || isSpace(value[1])) {
		return nil, true
	}
	return f.cutToken(value), false
}

// Token cuts a caller's own name, perhaps a whole User-Agent header, to the
// product token that is compared with those of the groups. named is false
// where nothing is left that a group could name.
func (f *Form) Token(name []byte) (token []byte, named bool) {
	if f.token.callerAsGiven {
		return name, string(name) != "*" // the wildcard is nobody's name
	}
	token = f.cutToken(name)
	return token, len(token) > 0
}

func (f *Form) cutToken(s []byte) []byte {
	if f.token.version {
		if i := bytes.IndexAny(s, "/ \t"); i >= 0 {
			return s[:i]
		}
		return s
	}
	for i, c := range s {
		if isAlpha(c) || c == '-' || c == '_' || f.token.digits && isDigit(c) || f.token.dots && c == '.' {
			continue
		}
		return s[:i]
	}
	return s
}

// AppendFold appends s with ASCII letters in lower case, the spelling in which
// product tokens are compared.
func AppendFold(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}

// EqualFold compares a word with another, ASCII case ignored.
func EqualFold(s []byte, t string) bool {
	if len(s) != len(t) {
		return false
	}
	for i, c := range s {
		d := t[i]
		if c != d && (c|0x20 != d|0x20 || !isAlpha(c)) {
			return false
		}
	}
	return true
}

func isSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}
