package automaton_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
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
	"inside":      {"/*abc", "/*abd", "/*b", "/*bx"}, // a piece ends within others
	"rows":        {"/a***b", "/a*b", "/c**", "/c**$"},
	"octets":      {"/%C3%A9", "/\x00\xff*\"", "/$a", "/\\"},
	"shop":        {"/", "/*?sort=", "/*&page=*&sort=", "/cart$", "/checkout/", "/search*q=", "/account/*/orders", "/*.pdf$", "/media/*.pdf$"},
	"shared-star": {"/private*/", "/private*/public/", "/private*$", "/private"},
	"spellings":   {"/*E", "/a*E*b", "/*E$", "/*aE*c", "/*aE*d", "/b*aE*c$", "/*?E", "/*E*E$", "/c*x*E", "/c*x*b"},
	"long-pieces": {"/*" + long("a"), "/*" + long("b") + "$", "/*a*" + long("c"), "/" + long("d"), "/" + long("d") + "*" + long("e"), "/ac"},
}

func long(c string) string { return strings.Repeat(c, 70) }

// dumped gives the patterns of one of dumps.
func dumped(texts []string) (patterns []automaton.Pattern) {
	for i, text := range texts {
		patterns = append(patterns, twoSpellings(text, automaton.Rank(i+1)))
	}
	return patterns
}

func TestDump(t *testing.T) {
	for name, texts := range dumps {
		t.Run(name, func(t *testing.T) {
			one, all := automaton.Build(dumped(texts)), automaton.BuildStars(dumped(texts))
			got := fmt.Sprintf("%s\n%s\nthe same, as a star machine\n%s", one.Plan(), one.Dump(), all.Dump())
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
		check(name, dumped(texts))
	}
	for seed := uint64(1); seed <= 100; seed++ {
		check(seed, newRandomWorld(seed).patterns)
	}
}

// TestDumpNamesRanks: without names, ranks are numbers.
func TestDumpNamesRanks(t *testing.T) {
	m := automaton.Build(ranked("/a"))
	assert.Equal(t, "trie\n  \"/a\" leaf 1\n", m.Machine.Dump(nil))
	assert.Equal(t, "trie\n  \"/a\" leaf one\n", m.Machine.Dump(func(automaton.Rank) string { return "one" }))
}

// TestPlanGivesTheReason: one sentence for each way in which patterns are asked.
func TestPlanGivesTheReason(t *testing.T) {
	var many []string
	for i := range automaton.MaxDirect + 1 {
		many = append(many, fmt.Sprintf("/*x%d", i))
	}
	for _, c := range []struct {
		patterns []string
		want     string
	}{
		{nil, "no patterns"},
		{[]string{"/a"}, "one pattern"},
		{[]string{"/abc*d"}, "one pattern"},
		{[]string{"/a", "/b"}, "a trie of literals, with"},
		{[]string{"/ab*c", "/b"}, "a trie of literals, with"},
		{[]string{"/*a", "*b"}, "a trie of literals; a list of patterns that may begin anywhere (2)"},
		{[]string{"/*a", "/b"}, "a trie of literals; a list of patterns that may begin anywhere (1)"},
		{many[1:], "a trie of literals; a list of patterns that may begin anywhere (128)"},
		{many, "a trie of literals and one star machine (1 star nodes, 129 edges, 129 pieces)"},
		{append(many, "/a*b"), "a trie of literals and one star machine (1 star nodes, 129 edges, 130 pieces)"},
	} {
		m := automaton.Build(ranked(c.patterns...))
		assert.Contains(t, m.Plan(), c.want, "%q", c.patterns)
	}
	m := automaton.Build([]automaton.Pattern{twoSpellings("/*E", 1)})
	assert.Contains(t, m.Plan(), "a trie of literals and one star machine (0 star nodes, 0 edges, 2 pieces)")
}
