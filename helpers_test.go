package robotrie_test

import (
	"encoding/binary"
	"unicode/utf16"
)

// utf16le and utf16be spell a text in UTF-16.
func utf16le(s string) string { return inUTF16(s, binary.LittleEndian) }
func utf16be(s string) string { return inUTF16(s, binary.BigEndian) }

func inUTF16(s string, order binary.AppendByteOrder) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}
