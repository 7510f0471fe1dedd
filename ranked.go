package robotrie

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"sort"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/meaning"
)

// This file gives package meaning what it asks for: the patterns of a group in
// order of precedence, and its machines as an engine.

// ranked gives the patterns of a group, the weakest first, and the rank of each.
func (g *Group) ranked() (set []meaning.Pattern, ranks []automaton.Rank) {
	if g.image == nil {
		return nil, nil
	}
	parts := g.image.Parts(g.ids)
	for rank, e := range g.image.Table().All() {
		if parts.Hold(int(e.Line)) {
			set = append(set, pattern(&e))
			ranks = append(ranks, rank)
		}
	}
	return set, ranks
}

// fileRules finds the patterns of one group after another without reading those
// of all others for each: a file may have as many groups as it has rules.
type fileRules struct {
	all    []rankedEntry
	byLine []int32  // places in all, in the order of lines
	marked []uint64 // a bit for each of all
}

type rankedEntry struct {
	rank  automaton.Rank
	entry automaton.Entry
}

func newFileRules(im *compile.Image) *fileRules {
	f := &fileRules{}
	for rank, e := range im.Table().All() {
		f.byLine = append(f.byLine, int32(len(f.all)))
		f.all = append(f.all, rankedEntry{rank, e})
	}
	slices.SortFunc(f.byLine, func(a, b int32) int { return cmp.Compare(f.all[a].entry.Line, f.all[b].entry.Line) })
	f.marked = make([]uint64, (len(f.all)+63)/64)
	return f
}

// lines gives the places in byLine of the rules in some lines.
func (f *fileRules) lines(part compile.Lines) []int32 {
	from := sort.Search(len(f.byLine), func(i int) bool { return int(f.all[f.byLine[i]].entry.Line) >= part.From })
	to := sort.Search(len(f.byLine), func(i int) bool { return int(f.all[f.byLine[i]].entry.Line) >= part.To })
	return f.byLine[from:max(from, to)]
}

// mark sets the bits of a group's rules.
func (f *fileRules) mark(g *Group) []uint64 {
	clear(f.marked)
	for _, part := range g.image.Parts(g.ids) {
		for _, at := range f.lines(part) {
			f.marked[at/64] |= 1 << (at % 64)
		}
	}
	return f.marked
}

// strongestFirst yields the places of a group's rules in all.
func (f *fileRules) strongestFirst(g *Group) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range slices.Backward(f.mark(g)) {
			for word != 0 {
				top := bits.Len64(word) - 1
				if !yield(64*i + top) {
					return
				}
				word &^= 1 << top
			}
		}
	}
}

// any reports whether a group has a rule.
func (f *fileRules) any(g *Group) bool {
	return slices.ContainsFunc(g.image.Parts(g.ids), func(part compile.Lines) bool { return len(f.lines(part)) > 0 })
}

// places gives a group's rules by their places in all, the weakest first.
func (f *fileRules) places(g *Group) (places []int32) {
	for i, word := range f.mark(g) {
		for ; word != 0; word &= word - 1 {
			places = append(places, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return places
}

// ranked gives what Group.ranked does.
func (f *fileRules) ranked(g *Group) (set []meaning.Pattern, ranks []automaton.Rank) {
	for _, at := range f.places(g) {
		set = append(set, pattern(&f.all[at].entry))
		ranks = append(ranks, f.all[at].rank)
	}
	return set, ranks
}

// patterns gives those of the whole file, and the one for /robots.txt where that
// is allowed: its place is behind all.
func (f *fileRules) patterns(d Dialect) (set []meaning.Pattern) {
	for i := range f.all {
		set = append(set, pattern(&f.all[i].entry))
	}
	return withRobotsTxt(d, set)
}

// withRobotsTxt adds the place of that pattern.
func (f *fileRules) withRobotsTxt(d Dialect, places []int32) []int32 {
	if !d.RobotsTxtAllowed() {
		return places
	}
	return append(places, int32(len(f.all)))
}

func pattern(e *automaton.Entry) meaning.Pattern {
	return meaning.Pattern{Text: e.Text, Query: e.Query, Allow: e.Mark, Line: int(e.Line)}
}

// withRobotsTxt adds the pattern of line 0 that allows /robots.txt itself, where
// the dialect does: it is stronger than all.
func withRobotsTxt(d Dialect, set []meaning.Pattern) []meaning.Pattern {
	if !d.RobotsTxtAllowed() {
		return set
	}
	return append(set, meaning.Pattern{Text: []byte(robotsTxt + "$"), Allow: true})
}

func (g *Group) dialect() Dialect {
	if g.image == nil {
		return RFC9309
	}
	return g.image.Dialect()
}

// matcher answers for canonical paths by the rules alone: /robots.txt is a path
// like others.
type matcher Group

func (m *matcher) Decides(path []byte) (line int, allowed bool) {
	rank := automaton.NoRank
	for i := range m.machines {
		other, _ := m.machines[i].Match(path, true)
		rank = max(rank, other)
	}
	if rank == automaton.NoRank {
		return 0, true
	}
	e := m.image.Table().Entry(rank)
	return int(e.Line), e.Mark
}

// Work counts what Decides does, for budgets.
func (m *matcher) Work(path []byte) (steps int) {
	for i := range m.machines {
		steps += m.machines[i].Steps(path)
	}
	return steps
}

// exempting is a matcher that allows /robots.txt itself where the dialect does.
type exempting Group

func (m *exempting) Decides(path []byte) (line int, allowed bool) {
	if string(path) == robotsTxt && (*Group)(m).dialect().RobotsTxtAllowed() {
		return 0, true
	}
	return (*matcher)(m).Decides(path)
}

// Work counts what Decides does, for budgets.
func (m *exempting) Work(path []byte) (steps int) { return (*matcher)(m).Work(path) }
