package meaning

import (
	"iter"
	"slices"

	"github.com/robotrie/robotrie/normalize"
)

// This file has the observation that spares most searches.
//
// Let f be an octet that no pattern of a set names and that stands for itself in
// every path. Take a pattern p, put f for each of its stars, and, if it is not
// anchored, f behind it: that is the generic path of p. Then a pattern q of the
// set matches the generic path of p if and only if it matches every path that p
// matches.
//
// Proof. The generic path is matched by p, which is one direction. For the other
// let q match the generic path. No octet of q is f, so each f falls into one of
// q's stars, or behind q's end where q is not anchored. Put any run of octets in
// place of each f: q still matches, for its star takes in the run as well. Every
// path that p matches is one of these.
//
// The same holds below a prefix, which any path may be, for what is left of a
// pattern behind it.
//
// So who wins on the generic path of p beats p everywhere or is p itself: a rule
// can never win if and only if it does not win on the generic paths of its
// patterns. No set of rules covers a pattern together unless one covers it alone.
//
// A pattern of two spellings (text.go) is several plain ones: a target has no '?',
// or its first '?' stands in one of the stars, and from there on the pieces are
// spelt as in a query. Each has a generic path, in which "f?f" stands for that
// star. For any target the pattern is one of these, so the proof holds for it as
// p and as q. Where a pattern of a set is more than 16 of them, a search takes
// the place of generic paths for all.
//
// A generic path may be one that no target spells: only where a piece of p
// cannot stand behind the '?' that p or the prefix has before it. Then no target
// matches p at all.

// maxTurns bounds the generic paths of one pattern. Of real patterns, few have
// two.
const maxTurns = 16

// freeOctet gives the octet that stands for stars; ok is false where generic
// paths do not decide: where there is no such octet, or paths would be too many.
func freeOctet(a *alphabet, texts []*text) (filler byte, ok bool) {
	if slices.ContainsFunc(texts, func(t *text) bool { return len(t.turns) > maxTurns }) {
		return 0, false
	}
	return a.filler(texts)
}

// turnsFrom yields the stars that the first '?' of a path may stand in from a
// place on, and nowhere for paths that have none there.
func (t *text) turnsFrom(at place) iter.Seq[place] {
	return func(yield func(place) bool) {
		if !yield(nowhere) {
			return
		}
		for _, turn := range t.turns {
			if turn >= at && !yield(turn) {
				return
			}
		}
	}
}

// appendGeneric appends the octets of a text from a place on, with the filler
// for stars, and behind the end of one that is not anchored. The star at turn
// holds the path's first '?'.
func (t *text) appendGeneric(dst []byte, at, turn place, filler byte) []byte {
	for ; !t.ends(at); at++ {
		if at == turn {
			dst = append(dst, filler, '?')
			at = t.cross[at]
		}
		if t.back[at] == at {
			dst = append(dst, filler)
		}
		dst = append(dst, t.octets[at])
	}
	if !t.anchored {
		dst = append(dst, filler)
	}
	return dst
}

// generics yields the generic paths of a text below "/", until yield returns
// false. There is more than one where the pattern begins with a star: its first
// piece may begin with the path's first octet, or behind it. And where it has two
// spellings.
func (s *Set) generics(t *text, yield func(path []byte) bool) {
	at := place(0)
	if !t.done(at) {
		at = t.step(at, '/')
	}
	for at != nowhere {
		for turn := range t.turnsFrom(at) {
			path := t.appendGeneric([]byte("/"), at, turn, s.filler)
			if isPath(s.form, path) && !yield(path) {
				return
			}
		}
		if t.back[at] == at {
			return
		}
		at = t.back[at]
	}
}

// An Engine answers for one canonical path: what the patterns of a set were
// compiled to.
type Engine interface {
	// Decides gives the line of the rule that decides, 0 for none, and the
	// verdict.
	Decides(path []byte) (line int, allowed bool)
	// Work gives how many steps Decides takes for a path.
	Work(path []byte) (steps int)
}

// isPath reports whether a target spells this canonical path.
func isPath(form *normalize.Form, path []byte) bool {
	return len(path) > 0 && path[0] == '/' && form.IsCanonical(path)
}
