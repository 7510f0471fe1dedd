package normalize_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/normalize"
)

// docs/SEMANTICS.md, section 5 and 6.2: the canonical spelling of a pattern
// and the length that precedence counts. Where a trailing star changes nothing
// of what is matched, a dialect may keep or drop it: tables have none.
func TestAppendPattern(t *testing.T) {
	type spelling struct {
		pattern string
		octets  int
	}
	tests := []struct {
		point, value    string
		rfc9309, google spelling
	}{
		{"5.1", "/a", spelling{"/a", 2}, spelling{"/a", 2}},
		{"5.1", "/%61%7Eb", spelling{"/a~b", 4}, spelling{"/%61%7Eb", 8}},
		{"5.1", "/%e3%83%84", spelling{"/%E3%83%84", 10}, spelling{"/%E3%83%84", 10}},
		{"5.1", "/ツ", spelling{"/%E3%83%84", 10}, spelling{"/%E3%83%84", 10}},
		{"5.1", "/a b", spelling{"/a%20b", 6}, spelling{"/a b", 4}},
		{"5.1", "/{a}", spelling{"/%7Ba%7D", 8}, spelling{"/{a}", 4}},
		{"5.1", "/%zz", spelling{"/%25zz", 6}, spelling{"/%zz", 4}},
		{"5.1", "/\x00", spelling{"/%00", 4}, spelling{"/\x00", 2}},

		{"5.2", "/a;b=c&d", spelling{"/a;b=c&d", 8}, spelling{"/a;b=c&d", 8}},
		{"5.2", "/a%3bb", spelling{"/a%3Bb", 6}, spelling{"/a%3Bb", 6}},
		{"5.2", "/%3A%40", spelling{"/:@", 7}, spelling{"/%3A%40", 7}},
		{"5.2", "/:@", spelling{"/:@", 3}, spelling{"/:@", 3}},
		{"5.2", "/a%2fb", spelling{"/a%2Fb", 6}, spelling{"/a%2Fb", 6}},

		{"5.3", "/?u=http%3A%2F%2Fx", spelling{"/?u=http://x", 18}, spelling{"/?u=http%3A%2F%2Fx", 18}},
		{"5.3", "/?u=http://x", spelling{"/?u=http://x", 12}, spelling{"/?u=http://x", 12}},
		{"5.3", "/%2F?%2F%3f", spelling{"/%2F?/?", 11}, spelling{"/%2F?%2F%3F", 11}},
		{"5.3", "/*?%2F", spelling{"/*?/", 6}, spelling{"/*?%2F", 6}},
		{"5.3", "/*%2F", spelling{"/*%2F", 5}, spelling{"/*%2F", 5}},

		{"5.4", "/a*b", spelling{"/a*b", 4}, spelling{"/a*b", 4}},
		{"5.4", "/a%2Ab%24", spelling{"/a%2Ab%24", 9}, spelling{"/a%2Ab%24", 9}},
		{"5.4", "/a%2ab", spelling{"/a%2Ab", 6}, spelling{"/a%2Ab", 6}},
		{"5.4", "/a$", spelling{"/a$", 3}, spelling{"/a$", 3}},
		{"5.4", "/a$b", spelling{"/a%24b", 6}, spelling{"/a$b", 4}},
		{"5.4", "/a$$", spelling{"/a%24$", 6}, spelling{"/a$$", 4}},
		{"5.4", "/*a*$", spelling{"/*a*$", 5}, spelling{"/*a*$", 5}},
		{"5.4", "*", spelling{"", 0}, spelling{"", 1}},
		{"5.4", "*.php$", spelling{"*.php$", 6}, spelling{"*.php$", 6}},

		{"6.2", "/fish*", spelling{"/fish", 5}, spelling{"/fish", 6}},
		{"6.2", "/fish***", spelling{"/fish", 5}, spelling{"/fish", 8}},
		{"6.2", "/f**h", spelling{"/f**h", 5}, spelling{"/f**h", 5}},
		{"6.2", "/f**$", spelling{"/f**$", 5}, spelling{"/f**$", 5}},
		{"6.2", "/f$*", spelling{"/f%24", 5}, spelling{"/f$", 4}},
		{"6.2", "", spelling{"", 0}, spelling{"", 0}},
		{"6.2", "$", spelling{"$", 1}, spelling{"$", 1}},
	}
	for _, test := range tests {
		for name, want := range map[string]spelling{"rfc9309": test.rfc9309, "google": test.google} {
			pattern, octets := forms[name].AppendPattern(nil, []byte(test.value))
			assert.Equal(t, want.octets, octets, "%s, %s: octets of %q", test.point, name, test.value)
			if !strings.HasSuffix(want.pattern, "$") || strings.HasSuffix(test.value, "*") {
				pattern = []byte(strings.TrimRight(string(pattern), "*"))
			}
			assert.Equal(t, want.pattern, string(pattern), "%s, %s: %q", test.point, name, test.value)
		}
	}
}

// No pattern gets a star that it need not have: a star makes it slower to ask.
func TestNoNeedlessStar(t *testing.T) {
	for name, form := range forms {
		for value, want := range map[string]string{"/a": "/a", "/a*b": "/a*b", "/a$": "/a$", "": "", "/a*": "/a", "/a**": "/a"} {
			if name == "koster1996" {
				want = value
				want = strings.NewReplacer("*", "%2A", "$", "%24").Replace(want)
			}
			pattern, _ := form.AppendPattern(nil, []byte(value))
			assert.Equal(t, want, string(pattern), "%s: %q", name, value)
		}
	}
}

// A literal '$' before trailing stars must not end up as the anchor.
func TestDollarBeforeTrailingStars(t *testing.T) {
	for name, form := range forms {
		for _, value := range []string{"/a$*", "/a$**", "/$*", "$*"} {
			pattern, _ := form.AppendPattern(nil, []byte(value))
			assert.NotEqual(t, byte('$'), pattern[len(pattern)-1], "%s: %q is spelt %q", name, value, pattern)
		}
	}
}

// docs/SEMANTICS.md, 7.5 and 7.6: no wildcards, escapes decoded.
// TestPatternsBehindOthers: what stands in dst before is no part of a pattern.
func TestPatternsBehindOthers(t *testing.T) {
	for name, form := range forms {
		for _, value := range []string{"*", "**", "", "$", "/a*", "/a$*", "/%24*", "*$"} {
			alone, octets := form.AppendPattern(nil, []byte(value))
			for _, before := range []string{"a$", "$", "a*", "%"} {
				behind, n := form.AppendPattern([]byte(before), []byte(value))
				assert.Equal(t, before+string(alone), string(behind), "%s: %q", name, value)
				assert.Equal(t, octets, n, "%s: %q", name, value)
			}
		}
	}
}

func TestAppendPatternKoster(t *testing.T) {
	for value, want := range map[string]string{
		"/a*b":     "/a%2Ab",
		"/a$":      "/a%24",
		"/*":       "/%2A",
		"/a%2Ab":   "/a%2Ab",
		"/a%3cd":   "/a%3Cd",
		"/a%3Cd":   "/a%3Cd",
		"/a%2fb":   "/a%2Fb",
		"/a/b":     "/a/b",
		"/%7ejoe/": "/~joe/",
		"/~joe/":   "/~joe/",
		"/a%3Fb":   "/a?b",
		"/%26%3D":  "/&=",
	} {
		got, octets := normalize.Koster1996.AppendPattern(nil, []byte(value))
		assert.Equal(t, want, string(got), value)
		assert.Equal(t, len(want), octets, value)
	}
}

// docs/SEMANTICS.md, 5.3: a piece behind a star that path and query spell
// differently has both spellings.
func TestBehindQuery(t *testing.T) {
	tests := []struct{ value, want string }{ // "": no other spelling
		{"/a%2Fb", ""},
		{"/*ab", ""},
		{"/*a%20b%3A", ""},
		{"/*a/b?", ""},
		{"/*%zz%2", ""},
		{"/a%2Fb*c", ""},
		{"/?*a%2Fb", ""},
		{"/*?a%2Fb", ""},
		{"/*x?*a%2Fb", ""},
		{"/*a%2Fb", "/*a/b"},
		{"/*a%2fb$", "/*a/b$"},
		{"/*a%3Fb", "/*a?b"},
		{"*%2F", "*/"},
		{"/x%2F*a%2Fb", "/x%2F*a/b"},
		{"/*a%2Fb*", "/*a/b"},
		{"/*a%2Fb?c%2Fd", "/*a/b?c/d"},
		{"/*a%2Fb%3Fc%2Fd", "/*a/b?c/d"},
		{"/*a*b%2Fc", "/*a*b/c"},
		{"/*%2F**%2F", "/*/**/"},
		{"/*%2F*x?*%2F", "/*/*x?*/"},
		{"/*%2F{%24$é", "/*/%7B%24%24%C3%A9"},
		{"/*%zza2F", ""},
		{"/*?*a%2Fb", ""},
		{"/*a%20b%2Fc", "/*a%20b/c"},
		{"/**%2F", "/**/"},
	}
	for _, test := range tests {
		for name, form := range forms {
			got, differs := form.AppendBehindQuery([]byte("before"), []byte(test.value))
			want := test.want
			if name != "rfc9309" {
				want = ""
			}
			assert.Equal(t, "before"+want, string(got), "%s: %q", name, test.value)
			assert.Equal(t, want != "", differs, "%s: %q", name, test.value)
		}
	}
}

// readings gives the patterns that match together what a pattern of two
// spellings matches: for each star, the one in which the query begins there.
func readings(path, query string) []string {
	all := []string{path}
	x, y := strings.Split(path, "*"), strings.Split(query, "*")
	for i := 1; i < len(y); i++ {
		all = append(all, strings.Join(x[:i], "*")+"*?*"+strings.Join(y[i:], "*"))
	}
	return all
}

// TestPatternsAgainstOracle: a pattern in its spellings matches exactly the paths
// that the oracle's texts match, and the length is the same.
func TestPatternsAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	alphabet := []string{"/", "a", "*", "*", "%2F", "%2f", "?", "%3F", "%3a", "$", "%24", "%61", "é", "%", "{"}
	text := func(longest int) string {
		var b strings.Builder
		b.WriteByte('/')
		for range r.IntN(longest + 1) {
			b.WriteString(alphabet[r.IntN(len(alphabet))])
		}
		return b.String()
	}
	hits, answers, ambiguous := 0, 0, 0
	for range 20_000 {
		value := text(6)
		for name, form := range forms {
			pattern, octets := form.AppendPattern(nil, []byte(value))
			texts := []string{string(pattern)}
			if other, differs := form.AppendBehindQuery(nil, []byte(value)); differs {
				assert.Equal(t, strings.Count(texts[0], "*"), strings.Count(string(other), "*"), value)
				texts = readings(texts[0], string(other))
				ambiguous++
			}
			want, length := oracle.CanonicalPatterns(oracles[name], value)
			if name != "koster1996" && octets != length {
				t.Fatalf("%s: %q counts %d octets, the oracle says %d", name, value, octets, length)
			}
			for range 12 {
				target := strings.ReplaceAll(value, "*", text(2))
				if r.IntN(2) == 0 {
					target = text(6)
				}
				path := string(form.AppendTarget(nil, []byte(target)))
				match := func(patterns []string) bool {
					for _, p := range patterns {
						if name == "koster1996" && strings.HasPrefix(path, p) || name != "koster1996" && oracle.MatchPattern(p, path) {
							return true
						}
					}
					return false
				}
				got, said := match(texts), match(want)
				answers++
				if got {
					hits++
				}
				if got != said {
					t.Fatalf("%s: texts %q of %q match %q: %v; the oracle's %q: %v", name, texts, value, path, got, want, said)
				}
			}
		}
	}
	t.Logf("%d answers, %d matches; %d patterns of two spellings", answers, hits, ambiguous)
	assert.Greater(t, ambiguous, 500)
	assert.Greater(t, hits, answers/10)
}
