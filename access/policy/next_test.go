package policy

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// noon is the present of these tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func status(code int) Outcome { return Outcome{Status: code} }
func kind(k Kind) Outcome     { return Outcome{Kind: k, Err: errors.New("as the test wants")} }

// holds says in one word what applies.
func holds(s State) string {
	if s.Applies == Rules && s.Stale {
		return "copy"
	}
	return s.Applies.String()
}

// TestAnswers holds every answer that is no failure, and the beginning of every
// run of failures, under every policy: with nothing known before, with a good
// copy that is an hour old, and with one that is a day old. A cell of one word
// is all three.
func TestAnswers(t *testing.T) {
	const (
		D = "disallowed"
		U = "unrestricted"
		R = "rules"
		C = "unrestricted copy unrestricted"
	)
	rows := []struct {
		outcomes                           []Outcome
		reason                             Reason
		rfc9309, google, earlier, koster96 string
	}{
		{[]Outcome{status(200), status(204), status(206), status(299)}, Fetched, R, R, R, R},
		{[]Outcome{status(404), status(410)}, NotFound, C, U, U, U},
		{[]Outcome{status(401), status(403)}, Denied, C, U, U, D},
		{[]Outcome{status(400), status(402), status(405), status(408), status(418), status(451), status(499)}, ClientError, C, U, U, D},
		{[]Outcome{status(429)}, TooManyRequests, C, D, D, D},
		{[]Outcome{kind(TooManyRedirects), {Kind: TooManyRedirects, Status: 301}}, RedirectsTooMany, C, U, U, D},
		{[]Outcome{status(500), status(502), status(503), status(504), status(599)}, ServerError, D, D, D, D},
		{[]Outcome{{Status: 500, Body: []byte("<html><title>Page not found</title>")}}, ServerError, D, D, U, D},
		{[]Outcome{{}, status(99), status(101), status(199), status(300), status(304), status(399), status(600), status(999)}, StrangeStatus, D, D, D, D},
		{[]Outcome{kind(DNSFailure)}, DNSFailed, D, D, D, D},
		{[]Outcome{kind(Timeout)}, TimedOut, D, D, D, D},
		{[]Outcome{kind(ConnectionFailure)}, ConnectionFailed, D, D, D, D},
		{[]Outcome{kind(TLSFailure)}, TLSFailed, D, D, D, D},
		{[]Outcome{kind(BrokenAnswer), {Kind: BrokenAnswer, Status: 200}, kind(kinds)}, Broken, D, D, D, D},
		{[]Outcome{kind(BadRedirect), {Kind: BadRedirect, Status: 302}}, RedirectBad, D, D, D, D},
		{[]Outcome{kind(Blocked)}, AddressRefused, D, D, D, D},
	}
	seen := map[class]bool{}
	for _, row := range rows {
		want := map[Policy]string{RFC9309: row.rfc9309, Google: row.google, GoogleEarlier: row.earlier, Koster1996: row.koster96}
		for _, p := range Policies() {
			cell := strings.Fields(want[p])
			if len(cell) == 1 {
				cell = []string{cell[0], cell[0], cell[0]}
			}
			for _, o := range row.outcomes {
				c, _ := classify(o)
				seen[c] = true
				for i, prev := range []State{
					{},
					{Applies: Rules, Asked: noon.Add(-time.Hour), Ask: noon, GoodAt: noon.Add(-time.Hour)},
					{Applies: Rules, Asked: noon.Add(-day), Ask: noon, GoodAt: noon.Add(-day)},
				} {
					o.URL, o.Redirects = "https://example.com/robots.txt", 2
					next := p.Next(prev, o, noon)
					assert.Equal(t, cell[i], holds(next), "%v, %v %d, state %d", p, o.Kind, o.Status, i)
					reason := row.reason
					if c == saidGone && p == GoogleEarlier {
						reason = NotFound
					}
					assert.Equal(t, reason, next.Reason, "%v, %v %d", p, o.Kind, o.Status)
					assert.Equal(t, noon, next.Asked)
					assert.True(t, next.Ask.After(noon), "%v, %v %d: asked again at once", p, o.Kind, o.Status)
					assert.Equal(t, o.Status, next.Status)
					assert.Equal(t, 2, next.Redirects)
					assert.Equal(t, "https://example.com/robots.txt", next.URL)
				}
			}
		}
	}
	assert.Len(t, seen, int(classes), "a class of outcomes has no row")
}

// TestTablesAreWhole: no cell was forgotten, and the stages are in order.
func TestTablesAreWhole(t *testing.T) {
	for _, p := range Policies() {
		c := columns[p]
		for class, v := range c.verdict {
			assert.NotZero(t, v, "%v, class %d", p, class)
		}
		require.NotEmpty(t, c.stages, "%v", p)
		assert.Zero(t, c.stages[0].from, "%v", p)
		for i, s := range c.stages {
			assert.NotZero(t, s.copied, "%v, stage %d", p, i)
			assert.NotZero(t, s.without, "%v, stage %d", p, i)
			assert.True(t, i == 0 || s.from > c.stages[i-1].from, "%v, stage %d", p, i)
		}
		assert.True(t, leastLife <= c.body.least && c.body.least <= c.body.usual && c.body.usual <= c.body.most, "%v", p)
		assert.GreaterOrEqual(t, p.Hops(), 5, "%v", p)
	}
}

// failures are all outcomes that every policy counts as a failure.
var failures = []Outcome{
	status(500), status(503), status(0), status(304), status(999), kind(DNSFailure), kind(Timeout),
	kind(ConnectionFailure), kind(TLSFailure), kind(BrokenAnswer), kind(BadRedirect),
}

// TestFailures holds what applies at the edges of a run of failures: where
// there is no good copy, where there is one, and the same when the site is
// otherwise up.
func TestFailures(t *testing.T) {
	type cells [4]string // without, with a copy; the same when the site is up
	const (
		D = "disallowed"
		U = "unrestricted"
		C = "copy"
	)
	disallowed := cells{D, D, D, D}
	second := time.Second
	for _, row := range []struct {
		lasting                            time.Duration
		rfc9309, google, earlier, koster96 cells
	}{
		{0, disallowed, disallowed, disallowed, disallowed},
		{second, disallowed, disallowed, disallowed, disallowed},
		{12*time.Hour - second, disallowed, disallowed, disallowed, disallowed},
		{12 * time.Hour, disallowed, cells{U, C, U, C}, disallowed, disallowed},
		{24 * time.Hour, disallowed, cells{U, C, U, C}, disallowed, disallowed},
		{30*day - second, disallowed, cells{U, C, U, C}, disallowed, disallowed},
		{30 * day, cells{D, C, U, C}, cells{D, D, U, U}, cells{U, C, U, C}, disallowed},
		{31 * day, cells{D, C, U, C}, cells{D, D, U, U}, cells{U, C, U, C}, disallowed},
		{365 * day, cells{D, C, U, C}, cells{D, D, U, U}, cells{U, C, U, C}, disallowed},
	} {
		want := map[Policy]cells{RFC9309: row.rfc9309, Google: row.google, GoogleEarlier: row.earlier, Koster1996: row.koster96}
		for _, p := range Policies() {
			for i, cell := range want[p] {
				began := noon.Add(-row.lasting)
				prev := State{Applies: Disallowed, Asked: noon.Add(-time.Second), Ask: noon, FailingSince: began}
				if i%2 == 1 {
					prev.GoodAt = began.Add(-time.Hour)
				}
				for _, o := range failures {
					o.SiteUp = i >= 2
					next := p.Next(prev, o, noon)
					assert.Equal(t, cell, holds(next), "%v after %v, %v %d, case %d", p, row.lasting, o.Kind, o.Status, i)
					assert.Equal(t, began, next.FailingSince)
					assert.Equal(t, prev.GoodAt, next.GoodAt, "a failure takes no good copy away")
				}
			}
		}
	}
}

// TestRuns: what begins, goes on, and ends a run of failures.
func TestRuns(t *testing.T) {
	for _, p := range Policies() {
		first := p.Next(State{}, status(503), noon)
		assert.Equal(t, noon, first.FailingSince)

		later := first.Ask
		second := p.Next(first, kind(Timeout), later)
		assert.Equal(t, noon, second.FailingSince, "another kind of failure is the same run")
		assert.Equal(t, TimedOut, second.Reason)

		late := second.Ask.Add(mostGap)
		assert.Equal(t, noon, p.Next(second, status(500), late).FailingSince)
		tooLate := late.Add(time.Second)
		assert.Equal(t, tooLate, p.Next(second, status(500), tooLate).FailingSince, "nobody looked for too long")

		for _, o := range []Outcome{status(200), status(404), kind(Blocked)} {
			next := p.Next(second, o, later)
			assert.Zero(t, next.FailingSince, "%v, %d", p, o.Status)
			assert.Equal(t, later.Add(time.Hour), p.Next(next, status(500), later.Add(time.Hour)).FailingSince)
		}

		assert.Equal(t, second, p.Next(second, kind(Cancelled), later.Add(time.Hour)), "who gave up has learnt nothing")
		assert.Equal(t, State{}, p.Next(State{}, kind(Cancelled), noon))
	}
}

// TestBlockedIsOurs: that we refuse to ask never opens a site, however long it
// lasts and whatever was known.
func TestBlockedIsOurs(t *testing.T) {
	for _, p := range Policies() {
		s := p.Next(State{}, status(200), noon)
		for now := noon; now.Before(noon.Add(60 * day)); now = s.Ask {
			s = p.Next(s, Outcome{Kind: Blocked, SiteUp: true}, now)
			require.Equal(t, Disallowed, s.Applies, "%v", p)
		}
	}
}

// TestGoodCopy follows the good copy through what may befall it.
func TestGoodCopy(t *testing.T) {
	for _, p := range Policies() {
		s := p.Next(State{}, status(200), noon)
		assert.Equal(t, noon, s.GoodAt)
		assert.False(t, s.Stale)

		failing := p.Next(s, status(503), s.Ask)
		assert.Equal(t, noon, failing.GoodAt, "kept while the server fails")

		again := p.Next(failing, status(200), failing.Ask)
		assert.Equal(t, failing.Ask, again.GoodAt)
		assert.False(t, again.Stale)

		gone := p.Next(failing, status(404), failing.Ask.Add(day))
		assert.Equal(t, Unrestricted, gone.Applies)
		assert.Zero(t, gone.GoodAt, "%v: the site has no rules any more", p)
	}
}

// TestCopyForADay: RFC 9309 lets a copy stand for a missing file for a day in
// all, counted from when it was fetched, not from when it went missing.
func TestCopyForADay(t *testing.T) {
	s := RFC9309.Next(State{}, status(200), noon)
	s = RFC9309.Next(s, status(404), noon.Add(20*time.Hour))
	assert.Equal(t, "copy", holds(s))
	assert.Equal(t, noon.Add(day), s.Ask)
	s = RFC9309.Next(s, status(404), s.Ask)
	assert.Equal(t, Unrestricted, s.Applies)
	assert.Zero(t, s.GoodAt)
}

// TestClockSetBack: time that runs backwards loosens nothing and hangs nothing.
func TestClockSetBack(t *testing.T) {
	future := noon.Add(10 * 365 * day)
	for _, p := range Policies() {
		for _, o := range append(failures, status(200), status(404), kind(Blocked)) {
			ahead := p.Next(p.Next(State{}, status(200), future.Add(-day)), o, future)
			assert.False(t, ahead.Fresh(noon), "%v, %d: good for ten years", p, o.Status)

			next := p.Next(ahead, status(503), noon)
			assert.Equal(t, Disallowed, next.Applies, "%v, %d", p, o.Status)
			assert.Equal(t, noon, next.FailingSince)
			assert.False(t, next.GoodAt.After(noon))
			assert.True(t, next.Ask.After(noon) && next.Ask.Before(noon.Add(2*day)))
			assert.True(t, next.Fresh(noon))
		}
	}
}

func TestFresh(t *testing.T) {
	s := RFC9309.Next(State{}, status(200), noon)
	assert.True(t, s.Fresh(noon))
	assert.True(t, s.Fresh(noon.Add(day-time.Second)))
	assert.False(t, s.Fresh(noon.Add(day)))
	assert.True(t, s.Fresh(noon.Add(-backStep)), "clocks differ a little")
	assert.False(t, s.Fresh(noon.Add(-backStep-time.Second)))
	assert.False(t, State{}.Fresh(noon))
	assert.False(t, State{}.Fresh(time.Time{}))
}

// TestJSON: a state that was written and read again is the same one, and is
// treated the same.
func TestJSON(t *testing.T) {
	local := noon.In(time.FixedZone("elsewhere", 3600)).Add(123456789)
	for _, p := range Policies() {
		for _, o := range append(failures, status(200), status(404), status(403), kind(Blocked)) {
			o.URL, o.Redirects = "https://example.com/robots.txt", 3
			s := p.Next(p.Next(State{}, status(200), local.Add(-time.Hour)), o, local)
			text, err := json.Marshal(s)
			require.NoError(t, err)
			var read State
			require.NoError(t, json.Unmarshal(text, &read))
			assert.Equal(t, s, read, "%s", text)
		}
	}
	text, err := json.Marshal(State{})
	require.NoError(t, err)
	assert.JSONEq(t, `{"applies":"unknown"}`, string(text))
	assert.Error(t, json.Unmarshal([]byte(`{"applies":"maybe"}`), new(State)))
	_, err = json.Marshal(State{Applies: 9})
	assert.Error(t, err)
}

func TestParse(t *testing.T) {
	for name, want := range map[string]Policy{
		"rfc9309": RFC9309, "google": Google, "google-earlier": GoogleEarlier, "koster1996": Koster1996,
	} {
		p, err := Parse(name)
		require.NoError(t, err)
		assert.Equal(t, want, p)
		assert.Equal(t, name, p.String())
		assert.True(t, p.Valid())
	}
	for _, name := range []string{"", "Google", "rfc"} {
		_, err := Parse(name)
		assert.ErrorContains(t, err, "rfc9309, google, google-earlier, koster1996", "%q", name)
	}
	assert.False(t, Policy(4).Valid())
	assert.Equal(t, "Policy(4)", Policy(4).String())
	assert.Equal(t, robotrie.RFC9309, RFC9309.Dialect())
	assert.Equal(t, robotrie.Google, Google.Dialect())
	assert.Equal(t, robotrie.Google, GoogleEarlier.Dialect())
	assert.Equal(t, robotrie.Koster1996, Koster1996.Dialect())
}

// TestCompileCut: half a rule is another rule, under every policy.
func TestCompileCut(t *testing.T) {
	const whole = "User-agent: *\nDisallow: /a\n"
	body := whole + "Disallow: /b/cd"
	for _, p := range Policies() {
		uncut := Outcome{Status: 200, Body: []byte(body)}
		assert.False(t, p.Compile(uncut).Group("x").Allowed("/b/cd"), "%v", p)
		for limit := len(whole); limit < len(body); limit++ {
			o := Outcome{Status: 200, Body: []byte(body[:limit+1]), Cut: true}
			group := p.Compile(o).Group("x")
			assert.False(t, group.Allowed("/a"), "%v cut at %d", p, limit)
			assert.True(t, group.Allowed("/b/other"), "%v cut at %d", p, limit)
			assert.True(t, group.Allowed("/"), "%v cut at %d", p, limit)
		}
	}
	for _, o := range []Outcome{{Cut: true}, {Cut: true, Body: []byte("x")}} {
		assert.True(t, Google.Compile(o).Group("x").Allowed("/"))
	}
}

// TestCompileWhole: a body that the fetcher did not cut counts to its end, under
// every policy, unless the caller sets a limit of his own.
func TestCompileWhole(t *testing.T) {
	note := "# " + strings.Repeat("n", 1021) + "\n"
	body := []byte("User-agent: *\n" + strings.Repeat(note, 600) + "Disallow: /late\n")
	for _, p := range Policies() {
		o := Outcome{Status: 200, Body: body}
		assert.False(t, p.Compile(o).Group("x").Allowed("/late"), "%v", p)
		assert.True(t, p.Compile(o, robotrie.WithMaxSize(100_000)).Group("x").Allowed("/late"), "%v", p)
		o.Cut = true
		assert.False(t, p.Compile(o).Group("x").Allowed("/late"), "%v, of which one octet more is left out", p)
		o.Body = body[:len(body)-1]
		assert.True(t, p.Compile(o).Group("x").Allowed("/late"), "%v", p)
	}
}

func TestSaysNotFound(t *testing.T) {
	for body, want := range map[string]bool{
		"<html><head><title>404 Not Found</title>":                               true,
		"<!doctype html>\n<html><head>\n<TITLE lang=en>Page\nnot  found</TITLE>": true,
		"\n  Not Found\n":                  true,
		"404 page not found":               true,
		"":                                 false,
		"404":                              false,
		"Internal error\nmodule not found": false,
		"<title>Internal error</title><p>404 not found": false,
		"<p>Not found":               false,
		"<title>Service unavailable": false,
	} {
		assert.Equal(t, want, saysNotFound([]byte(body)), "%q", body)
	}
}

func TestNames(t *testing.T) {
	for k := Answered; k < kinds; k++ {
		assert.NotEmpty(t, k.String())
	}
	assert.Equal(t, "Kind(10)", kinds.String())
	assert.Equal(t, "Applies(4)", Applies(4).String())
	assert.True(t, Outcome{Status: http.StatusOK}.HasBody())
	assert.False(t, Outcome{Status: 300}.HasBody())
	assert.False(t, Outcome{Kind: BrokenAnswer, Status: 200}.HasBody())
}
