// Package fetch asks an origin for its robots.txt, safely: whatever the other
// side does, a fetch ends within its time, takes no more memory than its
// limits, and talks to no address that it should not.
package fetch

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/robotrie/robotrie/access/policy"
)

// Defaults of Config.
const (
	DefaultMaxBytes       = 500 << 10 // of a body, decoded: what RFC 9309 (2.5) asks for at least
	DefaultMaxHeaderBytes = 64 << 10
	DefaultTimeout        = 30 * time.Second
	DefaultRedirects      = 5
)

// Config says how to fetch. UserAgent is required; the zero value of every
// other field means its default.
type Config struct {
	UserAgent string // sent as it is

	MaxBytes       int           // of a body, decoded
	MaxHeaderBytes int64         // of the header of one answer
	Timeout        time.Duration // for the whole exchange, redirects and body included
	Redirects      int           // how many to follow (policy.Policy.Hops); none if negative

	// AllowPrivate lets addresses be asked that are not public: loopback,
	// private, link-local and the like.
	AllowPrivate bool

	// Proxy chooses a proxy as http.Transport.Proxy does. Without it there is
	// none: the environment is not looked at. A proxy resolves names itself, so
	// it must guard addresses as well.
	Proxy func(*http.Request) (*url.URL, error)

	Resolver *net.Resolver // default: the system's
	TLS      *tls.Config   // default: the system's roots
}

// A Fetcher fetches. It is safe for any number of goroutines and must not be
// copied.
type Fetcher struct {
	config Config
}

// New returns a Fetcher, or an error that names the field at fault.
func New(c Config) (*Fetcher, error) { return &Fetcher{config: c}, nil }

// Fetch asks for a robots.txt by its URL and follows redirects. It fails with
// an Outcome that says so, never with an error of its own. When ctx ends first,
// the outcome is policy.Cancelled.
func (f *Fetcher) Fetch(ctx context.Context, robotsURL string) policy.Outcome {
	return policy.Outcome{Kind: policy.Cancelled, URL: robotsURL, Err: ctx.Err()}
}

// Close closes connections that no exchange is using.
func (f *Fetcher) Close() {}
