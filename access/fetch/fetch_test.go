package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/internal/faulty"
)

func TestNewNamesTheField(t *testing.T) {
	for field, c := range map[string]fetch.Config{
		"UserAgent is missing": {},
		"UserAgent \"a\\nb\"":  {UserAgent: "a\nb"},
		"MaxBytes":             {UserAgent: "x", MaxBytes: -1},
		"MaxBytes is too much": {UserAgent: "x", MaxBytes: math.MaxInt},
		"MaxHeaderBytes":       {UserAgent: "x", MaxHeaderBytes: -1},
		"Timeout":              {UserAgent: "x", Timeout: -1},
	} {
		_, err := fetch.New(c)
		assert.ErrorContains(t, err, field)
	}
}

// TestRequest holds every line that a site gets to see, after a redirect that
// tried to leave a cookie.
func TestRequest(t *testing.T) {
	w := faulty.New(t)
	echo := w.HTTP("echo.test", faulty.Echo())
	start := w.HTTP("start.test", faulty.Status(302, "", "Location", strings.Replace(echo, "//", "//user:secret@", 1)+"/here?x#y", "Set-Cookie", "a=b"))
	o := newFetcher(t, w, nil).Fetch(t.Context(), strings.Replace(start, "//", "//user:secret@", 1)+"/robots.txt")
	require.Equal(t, policy.Answered, o.Kind, "%v", o.Err)
	assert.Equal(t, echo+"/here?x", o.URL)
	assert.Equal(t, "GET echo.test:"+w.PlainPort()+" /here?x\r\n"+
		"Accept: text/plain, */*;q=0.5\r\n"+
		"Accept-Encoding: gzip\r\n"+
		"Connection: close\r\n"+
		"User-Agent: faulty-test/1.0\r\n", string(o.Body))
}

// TestAcrossHosts: redirects lead anywhere on the web, by names in any spelling.
func TestAcrossHosts(t *testing.T) {
	w := faulty.New(t)
	end := w.HTTPS("xn--mller-kva.test", faulty.Trusted, faulty.Body(rules, "Cache-Control", "max-age=3600"))
	spelt := strings.Replace(end, "xn--mller-kva", "MÜLLER", 1)
	plain := w.HTTP("plain.test", faulty.Redirect(308, spelt+"/robots.txt"))
	relative := w.HTTP("relative.test", faulty.Chain(1, 301, faulty.Redirect(307, "//"+strings.TrimPrefix(plain, "http://"))))
	first := w.HTTPS("first.test", faulty.Trusted, faulty.Redirect(303, relative+"/robots.txt"))

	o := newFetcher(t, w, nil).Fetch(t.Context(), first+"/robots.txt")
	require.Equal(t, policy.Answered, o.Kind, "%v", o.Err)
	assert.Equal(t, end+"/robots.txt", o.URL)
	assert.Equal(t, 4, o.Redirects)
	assert.Equal(t, rules, string(o.Body))
	for _, p := range policy.Policies() {
		next := p.Next(policy.State{}, o, noon)
		assert.Equal(t, noon.Add(time.Hour), next.Ask)
		assert.Equal(t, o.URL, next.URL)
	}
}

// TestHTTP2: it is spoken where it is offered.
func TestHTTP2(t *testing.T) {
	w := faulty.New(t)
	origin := w.HTTPS("two.test", faulty.Trusted, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Proto)
	}))
	o := newFetcher(t, w, nil).Fetch(t.Context(), origin+"/robots.txt")
	assert.Equal(t, "HTTP/2.0", string(o.Body), "%v", o.Err)
}

// TestHops: how many redirects are followed is for the caller to say.
func TestHops(t *testing.T) {
	w := faulty.New(t)
	origin := w.HTTP("far.test", faulty.Chain(20, 302, faulty.Body(rules)))
	for _, row := range []struct {
		redirects, followed int
		kind                policy.Kind
	}{{0, 5, policy.TooManyRedirects}, {-1, 0, policy.TooManyRedirects}, {1, 1, policy.TooManyRedirects}, {19, 19, policy.TooManyRedirects}, {20, 20, policy.Answered}, {policy.Koster1996.Hops(), 20, policy.Answered}} {
		o := newFetcher(t, w, func(c *fetch.Config) { c.Redirects = row.redirects }).Fetch(t.Context(), origin+"/robots.txt")
		assert.Equal(t, row.kind, o.Kind, "%d: %v", row.redirects, o.Err)
		assert.Equal(t, row.followed, o.Redirects, "%d", row.redirects)
	}
}

// TestPrivateIsRefused: without leave nothing on this machine is reached, by
// whatever name, and refusal does not open the site.
func TestPrivateIsRefused(t *testing.T) {
	w := faulty.New(t)
	w.Otherwise(faulty.Body(rules))
	origin := w.HTTP("named.test", faulty.Body(rules))
	w.Resolves("six.test", []string{"::1", "fd00::1"})
	f := newFetcher(t, w, func(c *fetch.Config) { c.AllowPrivate = false })
	for _, host := range []string{
		"named.test", "six.test", "localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "192.168.1.1",
		"169.254.169.254", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[fd00:ec2::254]",
	} {
		o := f.Fetch(t.Context(), "http://"+host+":"+w.PlainPort()+"/robots.txt")
		assert.Equal(t, policy.Blocked, o.Kind, "%s: %v", host, o.Err)
		assert.ErrorIs(t, o.Err, fetch.ErrNotPublic, "%s", host)
		for _, p := range policy.Policies() {
			next := p.Next(policy.State{}, o, noon)
			assert.Equal(t, policy.Disallowed, next.Applies)
			assert.Equal(t, policy.AddressRefused, next.Reason)
		}
	}
	assert.Zero(t, w.Host("named.test").Requests())
	assert.Zero(t, w.Host("anything").Requests())
	o := newFetcher(t, w, nil).Fetch(t.Context(), origin+"/robots.txt")
	assert.Equal(t, policy.Answered, o.Kind, "with leave it is: %v", o.Err)
}

// TestNoWebURL: what cannot be asked for is refused, not guessed at.
func TestNoWebURL(t *testing.T) {
	f := newFetcher(t, faulty.New(t), nil)
	for _, url := range []string{"", "/robots.txt", "ftp://example.com/robots.txt", "file:///etc/passwd", "http:///robots.txt", "http://[::1", "http://a b/", "http:a"} {
		o := f.Fetch(t.Context(), url)
		assert.Equal(t, policy.Blocked, o.Kind, "%q", url)
		assert.Error(t, o.Err)
		assert.Equal(t, url, o.URL)
	}
}

// TestProxy: one that is given is used, one of the environment is not.
func TestProxy(t *testing.T) {
	w := faulty.New(t)
	proxy := w.HTTP("proxy.test", faulty.Body("proxied"))
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy)
	}
	origin := w.HTTP("direct.test", faulty.Body("direct"))
	o := newFetcher(t, w, nil).Fetch(t.Context(), origin+"/robots.txt")
	assert.Equal(t, "direct", string(o.Body), "%v", o.Err)

	address, err := url.Parse(proxy)
	require.NoError(t, err)
	// The request names its true host, by which the world finds it: any host
	// there is answers for the proxy, as long as the proxy's address is dialled.
	through := newFetcher(t, w, func(c *fetch.Config) {
		c.Proxy, c.AllowPrivate = http.ProxyURL(address), false
	})
	w.Otherwise(faulty.Body("proxied"))
	o = through.Fetch(t.Context(), "http://somewhere.test:1/robots.txt")
	assert.Equal(t, "proxied", string(o.Body), "%v", o.Err)
	o = through.Fetch(t.Context(), "http://[::ffff:127.0.0.1]/robots.txt")
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
}

// TestProxyForSome: where Proxy names none, the address is dialled from here, and
// guarded as without it.
func TestProxyForSome(t *testing.T) {
	w := faulty.New(t)
	proxy, err := url.Parse(w.HTTP("proxy.test", faulty.Body("proxied")))
	require.NoError(t, err)
	w.Otherwise(faulty.Body("proxied"))
	inside := w.HTTP("inside.test", faulty.Body("secret"))
	there := w.HTTP("there.test", faulty.Redirect(http.StatusFound, inside+"/robots.txt"))
	f := newFetcher(t, w, func(c *fetch.Config) {
		c.AllowPrivate = false
		c.Proxy = func(r *http.Request) (*url.URL, error) {
			switch r.URL.Hostname() {
			case "inside.test":
				return nil, nil
			case "bad.test":
				return nil, errors.New("no proxy for this one")
			}
			return proxy, nil
		}
	})
	o := f.Fetch(t.Context(), inside+"/robots.txt")
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
	assert.ErrorIs(t, o.Err, fetch.ErrNotPublic)
	o = f.Fetch(t.Context(), there+"/robots.txt")
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
	assert.Equal(t, 1, o.Redirects)
	assert.Zero(t, w.Host("inside.test").Requests())
	assert.Equal(t, 1, w.Host("there.test").Requests())
	o = f.Fetch(t.Context(), "http://bad.test/robots.txt")
	assert.ErrorContains(t, o.Err, "no proxy for this one")
}

// TestLimitIsExact: a body of the limit's length is whole, one octet more is not.
func TestLimitIsExact(t *testing.T) {
	w := faulty.New(t)
	f := newFetcher(t, w, nil)
	for _, length := range []int{maxBytes - 1, maxBytes, maxBytes + 1, maxBytes + 2} {
		body := rules + strings.Repeat("#", length-len(rules))
		for name, origin := range map[string]string{
			"plain":  w.HTTP("plain.test", faulty.Body(body)),
			"zipped": w.HTTP("zipped.test", faulty.Body(string(faulty.Gzip(body)), "Content-Encoding", "gzip")),
		} {
			o := f.Fetch(t.Context(), origin+"/robots.txt")
			require.Equal(t, policy.Answered, o.Kind, "%v", o.Err)
			assert.Equal(t, length > maxBytes, o.Cut, "%s %d", name, length)
			assert.Len(t, o.Body, min(length, maxBytes+1), "%s %d", name, length)
		}
	}
}

// TestPatience: who gives up has learnt nothing, whether he is told to or his
// time is up.
func TestPatience(t *testing.T) {
	w := faulty.New(t)
	f := newFetcher(t, w, nil)
	for name, answer := range map[string]http.Handler{"hang": faulty.Hang(), "drip": faulty.Drip(time.Millisecond), "loop": faulty.Loop(2)} {
		origin := w.HTTP(name+".test", answer)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		o := f.Fetch(ctx, origin+"/robots.txt")
		assert.Equal(t, policy.Cancelled, o.Kind, "%s: %v", name, o.Err)
		assert.Zero(t, w.Host(name+".test").Requests())
	}
	why := errors.New("changed my mind")
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, why)
	defer cancel()
	o := f.Fetch(ctx, w.HTTP("hang.test", faulty.Hang())+"/robots.txt")
	assert.Equal(t, policy.Cancelled, o.Kind)
	assert.ErrorIs(t, o.Err, why)
}

// TestOthersGoOn: origins that hang keep nobody else waiting.
func TestOthersGoOn(t *testing.T) {
	w := faulty.New(t)
	f := newFetcher(t, w, nil)
	hang := w.HTTP("hang.test", faulty.Hang())
	others := w.Otherwise(faulty.Body(rules))

	ctx, giveUp := context.WithCancel(t.Context())
	var hanging sync.WaitGroup
	for range 20 {
		hanging.Go(func() {
			assert.Equal(t, policy.Cancelled, f.Fetch(ctx, hang+"/robots.txt").Kind)
		})
	}
	var going sync.WaitGroup
	for i := range 50 {
		going.Go(func() {
			o := f.Fetch(t.Context(), fmt.Sprintf(others, fmt.Sprintf("other-%d.test", i))+"/robots.txt")
			assert.Equal(t, rules, string(o.Body), "%v", o.Err)
		})
	}
	going.Wait() // with the others still hanging
	assert.Equal(t, 50, w.Host("other-1.test").Requests())
	giveUp()
	hanging.Wait()
}

// TestChanging follows an origin through its life: rules, new rules, a failure
// that outlasts 12 hours, and no rules at all.
func TestChanging(t *testing.T) {
	w := faulty.New(t)
	f := newFetcher(t, w, nil)
	origin := w.HTTP("changing.test", faulty.Changing(
		faulty.Body("User-agent: *\nDisallow: /a\n"),
		faulty.Body("User-agent: *\nDisallow: /b\n", "Cache-Control", "max-age=3600"),
		faulty.Status(503, "", "Retry-After", "600"),
		faulty.Reset(""),
		faulty.Status(404, ""),
	))
	now, state := noon, policy.State{}
	fetchOnce := func() policy.Outcome {
		o := f.Fetch(t.Context(), origin+"/robots.txt")
		state = policy.Google.Next(state, o, now)
		return o
	}
	o := fetchOnce()
	assert.False(t, policy.Google.Compile(o).Group("x").Allowed("/a"))
	assert.Equal(t, now.Add(24*time.Hour), state.Ask)

	now = state.Ask
	o = fetchOnce()
	assert.True(t, policy.Google.Compile(o).Group("x").Allowed("/a"))
	assert.False(t, policy.Google.Compile(o).Group("x").Allowed("/b"))
	assert.Equal(t, now.Add(time.Hour), state.Ask)

	now = state.Ask
	fetchOnce()
	assert.Equal(t, policy.Disallowed, state.Applies)
	assert.Equal(t, now.Add(10*time.Minute), state.Ask)

	now = now.Add(12 * time.Hour)
	fetchOnce()
	assert.Equal(t, policy.Rules, state.Applies)
	assert.True(t, state.Stale)
	assert.Equal(t, policy.ConnectionFailed, state.Reason)

	now = state.Ask
	fetchOnce()
	assert.Equal(t, policy.Unrestricted, state.Applies)
	assert.Zero(t, state.GoodAt)
}

// TestErrorPage: of the page of a 5xx so much is kept that a policy can read its
// title, and no more.
func TestErrorPage(t *testing.T) {
	w := faulty.New(t)
	f := newFetcher(t, w, nil)
	o := f.Fetch(t.Context(), w.HTTP("lost.test", faulty.Status(500, "<title>Page not found</title>"))+"/robots.txt")
	assert.Equal(t, policy.Unrestricted, policy.GoogleEarlier.Next(policy.State{}, o, noon).Applies)
	assert.Equal(t, policy.Disallowed, policy.Google.Next(policy.State{}, o, noon).Applies)

	o = f.Fetch(t.Context(), w.HTTP("long.test", faulty.Status(500, strings.Repeat("x", 1<<20)))+"/robots.txt")
	assert.Equal(t, policy.Answered, o.Kind)
	assert.Len(t, o.Body, 4<<10+1)
	o = f.Fetch(t.Context(), w.HTTP("half.test", faulty.Raw("HTTP/1.1 500 x\r\nContent-Length: 99\r\n\r\nhalf"))+"/robots.txt")
	assert.Equal(t, policy.Answered, o.Kind, "the status has come, whatever became of the page")
	assert.Equal(t, "half", string(o.Body))

	o = f.Fetch(t.Context(), w.HTTP("gone.test", faulty.Status(404, strings.Repeat("x", 1<<20)))+"/robots.txt")
	assert.Zero(t, o.Read, "what a 404 looks like is of no interest")
}
