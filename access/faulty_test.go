package access_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/internal/faulty"
)

// The tests of this file fetch by real sockets, from a world in which everything goes wrong. What becomes of each fault
// is for the tests of packages fetch and policy; here it is what the cache makes of it.

// patience is what a fetch gets that cannot end well.
const patience = 300 * time.Millisecond

// inWorld has the cache fetch from a world.
func inWorld(t *testing.T, w *faulty.World, timeout time.Duration) func(*access.Config) {
	f, err := fetch.New(fetch.Config{
		UserAgent: "ExampleBot/1.0", AllowPrivate: true, Resolver: w.Resolver(), TLS: w.TLS(), Timeout: timeout,
	})
	require.NoError(t, err)
	t.Cleanup(f.Close)
	return func(c *access.Config) { c.Fetcher = f }
}

// A fault, and what it means under RFC 9309.
type fault struct {
	answer   http.Handler
	hopeless bool // nothing but the time limit ends it
	requests int  // that one fetch takes; 0 means 1

	outcome policy.Applies
	reason  policy.Reason
	status  int
	again   time.Duration
}

const (
	aDay     = 24 * time.Hour
	firstTry = 5 * time.Minute
)

func faults() map[string]fault {
	down := func(reason policy.Reason, status int, answer http.Handler) fault {
		return fault{answer: answer, outcome: policy.Disallowed, reason: reason, status: status, again: firstTry}
	}
	open := func(reason policy.Reason, status int) fault {
		return fault{answer: faulty.Status(status, ""), outcome: policy.Unrestricted, reason: reason, status: status, again: aDay}
	}
	list := map[string]fault{
		"fine":      {answer: faulty.Body(body), outcome: policy.Rules, reason: policy.Fetched, status: 200, again: aDay},
		"half-hour": {answer: faulty.Body(body, "Cache-Control", "max-age=1800"), outcome: policy.Rules, reason: policy.Fetched, status: 200, again: 30 * time.Minute},
		"html":      {answer: faulty.Body("<html>", "Content-Type", "text/html"), outcome: policy.Rules, reason: policy.Fetched, status: 200, again: aDay},
		"bomb":      {answer: faulty.Bomb(64 << 20), outcome: policy.Rules, reason: policy.Fetched, status: 200, again: aDay},
		"stream":    {answer: faulty.Stream(10 << 30), outcome: policy.Rules, reason: policy.Fetched, status: 200, again: aDay},

		"gone":      open(policy.NotFound, 410),
		"denied":    open(policy.Denied, 403),
		"teapot":    open(policy.ClientError, 418),
		"throttled": open(policy.TooManyRequests, 429),

		"503":       down(policy.ServerError, 503, faulty.Status(503, "")),
		"later":     {answer: faulty.Status(503, "", "Retry-After", "7200"), outcome: policy.Disallowed, reason: policy.ServerError, status: 503, again: 2 * time.Hour},
		"odd":       down(policy.StrangeStatus, 304, faulty.Status(304, "")),
		"reset":     down(policy.ConnectionFailed, 0, faulty.Reset("")),
		"half-body": down(policy.Broken, 200, faulty.Raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"+body)),
		"bad-chunk": down(policy.Broken, 200, faulty.Raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")),
		"to-a-file": down(policy.RedirectBad, 302, faulty.Redirect(302, "file:///etc/passwd")),
		"loop":      {answer: faulty.Loop(2), requests: 2, outcome: policy.Unrestricted, reason: policy.RedirectsTooMany, status: 302, again: aDay},
	}
	for name, answer := range map[string]http.Handler{"hang": faulty.Hang(), "drip-header": faulty.DripHeader(10 * time.Millisecond)} {
		list[name] = fault{answer: answer, hopeless: true, outcome: policy.Disallowed, reason: policy.TimedOut, again: firstTry}
	}
	drip := down(policy.TimedOut, 200, faulty.Drip(10*time.Millisecond))
	drip.hopeless = true
	list["drip"] = drip
	for n := range 8 {
		chain := fault{answer: faulty.Chain(n, 302, faulty.Body(body)), requests: n + 1, outcome: policy.Rules, reason: policy.Fetched, status: 200, again: aDay}
		if n > 5 {
			chain.requests, chain.outcome, chain.reason, chain.status = 6, policy.Unrestricted, policy.RedirectsTooMany, 302
		}
		list[fmt.Sprintf("chain-%d", n)] = chain
	}
	return list
}

// TestFaults holds every fault to one fetch and one decision until its time has come, and to recovery after it: by then
// the origin answers with other rules.
func TestFaults(t *testing.T) {
	w := faulty.New(t)
	for name, f := range faults() {
		t.Run(name, func(t *testing.T) {
			timeout := 30 * time.Second
			if f.hopeless {
				timeout = patience
			}
			b := newBench(t, inWorld(t, w, timeout))
			host := name + ".test"
			origin := w.HTTP(host, f.answer)
			for _, path := range []string{"/private/", "/", "/private/open"} {
				d := b.ask(origin + path)
				assert.Equal(t, f.outcome, d.Outcome)
				assert.Equal(t, f.reason, d.Reason)
				assert.Equal(t, f.status, d.Status)
				assert.Equal(t, start.Add(f.again), d.AskAgain)
				assert.Equal(t, start, d.Fetched)
				if f.outcome != policy.Rules {
					assert.Equal(t, f.outcome == policy.Unrestricted, d.Allowed)
				}
			}
			assert.Equal(t, max(1, f.requests), w.Host(host).Requests(), "one fetch")

			w.HTTP(host, faulty.Body("User-agent: *\nDisallow: /repaired/\n"))
			b.clock.moveTo(start.Add(f.again - f.again/10 - 1))
			b.ask(origin + "/")
			require.Zero(t, w.Host(host).Requests(), "its time has not come")
			b.clock.moveTo(start.Add(f.again))
			eventually(t, "it is repaired", func() bool { return b.ask(origin+"/repaired/").Rule.Line == 2 })
			assert.Equal(t, 1, w.Host(host).Requests())
		})
	}
}

// Faults that are no answer of a server.
func TestUnreachable(t *testing.T) {
	w := faulty.New(t)
	w.Misnamed("misnamed.test")
	for origin, reason := range map[string]policy.Reason{
		w.HTTPS("expired.test", faulty.Expired, faulty.Body(body)):        policy.TLSFailed,
		w.HTTPS("wrong-name.test", faulty.WrongName, faulty.Body(body)):   policy.TLSFailed,
		w.HTTPS("self-signed.test", faulty.SelfSigned, faulty.Body(body)): policy.TLSFailed,
		w.Refused("refused.test"):                                         policy.ConnectionFailed,
		"http://no-such-name.test":                                        policy.DNSFailed,
		"http://misnamed.test":                                            policy.DNSFailed,
	} {
		b := newBench(t, inWorld(t, w, 30*time.Second))
		for range 2 {
			d := b.ask(origin + "/")
			assert.Equal(t, policy.Disallowed, d.Outcome, origin)
			assert.Equal(t, reason, d.Reason, origin)
			assert.Zero(t, d.Status, origin)
			assert.Equal(t, start.Add(firstTry), d.AskAgain, origin)
		}
		assert.Equal(t, 1, b.asked(access.Waited), origin)
	}
}

// A redirect to another host brings its rules to the first: the other's are its own to bring.
func TestRedirectAcrossHosts(t *testing.T) {
	w := faulty.New(t)
	b := newBench(t, inWorld(t, w, 30*time.Second))
	target := w.HTTPS("target.test", faulty.Trusted, faulty.RobotsOnly(faulty.Body(body)))
	first := w.HTTP("first.test", faulty.Redirect(301, target+"/robots.txt"))
	elsewhere := w.HTTP("elsewhere.test", faulty.Redirect(301, target+"/no/such/page"))

	d := b.ask(first + "/private/")
	assert.False(t, d.Allowed)
	assert.Equal(t, first+"/robots.txt", d.RobotsURL)
	assert.Equal(t, 1, d.Redirects)
	assert.Equal(t, policy.Unrestricted, b.ask(elsewhere+"/private/").Outcome)
	require.Equal(t, 2, w.Host("target.test").Requests())
	assert.False(t, b.ask(target+"/private/").Allowed)
	assert.Equal(t, 3, w.Host("target.test").Requests(), "the target was not known by those who were sent there")
}

// Origins that hang hold up nobody but those who ask about them, and Close ends them.
func TestHangingOrigins(t *testing.T) {
	w := faulty.New(t)
	b := newBench(t, func(c *access.Config) {
		inWorld(t, w, time.Hour)(c)
		c.Parallel = 8
	})
	var waiting sync.WaitGroup
	for i := range 7 {
		origin := w.HTTP(fmt.Sprintf("hang%d.test", i), faulty.Hang())
		for range 3 {
			waiting.Go(func() {
				_, err := b.Allowed(t.Context(), origin+"/")
				assert.ErrorIs(t, err, access.ErrClosed)
			})
		}
	}
	eventually(t, "all hang", func() bool {
		n := 0
		for i := range 7 {
			n += w.Host(fmt.Sprintf("hang%d.test", i)).Requests()
		}
		return n == 7
	})
	for i := range 50 {
		origin := w.HTTP(fmt.Sprintf("fine%d.test", i), faulty.Body(body))
		assert.False(t, b.ask(origin+"/private/").Allowed)
	}
	b.Close()
	waiting.Wait()
}

// TestLoadBySockets is TestLoad in small, with names, sockets and an HTTP server for every origin.
func TestLoadBySockets(t *testing.T) {
	const origins, questions, askers = 400, 20_000, 64
	w := faulty.New(t)
	var asked [origins]atomic.Int32
	failing, hangup := faulty.Status(503, ""), faulty.Raw("")
	format := w.Otherwise(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var i int
		if _, err := fmt.Sscanf(r.Host, "host%d.test", &i); err != nil || r.URL.Path != "/robots.txt" {
			t.Errorf("a request for %s%s", r.Host, r.URL)
			return
		}
		asked[i].Add(1)
		switch i % 40 {
		case 7:
			failing.ServeHTTP(rw, r)
		case 27:
			hangup.ServeHTTP(rw, r)
		default:
			fmt.Fprintf(rw, "User-agent: *\nDisallow: /own-%d/\n", i)
		}
	}))
	b := newBench(t, inWorld(t, w, 30*time.Second))
	var all sync.WaitGroup
	for a := range askers {
		all.Go(func() {
			for n := range questions / askers {
				i := (a*131 + n*17) % origins
				origin := fmt.Sprintf(strings.Replace(format, "%s", "host%d.test", 1), i)
				d, err := b.Allowed(t.Context(), fmt.Sprintf("%s/own-%d/", origin, i))
				if !assert.NoError(t, err) || !assert.False(t, d.Allowed) {
					return
				}
				assert.Equal(t, i%20 != 7, d.Outcome == policy.Rules)
			}
		})
	}
	all.Wait()
	for i := range origins {
		assert.EqualValues(t, 1, asked[i].Load(), i)
	}
}
