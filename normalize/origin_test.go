package normalize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestScope holds what Google's page says of where a robots.txt counts, row by
// row of its table of examples. The page's international host stands here
// without its "www.", which the page's own punycode form of it lacks.
func TestScope(t *testing.T) {
	for _, row := range []struct {
		robots string // "" for a URL that is no origin's robots.txt
		asked  string // the location that the row is about
		valid  []string
		not    []string
	}{
		{
			asked: "https://example.com/robots.txt", robots: "https://example.com/robots.txt",
			valid: []string{"https://example.com/", "https://example.com/folder/file"},
			not:   []string{"https://other.example.com/", "http://example.com/", "https://example.com:8181/"},
		}, {
			asked: "https://www.example.com/robots.txt", robots: "https://www.example.com/robots.txt",
			valid: []string{"https://www.example.com/"},
			not:   []string{"https://example.com/", "https://shop.www.example.com/", "https://www.shop.example.com/"},
		}, {
			// No valid file: crawlers do not look for it in a folder.
			asked: "https://example.com/folder/robots.txt",
			valid: []string{"https://example.com/folder/", "https://example.com/folder/file"},
		}, {
			asked: "https://exämple.com/robots.txt", robots: "https://xn--exmple-cua.com/robots.txt",
			valid: []string{"https://exämple.com/", "https://xn--exmple-cua.com/", "https://EXÄMPLE.com/"},
			not:   []string{"https://example.com/", "https://www.example.com/"},
		}, {
			asked: "http://www.müller.eu/robots.txt", robots: "http://www.xn--mller-kva.eu/robots.txt",
			valid: []string{"http://www.müller.eu/", "http://www.xn--mller-kva.eu/"},
			not:   []string{"http://www.muller.eu/"},
		}, {
			asked: "ftp://example.com/robots.txt", robots: "ftp://example.com/robots.txt",
			valid: []string{"ftp://example.com/", "ftp://example.com:21/"},
			not:   []string{"https://example.com/", "http://example.com/"},
		}, {
			asked: "https://212.96.82.21/robots.txt", robots: "https://212.96.82.21/robots.txt",
			valid: []string{"https://212.96.82.21/"},
			not:   []string{"https://example.com/"},
		}, {
			asked: "https://example.com:443/robots.txt", robots: "https://example.com/robots.txt",
			valid: []string{"https://example.com:443/", "https://example.com/"},
			not:   []string{"https://example.com:444/"},
		}, {
			asked: "http://example.com:80/robots.txt", robots: "http://example.com/robots.txt",
			valid: []string{"http://example.com:80/", "http://example.com/"},
			not:   []string{"http://example.com:81/"},
		}, {
			asked: "https://example.com:8181/robots.txt", robots: "https://example.com:8181/robots.txt",
			valid: []string{"https://example.com:8181/"},
			not:   []string{"https://example.com/"},
		},
	} {
		asked, err := OriginOf(row.asked)
		require.NoError(t, err, row.asked)
		if row.robots != "" {
			assert.Equal(t, row.robots, asked.RobotsURL())
		} else {
			assert.NotEqual(t, row.asked, asked.RobotsURL())
		}
		for _, url := range row.valid {
			origin, err := OriginOf(url)
			require.NoError(t, err, url)
			assert.Equal(t, asked, origin, "%s speaks for %s", row.asked, url)
		}
		for _, url := range row.not {
			origin, err := OriginOf(url)
			require.NoError(t, err, url)
			assert.NotEqual(t, asked, origin, "%s does not speak for %s", row.asked, url)
		}
	}
}

func TestOriginOf(t *testing.T) {
	for url, want := range map[string]Origin{
		"http://example.com":                     "http://example.com",
		"http://example.com?q":                   "http://example.com",
		"http://example.com#f":                   "http://example.com",
		"http://example.com:":                    "http://example.com",
		"http://example.com:0080/a":              "http://example.com",
		"http://example.com:0/a":                 "http://example.com:0",
		"http://example.com:65535/a":             "http://example.com:65535",
		"http://example.com:443/a":               "http://example.com:443",
		"https://example.com:80/a":               "https://example.com:80",
		"ftp://example.com:0021/a":               "ftp://example.com",
		"FTP://example.com:80/a":                 "ftp://example.com:80",
		"hTTpS://EXAMPLE.Com/a":                  "https://example.com",
		"https://example.com./":                  "https://example.com",
		"https://example.com.:8443/":             "https://example.com:8443",
		"https://user@example.com/":              "https://example.com",
		"https://@example.com/":                  "https://example.com",
		"https://user:pass@example.com:8443/":    "https://example.com:8443",
		"https://a@b@example.com/":               "https://example.com",
		"http://localhost/":                      "http://localhost",
		"http://a_b.example-x.com":               "http://a_b.example-x.com",
		"http://192.168.0.1:8080/":               "http://192.168.0.1:8080",
		"http://192.168.0.1./":                   "http://192.168.0.1",
		"http://1.2.3.4.example/":                "http://1.2.3.4.example",
		"http://1and1.0xcafe.x0/":                "http://1and1.0xcafe.x0",
		"http://example.0z/":                     "http://example.0z",
		"http://example.0xyz/":                   "http://example.0xyz",
		"http://example.ax1/":                    "http://example.ax1",
		"http://example.00abc/":                  "http://example.00abc",
		"http://0.0.0.0/":                        "http://0.0.0.0",
		"http://r3---sn.exämple.com/":            "http://r3---sn.xn--exmple-cua.com",
		"http://-a-.exämple.com/":                "http://-a-.xn--exmple-cua.com",
		"http://[::1]":                           "http://[::1]",
		"http://[0:0:0::1]:81/x":                 "http://[::1]:81",
		"http://[2001:DB8::A]:80/x":              "http://[2001:db8::a]",
		"http://bücher.example/":                 "http://xn--bcher-kva.example",
		"http://B%C3%9CCHER.example:80/":         "http://xn--bcher-kva.example",
		"http://XN--Bcher-KVA.example/":          "http://xn--bcher-kva.example",
		"http://straße.example/":                 "http://xn--strae-oqa.example",
		"http://example。com/":                    "http://example.com",
		"http://ｅｘａｍｐｌｅ.com/":                    "http://example.com",
		"http://ex%61mple.com/":                  "http://example.com",
		"http://example.com/?u=https://other.to": "http://example.com",
		"http://example.com?x@other.to/":         "http://example.com",
		"http://example.com#x@other.to/":         "http://example.com",
	} {
		origin, err := OriginOf(url)
		if assert.NoError(t, err, "%q", url) {
			assert.Equal(t, want, origin, "%q", url)
		}
	}
	for url, want := range map[string]error{
		"":                            ErrNoScheme,
		"http":                        ErrNoScheme,
		"http:/":                      ErrNoScheme,
		"//example.com/":              ErrNoScheme,
		"example.com/":                ErrNoScheme,
		"/path":                       ErrNoScheme,
		" http://example.com/":        ErrNoScheme,
		"file:///etc/passwd":          ErrNoScheme,
		"gopher://example.com/":       ErrNoScheme,
		"httpx://example.com/":        ErrNoScheme,
		"httpss://example.com/":       ErrNoScheme,
		"http:example.com":            ErrNoScheme,
		"http://":                     ErrNoHost,
		"https://":                    ErrNoHost,
		"http:///path":                ErrNoHost,
		"http://:80/":                 ErrNoHost,
		"http://user@/":               ErrNoHost,
		"http://user@:80/":            ErrNoHost,
		"http://./":                   ErrBadHost,
		"http://../":                  ErrBadHost,
		"http://a../":                 ErrBadHost,
		"http://%2e":                  ErrBadHost,
		"http://two words/":           ErrBadHost,
		"http://[::1/":                ErrBadHost,
		"http://[/":                   ErrBadHost,
		"http://[]/":                  ErrBadHost,
		"http://[::1%25eth0]/":        ErrBadHost,
		"http://[127.0.0.1]/":         ErrBadHost,
		"http://::1/":                 ErrBadHost,
		"http://a%2Fb/":               ErrBadHost,
		"http://a%zz/":                ErrBadHost,
		"http://a%2":                  ErrBadHost,
		"http://\"quoted\"/":          ErrBadHost,
		"http://a\\b/":                ErrBadHost,
		"http://example.com\\@other/": ErrBadHost,
		"http://\\@example.com/":      ErrBadHost,
		"http://x@y\\@example.com/":   ErrBadHost,
		"http://\xff\xfe/":            ErrBadHost,
		"http://127.1/":               ErrBadHost,
		"http://2130706433/":          ErrBadHost,
		"http://0x7f.0.0.0x1/":        ErrBadHost,
		"http://0X7F/":                ErrBadHost,
		"http://0x7f.0.0.0x0/":        ErrBadHost,
		"http://0/":                   ErrBadHost,
		"http://a\u0378b/":            ErrBadHost, // no letter
		"http://xn--a%ff/":            ErrBadHost,
		"http://a.0x/":                ErrBadHost,
		"http://192.168.000.001/":     ErrBadHost,
		"http://1.2.3.256/":           ErrBadHost,
		"http://example.1/":           ErrBadHost,
		"http://１２７.1/":               ErrBadHost,
		"http://example.com:x/":       ErrBadPort,
		"http://example.com:-1/":      ErrBadPort,
		"http://example.com:65536/":   ErrBadPort,
		"http://example.com:99999999": ErrBadPort,
		"http://example.com:80:80/":   ErrBadHost,
	} {
		origin, err := OriginOf(url)
		assert.ErrorIs(t, err, want, "%q", url)
		assert.Empty(t, origin, "%q", url)
	}
}

// TestHostOctets: letters are in lower case, digits and some marks as they are,
// and whatever else is ASCII makes a host a bad one, escaped or not.
func TestHostOctets(t *testing.T) {
	for c := range 128 {
		want := string(rune(c))
		switch {
		case strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ", rune(c)):
			want = string(rune(c - 'A' + 'a'))
		case !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=", rune(c)):
			want = ""
		}
		hosts := []string{fmt.Sprintf("x%%%02Xx", c), fmt.Sprintf("x%%%02xx", c)}
		if !strings.ContainsRune("%/?#@:", rune(c)) { // these are read before
			hosts = append(hosts, "x"+string(rune(c))+"x")
		}
		for _, host := range hosts {
			origin, err := OriginOf("http://" + host + "/")
			if want == "" {
				assert.ErrorIs(t, err, ErrBadHost, "%q", host)
			} else {
				assert.NoError(t, err, "%q", host)
				assert.EqualValues(t, "http://x"+want+"x", origin, "%q", host)
			}
		}
	}
}

// TestNothingBehindAURLIsRead: a URL is part of a larger block, which goes on
// with what would make it another.
func TestNothingBehindAURLIsRead(t *testing.T) {
	block := []byte("https://[::1]:80/")
	for n := range block {
		whole, err := AppendOrigin(nil, block[:n])
		alone, errAlone := AppendOrigin(nil, []byte(string(block[:n])))
		assert.Equal(t, errAlone, err, "%q", block[:n])
		assert.Equal(t, alone, whole, "%q", block[:n])
	}
}

func TestOriginParts(t *testing.T) {
	for origin, want := range map[Origin]struct {
		scheme, host string
		port         int
	}{
		"http://example.com":         {"http", "example.com", 80},
		"https://example.com":        {"https", "example.com", 443},
		"ftp://example.com":          {"ftp", "example.com", 21},
		"https://example.com:8443":   {"https", "example.com", 8443},
		"http://192.0.2.1:8080":      {"http", "192.0.2.1", 8080},
		"http://[2001:db8::1]":       {"http", "[2001:db8::1]", 80},
		"https://[2001:db8::1]:8443": {"https", "[2001:db8::1]", 8443},
		"":                           {"", "", 0},

		// None that this package gives, but an Origin is a string.
		"https://example.com:":      {"https", "example.com", 443},
		"https://example.com:x":     {"https", "example.com", 0},
		"https://example.com:99999": {"https", "example.com", 0},
	} {
		assert.Equal(t, want.scheme, origin.Scheme(), "%q", origin)
		assert.Equal(t, want.host, origin.Host(), "%q", origin)
		assert.Equal(t, want.port, origin.Port(), "%q", origin)
	}
}

// TestLongHosts: what is longer than any name that has to be converted is none.
// Converting takes a square of the length, and that of the last takes longer than
// a test may run.
func TestLongHosts(t *testing.T) {
	long := ""
	for c := rune(0x4E00); len(long) < 4*253; c++ {
		long += string(c)
	}
	hidden := strings.Repeat("\u00ad", 500) // soft hyphens, which are dropped
	for host, ok := range map[string]bool{
		strings.Repeat("a", 10_000):                               true, // not converted
		hidden + "ab":                                             true,
		hidden + strings.Repeat("a", 12):                          true,
		hidden + strings.Repeat("a", 13):                          false,
		"ü" + strings.Repeat("a", 250):                            true,
		strings.Repeat("%C2%AD", 500) + strings.Repeat("%61", 12): true,
		strings.Repeat("%C2%AD", 500) + strings.Repeat("%61", 13): false,
		strings.Repeat(long, 400):                                 false,
		strings.Repeat("%E4%B8%80", 1_000_000):                    false,
	} {
		origin, err := OriginOf("http://" + host + "/")
		if ok {
			assert.NoError(t, err, "%.20q of %d octets", host, len(host))
			assert.NotEmpty(t, origin)
		} else {
			assert.ErrorIs(t, err, ErrBadHost, "%.20q of %d octets", host, len(host))
		}
	}
}

// TestAppendOriginAllocs holds the usual host to no allocation.
func TestAppendOriginAllocs(t *testing.T) {
	url := []byte("https://user@WWW.Example.com:8443/a?b")
	dst := make([]byte, 0, 100)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		out, err := AppendOrigin(dst, url)
		if err != nil || string(out) != "https://www.example.com:8443" {
			t.Fail()
		}
	}))
}

// TestAppendOriginKeepsDst: what stood before stays, error or not.
func TestAppendOriginKeepsDst(t *testing.T) {
	out, err := AppendOrigin([]byte("key "), []byte("http://a/"))
	require.NoError(t, err)
	assert.Equal(t, "key http://a", string(out))
	for _, url := range []string{"x", "http://", "http://a..", "http://a b/", "http://ü%2F/", "http://[::1", "http://1.2"} {
		out, err := AppendOrigin([]byte("key "), []byte(url))
		require.Error(t, err, "%q", url)
		assert.Equal(t, "key ", string(out), "%q", url)
	}
}

func FuzzOrigin(f *testing.F) {
	for _, url := range []string{"http://a", "https://b:1/x", "http://[::1]:5", "ftp://u@ü.%41:0", "http://xn--a", "http://1.2.3.4"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		origin, err := OriginOf(url)
		if err != nil {
			return
		}
		// An origin is its own origin: nothing is left to be normalised.
		for _, again := range []string{string(origin), origin.RobotsURL()} {
			same, err := OriginOf(again)
			require.NoError(t, err, "%q", again)
			require.Equal(t, origin, same)
		}
		require.NotZero(t, len(origin.Host()))
		require.LessOrEqual(t, origin.Port(), 65535)
	})
}
