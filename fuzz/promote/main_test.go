package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/internal/suite"
)

func TestPromote(t *testing.T) {
	into := t.TempDir()
	input := filepath.Join(t.TempDir(), "FuzzParse", "0123")
	require.NoError(t, os.MkdirAll(filepath.Dir(input), 0o755))
	require.NoError(t, os.WriteFile(input, []byte("go test fuzz v1\n[]byte(\"user-agent: *\\ndisallow: /a\\n\")\nstring(\"ExampleBot\")\nstring(\"/a/b\")\nint(0)\n"), 0o644))
	args := []string{"-name", "a-test", "-about", "About.", "-source", "a test", "-points", "6.1,6.2", "-into", into}

	var out, complaints bytes.Buffer
	require.Zero(t, command(append(args, input), &out, &complaints), complaints.String())
	assert.Contains(t, out.String(), filepath.Join(into, "a-test.json"))
	table, err := os.ReadFile(filepath.Join(into, "a-test.json"))
	require.NoError(t, err)
	suites, err := suite.Parse("a-test.json", table)
	require.NoError(t, err)
	assert.Equal(t, "regression-a-test", suites[0].Name)
	assert.Equal(t, []string{"6.1", "6.2"}, suites[0].Points)
	assert.Equal(t, "user-agent: *\ndisallow: /a\n", string(suites[0].Robots))
	require.Len(t, suites[0].Rows, 3)
	assert.False(t, suites[0].Rows[0].Allowed)
	assert.Equal(t, 2, *suites[0].Rows[0].Line)

	for want, args := range map[string][]string{
		"is there already":   append(args, input),
		"-about is needed":   {"-name", "x", input},
		"small letters":      {"-name", "../x", "-about", "A", "-source", "S", "-points", "6.1", "-into", into, input},
		"one input":          append(args[:len(args):len(args)], input, input),
		"no such file":       append(args[:len(args):len(args)], input+"4"),
		"are no questions":   {"-name", "y", "-about", "A", "-source", "S", "-points", "1", "-into", into, other(t, "FuzzLoad")},
		"is no input":        {"-name", "y", "-about", "A", "-source", "S", "-points", "1", "-into", into, other(t, "")},
		"flag provided but ": {"-nonsense"},
	} {
		complaints.Reset()
		assert.Equal(t, 2, command(args, &out, &complaints), "%v", args)
		assert.Contains(t, complaints.String(), want)
	}
}

// other gives the name of an input that cannot be promoted.
func other(t *testing.T, target string) string {
	text := "go test fuzz v1\n[]byte(\"a\")\nstring(\"\")\n"
	if target == "" {
		target, text = "FuzzMatch", "text\n"
	}
	name := filepath.Join(t.TempDir(), target, "1")
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	return name
}
