package main

import (
	"bufio"
	"context"
	"fmt"
	"sync"

	"github.com/robotrie/robotrie/access"
)

// fetchCmd answers for URLs by the robots.txt of their origins.
type fetchCmd struct {
	agentFlags
	originFlags
	JSON bool     `help:"Write one JSON object a line."`
	URLs []string `arg:"" name:"url" placeholder:"URL" help:"Absolute http or https URLs."`
}

// Help is the second part of "robotrie fetch --help".
func (*fetchCmd) Help() string {
	return `Fetches the robots.txt of every URL's origin, once each, and answers in the order of the URLs. One line a URL, separated by tabs: allowed or disallowed, the URL, the rule that decided ("-" for none), its line number (0 for none), what applies to the origin (rules, unrestricted or disallowed), the reason, and the status of the answer (0 for none).

That an origin cannot be asked is an answer like any other, which the policy gives. Addresses that are not public are refused unless --allow-private is given.

Example:

    $ robotrie fetch --agent ExampleBot https://example.com/private/
    disallowed	https://example.com/private/	disallow: /private/	3	rules	fetched	200`
}

// fetchedURL is one line of fetch --json.
type fetchedURL struct {
	URL       string `json:"url"`
	Allowed   bool   `json:"allowed"`
	Outcome   string `json:"outcome"`
	Reason    string `json:"reason"`
	Status    int    `json:"status"`
	Redirects int    `json:"redirects"`
	RobotsURL string `json:"robots_url"`
	Line      int    `json:"line"` // 0 where no rule decided
	Pattern   string `json:"pattern"`
}

// failedURL is the line of fetch --json for what has no answer.
type failedURL struct {
	URL   string `json:"url"`
	Error string `json:"error"`
}

// Run is called by kong.
func (c *fetchCmd) Run(s *session) error {
	cache, end, err := c.open(c.Agent)
	if err != nil {
		return err
	}
	defer end()
	type result struct {
		decision access.Decision
		err      error
	}
	results := make([]result, len(c.URLs))
	var all sync.WaitGroup
	for i, url := range c.URLs {
		all.Go(func() {
			r := &results[i]
			if r.err = checkFetchable(url); r.err == nil {
				r.decision, r.err = cache.Allowed(context.Background(), url)
			}
		})
	}
	all.Wait()
	out := bufio.NewWriter(s.out)
	for i, r := range results {
		if err := c.write(s, out, c.URLs[i], r.decision, r.err); err != nil {
			return writeFailed(err)
		}
	}
	return flush(out)
}

// checkFetchable refuses what has no robots.txt that this command could ask.
func checkFetchable(url string) error {
	if err := checkTarget(url); err != nil {
		return err
	}
	var key originKey
	if !key.set([]byte(url)) {
		return fmt.Errorf("%s: %w", shown(url), whyNoKey([]byte(url)))
	}
	return nil
}

// write writes the line of one URL.
func (c *fetchCmd) write(s *session, out *bufio.Writer, url string, d access.Decision, err error) error {
	if err != nil {
		s.fail(err)
		if c.JSON {
			return newEncoder(out).Encode(failedURL{url, err.Error()})
		}
		return nil
	}
	if !d.Allowed {
		s.found()
	}
	if c.JSON {
		return newEncoder(out).Encode(fetchedURL{
			URL: url, Allowed: d.Allowed, Outcome: d.Outcome.String(), Reason: string(d.Reason), Status: d.Status,
			Redirects: d.Redirects, RobotsURL: d.RobotsURL, Line: d.Rule.Line, Pattern: d.Rule.Pattern,
		})
	}
	_, err = fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%s\t%s\t%d\n", word(d.Allowed), printable(url), ruleText(d.Rule), d.Rule.Line, d.Outcome, d.Reason, d.Status)
	return err
}
