// Package fetch asks an origin for its robots.txt, safely: whatever the other
// side does, a fetch ends within its time, takes no more memory than its
// limits, and talks to no address that it should not.
//
// What the outcome means is for package policy to say.
package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/robotrie/robotrie/access/policy"
)

// Defaults of Config.
const (
	DefaultMaxBytes       = 500 << 10 // of a body, decoded: what RFC 9309 (2.5) asks for at least
	DefaultMaxHeaderBytes = 64 << 10
	DefaultTimeout        = 30 * time.Second
	DefaultRedirects      = 5 // what RFC 9309 (2.3.1.2) asks for at least
)

// MostBytes is the most that MaxBytes may be: no more of a body ever counts, see
// robotrie.WithMaxSize, and a limit that is never met would hide that.
const MostBytes = 32 << 20

// Config says how to fetch. UserAgent is required; the zero value of every
// other field means its default.
type Config struct {
	UserAgent string // sent as it is

	MaxBytes       int           // of a body, decoded; at most MostBytes
	MaxHeaderBytes int64         // of the header of one answer
	Timeout        time.Duration // for the whole exchange, names, redirects and bodies included
	Redirects      int           // how many to follow (policy.Policy.Hops); none if negative

	// AllowPrivate lets addresses be asked that are not public: loopback,
	// private, link-local and the like.
	AllowPrivate bool

	// Proxy chooses a proxy as http.Transport.Proxy does. Without it there is
	// none: the environment is not looked at. A proxy resolves names itself, so
	// it must guard addresses itself; what is refused here is only a URL that
	// has such an address for its host. Requests for which it chooses none are
	// guarded as without it.
	Proxy func(*http.Request) (*url.URL, error)

	Resolver *net.Resolver // default: the system's
	TLS      *tls.Config   // default: the system's roots
}

// A Fetcher fetches. It is safe for any number of goroutines and must not be
// copied. It keeps no connection, no cookie and no goroutine from one fetch to
// the next: there is rarely a second one to the same origin within hours.
type Fetcher struct {
	config    Config
	transport *http.Transport
}

// New returns a Fetcher, or an error that names the field at fault.
func New(c Config) (*Fetcher, error) {
	switch {
	case c.UserAgent == "":
		return nil, errors.New("fetch: UserAgent is missing: sites must be able to tell who asks")
	case !httpguts.ValidHeaderFieldValue(c.UserAgent):
		return nil, fmt.Errorf("fetch: UserAgent %q cannot be sent in a header", c.UserAgent)
	case c.MaxBytes < 0:
		return nil, fmt.Errorf("fetch: MaxBytes is negative: %d", c.MaxBytes)
	case c.MaxBytes > MostBytes:
		return nil, fmt.Errorf("fetch: MaxBytes is too much: %d; no more than %d octets of a body count", c.MaxBytes, MostBytes)
	case c.MaxHeaderBytes < 0:
		return nil, fmt.Errorf("fetch: MaxHeaderBytes is negative: %d", c.MaxHeaderBytes)
	case c.Timeout < 0:
		return nil, fmt.Errorf("fetch: Timeout is negative: %v", c.Timeout)
	}
	c.MaxBytes = orDefault(c.MaxBytes, DefaultMaxBytes)
	c.MaxHeaderBytes = orDefault(c.MaxHeaderBytes, DefaultMaxHeaderBytes)
	c.Timeout = orDefault(c.Timeout, DefaultTimeout)
	c.Redirects = orDefault(c.Redirects, DefaultRedirects)

	guard := PublicOnly
	if c.AllowPrivate {
		guard = nil
	}
	return guarded(c, guard), nil
}

// proxyKey is the key of a request's proxy, a *url.URL, in its context; there is
// none where the request goes to the origin itself.
type proxyKey struct{}

// guarded makes a Fetcher that asks guard before it dials an address, but for
// that of a proxy, which the configuration names and no stranger.
func guarded(c Config, guard func(network, address string, _ syscall.RawConn) error) *Fetcher {
	toOrigin, toProxy := &net.Dialer{Resolver: c.Resolver, Control: guard}, &net.Dialer{Resolver: c.Resolver}
	return &Fetcher{config: c, transport: &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if ctx.Value(proxyKey{}) != nil {
				return toProxy.DialContext(ctx, network, address)
			}
			return toOrigin.DialContext(ctx, network, address)
		},
		Proxy: func(r *http.Request) (*url.URL, error) {
			proxy, _ := r.Context().Value(proxyKey{}).(*url.URL)
			return proxy, nil
		},
		TLSClientConfig:        c.TLS.Clone(),
		DisableKeepAlives:      true,
		DisableCompression:     true, // we decode, to count what comes in and what comes out
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: c.MaxHeaderBytes,
	}}
}

func orDefault[T int | int64 | time.Duration](value, otherwise T) T {
	if value == 0 {
		return otherwise
	}
	return value
}

// Close closes connections that no exchange is using. Exchanges end by their
// contexts.
func (f *Fetcher) Close() { f.transport.CloseIdleConnections() }

// Fetch asks for a robots.txt by its URL and follows redirects. Failing, it gives
// an Outcome that says so. When ctx ends first, the outcome is policy.Cancelled:
// the time that Config allows is one thing, the caller's patience another.
func (f *Fetcher) Fetch(ctx context.Context, robotsURL string) policy.Outcome {
	timed, cancel := context.WithTimeout(ctx, f.config.Timeout)
	defer cancel()
	e := exchange{fetcher: f, ctx: timed, outcome: policy.Outcome{URL: robotsURL}}
	e.run(robotsURL)
	if e.outcome.Kind != policy.Answered && ctx.Err() != nil {
		e.outcome.Kind, e.outcome.Err = policy.Cancelled, context.Cause(ctx)
	}
	return e.outcome
}

// An exchange is one fetch.
type exchange struct {
	fetcher *Fetcher
	ctx     context.Context
	outcome policy.Outcome
}

// fail ends the exchange without an answer.
func (e *exchange) fail(kind policy.Kind, err error) {
	e.outcome.Kind, e.outcome.Err = kind, err
}

// run asks, and asks again where redirects lead to.
func (e *exchange) run(robotsURL string) {
	target, err := url.Parse(robotsURL)
	if err == nil {
		err = carried(target)
	}
	if err != nil {
		e.fail(policy.Blocked, fmt.Errorf("cannot ask for %q: %w", robotsURL, err))
		return
	}
	asked := map[string]bool{}
	for {
		e.outcome.URL = target.String()
		asked[e.outcome.URL] = true
		response, err := e.ask(target)
		if err != nil {
			e.fail(KindOf(err), err)
			return
		}
		e.outcome.Status, e.outcome.Header = response.StatusCode, response.Header
		if !isRedirect(response.StatusCode) {
			e.read(response)
			return
		}
		// What comes with a redirect is of no interest; unread, it closes
		// the connection.
		_ = response.Body.Close()
		target, err = location(response, target)
		switch {
		case err != nil:
			e.fail(policy.BadRedirect, err)
			return
		case e.outcome.Redirects >= e.fetcher.config.Redirects:
			e.fail(policy.TooManyRedirects, fmt.Errorf("more than %d redirects", max(e.fetcher.config.Redirects, 0)))
			return
		case asked[target.String()]:
			// We keep no cookies, so the next answer would be the same.
			e.fail(policy.TooManyRedirects, fmt.Errorf("redirected in a circle, to %s again", target))
			return
		}
		e.outcome.Redirects++
	}
}

// ask sends one request.
func (e *exchange) ask(target *url.URL) (*http.Response, error) {
	request, err := http.NewRequestWithContext(e.ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", e.fetcher.config.UserAgent)
	request.Header.Set("Accept", "text/plain, */*;q=0.5")
	request.Header.Set("Accept-Encoding", "gzip")
	if request, err = e.fetcher.config.throughProxy(request); err != nil {
		return nil, err
	}
	return e.fetcher.transport.RoundTrip(request)
}

// throughProxy gives a request the proxy that Config chooses for it, if any.
func (c *Config) throughProxy(r *http.Request) (*http.Request, error) {
	if c.Proxy == nil {
		return r, nil
	}
	proxy, err := c.Proxy(r)
	if err != nil || proxy == nil {
		return r, err
	}
	if a, err := netip.ParseAddr(r.URL.Hostname()); err == nil && !c.AllowPrivate && !public(a) {
		return nil, fmt.Errorf("%w: %s", ErrNotPublic, a)
	}
	return r.WithContext(context.WithValue(r.Context(), proxyKey{}, proxy)), nil
}
