package policy

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// header makes a header of pairs.
func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

func date(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

// TestLifetime holds how long a body is good for under the four policies.
func TestLifetime(t *testing.T) {
	const hour = time.Hour
	for _, row := range []struct {
		header                    http.Header
		rfc9309, google, koster96 time.Duration
	}{
		{nil, day, day, 7 * day},
		{header("Cache-Control", "public"), day, day, 7 * day},

		{header("Cache-Control", "max-age=3600"), hour, hour, hour},
		{header("Cache-Control", "Max-Age=3600"), hour, hour, hour},
		{header("Cache-Control", `max-age="3600"`), hour, hour, hour},
		{header("Cache-Control", "public, must-revalidate, max-age=7200"), 2 * hour, 2 * hour, 2 * hour},
		{header("Cache-Control", "public", "Cache-Control", "max-age=7200"), 2 * hour, 2 * hour, 2 * hour},
		{header("Cache-Control", "s-maxage=60, max-age=7200"), 2 * hour, 2 * hour, 2 * hour},
		{header("Cache-Control", "max-age=172800"), day, 2 * day, 2 * day},
		{header("Cache-Control", "max-age=31536000"), day, 7 * day, 30 * day},
		{header("Cache-Control", "max-age=99999999999999999999999"), day, 7 * day, 30 * day},
		{header("Cache-Control", "max-age=0"), leastLife, leastLife, leastLife},
		{header("Cache-Control", "no-cache"), leastLife, leastLife, leastLife},
		{header("Cache-Control", "no-store, max-age=86400"), leastLife, leastLife, leastLife},
		{header("Cache-Control", `no-cache="Set-Cookie", max-age=3600`), hour, hour, hour},

		// What cannot be understood says nothing.
		{header("Cache-Control", "max-age=soon"), day, day, 7 * day},
		{header("Cache-Control", "max-age=-1"), day, day, 7 * day},
		{header("Cache-Control", "max-age="), day, day, 7 * day},
		{header("Cache-Control", `max-age="36`), day, day, 7 * day},
		{header("Cache-Control", "max-age=soon", "Expires", date(noon.Add(hour))), hour, hour, hour},

		// Age: the answer is older than it looks.
		{header("Cache-Control", "max-age=7200", "Age", "3600"), hour, hour, hour},
		{header("Cache-Control", "max-age=3600", "Age", "3600"), leastLife, leastLife, leastLife},
		{header("Cache-Control", "max-age=3600", "Age", "99999999999999999999"), leastLife, leastLife, leastLife},
		{header("Cache-Control", "max-age=3600", "Age", "-5"), hour, hour, hour},
		{header("Cache-Control", "max-age=3600", "Age", "old"), hour, hour, hour},
		{header("Age", "80000"), day, day, 7 * day},

		// Expires, by the server's own clock.
		{header("Expires", date(noon.Add(hour))), hour, hour, hour},
		{header("Expires", date(noon.Add(hour)), "Date", date(noon.Add(-hour))), 2 * hour, 2 * hour, 2 * hour},
		{header("Expires", date(noon.Add(hour)), "Date", "yesterday"), hour, hour, hour},
		{header("Expires", date(noon.Add(3*hour)), "Age", "3600"), 2 * hour, 2 * hour, 2 * hour},
		{header("Expires", date(noon.Add(-hour))), leastLife, leastLife, leastLife},
		{header("Expires", date(time.Time{}), "Date", date(noon), "Age", "5"), leastLife, leastLife, leastLife},
		{header("Expires", "0"), leastLife, leastLife, leastLife},
		{header("Expires", ""), leastLife, leastLife, leastLife},
		{header("Expires", date(noon.Add(300*day))), day, 7 * day, 30 * day},
		{header("Expires", date(noon.Add(-hour)), "Cache-Control", "max-age=3600"), hour, hour, hour},
		{header("Expires", date(noon.Add(hour)), "Cache-Control", "no-cache"), leastLife, leastLife, leastLife},
	} {
		want := map[Policy]time.Duration{RFC9309: row.rfc9309, Google: row.google, GoogleEarlier: row.google, Koster1996: row.koster96}
		for p, life := range want {
			next := p.Next(State{}, Outcome{Status: 200, Header: row.header}, noon)
			assert.Equal(t, noon.Add(life), next.Ask, "%v, %v", p, row.header)
		}
		// An answer without rules is good for a day at most under all.
		for p, life := range want {
			for _, o := range []Outcome{{Status: 404}, {Status: 403}} {
				o.Header = row.header
				next := p.Next(State{}, o, noon)
				assert.Equal(t, noon.Add(min(life, day)), next.Ask, "%v, %d, %v", p, o.Status, row.header)
			}
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"120":                          2 * time.Minute,
		" 120 ":                        2 * time.Minute,
		"0":                            leastWait,
		"5":                            leastWait,
		"86400":                        day,
		"86401":                        day,
		"99999999999999999999":         day,
		date(noon.Add(time.Hour)):      time.Hour,
		date(noon.Add(-time.Hour)):     leastWait,
		date(noon.Add(40 * 365 * day)): day,
		// No time at all: as if it were not there.
		"":      firstTry,
		"soon":  firstTry,
		"-1":    firstTry,
		"1.5":   firstTry,
		"1h":    firstTry,
		"+3600": firstTry,
	} {
		for _, p := range Policies() {
			for _, code := range []int{429, 500, 503} {
				if code == 429 && p == RFC9309 {
					continue
				}
				next := p.Next(State{}, Outcome{Status: code, Header: header("Retry-After", value)}, noon)
				assert.Equal(t, noon.Add(want), next.Ask, "%v, %d, %q", p, code, value)
				assert.Equal(t, Disallowed, next.Applies)
			}
		}
	}
	// Under RFC 9309 a 429 is an answer like any 4xx, but the server is still
	// left alone for as long as it asks.
	for value, want := range map[string]time.Duration{"120": 2 * time.Minute, "999999": day, "": day} {
		next := RFC9309.Next(State{}, Outcome{Status: 429, Header: header("Retry-After", value)}, noon)
		assert.Equal(t, noon.Add(want), next.Ask, "%q", value)
		assert.Equal(t, Unrestricted, next.Applies)
	}
	// No other answer is asked again by it.
	next := Google.Next(State{}, Outcome{Status: 404, Header: header("Retry-After", "120")}, noon)
	assert.Equal(t, noon.Add(day), next.Ask)
}

// TestRetries plays a server that never comes back, asked exactly when the
// policy wants it: often at first, then ever more seldom, and at the edges.
func TestRetries(t *testing.T) {
	for _, p := range Policies() {
		edges := map[time.Duration]bool{}
		for _, s := range columns[p].stages[1:] {
			edges[s.from] = false
		}
		asked, s := 0, State{}
		for now := noon; now.Before(noon.Add(31 * day)); now = s.Ask {
			s = p.Next(s, status(503), now)
			asked++
			require.Equal(t, noon, s.FailingSince)
			wait := s.Ask.Sub(now)
			require.Positive(t, wait)
			require.LessOrEqual(t, wait, mostTry)
			if _, is := edges[now.Sub(noon)]; is {
				edges[now.Sub(noon)] = true
			}
		}
		for edge, met := range edges {
			assert.True(t, met, "%v was not asked at %v", p, edge)
		}
		assert.Less(t, asked, 140, "%v", p)
		assert.Greater(t, asked, 120, "%v", p)
	}
}

// FuzzHeaders: no header makes an answer good for longer than the limits, or
// asked again sooner.
func FuzzHeaders(f *testing.F) {
	f.Add("max-age=60, no-cache=\"a, b\"", "0", "5", "120", uint16(200))
	f.Add("max-age=\"", date(noon), "-1", date(noon), uint16(503))
	f.Add("=,=\"\\\"", "Thu, 01 Jan 1970 00:00:00 GMT", "99999999999", "1e9", uint16(429))
	f.Fuzz(func(t *testing.T, control, expires, age, retry string, code uint16) {
		o := Outcome{Status: int(code), Header: header("Cache-Control", control, "Expires", expires, "Age", age, "Retry-After", retry)}
		for _, p := range Policies() {
			wait := p.Next(State{}, o, noon).Ask.Sub(noon)
			require.GreaterOrEqual(t, wait, leastWait)
			require.LessOrEqual(t, wait, columns[p].body.most)
		}
	})
}
