package access

import (
	"expvar"
	"time"
)

// Expvar is Counters as variables of package expvar: one map, whose members are
//
//	asked     a map: hit, standing, waited, failed
//	fetched   a map from "class reason", for example "2xx fetched", to the number of fetches
//	octets    of bodies
//	seconds   that fetches took, all together
//	slow      a map from "<=0.1", "<=1", "<=10", ">10" (seconds) to the number of fetches
//	held      octets that the cache holds now
//	evicted   a map: items, octets
//	stored    a map: hit, miss, corrupt, foreign, saved, error
//
// The zero value does not work: use NewExpvar. One Expvar may serve several caches.
type Expvar struct {
	all                                   expvar.Map
	asked, fetched, slow, evicted, stored expvar.Map
	octets, held                          expvar.Int
	seconds                               expvar.Float
}

// NewExpvar makes an Expvar that is not published: publish what Map gives, by
// expvar.Publish or as a member of a map.
func NewExpvar() *Expvar {
	e := new(Expvar)
	for name, v := range map[string]expvar.Var{
		"asked": &e.asked, "fetched": &e.fetched, "octets": &e.octets, "seconds": &e.seconds,
		"slow": &e.slow, "held": &e.held, "evicted": &e.evicted, "stored": &e.stored,
	} {
		e.all.Set(name, v)
	}
	return e
}

// Map is the variable that holds all the others.
func (e *Expvar) Map() *expvar.Map { return &e.all }

// Asked is a method of Counters.
func (e *Expvar) Asked(answer Answer) { e.asked.Add(string(answer), 1) }

// Fetched is a method of Counters.
func (e *Expvar) Fetched(class, reason string, octets int, took time.Duration) {
	e.fetched.Add(class+" "+reason, 1)
	e.octets.Add(int64(octets))
	e.seconds.Add(took.Seconds())
	switch {
	case took <= time.Second/10:
		e.slow.Add("<=0.1", 1)
	case took <= time.Second:
		e.slow.Add("<=1", 1)
	case took <= 10*time.Second:
		e.slow.Add("<=10", 1)
	default:
		e.slow.Add(">10", 1)
	}
}

// Held is a method of Counters.
func (e *Expvar) Held(octets int) { e.held.Add(int64(octets)) }

// Evicted is a method of Counters.
func (e *Expvar) Evicted(octets int) {
	e.evicted.Add("items", 1)
	e.evicted.Add("octets", int64(octets))
}

// Stored is a method of Counters.
func (e *Expvar) Stored(exchange Exchange) { e.stored.Add(string(exchange), 1) }
