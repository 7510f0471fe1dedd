package robotrie

import (
	"fmt"
	"unsafe"

	"github.com/robotrie/robotrie/compile"
)

// Size gives how many bytes the compiled form holds: the length of its image.
// It grows with the body, and is seldom larger.
func (r *Robots) Size() int { return len(r.compiled().Bytes()) }

// Size gives how many bytes g takes itself: less than 500 for nearly every group,
// more where several machines count together. The compiled form that it shares
// with its Robots, and keeps in memory as long as it lives, is Robots.Size.
func (g *Group) Size() int {
	size := int(unsafe.Sizeof(*g)) - len(g.first)*int(unsafe.Sizeof(g.first[0]))
	if len(g.machines) == 0 || len(g.machines) > len(g.first) || &g.machines[0] != &g.first[0] {
		size += len(g.first) * int(unsafe.Sizeof(g.first[0])) // it is not among them
	}
	for i := range g.machines {
		size += g.machines[i].Size()
	}
	size += (cap(g.machines) - len(g.machines)) * int(unsafe.Sizeof(g.first[0]))
	if cap(g.ids) > len(g.id) {
		size += cap(g.ids) * int(unsafe.Sizeof(g.id[0]))
	}
	for _, token := range g.asked {
		size += int(unsafe.Sizeof(token)) + len(token)
	}
	return size
}

// AppendBinary appends the compiled form as an image, which Load takes on any
// machine. It is what Compile built, octet for octet; compile/FORMAT.md
// describes it. The error is always nil.
func (r *Robots) AppendBinary(dst []byte) ([]byte, error) {
	return append(dst, r.compiled().Bytes()...), nil
}

// MarshalBinary is AppendBinary to a new slice.
func (r *Robots) MarshalBinary() ([]byte, error) { return r.AppendBinary(nil) }

// Load gives the Robots of an image that AppendBinary wrote. The image may come
// from anywhere: what is cut short, changed, made to harm, or of a newer format
// is an error here, and no image that Load accepts makes a match panic, loop,
// or read where nothing is. (Whether it says what some robots.txt said is for
// whoever stores it to know.)
//
// Load does not copy: image is kept, may be a mapped file, and must not be
// changed as long as the Robots or its groups are in use. It takes time linear
// in image, a small part of what compiling takes.
func Load(image []byte) (*Robots, error) {
	im, err := compile.Load(image)
	if err != nil {
		return nil, fmt.Errorf("robotrie: loading an image: %w", err)
	}
	return &Robots{image: im}, nil
}
