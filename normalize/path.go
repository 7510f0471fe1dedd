package normalize

import "bytes"

// targetRule says how a dialect cuts the path out of a target.
type targetRule struct {
	google bool // as google/robotstxt does, whatever the target looks like
}

// Cut gives the path and query of a target, as they are spelt there, without
// fragment. slash reports that a '/' belongs before it: the target had a query
// but no path, or nothing at all. target is an absolute URL or the path part
// of one (docs/SEMANTICS.md, section 4).
func (f *Form) Cut(target []byte) (path []byte, slash bool) {
	if f.target.google {
		path, slash = googleCut(target)
		if i := bytes.IndexByte(path, 0); i >= 0 {
			path = path[:i]
		}
		return path, slash
	}
	if len(target) > 0 && target[0] == '/' {
		return beforeFragment(target), false
	}
	n := schemeLen(target)
	if n == 0 {
		return googleCut(target)
	}
	rest := beforeFragment(target[n:])
	i := bytes.IndexAny(rest, "/?")
	if i < 0 {
		return nil, true
	}
	return rest[i:], rest[i] == '?'
}

func beforeFragment(s []byte) []byte {
	if i := bytes.IndexByte(s, '#'); i >= 0 {
		return s[:i]
	}
	return s
}

// schemeLen gives the length of "scheme://" at the start of s, 0 if there is
// none (RFC 3986 section 3.1).
func schemeLen(s []byte) int {
	for i, c := range s {
		switch {
		case isAlpha(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':' && bytes.HasPrefix(s[i:], []byte("://")):
			return i + 3
		default:
			return 0
		}
	}
	return 0
}

// googleCut is what google/robotstxt's GetPathParamsQuery does.
func googleCut(s []byte) (path []byte, slash bool) {
	s = bytes.TrimPrefix(s, []byte("//"))
	start := 0
	if i := bytes.Index(s, []byte("://")); i >= 0 && !bytes.ContainsAny(s[:i], "/?;") {
		start = i + len("://")
	}
	n := bytes.IndexAny(s[start:], "/?;")
	if n < 0 {
		return nil, true
	}
	start += n
	end := len(s)
	if h := bytes.IndexByte(s, '#'); h >= 0 {
		if h < start {
			return nil, true
		}
		end = h
	}
	return s[start:end], s[start] != '/'
}

// AppendTarget gives the canonical path of a target. A target that is its own
// canonical path is returned as it is; anything else is appended to dst.
func (f *Form) AppendTarget(dst, target []byte) []byte {
	path, slash := f.Cut(target)
	if !slash {
		return f.AppendPath(dst, path)
	}
	return f.appendUnits(append(dst, '/'), path)
}

// AsGiven gives the canonical path of a target where that is a part of the
// target. ok is false where it may not be.
func (f *Form) AsGiven(target []byte) (path []byte, ok bool) {
	if len(target) > 0 && target[0] == '/' && !f.targetsAsGiven {
		return target, f.IsCanonical(target) // which nothing with a fragment is
	}
	path, slash := f.Cut(target)
	return path, !slash && f.IsCanonical(path)
}

// AppendPath gives the canonical spelling of a path and its query. A canonical
// path is returned as it is; anything else is appended to dst.
func (f *Form) AppendPath(dst, path []byte) []byte {
	if f.IsCanonical(path) {
		return path
	}
	return f.appendUnits(dst, path)
}

// IsCanonical reports whether AppendPath would return path itself.
func (f *Form) IsCanonical(path []byte) bool {
	if f.targetsAsGiven {
		return true
	}
	asked := 0 // no '?' stands before it: nothing is searched twice
	for i := 0; ; {
		// PERF: nearly all octets stand for themselves.
		for len(path)-i >= 8 {
			s := path[i:][:8]
			if (f.octets[s[0]]|f.octets[s[1]]|f.octets[s[2]]|f.octets[s[3]]|
				f.octets[s[4]]|f.octets[s[5]]|f.octets[s[6]]|f.octets[s[7]])&escapeRaw != 0 {
				break
			}
			i += 8
		}
		for i < len(path) && f.octets[path[i]]&escapeRaw == 0 {
			i++
		}
		if i == len(path) {
			return true
		}
		// One escape seldom comes alone.
		for ; i < len(path) && path[i] == '%'; i += 3 {
			if len(path)-i < 3 {
				return false
			}
			hi, lo := unhex[path[i+1]], unhex[path[i+2]]
			if hi == 0 || lo == 0 || path[i+1] >= 'a' || path[i+2] >= 'a' {
				return false
			}
			o := f.octets[(hi-1)<<4|(lo-1)]
			if o&decodePath != 0 {
				return false
			}
			if o&decodeQuery != 0 {
				if bytes.IndexByte(path[asked:i], '?') >= 0 {
					return false
				}
				asked = i
			}
		}
		if i < len(path) && f.octets[path[i]]&escapeRaw != 0 {
			return false
		}
	}
}

func (f *Form) appendUnits(dst, s []byte) []byte {
	if f.targetsAsGiven {
		return append(dst, s...)
	}
	sp := speller{form: f}
	for len(s) > 0 {
		var took int
		dst, took, _ = sp.next(dst, s)
		s = s[took:]
	}
	return dst
}
