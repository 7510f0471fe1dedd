package automaton_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// TestTableKeepsEntries writes entries of all kinds and reads them again.
func TestTableKeepsEntries(t *testing.T) {
	var texts []string
	for _, n := range []int{0, 1, 7, 253, 254, 255, 256, 300} {
		lit := strings.Repeat("a", n)
		texts = append(texts, lit, lit+"$", lit+"*", lit+"*b", lit+"*b$", lit+"*b*c", "*"+lit, "*"+lit+"$")
	}
	texts = append(texts, "$", "*$", "a$b", strings.Repeat("a", 65_534)+"*", "*"+strings.Repeat("a", 65_534), "*"+strings.Repeat("a", 65_535), strings.Repeat("a", 70_000), strings.Repeat("a", 70_000)+"*b$")
	for w := 2; w <= 4; w++ {
		table := []byte{0}
		var want []automaton.Entry
		var begin []automaton.Rank
		for i, text := range texts {
			for k, raw := range []string{"", text, text + "*", text + "**", "%" + text, strings.Repeat("r", 200), "r"} {
				e := automaton.Entry{Text: []byte(text), Raw: []byte(raw), Line: uint32(7*i) + 1, Mark: i%2 == 1, Second: i%3 == 1, Alias: k%2 == 1}
				if k == 0 {
					e.Raw = nil
				}
				if lit, behind, wild := strings.Cut(text, "*"); wild && (i+k)%4 == 0 {
					e.Query = []byte(strings.ReplaceAll(behind, "b", lit[:min(len(lit), 3)]+"qq"))
				}
				begin = append(begin, automaton.Rank(len(table)))
				table = automaton.AppendRecord(table, &e, w)
				if k == 0 {
					e.Raw = e.Text
				}
				want = append(want, e)
			}
		}
		size := len(table)
		table = append(table, make([]byte, automaton.Padding)...)
		view := automaton.NewTable(table, size, w)
		n := 0
		for rank, got := range view.All() {
			require.Equal(t, begin[n], rank)
			require.Equal(t, want[n].Mark, view.Mark(rank))
			if len(want[n].Query) == 0 && want[n].Query != nil {
				require.Empty(t, got.Query)
				got.Query, want[n].Query = nil, nil
			}
			require.Equal(t, want[n], got, "%d", n)
			n++
		}
		require.Equal(t, len(want), n)
		for range view.All() {
			break // whoever has seen enough
		}
		// What was written passes the check.
		_, err := automaton.NewChecker(table[:size], []byte{0}, w)
		require.NoError(t, err)
	}
}

// TestRecordsAreSmall asserts how many octets records take.
func TestRecordsAreSmall(t *testing.T) {
	for _, c := range []struct {
		entry automaton.Entry
		want  int
	}{
		{automaton.Entry{Text: []byte("/a")}, 2 + 3 + 2},
		{automaton.Entry{Text: []byte("/a$")}, 2 + 3 + 3},
		{automaton.Entry{Text: []byte("/a"), Raw: []byte("/a")}, 2 + 3 + 2},
		{automaton.Entry{Text: []byte("/a"), Raw: []byte("/a*")}, 2 + 3 + 3},
		{automaton.Entry{Text: []byte("/a"), Raw: []byte("/b*")}, 2 + 3 + 2 + 1 + 3},
		{automaton.Entry{Text: []byte("/a*b")}, 2 + 3 + 3 + 4},
		{automaton.Entry{Text: []byte("/a*b"), Query: []byte("cd")}, 2 + 3 + 3 + 4 + 1 + 1 + 2},
		{automaton.Entry{Text: []byte("/a*b"), Raw: []byte("/a*b"), Query: []byte("cd")}, 2 + 3 + 3 + 4 + 1 + 1 + 2},
		{automaton.Entry{Text: []byte(strings.Repeat("a", 254))}, 2 + 3 + 254},
		{automaton.Entry{Text: []byte(strings.Repeat("a", 255))}, 2 + 3 + 8 + 255},
		{automaton.Entry{Text: []byte(strings.Repeat("a", 254) + "*")}, 2 + 3 + 3 + 255},
		{automaton.Entry{Text: []byte("*" + strings.Repeat("a", 0xFFFE))}, 2 + 3 + 3 + 0xFFFF},
		{automaton.Entry{Text: []byte(strings.Repeat("a", 300) + "*")}, 2 + 3 + 8 + 301},
	} {
		record := automaton.AppendRecord(nil, &c.entry, 3)
		assert.Len(t, record, c.want, "%.20q", c.entry.Text)
		assert.Equal(t, byte(min(strings.IndexAny(string(c.entry.Text)+"*", "*$"), 255)), record[1], "%.20q", c.entry.Text)
	}
}

// TestAppendLiteralIsAppendRecord for what it is for.
func TestAppendLiteralIsAppendRecord(t *testing.T) {
	for _, text := range []string{"", "/", "/a$b", strings.Repeat("a", 254)} {
		for i := range 4 {
			e := automaton.Entry{Text: []byte(text), Line: 300, Mark: i&1 != 0, Second: i&2 != 0}
			for w := 2; w <= 4; w++ {
				assert.Equal(t, automaton.AppendRecord([]byte{9}, &e, w), automaton.AppendLiteral([]byte{9}, e.Text, e.Line, e.Mark, e.Second, w))
			}
		}
	}
}
