package compile

import (
	"bytes"
	"hash/maphash"
)

// keyCounts counts lines by their key. A body may have a hundred thousand
// keys of three octets, so there is nothing to allocate for each.
type keyCounts struct {
	keys  []keyCount // in order of appearance
	text  []byte     // the keys themselves
	index []uint32   // a hash table of keys, plus one
	seed  maphash.Seed
}

type keyCount struct {
	key   span // of keyCounts.text
	hash  uint64
	line  uint32 // the first
	count int
}

func (c *keyCounts) reset() {
	c.keys, c.text = c.keys[:0], c.text[:0]
	c.index = c.index[:0]
}

func (c *keyCounts) bytes(k *keyCount) []byte { return c.text[k.key.from:k.key.to] }

// held gives about how many octets of memory it keeps.
func (c *keyCounts) held() int { return 32*cap(c.keys) + cap(c.text) + 4*cap(c.index) }

// add counts a line.
func (c *keyCounts) add(key []byte, line uint32) {
	if len(c.index) == 0 {
		c.seed = maphash.MakeSeed()
		c.grow(64)
	}
	hash := maphash.Bytes(c.seed, key)
	i := c.find(hash, key)
	if at := c.index[i]; at != 0 {
		c.keys[at-1].count++
		return
	}
	from := uint32(len(c.text))
	c.text = append(room(c.text, len(key)), key...)
	c.keys = append(room(c.keys, 1), keyCount{key: span{from, uint32(len(c.text))}, hash: hash, line: line, count: 1})
	c.index[i] = uint32(len(c.keys))
	if 2*len(c.keys) > len(c.index) {
		c.grow(4 * len(c.index))
	}
}

// find gives the place of a key in the hash table, or that for it.
func (c *keyCounts) find(hash uint64, key []byte) uint64 {
	mask := uint64(len(c.index) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := c.index[i]
		if at == 0 || c.keys[at-1].hash == hash && bytes.Equal(c.bytes(&c.keys[at-1]), key) {
			return i
		}
	}
}

func (c *keyCounts) grow(n int) {
	c.index = resized(c.index, n)
	clear(c.index)
	for k := range c.keys {
		c.index[c.free(c.keys[k].hash)] = uint32(k + 1)
	}
}

func (c *keyCounts) free(hash uint64) uint64 {
	mask := uint64(len(c.index) - 1)
	i := hash & mask
	for c.index[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}
