package automaton

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"
)

// MaxDirect is how many patterns with a '*' are asked one by one.
const MaxDirect = maxDirect

// What a machine takes, and what one with stars takes besides.
const (
	MachineSize  = int(unsafe.Sizeof(Machine{}))
	StarViewSize = int(unsafe.Sizeof(starView{}))
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
	Image Image
}

// Build compiles patterns, as compile does. It takes each width of numbers in
// turn, where it holds them all.
func Build(patterns []Pattern) *Set { return BuildAs(patterns, Form{}) }

// BuildStars compiles patterns into the star machine, however few they are.
func BuildStars(patterns []Pattern) *Set { return BuildAs(patterns, Form{Stars: true}) }

// A Form is how patterns are to be compiled.
type Form struct {
	Width    int // octets of a number; 0: some that will do
	Stars    bool
	Doubtful func(c byte) bool // nil: no octet is
}

// BuildAs compiles patterns into a form.
func BuildAs(patterns []Pattern, form Form) *Set {
	if form.Width == 0 {
		form.Width = 2 + len(patterns)%3
		im := imageOf(patterns, form)
		large := func(p Pattern) bool { return p.Rank>>(8*form.Width-1) != 0 }
		if form.Width < 4 && (max(len(im.Table), len(im.Code))>>(8*form.Width-1) != 0 || slices.ContainsFunc(patterns, large)) {
			form.Width = 4
		}
	}
	im := imageOf(patterns, form)
	doubtful := form.Doubtful
	if doubtful == nil {
		doubtful = func(byte) bool { return false }
	}
	return &Set{
		Machine: Open(im.Table, im.Code, im.Width, im.Ref, NewDoubt(doubtful)),
		Table:   NewTable(im.Table, len(im.Table), im.Width),
		Size:    len(im.Table) + len(im.Code),
		Image:   im,
	}
}

// imageOf compiles patterns. What it gives has padding behind it.
func imageOf(patterns []Pattern, form Form) Image {
	w, direct := form.Width, 0
	if form.Stars {
		direct = -1
	}
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
	return Image{Table: table[:size], Code: code[:len(b.Code())], Width: w, Ref: ref}
}

// NewStarBuilder makes a builder of star machines, however few patterns they have.
func NewStarBuilder() *Builder { return &Builder{direct: -1} }

// An Image is what a machine is opened from.
type Image struct {
	Table, Code []byte
	Width       int
	Ref         Ref
}

// Check makes sure that the image can be asked.
func (im Image) Check() error {
	c, err := NewChecker(im.Table, im.Code, im.Width)
	if err != nil {
		return err
	}
	return c.Ref(im.Ref)
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

// MatchAfresh is Match with scratch memory of its own, when so many matches have
// used it.
func (s *Set) MatchAfresh(path []byte, stamp uint32) Rank {
	if s.stars == nil {
		return s.Match(path)
	}
	scratch := new(starScratch)
	s.runStars(path, scratch)
	scratch.stamp = stamp
	best := s.runStars(path, scratch)
	fresh := s.runStars(path, new(starScratch))
	if best != fresh || scratch.stamp == 0 {
		panic("automaton: what is in scratch memory counts")
	}
	if best == NoRank {
		return NoRank
	}
	return Rank(s.Table.Entry(best).Line)
}

// FirstStep gives what takeRoot took apart: octets with which every literal
// begins, and whether one slot is behind them or a table of slots.
func (s *Set) FirstStep() (run string, one bool) {
	var octets [8]byte
	binary.LittleEndian.PutUint64(octets[:], s.run)
	return string(octets[:bits.Len64(s.runs)/8]), s.leaf != 0
}

// HasScan tells that there is assembly here, and a processor for it.
func HasScan() bool { return hasScan }

// LeftByBatch reports whether a batch leaves a path to Look or to the settler.
func (s *Set) LeftByBatch(path string) bool {
	left, doubts := lookFast(&s.Machine, &path, 1, new(bool))
	return left|doubts != 0
}

// MaxFast is how long a path is that a batch does not leave.
const MaxFast = maxFast

// stars opens an image of a star machine.
func (im Image) stars() *starView {
	m := Open(im.Table, im.Code, im.Width, im.Ref, NewDoubt(func(byte) bool { return false }))
	return m.stars
}

// Edges tells where the edges of a star machine are in the code, and how many.
func (im Image) Edges() (at, edges int) {
	v := im.stars()
	return int(v.edge), int(v.edges)
}

// Steps tells where the steps of a star machine are in the code, and how many
// numbers they take.
func (im Image) Steps() (at, numbers int) {
	v := im.stars()
	return int(v.step), int(v.node-v.step) / im.Width
}

// TakeRun takes, of as many steps that all begin runs, one, the same again, and the
// one behind it, if there is one.
func TakeRun(steps int, step uint32) (first, second, third error) {
	s := starCheck{steps: steps, runs: make([]uint64, steps/64+1)}
	for i := range s.runs {
		s.runs[i] = ^uint64(0)
	}
	first, second = s.run(step), s.run(step)
	if int(step)+1 < steps {
		third = s.run(step + 1)
	}
	return first, second, third
}
