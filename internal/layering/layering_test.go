package layering

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestImportsFollowThePolicy(t *testing.T) {
	found, err := violations(os.DirFS("../.."), policy)
	require.NoError(t, err)
	for _, sentence := range found {
		t.Error(sentence)
	}
}

// A row may be wrong too: these hold whatever the table says elsewhere.
func TestPolicyKeepsItsPromises(t *testing.T) {
	rows := make(map[string]layer)
	for _, row := range policy {
		_, twice := rows[row.dir]
		assert.False(t, twice, "%s has two rows", row.dir)
		rows[row.dir] = row
	}
	for _, engine := range []string{".", "compile", "automaton", "normalize"} {
		require.Contains(t, rows, engine)
		for _, dir := range rows[engine].imports {
			assert.False(t, testOnly(dir), "%s must not need %s", engine, dir)
		}
		assert.NotContains(t, rows[engine].modules, anyModule)
	}
	for _, leaf := range []string{"automaton", "normalize"} {
		assert.Empty(t, rows[leaf].imports)
		assert.Empty(t, rows[leaf].tests)
	}
	for _, judge := range []string{"internal/oracle", "internal/suite", "internal/gen"} {
		require.Contains(t, rows, judge)
		assert.Empty(t, rows[judge].imports)
		assert.Empty(t, rows[judge].modules)
		assert.True(t, rows[judge].sealed)
	}
}

// The checker itself, on small trees: each file stands for one decision.
func TestViolations(t *testing.T) {
	importing := func(paths ...string) string {
		return "package p\n\nimport (\n\t_ \"" + strings.Join(paths, "\"\n\t_ \"") + "\"\n)\n"
	}
	const us = modulePath + "/"
	tests := []struct {
		name, file, source string
		want               string // part of the only violation; "" where none is expected
	}{
		{"std", "automaton/a.go", importing("math/bits", "unsafe"), ""},
		{"std that the engine must not use", "automaton/a.go", importing("net/http"), "does not fetch"},
		{"unsafe beyond its two places", "normalize/a.go", importing("unsafe"), "unsafe has its places"},
		{"the same std in a test", "automaton/a_test.go", importing("os", "testing"), ""},
		{"unsafe in the root package", "a.go", importing("unsafe"), ""},
		{"a leaf knows its sibling", "automaton/a.go", importing(us + "normalize"), "may not know"},
		{"a leaf's test knows its sibling", "automaton/a_test.go", importing(us + "normalize"), "may not know"},
		{"a leaf knows its user", "normalize/a.go", importing(us + "compile"), "may not know"},
		{"a leaf knows the root", "normalize/a.go", importing(modulePath), "may not know"},
		{"compile knows the leaves", "compile/a.go", importing(us+"automaton", us+"normalize"), ""},
		{"compile needs the oracle", "compile/a.go", importing(us + "internal/oracle"), "only tests"},
		{"compile's test needs the oracle", "compile/a_test.go", importing(us + "internal/oracle"), ""},
		{"the root needs bench", "a.go", importing(us + "bench"), "only tests"},
		{"an external test imports its subject", "automaton/a_test.go", importing(us + "automaton"), ""},
		{"engine module", "compile/a.go", importing("github.com/dgryski/go-farm"), ""},
		{"engine module, package within", "a.go", importing("golang.org/x/net/idna"), ""},
		{"other package of that module", "a.go", importing("golang.org/x/net/html"), "third-party"},
		{"name that only begins alike", "a.go", importing("github.com/dgryski/go-farm2"), "third-party"},
		{"testify outside tests", "a.go", importing("github.com/stretchr/testify/assert"), "third-party"},
		{"testify in tests", "a_test.go", importing("github.com/stretchr/testify/assert"), ""},
		{"cgo", "a.go", importing("C"), "third-party"},
		{"the oracle knows the engine", "internal/oracle/a.go", importing(modulePath), "may not know"},
		{"the oracle's test knows the engine", "internal/oracle/a_test.go", importing(us + "normalize"), "must not lean"},
		{"the oracle's test knows another judge", "internal/oracle/a_test.go", importing(us + "internal/suite"), "must not lean"},
		{"the command takes any module", "cmd/robotrie/a.go", importing("github.com/alecthomas/kong", modulePath), ""},
		{"the command reaches around the root", "cmd/robotrie/a.go", importing(us + "compile"), "may not know"},
		{"build tags do not hide a file", "automaton/a.go", "//go:build never\n\n" + importing(us+"compile"), "may not know"},
		{"a package without a row", "shiny/a.go", importing("fmt"), "has no row"},
		{"a package without a row in testdata", "testdata/shiny/a.go", importing("fmt"), "has no row"},
		{"what the go command ignores", "_old/a.go", importing(us + "compile"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := fstest.MapFS{test.file: {Data: []byte(test.source)}}
			for _, row := range policy { // so that no row is stale
				tree[strings.TrimPrefix(row.dir+"/doc.go", "./")] = &fstest.MapFile{Data: []byte("package p\n")}
			}
			found, err := violations(tree, policy)
			require.NoError(t, err)
			if test.want == "" {
				assert.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			assert.Contains(t, found[0], test.want)
		})
	}

	t.Run("a row without a package", func(t *testing.T) {
		found, err := violations(fstest.MapFS{}, []layer{{dir: "gone"}})
		require.NoError(t, err)
		assert.Equal(t, []string{"gone: has a row, but no Go file"}, found)
	})
	t.Run("a file that does not parse", func(t *testing.T) {
		tree := fstest.MapFS{"automaton/a.go": {Data: []byte("packag")}}
		_, err := violations(tree, policy)
		assert.Error(t, err)
	})
}
