package automaton_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

var update = flag.Bool("update", false, "write testdata/*.golden anew")

// dumps are machines whose text is kept in testdata, by the file's name.
// After a change that is meant: go test ./automaton -run TestDump -update
var dumps = map[string][]string{
	"empty":       nil,
	"literals":    {"/", "/a", "/abc/d", "/abc/e$", "/b", "/abc"},
	"anchors":     {"/a$", "/a", "/ab$", "$", ""},
	"stars":       {"/a*b", "/a*bc$", "/*.php$", "/*.php?", "/a*b*c", "*"},
	"suffixes":    {"/*abc", "/*bc*x", "/*c$", "/*b"},
	"rows":        {"/a***b", "/a*b", "/c**", "/c**$"},
	"octets":      {"/%C3%A9", "/\x00\xff*\"", "/$a", "/\\"},
	"shop":        {"/", "/*?sort=", "/*&page=*&sort=", "/cart$", "/checkout/", "/search*q=", "/account/*/orders", "/*.pdf$", "/media/*.pdf$"},
	"shared-star": {"/private*/", "/private*/public/", "/private*$", "/private"},
}

func TestDump(t *testing.T) {
	for name, texts := range dumps {
		t.Run(name, func(t *testing.T) {
			got := automaton.Build(ranked(texts...)).Dump()
			file := filepath.Join("testdata", name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got, "run again with -update if this is meant")
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.golden"))
	require.NoError(t, err)
	assert.Len(t, files, len(dumps), "a file in testdata belongs to no machine")
}

// The same patterns give the same text in whatever order they are built, so
// that two dumps may be compared.
func TestDumpDoesNotDependOnOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shuffled := func(p []automaton.Pattern) []automaton.Pattern {
		out := append([]automaton.Pattern(nil), p...)
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		return out
	}
	check := func(name any, patterns []automaton.Pattern) {
		want := automaton.Build(patterns).Dump()
		for range 5 {
			assert.Equal(t, want, automaton.Build(shuffled(patterns)).Dump(), "%v", name)
		}
	}
	for name, texts := range dumps {
		check(name, ranked(texts...))
	}
	for seed := uint64(1); seed <= 100; seed++ {
		check(seed, newRandomWorld(seed).patterns)
	}
}
