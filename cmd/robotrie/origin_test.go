package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keyOf takes a URL the way that filter does.
func keyOf(url string) (k originKey, ok bool) {
	ok = k.set([]byte(url)[:authorityEnd([]byte(url))])
	return k, ok
}

func TestOriginKey(t *testing.T) {
	for url, want := range map[string]string{
		"http://example.com":                     "http://example.com",
		"http://example.com/":                    "http://example.com",
		"http://example.com?q":                   "http://example.com",
		"http://example.com#f":                   "http://example.com",
		"http://example.com:":                    "http://example.com",
		"http://example.com:80/a":                "http://example.com",
		"http://example.com:0080/a":              "http://example.com",
		"http://example.com:443/a":               "http://example.com:443",
		"https://example.com:443/a":              "https://example.com",
		"hTTpS://EXAMPLE.Com/a":                  "https://example.com",
		"https://example.com./":                  "https://example.com",
		"https://user@example.com/":              "https://example.com",
		"https://user:pass@example.com:8443/":    "https://example.com:8443",
		"https://a@b@example.com/":               "https://example.com",
		"http://a_b.example-x.com":               "http://a_b.example-x.com",
		"http://192.168.0.1:8080/":               "http://192.168.0.1:8080",
		"http://[::1]":                           "http://[::1]",
		"http://[0:0:0::1]:81/x":                 "http://[::1]:81",
		"http://[2001:DB8::A]/x":                 "http://[2001:db8::a]",
		"http://bücher.example/":                 "http://xn--bcher-kva.example",
		"http://B%C3%9CCHER.example/":            "http://xn--bcher-kva.example",
		"http://xn--bcher-kva.example/":          "http://xn--bcher-kva.example",
		"http://ex%61mple.com/":                  "http://example.com",
		"http://example.com/?u=https://other.to": "http://example.com",
		"http://example.com?x@other.to/":         "http://example.com",

		// No URL of the web, or no host in it.
		"":                            "",
		"http":                        "",
		"http:/":                      "",
		"http://":                     "",
		"https://":                    "",
		"http:///path":                "",
		"http://:80/":                 "",
		"http://user@/":               "",
		"http://./":                   "",
		"http://../":                  "",
		"http://a../":                 "",
		"http://%2e":                  "",
		"//example.com/":              "",
		"example.com/":                "",
		"/path":                       "",
		"ftp://example.com/":          "",
		"httpx://example.com/":        "",
		"httpss://example.com/":       "",
		"http:example.com":            "",
		"http://two words/":           "",
		"http://example.com:x/":       "",
		"http://example.com:65536/":   "",
		"http://example.com:99999999": "",
		"http://[::1/":                "",
		"http://[::1%25eth0]/":        "",
		"http://[127.0.0.1]/":         "",
		"http://::1/":                 "",
		"http://a%2Fb/":               "",
		"http://a%zz/":                "",
		"http://a%2":                  "",
		"http://\"quoted\"/":          "",
		"http://a\\b/":                "",
		"http://\xff\xfe/":            "",
	} {
		k, ok := keyOf(url)
		assert.Equal(t, want != "", ok, "%q", url)
		if ok {
			assert.Equal(t, want, string(k.origin()), "%q", url)
		}
	}
}

func TestOriginKeyParts(t *testing.T) {
	k, ok := keyOf("https://user@Example.com:8443/a")
	require.True(t, ok)
	assert.Equal(t, "https://example.com:8443", string(k.origin()))
	assert.Equal(t, "example.com:8443", string(k.hostPort()))
	assert.Equal(t, "example.com", string(k.hostOnly()))
	for url, want := range map[string]string{
		"http://a.example":      "a.example:80",
		"https://a.example:443": "a.example:443",
		"https://[::1]/":        "[::1]:443",
		"http://[::1]:443":      "[::1]:443",
	} {
		k, ok := keyOf(url)
		require.True(t, ok)
		assert.Equal(t, want, string(k.hostPort()))
	}
}

func TestRecordKey(t *testing.T) {
	for host, want := range map[string]string{
		"example.com":               "example.com",
		"Example.COM.":              "example.com",
		"example.com:8080":          "example.com:8080",
		"http://example.com":        "http://example.com",
		"HTTPS://example.com/":      "https://example.com",
		"https://example.com:80":    "https://example.com:80",
		"bücher.example":            "xn--bcher-kva.example",
		"::1":                       "[::1]",
		"[::1]":                     "[::1]",
		"[::1]:81":                  "[::1]:81",
		"http://[0::1]:81":          "http://[::1]:81",
		"":                          "",
		" ":                         "",
		"a b":                       "",
		"user@example.com":          "",
		"https://user@example.com":  "",
		"example.com/":              "",
		"example.com/robots.txt":    "",
		"https://example.com/a":     "",
		"https://example.com?q":     "",
		"ftp://example.com":         "",
		"example.com:port":          "",
		"//example.com":             "",
		"http://":                   "",
		"https://example.com:70000": "",
	} {
		key, err := recordKey(host)
		if want == "" {
			assert.Error(t, err, "%q", host)
			continue
		}
		assert.NoError(t, err, "%q", host)
		assert.Equal(t, want, key, "%q", host)
	}
}

// TestOriginKeyAllocs holds the usual host to no allocation once the buffer has grown.
func TestOriginKeyAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	var k originKey
	url := []byte("https://WWW.Example.com:8080")
	require.True(t, k.set(url))
	table := hostTable{origins: true, ports: true}
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if !k.set(url) || table.find(&k) != nil {
			t.Fail()
		}
	}))
}

func FuzzOriginKey(f *testing.F) {
	for _, url := range []string{"http://a", "https://b:1/x", "http://[::1]:5", "http://u@ü.%41:0", "http://xn--a"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		k, ok := keyOf(url)
		if !ok {
			return
		}
		// The key of an origin is its own key: nothing is left to be normalised.
		again, ok := keyOf(string(k.origin()))
		require.True(t, ok, "%q", k.origin())
		require.Equal(t, string(k.origin()), string(again.origin()))
	})
}
