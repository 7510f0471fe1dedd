// Package promcounters shows the counters of an access.Cache to Prometheus.
//
//	counters := promcounters.New()
//	prometheus.MustRegister(counters)
//	cache, err := access.New(access.Config{Counters: counters, …})
package promcounters

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/robotrie/robotrie/access"
)

// Counters is an access.Counters and a prometheus.Collector of
//
//	robotrie_asked_total{answer}           questions, by where the answer came from
//	robotrie_fetches_total{class,reason}   fetches, by class of status and the policy's reason
//	robotrie_fetch_octets_total            octets of bodies
//	robotrie_fetch_seconds                 a histogram of what fetches took
//	robotrie_held_octets                   what the cache holds now
//	robotrie_evictions_total               items that left for the limit's sake
//	robotrie_evicted_octets_total          and their octets
//	robotrie_store_exchanges_total{exchange}
//
// The zero value does not work: use New. It is safe for any number of
// goroutines, and may serve several caches, which are then counted together.
type Counters struct {
	asked, fetches, exchanges             *prometheus.CounterVec
	fetchOctets, evictions, evictedOctets prometheus.Counter
	fetchSeconds                          prometheus.Histogram
	held                                  prometheus.Gauge
	all                                   []prometheus.Collector
}

// New makes counters that stand at 0. They are not registered yet.
func New() *Counters {
	vector := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "robotrie", Name: name, Help: help}, labels)
	}
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "robotrie", Name: name, Help: help})
	}
	c := &Counters{
		asked:         vector("asked_total", "Questions about URLs, by where the answer came from.", "answer"),
		fetches:       vector("fetches_total", "Fetches of robots.txt files, by class of status and reason.", "class", "reason"),
		exchanges:     vector("store_exchanges_total", "Exchanges with the store, by how they ended.", "exchange"),
		fetchOctets:   counter("fetch_octets_total", "Octets of the robots.txt files that were fetched."),
		evictions:     counter("evictions_total", "Items that were evicted from memory."),
		evictedOctets: counter("evicted_octets_total", "Octets of the items that were evicted from memory."),
		fetchSeconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "robotrie", Name: "fetch_seconds", Help: "What fetches of robots.txt files took.",
			Buckets: []float64{.01, .03, .1, .3, 1, 3, 10, 30, 100},
		}),
		held: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: "robotrie", Name: "held_octets", Help: "Octets that are held in memory.",
		}),
	}
	c.all = []prometheus.Collector{c.asked, c.fetches, c.exchanges, c.fetchOctets, c.evictions, c.evictedOctets, c.fetchSeconds, c.held}
	return c
}

// Describe is a method of prometheus.Collector.
func (c *Counters) Describe(to chan<- *prometheus.Desc) {
	for _, each := range c.all {
		each.Describe(to)
	}
}

// Collect is a method of prometheus.Collector.
func (c *Counters) Collect(to chan<- prometheus.Metric) {
	for _, each := range c.all {
		each.Collect(to)
	}
}

// Asked is a method of access.Counters.
func (c *Counters) Asked(answer access.Answer) { c.asked.WithLabelValues(string(answer)).Inc() }

// Fetched is a method of access.Counters.
func (c *Counters) Fetched(class, reason string, octets int, took time.Duration) {
	c.fetches.WithLabelValues(class, reason).Inc()
	c.fetchOctets.Add(float64(octets))
	c.fetchSeconds.Observe(took.Seconds())
}

// Held is a method of access.Counters.
func (c *Counters) Held(octets int) { c.held.Add(float64(octets)) }

// Evicted is a method of access.Counters.
func (c *Counters) Evicted(octets int) {
	c.evictions.Inc()
	c.evictedOctets.Add(float64(octets))
}

// Stored is a method of access.Counters.
func (c *Counters) Stored(exchange access.Exchange) {
	c.exchanges.WithLabelValues(string(exchange)).Inc()
}
