//go:build amd64 && !purego

package automaton

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBatchesNeedTheProcessor: without what scanFast needs lookFast must not run
// either.
func TestBatchesNeedTheProcessor(t *testing.T) {
	defer func(was bool) { hasScan = was }(hasScan)
	im := imageOf([]Pattern{{Text: []byte("/a"), Rank: 1}, {Text: []byte("/*b"), Rank: 2}}, Form{Width: 2})
	for _, hasScan = range []bool{true, false} {
		m := Open(im.Table, im.Code, im.Width, im.Ref, NewDoubt(func(byte) bool { return false }))
		assert.Equal(t, hasScan, m.batches)
	}
}
