package policy

import (
	"strings"
	"time"
)

// Next says what applies to an origin after an outcome, given what was known
// before and the time. It is the whole policy: pure, so that the same arguments
// always give the same State.
//
// A clock that is set back does no harm: times of prev that lie in the future
// count as now. Next is meant to be called once an outcome, when it comes; what
// it says holds until State.Ask.
func (p Policy) Next(prev State, o Outcome, now time.Time) State {
	now = now.Round(0).UTC() // what is stored and read again is equal
	if o.Kind == Cancelled {
		return prev
	}
	c := &columns[p]
	class, reason := classify(o)
	if class == saidGone && c.verdict[class] != failure {
		reason = NotFound // taken at its word
	}
	s := State{
		Reason:    reason,
		Status:    o.Status,
		Redirects: o.Redirects,
		URL:       o.URL,
		Asked:     now,
		GoodAt:    earlier(prev.GoodAt, now),
	}
	switch c.verdict[class] {
	case useBody:
		s.Applies = Rules
		s.GoodAt = now
		s.Ask = now.Add(lifetime(c.body, o.Header, now))
	case unrestricted:
		s.Applies = Unrestricted
		s.GoodAt = time.Time{}
		s.Ask = answered(o, now)
	case copyForADay:
		s.Ask = answered(o, now)
		if s.GoodAt.IsZero() || now.Sub(s.GoodAt) >= day {
			s.Applies = Unrestricted
			s.GoodAt = time.Time{}
			break
		}
		s.Applies, s.Stale = Rules, true
		s.Ask = earlier(s.Ask, s.GoodAt.Add(day))
	case closed:
		s.Applies = Disallowed
		s.Ask = answered(o, now)
	case failure:
		s.FailingSince = failingSince(prev, now)
		lasting := now.Sub(s.FailingSince)
		stage := c.stage(lasting)
		s.apply(stage, o.SiteUp)
		s.Ask = c.retry(o, s.FailingSince, now)
	case shut:
		s.Applies = Disallowed
		s.Ask = now.Add(refusal)
	}
	return s
}

// classify sorts an outcome, and names the reason that people are given.
func classify(o Outcome) (class, Reason) {
	switch o.Kind {
	case Answered:
		return classifyStatus(o)
	case DNSFailure:
		return failed, DNSFailed
	case Timeout:
		return failed, TimedOut
	case ConnectionFailure:
		return failed, ConnectionFailed
	case TLSFailure:
		return failed, TLSFailed
	case TooManyRedirects:
		return endless, RedirectsTooMany
	case BadRedirect:
		// Why no mere "not found": a redirect that we refuse to follow
		// must not open a site.
		return failed, RedirectBad
	case Blocked:
		return refused, AddressRefused
	}
	return failed, Broken
}

func classifyStatus(o Outcome) (class, Reason) {
	switch status := o.Status; {
	case status >= 200 && status <= 299:
		return found, Fetched
	case status == 404 || status == 410:
		return gone, NotFound
	case status == 401 || status == 403:
		return denied, Denied
	case status == 429:
		return tooMany, TooManyRequests
	case status >= 400 && status <= 499:
		return clientError, ClientError
	case status >= 500 && status <= 599:
		if saysNotFound(o.Body) {
			return saidGone, ServerError
		}
		return failed, ServerError
	}
	return failed, StrangeStatus
}

// earlier gives the earlier of two times; a zero one is no time and stays.
func earlier(t, limit time.Time) time.Time {
	if t.After(limit) {
		return limit
	}
	return t
}

// failingSince gives the beginning of the run of failures that the one now
// belongs to. Two failures with a long silence between them are no run: nobody
// knows what the site did meanwhile.
func failingSince(prev State, now time.Time) time.Time {
	if prev.FailingSince.IsZero() || now.Sub(prev.Ask) > mostGap {
		return now
	}
	return earlier(prev.FailingSince, now)
}

// stage gives what applies when failures have lasted for so long.
func (c *column) stage(lasting time.Duration) stage {
	last := c.stages[0]
	for _, s := range c.stages {
		if lasting >= s.from {
			last = s
		}
	}
	return last
}

// apply sets what applies in a stage.
func (s *State) apply(now stage, siteUp bool) {
	relief := now.without
	if !s.GoodAt.IsZero() {
		relief = now.copied
	}
	switch {
	case relief == goodCopy:
		s.Applies, s.Stale = Rules, true
	case relief == open, relief == openIfUp && siteUp:
		s.Applies = Unrestricted
	default:
		s.Applies = Disallowed
	}
}

// retry says when to try again after a failure: when the server asks for it,
// else after as long again as it has failed already, but not beyond the time at
// which the policy would think otherwise.
func (c *column) retry(o Outcome, since, now time.Time) time.Time {
	if at, ok := retryAfter(o.Header, now); ok {
		return at
	}
	at := now.Add(min(max(now.Sub(since), firstTry), mostTry))
	for _, s := range c.stages {
		if edge := since.Add(s.from); edge.After(now) {
			return earlier(at, edge)
		}
	}
	return at
}

// answered says when to ask again after an answer that brought no rules.
func answered(o Outcome, now time.Time) time.Time {
	if o.Status == 429 {
		if at, ok := retryAfter(o.Header, now); ok {
			return at
		}
	}
	return now.Add(lifetime(nothing, o.Header, now))
}

// saysNotFound reports a page whose title, or whose first line if it is no HTML,
// says in plain words that there is no such page. It errs on the side of no:
// a page that merely mentions them elsewhere may be any failure.
func saysNotFound(body []byte) bool {
	page := strings.ToLower(strings.TrimSpace(string(body)))
	head, _, _ := strings.Cut(page, "\n")
	if strings.HasPrefix(page, "<") {
		_, title, _ := strings.Cut(page, "<title")
		_, title, _ = strings.Cut(title, ">")
		head, _, _ = strings.Cut(title, "</title")
	}
	return strings.Contains(strings.Join(strings.Fields(head), " "), "not found")
}
