package policy

import (
	"fmt"
	"net/http"
)

// Outcome is what came of asking an origin for its robots.txt. The zero value
// is an answer of no known status and counts as a failure of the server.
type Outcome struct {
	Kind   Kind
	Status int // HTTP status of the last answer; 0 where there was none

	// Redirects is the number of redirects followed, and URL the last one
	// asked: where the body came from. What it says applies to the origin
	// that was asked first all the same.
	Redirects int
	URL       string

	// Header is that of the last answer. Policies look at Cache-Control,
	// Expires, Age, Date and Retry-After.
	Header http.Header

	// Body is the decoded body of a 2xx, and the beginning of that of a 5xx.
	// Where Cut is set there was more of it than the fetcher's limit, and Body
	// is one octet longer than that limit, so that who compiles it can tell
	// that its last line is not whole: use Policy.Compile.
	Body []byte
	Cut  bool

	// Read counts the octets of bodies that were taken off the network, as
	// they came, all redirects included.
	Read int64

	// SiteUp is for the caller to set: other pages of the origin answered in
	// the last day, it is robots.txt alone that does not. Not knowing is false.
	SiteUp bool

	// Err says in words what happened, for people; no decision depends on it.
	// It is nil where an answer came and was read.
	Err error
}

// HasBody reports whether the outcome brings rules: the body of a 2xx, be it
// empty. Under every policy it becomes the origin's good copy.
func (o Outcome) HasBody() bool {
	return o.Kind == Answered && o.Status >= 200 && o.Status <= 299
}

// Kind says how far the exchange got.
type Kind uint8

// The kinds. All but Answered and Cancelled are failures.
const (
	// Answered: an answer came whole, or up to the limit on its size.
	Answered Kind = iota
	// Cancelled: the caller gave up first, which says nothing about the origin.
	Cancelled
	// DNSFailure: the name could not be resolved.
	DNSFailure
	// Timeout: the exchange was not done within the time allowed to it.
	Timeout
	// ConnectionFailure: no connection, or it was reset before an answer.
	ConnectionFailure
	// TLSFailure: no TLS, or a certificate that does not hold.
	TLSFailure
	// BrokenAnswer: something came, but no whole answer: no HTTP, a header
	// beyond the limit, a body that ends early or cannot be decoded.
	BrokenAnswer
	// TooManyRedirects: more than the limit, or round in a circle.
	TooManyRedirects
	// BadRedirect: to nowhere, or to what is neither http nor https.
	BadRedirect
	// Blocked: the fetcher itself refused, because of the address or because
	// it does not speak the URL's scheme.
	Blocked

	kinds // how many there are
)

var kindNames = [kinds]string{
	Answered:          "answered",
	Cancelled:         "cancelled",
	DNSFailure:        "dns-failure",
	Timeout:           "timeout",
	ConnectionFailure: "connection-failure",
	TLSFailure:        "tls-failure",
	BrokenAnswer:      "broken-answer",
	TooManyRedirects:  "too-many-redirects",
	BadRedirect:       "bad-redirect",
	Blocked:           "blocked",
}

func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}
