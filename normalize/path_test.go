package normalize_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/normalize"
)

// oracles gives each form's dialect to the oracle.
var oracles = map[string]oracle.Dialect{
	"rfc9309": oracle.RFC9309, "google": oracle.Google, "koster1996": oracle.Koster1996,
}

// docs/SEMANTICS.md, section 5 and 7.6: the canonical spelling of a path.
// Google uses targets as given, so it has no column.
func TestAppendPath(t *testing.T) {
	const same = "(same)"
	tests := []struct{ point, path, rfc9309, koster1996 string }{
		{"5.1", "/", "/", same},
		{"5.1", "/abcXYZ019-._~", "/abcXYZ019-._~", same},
		{"5.1", "/%61%62%63%58%30%2D%2E%5F%7E", "/abcX0-._~", same},
		{"5.1", "/%2d%2e%5f%7e", "/-._~", same},
		{"5.1", "/%e3%83%84", "/%E3%83%84", same},
		{"5.1", "/ツ", "/%E3%83%84", same},
		{"5.1", "/\xff\x80", "/%FF%80", same},
		{"5.1", "/a b", "/a%20b", same},
		{"5.1", "/a%20b", "/a%20b", same},
		{"5.1", "/\t\n\r\x00\x1f\x7f", "/%09%0A%0D%00%1F%7F", same},
		{"5.1", "/\"<>\\^`{|}", "/%22%3C%3E%5C%5E%60%7B%7C%7D", same},
		{"5.1", "/%", "/%25", same},
		{"5.1", "/%4", "/%254", same},
		{"5.1", "/%zz%4g%g4", "/%25zz%254g%25g4", same},
		{"5.1", "/%%61", "/%25a", same},
		{"5.1", "/%25", "/%25", same},
		{"5.1", "/%2561", "/%2561", same},
		{"5.1", "/%00", "/%00", same},
		{"5.1", "/%23", "/%23", same},

		{"5.2", "/!&'()+,;=[]", "/!&'()+,;=[]", same},
		{"5.2", "/%21%26%27%28%29%2b%2C%3b%3D%5b%5D", "/%21%26%27%28%29%2B%2C%3B%3D%5B%5D", "/!&'()+,;=[]"},
		{"5.2", "/a%2Fb", "/a%2Fb", same},
		{"5.2", "/a%2fb", "/a%2Fb", same},
		{"5.2", "/a%3Fb", "/a%3Fb", "/a?b"},
		{"5.2", "/:@", "/:@", same},
		{"5.2", "/%3A%40%3a", "/:@:", same},

		{"5.3", "/?a/b?c", "/?a/b?c", same},
		{"5.3", "/?a%2Fb%3Fc%2f%3f", "/?a/b?c/?", "/?a%2Fb?c%2F?"},
		{"5.3", "/x%2F?x%2F", "/x%2F?x/", "/x%2F?x%2F"},
		{"5.3", "/x%3F%2F?%2F", "/x%3F%2F?/", "/x?%2F?%2F"},
		{"5.3", "/?%26%3D%3B%23", "/?%26%3D%3B%23", "/?&=;%23"},
		{"5.3", "/?baz=http%3A%2F%2Ffoo.bar", "/?baz=http://foo.bar", "/?baz=http:%2F%2Ffoo.bar"},
		{"5.3", "/?a b%7e", "/?a%20b~", same},

		{"5.4", "/*", "/%2A", same},
		{"5.4", "/a$", "/a%24", same},
		{"5.4", "/a$b*c", "/a%24b%2Ac", same},
		{"5.4", "/%2A%24%2a", "/%2A%24%2A", same},
		{"5.4", "/?*$", "/?%2A%24", same},

		{"4.4", "/A/../b/./c//d;p=1", "/A/../b/./c//d;p=1", same},
	}
	for _, test := range tests {
		for name, want := range map[string]string{"rfc9309": test.rfc9309, "koster1996": test.koster1996} {
			if want == same {
				want = test.rfc9309
			}
			form := forms[name]
			got := string(form.AppendPath(nil, []byte(test.path)))
			assert.Equal(t, want, got, "%s, %s: %q", test.point, name, test.path)
			assert.Equal(t, want == test.path, form.IsCanonical([]byte(test.path)), "%s, %s: IsCanonical(%q)", test.point, name, test.path)
			assert.Equal(t, want, string(form.AppendTarget(nil, []byte("https://example.com"+test.path))), "%s, %s: of a URL", test.point, name)
		}
		path := []byte(test.path)
		assert.True(t, normalize.Google.IsCanonical(path))
		assert.Equal(t, test.path, string(normalize.Google.AppendPath(nil, path)), "5.6, google: as given")
	}
}

// TestOneOctet spells every octet, and every escape, in path and in query, and
// compares with the sets that docs/SEMANTICS.md lists.
func TestOneOctet(t *testing.T) {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	const reserved = ":/?[]@!&'()+,;="
	for i := range 256 {
		raw, escaped := string([]byte{byte(i)}), fmt.Sprintf("%%%02X", i)
		for _, query := range []bool{false, true} {
			prefix := "/a"
			if query {
				prefix = "/a?"
			}
			for name, form := range forms {
				if name == "google" {
					continue
				}
				spell := func(s string) string {
					return strings.TrimPrefix(string(form.AppendPath(nil, []byte(prefix+s))), prefix)
				}
				asItself, fromEscape := escaped, escaped
				if strings.Contains(unreserved+reserved, raw) {
					asItself = raw
				}
				if i == '%' {
					asItself = "%25"
				}
				decoded := unreserved + ":@"
				switch {
				case name == "koster1996":
					decoded = unreserved + strings.ReplaceAll(reserved, "/", "")
				case query:
					decoded += "/?"
				}
				if strings.Contains(decoded, raw) {
					fromEscape = raw
				}
				assert.Equal(t, asItself, spell(raw), "%s: octet %q behind %s", name, raw, prefix)
				assert.Equal(t, fromEscape, spell(escaped), "%s: %s behind %s", name, escaped, prefix)
				assert.Equal(t, fromEscape, spell(strings.ToLower(escaped)), "%s: %s behind %s", name, strings.ToLower(escaped), prefix)
			}
		}
	}
}

// A '/' is put before a target that has none (docs/SEMANTICS.md, 4.3).
func TestAppendTargetAddsSlash(t *testing.T) {
	for name, form := range forms {
		for target, want := range map[string]string{
			"":                     "/",
			"http://example.com":   "/",
			"http://example.com?x": "/?x",
			"?x":                   "/?x",
			";x":                   "/;x",
			"example.com":          "/",
		} {
			assert.Equal(t, want, string(form.AppendTarget(nil, []byte(target))), "%s: %q", name, target)
		}
	}
	assert.Equal(t, "/?a/", string(normalize.RFC9309.AppendTarget(nil, []byte("?%61%2F"))))
	assert.Equal(t, "/?%61%2F", string(normalize.Google.AppendTarget(nil, []byte("?%61%2F"))))
}

// What is not canonical is appended to dst; dst's own octets stay.
func TestAppendKeepsDst(t *testing.T) {
	dst := append(make([]byte, 0, 64), "abc"...)
	got := normalize.RFC9309.AppendPath(dst, []byte("/%61"))
	assert.Equal(t, "abc/a", string(got))
	assert.Same(t, &dst[0], &got[0], "there was room")
	got = normalize.RFC9309.AppendTarget(dst, []byte("http://h?%7e"))
	assert.Equal(t, "abc/?~", string(got))
	pattern, octets := normalize.RFC9309.AppendPattern(dst, []byte("/%7E*"))
	assert.Equal(t, "abc/~", strings.TrimSuffix(string(pattern), "*"))
	assert.Equal(t, 2, octets, "dst's octets do not count")
	pattern, octets = normalize.Koster1996.AppendPattern(dst, []byte("/%7E*"))
	assert.Equal(t, "abc/~%2A", string(pattern))
	assert.Equal(t, 5, octets)
}

// docs/SEMANTICS.md, 5.5: a canonical target is used in place.
func TestCanonicalIsReturnedItself(t *testing.T) {
	for name, form := range forms {
		for _, target := range []string{
			"/", "/a/b/c.html?d=e&f=g;h", "/%E3%83%84/%2F/%2A%24", "//a/b", "https://example.com/a?b=c", "http://h/a#frag", "/~-._!'()+,",
		} {
			in := []byte(target)
			path, slash := form.Cut(in)
			assert.False(t, slash)
			out := form.AppendTarget(nil, in)
			assert.Same(t, unsafe.SliceData(path), unsafe.SliceData(out), "%s: AppendTarget(%q) copies", name, target)
			assert.Equal(t, string(path), string(out))
			assert.Zero(t, testing.AllocsPerRun(100, func() { form.AppendTarget(nil, in) }), "%s: %q", name, target)
			assert.Same(t, unsafe.SliceData(path), unsafe.SliceData(form.AppendPath(nil, path)), "%s: AppendPath(%q) copies", name, path)
			assert.Zero(t, testing.AllocsPerRun(100, func() { form.IsCanonical(path) }))
		}
	}
}

// What is not canonical allocates nothing either where dst has room.
func TestAppendDoesNotAllocateWithinDst(t *testing.T) {
	dst := make([]byte, 0, 256)
	for name, form := range forms {
		for _, target := range []string{"/%61/ö/%7e?%2F", "http://example.com", "?x", "/a b*$"} {
			in := []byte(target)
			assert.Zero(t, testing.AllocsPerRun(100, func() { form.AppendTarget(dst, in) }), "%s: %q", name, target)
			assert.Zero(t, testing.AllocsPerRun(100, func() { form.AppendPattern(dst, in) }), "%s: pattern %q", name, target)
		}
	}
}

// The input is only read.
func TestInputIsNotChanged(t *testing.T) {
	for name, form := range forms {
		r := rand.New(rand.NewPCG(7, 7))
		for range 2000 {
			text := randomText(r)
			in := []byte(text)
			form.AppendTarget(nil, in)
			form.AppendPattern(nil, in)
			form.AppendBehindQuery(nil, in)
			form.Agent(in)
			form.Token(in)
			assert.Equal(t, text, string(in), name)
		}
	}
}

// pieces meet in random texts: every kind of octet that is treated apart.
var pieces = []string{
	"a", "Z", "0", "~", "%61", "%7e", "%7E", "/", "%2F", "%2f", "?", "%3F", "%3f", ":", "%3A", "@", "%40",
	";", "%3b", "=", "*", "%2A", "$", "%24", "%", "%2", "%g1", "%25", " ", "%20", "é", "\xc3", "%c3", "\x00", "%00",
	"{", "%7b", "#", "%23", "://", "//", "http://h", "\\",
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(3) > 0 {
		b.WriteByte('/')
	}
	for range r.IntN(9) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestPathsAgainstOracle compares every target of up to three pieces and many
// longer ones with the oracle, and asks that canonicalising twice changes
// nothing.
func TestPathsAgainstOracle(t *testing.T) {
	check := func(target string) {
		for name, form := range forms {
			want := oracle.CanonicalPath(oracles[name], target)
			got := form.AppendTarget(nil, []byte(target))
			if string(got) != want {
				t.Fatalf("%s: path of %q is %q, the oracle says %q", name, target, got, want)
			}
			if !form.IsCanonical(got) || string(form.AppendPath(nil, got)) != want {
				t.Fatalf("%s: canonicalising %q twice changes it: %q", name, target, form.AppendPath(nil, got))
			}
			if form == normalize.Google || strings.Contains(target, "#") {
				continue
			}
			// What does not begin with '/' is spelt as it is behind one.
			want = oracle.CanonicalPath(oracles[name], "/"+target)[1:]
			if form.IsCanonical([]byte(target)) != (want == target) || string(form.AppendPath(nil, []byte(target))) != want {
				t.Fatalf("%s: %q is canonical: %t, the oracle says %q", name, target, form.IsCanonical([]byte(target)), want)
			}
		}
	}
	n := 0
	for _, a := range pieces {
		check(a)
		for _, b := range pieces {
			for _, c := range append(pieces, "") {
				check("/" + a + b + c)
				check(a + b + c)
				n += 2
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 50_000 {
		check(randomText(r))
		n++
	}
	t.Logf("%d targets compared under each dialect", n)
}

// TestAsGiven: the path is a part of the target, or it is not told.
func TestAsGiven(t *testing.T) {
	for _, test := range []struct {
		form   *normalize.Form
		target string
		path   string // "": none
	}{
		{normalize.RFC9309, "/a/%20b?c", "/a/%20b?c"},
		{normalize.RFC9309, "/12345678/%2Fb?%2F", ""},
		{normalize.RFC9309, "/a%7e", ""},
		{normalize.RFC9309, "/a#b", ""}, // which costs no more than to spell it anew
		{normalize.RFC9309, "http://h/a#b", "/a"},
		{normalize.RFC9309, "http://h?a", ""},
		{normalize.RFC9309, "http://h", ""},
		{normalize.RFC9309, "", ""},
		{normalize.Google, "//h/a#b", "/a"},
		{normalize.Google, "/a#b", "/a"},
		{normalize.Google, "/a\x00b%7e", "/a"},
		{normalize.Google, "a", ""},
		{normalize.Koster1996, "/a%2Fb", "/a%2Fb"},
		{normalize.Koster1996, "/a%2fb", ""},
		{normalize.Koster1996, "/a%3Ab", ""},
	} {
		path, ok := test.form.AsGiven([]byte(test.target))
		assert.Equal(t, test.path != "", ok, test.target)
		if ok {
			assert.Equal(t, test.path, string(path), test.target)
		}
	}
}

// TestManyEscapesAreLookedAtOnce: whether an escape is canonical may depend on a
// '?' before it, and a path may hold millions of such escapes. To search the path
// anew for each of them takes longer than a test may run.
func TestManyEscapesAreLookedAtOnce(t *testing.T) {
	escapes := strings.Repeat("%2F", 4<<20)
	assert.True(t, normalize.RFC9309.IsCanonical([]byte("/"+escapes)))
	assert.False(t, normalize.RFC9309.IsCanonical([]byte("/"+escapes+"?%2F")))
	assert.False(t, normalize.RFC9309.IsCanonical([]byte("/"+escapes+"?"+escapes)))
}
