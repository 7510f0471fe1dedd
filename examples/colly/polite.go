package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/gocolly/colly/v2"

	"github.com/robotrie/robotrie/access"
)

// polite has a collector ask a cache before every request, in place of its own reading of robots.txt, which has no
// notion of a server that is down, of how long an answer holds, or of which line decided. told is called for every URL
// that is left alone, and why.
func polite(ctx context.Context, c *colly.Collector, cache *access.Cache, told func(url string, d access.Decision, err error)) {
	c.IgnoreRobotsTxt = true
	may := func(url string) bool {
		d, err := cache.Allowed(ctx, url)
		if err != nil || !d.Allowed {
			told(url, d, err)
			return false
		}
		return true
	}
	c.OnRequest(func(r *colly.Request) {
		if !may(r.URL.String()) {
			r.Abort()
		}
	})
	// A page may redirect to where the crawler must not go, on another host, too; requests that come of a redirect do
	// not go through OnRequest.
	c.SetRedirectHandler(func(r *http.Request, via []*http.Request) error {
		switch {
		case len(via) >= 10:
			return errors.New("more than 10 redirects")
		case !may(r.URL.String()):
			return http.ErrUseLastResponse
		}
		return nil
	})
}
