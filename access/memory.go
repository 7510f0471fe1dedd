package access

import (
	"container/list"
	"crypto/sha256"
	"sync"
	"unsafe"

	"github.com/robotrie/robotrie"
)

// What a cache holds in memory, bounded in octets.
//
// There are two kinds of items: what is known of an origin, and a compiled
// file. Origins that serve the same body share one compiled file, so the two
// are kept apart, each with its own weight: an origin names its file by the sum
// of the body. Both are under one limit, so that nobody has to say how much of
// it is for which. If a file has been evicted and its origin has not, the origin
// counts as unknown; every question looks both up, so both are as lately used.
//
// What was used least lately is evicted. Why not by a cleverer rule: it decides
// which site is asked again. A crawler has its questions about a site in a row,
// and a rule that prefers what was in use before (TinyLFU, as in otter, was
// tried) may turn a new site's file away each time that it comes, and then each
// question asks the site. Here, what is being asked about stays.
//
// Why one lock: what is done under it is three lookups in a map, a tenth of a
// microsecond. Whoever has a question is about to fetch a page.
type memory struct {
	limit    int
	counters Counters

	mu     sync.Mutex
	items  map[string]*list.Element
	order  list.List // of *holding, the most lately used first
	octets int
}

// An item is an *origin or a *file. It never changes once it is held. Its size is
// in octets, with what belongs to it alone.
type item interface{ size() int }

// A holding is an item with its key.
type holding struct {
	key  string
	item item
}

// sum identifies a body: its SHA-256. Bodies are written by strangers, one of
// whom could otherwise make his file pass for another's.
type sum = [sha256.Size]byte

// A file is a compiled body, and the group of it that the cache's agents follow.
type file struct {
	robots *robotrie.Robots
	group  *robotrie.Group
}

// itemOverhead is what an item costs beside its key and itself: its holding and
// its places in list and map. Measured: some 140 octets, more where the map has
// just grown.
const itemOverhead = 192

// fileOverhead is what a Robots and a Group cost beside the image. Measured:
// some 390 octets.
const fileOverhead = 400

// Why nine eighths: the allocator rounds the image's room up.
func (f *file) size() int { return int(unsafe.Sizeof(*f)) + fileOverhead + f.robots.Size()*9/8 }

// weight is what a holding counts against the limit.
func (h *holding) weight() int { return itemOverhead + len(h.key) + h.item.size() }

func newMemory(limit int, counters Counters) *memory {
	return &memory{limit: limit, counters: counters, items: map[string]*list.Element{}}
}

// find gives what is held of an origin and its file, nil for what is not.
func (m *memory) find(key string) (o *origin, f *file) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, _ = m.use(key).(*origin)
	if o != nil && o.fileKey != "" {
		f, _ = m.use(o.fileKey).(*file)
		m.use(key) // last: of the two, the file shall go first, which is larger
	}
	return o, f
}

// file gives the compiled file of a key of fileKey, nil where it is not held.
func (m *memory) file(key string) *file {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, _ := m.use(key).(*file)
	return f
}

// use gives the item of a key, nil for none.
func (m *memory) use(key string) item {
	e := m.items[key]
	if e == nil {
		return nil
	}
	m.order.MoveToFront(e)
	return e.Value.(*holding).item
}

// keep holds what is now known of an origin, and its file if there is one. It
// returns that file, or the one of the same body that is held already.
func (m *memory) keep(key string, o *origin, f *file) *file {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f != nil {
		if held, _ := m.use(o.fileKey).(*file); held != nil {
			f = held
		} else {
			m.put(&holding{o.fileKey, f})
		}
	}
	m.put(&holding{key, o})
	// Why two: what has just been kept stays, however large it is, or each
	// question about it would ask its site.
	for m.octets > m.limit && m.order.Len() > 2 {
		m.evict()
	}
	return f
}

// put holds an item in place of the one of its key.
func (m *memory) put(h *holding) {
	grown := h.weight()
	if e := m.items[h.key]; e != nil {
		grown -= e.Value.(*holding).weight()
		e.Value = h
		m.order.MoveToFront(e)
	} else {
		m.items[h.key] = m.order.PushFront(h)
	}
	m.octets += grown
	m.counters.Held(grown)
}

// evict lets go of what was used least lately.
func (m *memory) evict() {
	h := m.order.Remove(m.order.Back()).(*holding)
	delete(m.items, h.key)
	m.octets -= h.weight()
	m.counters.Held(-h.weight())
	m.counters.Evicted(h.weight())
}

// clear lets go of everything, for no limit's sake.
func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.items)
	m.order.Init()
	m.counters.Held(-m.octets)
	m.octets = 0
}

// size gives the weight of all that is held.
func (m *memory) size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.octets
}

// fileKey is the key of a file. It begins with an octet that no origin has.
func fileKey(s sum) string { return "\x00" + string(s[:]) }
