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

// filter --fetch. A block of URLs is gone through twice: first for its origins, of which --parallel are asked at the
// same time, then for its answers. Blocks in which somebody is slow wait beside each other, so there are more of them
// under way than there are processors. The cache sees to it that an origin is asked once, whatever blocks it stands in,
// and that no more are asked at once by all blocks together.

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
	origins := &originAsker{cache: cache, parallel: c.atOnce()}
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
	cache    *access.Cache
	parallel int      // how many origins of a block are asked at once
	seen     sync.Map // the origins that are counted
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
	// Why no more goroutines than can be asked at once: a block may name tens of thousands of origins, and those that
	// wait would hold more memory than all else.
	var all sync.WaitGroup
	var mu sync.Mutex
	origins := make(chan string)
	for range min(a.parallel, len(j.origins)) {
		all.Go(func() {
			for origin := range origins {
				rules := a.ask(origin)
				mu.Lock()
				j.origins[origin] = rules
				mu.Unlock()
			}
		})
	}
	for _, origin := range slices.Collect(maps.Keys(j.origins)) {
		origins <- origin
	}
	close(origins)
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
