package meaning

import (
	"slices"

	"github.com/robotrie/robotrie/normalize"
)

// A Pattern is one of a set. Sets are slices of patterns, the weakest first:
// of those that match a path the last one decides. Where none matches, the path
// is allowed.
type Pattern struct {
	Text []byte // canonical: '*' is any run, a final '$' the end of the path
	// Query is what is behind the first '*' of Text as it is spelt behind the
	// first '?' of a path, with the same operators; nil where that is the same.
	// The two differ in pieces up to the first '?' of Text alone.
	Query []byte
	Allow bool // the verdict where this pattern decides
	Line  int  // of its rule, which may have several patterns. 0: not of the file
}

// A Set is patterns in order, ready to be asked about one rule after another.
type Set struct {
	form     *normalize.Form
	patterns []Pattern
	filler   byte
	free     bool // generic paths decide, see generic.go
}

// NewSet keeps patterns, which must not be changed.
func NewSet(form *normalize.Form, patterns []Pattern) *Set {
	texts, _ := unique(patterns)
	s := &Set{form: form, patterns: patterns}
	s.filler, s.free = freeOctet(alphabetOf(form), texts)
	return s
}

// Len gives the number of patterns.
func (s *Set) Len() int { return len(s.patterns) }

// Without gives the set without the rules of some lines.
func (s *Set) Without(lines map[int]bool) *Set {
	less := *s
	less.patterns = slices.DeleteFunc(slices.Clone(s.patterns), func(p Pattern) bool { return lines[p.Line] })
	return &less
}

// Limits bound a search. States are kept; steps are what one pattern does with
// one octet, and bound the time.
type Limits struct {
	States int
	Steps  int
}

// unique gives the texts of sets, one for each language that a pattern spells,
// and the rank of each in each set: its place from 1, that of the strongest
// pattern where several are equal; 0 where a set does not hold it.
func unique(sets ...[]Pattern) (texts []text, ranks [][maxSides]int32) {
	index := map[string]int{}
	for side, set := range sets {
		for i := len(set) - 1; i >= 0; i-- {
			spelt := set[i].plain()
			at, known := index[spelt]
			if !known {
				at = len(texts)
				index[spelt] = at
				texts = append(texts, newText(&set[i]))
				ranks = append(ranks, [maxSides]int32{})
			}
			if ranks[at][side] == 0 {
				ranks[at][side] = int32(i + 1)
			}
		}
	}
	return texts, ranks
}

// maxSides is how many sets are compared at a time.
const maxSides = 2
