package main

import (
	"fmt"
	"math"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
)

// originFlags are the flags of every command that fetches robots.txt files. None of them has a default that kong
// knows, so that given tells whether any was given.
type originFlags struct {
	Policy       policyFlag `placeholder:"POLICY" help:"What the outcome of a fetch means, and how rules are read: rfc9309 (default), google, google-earlier or koster1996."`
	AllowPrivate bool       `help:"Also ask addresses that are not public: loopback, private, link-local and the like."`
	UserAgent    string     `placeholder:"TEXT" help:"The User-Agent header to send (default: the first --agent)."`
	Parallel     int        `placeholder:"N" help:"How many origins to ask at once (default: 32)."`
}

const defaultParallel = 32

// given names a flag that was given, "" if none was.
func (f *originFlags) given() string {
	switch {
	case f.Policy.given:
		return "--policy"
	case f.AllowPrivate:
		return "--allow-private"
	case f.UserAgent != "":
		return "--user-agent"
	case f.Parallel != 0:
		return "--parallel"
	}
	return ""
}

// open makes the cache that asks the origins, and the function that ends it.
func (f *originFlags) open(agents []string) (*access.Cache, func(), error) {
	if f.Parallel < 0 {
		return nil, nil, fmt.Errorf("--parallel: it must be 1 or more, not %d", f.Parallel)
	}
	name := f.UserAgent
	if name == "" {
		name = agents[0]
	}
	fetcher, err := fetch.New(fetch.Config{UserAgent: name, AllowPrivate: f.AllowPrivate, Redirects: f.Policy.Hops()})
	if err != nil {
		return nil, nil, fmt.Errorf("--user-agent: %w", err)
	}
	cache, err := access.New(access.Config{
		Agents: agents, Fetcher: fetcher, Policy: f.Policy.Policy, Parallel: f.atOnce(),
		// Nothing is evicted before there are millions of origins: each is asked once.
		MaxBytes: math.MaxInt32,
	})
	if err != nil {
		fetcher.Close()
		return nil, nil, err
	}
	return cache, func() { cache.Close(); fetcher.Close() }, nil
}

// atOnce is how many origins are asked at once.
func (f *originFlags) atOnce() int {
	if f.Parallel == 0 {
		return defaultParallel
	}
	return f.Parallel
}

// A policyFlag is a policy given by name, RFC9309 if none is.
type policyFlag struct {
	policy.Policy
	given bool
}

// UnmarshalText is called by kong, which puts the flag's name before the error.
func (p *policyFlag) UnmarshalText(text []byte) error {
	parsed, err := policy.Parse(string(text))
	if err != nil {
		return fmt.Errorf("unknown policy %s: it must be rfc9309, google, google-earlier or koster1996", shown(string(text)))
	}
	p.Policy, p.given = parsed, true
	return nil
}
