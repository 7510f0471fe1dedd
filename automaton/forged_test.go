package automaton_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// forgeries are images that are forged, each small, so that every octet of it
// can be given many values, and together with everything that an image may hold.
var forgeries = []struct {
	name  string
	form  automaton.Form
	texts []string // 'E' as in spellings_test.go
}{
	{"none", automaton.Form{Width: 2}, nil},
	{"one", automaton.Form{Width: 2}, []string{"/a$"}},
	{"trie", automaton.Form{Width: 2}, []string{"/", "/ab", "/ab$", "/abc", "/b"}},
	{"plain list", automaton.Form{Width: 3}, []string{"/ab*c", "/ab*d$", "/ab"}},
	{"guarded list", automaton.Form{Width: 2}, []string{"/*a", "/*b$", "/c"}},
	{"edges", automaton.Form{Width: 2, Stars: true}, []string{"/*a", "/*b$", "/*cd*a"}},
	{"runs", automaton.Form{Width: 2, Stars: true}, []string{"/a*", "/a*b", "/a*b*c$", "/b*b*d"}},
	{"rests", automaton.Form{Width: 2, Stars: true}, []string{"/*abc", "/*xyz*"}},
	{"first edge", automaton.Form{Width: 2, Stars: true}, []string{"/*a*c$", "/*x*y"}},
	{"deep search", automaton.Form{Width: 2, Stars: true}, []string{"/*abc", "/*abd"}},
	{"spellings", automaton.Form{Width: 2}, []string{"/*E", "/*aE*b", "/c*E$", "/c*E"}},
	{"escapes", automaton.Form{Width: 2}, []string{"/%41", "/b"}},
	{"full guard", automaton.Form{Width: 2}, []string{"/*a", "/*b", "/*c", "/*d", "/*e", "/*f", "/*g", "/*h", "/*i"}},
	{"one piece", automaton.Form{Width: 2, Stars: true}, []string{"/*a"}},
	{"last piece", automaton.Form{Width: 2}, []string{"/a*E$", "/b*E*c"}},
	{"first piece", automaton.Form{Width: 2}, []string{"/a*aEa$", "/b*saE*c"}},
}

// changes are what is added to an octet: every small number, up and down, and
// such as change a bit of a flag.
var changes = func() (all []byte) {
	for d := 1; d < 256; d++ {
		if d <= 20 || d >= 256-20 || d&(d-1) == 0 {
			all = append(all, byte(d))
		}
	}
	return all
}()

// withoutNumbers brings together what an error says of different places.
func withoutNumbers(text string) string {
	b := []byte(text)[:0]
	for _, c := range []byte(text) {
		switch {
		case c < '0' || c > '9':
			b = append(b, c)
		case len(b) == 0 || b[len(b)-1] != '#':
			b = append(b, '#')
		}
	}
	return string(b)
}

// TestForgeries gives every octet of some images many values, cuts the images
// short everywhere, and counts what is said of that, in testdata/forgeries.txt: a
// check that is left out or moved says something else of some of them. That what
// is let pass can be asked is for the fuzzers to show.
//
// After a change that is meant: go test ./automaton -run TestForgeries -update
func TestForgeries(t *testing.T) {
	var out strings.Builder
	for _, forged := range forgeries {
		image := automaton.BuildAs(dumped(forged.texts), forged.form).Image
		require.NoError(t, image.Check(), forged.name)
		for _, part := range []struct {
			name   string
			octets *[]byte
		}{{"table", &image.Table}, {"code", &image.Code}} {
			said := map[string]int{}
			check := func() {
				what := "accepted"
				if err := image.Check(); err != nil {
					what = withoutNumbers(err.Error())
				}
				said[what]++
			}
			whole := *part.octets
			for i, was := range whole {
				for _, d := range changes {
					whole[i] = was + d
					check()
				}
				whole[i] = was
				*part.octets = whole[:i:i]
				check()
				*part.octets = whole
			}
			fmt.Fprintf(&out, "%s, %s of %d octets\n", forged.name, part.name, len(whole))
			for _, what := range slices.Sorted(maps.Keys(said)) {
				fmt.Fprintf(&out, "%8d %s\n", said[what], what)
			}
		}
	}
	file := filepath.Join("testdata", "forgeries.txt")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String(), "run again with -update if this is meant")
}

func TestCheckerRefuses(t *testing.T) {
	image := automaton.BuildAs(ranked("/a", "/b*c"), automaton.Form{Width: 3}).Image
	require.NoError(t, image.Check())
	for _, c := range []struct {
		want  string
		forge func(im *automaton.Image)
	}{
		{"numbers of 1 octets", func(im *automaton.Image) { im.Width = 1 }},
		{"numbers of 5 octets", func(im *automaton.Image) { im.Width = 5 }},
		{"no table", func(im *automaton.Image) { im.Table = nil }},
		{"no code", func(im *automaton.Image) { im.Code = nil }},
		{"no record", func(im *automaton.Image) { im.Ref = 5<<1 | 1 }},
		{"no record", func(im *automaton.Image) { im.Ref = 1<<32 - 1 }},
		{"cut short", func(im *automaton.Image) { im.Ref += 2 }},
		{"cut short", func(im *automaton.Image) { im.Ref = 1<<32 - 2 }},
	} {
		forged := image
		c.forge(&forged)
		assert.ErrorContains(t, forged.Check(), c.want)
	}
}

// TestCheckerSharesMachines: two groups may have one machine, and one node has
// one parent.
func TestCheckerSharesMachines(t *testing.T) {
	im := automaton.BuildAs(ranked("/a", "/b*c"), automaton.Form{Width: 3}).Image
	c, err := automaton.NewChecker(im.Table, im.Code, im.Width)
	require.NoError(t, err)
	require.NoError(t, c.Ref(im.Ref))
	require.NoError(t, c.Ref(im.Ref), "of two groups")
	require.NoError(t, c.Ref(0), "a machine of nothing")
	require.NoError(t, c.Ref(1<<1|1), "a record may be of many machines")
	root := automaton.Ref(im.Code[im.Ref>>1]) | automaton.Ref(im.Code[im.Ref>>1+1])<<8
	require.Error(t, c.Ref(root), "a node that is taken")
}

// TestCheckerKnowsWhereALongRecordEnds, be it one of no text, which no builder writes.
func TestCheckerKnowsWhereALongRecordEnds(t *testing.T) {
	const w = 3
	long := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: bytes.Repeat([]byte("a"), 300)}, w)
	table := append(long[:1+2+w:1+2+w], make([]byte, 8)...)
	_, err := automaton.NewChecker(table, []byte{0}, w)
	require.NoError(t, err)
	_, err = automaton.NewChecker(table[:len(table)-1:len(table)-1], []byte{0}, w)
	require.EqualError(t, err, "record at 1: cut short")
}

// TestCheckerRefusesLongRecords that are cut anywhere, or say that they are longer
// than what there is.
func TestCheckerRefusesLongRecords(t *testing.T) {
	const w = 3
	for i, text := range []string{strings.Repeat("a", 255), strings.Repeat("a", 300) + "$", strings.Repeat("a", 260) + "*b", "*" + strings.Repeat("b", 1<<16), strings.Repeat("a", 255)} {
		table := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte(text), Mark: i%2 == 1}, w)
		_, err := automaton.NewChecker(table, []byte{0}, w)
		require.NoError(t, err)
		for cut := 2; cut < min(len(table), 400); cut++ {
			_, err := automaton.NewChecker(table[:cut:cut], []byte{0}, w)
			require.EqualError(t, err, "record at 1: cut short", "%d octets of a record", cut-1)
		}
		_, err = automaton.NewChecker(table[:len(table)-1:len(table)-1], []byte{0}, w)
		require.EqualError(t, err, "record at 1: cut short")
		const lit, length = 1 + 2 + w, 1 + 2 + w + 4
		left := uint32(len(table) - 1)
		for _, number := range []uint32{left + 1, 1 << 31, 1<<32 - 1} {
			for _, at := range []int{lit, length} {
				forged := bytes.Clone(table)
				binary.LittleEndian.PutUint32(forged[at:], number)
				_, err := automaton.NewChecker(forged, []byte{0}, w)
				require.EqualError(t, err, "record at 1: cut short", "%d at %d", number, at)
			}
		}
		forged := bytes.Clone(table)
		binary.LittleEndian.PutUint32(forged[lit:], left)
		_, err = automaton.NewChecker(forged, []byte{0}, w)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "cut short", "as long as all that there is")
		forged[lit]--
		_, err = automaton.NewChecker(forged, []byte{0}, w)
		require.Error(t, err, "a literal of another length")
	}
}

// TestCheckerReadsWhatTablesDo: a table that is changed anywhere, or cut, is refused,
// or every record can be read to its end and the next begins there.
func TestCheckerReadsWhatTablesDo(t *testing.T) {
	for w := 2; w <= 4; w++ {
		if testing.Short() && w != 3 {
			continue
		}
		table := []byte{0}
		for i, e := range []automaton.Entry{
			{Text: []byte("/a"), Raw: []byte("/%61")}, {Text: []byte("/a$"), Raw: []byte("/%61$")}, {Text: []byte("/a*b"), Raw: []byte("/a**b")}, {Text: []byte("/"), Raw: []byte("/*")},
			{Text: []byte("/*b*c"), Query: []byte("d*c")}, {Text: []byte("/*b*c"), Query: []byte("d*c"), Raw: []byte("/*%62*c")}, {Text: nil, Raw: []byte("*")}, {Text: bytes.Repeat([]byte("a"), 300), Raw: []byte("x")},
			{Text: []byte("/a"), Raw: []byte("/%61")},
		} {
			e.Line, e.Mark, e.Second = uint32(i), i%2 == 0, i%3 == 0
			table = automaton.AppendRecord(table, &e, w)
		}
		accepted, refused := 0, 0
		check := func(forged []byte) {
			if _, err := automaton.NewChecker(forged, []byte{0}, w); err != nil {
				refused++
				return
			}
			accepted++
			// No record has more than what there is.
			records := 0
			for _, e := range automaton.NewTable(forged, len(forged), w).All() {
				records++
				require.LessOrEqual(t, len(e.Text)+len(e.Raw), 2*len(forged))
			}
			require.LessOrEqual(t, records, len(forged)/(2+w))
		}
		_, err := automaton.NewChecker(table, []byte{0}, w)
		require.NoError(t, err)
		for i := range table {
			forged := bytes.Clone(table)
			for _, d := range changes {
				forged[i] = table[i] + d
				check(forged[:len(forged):len(forged)])
			}
			check(table[:i:i])
		}
		assert.Greater(t, accepted, 100)
		assert.Greater(t, refused, 1000)
	}
}

// TestCheckerRefusesSharing: no two slots lead to one node, wherever it stands.
func TestCheckerRefusesSharing(t *testing.T) {
	const w = 2
	table := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte("/a")}, w)
	for at := uint32(1); at < 400; at++ {
		for _, shared := range []bool{false, true} {
			code := make([]byte, at)
			other := uint32(len(code)) << 1
			code = append(code, 0, 0)
			if !shared {
				other = uint32(len(code)) << 1
				code = append(code, 0, 0)
			}
			root := uint32(len(code)) << 1
			code = append(code, 2, 0, 'a', 'b')
			code = automaton.AppendUint(automaton.AppendUint(code, at<<1, w), other, w)
			ref := automaton.Ref(len(code) << 1)
			code = append(automaton.AppendUint(automaton.AppendUint(code, root, w), 0, w), 0)
			c, err := automaton.NewChecker(table[:len(table):len(table)], code[:len(code):len(code)], w)
			require.NoError(t, err)
			if err := c.Ref(ref); shared {
				require.ErrorContains(t, err, "shared between two places", "node at %d", at)
			} else {
				require.NoError(t, err, "node at %d", at)
			}
		}
	}
}

// TestCheckerTakesARunOnce, whichever it is of how many.
func TestCheckerTakesARunOnce(t *testing.T) {
	for _, steps := range []int{1, 63, 64, 65, 129, 200} {
		for step := range uint32(steps) {
			first, second, third := automaton.TakeRun(steps, step)
			require.NoError(t, first)
			require.Error(t, second)
			require.NoError(t, third, "another one")
		}
	}
}

// TestCheckerOfManyRuns: as many as there are literals with a '*' behind them, and
// of any length.
func TestCheckerOfManyRuns(t *testing.T) {
	var texts []string
	for n := range 160 {
		texts = append(texts, fmt.Sprintf("/%d*b%s", n, strings.Repeat("*c", n%3)))
		im := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 3, Stars: true}).Image
		require.NoError(t, im.Check(), "%q", texts)
	}
}

// TestCheckerRefusesHalfASection, whose numbers would be read behind the code.
func TestCheckerRefusesHalfASection(t *testing.T) {
	const w = 2
	table := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte("/a")}, w)
	for more := range 2 * 40 {
		code := make([]byte, 1+more/40*100)
		at := uint32(len(code))
		code = append(append(code, 3), make([]byte, more%40)...)
		ref := automaton.Ref(len(code) << 1)
		code = append(automaton.AppendUint(automaton.AppendUint(code, 1<<1|1, w), at, w), 0)
		c, err := automaton.NewChecker(table[:len(table):len(table)], code[:len(code):len(code)], w)
		require.NoError(t, err)
		require.ErrorContains(t, c.Ref(ref), "cut short")
	}
}

// TestCheckerOfSpellings: an edge may be a second spelling of the one before, if that
// is of the same star node, leads to the same, and is no second spelling itself.
func TestCheckerOfSpellings(t *testing.T) {
	const query = 2
	im := automaton.BuildStars(ranked("/*a", "/*b", "/*c", "/x*d", "/x*e", "/x*f")).Image
	code := im.Code
	at, edges := im.Edges()
	require.Equal(t, 6, edges)
	number := func(edge, place int) int { return at + (3*edge+place)*im.Width }
	spelling := func(edge int) {
		copy(im.Code[number(edge, 2):][:im.Width], im.Code[number(edge-1, 2):])
		im.Code[number(edge, 1)] |= query
	}
	for _, c := range []struct {
		edges []int
		ok    bool
	}{{nil, true}, {[]int{0}, false}, {[]int{1}, true}, {[]int{2}, true}, {[]int{3}, false}, {[]int{4}, true}, {[]int{1, 2}, false}, {[]int{1, 4}, true}, {[]int{4, 5}, false}, {[]int{2, 3}, false}} {
		im.Code = bytes.Clone(code[:len(code):len(code)])
		for _, edge := range c.edges {
			if edge == 0 {
				im.Code[number(0, 1)] |= query
			} else {
				spelling(edge)
			}
		}
		if err := im.Check(); c.ok {
			assert.NoError(t, err, "%v", c.edges)
		} else {
			assert.ErrorContains(t, err, "a spelling of no edge", "%v", c.edges)
		}
	}
}

// TestTheFirstOctetOfCodeIsNobodys: it is there so that nothing has offset 0, and
// may be anything in an image.
func TestTheFirstOctetOfCodeIsNobodys(t *testing.T) {
	for w := 2; w <= 4; w++ {
		im := automaton.BuildAs(ranked("/a", "/b"), automaton.Form{Width: w}).Image
		for first := range 256 {
			im.Code[0] = byte(first)
			require.NoError(t, im.Check())
			m := automaton.Open(im.Table, im.Code, w, im.Ref, automaton.NewDoubt(func(byte) bool { return false }))
			require.Equal(t, automaton.MachineSize, m.Size(), "%d", first)
			rank, _ := m.Match([]byte("/b"), true)
			require.NotEqual(t, automaton.NoRank, rank, "%d", first)
			rank, _ = m.Match([]byte("/c"), true)
			require.Equal(t, automaton.NoRank, rank, "%d", first)
		}
	}
}

// TestAStarNodeIsEnteredOnce, even in an image in which all runs lead back to one,
// and what waits there would be doubled again and again.
func TestAStarNodeIsEnteredOnce(t *testing.T) {
	const stepKind, stepStar = 7, 4
	numbersOf := []int{1, 2, 2, 3, 1, 2, 2} // by kind
	var texts []string
	for _, begin := range []string{"/x", "/y"} {
		for _, first := range []string{"a", "e"} {
			texts = append(texts, begin+"*"+first+"*b*c", begin+"*"+first+"*b*d")
		}
	}
	im := automaton.BuildStars(ranked(texts...)).Image
	at, numbers := im.Steps()
	forged := 0
	for i := 0; i < numbers; {
		number := im.Code[at+i*im.Width:][:im.Width]
		kind := int(number[0] & stepKind)
		if kind == stepStar {
			clear(number)
			number[0] = stepStar // the first star node
			forged++
		}
		i += numbersOf[kind]
	}
	require.Equal(t, 4, forged)
	require.NoError(t, im.Check())
	m := automaton.Open(im.Table, im.Code, im.Width, im.Ref, automaton.NewDoubt(func(byte) bool { return false }))
	for _, begin := range []string{"/x", "/y"} {
		path := begin + strings.Repeat("aeb", 18)
		assert.Less(t, m.Steps([]byte(path)), 10*len(path))
	}
}
