package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
)

func machinesOf(im compile.Image, token string) []automaton.Machine {
	return im.AppendMachines(nil, im.Find([]byte(token)))
}

// machines gives how many machines a token's group has.
func machines(im compile.Image, token string) int {
	return len(machinesOf(im, token))
}

// recordHead is how many octets a pattern takes in a small image besides its
// text (FORMAT.md), and they count.
const recordHead = 4

// TestMergeBudget: two tokens share a block. Both get a copy of it as long as
// all that is merged has no more octets than the body; then the second one gets
// it as a machine of its own.
func TestMergeBudget(t *testing.T) {
	both, one := 0, 0
	for n := 10; n < 200; n++ {
		shared := "/" + strings.Repeat("x", n-1)
		body := "user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\nuser-agent: a\nuser-agent: b\ndisallow: " + shared + "\n" +
			"user-agent: c\ndisallow: /3\n"
		im := compile.Compile([]byte(body), compile.Options{})
		require.Equal(t, 1, machines(im, "a"), "%d octets", n)
		want := 1
		if len("/1")+len("/2")+2*n+4*recordHead > len(body) {
			want = 2
			one++
		} else {
			both++
		}
		require.Equal(t, want, machines(im, "b"), "%d octets of %d", n, len(body))
		for _, token := range []string{"a", "b"} {
			require.Equal(t, 7, line(im, token, shared))
		}
		require.Equal(t, 2, line(im, "a", "/1"))
		require.Zero(t, line(im, "a", "/2"))
		require.Equal(t, 4, line(im, "b", "/2"))
		require.Zero(t, line(im, "b", "/1"))
	}
	assert.NotZero(t, both)
	assert.NotZero(t, one)
}

// TestMergeIsFair: six tokens share three blocks that are equally large. Each
// gets one merged with its own small one before anybody gets a second.
func TestMergeIsFair(t *testing.T) {
	const tokens, blocks, octets = 6, 3, 200
	for _, ownFirst := range []bool{true, false} {
		var own, shared strings.Builder
		small := 0
		for i := range tokens {
			fmt.Fprintf(&own, "user-agent: t%d\ndisallow: /own%d\n", i, i)
			small += len("/own0") + recordHead
		}
		for b := range blocks {
			for i := range tokens {
				fmt.Fprintf(&shared, "user-agent: t%d\n", i)
			}
			fmt.Fprintf(&shared, "disallow: /%d%s\n", b, strings.Repeat("x", octets-2))
		}
		body := own.String() + shared.String()
		if !ownFirst {
			body = shared.String() + own.String()
		}
		paid := (len(body) - small) / (octets + recordHead)
		require.Less(t, 1, paid)
		require.Less(t, paid, tokens)
		im := compile.Compile([]byte(body), compile.Options{})
		unmerged := machinesOf(im, "t5") // in file order
		if ownFirst {
			unmerged = unmerged[1:]
		}
		unmerged = unmerged[:blocks]
		for i := range tokens {
			want := 1 + blocks // nothing merged
			if i < paid {
				want = 1 + blocks - 1
			}
			token := fmt.Sprintf("t%d", i)
			assert.Equal(t, want, machines(im, token), token)
			last := machinesOf(im, token)
			last = slices.DeleteFunc(last, func(m automaton.Machine) bool { return !slices.Contains(unmerged[1:], m) })
			assert.True(t, slices.Equal(last, unmerged[1:]), "%s: the last two blocks are shared by all", token)
			assert.NotZero(t, line(im, token, fmt.Sprintf("/own%d", i)))
			assert.Zero(t, line(im, token, fmt.Sprintf("/own%d", (i+1)%tokens)))
			for b := range blocks {
				assert.NotZero(t, line(im, token, fmt.Sprintf("/%d%s", b, strings.Repeat("x", octets-2))))
			}
		}
	}
}

// TestOneBlockIsNotMerged: a block that tokens share, and none has another, is
// one machine for all.
func TestOneBlockIsNotMerged(t *testing.T) {
	im := compile.Compile([]byte("user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /a\ndisallow: /b\n"), compile.Options{})
	a, b := im.Find([]byte("a")), im.Find([]byte("b"))
	assert.NotEqual(t, a, b, "the record is not that of b")
	assert.Equal(t, im.AppendMachines(nil, a), im.AppendMachines(nil, b))
	assert.Equal(t, 1, machines(im, "a"))
}

// TestSmallestAloneIsShared: where the budget pays for a group's smallest block
// only, there is nothing to merge it with, and it stays that of everybody.
func TestSmallestAloneIsShared(t *testing.T) {
	large := "/" + strings.Repeat("x", 250)
	body := "user-agent: c\nallow: /c\nuser-agent: d\nallow: /d\n" +
		"user-agent: c\nuser-agent: d\nuser-agent: a\ndisallow: " + large + "\n" +
		"user-agent: a\nuser-agent: f\ndisallow: /s1\ndisallow: /s2\n"
	im := compile.Compile([]byte(body), compile.Options{})
	of := func(token string) []automaton.Machine { return machinesOf(im, token) }
	require.Len(t, of("c"), 1, "merged")
	require.Len(t, of("d"), 2, "not paid for")
	require.Len(t, of("f"), 1)
	assert.ElementsMatch(t, of("a"), []automaton.Machine{of("f")[0], of("d")[1]})
}
