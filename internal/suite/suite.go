// Package suite reads the project's case tables, and the optional data beside
// a checkout that tests are also run against. It knows no engine: whatever can
// answer "may this agent fetch this URL, and which line decided" can be taken
// through the same rows. testdata/README.md describes the format of the tables.
//
// The smallest runner over every row of testdata/conformance and
// testdata/regression:
//
//	rows, err := suite.Rows()
//	for _, row := range rows {
//		got := answer(row.Dialect, row.Robots, row.Agents, row.URL)
//		if got.Allowed != row.Allowed { t.Errorf("%s: …", row) }
//		if row.Line != nil && got.Line != *row.Line { … }
//	}
//
// The package is for tests and imports the standard library alone.
package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The names of the dialects, as tables and command lines write them.
const (
	RFC9309    = "rfc9309"
	Google     = "google"
	Koster1996 = "koster1996"
)

// A Suite is one robots.txt and what is known of it.
type Suite struct {
	File   string   // the table's path below testdata
	Name   string   // unique among all tables
	Source string   // where the expectations come from
	Points []string // the points of docs/SEMANTICS.md that it is about

	Robots  []byte
	MaxSize int      // the size limit to compile with; 0: the default one
	Only    []string // the tokens to compile for (WithAgents); empty: all

	// OneSided says why some point of this suite can have no row that is
	// allowed, or none that is disallowed. Empty: no such reason.
	OneSided string

	Rows  []Row
	Facts []Fact
}

// A Row is one question and its answer under one dialect.
type Row struct {
	*Suite
	Dialect string
	Agents  []string
	URL     string
	Allowed bool
	Line    *int // of the deciding rule, 0 where none decided; nil: not stated
	Number  int  // of the check in its suite, from 1
}

// A Fact is something else that one dialect reads in the file.
type Fact struct {
	*Suite
	Dialect string
	Agents  []string
	Number  int // of the fact in its suite, from 1

	// Sitemaps are the file's, in order; nil: not stated.
	Sitemaps []string

	// Delay is the group's crawl-delay: nil: not stated; negative: it has none.
	Delay *time.Duration

	// Records are other lines that belong to the group, by the key that is
	// asked for; an empty list: it has none of that key. nil: not stated.
	Records map[string][]Record

	// Rules are the lines of the group's rules, in order; nil: not stated.
	Rules []int

	// Named is what the group of Agents calls itself; nil: not stated.
	Named []string
}

// A Record is a line of another key.
type Record struct {
	Value string `json:"value"`
	Line  int    `json:"line"`
}

// String names a row, as a sub-test would be named.
func (r Row) String() string {
	return fmt.Sprintf("%s/%d/%s", r.Name, r.Number, r.Dialect)
}

// String names a fact, as a sub-test would be named.
func (f Fact) String() string {
	return fmt.Sprintf("%s/fact-%d/%s", f.Name, f.Number, f.Dialect)
}

// Load reads every table of testdata/conformance and testdata/regression, in
// the order of their names. A table with an unknown field, a missing answer or
// a name that another suite has is an error.
func Load() ([]*Suite, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	var all []*Suite
	for _, dir := range []string{"conformance", "regression"} {
		files, err := filepath.Glob(filepath.Join(root, "testdata", dir, "*.json"))
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			suites, err := Parse(dir+"/"+filepath.Base(file), data)
			if err != nil {
				return nil, err
			}
			all = append(all, suites...)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("suite: no tables in " + filepath.Join(root, "testdata"))
	}
	return all, unique(all)
}

// unique reports a name that two suites have: a failure would not say which.
func unique(suites []*Suite) error {
	where := map[string]string{}
	for _, s := range suites {
		if other, ok := where[s.Name]; ok {
			return fmt.Errorf("suite: %s and %s both have a suite %q", other, s.File, s.Name)
		}
		where[s.Name] = s.File
	}
	return nil
}

// Rows gives the rows of every table.
func Rows() ([]Row, error) {
	suites, err := Load()
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, s := range suites {
		rows = append(rows, s.Rows...)
	}
	return rows, nil
}

// Facts gives the facts of every table.
func Facts() ([]Fact, error) {
	suites, err := Load()
	if err != nil {
		return nil, err
	}
	var facts []Fact
	for _, s := range suites {
		facts = append(facts, s.Facts...)
	}
	return facts, nil
}

// Parse reads one table. file is its name in errors and in Suite.File.
func Parse(file string, data []byte) ([]*Suite, error) {
	var t table
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("suite: %s: %w", file, err)
	}
	if d.More() {
		return nil, fmt.Errorf("suite: %s: more than one JSON value", file)
	}
	var suites []*Suite
	for _, raw := range t.Suites {
		s, err := raw.suite(file)
		if err != nil {
			return nil, fmt.Errorf("suite: %s: suite %q: %w", file, raw.Name, err)
		}
		suites = append(suites, s)
	}
	return suites, nil
}

// Root gives the directory of the repository's root module. Tests run in their
// package's folder, so it walks up from there.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for from := dir; ; {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && isRootModule(string(data)) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("suite: no module %s above %s", modulePath, from)
		}
		dir = up
	}
}

const modulePath = "github.com/robotrie/robotrie"

func isRootModule(goMod string) bool {
	for line := range strings.Lines(goMod) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.TrimSpace(name) == modulePath
		}
	}
	return false
}
