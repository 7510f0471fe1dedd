package automaton

import (
	"math/bits"
	"unsafe"
)

// A Machine is a set of ranked patterns, ready to be asked. It is a view of a
// table and of code, which it keeps and nobody may change. It is safe for
// concurrent use; the zero value holds no pattern.
type Machine struct {
	// What the first step needs stands together: most paths end there.
	run    uint64    // the octets with which every literal begins, eight at most
	runs   uint64    // keeps them of a word; 0: the first step is not taken apart
	length uint32    // how many octets of a path are behind it with run
	leaf   uint32    // slot behind the first length octets of run, if it takes no octet to come there
	slots  uint32    // a slot before those that go on behind run
	top    Vote      // accepted behind run
	places [128]byte // for an octet behind run the place of its slot, 1 for the first, or noPlace or doubtful

	w       uint32
	code    unsafe.Pointer // the first octet
	table   unsafe.Pointer // the first octet
	doubt   *Doubt
	mask    uint32    // keeps w octets of a word
	root    uint32    // slot; 0: no literals
	list    uint32    // of the patterns that may begin anywhere; 0: none
	best    Rank      // the best of them
	guard   uint32    // of list
	hits    byte      // buckets of list that the octet '/' at the start hits
	escapes bool      // some literal holds a '%'
	spared  uint64    // the first eight octets of the path that Spare may spare
	batches bool      // lookFast knows all that the machine has
	stars   *starView // set where the star machine takes the patterns with a '*'
	settler Settler
}

// What places has but places.
const (
	noPlace  = 0
	doubtful = 255
)

// takeRoot takes the first step apart, once and for all: the octets with which
// every literal begins, eight at most, and if no more than they stand in the
// root node, what comes behind them.
func (m *Machine) takeRoot() {
	m.top = noVote
	if m.root == 0 {
		return
	}
	if m.root&slotLeaf != 0 {
		r := m.read(Rank(m.root >> 1))
		m.length = m.takeRun(r.text[:r.lit])
		m.leaf = m.root
		return
	}
	at := m.root >> 1
	n, info := uint32(m.octet(at)), m.octet(at+1)
	length := uint32(info & nodeRun)
	run := unsafe.Slice((*byte)(unsafe.Add(m.code, at+2)), length)
	at += 2 + length
	if m.takeRun(run) < length || length == 0 || info&nodeExtras != 0 || n == 0 || m.octet(at+n-1) >= 128 {
		m.leaf = m.root // the whole node comes behind
		return
	}
	m.length = length
	for c := range m.places {
		if m.doubt.is[c] {
			m.places[c] = doubtful
		}
	}
	for i := range n {
		m.places[m.octet(at+i)] = byte(1 + i)
	}
	m.slots = at + n - m.w
	if info&nodeAccept != 0 {
		m.top = m.voteOf(Rank(m.number(at + n*(1+m.w))))
	}
}

// takeRun sets run and runs to the octets with which a text begins, and gives
// their number. A '%' is not among them: Look takes a path that goes on behind
// run otherwise than every literal for one that none matches, and inside an
// escape it may be spelt otherwise. Nor is a zero, which is what a path that ends
// before run does has there.
func (m *Machine) takeRun(text []byte) (length uint32) {
	for length < 8 && int(length) < len(text) && text[length] != '%' && text[length] != 0 {
		m.run |= uint64(text[length]) << (8 * length)
		m.runs |= 0xFF << (8 * length)
		length++
	}
	return length
}

// octet, number and word read code.
func (m *Machine) octet(at uint32) byte { return *(*byte)(unsafe.Add(m.code, at)) }

func (m *Machine) number(at uint32) uint32 { return load32(unsafe.Add(m.code, at)) & m.mask }

func (m *Machine) word(at uint32) uint64 { return load64(unsafe.Add(m.code, at)) }

// The first of eight octets in a word that equals another is found without a
// loop: the exclusive or is zero there, and a zero octet is the lowest one that
// a borrow reaches.
const (
	everyOctet = 0x0101010101010101
	everyTop   = 0x8080808080808080
)

func firstEqual(word uint64, c byte) uint64 {
	x := word ^ uint64(c)*everyOctet
	return (x - everyOctet) &^ x & everyTop
}

// Match gives the highest rank of the patterns that match path, NoRank if none
// does. path must be canonical, unless sure is false: then again reports that
// the answer may depend on how an octet of the path is spelt, or on where the
// path ends, and that the caller must ask for the canonical path.
//
// It does not allocate. Its work is bounded as the package comment says.
func (m *Machine) Match(path []byte, sure bool) (best Rank, again bool) {
	if m.stars != nil {
		if !sure && !m.sound(path) {
			return NoRank, true
		}
		return m.matchStars(path), false
	}
	slot, pos, n := m.root, uint32(0), uint32(len(path))
	if slot == 0 {
		goto floats
	}
	for slot&slotLeaf == 0 {
		at := slot >> 1
		children, info := uint32(m.octet(at)), m.octet(at+1)
		at += 2
		if run := uint32(info & nodeRun); run > 0 {
			k := agree(path, pos, unsafe.Add(m.code, at), run)
			pos += k
			if k < run {
				goto out
			}
			at += run
		}
		if info&(nodeAccept|nodeExtras) != 0 {
			p := at + children + children*m.w
			if info&nodeAccept != 0 {
				best = max(best, Rank(m.number(p)))
				p += m.w
			}
			if info&nodeExtras != 0 {
				if pos == n {
					best = max(best, Rank(m.number(p)))
				}
				if list := m.number(p + m.w); list != 0 {
					best, sure, again = m.ask(list, path, best, sure)
					if again {
						return best, true
					}
				}
			}
		}
		if pos >= n {
			goto out
		}
		c := path[pos]
		i := uint32(0)
		t := firstEqual(m.word(at), c)
		for t == 0 && i+8 < children {
			i += 8
			t = firstEqual(m.word(at+i), c)
		}
		if t == 0 {
			goto out
		}
		if i += uint32(bits.TrailingZeros64(t)) >> 3; i >= children {
			goto out
		}
		slot = m.number(at + children + i*m.w)
		pos++
	}
	{
		at := slot >> 1
		record := unsafe.Add(m.table, at)
		head := *(*byte)(record)
		if head&headLong != 0 {
			best, pos, again = m.longLeaf(Rank(at), path, pos, best, &sure)
			if again {
				return best, true
			}
			goto out
		}
		if lit := uint32(*(*byte)(unsafe.Add(record, 1))); lit > pos {
			// The text of a wild record stands three octets further on.
			text := unsafe.Add(record, 2+m.w+uint32(head&headWild>>2*3)+pos)
			pos += agree(path, pos, text, lit-pos)
			if pos < lit {
				goto out
			}
		}
		switch {
		case head&(headWild|headAnchored) == 0:
			best = max(best, Rank(at))
			if best == Rank(at) && m.best < best {
				return best, false
			}
		case head&headWild != 0:
			if Rank(at) > best {
				if !sure {
					if sure = m.sound(path); !sure {
						return best, true
					}
				}
				if m.matches(Rank(at), path) {
					best = Rank(at)
				}
			}
		case pos == n:
			best = max(best, Rank(at))
		}
	}
out:
	// Whatever can still win begins with path[:pos]: what stands at pos, and
	// whether it is inside an escape, decides.
	if !sure {
		if pos < n && m.doubt.is[path[pos]] || m.escapes && pos > 1 && (path[pos-1] == '%' || path[pos-2] == '%') {
			return best, true
		}
	}
floats:
	if m.list != 0 && m.best > best {
		best, _, again = m.ask(m.list, path, best, sure)
	}
	return best, again
}

// agree tells how many octets of path from pos on are those of text: n at most,
// and n is not 0. It may read seven octets of text more.
func agree(path []byte, pos uint32, text unsafe.Pointer, n uint32) uint32 {
	k := uint32(0)
	left := uint32(len(path)) - pos
	if left >= 8 {
		for {
			if x := load64(unsafe.Add(unsafe.Pointer(unsafe.SliceData(path)), pos+k)) ^ load64(unsafe.Add(text, k)); x != 0 {
				return min(k+uint32(bits.TrailingZeros64(x))>>3, n)
			}
			k += 8
			if k >= n {
				return n
			}
			if k+8 > left {
				break
			}
		}
	}
	// Fewer than eight octets of path are left: read them with those before.
	left -= k
	n -= k
	if len(path) < 8 {
		return k + agreeShort(path, pos+k, unsafe.Add(text, k), n)
	}
	x := load64(unsafe.Add(unsafe.Pointer(unsafe.SliceData(path)), len(path)-8)) >> (64 - 8*left&63)
	if left == 0 {
		return k
	}
	return k + min(uint32(bits.TrailingZeros64(x^load64(unsafe.Add(text, k))))>>3, n, left)
}

// agreeShort is agree for paths of less than eight octets.
func agreeShort(path []byte, pos uint32, text unsafe.Pointer, n uint32) uint32 {
	k := uint32(0)
	for k < n && int(pos+k) < len(path) && path[pos+k] == *(*byte)(unsafe.Add(text, k)) {
		k++
	}
	return k
}

// longLeaf is the last step of Match where the one pattern left has a '*' or is
// long.
func (m *Machine) longLeaf(rank Rank, path []byte, pos uint32, best Rank, sure *bool) (_ Rank, stop uint32, again bool) {
	r := m.read(rank)
	n := uint32(len(path))
	for pos < uint32(r.lit) {
		if pos == n || path[pos] != r.text[pos] {
			return best, pos, false
		}
		pos++
	}
	switch {
	case r.head&headWild != 0:
		if rank < best {
			return best, pos, false
		}
		if !*sure {
			if *sure = m.sound(path); !*sure {
				return best, pos, true
			}
		}
		if behind(r.text[r.lit+1:], path[r.lit:], r.head&headAnchored != 0) {
			best = rank
		}
	case r.head&headAnchored == 0 || pos == n:
		best = max(best, rank)
	}
	return best, pos, false
}

// sound reports whether no octet of the path but the first is doubtful.
func (m *Machine) sound(path []byte) bool {
	return len(path) < 2 || soundFast(&path[1], len(path)-1, &m.doubt.tables) || m.soundSlow(path)
}

func (m *Machine) soundSlow(path []byte) bool {
	for _, c := range path[1:] {
		if m.doubt.is[c] {
			return false
		}
	}
	return true
}

// read reads a record of the table.
func (m *Machine) read(rank Rank) record {
	const all = 1 << 30
	return Table{b: (*[all]byte)(m.table)[:all:all], w: int(m.w)}.read(rank)
}

// tableAt gives an octet of the table.
func (m *Machine) tableAt(at uint32) *byte { return (*byte)(unsafe.Add(m.table, at)) }
