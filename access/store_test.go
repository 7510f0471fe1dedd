package access_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

// A shelf is a Store in memory.
type shelf struct {
	mu      sync.Mutex
	records map[string]access.Record
	fails   error
}

func newShelf() *shelf { return &shelf{records: map[string]access.Record{}} }

func (s *shelf) Load(_ context.Context, origin string) (access.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.records[origin]
	if !ok && s.fails == nil {
		return access.Record{}, access.ErrNoRecord
	}
	return access.Record{About: slices.Clone(r.About), Image: slices.Clone(r.Image), Sum: r.Sum}, s.fails
}

func (s *shelf) Save(_ context.Context, origin string, r access.Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		return s.fails
	}
	s.records[origin] = access.Record{About: slices.Clone(r.About), Image: slices.Clone(r.Image), Sum: r.Sum}
	return nil
}

// change spoils the record of an origin.
func (s *shelf) change(origin string, f func(*access.Record)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.records[origin]
	f(&r)
	s.records[origin] = r
}

const site = "https://site.example"

// filled is a Store with what one cache knew: an origin with rules and one without.
func filled(t *testing.T, change func(*access.Config)) *shelf {
	s := newShelf()
	b := newBench(t, func(c *access.Config) {
		c.Store = s
		if change != nil {
			change(c)
		}
	})
	b.world.set(site, rules(body))
	b.ask(site + "/")
	b.ask("https://none.example/")
	b.Close() // waits for what is being saved
	require.Equal(t, 2, b.stored(access.StoreMiss))
	require.Equal(t, 2, b.stored(access.StoreSaved))
	return s
}

func TestStoreSurvives(t *testing.T) {
	s := filled(t, nil)
	b := newBench(t, func(c *access.Config) { c.Store = s })
	d := b.ask(site + "/private/")
	assert.Equal(t, 2, d.Rule.Line)
	assert.True(t, d.Fetched.Equal(start))
	assert.Equal(t, policy.Unrestricted, b.ask("https://none.example/").Outcome)
	assert.Zero(t, b.world.begun.Load())
	assert.Equal(t, 2, b.stored(access.StoreHit))

	// What comes from the store grows as old as what was fetched, and is replaced there.
	b.world.set(site, rules("User-agent: *\nDisallow: /new/\n"))
	b.clock.move(24 * time.Hour)
	assert.Equal(t, 0, b.ask(site+"/private/").Rule.Line)
	b.Close()
	c := newBench(t, func(c *access.Config) { c.Store, c.Now = s, b.clock.now })
	assert.Equal(t, "/new/", c.ask(site+"/new/").Rule.Pattern)
	assert.Zero(t, c.world.begun.Load())
}

// The state goes on where the last run left it: the good copy is there when the origin fails.
func TestStoreKeepsTheGoodCopy(t *testing.T) {
	s := filled(t, func(c *access.Config) { c.Policy = policy.RFC9309 })
	b := newBench(t, func(c *access.Config) { c.Store = s })
	b.world.set(site, status(404))
	b.clock.move(23 * time.Hour) // it is ripe: the copy answers and the origin is asked
	require.Equal(t, 2, b.ask(site+"/private/").Rule.Line)
	var d access.Decision
	eventually(t, "it has been asked", func() bool { d = b.ask(site + "/private/"); return d.Status == 404 })
	assert.True(t, d.Stale)
	assert.Equal(t, policy.NotFound, d.Reason)
	assert.Equal(t, 2, d.Rule.Line)
}

// A record that cannot be used counts as none, is told of, and is replaced.
func TestStoreSpoilt(t *testing.T) {
	flip := func(b []byte, i int) []byte {
		b = slices.Clone(b)
		b[i] ^= 0x10
		return b
	}
	for name, test := range map[string]struct {
		want  access.Exchange
		spoil func(*access.Record)
	}{
		"empty":         {access.StoreCorrupt, func(r *access.Record) { *r = access.Record{} }},
		"cut":           {access.StoreCorrupt, func(r *access.Record) { r.About = r.About[:len(r.About)-1] }},
		"changed":       {access.StoreCorrupt, func(r *access.Record) { r.About = flip(r.About, 40) }},
		"checksum":      {access.StoreCorrupt, func(r *access.Record) { r.About = flip(r.About, 0) }},
		"no image":      {access.StoreCorrupt, func(r *access.Record) { r.Image = nil }},
		"image cut":     {access.StoreCorrupt, func(r *access.Record) { r.Image = r.Image[:len(r.Image)-1] }},
		"image changed": {access.StoreCorrupt, func(r *access.Record) { r.Image = flip(r.Image, len(r.Image)/2) }},
	} {
		t.Run(name, func(t *testing.T) {
			s := filled(t, nil)
			s.change(site, test.spoil)
			for round, want := range []access.Exchange{test.want, access.StoreHit} {
				b := newBench(t, func(c *access.Config) { c.Store = s })
				b.world.set(site, rules(body))
				assert.Equal(t, 2, b.ask(site+"/private/").Rule.Line)
				b.Close()
				assert.Equal(t, 1, b.stored(want), b.counts.stored)
				assert.EqualValues(t, 1-round, b.world.begun.Load())
			}
		})
	}
}

// A record that strayed to another origin is found out: an image of other rules would not be.
func TestStoreStray(t *testing.T) {
	s := filled(t, nil)
	s.records["https://other.example"] = s.records[site]
	b := newBench(t, func(c *access.Config) { c.Store = s })
	assert.Equal(t, policy.Unrestricted, b.ask("https://other.example/private/").Outcome)
	assert.Equal(t, 1, b.stored(access.StoreCorrupt))
}

// Records of a cache with other agents, or another policy, are not ours: their images hold other groups.
func TestStoreForeign(t *testing.T) {
	for name, change := range map[string]func(*access.Config){
		"agents": func(c *access.Config) { c.Agents = []string{"OtherBot"} },
		"policy": func(c *access.Config) { c.Policy = policy.Google },
	} {
		t.Run(name, func(t *testing.T) {
			s := filled(t, nil)
			b := newBench(t, func(c *access.Config) { c.Store = s; change(c) })
			b.world.set(site, rules(body))
			b.ask(site + "/private/")
			assert.Equal(t, 1, b.stored(access.StoreForeign))
			assert.Equal(t, 1, b.world.fetches(site))
		})
	}
}

// The cache goes on without its store.
func TestStoreFails(t *testing.T) {
	s := newShelf()
	s.fails = errors.New("the disk is full")
	b := newBench(t, func(c *access.Config) { c.Store = s })
	b.world.set(site, rules(body))
	for range 3 {
		assert.Equal(t, 2, b.ask(site+"/private/").Rule.Line)
	}
	b.Close()
	assert.Equal(t, 1, b.world.fetches(site))
	assert.Equal(t, 2, b.stored(access.StoreError), "loading and saving")
}

// What was evicted comes back from the store, and no origin is asked twice in its period.
func TestStoreBehindMemory(t *testing.T) {
	const origins = 400
	s := newShelf()
	b := newBench(t, func(c *access.Config) { c.Store, c.MaxBytes = s, 4<<20 })
	for i := range origins {
		b.world.set(fmt.Sprintf("https://site%d.example", i), bulky(i, 20))
	}
	for range 3 {
		for i := range origins {
			require.False(t, b.ask(fmt.Sprintf("https://site%d.example/own-%d/", i, i)).Allowed)
		}
	}
	b.Close()
	assert.NotZero(t, b.counts.evicted)
	assert.Greater(t, b.stored(access.StoreHit), origins/2)
	assert.Equal(t, origins, int(b.world.begun.Load()))
	assert.Zero(t, b.stored(access.StoreCorrupt)+b.stored(access.StoreError))
}

// The same knowledge is the same record, so that a store may compare.
func TestRecordIsStable(t *testing.T) {
	one, other := filled(t, nil).records[site], filled(t, nil).records[site]
	assert.Equal(t, one, other)
	assert.False(t, bytes.Contains(one.About, []byte("/private/")), "the rules are in the image")
}

// A slowShelf holds up what is saved.
type slowShelf struct {
	*shelf
	hold  chan struct{}
	saves chan string // the rules of each record, as it is saved
}

func (s *slowShelf) Save(ctx context.Context, origin string, r access.Record) error {
	<-s.hold
	robots, err := robotrie.Load(r.Image)
	if err != nil {
		return err
	}
	s.saves <- robots.Group("ExampleBot").Rules()[0].Pattern
	return s.shelf.Save(ctx, origin, r)
}

// Nobody waits for a slow store to save, nor is told what was true yesterday, and what is newer is saved later.
func TestStoreIsSlow(t *testing.T) {
	s := &slowShelf{newShelf(), make(chan struct{}), make(chan string, 2)}
	b := newBench(t, func(c *access.Config) { c.Store = s })
	b.world.set(site, rules(body))
	assert.False(t, b.ask(site+"/private/").Allowed)
	b.clock.move(48 * time.Hour)
	b.world.set(site, rules("User-agent: *\nDisallow: /new/\n"))
	assert.True(t, b.ask(site+"/private/").Allowed)

	closed := make(chan struct{})
	go func() {
		b.Close()
		close(closed)
	}()
	select {
	case <-closed:
		t.Error("Close has not waited for what is being saved")
	case <-time.After(20 * time.Millisecond): // long enough to see it return at once
	}
	close(s.hold)
	<-closed
	assert.Equal(t, "/private/", <-s.saves)
	assert.Equal(t, "/new/", <-s.saves)
	assert.Equal(t, 2, b.stored(access.StoreSaved))
}

// Whichever octet of a record changes, it is found out.
func TestStoreEveryOctet(t *testing.T) {
	s := filled(t, nil)
	whole := s.records[site]
	for i := range len(whole.About) + len(whole.Image) {
		s.records[site] = access.Record{About: slices.Clone(whole.About), Image: slices.Clone(whole.Image), Sum: whole.Sum}
		if i < len(whole.About) {
			s.records[site].About[i] ^= 1
		} else {
			s.records[site].Image[i-len(whole.About)] ^= 1
		}
		counts := newCounts()
		cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: newWorld(), Store: s, Counters: counts, Now: new(clock).now})
		require.NoError(t, err)
		d, err := cache.Allowed(t.Context(), site+"/private/")
		require.NoError(t, err)
		require.Equal(t, policy.Unrestricted, d.Outcome, "octet %d", i)
		cache.Close()
		require.Equal(t, 1, counts.stored[access.StoreCorrupt], "octet %d", i)
	}
}
