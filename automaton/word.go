package automaton

import (
	"encoding/binary"
	"unsafe"
)

// load32 and load64 read little-endian words at any address, with one
// instruction where the machine has one. Whoever calls them answers for the
// octets being there.

func load32(p unsafe.Pointer) uint32 { return binary.LittleEndian.Uint32((*[4]byte)(p)[:]) }

func load64(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }
