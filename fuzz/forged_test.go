package fuzz

import (
	"encoding/binary"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// forge writes an image of numbers of two octets with a table, and code whose
// last five octets are the head of the only group's machine.
func forge(table, code []byte) []byte {
	head := len(code) - 5
	meta := []byte{
		9, 0, 0, 0, 8, 0, 14, 0, // the wildcard's group, no tokens, groups, records
		1, 1, byte(head << 1), byte(head >> 7), 0, 0, // one group: its machine, no parts, no tokens
		0, 0, 0, // no records, sitemaps, notes
	}
	image := make([]byte, 24)
	image[6] = 2
	binary.LittleEndian.PutUint32(image[16:], uint32(len(table)))
	binary.LittleEndian.PutUint32(image[20:], uint32(len(code)))
	image = append(image, table...)
	image = append(image, code...)
	return seal(append(image, meta...))
}

// TestForgedMachines: machines that no rules compile to, at the end of an image
// with nothing behind it. Load refuses them, or whatever is asked stays inside.
func TestForgedMachines(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	wild := []byte{0, 0x04, 1, 1, 0, 3, 0, 1, '/', '*', 'a'} // "/*a", rank 1
	for _, forged := range []struct {
		name        string
		table, code []byte
		refused     bool
	}{
		{"a list without a guard that may match anywhere", wild, []byte{0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0}, true},
		{"the same of no patterns", wild, []byte{0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, true},
		{"no list", wild, []byte{0, 0, 0, 0, 0, 0}, false},
		{"a node without run and children", wild, []byte{0, 0, 0, 2, 0, 0, 0, 0}, false},
	} {
		t.Run(forged.name, func(t *testing.T) {
			for _, place := range fences() {
				r, err := robotrie.Load(place.image.put(forge(forged.table, forged.code)))
				if forged.refused {
					require.Error(t, err)
					continue
				}
				require.NoError(t, err)
				askEverything(r, place.target, "/a/b?c=d")
			}
		})
	}
}
