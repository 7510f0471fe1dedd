// Command colly is a crawler of a few lines that keeps to robots.txt: colly
// fetches and parses the pages, robotrie's package access says which.
//
//	go run ./examples/colly https://example.com/
//
// It starts at the URLs given and follows links on their hosts, two deep.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"sync"

	"github.com/gocolly/colly/v2"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/fetch"
)

const (
	agent     = "RobotrieExample"
	userAgent = agent + "/1.0 (+https://github.com/robotrie/robotrie)"
)

func main() {
	private := flag.Bool("allow-private", false, "also crawl addresses that are not public")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, flag.Args(), *private); err != nil {
		fmt.Fprintln(os.Stderr, "colly:", err)
		os.Exit(1)
	}
}

// run crawls and writes a line a URL.
func run(ctx context.Context, out io.Writer, starts []string, private bool) error {
	fetcher, err := fetch.New(fetch.Config{UserAgent: userAgent, AllowPrivate: private})
	if err != nil {
		return err
	}
	defer fetcher.Close()
	cache, err := access.New(access.Config{Agents: []string{agent}, Fetcher: fetcher})
	if err != nil {
		return err
	}
	defer cache.Close()
	var mu sync.Mutex // colly calls back from several goroutines
	return crawl(ctx, cache, starts, func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(out, line)
	})
}

// crawl visits what may be visited, and says of every URL what became of it.
func crawl(ctx context.Context, cache *access.Cache, starts []string, say func(string)) error {
	var hosts []string
	for _, start := range starts {
		u, err := url.Parse(start)
		if err != nil {
			return err
		}
		hosts = append(hosts, u.Hostname())
	}
	c := colly.NewCollector(colly.UserAgent(userAgent), colly.MaxDepth(3), colly.Async(true),
		colly.AllowedDomains(hosts...), colly.StdlibContext(ctx))
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 2}); err != nil {
		return err
	}
	polite(ctx, c, cache, func(url string, d access.Decision, err error) {
		if err != nil {
			say(fmt.Sprintf("skipped\t%s\t%v", url, err))
			return
		}
		say(fmt.Sprintf("skipped\t%s\t%s by %s, line %d", url, d.Reason, d.RobotsURL, d.Rule.Line))
	})
	c.OnResponse(func(r *colly.Response) { say(fmt.Sprintf("visited\t%s", r.Request.URL)) })
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		_ = e.Request.Visit(e.Attr("href")) // those it will not visit again are no failure
	})
	for _, start := range starts {
		if err := c.Visit(start); err != nil {
			return fmt.Errorf("%s: %w", start, err)
		}
	}
	c.Wait()
	return nil
}
