package access_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

// Origins that serve the same body share one compiled file, and its octets count once.
func TestIdenticalBodies(t *testing.T) {
	b := newBench(t, nil)
	const origins = 100
	text := manyRules(1000)
	for i := range origins {
		b.world.set(fmt.Sprintf("https://site%d.example", i), rules(text))
	}
	first, _, err := b.Group(t.Context(), "https://site0.example/")
	require.NoError(t, err)
	one := b.Bytes()
	require.Greater(t, one, 10_000)
	for i := range origins {
		group, _, err := b.Group(t.Context(), fmt.Sprintf("https://site%d.example/", i))
		require.NoError(t, err)
		assert.Same(t, first, group)
	}
	assert.Less(t, b.Bytes(), one+origins*1000)
	assert.Equal(t, origins, int(b.world.begun.Load()), "sharing rules is no reason not to ask")

	// One of them changes: the others keep what they have.
	b.world.set("https://site7.example", rules(body))
	d := b.ask("https://site7.example/")
	b.clock.moveTo(d.AskAgain)
	b.ask("https://site7.example/")
	other, _, err := b.Group(t.Context(), "https://site7.example/")
	require.NoError(t, err)
	assert.NotSame(t, first, other)
	assert.Equal(t, []string{"examplebot"}, other.Agents())
}

// More origins than there is room for: the limit holds, what is left answers rightly, and what has gone is asked again.
func TestLimit(t *testing.T) {
	const origins, limit = 500, 4 << 20
	b := newBench(t, func(c *access.Config) { c.MaxBytes = limit })
	for i := range origins {
		b.world.set(fmt.Sprintf("https://site%d.example", i), bulky(i, 20))
	}
	most := 0
	for round := range 2 {
		for i := range origins {
			origin := fmt.Sprintf("https://site%d.example", i)
			require.False(t, b.ask(fmt.Sprintf("%s/own-%d/", origin, i)).Allowed)
			require.True(t, b.ask(origin+"/").Allowed)
			require.LessOrEqual(t, b.world.fetches(origin), 1+round)
			most = max(most, b.Bytes())
		}
	}
	assert.LessOrEqual(t, most, limit)
	assert.Greater(t, most, limit/2, "the limit is used")
	assert.NotZero(t, b.counts.evicted)
	assert.Equal(t, b.Bytes(), b.counts.held, "what is told of growth and eviction adds up")
}

// One file may be larger than its share: it is kept as long as there is room.
func TestLargeFile(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.MaxBytes = 4 << 20 })
	b.world.set("https://large.example", rules(manyRules(15_000)))
	for range 10 {
		assert.False(t, b.ask("https://large.example/directory-14999/").Allowed)
	}
	assert.Equal(t, 1, b.world.fetches("https://large.example"))
	assert.Greater(t, b.Bytes(), 300_000)
}

// Whoever is told of what a cache holds is told the truth, whatever happens to an origin.
func TestHeld(t *testing.T) {
	b := newBench(t, nil)
	for i, outcome := range []policy.Outcome{rules(body), rules(body), status(404), rules(manyRules(50)), failure(policy.Timeout), status(503)} {
		b.world.set("https://site.example", outcome)
		d := b.ask("https://site.example/")
		assert.Equal(t, b.Bytes(), b.counts.held, "%d", i)
		b.clock.moveTo(d.AskAgain.AddDate(0, 0, 2))
	}
	assert.Zero(t, b.counts.evicted)
	assert.Equal(t, 6, b.asked(access.Waited))
}

// Questions about an origin in a row ask it once, however large its file and however full the memory is of what is in
// use as well.
func TestInARow(t *testing.T) {
	for _, kb := range []int{20, 100, 300} {
		b := newBench(t, func(c *access.Config) { c.MaxBytes = 4 << 20 })
		for i := range 6 << 10 / kb {
			origin := fmt.Sprintf("https://site%d.example", i)
			b.world.set(origin, bulky(i, kb))
			for range 10 {
				require.False(t, b.ask(fmt.Sprintf("%s/own-%d/", origin, i)).Allowed)
				for other := range min(3, i) {
					b.ask(fmt.Sprintf("https://site%d.example/", other))
				}
			}
			require.Equal(t, 1, b.world.fetches(origin), "%d KB, origin %d", kb, i)
		}
		assert.Equal(t, 1, b.world.fetches("https://site0.example"), "what is in use stays")
		assert.NotZero(t, b.counts.evicted)
	}
}

// Even a file that is larger than the limit stays while it is in use.
func TestLargerThanTheLimit(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.MaxBytes, c.Policy = 4<<20, policy.Google })
	b.ask("https://small.example/")
	var large strings.Builder
	large.WriteString("User-agent: *\n")
	for i := range 6 << 10 {
		fmt.Fprintf(&large, "Disallow: /own-%d/%01000d\n", i, 0)
	}
	b.world.set("https://large.example", rules(large.String()+"Disallow: /last\n"))
	for range 10 {
		assert.False(t, b.ask("https://large.example/last").Allowed)
	}
	assert.Equal(t, 1, b.world.fetches("https://large.example"))
	assert.Greater(t, b.Bytes(), 6<<20)
	b.ask("https://small.example/")
	assert.Less(t, b.Bytes(), 1<<20)
	assert.Equal(t, 2, b.world.fetches("https://small.example"))
}
