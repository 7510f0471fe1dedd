package automaton

import "bytes"

// Matches reports whether one pattern matches a path, without a machine: for
// explaining, where every rule is asked and not the best alone. It takes each
// piece between stars at its earliest place, which leaves most for the rest,
// so its work is at most path × pattern octets.
func Matches(pattern, path []byte) bool {
	anchored := false
	if n := len(pattern); n > 0 && pattern[n-1] == '$' {
		pattern, anchored = pattern[:n-1], true
	}
	piece, rest, more := bytes.Cut(pattern, []byte("*"))
	if !bytes.HasPrefix(path, piece) {
		return false
	}
	path = path[len(piece):]
	for more {
		piece, rest, more = bytes.Cut(rest, []byte("*"))
		if !more && anchored {
			return bytes.HasSuffix(path, piece)
		}
		i := bytes.Index(path, piece)
		if i < 0 {
			return false
		}
		path = path[i+len(piece):]
	}
	return !anchored || len(path) == 0
}
