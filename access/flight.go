package access

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/normalize"
)

// Asking an origin.
//
// All questions about an origin that memory cannot answer join one flight. It
// has a goroutine and lives under the cache's own context, so that whoever gives
// up waiting takes nothing from the others:
//
//	memory ── answers? ─► yes
//	   │
//	 flight ─► memory again ─► store ─► a slot ─► fetch ─► policy ─► memory ─► those who wait ─► store
//
// Memory is looked at again because an earlier flight may have ended between the
// question and the flight; it has landed only when memory has its result. Nobody
// joins a flight that has landed: its result may be of yesterday.
//
// A flight in the background begins only if there is a slot: with none, the
// questions that somebody waits for come first, and the next one tries again. A
// flight that gets its slot when everybody has given up waiting lands at once,
// or the queue would grow for as long as origins hang.
type flight struct {
	done  chan struct{} // closed when the result is there
	known known
	err   error

	wanted int           // questions that want the result, under the cache's lock
	landed bool          // as done, under the cache's lock
	saved  chan struct{} // closed when the Store has the result, too
	before *flight       // of the same origin, which may still be saving
}

// wait lets the flight before hand its result to the Store, which is called for
// one thing at a time for an origin.
func (f *flight) wait() {
	if f.before != nil {
		<-f.before.saved
		f.before = nil
	}
}

// ask finds what is known of an origin, and asks it if need be.
func (c *Cache) ask(ctx context.Context, key normalize.Origin) (known, Answer, error) {
	if c.closed.Load() {
		return known{}, Failed, ErrClosed
	}
	held := c.find(key)
	if held.usable() {
		switch ageOf(held.state, c.config.Now()) {
		case fresh:
			return held, Hit, nil
		case ripe:
			c.begin(key, true)
			return held, Hit, nil
		case standing:
			c.begin(key, true)
			return held, Standing, nil
		}
	}
	if ctx.Err() != nil {
		return known{}, Failed, gaveUp(ctx, key)
	}
	f := c.begin(key, false)
	if f == nil {
		return known{}, Failed, ErrClosed
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		c.mu.Lock()
		f.wanted--
		c.mu.Unlock()
		return known{}, Failed, gaveUp(ctx, key)
	}
	if f.err != nil {
		return known{}, Failed, f.err
	}
	return f.known, Waited, nil
}

// gaveUp is the error of a question whose context has ended.
func gaveUp(ctx context.Context, key normalize.Origin) error {
	return fmt.Errorf("access: waiting for %s: %w", key.RobotsURL(), context.Cause(ctx))
}

// find gives what memory holds of an origin.
func (c *Cache) find(key normalize.Origin) (k known) {
	k.origin, k.file = c.memory.find(string(key))
	return k
}

// begin gives the origin's flight, which begins unless it is under way. It is
// nil where the cache is closed, or for background where there is no slot.
func (c *Cache) begin(key normalize.Origin, background bool) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed.Load() {
		return nil
	}
	last := c.flights[key]
	if last != nil && !last.landed {
		last.wanted++
		return last
	}
	if background {
		select {
		case c.slots <- struct{}{}:
		default:
			return nil
		}
	}
	f := &flight{done: make(chan struct{}), saved: make(chan struct{}), before: last, wanted: 1}
	c.flights[key] = f
	c.running.Go(func() { c.fly(key, f, background) })
	return f
}

// fly is the goroutine of a flight. slot says that it has one.
func (c *Cache) fly(key normalize.Origin, f *flight, slot bool) {
	learnt := false
	f.known, learnt, f.err = c.learn(key, f, &slot)
	if slot {
		<-c.slots
	}
	c.mu.Lock()
	f.landed = true
	c.mu.Unlock()
	close(f.done)

	f.wait()
	if learnt {
		c.save(key, f.known)
	}
	close(f.saved)
	c.mu.Lock()
	if c.flights[key] == f {
		delete(c.flights, key)
	}
	c.mu.Unlock()
}

// learn finds out what applies to an origin. learnt reports that it was asked.
func (c *Cache) learn(key normalize.Origin, f *flight, slot *bool) (k known, learnt bool, err error) {
	k = c.find(key)
	if !c.mustAsk(k, *slot) {
		return k, false, nil
	}
	if c.config.Store != nil && (k.origin == nil || k.lacks()) {
		f.wait()
		if k = c.load(key, k); !c.mustAsk(k, *slot) {
			return k, false, nil
		}
	}
	if !*slot {
		select {
		case c.slots <- struct{}{}:
			*slot = true
		case <-c.ended.Done():
			return known{}, false, ErrClosed
		}
		if c.deserted(f) {
			return known{}, false, errDeserted
		}
	}
	k, err = c.fetch(key, k)
	return k, err == nil, err
}

// errDeserted is the result of a flight that nobody waits for: nobody sees it.
var errDeserted = errors.New("access: nobody wants to know any more")

// deserted lands a flight that nobody wants any more, so that nobody joins it.
func (c *Cache) deserted(f *flight) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.landed = f.wanted == 0
	return f.landed
}

// mustAsk reports whether what is known does not do. A flight in the background
// is about what is ripe or standing.
func (c *Cache) mustAsk(k known, background bool) bool {
	if !k.usable() {
		return true
	}
	age := ageOf(k.state, c.config.Now())
	return age == expired || background && age != fresh
}

// fetch asks an origin of which k was known.
func (c *Cache) fetch(key normalize.Origin, k known) (known, error) {
	begin := time.Now()
	outcome := c.config.Fetcher.Fetch(c.ended, key.RobotsURL())
	took := time.Since(begin)
	if c.ended.Err() != nil {
		return known{}, ErrClosed
	}
	if outcome.Kind == policy.Cancelled {
		err := errors.New("access: the fetcher gave up")
		if outcome.Err != nil {
			err = fmt.Errorf("%w: %w", err, outcome.Err)
		}
		return known{}, err
	}
	outcome.SiteUp = c.config.SiteUp(key)
	state := c.config.Policy.Next(k.before(), outcome, c.config.Now())
	next := known{origin: newOrigin(state, nil)}
	switch {
	case outcome.HasBody():
		body := c.sumOf(outcome)
		next = known{newOrigin(state, &body), c.compile(body, outcome)}
	case !state.GoodAt.IsZero():
		next = known{newOrigin(state, &k.body), k.file}
	}
	next = c.keep(key, next)
	c.config.Counters.Fetched(statusClass(outcome.Status), string(state.Reason), int(outcome.Read), took)
	c.config.Logger.LogAttrs(c.ended, slog.LevelDebug, "robots.txt fetched",
		slog.String("origin", string(key)), slog.Int("status", outcome.Status), slog.String("kind", outcome.Kind.String()),
		slog.Int("redirects", outcome.Redirects), slog.Int64("octets", outcome.Read), slog.Duration("took", took),
		slog.String("applies", state.Applies.String()), slog.String("reason", string(state.Reason)), slog.Bool("stale", state.Stale),
		slog.Time("ask", state.Ask), slog.Any("error", outcome.Err))
	return next, nil
}

// sumOf names the compiled form of a body. What else the form depends on is
// part of it, so that it may be kept beyond this cache.
func (c *Cache) sumOf(o policy.Outcome) (s sum) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %t\n", c.profile, o.Cut)
	h.Write(o.Body)
	h.Sum(s[:0])
	return s
}

// compile gives the compiled form of a body, which another origin may have
// brought.
func (c *Cache) compile(body sum, o policy.Outcome) *file {
	if held := c.memory.file(fileKey(body)); held != nil {
		return held
	}
	robots := c.config.Policy.Compile(o, robotrie.WithAgents(c.config.Agents...))
	return &file{robots: robots, group: robots.Group(c.config.Agents...)}
}

// keep holds in memory what is known, and returns it with the file that is held.
func (c *Cache) keep(key normalize.Origin, k known) known {
	k.file = c.memory.keep(string(key), k.origin, k.file)
	return k
}
