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

// Matches reports whether an entry's pattern matches a path, in one spelling or
// two.
func (e *Entry) Matches(path []byte) bool {
	if e.Query == nil {
		return Matches(e.Text, path)
	}
	lit, text, _ := bytes.Cut(e.Text, []byte("*"))
	if !bytes.HasPrefix(path, lit) {
		return false
	}
	query, anchored := bytes.CutSuffix(e.Query, []byte("$"))
	text = bytes.TrimSuffix(text, []byte("$"))
	behind := bytes.IndexByte(path, separator) + 1 // 0: nothing is
	at := len(lit)
	for more := true; more; {
		var piece, other []byte
		piece, text, more = bytes.Cut(text, []byte("*"))
		other, query, _ = bytes.Cut(query, []byte("*"))
		from := max(at, behind)
		if !more && anchored {
			return bytes.HasSuffix(path[at:], piece) || behind > 0 && bytes.HasSuffix(path[from:], other)
		}
		end := -1
		if i := bytes.Index(path[at:], piece); i >= 0 {
			end = at + i + len(piece)
		}
		if i := bytes.Index(path[from:], other); behind > 0 && i >= 0 && (end < 0 || from+i+len(other) < end) {
			end = from + i + len(other)
		}
		if end < 0 {
			return false
		}
		at = end
	}
	return true
}
