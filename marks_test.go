package robotrie_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie"
)

// TestHalfMarks: one octet of a UTF-16 mark is none (docs/SEMANTICS.md, 1.2).
func TestHalfMarks(t *testing.T) {
	rules := "\nuser-agent: *\ndisallow: /a\n"
	for _, start := range []string{"\xff", "\xfe", "\xff\xff", "\xfe\xfe", "#\xfe", "#\xff", "\xef", "\xef\xbb", "\xef\xbb\xbb"} {
		robots := robotrie.Compile([]byte(start + rules))
		assert.False(t, robots.Group("ExampleBot").Allowed("/a"), "%q", start)
		for _, d := range robots.Diagnostics() {
			assert.NotContains(t, []robotrie.Code{"utf-16", "byte-order-mark"}, d.Code, "%q: %+v", start, d)
		}
	}
	said := func(start string, d robotrie.Dialect) string {
		for _, d := range robotrie.Compile([]byte(start+"user-agent: *\ndisallow: /a\n"), robotrie.WithDialect(d)).Diagnostics() {
			return d.Message
		}
		return ""
	}
	assert.Contains(t, said("\xef\xbb\xbf", robotrie.RFC9309), "UTF-8")
	assert.NotContains(t, said("\xef\xbb\xbf", robotrie.Google), "incomplete")
	assert.Contains(t, said("\xef\xbb", robotrie.Google), "incomplete")
	assert.Contains(t, said("\xef", robotrie.Google), "incomplete")
}

// TestSurrogates: two units of UTF-16 are one character, at the end as well.
func TestSurrogates(t *testing.T) {
	for _, end := range []string{"", "\n", "x\n"} {
		body := "\ufeffuser-agent: *\ndisallow: /\U0001f600" + end
		for _, encoded := range []string{utf16le(body), utf16be(body)} {
			g := robotrie.Compile([]byte(encoded)).Group("ExampleBot")
			assert.False(t, g.Allowed("/%F0%9F%98%80x"), "%q", body)
			assert.True(t, g.Allowed("/%EF%BF%BDx"), "%q", body)
		}
	}
	// A high surrogate without its low one is U+FFFD, and the rest still counts.
	lone := "\xff\xfeu\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00d\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00\x3d\xd8"
	for _, body := range []string{lone, lone + "a\x00", lone + "a"} {
		g := robotrie.Compile([]byte(body)).Group("ExampleBot")
		assert.False(t, g.Allowed("/%EF%BF%BDa%EF%BF%BD") && g.Allowed("/%EF%BF%BD%EF%BF%BD"), "%q", body)
		assert.True(t, g.Allowed("/a"), "%q", body)
	}
}
