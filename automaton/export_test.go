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

// Parts are what a machine is opened with, without padding.
type Parts struct {
	Table, Code []byte
	W           int
	Ref         Ref
}

// BuildParts compiles patterns with numbers of w octets, into the star machine
// or as compile does.
func BuildParts(patterns []Pattern, w int, stars bool) Parts {
	direct := maxDirect
	if stars {
		direct = -1
	}
	table, b, ref := compile(patterns, direct, w)
	return Parts{table[:len(table)-Padding], b.Code(), w, ref}
}

// build takes each width of numbers in turn, where it holds them all.
func build(patterns []Pattern, direct int) *Set {
	w := 2 + len(patterns)%3
	table, b, ref := compile(patterns, direct, w)
	large := func(p Pattern) bool { return p.Rank>>(8*w-1) != 0 }
	if w < 4 && (max(len(table), len(b.Code()))>>(8*w-1) != 0 || slices.ContainsFunc(patterns, large)) {
		w = 4
		table, b, ref = compile(patterns, direct, w)
	}
	size := len(table) - Padding
	code := append(slices.Clone(b.Code()), make([]byte, Padding)...)
	return &Set{
		Machine: Open(table, code, w, ref, NewDoubt(func(byte) bool { return false })),
		Table:   NewTable(table, size, w),
		Size:    size + len(b.Code()),
	}
}

// compile writes the table, with padding, and the code.
func compile(patterns []Pattern, direct, w int) (table []byte, b *Builder, ref Ref) {
	patterns = slices.Clone(patterns)
	slices.SortStableFunc(patterns, func(a, b Pattern) int { return cmp.Or(cmp.Compare(a.Rank, b.Rank), bytes.Compare(a.Text, b.Text)) })
	table = []byte{0}
	var ranks []Rank
	for _, p := range patterns {
		ranks = append(ranks, Rank(len(table)))
		table = AppendRecord(table, &Entry{Text: p.Text, Query: p.Query, Line: uint32(p.Rank), Mark: p.Rank%2 == 1}, w)
	}
	table = append(table, make([]byte, Padding)...)
	b = &Builder{direct: direct}
	b.Begin(table, w)
	return table, b, b.Machine(ranks)
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
