package normalize_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/normalize"
)

// forms are the three dialects' spellings, by name.
var forms = map[string]*normalize.Form{
	"rfc9309":    normalize.RFC9309,
	"google":     normalize.Google,
	"koster1996": normalize.Koster1996,
}

// star stands in tables for the wildcard group.
const star = "(wildcard)"

// docs/SEMANTICS.md, 3.3 and 7.3. An empty answer: the line names nobody.
func TestAgent(t *testing.T) {
	tests := []struct{ value, rfc9309, google, koster1996 string }{
		{"ExampleBot", "ExampleBot", "ExampleBot", "ExampleBot"},
		{"googlebot/1.2", "googlebot", "googlebot", "googlebot"},
		{"googlebot*", "googlebot", "googlebot", "googlebot*"},
		{"googlebot-news", "googlebot-news", "googlebot-news", "googlebot-news"},
		{"Google_Bot", "Google_Bot", "Google_Bot", "Google_Bot"},
		{"MJ12bot", "MJ12bot", "MJ", "MJ12bot"},
		{"360Spider", "360Spider", "", "360Spider"},
		{"archive.org_bot", "archive.org_bot", "archive", "archive.org_bot"},
		{"Example Bot", "Example", "Example", "Example"},
		{"Example\tBot", "Example", "Example", "Example"},
		{"Example\vBot", "Example", "Example", "Example\vBot"},
		{"Mozilla/5.0 (compatible)", "Mozilla", "Mozilla", "Mozilla"},
		{"(bot)", "", "", "(bot)"},
		{"bot(1)", "bot", "bot", "bot(1)"},
		{"böt", "b", "b", "böt"},
		{"@bot", "", "", "@bot"},
		{"/1.0", "", "", ""},
		{"", "", "", ""},
		{"*", star, star, star},
		{"* ", star, star, star},
		{"* bot", star, star, star},
		{"*\tbot", star, star, star},
		{"*\fbot", star, star, "*\fbot"},
		{"*\rbot", star, star, "*\rbot"},
		{"*\x08bot", "", "", "*\x08bot"},
		{"*\x0ebot", "", "", "*\x0ebot"},
		{"*bot", "", "", "*bot"},
		{"**", "", "", "**"},
		{"*/1", "", "", star},
	}
	for _, test := range tests {
		for name, want := range map[string]string{"rfc9309": test.rfc9309, "google": test.google, "koster1996": test.koster1996} {
			token, isStar := forms[name].Agent([]byte(test.value))
			if want == star {
				assert.True(t, isStar, "%s: %q", name, test.value)
				continue
			}
			assert.False(t, isStar, "%s: %q", name, test.value)
			assert.Equal(t, want, string(token), "%s: %q", name, test.value)
		}
	}
}

// docs/SEMANTICS.md, 3.3 and 7.3: the caller's own name is cut as a line is,
// but compared as given under Google.
func TestToken(t *testing.T) {
	const nobody = "(nobody)"
	tests := []struct{ name, rfc9309, google, koster1996 string }{
		{"ExampleBot", "ExampleBot", "ExampleBot", "ExampleBot"},
		{"ExampleBot/2.1", "ExampleBot", "ExampleBot/2.1", "ExampleBot"},
		{"ExampleBot/2.1 (+https://example.com/bot)", "ExampleBot", "ExampleBot/2.1 (+https://example.com/bot)", "ExampleBot"},
		{"Mozilla/5.0 (compatible; ExampleBot/2.1)", "Mozilla", "Mozilla/5.0 (compatible; ExampleBot/2.1)", "Mozilla"},
		{"MJ12bot", "MJ12bot", "MJ12bot", "MJ12bot"},
		{"archive.org_bot", "archive.org_bot", "archive.org_bot", "archive.org_bot"},
		{"*", nobody, nobody, "*"},
		{"", nobody, "", nobody},
		{"(bot)", nobody, "(bot)", "(bot)"},
		{" bot", nobody, " bot", nobody},
	}
	for _, test := range tests {
		for form, want := range map[string]string{"rfc9309": test.rfc9309, "google": test.google, "koster1996": test.koster1996} {
			token, named := forms[form].Token([]byte(test.name))
			if want == nobody {
				assert.False(t, named, "%s: %q", form, test.name)
				continue
			}
			assert.True(t, named, "%s: %q", form, test.name)
			assert.Equal(t, want, string(token), "%s: %q", form, test.name)
		}
	}
}

// docs/SEMANTICS.md, 3.4: ASCII case, and no other, is ignored.
func TestAppendFold(t *testing.T) {
	assert.Equal(t, "x-examplebot_2.é", string(normalize.AppendFold([]byte("x-"), []byte("ExampleBOT_2.é"))))
	assert.Equal(t, "@[`{", string(normalize.AppendFold(nil, []byte("@[`{"))), "the neighbours of the letters")
	assert.Equal(t, "Äaz", string(normalize.AppendFold(nil, []byte("ÄAZ"))))
}

// TestEqualFold asks about every two octets, beside others that are equal.
func TestEqualFold(t *testing.T) {
	lower := func(c byte) byte {
		if 'A' <= c && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}
	for a := range 256 {
		for b := range 256 {
			if got, want := normalize.EqualFold([]byte{'x', byte(a)}, string([]byte{'X', byte(b)})), lower(byte(a)) == lower(byte(b)); got != want {
				t.Errorf("%#x and %#x: %t", a, b, got)
			}
		}
	}
	assert.True(t, normalize.EqualFold(nil, ""))
	assert.False(t, normalize.EqualFold(nil, "a"))
	assert.False(t, normalize.EqualFold([]byte("ab"), "a"))
	assert.False(t, normalize.EqualFold([]byte("a"), "ab"))
}
