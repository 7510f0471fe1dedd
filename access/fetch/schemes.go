package fetch

import (
	"context"
	"fmt"
	"strings"

	"github.com/robotrie/robotrie/access/policy"
)

// Schemes gives each URL to the fetcher of its scheme. Module access/ftpfetch has
// one for ftp:
//
//	fetch.Schemes{"http": web, "https": web, "ftp": ftp}
type Schemes map[string]interface {
	Fetch(ctx context.Context, robotsURL string) policy.Outcome
}

// Fetch asks for a robots.txt by its URL. A scheme that nobody speaks is refused.
func (s Schemes) Fetch(ctx context.Context, robotsURL string) policy.Outcome {
	scheme, _, absolute := strings.Cut(robotsURL, "://")
	fetcher, spoken := s[strings.ToLower(scheme)]
	if !absolute || !spoken {
		return policy.Outcome{Kind: policy.Blocked, URL: robotsURL, Err: fmt.Errorf("cannot ask for %q: no fetcher for its scheme", robotsURL)}
	}
	return fetcher.Fetch(ctx, robotsURL)
}
