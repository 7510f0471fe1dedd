package oracle

import "strings"

// cutTarget is section 4: it takes an absolute URL or a path and returns the path with parameters and query, as written.
// It always begins with a slash.
func cutTarget(dialect Dialect, target string) string {
	if dialect == Google {
		path, _, _ := strings.Cut(cutLikeGoogle(target), "\x00") // 1.5
		return path
	}
	rest, isURL := afterScheme(target)
	if !isURL && !strings.HasPrefix(target, "/") {
		return cutLikeGoogle(target)
	}
	rest, _, _ = strings.Cut(rest, "#")
	if isURL {
		// The authority ends where path or query begins.
		begin := strings.IndexAny(rest, "/?")
		if begin < 0 {
			return "/"
		}
		rest = rest[begin:]
	}
	if strings.HasPrefix(rest, "?") {
		return "/" + rest
	}
	return rest
}

// afterScheme returns what follows "scheme://", or the whole target and false where it does not begin so. The scheme has
// the syntax of RFC 3986: a letter, then letters, digits, "+", "-" and ".".
func afterScheme(target string) (rest string, ok bool) {
	scheme, rest, found := strings.Cut(target, "://")
	if !found || scheme == "" || !isAlpha(scheme[0]) {
		return target, false
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isAlpha(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' {
			return target, false
		}
	}
	return rest, true
}

// cutLikeGoogle is the second half of section 4, word by word.
func cutLikeGoogle(target string) string {
	target = strings.TrimPrefix(target, "//") // A leading "//" is skipped.

	// A scheme counts as one only where no "/", "?" or ";" stands before its "://".
	begin := 0
	p, s := strings.IndexAny(target, "/?;"), strings.Index(target, "://")
	if s >= 0 && s < p { // Where s is found p is too: "://" holds a slash.
		begin = s + len("://")
	}

	start := strings.IndexAny(target[begin:], "/?;")
	if start < 0 {
		return "/"
	}
	start += begin
	end := strings.IndexByte(target, '#')
	if end < 0 {
		end = len(target)
	}
	if end < start {
		return "/" // The fragment began before any path did.
	}
	path := target[start:end]
	if path[0] != '/' {
		path = "/" + path
	}
	return path
}
