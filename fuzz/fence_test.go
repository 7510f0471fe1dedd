package fuzz

import (
	"sync"
	"testing"
	"unsafe"
)

// A fence is a piece of memory with nothing beside it, so that whoever reads
// past the end of what was put there (or before its beginning) does not get
// away with it. Where the system has no such memory it is an ordinary slice,
// and only what Go itself checks is checked.
type fence struct {
	memory []byte
	atEnd  bool // the end is fenced, else the beginning
}

// put copies b to the fenced end of the memory. What was there before is gone.
func (f *fence) put(b []byte) []byte {
	at := 0
	if f.atEnd {
		at = len(f.memory) - len(b)
	}
	copy(f.memory[at:], b)
	return f.memory[at : at+len(b) : at+len(b)]
}

func (f *fence) putString(s string) string {
	b := f.put([]byte(s))
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// A place is where an image and the targets that it is asked for lie.
type place struct{ image, target *fence }

// fences gives the places: both with their ends fenced, both with their
// beginnings. Their memory is one for the whole process.
var fences = sync.OnceValue(func() []place {
	var out []place
	for _, atEnd := range []bool{true, false} {
		out = append(out, place{
			image:  &fence{memory: fenced(2 * maxForged), atEnd: atEnd},
			target: &fence{memory: fenced(2 * maxForged), atEnd: atEnd},
		})
	}
	return out
})

// TestFence: the fence keeps what it is given, where it says.
func TestFence(t *testing.T) {
	for _, p := range fences() {
		for _, s := range []string{"", "a", "abc"} {
			if got := p.target.putString(s); got != s {
				t.Errorf("%q comes back as %q", s, got)
			}
		}
		b := p.image.put([]byte("abc"))
		end := unsafe.Pointer(unsafe.SliceData(p.image.memory[len(p.image.memory)-3:]))
		if atEnd := unsafe.Pointer(unsafe.SliceData(b)) == end; atEnd != p.image.atEnd {
			t.Errorf("the fence is at the end: %v, what was put there is: %v", p.image.atEnd, atEnd)
		}
	}
}
