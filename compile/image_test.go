package compile_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/compile"
)

// TestHold: a part holds its first line, and not the line behind its last one.
func TestHold(t *testing.T) {
	parts := compile.Parts{{From: 1, To: 3}, {From: 5, To: 6}, {From: 6, To: 9}, {From: 20, To: 22}}
	var held []int
	for line := range 30 {
		if parts.Hold(line) {
			held = append(held, line)
		}
	}
	assert.Equal(t, []int{1, 2, 5, 6, 7, 8, 20, 21}, held)
	assert.False(t, compile.Parts{}.Hold(1))
}

// TestPartsOfSeveralGroups: those that share a block, and one that begins in the
// middle of another's because records stand above its user-agent line.
func TestPartsOfSeveralGroups(t *testing.T) {
	im := compile.Compile([]byte(`user-agent: a
crawl-delay: 1
user-agent: b
disallow: /ab

user-agent: c
disallow: /c
user-agent: b
disallow: /b
user-agent: a
disallow: /a`), compile.Options{})
	lines := func(tokens ...string) (held []int) {
		var ids []compile.GroupID
		for _, token := range tokens {
			ids = append(ids, im.Find([]byte(token)))
		}
		parts := im.Parts(ids)
		for line := range 20 {
			if parts.Hold(line) {
				held = append(held, line)
			}
		}
		return held
	}
	assert.Equal(t, []int{1, 2, 3, 4, 5, 10, 11}, lines("a"))
	assert.Equal(t, []int{3, 4, 5, 8, 9}, lines("b"))
	assert.Equal(t, []int{6, 7}, lines("c"))
	all := []int{1, 2, 3, 4, 5, 8, 9, 10, 11}
	assert.Equal(t, all, lines("a", "b"))
	assert.Equal(t, all, lines("b", "a"))
	assert.Equal(t, []int{3, 4, 5, 6, 7, 8, 9}, lines("c", "b"))
	assert.Empty(t, lines())
}

// permutations gives all orders of some words.
func permutations(words []string) (all [][]string) {
	if len(words) == 0 {
		return [][]string{nil}
	}
	for i, first := range words {
		rest := slices.Delete(slices.Clone(words), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]string{first}, p...))
		}
	}
	return all
}

// TestTokensInFileOrder: tokens are found by their spelling and listed in the
// order of the file, whatever that is.
func TestTokensInFileOrder(t *testing.T) {
	for _, tokens := range permutations([]string{"*", "a", "ab", "b", "zzz"}) {
		var one, several strings.Builder
		for i, token := range tokens {
			fmt.Fprintf(&one, "User-agent: %s\n", token)
			fmt.Fprintf(&several, "User-agent: %s\nDisallow: /%d\n", token, i)
		}
		one.WriteString("Disallow: /\n")
		im := compile.Compile([]byte(one.String()), compile.Options{})
		id := im.Find([]byte("A"))
		require.NotZero(t, id)
		require.Equal(t, tokens, im.Tokens([]compile.GroupID{id}))
		require.Equal(t, []compile.GroupID{id}, slices.Collect(im.Groups()))
		require.Equal(t, id, im.Star())
		for _, other := range []string{"", "!", "aa", "abc", "c", "zzzz", "zz"} {
			require.Zero(t, im.Find([]byte(other)))
		}

		im = compile.Compile([]byte(several.String()), compile.Options{})
		ids := slices.Collect(im.Groups())
		require.Len(t, ids, len(tokens))
		for i, token := range tokens {
			require.Equal(t, ids[i], im.Find([]byte(token)))
			require.Equal(t, []string{token}, im.Tokens(ids[i:i+1]))
			require.Equal(t, 2*i+2, line(im, token, fmt.Sprintf("/%d", i)))
		}
		slices.Reverse(ids)
		require.Equal(t, tokens, im.Tokens(ids))
	}
}

// TestTokensOfOneGroup: tokens with the same blocks, and the same records in
// them, have one group, wherever they stand.
func TestTokensOfOneGroup(t *testing.T) {
	im := compile.Compile([]byte(`user-agent: a
user-agent: b
user-agent: c
user-agent: d
disallow: /1
user-agent: a
user-agent: c
crawl-delay: 1
user-agent: d
disallow: /2
user-agent: e
disallow: /3`), compile.Options{})
	ids := slices.Collect(im.Groups())
	var tokens [][]string
	for _, id := range ids {
		tokens = append(tokens, im.Tokens([]compile.GroupID{id}))
	}
	assert.Equal(t, [][]string{{"a", "c"}, {"b"}, {"d"}, {"e"}}, tokens)
	assert.Equal(t, im.Find([]byte("a")), im.Find([]byte("c")))
	assert.Equal(t, 10, line(im, "c", "/2"))
	assert.Equal(t, 10, line(im, "d", "/2"))
	assert.Zero(t, line(im, "b", "/2"))
	assert.Zero(t, line(im, "e", "/2"))
	first := 0
	for range im.Groups() {
		first++
		break
	}
	assert.Equal(t, 1, first, "who has seen enough sees no more")
}

// TestImageIsItsOctets: it is kept as long as its Robots is, so it has no room
// behind it.
func TestImageIsItsOctets(t *testing.T) {
	for n := range 20 {
		body := bytes.Repeat([]byte("user-agent: a\ndisallow: /a\nfoo: x\n"), n)
		im := compile.Compile(body, compile.Options{})
		assert.Equal(t, len(im.Bytes()), cap(im.Bytes()))
	}
}

// TestSizeLimit: no caller can ask for more than 32 MiB of a body.
func TestSizeLimit(t *testing.T) {
	const limit = 32 << 20
	body := append([]byte("user-agent: a\ndisallow: /a\n#"), bytes.Repeat([]byte{'x'}, limit)...)
	body[limit-1] = '\n'
	truncated := func(im compile.Image) (at []string) {
		for n := range im.Notes() {
			if n.Code == compile.Truncated {
				at = append(at, n.Text)
			}
		}
		return at
	}
	for _, o := range []compile.Options{
		{Dialect: compile.Google},
		{Dialect: compile.Google, MaxSize: -1},
		{Dialect: compile.RFC9309, MaxSize: 1 << 30},
	} {
		assert.Empty(t, truncated(compile.Compile(body[:limit], o)), "%+v", o)
		im := compile.Compile(body[:limit+1], o)
		assert.Equal(t, []string{"33554432"}, truncated(im), "%+v", o)
		assert.Equal(t, 2, line(im, "a", "/a"))
	}
}

// TestLineEndFirst: whatever the first octet of a body ends is line 1.
func TestLineEndFirst(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		for _, d := range []compile.Dialect{compile.RFC9309, compile.Google, compile.Koster1996} {
			im := compile.Compile([]byte(end+"user-agent: a\ndisallow: /a"), compile.Options{Dialect: d})
			assert.Equal(t, 3, line(im, "a", "/a"), "%s, %q", d, end)
		}
	}
}

// TestLineEndsAreAlike: whichever ends the lines of a file, and its last one, the
// image is the same to the octet.
func TestLineEndsAreAlike(t *testing.T) {
	for _, d := range []compile.Dialect{compile.RFC9309, compile.Google, compile.Koster1996} {
		for _, file := range []string{"user-agent: a\ndisallow: /a\n", "user-agent: a\ndisallow: /a", "a\n\nuser-agent: *\nallow: /\ncrawl-delay: 1\n\nx\n\n", "\n", ""} {
			lines := strings.Split(file, "\n")
			want := compile.Compile([]byte(file), compile.Options{Dialect: d})
			for _, end := range []string{"\r", "\r\n"} {
				im := compile.Compile([]byte(strings.Join(lines, end)), compile.Options{Dialect: d})
				assert.Equal(t, want.Bytes(), im.Bytes(), "%s, %q with %q", d, file, end)
			}
			// One line may end so and the next otherwise.
			for at := range len(lines) - 1 {
				mixed := strings.Join(lines[:at+1], "\n") + "\r\n" + strings.Join(lines[at+1:], "\r")
				im := compile.Compile([]byte(mixed), compile.Options{Dialect: d})
				assert.Equal(t, want.Bytes(), im.Bytes(), "%s, %q", d, mixed)
			}
		}
	}
}

// TestKeyAtTheEnd: a body that ends within a rule's key, or right behind it.
func TestKeyAtTheEnd(t *testing.T) {
	for _, d := range []compile.Dialect{compile.RFC9309, compile.Google, compile.Koster1996} {
		for _, key := range []string{"disallow", "Disallow:", "allow", "Allow:", "allow:   ", "disallow "} {
			for n := range len(key) + 1 {
				body := append([]byte("user-agent: a\n"), key[:n]...)
				im := compile.Compile(body[:len(body):len(body)], compile.Options{Dialect: d})
				want := 0
				if d == compile.Google && strings.Contains(key[:n], ":") {
					want = 2 // a rule without a value allows all
				}
				assert.Equal(t, want, line(im, "a", "/a"), "%s, %q", d, key[:n])
			}
		}
	}
}
