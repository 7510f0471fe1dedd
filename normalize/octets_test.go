package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/normalize"
)

// themselves are the octets of a path that stand for themselves: unreserved,
// and reserved but '*' and '$' (docs/SEMANTICS.md, 5.1, 5.2 and 5.4).
const themselves = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?[]@!&'()+,;="

// TestIsDoubtful: every octet that may not be canonical is doubtful, and no
// other, for each costs a path the quick way.
func TestIsDoubtful(t *testing.T) {
	for i := range 256 {
		c := byte(i)
		uri := !strings.Contains(themselves, string([]byte{c}))
		assert.Equal(t, uri, normalize.RFC9309.IsDoubtful(c), "rfc9309: %q", c)
		assert.Equal(t, uri, normalize.Koster1996.IsDoubtful(c), "koster1996: %q", c)
		assert.Equal(t, c == 0 || c == '#', normalize.Google.IsDoubtful(c), "google: %q", c)
	}
}

// TestIsPlain: a value is plain exactly if each of its octets is, wherever it
// stands, and then it is its own pattern.
func TestIsPlain(t *testing.T) {
	for name, form := range forms {
		assert.True(t, form.IsPlain(nil), name)
		for i := range 256 {
			c := byte(i)
			want := strings.Contains(themselves, string([]byte{c}))
			if name == "google" {
				want = c < 0x80 && c != '%' && c != '*' && c != '$'
			}
			for _, around := range []string{"%s", "/a%s", "/%sb"} {
				value := []byte(fmt.Sprintf(around, string([]byte{c})))
				assert.Equal(t, want, form.IsPlain(value), "%s: %q", name, value)
				pattern, octets := form.AppendPattern(nil, value)
				if want {
					assert.Equal(t, string(value), string(pattern), name)
					assert.Equal(t, len(value), octets, name)
				}
			}
		}
	}
}

// TestOctetsOfGooglesPatterns: those from 0x80 on are escaped, and no other
// (docs/SEMANTICS.md, 5.6).
func TestOctetsOfGooglesPatterns(t *testing.T) {
	for i := range 256 {
		want := string([]byte{byte(i)})
		if i >= 0x80 {
			want = fmt.Sprintf("%%%02X", i)
		}
		pattern, octets := normalize.Google.AppendPattern(nil, []byte("/"+string([]byte{byte(i)})+"x"))
		assert.Equal(t, "/"+want+"x", string(pattern))
		assert.Equal(t, 2+len(want), octets)
	}
}

// A path need not begin with a slash to be spelt.
func TestFirstOctetOfPath(t *testing.T) {
	for path, want := range map[string]string{"%61": "a", " ": "%20", "%": "%25", "": "", "a": "a"} {
		assert.Equal(t, want, string(normalize.RFC9309.AppendPath(nil, []byte(path))), "%q", path)
		assert.Equal(t, path == want, normalize.RFC9309.IsCanonical([]byte(path)), "%q", path)
	}
}
