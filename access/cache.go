// Package access says whether a crawler may fetch a URL, by the robots.txt of
// the URL's origin, which it fetches, keeps and keeps fresh.
//
//	fetcher, err := fetch.New(fetch.Config{UserAgent: "ExampleBot/1.0 (+https://example.com/bot)"})
//	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: fetcher})
//	defer cache.Close()
//
//	decision, err := cache.Allowed(ctx, "https://example.org/private/")
//
// It stands on layers that are of use alone: normalize.OriginOf (which
// robots.txt speaks for a URL), package policy (what a fetch means) and package
// fetch (how to fetch from strangers). docs/ACCESS.md describes them together.
package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/normalize"
)

// A Fetcher asks for a robots.txt. It must return soon after ctx ends, and is
// called by many goroutines at once. Package fetch has one for http and https,
// ftpfetch one for ftp.
type Fetcher interface {
	Fetch(ctx context.Context, robotsURL string) policy.Outcome
}

// Config says what a Cache is to do. Agents and Fetcher are needed, the rest has
// a default.
type Config struct {
	// Agents are the crawler's product tokens, most preferred first.
	Agents []string
	// Fetcher asks the origins.
	Fetcher Fetcher
	// Policy says what the outcome of a fetch means. It also names the dialect
	// in which files are read.
	Policy policy.Policy

	// MaxBytes limits what is held in memory. 0 means 64 MiB. An origin takes
	// some 500 octets, a file that any number of origins serve its
	// Robots.Size, seldom more than the file's own. What was used least lately
	// is evicted; what is being asked about stays, unless so many origins are
	// asked about at once that they find no room together.
	MaxBytes int
	// Parallel limits how many origins are asked at once. 0 means 64.
	Parallel int

	// Store keeps what memory cannot; nil for none. It is the caller's to close,
	// after the Cache.
	Store Store
	// SiteUp says whether other pages of an origin have answered in the last
	// day. Google's policy asks that of an origin whose robots.txt has been
	// failing for long. nil means that it is not known.
	SiteUp func(normalize.Origin) bool

	Counters Counters         // nil for none
	Logger   *slog.Logger     // is told of every fetch at debug level; nil for none
	Now      func() time.Time // nil for time.Now
}

// The least MaxBytes has room for a few of the largest files.
const (
	defaultMaxBytes = 64 << 20
	leastMaxBytes   = 4 << 20
	defaultParallel = 64
)

// ErrClosed is returned for questions to a Cache that is closed or being closed.
var ErrClosed = errors.New("access: the cache is closed")

// A Cache answers whether URLs may be fetched. It must be made by New and not
// be copied, and is safe for any number of goroutines. A question about an
// origin that is known costs a few lookups and the match itself; the first
// question about an origin waits for its robots.txt. However many ask at the
// same time, an origin is asked once.
type Cache struct {
	config  Config
	memory  *memory
	nothing *robotrie.Group // disallows everything
	profile string          // what else a compiled file depends on than its body

	slots   chan struct{} // holds one for every fetch that is under way
	running sync.WaitGroup
	ended   context.Context // is done when the cache is closed
	end     context.CancelFunc
	closed  atomic.Bool

	mu      sync.Mutex
	flights map[normalize.Origin]*flight // by the origin asked, whatever it redirects to
}

// New makes a Cache. The error names what is wrong with the Config.
func New(config Config) (*Cache, error) {
	switch {
	case len(config.Agents) == 0:
		return nil, errors.New("access: Config.Agents is empty: name the crawler")
	case slices.ContainsFunc(config.Agents, func(a string) bool { return strings.TrimSpace(a) == "" }):
		return nil, errors.New("access: Config.Agents holds an empty name")
	case config.Fetcher == nil:
		return nil, errors.New("access: Config.Fetcher is nil")
	case !config.Policy.Valid():
		return nil, fmt.Errorf("access: Config.Policy: there is no %v", config.Policy)
	case config.MaxBytes != 0 && config.MaxBytes < leastMaxBytes:
		return nil, fmt.Errorf("access: Config.MaxBytes is %d: it must be %d or more", config.MaxBytes, leastMaxBytes)
	case config.Parallel < 0:
		return nil, fmt.Errorf("access: Config.Parallel is %d", config.Parallel)
	}
	config.Agents = slices.Clone(config.Agents)
	if config.MaxBytes == 0 {
		config.MaxBytes = defaultMaxBytes
	}
	if config.Parallel == 0 {
		config.Parallel = defaultParallel
	}
	if config.SiteUp == nil {
		config.SiteUp = func(normalize.Origin) bool { return false }
	}
	if config.Counters == nil {
		config.Counters = NoCounters{}
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	c := &Cache{
		config:  config,
		memory:  newMemory(config.MaxBytes, config.Counters),
		nothing: nothing(config.Policy.Dialect()),
		// A name is quoted, so that no two lists of names are alike.
		profile: fmt.Sprintf("%v %q", config.Policy, config.Agents),
		slots:   make(chan struct{}, config.Parallel),
		flights: make(map[normalize.Origin]*flight),
	}
	c.ended, c.end = context.WithCancel(context.Background())
	return c, nil
}

// Allowed says whether a URL may be fetched. It waits for the origin's
// robots.txt where that is not known; that the origin could not be asked is no
// error but a Decision. An error means that there is no answer: the URL is no
// absolute http, https or ftp URL, ctx ended, or the cache was closed. Where ctx
// ends, a fetch that has begun goes on for others who wait for it, and for later
// questions.
func (c *Cache) Allowed(ctx context.Context, url string) (Decision, error) {
	_, d, err := c.Group(ctx, url)
	return d, err
}

// Group is Allowed for who has many URLs of one origin: besides the decision on
// url it gives the rules that decide on all of them, never nil without an error.
// Where the decision's Outcome is not policy.Rules, they stand for it: they
// allow or disallow everything, and the line they name is none of the origin's.
func (c *Cache) Group(ctx context.Context, url string) (*robotrie.Group, Decision, error) {
	var text [512]byte // room on the stack for most URLs and origins
	var buf [128]byte
	octets, err := normalize.AppendOrigin(buf[:0], append(text[:0], url...))
	if err != nil {
		return nil, Decision{}, fmt.Errorf("access: %w: %q", err, url)
	}
	key := normalize.Origin(octets)
	k, answer, err := c.ask(ctx, key)
	c.config.Counters.Asked(answer)
	if err != nil {
		return nil, Decision{}, err
	}
	group, d := c.decide(k, url, key.RobotsURL())
	return group, d, nil
}

// Bytes says how much is held in memory, by the measure of Config.MaxBytes.
func (c *Cache) Bytes() int { return c.memory.size() }

// Close ends all fetches and waits until every goroutine of the cache is done.
// Questions that are waiting, or come later, end with ErrClosed. What a fetch
// that Close ends would have said is not known: nothing is concluded from it.
// Nothing is held afterwards.
func (c *Cache) Close() {
	c.mu.Lock()
	c.closed.Store(true) // from here on no flight begins
	c.mu.Unlock()
	c.end()
	c.running.Wait()
	c.memory.clear()
}
