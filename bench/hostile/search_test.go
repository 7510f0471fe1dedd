package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// The search ends with worse files than it began with, and goes the same way for
// the same seed.
func TestSearch(t *testing.T) {
	s := search{rounds: 300, seed: 2, size: 4096, dialect: robotrie.RFC9309}
	if testing.Short() {
		s.rounds = 60
	}
	lists, first, err := s.find()
	require.NoError(t, err)
	more := 0
	for kind, list := range lists {
		if kind == byWork {
			continue // this program is not built to count it
		}
		require.NotEmpty(t, list)
		assert.GreaterOrEqual(t, list[0].costs[kind], first[kind], kindNames[kind])
		if list[0].costs[kind] > first[kind] {
			more++
		}
		again, err := gen.ParseRecipe(list[0].text)
		require.NoError(t, err)
		costs, err := s.measure(again)
		require.NoError(t, err)
		if kind == bySteps || kind == byImage { // others differ by a few bytes
			assert.Equal(t, list[0].costs[kind], costs[kind], "%s of %s", kindNames[kind], list[0].text)
		}
	}
	assert.Positive(t, more, "nothing worse than the seeds was found")

	s.steady = true
	s.rounds /= 4
	once, _, err := s.find()
	require.NoError(t, err)
	again, _, err := s.find()
	require.NoError(t, err)
	for _, kind := range []int{bySteps, byImage} {
		for i := range once[kind] {
			assert.Equal(t, once[kind][i].text, again[kind][i].text)
		}
	}

	var out bytes.Buffer
	s.steady, s.rounds = false, 5
	require.NoError(t, s.run(&out))
	assert.Contains(t, out.String(), "steps per octet")
	assert.Contains(t, out.String(), "\tline ")
}

func TestKeep(t *testing.T) {
	var list []found
	for i := range 40 {
		list = keep(list, found{text: string(rune('a' + i)), costs: costs{float64(i % 20)}}, bySteps)
	}
	require.Len(t, list, kept)
	assert.Equal(t, float64(19), list[0].costs[bySteps])
	for i := range list[1:] {
		assert.LessOrEqual(t, list[i+1].costs[bySteps], 1.02*list[i].costs[bySteps])
	}
}
