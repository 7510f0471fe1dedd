package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A site is one host: its robots.txt, and pages of links. It remembers what it was asked for.
type site struct {
	robots http.HandlerFunc
	pages  map[string][]string // path to links; "$NAME" in one is the URL of another site
	moved  map[string]string   // path to where it redirects

	all    map[string]*site
	server *httptest.Server
	mu     sync.Mutex
	asked  []string
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.URL.Path)
	s.mu.Unlock()
	links, found := s.pages[r.URL.Path]
	switch to := s.moved[r.URL.Path]; {
	case r.URL.Path == "/robots.txt":
		s.robots(w, r)
	case to != "":
		http.Redirect(w, r, s.url(to), http.StatusFound)
	case !found:
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", "text/html")
		for _, link := range links {
			fmt.Fprintf(w, "<a href=%q>.</a>\n", s.url(link))
		}
	}
}

// url puts in the URLs of other sites.
func (s *site) url(link string) string {
	for name, other := range s.all {
		link = strings.ReplaceAll(link, "$"+name, other.server.URL)
	}
	return link
}

func (s *site) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.asked))
}

// TestCrawl crawls five hosts that link to each other, and holds the crawler to what each of them was asked for.
func TestCrawl(t *testing.T) {
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }
	}
	all := map[string]*site{
		"SHOP": {
			robots: text("User-agent: *\nDisallow: /\n\nUser-agent: RobotrieExample\nDisallow: /basket/\nAllow: /basket/help\nDisallow: /*?sort=\n"),
			pages: map[string][]string{
				"/":            {"/a", "/basket/", "/basket/help", "/list?sort=price", "/list", "/moved", "$BLOG/", "$DOWN/", "$NONE/", "$ELSE/"},
				"/a":           {"/", "$BLOG/post", "$BLOG/drafts/post"},
				"/basket/":     {"/secret"},
				"/basket/help": {}, "/list": {}, "/secret": {},
			},
			moved: map[string]string{"/moved": "/basket/2"},
		},
		"BLOG": {
			robots: text("User-agent: *\nDisallow: /drafts/\n"),
			pages:  map[string][]string{"/": {"/post", "/out"}, "/post": {}, "/drafts/post": {}},
			moved:  map[string]string{"/out": "$SHOP/basket/3"},
		},
		"DOWN": {
			robots: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
			pages:  map[string][]string{"/": {}},
		},
		"NONE": {robots: http.NotFound, pages: map[string][]string{"/": {"/anything"}, "/anything": {}}},
		"ELSE": {
			robots: func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasSuffix(r.URL.Path, "/robots.txt") {
					http.NotFound(w, r)
					return
				}
				http.Redirect(w, r, "/rules/robots.txt", http.StatusMovedPermanently)
			},
			pages: map[string][]string{"/": {}},
		},
	}
	for _, s := range all {
		s.all = all
		s.server = httptest.NewServer(s)
		defer s.server.Close()
	}
	shop := all["SHOP"].server.URL
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, []string{shop + "/"}, true))
	said := map[string]string{}
	for line := range strings.Lines(out.String()) {
		fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
		said[fields[1]] = fields[0] + strings.Join(append([]string{""}, fields[2:]...), " ")
	}

	assert.Equal(t, []string{"/", "/a", "/basket/help", "/list", "/moved", "/robots.txt"}, all["SHOP"].paths())
	assert.Equal(t, []string{"/", "/out", "/post", "/robots.txt"}, all["BLOG"].paths())
	assert.Equal(t, []string{"/robots.txt"}, all["DOWN"].paths())
	assert.Equal(t, []string{"/", "/anything", "/robots.txt"}, all["NONE"].paths())
	assert.Equal(t, []string{"/", "/robots.txt", "/rules/robots.txt"}, all["ELSE"].paths())

	assert.Equal(t, "visited", said[shop+"/basket/help"])
	assert.Equal(t, "skipped fetched by "+shop+"/robots.txt, line 5", said[shop+"/basket/"])
	assert.Equal(t, "skipped fetched by "+shop+"/robots.txt, line 7", said[shop+"/list?sort=price"])
	assert.Equal(t, "skipped fetched by "+shop+"/robots.txt, line 5", said[shop+"/basket/3"], "by way of a redirect from the other host")
	down := all["DOWN"].server.URL
	assert.Equal(t, "skipped server-error by "+down+"/robots.txt, line 0", said[down+"/"])
}
