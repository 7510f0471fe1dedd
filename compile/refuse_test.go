package compile

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// TestLoadRefuses changes one thing of an image at a time, with the checksum
// made to agree, and wants to be told what it was.
func TestLoadRefuses(t *testing.T) {
	whole := Compile([]byte("user-agent: *\ndisallow: /a*b\n"), Options{}).b
	tests := []struct {
		want   string // empty: it is taken
		change func(b []byte) []byte
	}{
		{"", func(b []byte) []byte { return b }},
		{"not an image", func(b []byte) []byte { return b[:headerSize-1] }},
		{"not an image", func(b []byte) []byte { b[0] ^= 1; return b }},
		{"version 2 of the format, not 1", func(b []byte) []byte { b[atVersion]++; return b }},
		{"unknown dialect", func(b []byte) []byte { b[atDialect] = byte(len(dialects)); return b }},
		{"unknown dialect", func(b []byte) []byte { b[atReserved] = 1; return b }},
		{"cut short", func(b []byte) []byte { return b[:headerSize] }},
		{"sections are cut short", func(b []byte) []byte { return withCode(b, 1) }},
		{"the tokens are cut short", func(b []byte) []byte { return withCode(b, 0) }},
		{"", func(b []byte) []byte { b[atDialect] = 1; return b }},
		{"", func(b []byte) []byte { b[atDialect] = byte(len(dialects) - 1); return b }},
	}
	for i, test := range tests {
		b := test.change(append([]byte(nil), whole...))
		if len(b) >= headerSize {
			binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)))
			binary.LittleEndian.PutUint32(b[atChecksum:], checksum(b))
		}
		_, err := Load(b)
		if test.want == "" {
			assert.NoError(t, err, "change %d", i)
		} else {
			assert.ErrorContains(t, err, test.want, "change %d", i)
		}
	}
	// What the header says of the length is compared by itself.
	b := append([]byte(nil), whole...)
	b[atLength]++
	_, err := Load(b)
	assert.ErrorContains(t, err, "not the")
	// Nothing behind the header of what is too large is looked at.
	if math.MaxInt > math.MaxInt32 {
		b = make([]byte, maxImage+1)
		copy(b, whole[:atLength])
		_, err = Load(b)
		assert.EqualError(t, err, "1073741825 bytes are more than an image may have")
		_, err = Load(b[:maxImage])
		assert.EqualError(t, err, "1073741824 bytes, not the 0 that it was written with")
	}
}

// TestLoadRefusesShortMeta cuts what stands behind table and code, octet by
// octet, in images without a group, whose numbers may be taken for longer ones.
func TestLoadRefusesShortMeta(t *testing.T) {
	whole := Compile(nil, Options{}).b
	meta := len(whole) - headerSize - int(binary.LittleEndian.Uint32(whole[atTable:])) - int(binary.LittleEndian.Uint32(whole[atCode:]))
	refused := 0
	for width := byte(2); width <= 4; width++ {
		for cut := range meta + 1 {
			b := append([]byte(nil), whole[:len(whole)-cut]...)
			b[atWidth] = width
			binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)))
			binary.LittleEndian.PutUint32(b[atChecksum:], checksum(b))
			im, err := Load(b)
			if err != nil {
				refused++
				continue
			}
			for id := range im.Groups() {
				im.AppendMachines(nil, id)
			}
			im.Find([]byte("a"))
		}
	}
	assert.Greater(t, refused, 2*meta, "%d octets", meta)
}

// withCode makes the code as long as leaves by octets less than padding behind.
func withCode(b []byte, by uint32) []byte {
	table := binary.LittleEndian.Uint32(b[atTable:])
	binary.LittleEndian.PutUint32(b[atCode:], uint32(len(b)-headerSize)-table-automaton.Padding+by)
	return b
}

// TestCareful: numbers at their limits, and beyond.
func TestCareful(t *testing.T) {
	reading := func(b ...byte) *careful { return &careful{reader: reader{b: b}} }

	c := reading(5, 6)
	assert.Equal(t, 5, c.uint(5))
	assert.Zero(t, c.uint(5))
	assert.ErrorContains(t, c.err, "too large")
	assert.Zero(t, c.uint(5), "after an error nothing is left")

	c = reading(0x80)
	assert.Zero(t, c.uint(5))
	assert.Error(t, c.err, "a number without an end")
	c = reading()
	assert.Zero(t, c.uint(5))
	assert.Error(t, c.err, "nothing")
	c = reading(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	assert.Zero(t, c.uint(5))
	assert.Error(t, c.err, "a number too long")

	c = reading(2, 'a', 'b', 1, 'c')
	assert.Equal(t, "ab", string(c.bytes()))
	assert.Equal(t, "c", string(c.bytes()))
	require.NoError(t, c.err)
	c = reading(3, 'a', 'b')
	assert.Nil(t, c.bytes())
	assert.EqualError(t, c.err, "cut short")
	assert.Zero(t, c.uint('a'), "after an error nothing is left")
	assert.EqualError(t, c.err, "cut short", "the first error stays")

	c = reading(1, 2, 3)
	assert.Equal(t, uint32(0x0201), c.number(2))
	assert.Zero(t, c.number(2))
	assert.ErrorContains(t, c.err, "cut short")
	c = reading(1, 2)
	assert.Equal(t, uint32(0x0201), c.number(2), "to the last octet")

	c = reading(binary.AppendUvarint([]byte{1}, maxLines-1)...)
	assert.Equal(t, 1, c.line(0))
	assert.Equal(t, maxLines, c.line(1))
	require.NoError(t, c.err)
	c = reading(1)
	assert.Zero(t, c.line(maxLines))
	assert.ErrorContains(t, c.err, "line numbers are too large")
}
