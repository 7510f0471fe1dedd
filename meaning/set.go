package meaning

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/robotrie/robotrie/normalize"
)

// This file has a set that is asked about one rule after another.
//
// Idea: most patterns of a file have nothing to do with a rule: they begin with
// other octets. So members are sorted by what they begin with, and a question
// about a rule looks at those alone that begin as it does, or with less, or with
// more.
//
// Bound: for a beginning of n octets n binary searches, and what is found.
//
// Example, "/a", "/a/b", "/c" and "*d": near "/a" are all but "/c".

// A Set is patterns in order, ready to be asked about one rule after another. It
// is for one goroutine.
type Set struct {
	form    *normalize.Form
	members []*member
	byLine  map[int][]int32 // by line, the rule's members
	order   []int32         // members by what they begin with, then by their place
	gone    []bool          // by member: it was dropped
	hidden  int             // of order, how many are gone
	filler  byte
	free    bool // generic paths decide, see generic.go
}

// NewSet takes patterns apart, which must not be changed. SetCost is what that takes.
func NewSet(form *normalize.Form, patterns []Pattern) *Set {
	var shelf shelf
	return newSet(form, shelf.members(patterns), shelf.texts)
}

func newSet(form *normalize.Form, members []*member, texts []*text) *Set {
	s := &Set{form: form, members: members, byLine: map[int][]int32{}, gone: make([]bool, len(members)), order: make([]int32, len(members))}
	for i, m := range members {
		s.byLine[m.Line] = append(s.byLine[m.Line], int32(i))
		s.order[i] = int32(i)
	}
	slices.SortFunc(s.order, func(x, y int32) int {
		return cmp.Or(bytes.Compare(members[x].begins, members[y].begins), cmp.Compare(x, y))
	})
	s.filler, s.free = freeOctet(alphabetOf(form), texts)
	return s
}

// Drop takes the rule of a line out of the set. All patterns keep their places.
func (s *Set) Drop(line int) {
	for _, i := range s.byLine[line] {
		if !s.gone[i] {
			s.gone[i] = true
			s.hidden++
		}
	}
	if 2*s.hidden > len(s.order) {
		s.order = slices.DeleteFunc(s.order, func(i int32) bool { return s.gone[i] })
		s.hidden = 0
	}
}

// near gives the members, by their places in order, of which what they begin with
// begins with b, or b with it. A path that begins with b is matched by no others.
func (s *Set) near(b []byte, work *Budget) (found []int32) {
	rest := s.order
	begins := func(i int) []byte { return s.members[rest[i]].begins }
	add := func(some []int32) {
		for _, i := range some {
			if !s.gone[i] {
				found = append(found, i)
			}
		}
		work.Take(len(some))
	}
	for at := 0; at < len(b) && len(rest) > 0; at++ {
		// All of rest begin with b[:at]; first come those that end there.
		n := sort.Search(len(rest), func(i int) bool { return len(begins(i)) > at })
		add(rest[:n])
		rest = rest[n:]
		low := sort.Search(len(rest), func(i int) bool { return begins(i)[at] >= b[at] })
		high := sort.Search(len(rest), func(i int) bool { return begins(i)[at] > b[at] })
		rest = rest[low:high]
		work.Take(8)
	}
	add(rest)
	slices.Sort(found)
	return found
}

// pick gives members by their places.
func (s *Set) pick(places []int32) []*member {
	some := make([]*member, len(places))
	for k, i := range places {
		some[k] = s.members[i]
	}
	return some
}
