package compile

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCutAnywhere cuts every short body of UTF-16 at every octet, also within
// surrogate pairs, halves of them, and a unit: what is left are whole lines of
// what is decoded without a limit.
func TestCutAnywhere(t *testing.T) {
	units := []uint16{'a', '\n', '\r', 0xD83E, 0xDDC0, 0xFFFD}
	checked := 0
	var grow func(body []byte, more int)
	grow = func(body []byte, more int) {
		for _, odd := range [][]byte{nil, {'x'}} {
			whole := append(bytes.Clone(body), odd...)
			p := newParser()
			p.reset(&dialects[RFC9309])
			all := p.cut(whole, len(whole))
			for size := 1; size < len(whole); size++ {
				p.reset(&dialects[RFC9309])
				text := p.cut(whole, size)
				require.True(t, size < 2 || bytes.HasPrefix(all, text), "%x cut at %d: %q of %q", whole, size, text, all)
				require.Len(t, p.notes, min(size, 2), "%x cut at %d: that it was, and UTF-16", whole, size)
				if n := len(text); n > 0 && n < len(all) {
					require.True(t, isLineEnd(text[n-1]) || isLineEnd(all[n]), "%x cut at %d: %q of %q", whole, size, text, all)
				}
				checked++
			}
		}
		if more == 0 {
			return
		}
		for _, u := range units {
			grow(binary.LittleEndian.AppendUint16(bytes.Clone(body), u), more-1)
		}
	}
	grow([]byte{0xFF, 0xFE}, 4)
	t.Logf("%d bodies and limits", checked)
	assert.Greater(t, checked, 10_000)
}

// TestCutIsNotDecoded: what is over the limit costs nothing, in UTF-16 either.
func TestCutIsNotDecoded(t *testing.T) {
	const limit, size = 1 << 10, 1 << 20
	for _, unit := range []string{"a\x00", "\x00a", "\n\x00", "\x3e\xd8\xc0\xdd"} {
		for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
			body := append([]byte(mark), bytes.Repeat([]byte(unit), size)...)
			p := newParser()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p.reset(&dialects[RFC9309])
			p.cut(body, limit)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64*limit), "%x %x", mark, unit)
		}
	}
}
