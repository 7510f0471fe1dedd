package compile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/compile"
)

var dialects = []compile.Dialect{compile.RFC9309, compile.Google, compile.Koster1996}

// noted gives the codes of an image's notes.
func noted(im compile.Image) (codes []compile.Code) {
	for n := range im.Notes() {
		codes = append(codes, n.Code)
	}
	return codes
}

// TestLongLines: of a line Google reads 16,663 octets (docs/SEMANTICS.md, 1.4),
// and says so of a longer one alone.
func TestLongLines(t *testing.T) {
	const most = 16_663
	for _, d := range dialects {
		for _, length := range []int{most - 1, most, most + 1} {
			for _, key := range []string{"disallow: /", "disallow\t: /"} {
				body := "user-agent: a\n" + key + strings.Repeat("x", length-len(key))
				im := compile.Compile([]byte(body), compile.Options{Dialect: d})
				cut := d == compile.Google && length > most
				assert.Equal(t, cut, slices.Contains(noted(im), compile.LongLine), "%s, %d octets", d, length)
				want := 2
				if length > most && !cut {
					want = 0 // the rule is longer than the path
				}
				assert.Equal(t, want, line(im, "a", "/"+strings.Repeat("x", most-len(key))+"y"), "%s, %d octets", d, length)
			}
		}
	}
}

// TestNULs: for Google one ends its line, elsewhere it is an octet like others
// (docs/SEMANTICS.md, 1.5).
func TestNULs(t *testing.T) {
	for _, d := range dialects {
		for _, rule := range []string{"disallow: /a\x00b", "disallow : /a\x00b"} {
			im := compile.Compile([]byte("user-agent: a\n"+rule), compile.Options{Dialect: d})
			assert.Equal(t, d == compile.Google, slices.Contains(noted(im), compile.NUL), "%s, %q", d, rule)
			for _, e := range im.Table().All() {
				want := "/a\x00b"
				if d == compile.Google {
					want = "/a"
				}
				assert.Equal(t, want, string(e.Raw), "%s, %q", d, rule)
			}
		}
	}
}

// TestEmptyToken: Google alone takes a user-agent line without a token for one
// that names the empty one (docs/SEMANTICS.md, 3.3).
func TestEmptyToken(t *testing.T) {
	for _, d := range dialects {
		im := compile.Compile([]byte("user-agent:\ndisallow: /a"), compile.Options{Dialect: d})
		groups := slices.Collect(im.Groups())
		if d == compile.Google {
			assert.Len(t, groups, 1)
			assert.Equal(t, 2, line(im, "", "/a"))
		} else {
			assert.Empty(t, groups, "%s", d)
			assert.Zero(t, im.Find(nil), "%s", d)
		}
		assert.Contains(t, noted(im), compile.NoAgent, "%s", d)
	}
}

// TestWhyARuleIsNone: what a value looks like that begins with neither / nor *.
func TestWhyARuleIsNone(t *testing.T) {
	for value, want := range map[string]compile.Code{
		"http://x.example/a": compile.AbsoluteURLRule,
		"h://":               compile.AbsoluteURLRule,
		"://x.example":       compile.RuleWithoutSlash,
		"a":                  compile.RuleWithoutSlash,
		"a:/b":               compile.RuleWithoutSlash,
		"a/b://c":            compile.RuleWithoutSlash,
		"a?b://c":            compile.RuleWithoutSlash,
		"a*b://c":            compile.RuleWithoutSlash,
		"a$b://c":            compile.RuleWithoutSlash,
		"$":                  compile.LoneDollar,
		"$$":                 compile.RuleWithoutSlash,
	} {
		im := compile.Compile([]byte("user-agent: a\ndisallow: "+value), compile.Options{})
		assert.Equal(t, []compile.Code{want}, noted(im), "%q", value)
	}
}

// TestNobodysRules: what stands below lines that name nobody is in no image.
func TestNobodysRules(t *testing.T) {
	im := compile.Compile([]byte("user-agent: !\ndisallow: /nobody\nuser-agent: a\ndisallow: /a\nuser-agent: ?\nallow: /n\nuser-agent: !\nallow: /b*c"), compile.Options{})
	var raw []string
	for _, e := range im.Table().All() {
		raw = append(raw, string(e.Raw))
	}
	assert.Equal(t, []string{"/a"}, raw)
	assert.Len(t, slices.Collect(im.Groups()), 1)
	assert.Equal(t, 4, line(im, "a", "/a"))
}
