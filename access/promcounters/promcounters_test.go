package promcounters_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/access/promcounters"
)

// A server has a robots.txt on one host and none on the others.
type server struct{}

func (server) Fetch(_ context.Context, url string) policy.Outcome {
	if url != "https://site.example/robots.txt" {
		return policy.Outcome{Status: 404, URL: url, Header: http.Header{}}
	}
	return policy.Outcome{Status: 200, URL: url, Header: http.Header{}, Body: []byte("User-agent: *\nDisallow: /p\n"), Read: 26}
}

func TestCounters(t *testing.T) {
	counters := promcounters.New()
	registry := prometheus.NewPedanticRegistry()
	require.NoError(t, registry.Register(counters))
	problems, err := testutil.GatherAndLint(registry)
	require.NoError(t, err)
	assert.Empty(t, problems)

	cache, err := access.New(access.Config{Agents: []string{"A"}, Fetcher: server{}, Counters: counters})
	require.NoError(t, err)
	defer cache.Close()
	for _, url := range []string{"https://site.example/", "https://site.example/p", "http://other.example/"} {
		_, err := cache.Allowed(t.Context(), url)
		require.NoError(t, err)
	}
	held := cache.Bytes()
	counters.Evicted(10)
	counters.Stored(access.StoreHit)

	require.NoError(t, testutil.GatherAndCompare(registry, strings.NewReader(`
# HELP robotrie_asked_total Questions about URLs, by where the answer came from.
# TYPE robotrie_asked_total counter
robotrie_asked_total{answer="hit"} 1
robotrie_asked_total{answer="waited"} 2
# HELP robotrie_fetches_total Fetches of robots.txt files, by class of status and reason.
# TYPE robotrie_fetches_total counter
robotrie_fetches_total{class="2xx",reason="fetched"} 1
robotrie_fetches_total{class="4xx",reason="not-found"} 1
# HELP robotrie_fetch_octets_total Octets of the robots.txt files that were fetched.
# TYPE robotrie_fetch_octets_total counter
robotrie_fetch_octets_total 26
# HELP robotrie_evictions_total Items that were evicted from memory.
# TYPE robotrie_evictions_total counter
robotrie_evictions_total 1
# HELP robotrie_evicted_octets_total Octets of the items that were evicted from memory.
# TYPE robotrie_evicted_octets_total counter
robotrie_evicted_octets_total 10
# HELP robotrie_store_exchanges_total Exchanges with the store, by how they ended.
# TYPE robotrie_store_exchanges_total counter
robotrie_store_exchanges_total{exchange="hit"} 1
`), "robotrie_asked_total", "robotrie_fetches_total", "robotrie_fetch_octets_total", "robotrie_evictions_total",
		"robotrie_evicted_octets_total", "robotrie_store_exchanges_total"))

	families, err := registry.Gather()
	require.NoError(t, err)
	seen := 0
	for _, family := range families {
		switch metric := family.GetMetric()[0]; family.GetName() {
		case "robotrie_held_octets":
			seen++
			assert.EqualValues(t, held, metric.GetGauge().GetValue())
		case "robotrie_fetch_seconds":
			seen++
			assert.EqualValues(t, 2, metric.GetHistogram().GetSampleCount())
		}
	}
	assert.Equal(t, 2, seen)
}
