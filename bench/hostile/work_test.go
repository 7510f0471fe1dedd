package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/internal/gen"
)

// Bounds of what Compile does, in basic blocks for each octet of the body.
const (
	maxUsual  = 10  // times the usual
	maxGrowth = 1.5 // from an eighth of the full size to the full size; what is quadratic grows eight times
)

// overUsual names the shapes that are known to exceed a bound, with their own.
// One that keeps to the bounds again fails the test until it is taken out.
var overUsual = map[string]struct{ usual, growth float64 }{
	"star-chains":   {23, 2.1},
	"merged-chains": {45, 2.4},
}

// covered builds the command so that it counts.
func covered(t *testing.T) (program string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to build a counting program with")
	}
	// What go build reads is not seen by the test cache, but the engine is
	// part of this test too.
	program = filepath.Join(t.TempDir(), "hostile")
	const module = "github.com/robotrie/robotrie/"
	packages := strings.Join([]string{module + "bench/hostile", module + "compile", module + "automaton", module + "normalize", "slices", "bytes"}, ",")
	out, err := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+packages, "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	c.Stderr = os.Stderr
	out, err := c.Output()
	require.NoError(t, err)
	return string(out)
}

// TestWorkOfCompile: no shape takes Compile more than so many times the work of
// an ordinary body, octet for octet, and none takes more the larger it is.
func TestWorkOfCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles half a megabyte a hundred times, and counts")
	}
	rows, over := 0, map[string]bool{}
	for line := range strings.Lines(output(t, covered(t), "-work")) {
		fields := strings.Fields(line)
		if fields[0] == "shape" || fields[0] == "usual" {
			continue
		}
		require.Len(t, fields, 5, line)
		number := func(s string) float64 {
			v, err := strconv.ParseFloat(s, 64)
			require.NoError(t, err, line)
			return v
		}
		name, small, large, usual := fields[0], number(fields[2]), number(fields[3]), number(fields[4])
		own := overUsual[name]
		assert.LessOrEqual(t, usual, max(own.usual, maxUsual), "%s, %s: times the usual work", name, fields[1])
		assert.LessOrEqual(t, large, max(own.growth, maxGrowth)*small+1, "%s, %s: work for an octet at full size, against an eighth", name, fields[1])
		if usual > maxUsual || large > maxGrowth*small+1 {
			over[name] = true
		}
		rows++
	}
	assert.Equal(t, len(dialects)*len(gen.HostileOf(2048)), rows)
	for name := range overUsual {
		assert.True(t, over[name], "%s keeps to the bounds: take it out of overUsual", name)
	}
}

// A counter that counted nothing, or anything but what it is asked about, would
// make every bound good.
func TestBlocksAreCounted(t *testing.T) {
	_, err := sumOf([]byte("no counters"))
	assert.ErrorContains(t, err, "unknown format")
	_, err = sumOf(append([]byte("\x00cwm\x01"), make([]byte, 19)...))
	assert.Error(t, err)
	cut := append([]byte("\x00cwm\x01"), make([]byte, 43)...)
	cut[24], cut[32] = 2, 1 // one function, which is missing
	_, err = sumOf(cut)
	assert.ErrorContains(t, err, "cut short")
	sum, err := sumOf(append(cut, 3, 0, 0, 5, 0, 0x80, 1)) // three counters: 5, 0, 128
	assert.NoError(t, err)
	assert.Equal(t, uint64(133), sum)

	program := covered(t)
	one := output(t, program, "-work", "equal-rules", "nul")
	assert.Equal(t, one, output(t, program, "-work", "equal-rules", "nul"), "the same in every run")
	for line := range strings.Lines(one) {
		if fields := strings.Fields(line); fields[0] == "equal-rules" {
			v, err := strconv.ParseFloat(fields[3], 64)
			require.NoError(t, err)
			assert.Greater(t, v, 1.0, "every octet is looked at")
		}
	}
}
