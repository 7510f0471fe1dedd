package access

import "time"

// Counters is told what a Cache does, as it happens. Its methods are called by
// many goroutines at once, some of them on the path of every question, and must
// neither block nor call the cache. Embed NoCounters to count some things only.
type Counters interface {
	// Asked is called for every question about a URL that is one. answer says
	// where the answer came from.
	Asked(answer Answer)
	// Fetched is called after every fetch, with the class of its status ("2xx"
	// to "5xx", "none" where there was no response), the reason that the
	// policy gave, the octets of the body, and how long it took.
	Fetched(class, reason string, octets int, took time.Duration)
	// Held is called when the cache has grown or (octets below 0) shrunk, to
	// nothing at its Close.
	Held(octets int)
	// Evicted is called when something had to leave for the limit's sake,
	// besides Held.
	Evicted(octets int)
	// Stored is called after every exchange with the Store.
	Stored(exchange Exchange)
}

// Answer says where an answer came from.
type Answer string

// The answers.
const (
	Hit      Answer = "hit"      // what is known still holds
	Standing Answer = "standing" // what is known holds until the answer of a fetch that is under way
	Waited   Answer = "waited"   // a fetch, or the Store, had to be waited for
	Failed   Answer = "failed"   // there was none: the context ended, or the cache was closed
)

// Exchange says how an exchange with the Store ended.
type Exchange string

// The ends of exchanges.
const (
	StoreHit     Exchange = "hit"
	StoreMiss    Exchange = "miss"
	StoreCorrupt Exchange = "corrupt" // a record that cannot be used; it counts as none
	StoreForeign Exchange = "foreign" // a record that a cache of another Config wrote; it counts as none
	StoreSaved   Exchange = "saved"
	StoreError   Exchange = "error"
)

// NoCounters counts nothing.
type NoCounters struct{}

// The methods of Counters.

func (NoCounters) Asked(Answer)                               {}
func (NoCounters) Fetched(string, string, int, time.Duration) {}
func (NoCounters) Held(int)                                   {}
func (NoCounters) Evicted(int)                                {}
func (NoCounters) Stored(Exchange)                            {}

// statusClass names the class of a status: "2xx", or "none" for 0.
func statusClass(status int) string {
	switch status / 100 {
	case 1:
		return "1xx"
	case 2:
		return "2xx"
	case 3:
		return "3xx"
	case 4:
		return "4xx"
	case 5:
		return "5xx"
	case 0:
		return "none"
	default:
		return "other"
	}
}
