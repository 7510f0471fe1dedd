package policy

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pquerna/cachecontrol/cacheobject"
)

// lifetime says for how long an answer may be used: as long as its headers say,
// within the limits, or as usual if they say nothing that can be understood.
//
// Spec: RFC 9111, 4.2.1, without s-maxage, which Google's page does not know
// either: it speaks to caches that serve others the copy.
func lifetime(l life, h http.Header, now time.Time) time.Duration {
	life, said := stated(h, now)
	if !said {
		life = l.usual
	} else {
		life -= age(h)
	}
	return min(max(life, l.least), l.most)
}

// stated gives the lifetime that Cache-Control or, without a word there, Expires
// gives. It is not negative.
func stated(h http.Header, now time.Time) (time.Duration, bool) {
	if lines := h.Values("Cache-Control"); len(lines) > 0 {
		d, err := cacheobject.ParseResponseCacheControl(strings.Join(lines, ","))
		switch {
		case err != nil:
			// As if it were not there.
		case d.NoStore, d.NoCachePresent && len(d.NoCache) == 0:
			return 0, true
		case d.MaxAge >= 0:
			return seconds(int64(d.MaxAge)), true
		}
	}
	expires := h.Values("Expires")
	if len(expires) == 0 {
		return 0, false
	}
	until, err := http.ParseTime(expires[0])
	if err != nil {
		return 0, true // Spec: RFC 9111, 5.3: an invalid date is in the past
	}
	from := now
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		from = date // the server's own clock, be it right or wrong
	}
	return max(until.Sub(from), 0), true
}

// age is how long a cache on the way has held the answer, as it says.
func age(h http.Header) time.Duration {
	n, ok := number(h.Get("Age"))
	if !ok {
		return 0
	}
	return seconds(n)
}

// retryAfter gives the time at which the server wants to be asked again, within
// the limits. ok is false where it does not say.
func retryAfter(h http.Header, now time.Time) (at time.Time, ok bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	wait := time.Duration(0)
	if n, isNumber := number(value); isNumber {
		wait = seconds(n)
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	} else {
		return time.Time{}, false
	}
	return now.Add(min(max(wait, leastWait), mostWait)), true
}

// number reads delta-seconds. Spec: RFC 9111, 1.2.2: what overflows is a large
// number, not an error.
func number(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		n = 1<<31 - 1
	}
	return n, true
}

// seconds is a duration of seconds that fit in 32 bits, which cannot overflow.
func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }
