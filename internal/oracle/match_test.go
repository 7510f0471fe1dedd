package oracle

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// patternRow lists, for one pattern, paths that match and paths that do not. Written by hand from the sources.
type patternRow struct {
	pattern string
	yes, no []string
}

// googleFish is the table of Google's page "How Google interprets the robots.txt specification", section "URL matching
// based on path values".
var googleFish = []patternRow{
	{"/", []string{"/", "/a", "/fish?id=1"}, nil},
	{"/$", []string{"/"}, []string{"/a", "/?x", "/a/"}},
	{"/fish",
		[]string{"/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.php?id=anything"},
		[]string{"/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"}},
	{"/fish*",
		[]string{"/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.php?id=anything"},
		[]string{"/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"}},
	{"/fish/",
		[]string{"/fish/", "/fish/?id=anything", "/fish/salmon.htm"},
		[]string{"/fish", "/fish.html", "/animals/fish/", "/Fish/Salmon.asp"}},
	{"/*.php",
		[]string{"/index.php", "/filename.php", "/folder/filename.php", "/folder/filename.php?parameters", "/folder/any.php.file.html", "/filename.php/"},
		[]string{"/", "/windows.PHP"}},
	{"/*.php$",
		[]string{"/filename.php", "/folder/filename.php"},
		[]string{"/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"}},
	{"/fish*.php",
		[]string{"/fish.php", "/fishheads/catfish.php?parameters"},
		[]string{"/Fish.PHP"}},
}

func TestFishUnderEveryWildcardDialect(t *testing.T) {
	for _, dialect := range []Dialect{RFC9309, Google} {
		for _, row := range googleFish {
			body := []byte("User-agent: *\nDisallow: " + row.pattern)
			for _, p := range row.yes {
				assert.False(t, Ask(dialect, body, nil, p).Allowed, "%v %q %q", dialect, row.pattern, p)
			}
			for _, p := range row.no {
				assert.True(t, Ask(dialect, body, nil, p).Allowed, "%v %q %q", dialect, row.pattern, p)
			}
		}
	}
}

// Section 6.1, on bare octets.
func TestMatchPattern(t *testing.T) {
	rows := append([]patternRow{
		{"", []string{"", "/", "/a"}, nil},
		{"$", []string{""}, []string{"/", "$", "/$"}},
		{"$$", []string{"$"}, []string{"", "$$", "$a", "/"}},
		{"*", []string{"", "/", "/a?b"}, nil},
		{"*$", []string{"", "/", "/a?b"}, nil},
		{"**", []string{"", "/"}, nil},
		{"**$", []string{"", "/x"}, nil},
		{"*a", []string{"a", "/a", "//ab"}, []string{"", "/", "/A", "/b"}},
		{"*a$", []string{"a", "/a", "/aba"}, []string{"/ab", ""}},
		{"/a", []string{"/a", "/ab", "/a/b", "/a?b"}, []string{"/", "a", "/b", "//a", "/A"}},
		{"/a$", []string{"/a"}, []string{"/ab", "/a/", "/a?", "/a$"}},
		{"/a$b", []string{"/a$b", "/a$bc"}, []string{"/a", "/ab"}},
		{"/a$$", []string{"/a$"}, []string{"/a", "/a$$"}},
		{"/a*$", []string{"/a", "/ab", "/a/b?c"}, []string{"/", "/b"}},
		{"/a*b", []string{"/ab", "/aab", "/a/b", "/a?xbz"}, []string{"/a", "/ba", "/aB"}},
		{"/a*b$", []string{"/ab", "/abb", "/a/bab"}, []string{"/aba", "/a", "/b"}},
		{"/a*b*c", []string{"/abc", "/a1b2c3", "/acbc"}, []string{"/acb", "/ac", "/bc"}},
		{"/a*a", []string{"/aa", "/aaa", "/aba"}, []string{"/a", "/ab"}},
		{"/*a*a$", []string{"/aa", "/aaa", "/baba"}, []string{"/a", "/aab"}},
		{"/a**b", []string{"/ab", "/axb"}, []string{"/a"}},
		{"/*/", []string{"//", "/a/", "/a/b"}, []string{"/", "/a"}},
		{"*/a/*", []string{"/a/", "/b/a/c"}, []string{"/a", "/ab/"}},
		{"/\x00\xff", []string{"/\x00\xff", "/\x00\xffa"}, []string{"/\x00", "/"}},
		{"/.", []string{"/.", "/.a"}, []string{"/a", "/"}},
		{"/a+", []string{"/a+"}, []string{"/aa", "/a"}},
		{"/[ab]", []string{"/[ab]"}, []string{"/a"}},
	}, googleFish...)
	for _, row := range rows {
		for _, p := range row.yes {
			assert.True(t, MatchPattern(row.pattern, p), "%q %q", row.pattern, p)
		}
		for _, p := range row.no {
			assert.False(t, MatchPattern(row.pattern, p), "%q %q", row.pattern, p)
		}
	}
}

// A rule that makes a backtracking matcher hang must not hang this one: other tests rely on it for hostile rules.
func TestMatchPatternIsBounded(t *testing.T) {
	begin := time.Now()
	assert.False(t, MatchPattern("/"+strings.Repeat("a*", 500)+"b", "/"+strings.Repeat("a", 2000)))
	assert.True(t, MatchPattern("/"+strings.Repeat("a*", 500)+"b", "/"+strings.Repeat("a", 2000)+"b"))
	assert.Less(t, time.Since(begin), 20*time.Second)
}

// plainMatch is the definition by recursion, too slow for anything but small worlds.
func plainMatch(pattern, path string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return path == ""
	case pattern[0] == '*':
		return plainMatch(pattern[1:], path) || path != "" && plainMatch(pattern, path[1:])
	default:
		return path != "" && pattern[0] == path[0] && plainMatch(pattern[1:], path[1:])
	}
}

func TestMatchPatternSmallWorld(t *testing.T) {
	patterns := words([]string{"/", "a", "*", "$"}, 5)
	paths := words([]string{"/", "a", "$"}, 5)
	matches := 0
	for _, pattern := range patterns {
		for _, path := range paths {
			want := plainMatch(pattern, path)
			if want {
				matches++
			}
			if MatchPattern(pattern, path) != want {
				t.Fatalf("MatchPattern(%q, %q) is not %v", pattern, path, want)
			}
		}
	}
	t.Logf("%d patterns on %d paths, %d matches", len(patterns), len(paths), matches)
}

// words returns every concatenation of at most n of the letters.
func words(letters []string, n int) []string {
	all := []string{""}
	for begin := 0; n > 0; n-- {
		end := len(all)
		for _, word := range all[begin:end] {
			for _, letter := range letters {
				all = append(all, word+letter)
			}
		}
		begin = end
	}
	return all
}
