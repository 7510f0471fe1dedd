package automaton_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// allocated gives how many octets f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// TestCheckerTakesBits: one for each octet of table and code, and for each step of a
// star machine.
func TestCheckerTakesBits(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates")
	}
	large := automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: bytes.Repeat([]byte("a"), 100_000)}, 3)
	took := allocated(func() {
		_, err := automaton.NewChecker(large, []byte{0}, 3)
		require.NoError(t, err)
	})
	assert.Less(t, took, len(large)/4)

	var many []string
	for n := range 200 {
		many = append(many, fmt.Sprintf("/%d", n)+strings.Repeat("*b*c", 50))
	}
	for _, texts := range [][]string{{"/" + strings.Repeat("*b", 20_000)}, many} {
		im := automaton.BuildAs(ranked(texts...), automaton.Form{Width: 3, Stars: true}).Image
		_, numbers := im.Steps()
		require.Greater(t, numbers, 20_000-1)
		took := allocated(func() { require.NoError(t, im.Check()) })
		assert.Less(t, took, (len(im.Table)+len(im.Code))/4)
	}
}

// TestCheckerTakesLittle: of a chain of wide nodes it remembers no leaf, and of
// every node that is still to be checked its place.
func TestCheckerTakesLittle(t *testing.T) {
	if underRace() {
		t.Skip("the race detector allocates")
	}
	const w, wide, nodes = 3, 254, 600
	table := append(automaton.AppendRecord([]byte{0}, &automaton.Entry{Text: []byte("/a")}, w), make([]byte, automaton.Padding)...)
	size := len(table) - automaton.Padding
	chain := func(other uint32) (code []byte, ref automaton.Ref) {
		code = []byte{0}
		last := uint32(1<<1 | 1)
		for range nodes {
			at := uint32(len(code))
			code = append(code, wide, 0)
			for c := range wide {
				code = append(code, byte(c))
			}
			for range wide - 1 {
				code = automaton.AppendUint(code, other, w)
			}
			code = automaton.AppendUint(code, last, w)
			last, other = at<<1, other&1|1<<1
		}
		ref = automaton.Ref(len(code) << 1)
		code = automaton.AppendUint(automaton.AppendUint(code, last, w), 0, w)
		return append(code, make([]byte, 1+automaton.Padding)...), ref
	}
	for _, c := range []struct {
		other uint32 // what all children of the first node but one are; of the others nodes are nodes
		most  int
		want  string
	}{
		{1<<1 | 1, (nodes*(2+wide+w*wide) + size) / 4, ""},
		{0, 6 * nodes * (2 + wide + w*wide), "not before its parent"},
	} {
		code, ref := chain(c.other)
		var err error
		took := allocated(func() {
			checker, wrong := automaton.NewChecker(table[:size:size], code[:len(code)-automaton.Padding], w)
			require.NoError(t, wrong)
			err = checker.Ref(ref)
		})
		assert.Less(t, took, c.most)
		if c.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
}
