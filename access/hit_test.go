package access_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
)

// TestHitAllocs holds a question about a known origin to the strings that it is asked by and answered with.
func TestHitAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	b := newBench(t, nil)
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: b.world, Now: b.clock.now})
	require.NoError(t, err)
	defer cache.Close()
	b.world.set("https://www.some-site.example", rules(body))
	b.world.set("https://down.example", status(503))
	for _, url := range []string{"https://www.some-site.example/private/page?q=1", "https://down.example/", "https://none.example:8443/x"} {
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			if _, err := cache.Allowed(context.Background(), url); err != nil {
				t.Error(err)
			}
		}), 2., url)
	}
}

// BenchmarkHit asks about known origins.
func BenchmarkHit(b *testing.B) {
	w := newWorld()
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: w})
	require.NoError(b, err)
	defer cache.Close()
	for _, origins := range []int{1, 1000} {
		b.Run(fmt.Sprintf("origins=%d", origins), func(b *testing.B) {
			var urls []string
			for i := range origins {
				origin := fmt.Sprintf("https://site%d.example", i)
				w.set(origin, rules(body))
				urls = append(urls, origin+"/private/page?q=1")
				_, err := cache.Allowed(b.Context(), urls[i])
				require.NoError(b, err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if d, err := cache.Allowed(b.Context(), urls[i%origins]); err != nil || d.Rule.Line != 2 {
					b.Fatal(d, err)
				}
			}
		})
	}
}
