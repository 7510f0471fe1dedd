package meaning

import (
	"encoding/binary"
	"slices"

	"github.com/dgryski/go-farm"

	"github.com/robotrie/robotrie/normalize"
)

// This file gives sets that mean the same the same 128 bits.
//
// Idea: the minimal automaton of a language is unique up to the names of its
// states, and numbering them in the order in which a walk meets them makes it
// unique. So build all states in which verdicts differ below (space.go, levels),
// merge those that no continuation tells apart (minimal.go), number them, write
// them down, and hash that.
//
// Bound: Limits. Beyond them, the patterns themselves are hashed, without those
// that plainly change nothing, and the kind says so.
//
// What is written: for each state its verdict, then for every run of units, in
// the order of the alphabet, the state they lead to. States are numbered as they
// are first written down.

// Kind says what a fingerprint was taken of.
type Kind uint8

// The kinds of fingerprints.
const (
	// ByMeaning: of the verdicts. Sets with the same verdicts have the same
	// fingerprint, however they are written.
	ByMeaning Kind = iota
	// ByRules: of the patterns in their order, because a limit ended. Sets with
	// the same verdicts may have different ones.
	ByRules
)

// String gives "meaning" or "rules".
func (k Kind) String() string {
	if k == ByRules {
		return "rules"
	}
	return "meaning"
}

// Sum gives the fingerprint of a set. Sets of different forms have different
// ones; tag is the caller's and is part of it. Without steps in limits, it is
// taken of the rules at once. steps is what it cost.
func Sum(form *normalize.Form, set []Pattern, tag string, limits Limits) (high, low uint64, kind Kind, steps int) {
	kind, text := ByRules, []byte(tag)
	if limits.Steps > 0 {
		var shelf shelf
		s := newLevels(alphabetOf(form), limits, shelf.members(set))
		m, ok := minimize(s, func(st *state) int32 { return int32(verdictIndex(s.allow[0][s.winner(st, 0)])) })
		if steps = s.cost() + len(s.alpha.units)*len(s.heads); ok {
			kind, text = ByMeaning, m.append(text)
		}
	}
	if kind == ByRules {
		text = appendRules(append(text, "rules"...), set)
	}
	high, low = farm.Fingerprint128(text)
	return high, low, kind, steps
}

// append writes an automaton down.
func (m *minimal) append(dst []byte) []byte {
	number := make([]int32, len(m.class))
	for i := range number {
		number[i] = -1
	}
	order := []int32{m.start}
	number[m.start] = 0
	for i := 0; i < len(order); i++ {
		s := order[i]
		dst = append(dst, byte(m.class[s]))
		dst = binary.AppendUvarint(dst, uint64(len(m.runs[s])))
		for _, r := range m.runs[s] {
			if number[r.to] < 0 {
				number[r.to] = int32(len(order))
				order = append(order, r.to)
			}
			dst = binary.AppendUvarint(dst, uint64(r.first))
			dst = binary.AppendUvarint(dst, uint64(number[r.to]))
		}
	}
	return dst
}

// appendRules writes patterns down: in runs of one verdict, each sorted, the
// weakest run first. Left out is what plainly changes nothing: equal patterns
// but the strongest; those in one run of which another one is the beginning; and
// what allows below all that disallow.
func appendRules(dst []byte, set []Pattern) []byte {
	type run struct {
		allow bool
		texts []string
	}
	var runs []run // the strongest first
	seen := map[string]bool{}
	for _, p := range slices.Backward(set) {
		spelt := p.Plain()
		if seen[spelt] {
			continue
		}
		seen[spelt] = true
		if n := len(runs); n == 0 || runs[n-1].allow != p.Allow {
			runs = append(runs, run{allow: p.Allow})
		}
		last := &runs[len(runs)-1]
		last.texts = append(last.texts, spelt)
	}
	for i, r := range slices.Backward(runs) {
		if i == len(runs)-1 && r.allow {
			continue
		}
		dst = append(dst, byte(verdictIndex(r.allow)))
		for _, text := range withoutLonger(r.texts) {
			dst = binary.AppendUvarint(dst, uint64(len(text)))
			dst = append(dst, text...)
		}
	}
	return dst
}

// withoutLonger sorts texts and drops those that begin with another one that is
// not anchored.
func withoutLonger(texts []string) []string {
	slices.Sort(texts)
	// open holds the open texts that begin the current one, each the next.
	kept, last := texts[:0], ""
	have := false
	for _, text := range texts {
		if have && len(text) >= len(last) && text[:len(last)] == last {
			continue
		}
		kept = append(kept, text)
		if text == "" || text[len(text)-1] != '$' {
			have, last = true, text
		}
	}
	return kept
}
