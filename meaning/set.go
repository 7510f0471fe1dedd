package meaning

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/robotrie/robotrie/normalize"
)

// This file has sets that are asked about one rule after another.
//
// Idea: most patterns of a file have nothing to do with a rule: they begin with
// other octets. So members are sorted by what they begin with, and a question
// about a rule looks at those alone that begin as it does, or with less, or with
// more.
//
// Bound: for a beginning of n octets n binary searches, and what is found.
//
// Example, "/a", "/a/b", "/c" and "*d": near "/a" are all but "/c".

// A Stock is all patterns of a file, taken apart once. It makes the sets of its
// groups, which may be many that share most of what they have.
type Stock struct {
	form    *normalize.Form
	members []*member
	begins  []int32 // by member, its place among all by what they begin with
}

// NewStock takes patterns apart, which must not be changed; the weakest first.
func NewStock(form *normalize.Form, patterns []Pattern) *Stock {
	var shelf shelf
	return newStock(form, shelf.members(patterns))
}

func newStock(form *normalize.Form, members []*member) *Stock {
	s := &Stock{form: form, members: members, begins: make([]int32, len(members))}
	order := make([]int32, len(members))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(bytes.Compare(members[x].begins, members[y].begins), cmp.Compare(x, y))
	})
	for place, i := range order {
		s.begins[i] = int32(place)
	}
	return s
}

// A Set is patterns in order, ready to be asked about one rule after another. It
// is for one goroutine.
type Set struct {
	form    *normalize.Form
	members []*member
	lines   []int32 // members in the order of lines
	order   []int32 // members by what they begin with
	gone    []bool  // by member: it was dropped
	hidden  int     // of order, how many are gone
	filler  byte
	free    bool // generic paths decide, see generic.go
}

// NewSet takes patterns apart, which must not be changed. SetCost is what that takes.
func NewSet(form *normalize.Form, patterns []Pattern) *Set { return NewStock(form, patterns).all() }

func (s *Stock) all() *Set {
	places := make([]int32, len(s.members))
	for i := range places {
		places[i] = int32(i)
	}
	return s.Set(places)
}

// Set makes the set of some patterns, given by their places, the weakest first.
func (s *Stock) Set(places []int32) *Set {
	set := &Set{form: s.form, gone: make([]bool, len(places)), lines: make([]int32, len(places)), order: make([]int32, len(places))}
	texts := make([]*text, len(places))
	for i, place := range places {
		m := s.members[place]
		set.members = append(set.members, m)
		set.lines[i], set.order[i], texts[i] = int32(i), int32(i), m.text
	}
	slices.SortFunc(set.lines, func(x, y int32) int { return cmp.Compare(set.members[x].Line, set.members[y].Line) })
	slices.SortFunc(set.order, func(x, y int32) int { return cmp.Compare(s.begins[places[x]], s.begins[places[y]]) })
	set.filler, set.free = freeOctet(alphabetOf(s.form), texts)
	return set
}

// Cost is what Set takes, in steps.
func (s *Stock) Cost(places []int32) (steps int) {
	for _, place := range places {
		steps += 64 + len(s.members[place].Text)/2
	}
	return steps
}

// rule gives the members of the rule of a line.
func (s *Set) rule(line int) []int32 {
	from := sort.Search(len(s.lines), func(i int) bool { return s.members[s.lines[i]].Line >= line })
	to := sort.Search(len(s.lines), func(i int) bool { return s.members[s.lines[i]].Line > line })
	return s.lines[from:to]
}

// Drop takes the rule of a line out of the set. All patterns keep their places.
func (s *Set) Drop(line int) {
	for _, i := range s.rule(line) {
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
