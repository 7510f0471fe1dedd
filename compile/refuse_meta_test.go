package compile

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withMeta gives an image another meta section, with length and checksum that
// agree.
func withMeta(image, meta []byte) []byte {
	at := headerSize + binary.LittleEndian.Uint32(image[atTable:]) + binary.LittleEndian.Uint32(image[atCode:])
	b := append(slices.Clone(image[:at]), meta...)
	binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[atChecksum:], checksum(b))
	return b
}

// refusal gives what Load says of an image with another meta section; it is
// empty where the image is taken.
func refusal(image, meta []byte) string {
	if _, err := Load(withMeta(image, meta)); err != nil {
		return err.Error()
	}
	return ""
}

// The meta section of forgeable, number by number, where w is 2.
const (
	forgeable = "user-agent: b\nuser-agent: *\ndisallow: /a\n\nuser-agent: a\ndisallow: /b*c\nsitemap: /s\nfoo: x\nbar\n"

	forgedIndex  = 8 // tokens *, a, b
	forgedGroups = 14
	forgedFirst  = 15 // descriptor of * and b: a machine, …
	forgedPlaces = 21 // … a part, and two tokens
	forgedSecond = 24 // descriptor of a
)

// TestLoadRefusesForgedOffsets changes what leads from the beginning of the
// meta section to groups, tokens and records.
func TestLoadRefusesForgedOffsets(t *testing.T) {
	im := Compile([]byte(forgeable), Options{})
	require.Equal(t, 2, im.w)
	require.EqualValues(t, forgedGroups, im.metaUint(metaGroups))
	require.EqualValues(t, forgedFirst, im.Find([]byte("b")))
	require.EqualValues(t, forgedSecond, im.Find([]byte("a")))
	require.Equal(t, []byte{2, 2, 0}, im.meta[forgedPlaces:forgedSecond])
	const (
		out   = "groups: an offset leads out of the image"
		short = "groups: a number is cut short or too large"
		star  = "groups: the wildcard's group is none"
		group = "groups: a token's group is none"
		order = "groups: tokens out of order"
	)
	end := uint16(len(im.meta))
	most := (end - metaIndex*2) / 2 // more tokens than these would not fit in
	index := func(place int) int { return metaIndex + place }
	tests := []struct {
		what   string
		number int    // which of the numbers at the beginning
		is     uint16 // its new value
		want   string
	}{
		{"the wildcard's group, left out", metaStar, 0, ""},
		{"the wildcard's group, another one", metaStar, forgedSecond, ""},
		{"the wildcard's group, an octet later", metaStar, forgedFirst + 1, star},
		{"the wildcard's group, far out", metaStar, 0xffff, star},
		{"the wildcard's group, just not none", metaStar, 1, star},
		{"fewer tokens than groups name", metaTokens, 2, "groups: a token that is not there"},
		{"as many tokens as there is room for", metaTokens, most, out},
		{"one more", metaTokens, most + 1, "groups: the tokens are cut short"},
		{"as many tokens as a number can say", metaTokens, 0xffff, "groups: the tokens are cut short"},
		{"groups at the end", metaGroups, end, short},
		{"groups behind the end", metaGroups, end + 1, out},
		{"records at the end", metaRecords, end, short},
		{"records behind the end", metaRecords, end + 1, out},
		{"the first token at the end", index(0), end, short},
		{"the last token at the end", index(2), end, short},
		{"the last token behind the end", index(2), end + 1, out},
		{"the first token as large as the second", index(0), im16(im, index(1)), order},
		{"the second token as large as the third", index(1), im16(im, index(2)), order},
		{"the second token as small as the first", index(1), im16(im, index(0)), order},
		{"the third token as small as the first", index(2), im16(im, index(0)), order},
	}
	for _, test := range tests {
		meta := slices.Clone(im.meta)
		binary.LittleEndian.PutUint16(meta[2*test.number:], test.is)
		assert.Equal(t, test.want, refusal(im.b, meta), test.what)
	}
	// What descriptors say.
	change := func(at int, to ...byte) string {
		meta := slices.Clone(im.meta)
		copy(meta[at:], to)
		return refusal(im.b, meta)
	}
	assert.Empty(t, change(0))
	first := im.meta[im.metaUint(index(0)):] // the token *: 1, '*', group
	assert.Equal(t, group, change(len(im.meta)-len(first)+2, 0), "a token without a group")
	assert.Equal(t, group, change(len(im.meta)-len(first)+2, forgedFirst+1), "a token whose group is no group")
	assert.Equal(t, star, change(forgedGroups, 0), "no groups")
	assert.Equal(t, group, change(forgedGroups, 1), "one group less")
	assert.Equal(t, "groups: no record has that rank", change(forgedFirst+1, 5, 0), "a machine that is none")
	assert.Equal(t, "groups: a token that is not there", change(forgedPlaces+1, 3), "a group names a token too many")
	assert.Empty(t, change(forgedPlaces+1, 1), "it names another one")
}

func im16(im Image, number int) uint16 { return uint16(im.metaUint(number)) }

// TestLoadOfEmptyMeta: the least that can be.
func TestLoadOfEmptyMeta(t *testing.T) {
	im := Compile(nil, Options{})
	assert.Empty(t, refusal(im.b, make([]byte, 8)), "no tokens, and everything else is the octet 0 at 0")
	assert.Equal(t, "sections are cut short", refusal(im.b, make([]byte, 7)))
	wider := slices.Clone(im.b)
	wider[atWidth] = 3
	assert.Equal(t, "groups: cut short", refusal(wider, make([]byte, 11)))
	assert.Empty(t, refusal(wider, make([]byte, 12)))
	wider[atWidth] = 5
	assert.NotEmpty(t, refusal(wider, make([]byte, 20)))
	// A token may be the empty one, and the first (docs/SEMANTICS.md, 3.2).
	google := Compile([]byte("user-agent:\nuser-agent: a\ndisallow: /"), Options{Dialect: Google})
	require.NotZero(t, google.Find(nil))
	_, err := Load(google.b)
	assert.NoError(t, err)
}

// spelled joins numbers as they are spelt in a meta section.
func spelled(numbers ...uint64) (b []byte) {
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// TestLoadRefusesForgedGroups puts other groups behind everything else, where
// no token leads to them.
func TestLoadRefusesForgedGroups(t *testing.T) {
	const (
		short = "groups: a number is cut short or too large"
		lines = "groups: line numbers are too large"
		token = "groups: a token that is not there"
	)
	im := Compile([]byte("user-agent: *\ndisallow: /a"), Options{})
	for i, test := range []struct {
		want   string
		groups []byte
	}{
		{"", spelled(0)},
		{"", spelled(1, 0, 0, 0)}, // machines, parts, tokens
		{"", spelled(2, 0, 0, 0, 0, 0, 0)},
		{short, nil},
		{short, spelled(1)},
		{short, spelled(1, 0)},
		{short, spelled(1, 0, 0)},
		{short, spelled(2, 0, 0, 0)},
		{short, spelled(100, 0, 0, 0)},
		{"groups: cut short", spelled(1, 1, 0)}, // a machine of one octet
		{short, spelled(1, 3, 0)},
		{"", spelled(1, 1, 0, 0, 0, 0)}, // the machine of nothing
		{"groups: no record has that rank", spelled(1, 1, 5, 0, 0, 0)},
		{short, spelled(1, 0, 1, 1)},
		{short, spelled(1, 0, 1, 1, 1)},
		{"", spelled(1, 0, 1, 1, 1, 0)},
		{"", spelled(1, 0, 1, maxLines, 0, 0)},
		{"", spelled(1, 0, 1, 0, maxLines, 0)},
		{lines, spelled(1, 0, 1, maxLines, 1, 0)},
		{lines, spelled(1, 0, 1, 1, maxLines, 0)},
		{short, spelled(1, 0, 1, maxLines+1, 0, 0)},
		{short, spelled(1, 0, 1, 0, maxLines+1, 0)},
		{"", spelled(1, 0, 2, 5, 5, maxLines-11, 1, 0)},
		{lines, spelled(1, 0, 2, 5, 5, maxLines-10, 1, 0)},
		{"", spelled(2, 0, 1, maxLines, 0, 0, 0, 1, maxLines, 0, 0)}, // each begins at line 0
		{token, spelled(1, 0, 0, 1, 0)},
		{token, spelled(1, 0, 0, 1, maxLines)},
		{short, spelled(1, 0, 0, 1, maxLines+1)},
		{short, spelled(1, 0, 0, 1)},
	} {
		meta := append(slices.Clone(im.meta), test.groups...)
		putUint(meta[2*metaStar:], 0, 2)
		putUint(meta[2*metaTokens:], 0, 2)
		putUint(meta[2*metaGroups:], uint32(len(im.meta)), 2)
		assert.Equal(t, test.want, refusal(im.b, meta), "groups %d: %v", i, test.groups)
	}
}

// TestLoadRefusesForgedRest does the same with records, sitemaps and notes.
func TestLoadRefusesForgedRest(t *testing.T) {
	const (
		number  = "groups: a number is cut short or too large"
		text    = "groups: cut short"
		lines   = "groups: line numbers are too large"
		unknown = "groups: an unknown diagnostic"
	)
	last := uint64(len(sentences) - 1)
	im := Compile([]byte("user-agent: *\ndisallow: /a"), Options{})
	for i, test := range []struct {
		want string
		rest []byte
	}{
		{"", spelled(0, 0, 0)}, // records, sitemaps, notes
		{number, nil},
		{number, spelled(0)},
		{number, spelled(0, 0)},
		{number, spelled(9, 0, 0)},

		// Records: line, key, value.
		{"", spelled(1, 5, 1, 'k', 1, 'v', 0, 0)},
		{"", spelled(2, 5, 1, 'k', 1, 'v', 0, 2, 'k', 'k', 0, 0, 0)},
		{text, spelled(1, 5, 2, 'k')},
		{text, spelled(1, 5, 1, 'k', 2, 'v')},
		{number, spelled(1, 5, 30, 'k')},
		{"", spelled(1, maxLines, 0, 0, 0, 0)},
		{number, spelled(1, maxLines+1, 0, 0, 0, 0)},
		{"", spelled(2, 1, 0, 0, maxLines-1, 0, 0, 0, 0)},
		{lines, spelled(2, 1, 0, 0, maxLines, 0, 0, 0, 0)},

		// Sitemaps.
		{"", spelled(0, 1, 2, 'u', 'u', 0)},
		{"", spelled(0, 2, 1, 'u', 0, 0)},
		{text, spelled(0, 1, 2, 'u')},
		{number, spelled(0, 1, 20, 'u')},

		// Notes: line, code, text. Their lines begin once more.
		{"", spelled(0, 0, 1, 5, last, 1, 't')},
		{"", spelled(0, 0, 2, 5, 0, 3, 't', 't', 't', 0, last, 0)},
		{unknown, spelled(0, 0, 1, 5, last+1, 1, 't')},
		{unknown, spelled(0, 0, 2, 5, last, 0, 5, 127, 0)},
		{unknown, spelled(0, 0, 1, 5)},
		{number, spelled(0, 0, 1, 5, 0)},
		{text, spelled(0, 0, 1, 5, 0, 2, 't')},
		{"", spelled(1, maxLines, 0, 0, 0, 1, maxLines, 0, 0)},
		{lines, spelled(0, 0, 2, 1, 0, 0, maxLines, 0, 0)},
		{"", spelled(0, 0, 2, 1, 0, 0, maxLines-1, 0, 0)},
		{lines, spelled(0, 0, 2, maxLines, 0, 0, 1, 0, 0)},
	} {
		meta := append(slices.Clone(im.meta), test.rest...)
		putUint(meta[2*metaRecords:], uint32(len(im.meta)), 2)
		assert.Equal(t, test.want, refusal(im.b, meta), "rest %d: %v", i, test.rest)
	}
}
