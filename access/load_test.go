package access_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

// A crowd is a world of many origins whose answers are computed, so that the test holds nothing for them.
// One origin in twenty fails; two in five serve one of eight files that many use; the others one of their own.
type crowd struct {
	asked []atomic.Int32
}

func originOf(i int) string { return fmt.Sprintf("https://host%d.example", i) }

func (c *crowd) Fetch(_ context.Context, url string) policy.Outcome {
	var i int
	if _, err := fmt.Sscanf(url, "https://host%d.example/robots.txt", &i); err != nil {
		panic(err)
	}
	c.asked[i].Add(1)
	o := policy.Outcome{URL: url, Header: nil}
	switch {
	case i%20 == 7:
		kinds := []policy.Kind{policy.Timeout, policy.DNSFailure, policy.ConnectionFailure, policy.BrokenAnswer}
		o.Kind = kinds[i/20%len(kinds)]
	case i%20 == 8:
		o.Status = 404
	default:
		o.Status = 200
		o.Body = []byte(crowdFile(i))
		o.Read = int64(len(o.Body))
	}
	return o
}

// crowdFile is the robots.txt of an origin.
func crowdFile(i int) string {
	if i%5 < 2 {
		return fmt.Sprintf("User-agent: *\nDisallow: /private/\nDisallow: /shared-%d/\n%s", i%8, strings.Repeat("Disallow: /shop/*/basket\n", 20))
	}
	return fmt.Sprintf("User-agent: *\nDisallow: /private/\nDisallow: /own-%d/\nAllow: /own-%d/open\n", i, i)
}

// crowdWant is the answer for /private/x of an origin.
func crowdWant(i int) (outcome policy.Applies, allowed bool) {
	switch i % 20 {
	case 7:
		return policy.Disallowed, false
	case 8:
		return policy.Unrestricted, true
	}
	return policy.Rules, false
}

// A load is how much TestLoad does.
type load struct{ origins, questions, askers int }

func (l load) String() string { return fmt.Sprintf("%d origins, %d questions", l.origins, l.questions) }

// TestLoad has many goroutines ask about many origins, at random, and goes through two periods with half of the
// questions each: each origin is asked once in each, whatever it answers, and all answers are right.
func TestLoad(t *testing.T) {
	l := load{origins: 100_000, questions: 1_000_000, askers: 64}
	if testing.Short() || raceDetector {
		l = load{origins: 5_000, questions: 50_000, askers: 64}
	}
	c := &crowd{asked: make([]atomic.Int32, l.origins)}
	clock := new(clock)
	const limit = 256 << 20
	counts := access.NewExpvar()
	before := liveHeap()
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: c, MaxBytes: limit, Counters: counts, Now: clock.now})
	require.NoError(t, err)
	defer cache.Close()

	for period := range 2 {
		askAll(t, cache, load{l.origins, l.questions / 2, l.askers}, uint64(period))
		for i := range l.origins {
			if n := int(c.asked[i].Load()); n != period+1 {
				require.Equal(t, period+1, n, originOf(i))
			}
		}
		clock.move(2 * 24 * time.Hour)
	}
	held, heap := cache.Bytes(), liveHeap()-before
	t.Logf("%v: %d octets held, heap grown by %d, %s", l, held, heap, counts.Map())
	assert.LessOrEqual(t, held, limit)
	assert.Less(t, float64(heap), 1.1*float64(held)+1<<20, "what is held is what it takes")
	runtime.KeepAlive(cache)
}

// TestLoadWithinLimit is TestLoad with room for a fraction of the origins: the limit holds all the time, in octets of
// the heap, too, and what comes back is answered rightly.
func TestLoadWithinLimit(t *testing.T) {
	l := load{origins: 20_000, questions: 100_000, askers: 64}
	if testing.Short() || raceDetector {
		l = load{origins: 8_000, questions: 20_000, askers: 64}
	}
	c := &crowd{asked: make([]atomic.Int32, l.origins)}
	const limit = 4 << 20
	before := liveHeap()
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: c, MaxBytes: limit})
	require.NoError(t, err)
	defer cache.Close()

	done, watched := make(chan struct{}), make(chan int)
	go func() {
		most := 0
		for {
			select {
			case <-done:
				watched <- most
				return
			case <-time.After(time.Millisecond):
				most = max(most, cache.Bytes())
			}
		}
	}()
	askAll(t, cache, l, 1)
	close(done)
	most, heap := <-watched, liveHeap()-before
	t.Logf("%v: at most %d octets held, heap grown by %d", l, most, heap)
	assert.LessOrEqual(t, most, limit)
	assert.LessOrEqual(t, heap, int64(limit)*5/4)
	runtime.KeepAlive(cache)
}

// askAll asks about every origin at least once.
func askAll(t *testing.T, cache *access.Cache, l load, seed uint64) {
	var all sync.WaitGroup
	var wrong atomic.Int64
	each := l.questions / l.askers
	for a := range l.askers {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(a)))
			for n := range each {
				i := random.IntN(l.origins)
				if mine := a + n*l.askers; mine < l.origins {
					i = mine
				}
				d, err := cache.Allowed(context.Background(), originOf(i)+"/private/x")
				outcome, allowed := crowdWant(i)
				if err != nil || d.Outcome != outcome || d.Allowed != allowed {
					if wrong.Add(1) == 1 {
						t.Errorf("%s: %+v, %v", originOf(i), d, err)
					}
				}
			}
		})
	}
	all.Wait()
	require.Zero(t, wrong.Load(), "wrong answers")
}

// liveHeap is what is reachable.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
