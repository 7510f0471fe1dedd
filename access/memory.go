package access

import (
	"crypto/sha256"
	"unsafe"

	"github.com/maypok86/otter/v2"

	"github.com/robotrie/robotrie"
)

// What a cache holds in memory, bounded in octets.
//
// There are two kinds of items: what is known of an origin, and a compiled
// file. Origins that serve the same body share one compiled file, so the two
// are kept apart, each with its own weight: an origin names its file by the sum
// of the body. Both stand in one otter cache, under one limit, so that nobody
// has to say how much of it is for which. If a file has been evicted and its
// origin has not, the origin counts as unknown; every question looks both up,
// so both are as lately used.
//
// Why only the bounded map of otter and not its loader: a load there runs under
// the context of whoever asked first, and ends with it for all who wait; a
// refresh runs under no context that Close could end. See flight.go.
type memory struct {
	items    *otter.Cache[string, item]
	counters Counters
}

// An item is an *origin or a *file. It never changes once it is held. Its size is
// in octets, with what belongs to it alone.
type item interface{ size() int }

// sum identifies a body: its SHA-256. Bodies are written by strangers, one of
// whom could otherwise make his file pass for another's.
type sum = [sha256.Size]byte

// A file is a compiled body, and the group of it that the cache's agents follow.
type file struct {
	robots *robotrie.Robots
	group  *robotrie.Group
}

// itemOverhead is what an item costs beside its key and itself: otter's node and
// its place in the table. Measured: some 100 octets.
const itemOverhead = 128

// fileOverhead is what a Robots and a Group cost beside the image. Measured:
// some 390 octets.
const fileOverhead = 400

// Why nine eighths: the allocator rounds the image's room up.
func (f *file) size() int { return int(unsafe.Sizeof(*f)) + fileOverhead + f.robots.Size()*9/8 }

// weight is what an item counts against the limit.
func weight(key string, it item) int { return itemOverhead + len(key) + it.size() }

func newMemory(limit int, counters Counters) (*memory, error) {
	m := &memory{counters: counters}
	var err error
	m.items, err = otter.New(&otter.Options[string, item]{
		MaximumWeight: uint64(limit),
		Weigher:       func(key string, it item) uint32 { return uint32(weight(key, it)) },
		OnAtomicDeletion: func(e otter.DeletionEvent[string, item]) {
			octets := weight(e.Key, e.Value)
			m.counters.Held(-octets)
			if e.WasEvicted() {
				m.counters.Evicted(octets)
			}
		},
		// Maintenance is done by whoever calls: there is no goroutine to outlive
		// the cache.
		Executor: func(task func()) { task() },
	})
	return m, err
}

// origin gives what is held of an origin, nil for nothing.
func (m *memory) origin(key string) *origin {
	it, _ := m.items.GetIfPresent(key)
	o, _ := it.(*origin)
	return o
}

// file gives the compiled file of a key of fileKey, nil where it is not held.
func (m *memory) file(key string) *file {
	it, _ := m.items.GetIfPresent(key)
	f, _ := it.(*file)
	return f
}

// keepOrigin holds what is now known of an origin.
func (m *memory) keepOrigin(key string, o *origin) {
	m.counters.Held(weight(key, o))
	m.items.Set(key, o)
}

// keepFile holds a file and returns it, or the one of the same body that
// another goroutine was faster to hold.
func (m *memory) keepFile(key string, f *file) *file {
	it, kept := m.items.SetIfAbsent(key, f)
	if !kept {
		return it.(*file)
	}
	m.counters.Held(weight(key, f))
	return f
}

// octets gives the weight of all that is held.
func (m *memory) octets() int { return int(m.items.WeightedSize()) }

// fileKey is the key of a file. It begins with an octet that no origin has.
func fileKey(s sum) string { return "\x00" + string(s[:]) }
