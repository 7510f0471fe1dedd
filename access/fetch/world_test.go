package fetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/internal/faulty"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noon is when everything happens, as far as policies are concerned.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const (
	rules = "User-agent: *\nDisallow: /private\n"

	// Beginnings of answers.
	ok      = "HTTP/1.1 200 OK\r\n"
	chunked = "Transfer-Encoding: chunked\r\n\r\n"

	// patience is what a fetch gets that cannot end well otherwise, and ample
	// is what it gets where the time must not matter.
	patience = time.Second
	ample    = 30 * time.Second

	maxBytes = 100_000

	// mostRead is what may be taken off the network for a body of maxBytes:
	// the limit and the slack that the package grants to gzip.
	mostRead = maxBytes + 64<<10

	// mostSent allows for what is on its way in the buffers of two sockets
	// when a fetch has read enough; it is far from the 10 GB of some scenes.
	mostSent = 100 << 20
)

func newFetcher(t *testing.T, w *faulty.World, change func(*fetch.Config)) *fetch.Fetcher {
	t.Helper()
	c := fetch.Config{
		UserAgent: "faulty-test/1.0", MaxBytes: maxBytes, Timeout: ample,
		AllowPrivate: true, Resolver: w.Resolver(), TLS: w.TLS(),
	}
	if change != nil {
		change(&c)
	}
	f, err := fetch.New(c)
	require.NoError(t, err)
	t.Cleanup(f.Close)
	return f
}

// A decision is what a policy makes of a single fetch of an unknown origin:
// what applies, and when to ask again.
type decision struct {
	applies policy.Applies
	again   time.Duration
}

var (
	useRules    = decision{policy.Rules, 24 * time.Hour}
	useForAWeek = decision{policy.Rules, 7 * 24 * time.Hour}
	openForADay = decision{policy.Unrestricted, 24 * time.Hour}
	failing     = decision{policy.Disallowed, 5 * time.Minute}
	shutForADay = decision{policy.Disallowed, 24 * time.Hour}
)

// decisions under RFC9309, Google, GoogleEarlier and Koster1996.
type decisions [4]decision

func all(d decision) decisions { return decisions{d, d, d, d} }

var (
	fetched   = decisions{useRules, useRules, useRules, useForAWeek}
	notThere  = all(openForADay)
	forbidden = decisions{openForADay, openForADay, openForADay, shutForADay}
	client    = decisions{openForADay, openForADay, openForADay, failing}
	tooMany   = decisions{openForADay, failing, failing, failing}
	down      = all(failing)
)

// A scene is one thing that goes wrong, or does not.
type scene struct {
	name     string
	origin   func(w *faulty.World, name string) string // default: HTTP with the handler
	answer   http.Handler
	hopeless bool // nothing but the time limit ends it

	kind      policy.Kind
	status    int
	redirects int
	reason    policy.Reason
	decisions decisions
	body      string // of a 2xx; "" is not looked at
	cut       bool
	private   bool // /private is disallowed by rules
}

func scenes() []scene {
	found := func(name string, answer http.Handler) scene {
		return scene{name: name, answer: answer, status: 200, reason: policy.Fetched, decisions: fetched, body: rules, private: true}
	}
	broken := func(name string, status int, answer http.Handler) scene {
		return scene{name: name, answer: answer, kind: policy.BrokenAnswer, status: status, reason: policy.Broken, decisions: down}
	}
	list := []scene{
		found("plain", faulty.Body(rules)),
		found("plain-gzip", faulty.Body(string(faulty.Gzip(rules)), "Content-Encoding", "gzip")),
		found("x-gzip", faulty.Body(string(faulty.Gzip(rules)), "Content-Encoding", "X-Gzip")),
		found("two-members", faulty.Body(string(faulty.Gzip(rules[:9]))+string(faulty.Gzip(rules[9:])), "Content-Encoding", "gzip")),
		found("called-html", faulty.Body(rules, "Content-Type", "text/html")),
		found("called-picture", faulty.Body(rules, "Content-Type", "image/png")),
		found("called-nothing", faulty.Body(rules, "Content-Type", "")),
		found("called-nonsense", faulty.Body(rules, "Content-Type", "\"; ;")),
		found("no-length", faulty.Raw("HTTP/1.0 200 OK\r\n\r\n"+rules)),
		{name: "html", answer: faulty.Body("<html><p>Disallow: /</html>", "Content-Type", "text/html"), status: 200, reason: policy.Fetched, decisions: fetched},
		{name: "empty", answer: faulty.Body(""), status: 200, reason: policy.Fetched, decisions: fetched},
		{name: "empty-gzip", answer: faulty.Body("", "Content-Encoding", "gzip"), status: 200, reason: policy.Fetched, decisions: fetched},
		{name: "no-content", answer: faulty.Status(204, ""), status: 204, reason: policy.Fetched, decisions: fetched},
		{name: "partial", answer: faulty.Status(206, rules), status: 206, reason: policy.Fetched, decisions: fetched, body: rules, private: true},
		{name: "ten-gigabytes", answer: faulty.Stream(10 << 30), status: 200, reason: policy.Fetched, decisions: fetched, cut: true},
		{name: "bomb", answer: faulty.Bomb(10 << 30), status: 200, reason: policy.Fetched, decisions: fetched, cut: true},

		broken("half-body", 200, faulty.Raw(ok+"Content-Length: 1000\r\n\r\n"+rules)),
		broken("half-body-reset", 200, faulty.Reset(ok+"Content-Length: 1000\r\n\r\n"+rules)),
		broken("bad-chunk", 200, faulty.Raw(ok+chunked+"zz\r\n"+rules)),
		broken("chunk-too-short", 200, faulty.Raw(ok+chunked+"5\r\nabcdefghijk\r\n0\r\n\r\n")),
		broken("last-chunk-missing", 200, faulty.Raw(fmt.Sprintf("%s%s%x\r\n%s\r\n", ok, chunked, len(rules), rules))),
		broken("no-gzip", 200, faulty.Body(rules, "Content-Encoding", "gzip")),
		broken("half-gzip", 200, faulty.Body(string(faulty.Gzip(rules)[:20]), "Content-Encoding", "gzip")),
		broken("bad-checksum", 200, faulty.Body(strings.TrimSuffix(string(faulty.Gzip(rules)), "\x00\x00\x00\x00")+"\x01\x01\x01\x01", "Content-Encoding", "gzip")),
		broken("empty-members", 200, faulty.Endless(ok+"Content-Encoding: gzip\r\n\r\n", string(faulty.Gzip("")))),
		broken("brotli", 200, faulty.Body(rules, "Content-Encoding", "br")),
		broken("gzip-twice", 200, faulty.Body(string(faulty.Gzip(string(faulty.Gzip(rules)))), "Content-Encoding", "gzip, gzip")),
		broken("no-http", 0, faulty.Raw("SSH-2.0-OpenSSH_9.9\r\n")),
		broken("bad-status", 0, faulty.Raw("HTTP/1.1 OK\r\n\r\n")),
		broken("bad-header", 0, faulty.Raw(ok+"no colon\r\n\r\n"+rules)),
		broken("two-lengths", 0, faulty.Raw(ok+"Content-Length: 5\r\nContent-Length: 6\r\n\r\n"+rules)),
		broken("big-header", 0, faulty.Body(rules, "X-Big", strings.Repeat("x", 1<<20))),
		broken("endless-header", 0, faulty.Endless(ok, "X-Line: xxx\r\n")),
		broken("endless-header-line", 0, faulty.Endless(ok+"X-Line: ", "x")),
		broken("endless-status", 0, faulty.Endless("HTTP/1.1 200 ", "x")),
		broken("endless-hints", 0, faulty.Endless("", "HTTP/1.1 103 Early Hints\r\n\r\n")),
		broken("endless-chunk-extension", 200, faulty.Endless(ok+chunked+"5;", "x")),
		broken("tiny-chunks", 200, faulty.Endless(ok+chunked, "1;xxxxxxxxxxxxxxxx\r\n#\r\n")),
		broken("endless-trailer", 200, faulty.Endless(ok+chunked+"0\r\n", "X-Line: xxx\r\n")),

		{name: "reset", answer: faulty.Reset(""), kind: policy.ConnectionFailure, reason: policy.ConnectionFailed, decisions: down},
		{name: "hung-up", answer: faulty.Raw(""), kind: policy.ConnectionFailure, reason: policy.ConnectionFailed, decisions: down},
		{name: "refused", origin: (*faulty.World).Refused, kind: policy.ConnectionFailure, reason: policy.ConnectionFailed, decisions: down},

		{name: "hang", answer: faulty.Hang(), hopeless: true, kind: policy.Timeout, reason: policy.TimedOut, decisions: down},
		{name: "drip-header", answer: faulty.DripHeader(10 * time.Millisecond), hopeless: true, kind: policy.Timeout, reason: policy.TimedOut, decisions: down},
		{name: "drip", answer: faulty.Drip(10 * time.Millisecond), hopeless: true, kind: policy.Timeout, status: 200, reason: policy.TimedOut, decisions: down},
		{name: "hang-after-hop", answer: faulty.Chain(2, 302, faulty.Hang()), hopeless: true, kind: policy.Timeout, status: 302, redirects: 2, reason: policy.TimedOut, decisions: down},

		{name: "no-such-name", origin: func(*faulty.World, string) string { return "http://no-such-name.test" },
			kind: policy.DNSFailure, reason: policy.DNSFailed, decisions: down},
		{name: "dns-fails", origin: func(w *faulty.World, name string) string { w.Misnamed(name); return "http://" + name },
			kind: policy.DNSFailure, reason: policy.DNSFailed, decisions: down},
		{name: "dns-silent", origin: func(w *faulty.World, name string) string { w.Unnamed(name); return "http://" + name }, hopeless: true,
			kind: policy.Timeout, reason: policy.TimedOut, decisions: down},

		{name: "round-and-round", answer: faulty.Loop(3), kind: policy.TooManyRedirects, status: 302, redirects: 2, reason: policy.RedirectsTooMany, decisions: client},
		{name: "to-itself", answer: faulty.Redirect(301, "/robots.txt#again"), kind: policy.TooManyRedirects, status: 301, reason: policy.RedirectsTooMany, decisions: client},
	}
	for name, sort := range map[string]faulty.Certificate{
		"expired": faulty.Expired, "wrong-name": faulty.WrongName, "self-signed": faulty.SelfSigned, "no-certificate": faulty.NoneAtAll,
	} {
		list = append(list, scene{name: name, kind: policy.TLSFailure, reason: policy.TLSFailed, decisions: down,
			origin: func(w *faulty.World, name string) string { return w.HTTPS(name, sort, faulty.Body(rules)) }})
	}
	list = append(list,
		scene{name: "http-for-https", kind: policy.TLSFailure, reason: policy.TLSFailed, decisions: down,
			origin: func(w *faulty.World, name string) string {
				return strings.Replace(w.HTTP(name, faulty.Body(rules)), "http:", "https:", 1)
			}},
		// net/http's server answers 400 in plain text to those who forgot TLS.
		scene{name: "https-for-http", status: 400, reason: policy.ClientError, decisions: client,
			origin: func(w *faulty.World, name string) string {
				return strings.Replace(w.HTTPS(name, faulty.Trusted, faulty.Body(rules)), "https:", "http:", 1)
			}})
	for name, answer := range map[string]http.Handler{"tls": faulty.Body(rules), "tls-chain": faulty.Chain(5, 307, faulty.Body(rules))} {
		s := found(name, nil)
		s.origin = func(w *faulty.World, name string) string { return w.HTTPS(name, faulty.Trusted, answer) }
		if name == "tls-chain" {
			s.redirects = 5
		}
		list = append(list, s)
	}
	endless := scene{name: "http2-ten-gigabytes", status: 200, reason: policy.Fetched, decisions: fetched, cut: true}
	endless.origin = func(w *faulty.World, name string) string { return w.HTTPS(name, faulty.Trusted, faulty.Stream(10<<30)) }
	list = append(list, endless)

	// Chains, by all statuses that redirect.
	for n := range 8 {
		for _, code := range []int{301, 302, 303, 307, 308} {
			s := found(fmt.Sprintf("chain-%d-%d", n, code), faulty.Chain(n, code, faulty.Body(rules)))
			s.redirects = n
			if n > 5 {
				s = scene{name: s.name, answer: s.answer, kind: policy.TooManyRedirects, status: code, redirects: 5, reason: policy.RedirectsTooMany, decisions: client}
			}
			list = append(list, s)
		}
	}
	for name, location := range map[string]string{
		"file": "file:///etc/passwd", "file-relative": "file:robots.txt", "ftp": "ftp://example.com/robots.txt", "data": "data:text/plain,Allow:/",
		"javascript": "javascript:alert(1)", "gopher": "gopher://127.0.0.1:6379/_x", "nowhere": "", "no-host": "http:///robots.txt",
		"bad-host": "http://127.1/", "bad-port": "http://a:99999/", "bad-escape": "/%zz", "zone": "http://[fe80::1%25lo]/",
	} {
		list = append(list, scene{name: "to-" + name, answer: faulty.Redirect(302, location), kind: policy.BadRedirect, status: 302, reason: policy.RedirectBad, decisions: down})
	}
	for code := range map[int]bool{300: true, 304: true, 305: true, 306: true, 399: true} {
		list = append(list, scene{name: fmt.Sprintf("status-%d", code), answer: faulty.Status(code, "", "Location", "/other"), status: code, reason: policy.StrangeStatus, decisions: down})
	}
	for code, d := range map[int]decisions{
		400: client, 402: client, 405: client, 406: client, 408: client, 418: client, 421: client, 451: client, 499: client,
		401: forbidden, 403: forbidden, 404: notThere, 410: notThere, 429: tooMany,
		500: down, 501: down, 502: down, 503: down, 504: down, 511: down, 599: down, 600: down, 999: down,
	} {
		s := scene{name: fmt.Sprintf("status-%d", code), answer: faulty.Status(code, "User-agent: *\nAllow: /\n"), status: code, decisions: d}
		switch {
		case code == 404, code == 410:
			s.reason = policy.NotFound
		case code == 401, code == 403:
			s.reason = policy.Denied
		case code == 429:
			s.reason = policy.TooManyRequests
		case code < 500:
			s.reason = policy.ClientError
		case code < 600:
			s.reason = policy.ServerError
		default:
			s.reason = policy.StrangeStatus
		}
		list = append(list, s)
	}
	return list
}

// TestWorld plays every scene: what comes of the fetch, what each policy makes of
// it, and how much was read for it.
func TestWorld(t *testing.T) {
	w := faulty.New(t)
	patient := newFetcher(t, w, nil)
	hurried := newFetcher(t, w, func(c *fetch.Config) { c.Timeout = patience })
	for _, s := range scenes() {
		t.Run(s.name, func(t *testing.T) {
			name, fetcher := s.name+".test", patient
			if s.hopeless {
				t.Parallel() // all of them wait at the same time
				fetcher = hurried
			}
			var origin string
			if s.origin != nil {
				origin = s.origin(w, name)
			} else {
				origin = w.HTTP(name, s.answer)
			}
			o := fetcher.Fetch(t.Context(), origin+"/robots.txt")
			assert.Equal(t, s.kind, o.Kind, "%v", o.Err)
			assert.Equal(t, s.status, o.Status)
			assert.Equal(t, s.redirects, o.Redirects)
			assert.Equal(t, s.cut, o.Cut && o.HasBody())
			assert.Equal(t, s.kind == policy.Answered, o.Err == nil, "%v", o.Err)
			assert.True(t, strings.HasPrefix(o.URL, origin), "%s", o.URL)
			if s.body != "" {
				assert.Equal(t, s.body, string(o.Body))
			}
			if s.cut {
				assert.Len(t, o.Body, maxBytes+1, "the limit, and one octet to show that it was met")
			}
			assert.LessOrEqual(t, o.Read, int64(mostRead))
			assert.LessOrEqual(t, len(o.Body), maxBytes+1)
			if host := w.Host(name); host != nil {
				assert.LessOrEqual(t, host.Requests(), 1+s.redirects)
				assert.LessOrEqual(t, host.Sent(), int64(mostSent))
			}

			for i, p := range policy.Policies() {
				want := s.decisions[i]
				next := p.Next(policy.State{}, o, noon)
				assert.Equal(t, want.applies, next.Applies, "%v", p)
				assert.Equal(t, s.reason, next.Reason, "%v", p)
				assert.Equal(t, noon.Add(want.again), next.Ask, "%v", p)
				if next.Applies != policy.Rules {
					continue
				}
				group := p.Compile(o).Group("x")
				assert.True(t, group.Allowed("/"), "%v", p)
				assert.Equal(t, !s.private, group.Allowed("/private"), "%v", p)
			}
		})
	}
}
