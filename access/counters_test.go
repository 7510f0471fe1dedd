package access_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

func TestExpvar(t *testing.T) {
	vars := access.NewExpvar()
	b := newBench(t, func(c *access.Config) { c.Counters, c.Store = vars, newShelf() })
	b.world.set(site, rules(body))
	b.world.set("https://down.example", failure(policy.DNSFailure))
	b.ask(site + "/")
	b.ask(site + "/private/")
	b.ask("https://down.example/")
	b.ask("https://none.example/")
	held := b.Bytes()
	require.Positive(t, held)
	eventually(t, "the store has all", func() bool { return strings.Contains(vars.Map().String(), `"saved": 3`) })

	var got struct {
		Asked, Fetched, Slow, Evicted, Stored map[string]int
		Octets, Held                          int
		Seconds                               float64
	}
	require.NoError(t, json.Unmarshal([]byte(vars.Map().String()), &got))
	assert.Equal(t, map[string]int{"hit": 1, "waited": 3}, got.Asked)
	assert.Equal(t, map[string]int{"2xx fetched": 1, "4xx not-found": 1, "none dns-failure": 1}, got.Fetched)
	assert.Equal(t, map[string]int{"miss": 3, "saved": 3}, got.Stored)
	assert.Equal(t, len(body), got.Octets)
	assert.Equal(t, held, got.Held)
	assert.Empty(t, got.Evicted)
	total := 0
	for _, n := range got.Slow {
		total += n
	}
	assert.Equal(t, 3, total)

	// Another cache may go on to count.
	b.Close()
	require.NoError(t, json.Unmarshal([]byte(vars.Map().String()), &got))
	assert.Zero(t, got.Held)
	assert.Empty(t, got.Evicted)

	vars.Fetched("5xx", "server-error", 0, 5*time.Second)
	vars.Evicted(100)
	require.NoError(t, json.Unmarshal([]byte(vars.Map().String()), &got))
	assert.Equal(t, 1, got.Slow["<=10"])
	assert.Equal(t, map[string]int{"items": 1, "octets": 100}, got.Evicted)
	assert.GreaterOrEqual(t, got.Seconds, 5.)
}

// The log says what was fetched, at debug level and no other.
func TestLogger(t *testing.T) {
	for level, want := range map[slog.Level]int{slog.LevelDebug: 3, slog.LevelDebug + 1: 0} {
		var log bytes.Buffer
		b := newBench(t, func(c *access.Config) {
			c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level}))
			c.Store = newShelf()
		})
		b.world.set(site, failure(policy.Timeout))
		b.ask(site + "/")
		b.ask(site + "/")
		b.ask(site + "/")
		b.Close()
		// A miss in the store, a fetch, a record that was saved.
		assert.Equal(t, want, strings.Count(log.String(), "\n"))
		if want == 0 {
			continue
		}
		assert.Contains(t, log.String(), "origin="+site)
		assert.Contains(t, log.String(), "reason=timeout")
		assert.NotContains(t, log.String(), "level=INFO")
	}
}
