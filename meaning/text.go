package meaning

import (
	"bytes"
	"slices"
)

// This file has one pattern alone: a machine whose state is one number.
//
// Idea: let the pieces of a pattern be what stands between its stars. Once a
// star is entered, only the search for the piece behind it matters: to enter it
// later can match nothing more, and to look for an earlier piece again leads
// nowhere new. That search is Knuth, Morris and Pratt's: all open beginnings of
// the piece follow from the longest one. So a pattern of n octets has the states
// 0 … n: the octets of all pieces, read so far.
//
// Bound: a step follows at most as many links as octets were read before it.
//
// Example, "/a*bb$": octets "/abb". State 2 is the star; 'b' leads from 2 to 3,
// from 3 to 4; any other octet from 3 back to 2, and 'b' from 4 to 4. The path
// matches if it ends in state 4.

// place is a state of a text: how many octets of its pieces are matched.
type place = int32

// nowhere is the place of a text that no continuation matches.
const nowhere place = -1

// text is a pattern, ready to be matched. It never changes.
type text struct {
	octets []byte
	// back holds for each place where a mismatch leads: nowhere in the first
	// piece, the place itself at the start of a piece behind a star, else a
	// shorter beginning of the same piece.
	back []place
	// anchored: the path must end at the last place; else it may go on.
	anchored bool
	// last is the place at which all is matched as it is spelt in a path. In a
	// text of one spelling it is the only such place.
	last place

	// For a text of two spellings, see spellings.go.
	cross []place // by place: where the path's first '?' leads
	turns []place // stars behind which something is spelt in another way, and those before
}

// ends reports a place at which all is matched.
func (t *text) ends(at place) bool { return at == t.last || int(at) == len(t.octets) }

// newText takes a canonical pattern apart: '*' is any run, a final '$' the end
// of the path.
func newText(p *Pattern) text {
	pieces, anchored := split(p.Text)
	t := text{anchored: anchored}
	for range pieces[0] {
		t.back = append(t.back, nowhere)
	}
	t.octets = append(t.octets, pieces[0]...)
	if len(pieces) == 1 {
		t.back = append(t.back, nowhere)
	}
	t.behindStars(pieces[1:])
	t.last = place(len(t.octets))
	if p.Query != nil {
		t.spellTwice(pieces[1:], p.Query)
	}
	return t
}

// behindStars appends pieces that stand behind stars, the last of them at the end.
func (t *text) behindStars(pieces [][]byte) {
	for i, piece := range pieces {
		start := place(len(t.octets))
		t.octets = append(t.octets, piece...)
		t.back = append(t.back, start)
		// The place behind the piece is the next star, which has a link of its
		// own, or the end.
		end := place(len(t.octets))
		for at := start + 1; at < end; at++ {
			t.back = append(t.back, t.link(at, start))
		}
		if i == len(pieces)-1 {
			t.back = append(t.back, t.link(end, start))
		}
	}
}

// link gives the longest beginning of a piece, shorter than what is matched at
// a place, with which the matched octets end. Links before it are known.
func (t *text) link(at, start place) place {
	if at == start+1 {
		return start
	}
	c := t.octets[at-1]
	for p := t.back[at-1]; ; p = t.back[p] {
		if t.octets[p] == c {
			return p + 1
		}
		if p == start {
			return start
		}
	}
}

// split gives the pieces of a pattern in their plainest form: of equal patterns
// such as "/a", "/a*", "/a*$" and "/a**" only one is left.
func split(pattern []byte) (pieces [][]byte, anchored bool) {
	if n := len(pattern); n > 0 && pattern[n-1] == '$' {
		pattern, anchored = pattern[:n-1], true
	}
	all := bytes.Split(pattern, []byte("*"))
	pieces = all[:1]
	for _, piece := range all[1:] {
		if len(piece) > 0 {
			pieces = append(pieces, piece)
		}
	}
	if len(all) > 1 && len(all[len(all)-1]) == 0 {
		anchored = false // a star before the end takes in whatever follows
	}
	return pieces, anchored
}

// Plain gives one spelling for patterns that are plainly equal. No canonical path
// holds NUL, so no pattern does that matches one.
func (p *Pattern) Plain() string {
	s := join(split(p.Text))
	if p.Query != nil {
		s += "\x00" + join(split(slices.Concat([]byte("*"), p.Query)))
	}
	return s
}

// join is split's reverse: the pattern with one spelling for equal ones.
func join(pieces [][]byte, anchored bool) string {
	s := string(bytes.Join(pieces, []byte("*")))
	switch {
	case anchored:
		return s + "$"
	case len(s) > 0 && s[len(s)-1] == '$':
		return s + "*" // or the literal '$' would be the anchor
	default:
		return s
	}
}

// step reads one octet at a place that is not the end of an open pattern.
func (t *text) step(at place, c byte) place {
	at, _ = t.read(at, c)
	return at
}

// read is step, and tells how many links were followed.
func (t *text) read(at place, c byte) (to place, links int) {
	if c == '?' && int(at) < len(t.cross) {
		return t.cross[at], 0
	}
	for ; ; links++ {
		if int(at) < len(t.octets) && t.octets[at] == c {
			return at + 1, links
		}
		back := t.back[at]
		if back == nowhere || back == at {
			return back, links
		}
		at = back
	}
}

// other reads an octet that the text does not name, and not a '?' that crosses.
func (t *text) other(at place) place {
	for {
		back := t.back[at]
		if back == nowhere || back == at {
			return back
		}
		at = back
	}
}

// done reports that a place matches, whatever follows.
func (t *text) done(at place) bool { return !t.anchored && t.ends(at) }

// matches reads a whole path.
func (t *text) matches(path []byte) bool {
	ok, _ := t.matchesFrom(0, path)
	return ok
}

// matchesFrom reads the rest of a path behind a place, and tells the steps taken.
func (t *text) matchesFrom(at place, path []byte) (ok bool, steps int) {
	for i, c := range path {
		if t.done(at) {
			return true, i + 1
		}
		if at = t.step(at, c); at == nowhere {
			return false, i + 1
		}
	}
	return t.ends(at), len(path) + 1
}
