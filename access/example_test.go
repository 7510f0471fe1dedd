package access_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
)

func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
	}))
	defer site.Close()

	fetcher, err := fetch.New(fetch.Config{
		UserAgent:    "ExampleBot/1.0 (+https://example.com/bot)",
		AllowPrivate: true, // the site is on loopback
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: fetcher, Policy: policy.Google})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer cache.Close()

	d, err := cache.Allowed(context.Background(), site.URL+"/private/page")
	fmt.Println(d.Allowed, d.Outcome, d.Reason, d.Status, d.Rule.Pattern, d.Rule.Line, err)
	// Output: false rules fetched 200 /private/ 2 <nil>
}

// Many URLs of one origin are answered by its group.
func ExampleCache_Group() {
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: down{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer cache.Close()

	group, d, err := cache.Group(context.Background(), "https://example.com/")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Outcome, d.Reason, d.AskAgain.Sub(d.Fetched))
	fmt.Println(group.AllowedBatch(nil, []string{"/", "/page", "/robots.txt"}))
	// Output:
	// disallowed server-error 5m0s
	// [false false true]
}

// down is a Fetcher for a server that always fails.
type down struct{}

func (down) Fetch(_ context.Context, url string) policy.Outcome {
	return policy.Outcome{Status: 503, URL: url}
}
