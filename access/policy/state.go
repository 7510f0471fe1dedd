package policy

import (
	"fmt"
	"time"
)

// State is what is known about one origin between two fetches: plain data, of
// which JSON keeps everything. The zero value means never asked. Copies are
// independent of each other.
type State struct {
	// Applies says what holds now, and Reason by which outcome it does.
	Applies Applies `json:"applies"`
	Reason  Reason  `json:"reason,omitempty"`

	// Stale is set where Applies is Rules and these are the good copy of an
	// earlier fetch, since the last one brought none.
	Stale bool `json:"stale,omitempty"`

	// Of the last outcome.
	Status    int    `json:"status,omitempty"`
	Redirects int    `json:"redirects,omitempty"`
	URL       string `json:"url,omitempty"`

	Asked time.Time `json:"asked,omitzero"` // when that was
	Ask   time.Time `json:"ask,omitzero"`   // when to ask again

	// FailingSince is when the present run of failures began, zero where the
	// last outcome was none.
	FailingSince time.Time `json:"failing_since,omitzero"`

	// GoodAt is when the last good copy was fetched; zero where there is none
	// or it is of no more use.
	GoodAt time.Time `json:"good_at,omitzero"`
}

// backStep is how far a clock may be set back before what was learnt by the
// earlier time is doubted. Clocks that are kept in step differ by less.
const backStep = time.Minute

// Fresh reports whether the state may be used at this time without asking
// again. A state from the future is not fresh: the clock that stamped it was
// wrong, and the time to ask that it names may be years away.
func (s State) Fresh(now time.Time) bool {
	return s.Applies != Unknown && now.Before(s.Ask) && !now.Before(s.Asked.Add(-backStep))
}

// Applies is what holds for an origin.
type Applies uint8

// What may hold.
const (
	// Unknown: never asked, or no question was ever carried through.
	Unknown Applies = iota
	// Rules: those of the good copy, which is the body of this outcome or,
	// where State.Stale is set, of an earlier one.
	Rules
	// Unrestricted: everything may be fetched.
	Unrestricted
	// Disallowed: nothing may be fetched.
	Disallowed
)

var appliesNames = [...]string{"unknown", "rules", "unrestricted", "disallowed"}

func (a Applies) String() string {
	if int(a) >= len(appliesNames) {
		return fmt.Sprintf("Applies(%d)", uint8(a))
	}
	return appliesNames[a]
}

// MarshalText writes the name.
func (a Applies) MarshalText() ([]byte, error) {
	if int(a) >= len(appliesNames) {
		return nil, fmt.Errorf("policy: no such thing as %v", a)
	}
	return []byte(a.String()), nil
}

// UnmarshalText reads the name.
func (a *Applies) UnmarshalText(text []byte) error {
	for i, name := range appliesNames {
		if name == string(text) {
			*a = Applies(i)
			return nil
		}
	}
	return fmt.Errorf("policy: %q is none of %v", text, appliesNames)
}

// Reason is the class of the outcome that decided, by a name that stays the
// same from release to release. Together with Applies, Stale and FailingSince
// it says all there is to say about a decision.
type Reason string

// The reasons.
const (
	Fetched         Reason = "fetched"           // 2xx
	NotFound        Reason = "not-found"         // 404, 410, and a 5xx that says so where the policy believes it
	Denied          Reason = "denied"            // 401, 403
	ClientError     Reason = "client-error"      // the other 4xx
	TooManyRequests Reason = "too-many-requests" // 429
	ServerError     Reason = "server-error"      // 5xx
	StrangeStatus   Reason = "strange-status"    // no status of HTTP, or one that answers no GET

	// Of an exchange without an answer, by its Kind.
	DNSFailed        Reason = "dns-failure"
	TimedOut         Reason = "timeout"
	ConnectionFailed Reason = "connection-failure"
	TLSFailed        Reason = "tls-failure"
	Broken           Reason = "broken-answer"
	RedirectsTooMany Reason = "too-many-redirects"
	RedirectBad      Reason = "bad-redirect"
	AddressRefused   Reason = "blocked"
)
