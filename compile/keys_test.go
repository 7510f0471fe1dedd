package compile

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKeyCounts counts keys twice, here and in a map. The hash table stays at
// least half empty, and as large as a mask can address.
func TestKeyCounts(t *testing.T) {
	var c keyCounts
	for range 2 { // once more with what is kept
		type count struct {
			line  uint32
			lines int
		}
		want := map[string]count{}
		var order []string
		for line := range uint32(3000) {
			key := fmt.Sprint("key", line*line%1009)
			if line%3 == 0 {
				key = "often"
			}
			c.add([]byte(key), line)
			n, known := want[key]
			if !known {
				n.line = line
				order = append(order, key)
			}
			n.lines++
			want[key] = n
			require.LessOrEqual(t, 2*len(c.keys), len(c.index))
			require.Zero(t, len(c.index)&(len(c.index)-1), "%d is no power of two", len(c.index))
			require.LessOrEqual(t, len(c.index), max(64, 8*len(c.keys)))
		}
		require.Len(t, c.keys, len(order))
		for i := range c.keys {
			k := &c.keys[i]
			key := string(c.bytes(k))
			assert.Equal(t, order[i], key, "in order of appearance")
			assert.Equal(t, want[key], count{k.line, k.count}, key)
		}
		c.reset()
		assert.Empty(t, c.keys)
	}
}

// TestRoom: what is full gets room for as many again; what has room stays.
func TestRoom(t *testing.T) {
	s := make([]byte, 100, 110)
	assert.Same(t, &s[0], &room(s, 10)[0])
	grown := room(s, 11)
	assert.NotSame(t, &s[0], &grown[0])
	assert.Len(t, grown, 100)
	assert.GreaterOrEqual(t, cap(grown), 211)
	assert.Less(t, cap(grown), 300)
	assert.GreaterOrEqual(t, cap(room([]byte(nil), 5)), 5)
}
