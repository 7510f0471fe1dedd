package automaton

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestAgree compares runs at all places of paths of all small lengths, where the
// octets before and behind both go on as they end, and where they are zeros.
func TestAgree(t *testing.T) {
	const longest, around = 27, 24
	for _, fill := range []byte{0, 'a'} {
		path, text := make([]byte, longest+2*around), make([]byte, longest+2*around)
		for i := range path {
			path[i], text[i] = fill, fill
		}
		for length := range longest + 1 {
			p := path[around : around+length : around+length]
			for pos := range length + 1 {
				for n := 1; n <= longest-pos; n++ {
					for differ := range n + 1 { // n: nowhere
						text[around+pos+differ] ^= 1
						want := min(n, length-pos, differ)
						got := agree(p, uint32(pos), unsafe.Pointer(&text[around+pos]), uint32(n))
						text[around+pos+differ] ^= 1
						require.EqualValues(t, want, got, "a path of %d octets at %d, %d of text, of which that at %d differs", length, pos, n, differ)
					}
				}
			}
		}
	}
}
