package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// toy is a module with a test that holds some of it.
var toy = map[string]string{
	"go.mod": "module example.com/toy\n\ngo 1.26.0\n",
	"toy/toy.go": `// Package toy is small.
package toy

type Count uint8

const most Count = 9

// Larger gives the larger of two.
func Larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Sum adds up what is below n, most at most.
func Sum(n Count) (sum Count) {
	for i := Count(0); i < n && i < most; i++ {
		sum += i
	}
	return sum
}

// Halves tells how often n can be halved.
func Halves(n int) (times int) {
	goto halve
halve:
	for n > 1 {
		n /= 2
		times++
	}
	return times
}

func untested(a bool) bool { return !a }
`,
	"toy/toy_test.go": `package toy

import "testing"

func TestLarger(t *testing.T) {
	if Larger(1, 2) != 2 || Larger(2, 1) != 2 {
		t.Fatal("wrong")
	}
}

func TestSum(t *testing.T) {
	if Sum(4) != 6 || Sum(200) != 36 {
		t.Fatal("wrong")
	}
}

func TestHalves(t *testing.T) {
	if Halves(8) != 3 {
		t.Fatal("wrong")
	}
}
`,
	"SURVIVORS.md": "# Survivors\n\nOf two equal numbers either is the larger.\n\n    toy/toy.go Larger: a > b => a >= b\n" +
		"\nNo longer true, and of another package:\n\n    toy/toy.go Smaller: a < b => a <= b\n    other/toy.go Smaller: a < b => a <= b\n" +
		"\nWhat is above zero when it is begun is so one later; and one more that is none:\n\n    toy/toy.go Sum: Count(0) => *\n    toy/toy.go Sum: Count(1) => *\n",
}

func inToy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range toy {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	t.Chdir(dir)
}

// TestToy tries every mutant of a package of which is known what its tests
// notice, and takes up where it stopped.
func TestToy(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs test binaries")
	}
	inToy(t)
	run := func(args ...string) (int, string, string) {
		var out, log bytes.Buffer
		status := command(append([]string{"-out", "results", "-tests", "", "-survivors", "SURVIVORS.md", "-only", "toy/toy.go"}, append(args, "toy")...), &out, &log)
		return status, out.String(), log.String()
	}
	status, out, log := run()
	require.Equal(t, 1, status, log)
	results, err := openJournal("results/toy.jsonl", map[string]string{}, func(verdict) bool { return true })
	require.NoError(t, err)
	assert.Empty(t, results.done, "of another source nothing is kept")
	require.NoError(t, results.file.Close())

	// The journal is gone now; the second run is the first again.
	status, again, log := run()
	require.Equal(t, 1, status)
	assert.Equal(t, out, again, "the order and the results are the same in every run")
	assert.Contains(t, log, " to try\n")
	status, again, log = run()
	assert.Equal(t, 1, status)
	assert.Equal(t, out, again)
	assert.Contains(t, log, ", 0 to try\n", "what is known is not tried again")
	_, _, log = run("-again")
	assert.NotContains(t, log, ", 0 to try\n")

	assert.Contains(t, log, "explained, and no mutant: toy/toy.go Smaller: a < b => a <= b\n")
	assert.Contains(t, log, "explained, and no mutant: toy/toy.go Sum: Count(1) => *\n")
	assert.NotContains(t, log, "other/toy.go")

	said := strings.Split(strings.TrimSpace(out), "\n")
	assert.Regexp(t, `^toy: \d+ mutants, \d+ killed \(\d\d\.\d %\), 2 survivors explained \(1 of them by lines for several\), \d+ open;`, said[0])
	lived := map[string]bool{}
	for i := 1; i+1 < len(said); i += 2 {
		lived[strings.TrimSpace(said[i+1])] = true
	}
	for mutant, lives := range map[string]bool{
		"toy/toy.go untested: return !a => return zero":              true, // nothing runs it
		"toy/toy.go untested: !a => a":                               true,
		"toy/toy.go Larger: a > b => a <= b":                         false,
		"toy/toy.go Larger: a > b => true":                           false,
		"toy/toy.go Larger: a > b => a >= b":                         false, // it lives, and is explained
		"toy/toy.go Larger: return a => return zero":                 false,
		"toy/toy.go Halves: n > 1 => n <= 1":                         false, // its place counts as run by nobody
		"toy/toy.go Sum: sum += i => sum -= i":                       false,
		"toy/toy.go Sum: sum += i => (nothing)":                      false,
		"toy/toy.go Sum: i < n => i <= n":                            false,
		"toy/toy.go Sum: i < n && i < most => i < n":                 false,
		"toy/toy.go Sum: i++ => i--":                                 false, // 255 comes behind 0
		"toy/toy.go Sum: most => most + 1":                           false,
		"toy/toy.go Sum: Count(0) => Count(0) + 1":                   false, // 0 adds nothing: it lives, and is explained
		"toy/toy.go Sum: i < n && i < most => (i < n) || (i < most)": false, // no end
	} {
		assert.Equal(t, lives, lived[mutant], "%s: of\n%s", mutant, out)
	}
}

// TestFilesThatChange: a test that fails by now with all changes off has killed
// every mutant, and what it says of them is not kept.
func TestFilesThatChange(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs test binaries")
	}
	inToy(t)
	require.NoError(t, os.WriteFile("toy/golden.txt", []byte("2"), 0o644))
	require.NoError(t, os.WriteFile("toy/toy_test.go", []byte(`package toy

import (
	"os"
	"testing"
)

func TestLarger(t *testing.T) {
	golden, err := os.ReadFile("golden.txt")
	if err != nil || string(golden) != "2" {
		t.Fatal("it is another")
	}
	if Larger(1, 2) != 2 {
		os.WriteFile("golden.txt", []byte("3"), 0o644)
		t.Fatal("wrong")
	}
}
`), 0o644))
	var out, log bytes.Buffer
	require.Equal(t, 2, command([]string{"-out", "results", "-tests", "", "-survivors", "SURVIVORS.md", "-only", "Larger", "toy"}, &out, &log), log.String())
	assert.Empty(t, out.String())
	assert.Contains(t, log.String(), "TestLarger fails by now with all changes off")
	kept, err := os.ReadFile("results/toy.jsonl")
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(kept), "\n"), "but for what the source is:\n%s", kept)
}

// TestEngine: the packages that the tool is for can be written with all their
// mutants in, whatever they look like by now.
func TestEngine(t *testing.T) {
	t.Chdir("../..")
	for _, dir := range []string{"normalize", "compile", "automaton"} {
		s, err := load("./" + dir)
		require.NoError(t, err, dir)
		changed, all, err := rewrite(s)
		require.NoError(t, err, dir)
		assert.Len(t, changed, len(s.files)+1, dir)
		assert.Greater(t, len(all), 500, dir)
		keys, kinds := map[string]bool{}, map[string]int{}
		for i, m := range all {
			assert.Equal(t, i+1, m.ID)
			assert.False(t, keys[m.Key], "%s: two mutants are called so", m.Key)
			keys[m.Key] = true
			kinds[m.Kind]++
		}
		for _, kind := range []string{boundary, negation, fixed, logic, operator, constantKind, statement, result} {
			assert.NotZero(t, kinds[kind], "%s: no mutant of kind %s", dir, kind)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{}, {"-nonsense"}, {"-every", "0", "normalize"}, {"-list", "./no-such-package"}, {"-only", "(", "normalize"}} {
		var out, complaints bytes.Buffer
		assert.Equal(t, 2, command(args, &out, &complaints), "%q", args)
		assert.NotEmpty(t, complaints.String(), "%q", args)
	}
}

func TestCoverage(t *testing.T) {
	c := coverage{"a.go": {{3, 20, 5, 2, true}, {7, 1, 9, 2, false}}}
	for _, at := range []struct {
		file         string
		line, column int
		want         bool
	}{
		{"a.go", 3, 20, true}, {"a.go", 4, 1, true}, {"a.go", 5, 1, true},
		{"a.go", 7, 1, false}, {"a.go", 8, 50, false}, {"a.go", 9, 1, false},
		{"a.go", 9, 2, true}, {"a.go", 3, 19, true}, {"b.go", 8, 1, true}, // in no function: run at the start
	} {
		assert.Equal(t, at.want, c.has(at.file, at.line, at.column), "%+v", at)
	}
}
