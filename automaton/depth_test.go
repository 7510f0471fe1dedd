package automaton_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/automaton"
)

// A trie deeper than what is shown is shown as far as that.
func TestDumpOfDeepTrie(t *testing.T) {
	// Runs of 63 octets at most, so a pattern of 63 × n octets has n nodes; the
	// second pattern keeps it from being a leaf.
	long := "/" + strings.Repeat("a", 63*1_100)
	m := automaton.Build(ranked(long, long+"b"))
	dump := m.Dump()
	lines := strings.Split(strings.TrimSuffix(dump, "\n"), "\n")
	assert.Equal(t, "trie", lines[0])
	assert.Equal(t, "…", lines[len(lines)-1])
	assert.Len(t, lines, 1+1_000+1, "a thousand nodes are shown")
	assert.NotContains(t, m.Dump(), "rank", "what ends is deeper")
}

// A literal that is alone where it parts from the others is sorted: going on window
// by window would take stack for each, and of a large body more than there is.
func TestALongLiteralTakesNoStack(t *testing.T) {
	if underRace() {
		t.Skip("the race detector has stacks of its own")
	}
	patterns := ranked("/b", "/"+strings.Repeat("a", 4<<20), "/c")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := automaton.Build(patterns)
	runtime.ReadMemStats(&after)
	assert.Less(t, int(after.StackInuse)-int(before.StackInuse), 1<<20)
	assert.Equal(t, automaton.Rank(3), m.Match([]byte("/cd")))
}
