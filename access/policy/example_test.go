package policy_test

import (
	"fmt"
	"net/http"
	"time"

	"github.com/robotrie/robotrie/access/policy"
)

// A server that answered yesterday fails today, for longer than twelve hours.
func ExamplePolicy_Next() {
	p := policy.Google
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

	answer := policy.Outcome{Status: 200, Body: []byte("User-agent: *\nDisallow: /private/\n")}
	answer.Header = http.Header{"Cache-Control": {"max-age=7200"}}
	state := p.Next(policy.State{}, answer, now)
	robots := p.Compile(answer)
	fmt.Println(state.Applies, state.Reason, "for", state.Ask.Sub(now), robots.Group("ExampleBot").Allowed("/private/"))

	now = state.Ask
	state = p.Next(state, policy.Outcome{Status: 503}, now)
	fmt.Println(state.Applies, state.Reason, "for", state.Ask.Sub(now))

	now = now.Add(12 * time.Hour)
	state = p.Next(state, policy.Outcome{Kind: policy.Timeout}, now)
	fmt.Println(state.Applies, state.Reason, "stale:", state.Stale)
	// Output:
	// rules fetched for 2h0m0s false
	// disallowed server-error for 5m0s
	// rules timeout stale: true
}
