package fetch

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLocation(t *testing.T) {
	from, err := url.Parse("https://example.com:8443/folder/robots.txt?a")
	require.NoError(t, err)
	for value, want := range map[string]string{
		"/r":                                  "https://example.com:8443/r",
		"r?x#y":                               "https://example.com:8443/folder/r?x",
		"?b":                                  "https://example.com:8443/folder/robots.txt?b",
		"//other.example":                     "https://other.example/",
		"HTTP://User:Pass@Other.Example:80/r": "http://other.example/r",
		"http://[2001:DB8::1]:81/r":           "http://[2001:db8::1]:81/r",
		"http://bücher.example/ü":             "http://xn--bcher-kva.example/%C3%BC",
		"https://other.example./":             "https://other.example/",
		"#":                                   "https://example.com:8443/folder/robots.txt?a",
	} {
		to, err := location(&http.Response{StatusCode: 302, Header: http.Header{"Location": {value}}}, from)
		if assert.NoError(t, err, "%q", value) {
			assert.Equal(t, want, to.String(), "%q", value)
		}
	}
}

// FuzzLocation: a redirect leads to a host by http or https, as nobody, or
// nowhere.
func FuzzLocation(f *testing.F) {
	for _, value := range []string{"/", "//a", "http://u:p@a:80/#x", "file:///etc/passwd", "http:a", "\t", "%", "?", "http://[::1%25x]/", "javascript:1"} {
		f.Add(value)
	}
	from := &url.URL{Scheme: "https", Host: "example.com", Path: "/robots.txt"}
	f.Fuzz(func(t *testing.T, value string) {
		to, err := location(&http.Response{StatusCode: 302, Header: http.Header{"Location": {value}}}, from)
		if err != nil {
			return
		}
		require.Contains(t, []string{"http", "https"}, to.Scheme)
		require.NotEmpty(t, to.Hostname())
		require.Nil(t, to.User)
		require.Empty(t, to.Fragment)
		request, err := http.NewRequest(http.MethodGet, to.String(), nil)
		require.NoError(t, err, "%q", to)
		require.Equal(t, to.Host, request.Host)
	})
}
