package access_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is when the tests' clocks begin.
var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// A clock stands still until it is moved.
type clock struct{ passed atomic.Int64 }

func (c *clock) now() time.Time       { return start.Add(time.Duration(c.passed.Load())) }
func (c *clock) move(d time.Duration) { c.passed.Add(int64(d)) }
func (c *clock) moveTo(t time.Time)   { c.passed.Store(int64(t.Sub(start))) }

// A world answers fetches without a network, and counts them.
type world struct {
	mu      sync.Mutex
	answers map[string]policy.Outcome // by robots.txt URL; what is not there is a 404
	asked   map[string]int

	hold    chan struct{} // if not nil, fetches wait until it is closed
	begun   atomic.Int64  // fetches that have begun
	flying  atomic.Int64
	most    atomic.Int64 // the most that were under way at once
	stopped atomic.Int64 // fetches that their context ended
}

func newWorld() *world {
	return &world{answers: map[string]policy.Outcome{}, asked: map[string]int{}}
}

func (w *world) Fetch(ctx context.Context, url string) policy.Outcome {
	w.begun.Add(1)
	flying := w.flying.Add(1)
	defer w.flying.Add(-1)
	for most := w.most.Load(); flying > most && !w.most.CompareAndSwap(most, flying); {
		most = w.most.Load()
	}
	w.mu.Lock()
	w.asked[url]++
	answer, ok := w.answers[url]
	hold := w.hold
	w.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			w.stopped.Add(1)
			return policy.Outcome{Kind: policy.Cancelled, Err: ctx.Err()}
		}
	}
	if !ok {
		answer = status(404)
	}
	if answer.URL == "" {
		answer.URL = url
	}
	return answer
}

// set changes what an origin answers.
func (w *world) set(origin string, o policy.Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[origin+"/robots.txt"] = o
}

// fetches says how often an origin was asked.
func (w *world) fetches(origin string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[origin+"/robots.txt"]
}

// stop makes fetches wait, until the function it returns is called.
func (w *world) stop() (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	hold := make(chan struct{})
	w.hold = hold
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.hold = nil
		close(hold)
	}
}

// rules is a 200 with a body.
func rules(body string) policy.Outcome {
	return policy.Outcome{Status: 200, Header: http.Header{}, Body: []byte(body), Read: int64(len(body))}
}

// bulky is a file of so many KB that is quickly compiled, with a rule of origin i's own.
func bulky(i, kb int) policy.Outcome {
	return rules(fmt.Sprintf("User-agent: *\nDisallow: /own-%d/\n%s", i, strings.Repeat("Note: "+strings.Repeat("n", 1017)+"\n", kb)))
}

func status(n int) policy.Outcome { return policy.Outcome{Status: n, Header: http.Header{}} }

func failure(k policy.Kind) policy.Outcome {
	return policy.Outcome{Kind: k, Err: fmt.Errorf("test: %v", k)}
}

// counts is a Counters that can be looked at.
type counts struct {
	mu      sync.Mutex
	asked   map[access.Answer]int
	fetched map[string]int
	stored  map[access.Exchange]int
	held    int
	evicted int
}

func newCounts() *counts {
	return &counts{asked: map[access.Answer]int{}, fetched: map[string]int{}, stored: map[access.Exchange]int{}}
}

func (c *counts) count(f func()) { c.mu.Lock(); defer c.mu.Unlock(); f() }

func (c *counts) Asked(a access.Answer) { c.count(func() { c.asked[a]++ }) }
func (c *counts) Fetched(class, reason string, octets int, took time.Duration) {
	c.count(func() { c.fetched[class+" "+reason]++ })
}
func (c *counts) Held(octets int)          { c.count(func() { c.held += octets }) }
func (c *counts) Evicted(octets int)       { c.count(func() { c.evicted++ }) }
func (c *counts) Stored(e access.Exchange) { c.count(func() { c.stored[e]++ }) }

// A bench is a cache with all that stands around it.
type bench struct {
	*access.Cache
	t      testing.TB
	world  *world
	clock  *clock
	counts *counts
}

func newBench(t testing.TB, change func(*access.Config)) *bench {
	b := &bench{t: t, world: newWorld(), clock: new(clock), counts: newCounts()}
	config := access.Config{Agents: []string{"ExampleBot"}, Fetcher: b.world, Counters: b.counts, Now: b.clock.now}
	if change != nil {
		change(&config)
	}
	var err error
	b.Cache, err = access.New(config)
	require.NoError(t, err)
	t.Cleanup(b.Close)
	return b
}

// ask is Allowed where it must have an answer.
func (b *bench) ask(url string) access.Decision {
	b.t.Helper()
	d, err := b.Allowed(b.t.Context(), url)
	require.NoError(b.t, err)
	return d
}

// asked says how many questions were answered in a way.
func (b *bench) asked(a access.Answer) int {
	b.counts.mu.Lock()
	defer b.counts.mu.Unlock()
	return b.counts.asked[a]
}

// stored says how many exchanges with the store ended in a way.
func (b *bench) stored(e access.Exchange) int {
	b.counts.mu.Lock()
	defer b.counts.mu.Unlock()
	return b.counts.stored[e]
}

// eventually waits for what happens in the background.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	require.Eventually(t, is, 20*time.Second, time.Millisecond, what)
}
