package meaning

import (
	"bytes"
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

// literal gives the octets before a pattern's first operator.
func literal(pattern []byte) []byte {
	if i := bytes.IndexByte(pattern, '*'); i >= 0 {
		return pattern[:i]
	}
	return bytes.TrimSuffix(pattern, []byte("$"))
}

// Limits bound a search. States are kept; steps are what one pattern does with
// one octet, and bound the time.
type Limits struct {
	States int
	Steps  int
}

// A Budget is the work that questions may still cost together, in steps as those
// of Limits. What they prepare counts as well, at what it takes in steps.
type Budget int64

// Take pays for work that was done or will be; false: the budget has ended.
func (b *Budget) Take(steps int) bool {
	*b -= Budget(steps)
	return *b >= 0
}

// member is a pattern that was taken apart, once for all questions about its set.
type member struct {
	Pattern
	text     *text
	language int32  // the same for all that match the same, as far as it is plain
	begins   []byte // literal(Text)
}

// shelf takes patterns apart. Members that are compared come from one shelf.
type shelf struct {
	known map[string]int32
	texts []*text // by language
}

// members takes a set apart.
func (s *shelf) members(set []Pattern) []*member {
	if s.known == nil {
		s.known = map[string]int32{}
	}
	all := make([]member, len(set))
	out := make([]*member, len(set))
	for i := range set {
		p := &set[i]
		spelt := p.Plain()
		language, known := s.known[spelt]
		if !known {
			language = int32(len(s.texts))
			s.known[spelt] = language
			t := newText(p)
			s.texts = append(s.texts, &t)
		}
		all[i] = member{Pattern: *p, text: s.texts[language], language: language, begins: literal(p.Text)}
		out[i] = &all[i]
	}
	return out
}

// SetCost is what it takes to take a set of patterns apart, in steps.
func SetCost(set []Pattern) (steps int) {
	for i := range set {
		steps += 64 + 2*len(set[i].Text) + 2*len(set[i].Query)
	}
	return steps
}

// unique gives the texts of sets, one for each language that a member spells,
// and the rank of each in each set: its place from 1, that of the strongest
// member where several are equal; 0 where a set does not hold it.
func unique(sets ...[]*member) (texts []*text, ranks [][maxSides]int32) {
	index := map[int32]int32{}
	for side, set := range sets {
		for i := len(set) - 1; i >= 0; i-- {
			at, known := index[set[i].language]
			if !known {
				at = int32(len(texts))
				index[set[i].language] = at
				texts = append(texts, set[i].text)
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

// matches reports whether a member matches a path, and how many steps that took.
func (m *member) matches(path []byte) (ok bool, steps int) {
	if !bytes.HasPrefix(path, m.begins) {
		return false, 1 + len(m.begins)/8
	}
	return m.text.matchesFrom(place(len(m.begins)), path[len(m.begins):])
}
