package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

// filter --fetch. A block of URLs is gone through twice: first for its origins, which are all asked at the same time,
// then for its answers. Blocks in which somebody is slow wait beside each other, so there are more of them under way
// than there are processors. The cache sees to it that an origin is asked once, whatever blocks it stands in, and that
// not too many are asked at once.

// fetchingBlocks is how many blocks wait beside each other.
const fetchingBlocks = 8

// runFetching is Run with --fetch.
func (c *filterCmd) runFetching(s *session) error {
	cache, end, err := c.open(c.Agent)
	if err != nil {
		return err
	}
	defer end()
	urls, err := openSource(s, c.URLs)
	if err != nil {
		return err
	}
	defer urls.Close()
	begin := time.Now()
	origins := &originAsker{cache: cache}
	total, err := c.run(s, &urlFilter{origins: origins, verdicts: c.Verdicts}, urls, fetchingBlocks)
	if !c.Quiet {
		fmt.Fprint(s.err, origins.summary(), total.summary("origins without rules", time.Since(begin)))
	}
	return err
}

// originRules is what one origin says.
type originRules struct {
	group *robotrie.Group
	own   bool // the group is the origin's own, not one that stands for all or nothing
}

// An originAsker finds out what origins say.
type originAsker struct {
	cache *access.Cache
	seen  sync.Map // the origins that are counted
	// How many origins there were, by what applies to them.
	rules, unrestricted, disallowed atomic.Int64
}

// askOrigins asks all origins of a block.
func (j *urlJob) askOrigins(a *originAsker) {
	j.origins = map[string]originRules{}
	var last []byte
	j.each(maxURL, func(_ int64, url []byte, long bool) {
		if long || sameOrigin(url, last) {
			return
		}
		last = nil
		end := authorityEnd(url)
		if j.key.set(url[:end]) {
			last = url[:end]
			j.origins[string(j.key.origin())] = originRules{}
		}
	})
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, origin := range slices.Collect(maps.Keys(j.origins)) {
		all.Go(func() {
			rules := a.ask(origin)
			mu.Lock()
			defer mu.Unlock()
			j.origins[origin] = rules
		})
	}
	all.Wait()
}

// unanswered stands for the rules of an origin without an answer.
var unanswered = robotrie.Compile([]byte("User-agent: *\nDisallow: /\n")).Group()

// ask finds out what one origin says.
func (a *originAsker) ask(origin string) originRules {
	group, d, err := a.cache.Group(context.Background(), origin)
	if err != nil { // the run is over, since the output cannot be written: nobody will see this
		return originRules{group: unanswered}
	}
	if _, counted := a.seen.LoadOrStore(origin, true); !counted {
		switch d.Outcome {
		case policy.Rules:
			a.rules.Add(1)
		case policy.Unrestricted:
			a.unrestricted.Add(1)
		default:
			a.disallowed.Add(1)
		}
	}
	return originRules{group, d.Outcome == policy.Rules}
}

// summary is what filter --fetch says of the origins at its end.
func (a *originAsker) summary() string {
	rules, unrestricted, disallowed := a.rules.Load(), a.unrestricted.Load(), a.disallowed.Load()
	return fmt.Sprintf("origins: %d, with rules: %d, unrestricted: %d, disallowed: %d\n",
		rules+unrestricted+disallowed, rules, unrestricted, disallowed)
}
