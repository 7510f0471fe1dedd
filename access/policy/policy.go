// Package policy says what the outcome of fetching a robots.txt means: which
// rules apply to the origin now, why, and when to ask again.
//
// It is a pure function, Policy.Next, of what was known, what came back and
// the time. There is no clock and no network in it, and nothing is kept: the
// caller holds the State of each origin and the compiled rules that go with it.
//
//	next := p.Next(state, outcome, now)
//	if outcome.HasBody() {
//		good = p.Compile(outcome) // the copy that next.Applies == Rules speaks of
//	}
//	if next.GoodAt.IsZero() {
//		good = nil // no longer of use
//	}
//
// docs/ACCESS.md states what each policy answers; the tables in table.go are
// the same in Go.
package policy

import (
	"fmt"
	"strings"

	"github.com/robotrie/robotrie"
)

// Policy names a reading of what an outcome means. The zero value is RFC9309.
type Policy uint8

// The policies.
const (
	// RFC9309 follows RFC 9309 and the drafts it grew from.
	RFC9309 Policy = iota
	// Google does what Google's page on robots.txt says today.
	Google
	// GoogleEarlier does what that page said before.
	GoogleEarlier
	// Koster1996 follows the draft of 1996, "A Method for Web Robots Control".
	Koster1996
)

// Policies lists all of them, in the order of their values.
func Policies() []Policy { return []Policy{RFC9309, Google, GoogleEarlier, Koster1996} }

// Parse finds a policy by its name: "rfc9309", "google", "google-earlier" or
// "koster1996". The error for another name lists these.
func Parse(name string) (Policy, error) {
	var names []string
	for _, p := range Policies() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return 0, fmt.Errorf("unknown policy %q; there are %s", name, strings.Join(names, ", "))
}

// Valid reports whether p is one of the policies.
func (p Policy) Valid() bool { return int(p) < len(columns) }

func (p Policy) String() string {
	if !p.Valid() {
		return fmt.Sprintf("Policy(%d)", uint8(p))
	}
	return columns[p].name
}

// Dialect is how the policy's authors read the body.
func (p Policy) Dialect() robotrie.Dialect { return columns[p].dialect }

// Hops is the number of redirects to follow.
func (p Policy) Hops() int { return columns[p].hops }

// Compile compiles the body of an outcome in the policy's dialect. The limit is
// the fetcher's, not the dialect's: what was fetched counts to its end, and a
// body that the fetcher cut is compiled as a cut one, so that the line that the
// limit falls into counts for nothing.
func (p Policy) Compile(o Outcome, options ...robotrie.Option) *robotrie.Robots {
	options = append([]robotrie.Option{robotrie.WithDialect(p.Dialect()), robotrie.WithMaxSize(len(o.Body))}, options...)
	if o.Cut && len(o.Body) > 1 {
		options = append(options, robotrie.WithMaxSize(len(o.Body)-1))
	}
	return robotrie.Compile(o.Body, options...)
}
