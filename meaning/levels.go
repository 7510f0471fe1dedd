package meaning

import (
	"bytes"
	"slices"
)

// This file has spaces in which verdicts count alone, not who decides.
//
// Idea: in the order of precedence, a run of patterns with one verdict is one
// level: which of them is stronger changes no verdict. Level 0 is that nothing
// matches, which allows; then disallow and allow take turns, so the lowest bit
// of a level is its verdict. Patterns that allow below all that disallow change
// nothing and are left out.
//
// Bound: that of spaces, of which these are smaller.
//
// Example, "/a" and "/b" disallowed, "/*c" allowed, "/a/d" disallowed: levels 1, 1,
// 2 and 3. Behind "/b" the level is 1, and only "/*c" can change the verdict.

// newLevels makes such a space of one set.
func newLevels(a *alphabet, limits Limits, set []*member) *space {
	s := &space{alpha: a, limits: limits, sides: 1, levels: true}
	set = needed(a, set, Budget(limits.Steps))
	texts, ranks := unique(set)
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return int(ranks[x][0] - ranks[y][0]) })
	level := int32(0)
	for _, t := range order {
		if allow := set[ranks[t][0]-1].Allow; allow != (level&1 == 0) {
			level++
		}
		if level > 0 {
			s.texts = append(s.texts, texts[t])
			s.ranks = append(s.ranks, [maxSides]int32{level})
		}
	}
	for l := range level + 1 {
		s.allow[0] = append(s.allow[0], l&1 == 0)
	}
	s.reset()
	return s
}

// settleLevels drops the texts that can only confirm the verdict: those below
// the weakest one that would change it.
func (s *space) settleLevels(st *state) {
	weakest := int32(0)
	for _, l := range st.live {
		if r := s.ranks[l.text()][0]; (r^st.best[0])&1 == 1 && (weakest == 0 || r < weakest) {
			weakest = r
		}
	}
	if weakest == 0 {
		st.live, st.best[0] = st.live[:0], st.best[0]&1
		return
	}
	st.live = slices.DeleteFunc(st.live, func(l live) bool { return s.ranks[l.text()][0] < weakest })
	st.best[0] = weakest - 1
}

// needed drops patterns that plainly change no verdict: those that match nothing
// but what one pattern matches that is stronger, or of the same level. It does so
// where stars make spaces large, and where the patterns are not too many to
// compare each with each, nor too long.
func needed(a *alphabet, set []*member, work Budget) []*member {
	const most = 512
	if len(set) > most || !slices.ContainsFunc(set, func(m *member) bool { return bytes.IndexByte(m.Text, '*') >= 0 }) {
		return set
	}
	texts, _ := unique(set)
	filler, free := freeOctet(a, texts)
	if !free {
		return set
	}
	s := Set{form: a.form, filler: filler, free: true}
	kept := slices.Clone(set)
	for i := 0; i < len(kept) && work >= 0; {
		covered := true
		s.generics(kept[i].text, func(path []byte) bool {
			from := i // of the first pattern of the same level
			for from > 0 && kept[from-1].Allow == kept[i].Allow {
				from--
			}
			covered = false
			for j := len(kept) - 1; j >= from && !covered; j-- {
				ok, steps := kept[j].matches(path)
				if covered = j != i && ok; !work.Take(steps) {
					break
				}
			}
			return covered
		})
		if covered {
			kept = slices.Delete(kept, i, i+1)
		} else {
			i++
		}
	}
	return kept
}
