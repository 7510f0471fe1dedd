package fetch_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
)

// named answers with its own name.
type named string

func (n named) Fetch(context.Context, string) policy.Outcome {
	return policy.Outcome{Status: 200, Body: []byte(n)}
}

func TestSchemes(t *testing.T) {
	s := fetch.Schemes{"http": named("web"), "ftp": named("files")}
	for url, want := range map[string]string{
		"http://a/robots.txt": "web", "HTTP://a/robots.txt": "web", "ftp://a/robots.txt": "files",
	} {
		assert.Equal(t, want, string(s.Fetch(t.Context(), url).Body), "%s", url)
	}
	for _, url := range []string{"https://a/robots.txt", "gopher://a/", "", "http", "a/http://b"} {
		o := s.Fetch(t.Context(), url)
		assert.Equal(t, policy.Blocked, o.Kind, "%q", url)
		assert.ErrorContains(t, o.Err, "no fetcher")
		assert.Equal(t, url, o.URL)
	}
}
