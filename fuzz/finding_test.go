package fuzz

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/internal/suite"
)

var someFinding = Finding{Name: "of-a-test", About: "Nothing went wrong.", Source: "a test", Points: []string{"6.1"}}

// TestRegression: every committed input can be promoted, and what comes out is
// a table that the suite takes and the oracle agrees with.
func TestRegression(t *testing.T) {
	files, err := filepath.Glob("testdata/fuzz/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no committed inputs: %v", err)
	}
	rows := 0
	for _, name := range files {
		target := filepath.Base(filepath.Dir(name))
		input, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if target == "FuzzLoad" {
			if _, _, err := Regression(target, input, someFinding); err == nil || !strings.Contains(err.Error(), "testdata/fuzz") {
				t.Errorf("%s: an image is promoted: %v", name, err)
			}
			continue
		}
		table, reduced, err := Regression(target, input, someFinding)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if reduced {
			t.Errorf("%s: the library answers it wrongly", name)
		}
		suites, err := suite.Parse(name, table)
		if err != nil {
			t.Errorf("%v: the table is\n%s", err, table)
			continue
		}
		for _, row := range suites[0].Rows {
			rows++
			var d oracle.Dialect
			for _, known := range dialects {
				if known.library.String() == row.Dialect {
					d = known.oracle
				}
			}
			answer := oracle.Parse(d, row.Robots, row.MaxSize).Ask(row.Agents, row.URL)
			if answer.Allowed != row.Allowed || row.Line == nil || answer.Line != *row.Line {
				t.Errorf("%s: %s: the table says %v, the oracle %+v", name, row, row.Allowed, answer)
			}
		}
	}
	t.Logf("%d inputs give %d rows", len(files), rows)
}

// TestParseInput reads what Go's own fuzzer writes, and nothing else.
func TestParseInput(t *testing.T) {
	args, err := parseInput([]byte("go test fuzz v1\n[]byte(\"a\\x00\\n\")\nstring(\"é\")\nint(-3)\n"))
	if err != nil || len(args) != 3 || !bytes.Equal(args[0].([]byte), []byte("a\x00\n")) || args[1] != "é" || args[2] != -3 {
		t.Errorf("%#v, %v", args, err)
	}
	for _, bad := range []string{"", "go test fuzz v2\nint(1)", "go test fuzz v1\n1", "go test fuzz v1\nfloat64(1)", "go test fuzz v1\nint(a)", "go test fuzz v1\nint("} {
		if args, err := parseInput([]byte(bad)); err == nil {
			t.Errorf("%q is taken: %#v", bad, args)
		}
	}
	for _, target := range []string{"FuzzMatch", "FuzzParse", "FuzzBatch", "FuzzWithAgents", "FuzzNormalize", "FuzzNothing"} {
		if _, err := asked(target, []any{1, 2, 3, 4, 5}); err == nil {
			t.Errorf("%s takes five numbers", target)
		}
	}
}

// TestReduce leaves out every line that does not matter, and no other.
func TestReduce(t *testing.T) {
	q := question{body: []byte("user-agent: *\n# a\ndisallow: /x\nallow: /y\n\ndisallow: /z"), agents: []string{"a"}, target: "/x"}
	got := reduce(q, func(q question) bool {
		lines := slices.Collect(strings.Lines(string(q.body)))
		return slices.Contains(lines, "disallow: /x\n") && slices.Contains(lines, "user-agent: *\n")
	})
	if want := "user-agent: *\ndisallow: /x\n"; string(got.body) != want {
		t.Errorf("left are %q, want %q", got.body, want)
	}
	if differs(q) {
		t.Errorf("library and oracle differ: %v", q)
	}
}
