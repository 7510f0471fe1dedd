package automaton

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSectionIsAsLargeAsForetold: the room for a star section is made at once,
// for as much as is then written.
func TestSectionIsAsLargeAsForetold(t *testing.T) {
	for rules := range 150 {
		for w := 2; w <= 4; w++ {
			table := []byte{0}
			var ranks []Rank
			for i := range rules {
				e := Entry{Text: fmt.Appendf(nil, "/%d*a%d*%s", i%3, i%7, strings.Repeat("bc", i%5))}
				switch {
				case i%4 == 1:
					e.Text = append(e.Text, '$')
				case i%6 == 2:
					e.Text = fmt.Appendf(nil, "/*E%d*E", i)
					e.Query = fmt.Appendf(nil, "s%d*s", i)
				}
				ranks = append(ranks, Rank(len(table)))
				table = AppendRecord(table, &e, w)
			}
			table = append(table, make([]byte, Padding)...)
			b := Builder{direct: -1}
			b.Begin(table, w)
			ref := b.Machine(ranks)
			if rules == 0 {
				continue
			}
			head := uint32(ref >> 1)
			section := ReadUint(b.Code()[head+uint32(w):], w)
			assert.EqualValues(t, head-section, b.stars.octets(w), "%d rules, numbers of %d octets", rules, w)
		}
	}
}
