package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

// A site is an origin on loopback that remembers who asked for its robots.txt. Everything else of it is a failure: the
// command has no business there.
type site struct {
	server *httptest.Server
	mu     sync.Mutex
	agents []string
	strays []string
}

// startSite starts an origin.
func startSite(robots http.HandlerFunc) *site {
	s := new(site)
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if r.URL.Path == "/robots.txt" || r.URL.Path == "/moved.txt" {
			s.agents = append(s.agents, r.UserAgent())
		} else {
			s.strays = append(s.strays, r.URL.Path)
		}
		s.mu.Unlock()
		robots(w, r)
	}))
	return s
}

// sites are those of the script that is running, by their URLs.
type sites map[string]*site

type sitesKey struct{}

// startSites starts the origins that scripts ask, and names them in the environment.
func startSites(env *testscript.Env) {
	all := sites{}
	start := func(name string, robots http.HandlerFunc) {
		s := startSite(robots)
		env.Defer(s.server.Close)
		env.Setenv(name, s.server.URL)
		all[s.server.URL] = s
	}
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }
	}
	start("RULES", text("User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/*.html$\n\nUser-agent: *\nDisallow: /\n"))
	start("DIALECT", text("User-agent: *\nDisallow: /p\nAllow: /page\n"))
	start("NONE", http.NotFound)
	start("DENIED", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	start("DOWN", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	start("MOVED", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.Redirect(w, r, "/moved.txt", http.StatusMovedPermanently)
			return
		}
		fmt.Fprint(w, "User-agent: *\nDisallow: /moved\n")
	})
	env.Setenv("SILENT", silent(env))
	env.Values[sitesKey{}] = all
}

// silent gives an origin that takes no connections.
func silent(env *testscript.Env) string {
	// Why not a closed port: another program could be given it.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		env.T().Fatal(err)
	}
	env.Defer(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.(*net.TCPConn).SetLinger(0) // a reset
			c.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

// cmdAsked holds a site to how often somebody asked for its robots.txt since the last time: asked $RULES 1 ExampleBot.
func cmdAsked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: asked URL times user-agent")
	}
	s := ts.Value(sitesKey{}).(sites)[args[0]]
	if s == nil {
		ts.Fatalf("no site %s", args[0])
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	others := slices.DeleteFunc(slices.Clone(s.agents), func(agent string) bool { return agent == args[2] })
	if len(s.agents)-len(others) != want || len(s.strays) > 0 {
		ts.Fatalf("%s was asked by %q, want %q %d times; and for %q", args[0], s.agents, args[2], want, s.strays)
	}
	s.agents = others
}

// cmdExpand replaces the names of sites in files.
func cmdExpand(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), ts.Getenv)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// TestFilterFetchesOnce has many blocks of URLs, on many workers, ask the same origins, each once, and holds the
// answers to their order.
func TestFilterFetchesOnce(t *testing.T) {
	const origins, urls = 20, 60_000
	var all []*site
	for i := range origins {
		s := startSite(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, "User-agent: *\nDisallow: /no-%d/\n", i) })
		defer s.server.Close()
		all = append(all, s)
	}
	var in, want strings.Builder
	for i := range urls {
		o := i * 7 % origins
		url := fmt.Sprintf("%s/no-%d/%d", all[o].server.URL, o+i%3*100, i)
		fmt.Fprintln(&in, url)
		if i%3 == 0 {
			fmt.Fprintf(&want, "disallowed\t%s\t2\n", url)
		} else {
			fmt.Fprintf(&want, "allowed\t%s\t0\n", url)
		}
	}
	require.Greater(t, in.Len(), 3*urlBlock)
	var out, errw strings.Builder
	status := run([]string{"filter", "--fetch", "--allow-private", "--verdicts", "--agent", "A"}, strings.NewReader(in.String()), &out, &errw)
	assert.Equal(t, statusFound, status)
	assert.True(t, want.String() == out.String(), "the answers, in order")
	assert.Contains(t, errw.String(), "origins: 20, with rules: 20, unrestricted: 0, disallowed: 0\n")
	for _, s := range all {
		assert.Equal(t, []string{"A"}, s.agents)
		assert.Empty(t, s.strays)
	}
}

// A crowd is a Fetcher that notes how many goroutines there are while it is asked.
type crowd struct {
	asked, most atomic.Int64
}

func (c *crowd) Fetch(context.Context, string) policy.Outcome {
	c.asked.Add(1)
	time.Sleep(time.Millisecond) // others may come
	now := int64(runtime.NumGoroutine())
	for most := c.most.Load(); now > most && !c.most.CompareAndSwap(most, now); {
		most = c.most.Load()
	}
	return policy.Outcome{Status: 404}
}

// TestFilterFetchesFewAtOnce: a block in which every URL has an origin of its own takes no more goroutines than one
// with a few.
func TestFilterFetchesFewAtOnce(t *testing.T) {
	const origins, parallel = 5_000, 8
	var in, out, errw strings.Builder
	for i := range origins {
		fmt.Fprintf(&in, "http://h%d.example/\n", i)
	}
	c := new(crowd)
	cache, err := access.New(access.Config{Agents: []string{"A"}, Fetcher: c, Parallel: parallel})
	require.NoError(t, err)
	defer cache.Close()
	s := &session{in: strings.NewReader(in.String()), out: &out, err: &errw}
	urls, err := openSource(s, "-")
	require.NoError(t, err)
	before := runtime.NumGoroutine()
	total, err := (&urlFilter{origins: &originAsker{cache: cache, parallel: parallel}}).run(s, urls, 1, nil)
	require.NoError(t, err)
	assert.EqualValues(t, origins, total.allowed)
	assert.EqualValues(t, origins, c.asked.Load())
	assert.Less(t, c.most.Load(), int64(before+4*parallel))
}

// TestUserAgentCannotBeSent holds the flag at fault to be named.
func TestUserAgentCannotBeSent(t *testing.T) {
	var errw strings.Builder
	status := run([]string{"fetch", "--agent", "A\nB", "http://127.0.0.1:1/"}, nil, nil, &errw)
	assert.Equal(t, statusFailed, status)
	assert.Regexp(t, `^robotrie: --user-agent: .*"A\\nB"`, errw.String())
}
