package access

import (
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access/policy"
)

// A Decision says whether one URL may be fetched, and why.
type Decision struct {
	Allowed bool

	// Outcome is what applies to the URL's origin: policy.Rules, or
	// policy.Unrestricted or policy.Disallowed for all of it. Reason is the
	// outcome of the fetch by which it does. Stale is set where the rules are
	// those of an earlier fetch, since the last one brought none.
	Outcome policy.Applies
	Reason  policy.Reason
	Stale   bool

	// Status is that of the last answer to the last fetch, 0 where there was
	// none; Redirects is how many that fetch followed.
	Status    int
	Redirects int

	// RobotsURL is that of the origin asked about, wherever redirects led.
	RobotsURL string

	// Rule is the one that decided, the zero Rule where none did.
	Rule robotrie.Rule

	Fetched  time.Time // the last fetch
	GoodAt   time.Time // the fetch that brought the rules; zero where there are none
	AskAgain time.Time // when the origin will be asked again, if somebody wants to know
}

// everything allows all. It is also right for /robots.txt alone.
var everything = new(robotrie.Group)

// nothing disallows all of an origin, as its policy's dialect understands that.
func nothing(dialect robotrie.Dialect) *robotrie.Group {
	return robotrie.Compile([]byte("User-agent: *\nDisallow: /\n"), robotrie.WithDialect(dialect)).Group()
}

// group gives the rules to answer by.
func (c *Cache) group(k known) *robotrie.Group {
	switch k.state.Applies {
	case policy.Rules:
		return k.file.group
	case policy.Unrestricted:
		return everything
	default:
		return c.nothing
	}
}

// decide answers for one URL of an origin.
func (c *Cache) decide(k known, url, robotsURL string) (*robotrie.Group, Decision) {
	group := c.group(k)
	verdict := group.Match(url)
	d := Decision{
		Allowed:   verdict.Allowed,
		Outcome:   k.state.Applies,
		Reason:    k.state.Reason,
		Stale:     k.state.Stale,
		Status:    k.state.Status,
		Redirects: k.state.Redirects,
		RobotsURL: robotsURL,
		Fetched:   k.state.Asked,
		AskAgain:  k.state.Ask,
	}
	if d.Outcome == policy.Rules {
		d.Rule, d.GoodAt = verdict.Rule, k.state.GoodAt
	}
	return group, d
}
