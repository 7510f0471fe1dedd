package compile_test

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
)

// sound holds an image to compile/FORMAT.md: where numbers take fewer than four
// octets, everything that they count fits.
func sound(t *testing.T, im compile.Image, what string) (w int) {
	t.Helper()
	b := im.Bytes()
	w = int(b[6])
	table, code := int64(binary.LittleEndian.Uint32(b[16:])), int64(binary.LittleEndian.Uint32(b[20:]))
	meta := int64(len(b)) - 24 - table - code
	assert.Zero(t, b[24], "%s: the first octet of the table", what)
	assert.Zero(t, b[24+table], "%s: the first octet of the code", what)
	if w < 4 {
		assert.Less(t, table, int64(1)<<(8*w-1), "%s: table", what)
		assert.Less(t, code, int64(1)<<(8*w-1), "%s: code", what)
		assert.Less(t, meta, int64(1)<<(8*w), "%s: meta", what)
	}
	_, err := compile.Load(b)
	require.NoError(t, err, what)
	return w
}

// line gives the line that decides about a canonical path for a token.
func line(im compile.Image, token, path string) int {
	best := uint32(0)
	for _, m := range im.AppendMachines(nil, im.Find([]byte(token))) {
		if rank, _ := m.Match([]byte(path), true); rank != 0 && im.Table().Entry(rank).Line > best {
			best = im.Table().Entry(rank).Line
		}
	}
	return int(best)
}

// TestWidthOfTables goes octet by octet through the sizes at which two octets a
// number are too few. The values are spelt so that the table, which keeps them
// as they are written, is larger than what is guessed from the patterns.
func TestWidthOfTables(t *testing.T) {
	widths := map[int]int{}
	const rules = 41
	for more := 1000; more < 1400; more++ {
		var body strings.Builder
		body.WriteString("user-agent: a\n")
		for i := range rules {
			fmt.Fprintf(&body, "disallow: /%d%s\n", i, strings.Repeat("%7e", 190))
		}
		last := "/last" + strings.Repeat("x", more)
		fmt.Fprintf(&body, "disallow: %s\n", last)
		im := compile.Compile([]byte(body.String()), compile.Options{})
		widths[sound(t, im, fmt.Sprintf("%d octets", more))]++
		if more%50 == 0 {
			assert.Equal(t, 2, line(im, "a", "/0"+strings.Repeat("~", 190)))
			assert.Equal(t, rules+2, line(im, "a", last))
		}
	}
	t.Logf("images by octets of a number: %v", widths)
	assert.NotZero(t, widths[2])
	assert.NotZero(t, widths[3])
}

// TestWidthOfCode goes octet by octet through the size of code at which two
// octets a number are too few. Why the comment: it pays for eight copies of one
// block, so that the code is larger than the table.
func TestWidthOfCode(t *testing.T) {
	const tokens = 8
	build := func(rules, run int) compile.Image {
		var body strings.Builder
		fmt.Fprintf(&body, "#%s\n", strings.Repeat("x", 100_000))
		for i := range tokens {
			fmt.Fprintf(&body, "user-agent: t%d\ndisallow: /own%d\n", i, i)
		}
		// The trie of t0 has a run of that many octets more.
		fmt.Fprintf(&body, "user-agent: t0\ndisallow: /run%[1]sa\ndisallow: /run%[1]sb\n", strings.Repeat("x", run))
		for i := range tokens {
			fmt.Fprintf(&body, "user-agent: t%d\n", i)
		}
		for i := range rules {
			fmt.Fprintf(&body, "disallow: /%x\n", 0x1000+i)
		}
		return compile.Compile([]byte(body.String()), compile.Options{})
	}
	width := func(rules, run int) int {
		im := build(rules, run)
		return int(im.Bytes()[6])
	}
	rules := sort.Search(3000, func(rules int) bool { return width(rules, 0) > 2 }) - 1
	require.Equal(t, 2, width(rules, 0))
	largest := uint32(0)
	run := 0
	for ; run < 60; run++ {
		im := build(rules, run)
		if sound(t, im, fmt.Sprintf("a run of %d octets", run)) > 2 {
			break
		}
		largest = binary.LittleEndian.Uint32(im.Bytes()[20:])
	}
	assert.Equal(t, uint32(1<<15-1), largest, "%d rules, a run of %d octets: the largest code that two octets can address", rules, run)
}

// TestWidthOfMeta goes octet by octet through the size of groups and tokens at
// which two octets a number are too few: few rules, and many tokens.
func TestWidthOfMeta(t *testing.T) {
	build := func(tokens, more int) compile.Image {
		var body strings.Builder
		for i := range tokens {
			fmt.Fprintf(&body, "user-agent: crawler%04d\n", i)
		}
		fmt.Fprintf(&body, "user-agent: %s\ndisallow: /a\n", strings.Repeat("x", 1+more))
		return compile.Compile([]byte(body.String()), compile.Options{})
	}
	width := func(tokens int) int {
		im := build(tokens, 0)
		return int(im.Bytes()[6])
	}
	tokens := sort.Search(5000, func(tokens int) bool { return width(tokens) > 2 }) - 1
	largest := 0
	for more := 0; ; more++ {
		im := build(tokens, more)
		for _, i := range []int{0, tokens / 2, tokens - 1} {
			assert.Equal(t, tokens+2, line(im, fmt.Sprintf("crawler%04d", i), "/a/b"))
		}
		assert.Zero(t, im.Find([]byte("crawler")))
		if sound(t, im, fmt.Sprintf("%d tokens, %d octets", tokens, more)) > 2 {
			break
		}
		b := im.Bytes()
		largest = len(b) - 24 - int(binary.LittleEndian.Uint32(b[16:])) - int(binary.LittleEndian.Uint32(b[20:]))
	}
	assert.Equal(t, 1<<16-1, largest, "%d tokens: the largest of which two octets can address every octet and its end", tokens)
}

// TestWidthOfLines: line numbers are numbers, too, and take as few octets as do.
func TestWidthOfLines(t *testing.T) {
	for lines, want := range map[int]int{1<<16 - 4: 2, 1<<16 - 2: 2, 1<<16 - 1: 2, 1 << 16: 3, 1<<16 + 1: 3, 1<<24 - 1: 3, 1 << 24: 4, 1<<24 + 1: 4} {
		body := strings.Repeat("\n", lines-2) + "user-agent: a\ndisallow: /a"
		im := compile.Compile([]byte(body), compile.Options{MaxSize: len(body)})
		assert.Equal(t, want, sound(t, im, fmt.Sprint(lines)), "%d lines", lines)
		assert.Equal(t, lines, line(im, "a", "/a/b"))
	}
	small := compile.Compile([]byte("user-agent: a\ndisallow: /a\n"), compile.Options{})
	assert.Equal(t, 2, sound(t, small, "a small file"), "as few octets as do")
}

// TestMachinesOfMergedGroups: a token of two blocks has one machine, unless a
// file would make many copies of a large block by that.
func TestMachinesOfMergedGroups(t *testing.T) {
	im := compile.Compile([]byte("user-agent: a\ndisallow: /a\n\nuser-agent: b\ndisallow: /b\n\nuser-agent: a\ndisallow: /c\n"), compile.Options{})
	assert.Len(t, im.AppendMachines(nil, im.Find([]byte("a"))), 1)
	assert.Equal(t, 2, line(im, "a", "/a"))
	assert.Equal(t, 8, line(im, "a", "/c"))
	assert.Zero(t, line(im, "a", "/b"))

	var body strings.Builder
	const tokens, rules = 200, 600
	for i := range tokens {
		fmt.Fprintf(&body, "user-agent: t%d\ndisallow: /own%d$\n", i, i)
	}
	for i := range tokens {
		fmt.Fprintf(&body, "user-agent: t%d\n", i)
	}
	for i := range rules {
		fmt.Fprintf(&body, "disallow: /shared/%x/%d\n", i*i*i, i)
	}
	im = compile.Compile([]byte(body.String()), compile.Options{})
	assert.Less(t, len(im.Bytes()), 8*body.Len(), "the shared block is copied for every token")
	last := im.Find([]byte(fmt.Sprintf("t%d", tokens-1)))
	assert.Len(t, im.AppendMachines(nil, last), 2)
	for i := range tokens {
		token := fmt.Sprintf("t%d", i)
		require.Equal(t, 2*i+2, line(im, token, fmt.Sprintf("/own%d", i)))
		require.Equal(t, 3*tokens+1, line(im, token, "/shared/0/0"))
		require.Zero(t, line(im, token, fmt.Sprintf("/own%d", tokens)))
	}
}

// TestTableOfLongLiterals: a rule without operators is the record of its entry,
// whatever its length.
func TestTableOfLongLiterals(t *testing.T) {
	for n := 250; n < 260; n++ {
		rule := "/" + strings.Repeat("x", n-1)
		im := compile.Compile([]byte("user-agent: a\ndisallow: "+rule), compile.Options{})
		b := im.Bytes()
		want := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte(rule), Line: 2}, int(b[6]))
		size := binary.LittleEndian.Uint32(b[16:])
		assert.Equal(t, want, b[24:24+size], "%d octets", n)
		sound(t, im, fmt.Sprint(n))
	}
}
