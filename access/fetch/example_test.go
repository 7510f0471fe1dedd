package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/robotrie/robotrie/access/fetch"
)

func ExampleFetcher_Fetch() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "# hello, %s\n", r.UserAgent())
	}))
	defer site.Close()

	const agent = "ExampleBot/1.0 (+https://example.com/bot)"
	careful, err := fetch.New(fetch.Config{UserAgent: agent})
	if err != nil {
		panic(err)
	}
	outcome := careful.Fetch(context.Background(), site.URL+"/robots.txt")
	fmt.Println(outcome.Kind) // the site is on this machine

	local, err := fetch.New(fetch.Config{UserAgent: agent, AllowPrivate: true})
	if err != nil {
		panic(err)
	}
	outcome = local.Fetch(context.Background(), site.URL+"/robots.txt")
	fmt.Printf("%v %d %s", outcome.Kind, outcome.Status, outcome.Body)
	// Output:
	// blocked
	// answered 200 # hello, ExampleBot/1.0 (+https://example.com/bot)
}
