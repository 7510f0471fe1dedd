package access_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/normalize"
)

const body = "User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/open\n"

func TestDecision(t *testing.T) {
	b := newBench(t, nil)
	redirected := rules(body)
	redirected.Redirects, redirected.URL = 2, "https://cdn.example/files/robots.txt"
	b.world.set("https://site.example", redirected)

	want := access.Decision{
		Allowed: false, Outcome: policy.Rules, Reason: policy.Fetched, Status: 200, Redirects: 2,
		RobotsURL: "https://site.example/robots.txt",
		Rule:      robotrie.Rule{Type: robotrie.Disallow, Pattern: "/private/", Line: 2},
		Fetched:   start, GoodAt: start, AskAgain: start.Add(24 * time.Hour),
	}
	assert.Equal(t, want, b.ask("https://site.example/private/x"))
	want.Allowed, want.Rule = true, robotrie.Rule{Type: robotrie.Allow, Pattern: "/private/open", Line: 3}
	assert.Equal(t, want, b.ask("HTTPS://user@SITE.example.:443/private/open?q#f"))
	want.Rule = robotrie.Rule{}
	assert.Equal(t, want, b.ask("https://site.example"))
	assert.Equal(t, 1, b.world.fetches("https://site.example"))

	// The rules are of the origin that was asked. Where they came from is an origin like any other.
	assert.Equal(t, policy.Unrestricted, b.ask("https://cdn.example/private/x").Outcome)
	assert.Equal(t, 1, b.world.fetches("https://cdn.example"))
	// So are other schemes and ports of the host.
	for _, other := range []string{"http://site.example", "https://site.example:8443", "https://www.site.example"} {
		assert.Equal(t, policy.Unrestricted, b.ask(other+"/private/").Outcome)
		assert.Equal(t, 1, b.world.fetches(other))
	}
}

func TestGroup(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://rules.example", rules(body))
	b.world.set("https://down.example", status(503))
	for origin, allowed := range map[string][]bool{
		"https://rules.example": {true, false, true, true},
		"https://down.example":  {false, false, false, true}, // /robots.txt may always be fetched
		"https://none.example":  {true, true, true, true},
	} {
		group, d, err := b.Group(t.Context(), origin+"/")
		require.NoError(t, err)
		targets := []string{"/", "/private/", "/private/open", "/robots.txt"}
		assert.Equal(t, allowed, group.AllowedBatch(nil, targets), origin)
		assert.Equal(t, allowed[0], d.Allowed, origin)
		for i, target := range targets {
			assert.Equal(t, allowed[i], b.ask(origin+target).Allowed, origin+target)
		}
		assert.Equal(t, 1, b.world.fetches(origin))
	}
	// Where the origin has no rules, none decides.
	assert.Zero(t, b.ask("https://down.example/x").Rule)
}

func TestNoURL(t *testing.T) {
	b := newBench(t, nil)
	for _, url := range []string{"", "/path", "mailto:a@example.com", "https://", "https://example.com:99999/"} {
		_, err := b.Allowed(t.Context(), url)
		assert.ErrorContains(t, err, fmt.Sprintf("%q", url))
	}
	_, err := b.Allowed(t.Context(), "/path")
	assert.ErrorIs(t, err, normalize.ErrNoScheme)
	assert.Zero(t, b.world.begun.Load())
}

func TestBadConfig(t *testing.T) {
	good := access.Config{Agents: []string{"A"}, Fetcher: newWorld()}
	for want, spoil := range map[string]func(*access.Config){
		"Config.Agents is empty":  func(c *access.Config) { c.Agents = nil },
		"holds an empty name":     func(c *access.Config) { c.Agents = []string{"A", " "} },
		"Config.Fetcher is nil":   func(c *access.Config) { c.Fetcher = nil },
		"there is no Policy(9)":   func(c *access.Config) { c.Policy = 9 },
		"Config.MaxBytes is 1000": func(c *access.Config) { c.MaxBytes = 1000 },
		"Config.MaxBytes is -1":   func(c *access.Config) { c.MaxBytes = -1 },
		"Config.Parallel is -1":   func(c *access.Config) { c.Parallel = -1 },
	} {
		config := good
		spoil(&config)
		_, err := access.New(config)
		assert.ErrorContains(t, err, want)
	}
}

func TestSingleFlight(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", rules(body))
	release := b.world.stop()
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			d, err := b.Allowed(t.Context(), fmt.Sprintf("https://site.example/private/%d", i))
			assert.NoError(t, err)
			assert.Equal(t, 2, d.Rule.Line)
		})
	}
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 1 })
	release()
	all.Wait()
	assert.Equal(t, 1, b.world.fetches("https://site.example"))
}

// Who gives up takes nothing from those who wait on, nor from those who come later.
func TestCancelledWaiter(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", rules(body))
	release := b.world.stop()
	impatient, cancel := context.WithCancelCause(t.Context())
	gaveUp, answered := make(chan error, 1), make(chan access.Decision, 1)
	go func() {
		_, err := b.Allowed(impatient, "https://site.example/private/")
		gaveUp <- err
	}()
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 1 })
	go func() { answered <- b.ask("https://site.example/private/") }()
	why := errors.New("lunch")
	cancel(why)
	err := <-gaveUp
	assert.ErrorIs(t, err, why)
	assert.ErrorContains(t, err, "https://site.example/robots.txt")
	assert.Zero(t, b.world.stopped.Load())
	release()
	assert.Equal(t, 2, (<-answered).Rule.Line)

	// All may give up: what was asked for is there later.
	release = b.world.stop()
	impatient, cancel = context.WithCancelCause(t.Context())
	go func() {
		_, err := b.Allowed(impatient, "https://other.example/")
		gaveUp <- err
	}()
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 2 })
	cancel(why)
	assert.ErrorIs(t, <-gaveUp, why)
	release()
	b.ask("https://other.example/")
	assert.Equal(t, 1, b.world.fetches("https://other.example"))
	// And who has given up is still told what is known, but asks nobody.
	_, err = b.Allowed(impatient, "https://other.example/")
	assert.NoError(t, err)
	_, err = b.Allowed(impatient, "https://third.example/")
	assert.ErrorIs(t, err, why)
	b.ask("https://fourth.example/")
	assert.Zero(t, b.world.fetches("https://third.example"))
}

// A fetch that had to wait for its turn until nobody wanted it any more is none:
// the queue of an impatient crawler in a slow world is no longer than the crawler
// is patient.
func TestNobodyWaits(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.Parallel = 1 })
	release := b.world.stop()
	slow := make(chan access.Decision, 1)
	go func() { slow <- b.ask("https://slow.example/") }()
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 1 })
	var all sync.WaitGroup
	wanted := "https://site-7.example/"
	for i := range 100 {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer cancel()
			_, err := b.Allowed(ctx, fmt.Sprintf("https://site-%d.example/", i))
			assert.ErrorIs(t, err, context.DeadlineExceeded)
		})
	}
	patient := make(chan access.Decision, 1)
	go func() { patient <- b.ask(wanted) }()
	all.Wait()
	release()
	assert.True(t, (<-patient).Allowed)
	assert.True(t, (<-slow).Allowed)
	// Whoever comes back is answered.
	assert.True(t, b.ask("https://site-8.example/").Allowed)
	assert.EqualValues(t, 3, b.world.begun.Load())
}

// Every kind of outcome holds until its time, be it good news or bad.
func TestAskedOnceAPeriod(t *testing.T) {
	retryLater := status(429)
	retryLater.Header.Set("Retry-After", "7200")
	short := rules(body)
	short.Header.Set("Cache-Control", "max-age=1800")
	for name, outcome := range map[string]policy.Outcome{
		"rules":      rules(body),
		"short":      short,
		"empty":      rules(""),
		"not found":  status(404),
		"denied":     status(403),
		"throttled":  retryLater,
		"down":       status(503),
		"dns":        failure(policy.DNSFailure),
		"timeout":    failure(policy.Timeout),
		"redirects":  failure(policy.TooManyRedirects),
		"refused":    failure(policy.Blocked),
		"no status":  {},
		"bad server": failure(policy.BrokenAnswer),
	} {
		for _, p := range policy.Policies() {
			t.Run(fmt.Sprint(name, "/", p), func(t *testing.T) {
				b := newBench(t, func(c *access.Config) { c.Policy = p })
				b.world.set("http://site.example", outcome)
				state := p.Next(policy.State{}, outcome, start)
				for range 3 {
					d := b.ask("http://site.example/private/")
					assert.Equal(t, state.Applies, d.Outcome)
					assert.Equal(t, state.Reason, d.Reason)
					assert.True(t, state.Ask.Equal(d.AskAgain))
				}
				b.clock.moveTo(state.Ask.Add(-(state.Ask.Sub(start)/10 + 1))) // the last moment before it is ripe
				b.ask("http://site.example/")
				assert.Equal(t, 1, b.world.fetches("http://site.example"))
				b.clock.moveTo(state.Ask.Add(48 * time.Hour))
				b.ask("http://site.example/")
				assert.Equal(t, 2, b.world.fetches("http://site.example"))
			})
		}
	}
}

func TestRefreshAhead(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", rules(body))
	require.False(t, b.ask("https://site.example/private/").Allowed)
	b.world.set("https://site.example", rules("User-agent: *\nDisallow: /new/\n"))
	release := b.world.stop()

	b.clock.move(22 * time.Hour)
	for range 5 {
		require.False(t, b.ask("https://site.example/private/").Allowed, "the copy answers while it is being replaced")
	}
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 2 })
	release()
	eventually(t, "the new rules hold", func() bool { return b.ask("https://site.example/private/").Allowed })
	d := b.ask("https://site.example/new/")
	assert.Equal(t, robotrie.Rule{Type: robotrie.Disallow, Pattern: "/new/", Line: 2}, d.Rule)
	assert.Equal(t, start.Add(22*time.Hour), d.Fetched)
	assert.Equal(t, 2, b.world.fetches("https://site.example"))
	assert.Equal(t, 1, b.asked(access.Waited), "only the first had to wait")
}

// A copy whose time is over is no answer: a question after it waits.
func TestExpired(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", rules(body))
	require.False(t, b.ask("https://site.example/private/").Allowed)
	b.world.set("https://site.example", rules(""))
	b.clock.move(24 * time.Hour)
	assert.True(t, b.ask("https://site.example/private/").Allowed)
	assert.Equal(t, 2, b.asked(access.Waited))
}

// A failing origin is asked in the background, once its time has come and not before, while what the policy laid down
// for it goes on.
func TestStanding(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", failure(policy.Timeout))
	d := b.ask("https://site.example/")
	require.Equal(t, policy.Disallowed, d.Outcome)
	wait := d.AskAgain.Sub(start)
	require.Positive(t, wait)

	b.clock.move(wait - time.Nanosecond)
	b.ask("https://site.example/")
	require.Equal(t, 1, b.world.fetches("https://site.example"), "a failure is not asked ahead of its time")

	release := b.world.stop()
	b.clock.move(time.Nanosecond)
	for range 10 {
		require.False(t, b.ask("https://site.example/").Allowed)
	}
	require.Equal(t, 10, b.asked(access.Standing))
	eventually(t, "the fetch has begun", func() bool { return b.world.begun.Load() == 2 })
	b.world.set("https://site.example", rules(body)) // too late for the fetch that is under way
	release()
	eventually(t, "it has failed again", func() bool { return b.ask("https://site.example/").AskAgain.After(b.clock.now()) })
	require.Equal(t, 2, b.world.fetches("https://site.example"))

	// Long after its time a failure says nothing any more.
	b.clock.move(3 * 24 * time.Hour)
	assert.True(t, b.ask("https://site.example/").Allowed)
}

// The good copy outlives the failure of its origin, as long as the policy says.
func TestGoodCopy(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.Policy = policy.Google })
	b.world.set("https://site.example", rules(body))
	b.ask("https://site.example/")
	b.world.set("https://site.example", status(500))
	b.clock.move(24 * time.Hour)
	var d access.Decision
	for b.clock.now().Before(start.Add(24*time.Hour + 13*time.Hour)) {
		d = b.ask("https://site.example/private/")
		eventually(t, "it has been asked", func() bool {
			d = b.ask("https://site.example/private/")
			return d.AskAgain.After(b.clock.now())
		})
		assert.False(t, d.Allowed)
		b.clock.moveTo(d.AskAgain)
	}
	assert.Equal(t, policy.Rules, d.Outcome)
	assert.True(t, d.Stale)
	assert.Equal(t, policy.ServerError, d.Reason)
	assert.Equal(t, 2, d.Rule.Line)
	assert.Equal(t, start, d.GoodAt)
	assert.True(t, d.Fetched.After(start))
	assert.True(t, b.ask("https://site.example/").Allowed)
}

func TestParallel(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.Parallel = 3 })
	release := b.world.stop()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { b.ask(fmt.Sprintf("https://site%d.example/", i)) })
	}
	eventually(t, "three fetches have begun", func() bool { return b.world.begun.Load() == 3 })
	release()
	all.Wait()
	assert.EqualValues(t, 20, b.world.begun.Load())
	assert.LessOrEqual(t, b.world.most.Load(), int64(3))
}

// Where all slots are taken, nothing is asked in the background, and nobody waits for it.
func TestNoSlotInTheBackground(t *testing.T) {
	b := newBench(t, func(c *access.Config) { c.Parallel = 1 })
	b.world.set("https://site.example", rules(body))
	b.ask("https://site.example/")
	b.clock.move(23 * time.Hour)
	release := b.world.stop()
	other := make(chan access.Decision)
	go func() { other <- b.ask("https://other.example/") }()
	eventually(t, "the slot is taken", func() bool { return b.world.begun.Load() == 2 })
	for range 10 {
		b.ask("https://site.example/")
	}
	release()
	<-other
	assert.Equal(t, 1, b.world.fetches("https://site.example"))
	eventually(t, "the slot is free and used", func() bool {
		b.ask("https://site.example/")
		return b.world.fetches("https://site.example") == 2
	})
}

func TestClose(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://known.example", rules(body))
	b.ask("https://known.example/")
	b.world.stop()
	waiting := make(chan error, 10)
	for i := range cap(waiting) {
		go func() {
			_, err := b.Allowed(context.Background(), fmt.Sprintf("https://site%d.example/", i/2))
			waiting <- err
		}()
	}
	eventually(t, "the fetches have begun", func() bool { return b.world.begun.Load() == 6 })
	b.Close()
	assert.Zero(t, b.world.flying.Load(), "Close waits for the fetches that it ends")
	assert.EqualValues(t, 5, b.world.stopped.Load())
	for range cap(waiting) {
		assert.ErrorIs(t, <-waiting, access.ErrClosed)
	}
	for _, url := range []string{"https://known.example/", "https://new.example/"} {
		_, err := b.Allowed(t.Context(), url)
		assert.ErrorIs(t, err, access.ErrClosed)
	}
	b.Close() // does nothing
	assert.Equal(t, map[string]int{"2xx fetched": 1}, b.counts.fetched, "nothing is concluded from a fetch that was ended")
}

// An origin that was asked by a fetcher that gives up for reasons of its own is as unknown as before.
func TestFetcherGivesUp(t *testing.T) {
	b := newBench(t, nil)
	b.world.set("https://site.example", failure(policy.Cancelled))
	for range 2 {
		_, err := b.Allowed(t.Context(), "https://site.example/")
		assert.ErrorContains(t, err, "gave up")
	}
	b.world.set("https://site.example", rules(body))
	assert.Equal(t, 2, b.ask("https://site.example/private/").Rule.Line)
}

func TestSiteUp(t *testing.T) {
	var asked []normalize.Origin
	b := newBench(t, func(c *access.Config) {
		c.SiteUp = func(o normalize.Origin) bool { asked = append(asked, o); return false }
	})
	b.ask("https://Site.Example:443/")
	assert.Equal(t, []normalize.Origin{"https://site.example"}, asked)
}

// A file that the fetcher cut is not the file that ends there.
func TestCutBody(t *testing.T) {
	b := newBench(t, nil)
	text := "User-agent: *\nDisallow: /private/open"
	whole, cut := rules(text), rules(text)
	cut.Cut = true
	b.world.set("https://whole.example", whole)
	b.world.set("https://cut.example", cut)
	assert.False(t, b.ask("https://whole.example/private/open").Allowed)
	assert.True(t, b.ask("https://cut.example/private/open").Allowed)
}

func manyRules(n int) string {
	var s strings.Builder
	s.WriteString("User-agent: *\n")
	for i := range n {
		fmt.Fprintf(&s, "Disallow: /directory-%d/\n", i)
	}
	return s.String()
}
