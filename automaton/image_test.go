package automaton_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// TestSizesOfImages asserts how many octets of code small machines take: what a
// form could do without is not written.
func TestSizesOfImages(t *testing.T) {
	const w, padding = 2, 1 // code has one octet that is nobody's
	const head = 2*w + 1
	node := func(run, children, numbers int) int { return 2 + run + children*(1+w) + numbers*w }
	var nine []string
	for c := 'a'; c <= 'i'; c++ {
		nine = append(nine, fmt.Sprintf("/%c", c))
	}
	for _, c := range []struct {
		texts []string
		want  int
	}{
		{nil, padding},
		{[]string{"/a"}, padding}, // a record says it all
		{[]string{"/ab*c"}, padding},
		{[]string{"/a", "/a"}, padding}, // and of equal ones the best
		{[]string{"/a$", "/a$"}, padding},
		{[]string{"/ab*c", "/ab*c"}, padding},
		{[]string{"/a", "/b"}, padding + node(1, 2, 0) + head},
		{[]string{"/a", "/ab"}, padding + node(2, 1, 1) + head},
		{[]string{"/a", "/a$"}, padding + node(2, 0, 3) + head},
		{[]string{"/a$", "/ab"}, padding + node(2, 1, 2) + head},
		{[]string{"/ab*c", "/ab"}, padding + 2 + 2*w + node(3, 0, 3) + head},
		{[]string{"/ab*c", "/ab*d"}, padding + 2 + 3*w + node(3, 0, 2) + head},
		{[]string{"/ab*c", "/ab*d", "/ab*e"}, padding + 2 + w + 96 + 9 + 3*(4+w) + node(3, 0, 2) + head}, // three have a guard
		{[]string{"/*c"}, padding + 2 + w + 96 + 9 + 4 + w + head},
		{[]string{"/*c", "/*c"}, padding + 2 + w + 96 + 9 + 4 + w + head},
		{nine, padding + node(1, 9, 0) + head},
		{[]string{"/" + strings.Repeat("a", 62) + "b", "/" + strings.Repeat("a", 62) + "c"}, padding + node(63, 2, 0) + head},
		{[]string{"/" + strings.Repeat("a", 63) + "b", "/" + strings.Repeat("a", 63) + "c"}, padding + node(0, 2, 0) + node(63, 1, 0) + head},
		{[]string{"/" + strings.Repeat("a", 64) + "b", "/" + strings.Repeat("a", 64) + "c"}, padding + node(1, 2, 0) + node(63, 1, 0) + head},
	} {
		m := automaton.BuildAs(ranked(c.texts...), automaton.Form{Width: w})
		assert.Len(t, m.Image.Code, c.want, "%.70q", c.texts)
	}
}

// octetPatterns gives patterns in which all octets stand, each as often as it may
// in a file of nonsense.
func octetPatterns(seed uint64) []automaton.Pattern {
	r := rand.New(rand.NewPCG(seed, 21))
	var texts []string
	for range 10 + r.IntN(80) {
		text := []byte{'/'}
		for range r.IntN(12) {
			switch c := byte(r.Uint32()); {
			case r.IntN(5) == 0:
				text = append(text, '*')
			case r.IntN(3) == 0:
				text = append(text, "e-/.?=&%xz0"[r.IntN(11)])
			case c != '$':
				text = append(text, c)
			}
		}
		texts = append(texts, string(text)+[]string{"", "", "$"}[r.IntN(3)])
	}
	return ranked(texts...)
}

// TestImagesAreTheSame everywhere: an image that one machine writes is what every
// other writes, and what was written before. testdata/images.txt has the sizes
// and checksums of table and code for patterns of many kinds.
//
// After a change that is meant: go test ./automaton -run TestImagesAreTheSame -update
func TestImagesAreTheSame(t *testing.T) {
	var out strings.Builder
	add := func(name string, patterns []automaton.Pattern) {
		fmt.Fprintf(&out, "%s:", name)
		for w := 3; w <= 4; w++ {
			for _, stars := range []bool{false, true} {
				im := automaton.BuildAs(patterns, automaton.Form{Width: w, Stars: stars}).Image
				crc := func(b []byte) uint32 { return crc32.ChecksumIEEE(b) }
				fmt.Fprintf(&out, " %d %08x %d %08x", len(im.Table), crc(im.Table), len(im.Code), crc(im.Code))
			}
		}
		out.WriteByte('\n')
	}
	for _, name := range slices.Sorted(maps.Keys(dumps)) {
		add(name, dumped(dumps[name]))
	}
	for seed := uint64(1); seed <= 40; seed++ {
		add(fmt.Sprint("world ", seed), newRandomWorld(seed).patterns)
		spelt, _ := newSpeltWorld(seed)
		add(fmt.Sprint("world of two spellings ", seed), spelt)
		add(fmt.Sprint("octets ", seed), octetPatterns(seed))
	}
	long, _ := longRows()
	add("long rows", long)
	add("two rows", rows(100, "*c"))
	for _, length := range []int{63, 64, 65, 128, 129} {
		begin := "/" + strings.Repeat("a", length-1)
		add(fmt.Sprint("runs of ", length), ranked(begin+"b", begin+"c*d", begin+"c*e"))
	}
	file := filepath.Join("testdata", "images.txt")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String(), "run again with -update if this is meant")
}

// TestBuilderSaysWhatItKeeps: scratch memory is what the caller limits, so it
// must not be more than is said.
func TestBuilderSaysWhatItKeeps(t *testing.T) {
	var b automaton.Builder
	assert.Zero(t, b.Held())
	table := []byte{0}
	var ranks []automaton.Rank
	for i := range 300 {
		ranks = append(ranks, automaton.Rank(len(table)))
		text := fmt.Sprintf("/%d*piece%d*and%d", i, i, i)
		table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(text)}, 3)
	}
	table = append(table, make([]byte, automaton.Padding)...)
	b.Begin(table, 3)
	direct := b.Machine(ranks[:100])
	assert.NotZero(t, direct)
	lists := b.Held()
	assert.GreaterOrEqual(t, lists, len(b.Code())+100*24)
	assert.Less(t, lists, len(b.Code())*2+1000*24)
	b.Begin(table, 3)
	b.Machine(ranks)
	// Pieces alone take 32 octets each, of which there are 600, and a node of the
	// search 16, of which there are more.
	assert.GreaterOrEqual(t, b.Held(), lists+600*(32+16+28))
	assert.Less(t, b.Held(), 1_000_000)
	for _, rank := range ranks[:3] {
		assert.Equal(t, 2+3+3+len("/0*piece0*and0"), b.Octets(rank))
	}
}

// TestBuilderAllocatesOnce: what a builder needed once it does not ask for again,
// whatever kind of machine it builds.
func TestBuilderAllocatesOnce(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates")
	}
	table := []byte{0}
	var ranks []automaton.Rank
	for i := range 120 {
		text := fmt.Sprintf("/%d", i*i)
		if i%2 == 0 {
			text += fmt.Sprintf("*a%d*b%d", i, i)
		}
		ranks = append(ranks, automaton.Rank(len(table)))
		table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(text + "*"[:i%3/2])}, 3)
		ranks = append(ranks, automaton.Rank(len(table)))
		table = automaton.AppendRecord(table, &automaton.Entry{Text: fmt.Appendf(nil, "/*c%d", i)}, 3)
	}
	table = append(table, make([]byte, automaton.Padding)...)
	for name, b := range map[string]*automaton.Builder{"lists": {}, "stars": automaton.NewStarBuilder()} {
		kept := make([]automaton.Rank, len(ranks))
		again := testing.AllocsPerRun(20, func() {
			copy(kept, ranks)
			b.Begin(table, 3)
			b.Machine(kept[:100])
			b.Machine(kept[100:])
		})
		assert.Zero(t, again, name)
	}
}

// TestBuilderForgets: what a builder built before changes no octet of what it
// builds next.
func TestBuilderForgets(t *testing.T) {
	used := map[bool]*automaton.Builder{false: {}, true: automaton.NewStarBuilder()}
	fresh := map[bool]func() *automaton.Builder{false: func() *automaton.Builder { return &automaton.Builder{} }, true: automaton.NewStarBuilder}
	seeds := []uint64{9, 3, 7, 1, 12, 5, 20, 2, 17, 4, 9, 1, 30, 8, 6, 3}
	for i, seed := range seeds {
		patterns := newRandomWorld(seed).patterns
		switch i % 3 {
		case 1:
			patterns, _ = newSpeltWorld(seed)
		case 2:
			patterns = rows(int(seed), "*c")
		}
		table := []byte{0}
		var ranks []automaton.Rank
		for _, p := range patterns {
			ranks = append(ranks, automaton.Rank(len(table)))
			table = automaton.AppendRecord(table, &automaton.Entry{Text: p.Text, Query: p.Query}, 3)
		}
		table = append(table, make([]byte, automaton.Padding)...)
		for stars, b := range used {
			code := func(b *automaton.Builder) []byte {
				b.Begin(table, 3)
				b.Machine(slices.Clone(ranks))
				b.Machine(slices.Clone(ranks[:len(ranks)/2]))
				return b.Code()
			}
			require.Equal(t, code(fresh[stars]()), code(b), "world %d, stars %v", seed, stars)
		}
	}
}

// TestBuilderKeepsNoTable: a builder lives on with the next table, and must not
// keep the one before, which may be large.
func TestBuilderKeepsNoTable(t *testing.T) {
	for name, b := range map[string]*automaton.Builder{"lists": {}, "stars": automaton.NewStarBuilder()} {
		var last weak.Pointer[byte]
		for range 3 {
			if last != (weak.Pointer[byte]{}) {
				b.Begin(make([]byte, 1+automaton.Padding), 3)
				runtime.GC()
				assert.Nil(t, last.Value(), name)
			}
			table := make([]byte, 1, 4096)
			var ranks []automaton.Rank
			for i := range 10 {
				ranks = append(ranks, automaton.Rank(len(table)))
				table = automaton.AppendRecord(table, &automaton.Entry{Text: fmt.Appendf(nil, "/a%d*b%d", i/4, i)}, 3)
			}
			table = append(table, make([]byte, automaton.Padding)...)
			last = weak.Make(&table[0])
			b.Begin(table, 3)
			b.Machine(ranks)
		}
		runtime.KeepAlive(b)
	}
}

// TestMachineSaysItsSize: the star machine's is more by what openStars keeps.
func TestMachineSaysItsSize(t *testing.T) {
	one, all := automaton.Build(ranked("/*a", "/*b")), automaton.BuildStars(ranked("/*a", "/*b"))
	assert.Equal(t, automaton.MachineSize, one.Machine.Size())
	assert.Equal(t, automaton.MachineSize+automaton.StarViewSize, all.Machine.Size())
}

// TestNothingBehindATextCounts: the octets of the record that follows may look
// like a pattern's own. This one begins with a '*'.
func TestNothingBehindATextCounts(t *testing.T) {
	const w = 3
	for _, text := range []string{"/b*a", "/b*a*", "/b*", "/b*a*c"} {
		table := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte(text)}, w)
		next := automaton.Rank(len(table))
		table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(strings.Repeat("a", 260) + "$"), Raw: []byte("other")}, w)
		require.Equal(t, byte('*'), table[next])
		table = append(table, make([]byte, automaton.Padding)...)
		var b automaton.Builder
		b.Begin(table, w)
		ref := b.Machine([]automaton.Rank{1, next})
		for range 2 { // one by one and, among many, all at once
			code := append(bytes.Clone(b.Code()), make([]byte, automaton.Padding)...)
			m := automaton.Open(table, code, w, ref, automaton.NewDoubt(func(byte) bool { return false }))
			for _, path := range []string{"/b", "/ba", "/b-a-c", "/bc", "/c", strings.Repeat("a", 260), strings.Repeat("a", 261)} {
				want := automaton.NoRank
				switch {
				case automaton.Matches([]byte(text), []byte(path)):
					want = 1
				case path == strings.Repeat("a", 260):
					want = next
				}
				rank, _ := m.Match([]byte(path), true)
				assert.Equal(t, want, rank, "%q, path %.10q", text, path)
			}
			b = *automaton.NewStarBuilder()
			b.Begin(table, w)
			ref = b.Machine([]automaton.Rank{1, next})
		}
	}
}

// TestManyMachinesInOneCode: a builder writes machine after machine, large and
// small, with a star machine among them, and each answers for its own patterns.
func TestManyMachinesInOneCode(t *testing.T) {
	const w = 3
	table := []byte{0}
	add := func(text string) automaton.Rank {
		rank := automaton.Rank(len(table))
		table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(text)}, w)
		return rank
	}
	var groups [][]automaton.Rank
	var own []string // a path that only the group matches
	for i, n := range []int{3, 0, 200, 1, 40, 150, 2, 0} {
		var ranks []automaton.Rank
		for k := range n {
			ranks = append(ranks, add(fmt.Sprintf("/%d/*x%dy", i, k)), add(fmt.Sprintf("/%d/%d", i, k)))
		}
		groups, own = append(groups, ranks), append(own, fmt.Sprintf("/%d/-x%dy", i, n/2))
	}
	size := len(table)
	table = append(table, make([]byte, automaton.Padding)...)
	var b automaton.Builder
	for range 2 { // and once more with what is kept
		b.Begin(table, w)
		var refs []automaton.Ref
		for _, ranks := range groups {
			refs = append(refs, b.Machine(ranks))
		}
		// A machine is what it is, whatever was built before.
		for _, ranks := range groups {
			before := len(b.Code())
			b.Machine(ranks)
			size := len(b.Code()) - before
			b.Machine(ranks)
			assert.Len(t, b.Code(), before+2*size, "%d patterns", len(ranks))
		}
		code := append(bytes.Clone(b.Code()), make([]byte, automaton.Padding)...)
		checker, err := automaton.NewChecker(table[:size], code[:len(b.Code())], w)
		require.NoError(t, err)
		for i, ref := range refs {
			require.NoError(t, checker.Ref(ref))
			assert.Equal(t, len(groups[i]) == 0, ref == 0)
			m := automaton.Open(table, code, w, ref, automaton.NewDoubt(func(byte) bool { return false }))
			if ref == 0 {
				assert.Equal(t, "no patterns", m.Plan())
			}
			for k, path := range own {
				rank, _ := m.Match([]byte(path), true)
				want := automaton.NoRank
				if k == i && len(groups[i]) > 0 {
					want = groups[i][len(groups[i])/4*2]
				}
				assert.Equal(t, want, rank, "machine %d, path %q", i, path)
			}
		}
	}
}

// TestNoChildIsNoNode: where a node has no child for an octet there is nothing
// more, though code begins with what could be read as a node that accepts, or has
// a list.
func TestNoChildIsNoNode(t *testing.T) {
	const w = 3
	for _, children := range []int{64, 66, 128} {
		table := []byte{0}
		add := func(text string) automaton.Rank {
			rank := automaton.Rank(len(table))
			table = automaton.AppendRecord(table, &automaton.Entry{Text: []byte(text)}, w)
			return rank
		}
		var wide []automaton.Rank
		for c := range children {
			wide = append(wide, add("/"+string([]byte{byte('0' + c)})))
		}
		stars := []automaton.Rank{add("/ab*c*d"), add("/ac*d*e"), add("/b")}
		table = append(table, make([]byte, automaton.Padding)...)
		b := automaton.NewStarBuilder()
		b.Begin(table, w)
		b.Machine(wide)
		require.EqualValues(t, children, b.Code()[1], "what a node has as its second octet")
		ref := b.Machine(stars)
		code := append(bytes.Clone(b.Code()), make([]byte, automaton.Padding)...)
		m := automaton.Open(table, code, w, ref, automaton.NewDoubt(func(byte) bool { return false }))
		for path, want := range map[string]automaton.Rank{
			"/": automaton.NoRank, "/x": automaton.NoRank, "/ax": automaton.NoRank, "/xa": automaton.NoRank,
			"/b": stars[2], "/bx": stars[2], "/ab-cd": stars[0], "/ac-d-e": stars[1],
		} {
			got, again := m.Match([]byte(path), true)
			require.False(t, again)
			require.Equal(t, want, got, "path %q", path)
		}
		assert.Equal(t, 2, m.Steps([]byte("/x\x01/")), "an octet, and the keys behind it")
	}
}
