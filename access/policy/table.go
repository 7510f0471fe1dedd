package policy

import (
	"time"

	"github.com/robotrie/robotrie"
)

// A class is what outcomes are sorted into before a policy judges them.
type class uint8

const (
	found       class = iota // 2xx
	gone                     // 404, 410
	denied                   // 401, 403
	clientError              // any other 4xx but 429
	tooMany                  // 429
	endless                  // more redirects than are followed
	saidGone                 // a 5xx whose page says that there is no such page
	failed                   // 5xx, no answer, half an answer, an answer that makes no sense
	refused                  // an address that we do not talk to
	classes
)

// A verdict is what a policy makes of a class.
type verdict uint8

const (
	_            verdict = iota // no cell may be empty
	useBody                     // the body's rules
	unrestricted                // no restrictions; a good copy is worth nothing any more
	copyForADay                 // the good copy until it is a day old, then no restrictions
	closed                      // everything disallowed, and that is an answer
	failure                     // a failure: what applies depends on how long it lasts
	shut                        // everything disallowed by us; says nothing about the site
)

// A stage is what applies from some time of a run of failures on.
type stage struct {
	from    time.Duration
	copied  relief // where there is a good copy
	without relief // where there is none
}

// A relief is what applies while robots.txt cannot be had.
type relief uint8

const (
	_        relief = iota
	disallow        // nothing may be fetched
	goodCopy        // the rules of the good copy
	open            // no restrictions
	openIfUp        // no restrictions if the site is otherwise up, else disallow
)

// A life is how long an answer is good for, in the absence of headers and
// within what headers can change.
type life struct{ usual, least, most time.Duration }

// A column is all that distinguishes a policy.
type column struct {
	name    string
	dialect robotrie.Dialect
	hops    int
	verdict [classes]verdict
	stages  []stage // the first begins at 0
	body    life    // of a body
}

const (
	day = 24 * time.Hour

	halfADay = 12 * time.Hour
	month    = 30 * day
)

// Limits that hold under every policy. docs/ACCESS.md gives the reasons.
const (
	leastLife = 10 * time.Minute // of any answer, whatever its headers say
	firstTry  = 5 * time.Minute  // the first wait after a failure
	mostTry   = 6 * time.Hour    // the longest wait between two tries
	leastWait = time.Minute      // the shortest Retry-After that is believed
	mostWait  = day              // the longest
	refusal   = time.Hour        // the wait after an address was refused
	mostGap   = day              // later than this after the time to ask, a run of failures begins anew
)

// nothing is the life of an answer that brings no rules. A site that adds a
// robots.txt must not wait longer for it than the sources let crawlers cache.
var nothing = life{usual: day, least: leastLife, most: day}

var columns = [...]column{
	// Spec: RFC 9309, 2.3.1 and 2.4.
	RFC9309: {
		name: "rfc9309", dialect: robotrie.RFC9309, hops: 5,
		verdict: [classes]verdict{
			found:       useBody,
			gone:        copyForADay,
			denied:      copyForADay,
			clientError: copyForADay,
			tooMany:     copyForADay,
			endless:     copyForADay,
			saidGone:    failure,
			failed:      failure,
			refused:     shut,
		},
		stages: []stage{
			{from: 0, copied: disallow, without: disallow},
			{from: month, copied: goodCopy, without: openIfUp},
		},
		body: life{usual: day, least: leastLife, most: day},
	},
	// Spec: Google's page, "Handling of errors and HTTP status codes" and "Caching".
	Google: {
		name: "google", dialect: robotrie.Google, hops: 5,
		verdict: [classes]verdict{
			found:       useBody,
			gone:        unrestricted,
			denied:      unrestricted,
			clientError: unrestricted,
			tooMany:     failure,
			endless:     unrestricted,
			saidGone:    failure,
			failed:      failure,
			refused:     shut,
		},
		stages: []stage{
			{from: 0, copied: disallow, without: disallow},
			{from: halfADay, copied: goodCopy, without: open},
			{from: month, copied: openIfUp, without: openIfUp},
		},
		body: life{usual: day, least: leastLife, most: 7 * day},
	},
	// Spec: the same page before the stages of 12 hours and 30 days came in.
	GoogleEarlier: {
		name: "google-earlier", dialect: robotrie.Google, hops: 5,
		verdict: [classes]verdict{
			found:       useBody,
			gone:        unrestricted,
			denied:      unrestricted,
			clientError: unrestricted,
			tooMany:     failure,
			endless:     unrestricted,
			saidGone:    unrestricted,
			failed:      failure,
			refused:     shut,
		},
		stages: []stage{
			{from: 0, copied: disallow, without: disallow},
			{from: month, copied: goodCopy, without: open},
		},
		body: life{usual: day, least: leastLife, most: 7 * day},
	},
	// Spec: draft-koster-robots-00, 3.1 and 3.4.
	Koster1996: {
		name: "koster1996", dialect: robotrie.Koster1996, hops: 20,
		verdict: [classes]verdict{
			found:       useBody,
			gone:        unrestricted,
			denied:      closed,
			clientError: failure,
			tooMany:     failure,
			endless:     failure,
			saidGone:    failure,
			failed:      failure,
			refused:     shut,
		},
		stages: []stage{
			{from: 0, copied: disallow, without: disallow},
		},
		body: life{usual: 7 * day, least: leastLife, most: month},
	},
}
