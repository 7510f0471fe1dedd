package robotrie_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie"
)

// TestSmallBlocksAreMerged: six tokens with a small block each share a huge one,
// and want six copies of it; a seventh has five hundred blocks of its own. It
// gets one machine all the same, and nobody gets a copy of the huge block that
// the file's size does not pay.
func TestSmallBlocksAreMerged(t *testing.T) {
	var b strings.Builder
	const others = "abdefg"
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent: %c\nDisallow: /own-%c\n", c, c)
	}
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent: %c\n", c)
	}
	for i := range 3000 {
		fmt.Fprintf(&b, "Allow: /%x/\n", i)
	}
	for i := range 500 {
		fmt.Fprintf(&b, "User-agent: c\nDisallow: /%d/*abb\n", i)
	}
	r := robotrie.Compile([]byte(b.String()))
	assert.Less(t, r.Size(), 3*b.Len())
	machines := func(token string) int {
		n := 0
		for line := range strings.Lines(r.Group(token).Engine()) {
			if !strings.HasPrefix(line, " ") && strings.Contains(line, "trie of literals") || line == "one pattern\n" {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 1, machines("c"))
	for _, c := range others {
		g := r.Group(string(c))
		assert.LessOrEqual(t, machines(string(c)), 2, "%c", c)
		assert.False(t, g.Allowed("/own-"+string(c)), "%c", c)
		assert.Equal(t, robotrie.Allow, g.Match("/7ff/x").Rule.Type, "%c", c)
	}
	g := r.Group("c")
	assert.False(t, g.Allowed("/499/xabb"))
	assert.True(t, g.Allowed("/500/xabb"))
	assert.Less(t, g.Steps("/499/"+strings.Repeat("ab", 1000)), 10_000)
}
