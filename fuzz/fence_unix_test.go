//go:build linux || darwin

package fuzz

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// fenced gives at least size octets between two pages that may not be touched.
func fenced(size int) []byte {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	for _, fence := range [][]byte{memory[:page], memory[page+size:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			panic(err)
		}
	}
	return memory[page : page+size : page+size]
}

// TestFencesHold: a read on the other side of a fence is a panic. (A check that
// cannot fail would be none.)
func TestFencesHold(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	peek := func(b []byte, offset int) (seen byte, stopped bool) {
		defer func() { stopped = recover() != nil }()
		seen = *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), offset))
		return seen, false
	}
	for _, p := range fences() {
		for _, f := range []*fence{p.image, p.target} {
			b := f.put([]byte("abc"))
			if seen, stopped := peek(b, 2); stopped || seen != 'c' {
				t.Errorf("inside: %q, stopped %v", seen, stopped)
			}
			outside := -1
			if f.atEnd {
				outside = len(b)
			}
			if _, stopped := peek(b, outside); !stopped {
				t.Errorf("octet %d can be read", outside)
			}
		}
	}
}
