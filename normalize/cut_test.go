package normalize_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// docs/SEMANTICS.md, section 4: which part of a target is its path. In the
// columns the path is as spelt in the target, with the '/' that Cut asks for.
// An empty column: as under rfc9309. Koster1996 reads targets as RFC9309 does.
func TestCut(t *testing.T) {
	tests := []struct{ point, target, rfc9309, google string }{
		{"4.1", "/", "/", ""},
		{"4.1", "/a/b?c=d", "/a/b?c=d", ""},
		{"4.1", "https://example.com/a", "/a", ""},
		{"4.1", "https://example.com:8443/a/b?c", "/a/b?c", ""},
		{"4.1", "https://user:pass@example.com/a", "/a", ""},
		{"4.1", "HTTP://EXAMPLE.COM/A", "/A", ""},
		{"4.1", "svn+ssh.2-x://h/a", "/a", ""},
		{"4.1", "ftp://[::1]:21/a", "/a", ""},
		// Which octets a scheme is made of shows where the authority has a ';',
		// which belongs to it only behind a scheme.
		{"4.1", "a1://h;p/x", "/x", "/;p/x"},
		{"4.1", "a+://h;p/x", "/x", "/;p/x"},
		{"4.1", "a-://h;p/x", "/x", "/;p/x"},
		{"4.1", "a.://h;p/x", "/x", "/;p/x"},
		{"4.1", "a,://h;p/x", "/;p/x", ""},
		{"4.1", "a*://h;p/x", "/;p/x", ""},
		{"4.1", "1a://h;p/x", "/;p/x", ""},
		{"4.1", "+a://h;p/x", "/;p/x", ""},
		{"4.1", "://h;p/x", "/;p/x", ""},
		{"4.1", "http://example.com/a://b/c", "/a://b/c", ""},
		{"4.1", "http://example.com/x?u=http://other/y", "/x?u=http://other/y", ""},
		{"4.1", "/x?u=http://other/y", "/x?u=http://other/y", ""},
		{"4.1", "http:///a", "/a", ""},
		{"4.1", "//a/b/c", "//a/b/c", "/b/c"},
		{"4.1", "///a", "///a", "/a"},
		{"4.1", "//", "//", "/"},
		{"4.1", "http://example.com;p/a", "/a", "/;p/a"},
		{"4.1", "http://a;b", "/", "/;b"},
		{"4.1", "/a://b/c", "/a://b/c", ""},

		{"4.2", "/a#b", "/a", ""},
		{"4.2", "/a?b#c?d", "/a?b", ""},
		{"4.2", "/#", "/", ""},
		{"4.2", "http://example.com#/a", "/", ""},
		{"4.2", "http://example.com/a#b/c", "/a", ""},
		{"4.2", "http://example.com/#a?b", "/", ""},
		{"4.2", "http://#/a", "/", ""},
		{"4.2", "/a%23b", "/a%23b", ""},
		{"4.2", "#/a", "/", ""},

		{"4.3", "http://example.com", "/", ""},
		{"4.3", "http://example.com?x", "/?x", ""},
		{"4.3", "http://example.com?x/y", "/?x/y", ""},
		{"4.3", "http://", "/", ""},
		{"4.3", "", "/", ""},

		{"4.4", "/a;p=1/b;q", "/a;p=1/b;q", ""},
		{"4.4", "/a/../b/./c//d", "/a/../b/./c//d", ""},
		{"4.4", "/A;jsessionid=1?B", "/A;jsessionid=1?B", ""},

		{"4.5", "a/b", "/b", ""},
		{"4.5", "example.com", "/", ""},
		{"4.5", "example.com/a", "/a", ""},
		{"4.5", "http:/x", "/x", ""},
		{"4.5", "?x", "/?x", ""},
		{"4.5", ";x", "/;x", ""},
		{"4.5", "a;x", "/;x", ""},
		{"4.5", "a?x://y/z", "/?x://y/z", ""},
		{"4.5", "a#b/c", "/", ""},
		{"4.5", "://a/b", "/b", ""},
		{"4.5", "1http://a/b", "/b", ""},
		{"4.5", "ht tp://a/b", "/b", ""},
		{"4.5", "mailto:a@b?c", "/?c", ""},
		{"4.5", "*", "/", ""},
		{"4.5", "\\a/b", "/b", ""},

		{"1.5", "/a\x00b", "/a\x00b", "/a"},
		{"1.5", "http://h/a?b\x00c#d", "/a?b\x00c", "/a?b"},
	}
	for _, test := range tests {
		for name, form := range forms {
			want := test.rfc9309
			if name == "google" && test.google != "" {
				want = test.google
			}
			path, slash := form.Cut([]byte(test.target))
			got := string(path)
			if slash {
				got = "/" + got
			}
			assert.Equal(t, want, got, "%s, %s: path of %q", test.point, name, test.target)
		}
	}
}
