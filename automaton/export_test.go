package automaton

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

// A Pattern is a test's own: any text, any rank.
type Pattern struct {
	Text  []byte
	Query []byte // behind the first '*'; nil: the same
	Rank  Rank
}

// A Set is the machine of some patterns, which speaks their ranks.
type Set struct {
	Machine
	Table Table
	Size  int // octets of table and code
}

// Build compiles patterns, as compile does.
func Build(patterns []Pattern) *Set { return build(patterns, maxDirect) }

// BuildStars compiles patterns into the star machine, however few they are.
func BuildStars(patterns []Pattern) *Set { return build(patterns, -1) }

func build(patterns []Pattern, direct int) *Set {
	const w = 4
	patterns = slices.Clone(patterns)
	slices.SortStableFunc(patterns, func(a, b Pattern) int { return cmp.Or(cmp.Compare(a.Rank, b.Rank), bytes.Compare(a.Text, b.Text)) })
	table := []byte{0}
	var ranks []Rank
	for _, p := range patterns {
		ranks = append(ranks, Rank(len(table)))
		table = AppendRecord(table, &Entry{Text: p.Text, Query: p.Query, Line: uint32(p.Rank), Mark: p.Rank%2 == 1}, w)
	}
	size := len(table)
	table = append(table, make([]byte, Padding)...)
	b := Builder{direct: direct}
	b.Begin(table, w)
	ref := b.Machine(ranks)
	code := append(slices.Clone(b.Code()), make([]byte, Padding)...)
	return &Set{
		Machine: Open(table, code, w, ref, NewDoubt(func(byte) bool { return false })),
		Table:   NewTable(table, size, w),
		Size:    size + len(b.Code()),
	}
}

// Match gives a pattern's rank as the test knows it.
func (s *Set) Match(path []byte) Rank {
	best, _ := s.Machine.Match(path, true)
	if best == NoRank {
		return NoRank
	}
	return Rank(s.Table.Entry(best).Line)
}

// Dump writes ranks as the test knows them.
func (s *Set) Dump() string {
	return s.Machine.Dump(func(r Rank) string { return fmt.Sprint(s.Table.Entry(r).Line) })
}
