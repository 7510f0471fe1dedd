package oracle

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Sections 4 and 5, targets.
func TestCanonicalPath(t *testing.T) {
	const same = "="
	rows := []struct{ target, rfc, google string }{
		// Section 4: where the path begins and ends.
		{"", "/", "/"},
		{"/", "/", "/"},
		{"/a/b?c=d", "/a/b?c=d", same},
		{"http://example.com", "/", same},
		{"http://example.com/", "/", same},
		{"http://example.com:8080/a", "/a", same},
		{"http://user:pw@example.com/a@b", "/a@b", same},
		{"HTTPS://EXAMPLE.com/A", "/A", same},
		{"ftp://h/a;type=i", "/a;type=i", same},
		{"http://h?x", "/?x", same},
		{"http://h?x/y", "/?x/y", same},
		{"http://h#f", "/", same},
		{"http://h#f/a", "/", same},
		{"http://h#f?a", "/", same},
		{"http://h/a#f", "/a", same},
		{"http://h/a#f?b#c", "/a", same},
		{"http://h/a?b#c", "/a?b", same},
		{"http://h/a#", "/a", same},
		{"/a#f", "/a", same},
		{"/#f", "/", same},
		{"#f", "/", same},
		{"http://h/a?", "/a?", same},
		{"http://h//a//b", "//a//b", same},
		{"http://h/a/../b/./c", "/a/../b/./c", same},
		{"http://h/a?u=http://i/j", "/a?u=http://i/j", same},
		{"/a?u=http://i/j", "/a?u=http://i/j", same},
		{"/http://h/a", "/http://h/a", same},
		{"http://h;p/a", "/a", "/;p/a"},
		{"http://h;p", "/", "/;p"},
		{"//a/b/c", "//a/b/c", "/b/c"},
		{"//a", "//a", "/"},
		{"//", "//", "/"},
		{"///a", "///a", "/a"},
		{"a/b", "/b", same},
		{"example.com", "/", same},
		{"example.com/a", "/a", same},
		{"a", "/", same},
		{"http:/x", "/x", same},
		{"mailto:x", "/", same},
		{"?x", "/?x", same},
		{";x", "/;x", same},
		{"a;b", "/;b", same},
		{"a?b/c", "/?b/c", same},
		{"a?b://c/d", "/?b://c/d", same},
		{"://h/x", "/x", same},
		{"1http://h/x", "/x", same},
		{"1http://h;y/x", "/;y/x", same}, // "1http" is no scheme, so Google's reading holds.
		{"a#b://c/d", "/", same},
		{"git+ssh://h/x", "/x", same},

		// 5.1: unreserved octets are decoded.
		{"/%62%61%7A", "/baz", "/%62%61%7A"},
		{"/%2D%2e%5f%7E", "/-._~", "/%2D%2e%5f%7E"},
		{"/%30%39%41%5a", "/09AZ", "/%30%39%41%5a"},
		// 5.1: other escapes keep their place, with upper-case digits.
		{"/%e3%83%84", "/%E3%83%84", "/%e3%83%84"},
		{"/%3b%2c%21", "/%3B%2C%21", "/%3b%2c%21"},
		{"/%00%0a%7f", "/%00%0A%7F", "/%00%0a%7f"},
		{"/%25", "/%25", same},
		{"/%2541", "/%2541", same},
		// 5.1: what a URI cannot hold becomes an escape.
		{"/ツ", "/%E3%83%84", "/ツ"},
		{"/\xff\x80", "/%FF%80", "/\xff\x80"},
		{"/a b\tc", "/a%20b%09c", "/a b\tc"},
		{"/\x01\x1f\x7f", "/%01%1F%7F", "/\x01\x1f\x7f"},
		{"/\"<>\\^`{|}", "/%22%3C%3E%5C%5E%60%7B%7C%7D", "/\"<>\\^`{|}"},
		// 1.5: NUL.
		{"/a\x00b", "/a%00b", "/a"},
		{"http://h\x00/a", "/a", same},
		// 5.1: a "%" that begins no escape.
		{"/%", "/%25", "/%"},
		{"/%4", "/%254", "/%4"},
		{"/%4g", "/%254g", "/%4g"},
		{"/%g4", "/%25g4", "/%g4"},
		{"/%%41", "/%25A", "/%%41"},
		{"/%4%31", "/%2541", "/%4%31"},
		// 5.2: reserved characters stay as written in the path.
		{"/a%2Fb/c", "/a%2Fb/c", same},
		{"/a%2fb", "/a%2Fb", "/a%2fb"},
		{"/!$&'()*+,;=", "/!%24&'()%2A+,;=", "/!$&'()*+,;="},
		{"/%21%26%27%28%29%2B%2C%3B%3D", "/%21%26%27%28%29%2B%2C%3B%3D", same},
		{"/[1]%5B1%5D", "/[1]%5B1%5D", same},
		{"/a:b@c", "/a:b@c", same},
		{"/a%3Ab%40c", "/a:b@c", "/a%3Ab%40c"},
		{"/a%3ab?%3a%40", "/a:b?:@", "/a%3ab?%3a%40"},
		{"/a%23b", "/a%23b", same},
		// 5.3: the query. RFC 9309, section 2.2.2, and the 2019 draft.
		{"/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http://foo.bar", same},
		{"/foo/bar?baz=http%3A%2F%2Ffoo.bar", "/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http%3A%2F%2Ffoo.bar"},
		{"/a%3Fb?c%3Fd?e", "/a%3Fb?c?d?e", "/a%3Fb?c%3Fd?e"},
		{"/a%2fb?c%2fd", "/a%2Fb?c/d", "/a%2fb?c%2fd"},
		{"/a?b%26c%3Dd", "/a?b%26c%3Dd", same},
		// 5.4: stars and dollars of a target are themselves.
		{"/a*b$", "/a%2Ab%24", "/a*b$"},
		{"/a%2ab%24", "/a%2Ab%24", "/a%2ab%24"},
		{"/a?*$", "/a?%2A%24", "/a?*$"},
	}
	for _, row := range rows {
		google := row.google
		if google == same {
			google = row.rfc
		}
		assert.Equal(t, row.rfc, CanonicalPath(RFC9309, row.target), "rfc9309 %q", row.target)
		assert.Equal(t, google, CanonicalPath(Google, row.target), "google %q", row.target)
	}
}

// Section 5, patterns under RFC9309: the readings and the one length.
func TestCanonicalPatternsRFC9309(t *testing.T) {
	rows := []struct {
		pattern  string
		length   int
		readings []string
	}{
		{"/", 1, []string{"/"}},
		{"/fish", 5, []string{"/fish"}},
		{"/$", 2, []string{"/$"}},
		{"/a$b", 6, []string{"/a%24b"}},
		{"/a$$", 6, []string{"/a%24$"}},
		{"/%24", 4, []string{"/%24"}},
		{"/a%2Ab", 6, []string{"/a%2Ab"}},
		{"/%7ejoe", 5, []string{"/~joe"}},
		{"/é", 7, []string{"/%C3%A9"}},
		{"/%c3%a9", 7, []string{"/%C3%A9"}},
		{"/a b", 6, []string{"/a%20b"}},
		{"/%", 4, []string{"/%25"}},
		{"/%4", 5, []string{"/%254"}},
		{"/{x}", 8, []string{"/%7Bx%7D"}},
		{"/\x00", 4, []string{"/%00"}},
		// Equal, but counted as written.
		{"/a:b", 4, []string{"/a:b"}},
		{"/a%3Ab", 6, []string{"/a:b"}},
		{"/a@b", 4, []string{"/a@b"}},
		{"/a%40b", 6, []string{"/a@b"}},
		{"/a?b/c", 6, []string{"/a?b/c"}},
		{"/a?b%2Fc", 8, []string{"/a?b/c"}},
		{"/a?b%3fc", 8, []string{"/a?b?c"}},
		{"/a%2fb?c%2fd", 12, []string{"/a%2Fb?c/d"}},
		{"/a%3Fb%2F", 9, []string{"/a%3Fb%2F"}},
		// Stars at the end count nothing, all others one each.
		{"*", 0, []string{"*", "*?*"}},
		{"/*", 1, []string{"/*", "/*?*"}},
		{"/fish*", 5, []string{"/fish*", "/fish*?*"}},
		{"/fish**", 5, []string{"/fish**", "/fish*?**", "/fish**?*"}},
		{"/fish*$", 7, []string{"/fish*$", "/fish*?*$"}},
		{"*$", 2, []string{"*$", "*?*$"}},
		{"*/a", 3, []string{"*/a", "*?*/a"}},
		{"/a*b*", 4, []string{"/a*b*", "/a*?*b*", "/a*b*?*"}},
		{"/*$*", 5, []string{"/*%24*", "/*?*%24*", "/*%24*?*"}},
		// A piece after a star lies in the path or in the query.
		{"/a*%2Fb", 7, []string{"/a*%2Fb", "/a*?*/b"}},
		{"/a%2F*%2Fb*%3Fc", 15, []string{"/a%2F*%2Fb*%3Fc", "/a%2F*?*/b*?c", "/a%2F*%2Fb*?*?c"}},
		// Up to the pattern's own question mark.
		{"/a?b*%2F", 8, []string{"/a?b*/"}},
		{"/*%2Fa?%2Fb*%2F", 15, []string{"/*%2Fa?/b*/", "/*?*/a?/b*/"}},
		{"/*a*%3Fb?c*d", 12, []string{"/*a*%3Fb?c*d", "/*?*a*?b?c*d", "/*a*?*?b?c*d"}},
	}
	for _, row := range rows {
		readings, length := CanonicalPatterns(RFC9309, row.pattern)
		assert.Equal(t, row.readings, readings, "%q", row.pattern)
		assert.Equal(t, row.length, length, "%q", row.pattern)
	}
}

// Section 5, patterns under Google: only digits of escapes and octets from 0x80 on change, and every octet counts.
func TestCanonicalPatternsGoogle(t *testing.T) {
	for pattern, want := range map[string]string{
		"":                    "",
		"/":                   "/",
		"a":                   "a",
		"/fish*":              "/fish*",
		"/a$b$":               "/a$b$",
		"/SanJoséSellers":     "/SanJos%C3%A9Sellers",
		"%aa":                 "%AA",
		"/%62%61%7a":          "/%62%61%7A",
		"/%2a%24":             "/%2A%24",
		"/%2":                 "/%2",
		"/%zz%":               "/%zz%",
		"/%a\xe9":             "/%a%E9",
		"/%%aa":               "/%%AA",
		"/a b\"<>":            "/a b\"<>",
		"/\x7f":               "/\x7f",
		"http://foo.bar/%c3é": "http://foo.bar/%C3%C3%A9",
	} {
		readings, length := CanonicalPatterns(Google, pattern)
		assert.Equal(t, []string{want}, readings, "%q", pattern)
		assert.Equal(t, len(want), length, "%q", pattern)
	}
}

// Section 7: escapes are decoded, %2F is no slash, and nothing is special.
func TestCanonicalKoster1996(t *testing.T) {
	for text, want := range map[string]string{
		"/tmp":        "/tmp",
		"/%7ejoe":     "/~joe",
		"/a%3cd":      "/a%3Cd",
		"/a<d":        "/a%3Cd",
		"/a%2fb/c":    "/a%2Fb/c",
		"/a%3Fb?c":    "/a?b?c",
		"/a%3bb;c":    "/a;b;c",
		"/*%2a$%24":   "/%2A%2A%24%24",
		"/%25%":       "/%25%25",
		"/%252F":      "/%252F",
		"/a%23":       "/a%23",
		"/?u=http://": "/?u=http://",
	} {
		assert.Equal(t, want, CanonicalPath(Koster1996, text), "%q", text)
		readings, _ := CanonicalPatterns(Koster1996, text)
		assert.Equal(t, []string{want}, readings, "%q", text)
	}
}

// 5.5: what is canonical stays as it is.
func TestCanonicalTwiceChangesNothing(t *testing.T) {
	letters := []string{"/", "a", "?", "%", "2", "F", "4", "1", "*", "$", ":", " ", "\xc3", "%2F", "%3f", "%25", "%41", "%2a"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		var target strings.Builder
		target.WriteString("/")
		for range random.IntN(9) {
			target.WriteString(letters[random.IntN(len(letters))])
		}
		for _, dialect := range []Dialect{RFC9309, Koster1996} {
			once := CanonicalPath(dialect, target.String())
			if twice := CanonicalPath(dialect, once); twice != once {
				t.Fatalf("dialect %d: %q becomes %q, then %q", dialect, target.String(), once, twice)
			}
		}
	}
}

// The two ways to say 5.3 must agree: literals that are spelled by where they stand in the target, and readings of the
// pattern as plain octets.
func TestReadingsSayTheSame(t *testing.T) {
	check := func(pattern, target string) bool {
		r, ok := newRule(RFC9309, Rule{Pattern: pattern})
		if !ok {
			return false
		}
		_, got := r.matchLength(RFC9309, newPath(RFC9309, target))
		want := false
		canonical := CanonicalPath(RFC9309, target)
		readings, _ := CanonicalPatterns(RFC9309, pattern)
		for _, reading := range readings {
			want = want || MatchPattern(reading, canonical)
		}
		if got != want {
			t.Fatalf("pattern %q, target %q: by place %v, by readings %v", pattern, target, got, want)
		}
		return got
	}

	letters := []string{"/", "a", "?", "%2F", "%3F"}
	matches, asked := 0, 0
	for _, pattern := range words(append(letters, "*", "$"), 3) {
		for _, first := range []string{"/", "*"} {
			for _, target := range words(letters, 3) {
				asked++
				if check(first+pattern, "/"+target) {
					matches++
				}
			}
		}
	}
	t.Logf("small world: %d pairs, %d matches", asked, matches)

	random := rand.New(rand.NewPCG(3, 4))
	pick := func(letters []string, n int) string {
		var out strings.Builder
		for range random.IntN(n) {
			out.WriteString(letters[random.IntN(len(letters))])
		}
		return out.String()
	}
	matches, asked = 0, 0
	some := append(letters, "*", "*", "*", "2", "F", "%3A", "%", "$")
	for range 100_000 {
		asked++
		if check("/"+pick(some, 10), "/"+pick(append(letters, "2", "F", "a", ":", "%"), 12)) {
			matches++
		}
	}
	t.Logf("larger worlds: %d pairs, %d matches", asked, matches)
}
