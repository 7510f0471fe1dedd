package automaton

import (
	"math/bits"
	"unsafe"
)

// load32 and load64 read little-endian words at any address. Whoever calls them
// answers for the octets being there.

func load32(p unsafe.Pointer) uint32 {
	v := *(*uint32)(p)
	if bigEndian {
		v = bits.ReverseBytes32(v)
	}
	return v
}

func load64(p unsafe.Pointer) uint64 {
	v := *(*uint64)(p)
	if bigEndian {
		v = bits.ReverseBytes64(v)
	}
	return v
}
