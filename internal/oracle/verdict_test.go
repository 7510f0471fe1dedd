package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// verdictRow is a group for everybody, one rule a line from line 2 on, and the line that decides on the target. A "-"
// before a line number below says: disallowed.
type verdictRow struct {
	source      string
	rules       string
	target      string
	rfc, google int // the deciding line, negative where it forbids; 0: allowed, no rule
}

func (row verdictRow) check(t *testing.T) {
	t.Helper()
	for dialect, want := range map[Dialect]int{RFC9309: row.rfc, Google: row.google} {
		answer := Ask(dialect, []byte("user-agent: *\n"+row.rules), []string{"bot"}, row.target)
		got := answer.Line
		if !answer.Allowed {
			got = -got
		}
		assert.Equal(t, want, got, "dialect %d: %s: %q on %q: %+v", dialect, row.source, row.rules, row.target, answer)
	}
}

func TestVerdicts(t *testing.T) {
	for _, row := range []verdictRow{
		// Google's page, the six situations of "Order of precedence for rules".
		{"page 1", "allow: /p\ndisallow: /", "http://example.com/page", 2, 2},
		{"page 2", "allow: /folder\ndisallow: /folder", "http://example.com/folder/page", 2, 2},
		{"page 3", "allow: /page\ndisallow: /*.htm", "http://example.com/page.htm", -3, -3},
		{"page 4", "allow: /page\ndisallow: /*.ph", "http://example.com/page.php5", 2, 2},
		{"page 5", "allow: /$\ndisallow: /", "http://example.com/", 2, 2},
		{"page 6", "allow: /$\ndisallow: /", "http://example.com/page.htm", -3, -3},
		// RFC 9309, section 5.2 and the paragraph of 2.2.2 on the longest match.
		{"RFC 5.2", "allow: /example/page/\ndisallow: /example/page/disallowed.gif", "/example/page/disallowed.gif", -3, -3},
		{"RFC 5.2", "allow: /example/page/\ndisallow: /example/page/disallowed.gif", "/example/page/a.gif", 2, 2},
		// RFC 9309, 2.2.2, the table of encodings. Google decodes nothing and escapes no target.
		{"RFC 2.2.2", "disallow: /foo/bar?baz=quz", "/foo/bar?baz=quz", -2, -2},
		{"RFC 2.2.2", "disallow: /foo/bar?baz=http://foo.bar", "/foo/bar?baz=http%3A%2F%2Ffoo.bar", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar?baz=http%3A%2F%2Ffoo.bar", "/foo/bar?baz=http://foo.bar", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", -2, -2},
		{"RFC 2.2.2", "disallow: /foo/bar/%E3%83%84", "/foo/bar/ツ", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar/ツ", "/foo/bar/ツ", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar/baz", "/foo/bar/%62%61%7A", -2, 0},
		{"RFC 2.2.2", "disallow: /foo/bar/%62%61%7A", "/foo/bar/%62%61%7A", -2, -2},
		// RFC 9309, 2.2.3, special characters.
		{"RFC 2.2.3", "disallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html", -2, 0},
		{"RFC 2.2.3", "disallow: /path/file-with-a-%2A.html", "/path/file-with-a-%2A.html", -2, -2},
		{"RFC 2.2.3", "disallow: /path/file-with-a-%2A.html", "/path/file-with-a-b.html", 0, 0},
		{"RFC 2.2.3", "disallow: /path/foo-%24", "/path/foo-$", -2, 0},
		{"RFC 2.2.3", "disallow: /path/foo-%24", "/path/foo-%24x", -2, -2},
		{"RFC 2.2.3", "disallow: /path/foo-%24", "/path/foo-", 0, 0},
		{"RFC 2.2.3", "allow: /this/*/exactly\ndisallow: /", "/this/path/exactly", 2, 2},
		{"RFC 2.2.3", "allow: /this/path/exactly$\ndisallow: /", "/this/path/exactly", 2, 2},
		{"RFC 2.2.3", "allow: /this/path/exactly$\ndisallow: /", "/this/path/exactly/not", -3, -3},
		// 5.1 to 5.4.
		{"5.1", "disallow: /a b", "/a%20b", -2, 0},
		{"5.1", "disallow: /a%20b", "/a b", -2, 0},
		{"5.1", "disallow: /%7Bx}", "/{x%7d", -2, 0},
		{"5.1", "disallow: /100%$", "/100%25", -2, 0},
		{"5.1", "disallow: /100%25", "/100%", -2, 0},
		{"5.1", "disallow: /%", "/%41", 0, -2},
		{"5.1", "disallow: /%c3%A9", "/%C3%a9", -2, 0},
		{"5.1", "disallow: /%c3%A9", "/%C3%A9", -2, -2},
		{"5.2", "disallow: /a%2Fb", "/a/b", 0, 0},
		{"5.2", "disallow: /a/b", "/a%2Fb", 0, 0},
		{"5.2", "disallow: /a%2fb", "/a%2Fb", -2, -2},
		{"5.2", "disallow: /a;b", "/a%3Bb", 0, 0},
		{"5.2", "disallow: /a:b@c", "/a%3Ab%40c", -2, 0},
		{"5.2", "disallow: /a%3ab%40c", "/a:b@c", -2, 0},
		{"5.3", "disallow: /*/b", "/a?c%2Fb", -2, 0},
		{"5.3", "disallow: /*%2Fb", "/a?c/b", -2, 0},
		{"5.3", "disallow: /*%2Fb", "/a/b", 0, 0},
		{"5.3", "disallow: /*%2Fb", "/a%2Fb", -2, -2},
		{"5.3", "disallow: /*%3Fb", "/a?b", 0, 0},
		{"5.3", "disallow: /*%3Fb", "/a??b", -2, 0},
		{"5.3", "disallow: /*?b", "/a?%3Fb", -2, 0},
		{"5.3", "disallow: /a?b%2Fc", "/a?b/c", -2, 0},
		{"5.3", "disallow: /*x%2Fy?z", "/a?x/y?z", -2, 0},
		{"5.4", "disallow: /a$b", "/a$b", -2, -2},
		{"5.4", "disallow: /a$b", "/a%24b", -2, 0},
		{"5.4", "disallow: /a*b", "/a%2Ab", -2, -2},
		{"5.4", "disallow: /a%2Ab", "/a*b", -2, 0},
		{"5.4", "disallow: /a*b$", "/a*b$", 0, 0},
		// 6.1: a star ends anywhere, even within an escape.
		{"6.1", "disallow: /*2F", "/%2F", -2, -2},
		{"6.1", "disallow: /a%2*", "/a%2F", 0, -2},
		{"6.1", "disallow: /A", "/a", 0, 0},
		{"6.1", "disallow: /*", "/", -2, -2},
		{"6.1", "disallow: *", "/", -2, -2},
		{"6.1", "disallow: *$", "/x?y", -2, -2},
		{"6.1", "disallow: /a*c", "/a/b?c", -2, -2},
		// 6.2: the lengths.
		{"6.2", "disallow: /x*\nallow: /x", "/x", 3, -2},
		{"6.2", "disallow: /x**\nallow: /x*", "/x", 3, -2},
		{"6.2", "disallow: /x*$\nallow: /x", "/x", -2, -2},
		{"6.2", "disallow: /x$\nallow: /x*", "/x", -2, 3},
		{"6.2", "disallow: *\nallow: /", "/", 3, 3},
		{"6.2", "allow: /\ndisallow: /*", "/", 2, -3},
		{"6.2", "allow: *\ndisallow: /", "/", -3, 2},
		{"6.2", "disallow: /a*c\nallow: /ab", "/abc", -2, -2},
		{"6.2", "disallow: /%61%62\nallow: /abc", "/abc", 3, 3},
		{"6.2", "disallow: /%61%62\nallow: /a", "/ab", -2, 3},
		{"6.2", "disallow: /%c3%a9\nallow: /é", "/%C3%A9", 3, 3},
		{"6.2", "disallow: /é\nallow: /%c3*", "/%C3%A9", -2, -2},
		{"6.2", "disallow: /a%3Ab\nallow: /a:bc", "/a:bc", -2, 3},
		{"6.2", "disallow: /?a%2Fb\nallow: /?a/bc", "/?a/bc", -2, 3},
		{"6.2", "disallow: /?a/b\nallow: /?a%2Fb", "/?a/b", 3, -2},
		{"6.2", "disallow: /a$b\nallow: /a%24b", "/a%24bc", 3, 3},
		{"6.2", "disallow: /a b\nallow: /a%20b", "/a%20b", 3, 3},
		{"6.2", "disallow: /*$*\nallow: /a%24", "/a%24", 3, 3},
		// 6.3: ties.
		{"6.3", "disallow: /a\nallow: /a", "/a", 3, 3},
		{"6.3", "disallow: /a*c\nallow: /*bc", "/abc", 3, 3},
		{"6.3", "disallow: /a\ndisallow: /a", "/a", -2, -2},
		{"6.3", "disallow: /a*c\ndisallow: /*bc\ndisallow: /abc", "/abc", -2, -2},
		{"6.3", "allow: /abc\nallow: /a*c", "/abc", 2, 2},
		// 6.4.
		{"6.4", "disallow: /a", "/b", 0, 0},
		{"6.4", "disallow: /", "/robots.txt", 0, -2},
		{"6.4", "disallow: /", "http://h/robots.txt#x", 0, -2},
		{"6.4", "disallow: /", "/robots%2Etxt", 0, -2},
		{"6.4", "disallow: /", "/robots.txt?x", -2, -2},
		{"6.4", "disallow: /", "/robots.txt/", -2, -2},
		{"6.4", "disallow: /", "/Robots.txt", -2, -2},
		{"6.4", "disallow: /", "/a/robots.txt", -2, -2},
		{"6.4", "disallow: /", "//robots.txt", -2, -2},
		{"6.4", "disallow: /", "robots.txt", -2, -2}, // no path at all: "/"
		// 6.5: the index page.
		{"6.5", "disallow: /\nallow: /index.html", "/", -2, 3},
		{"6.5", "disallow: /\nallow: /index.htm", "/", -2, 3},
		{"6.5", "disallow: /\nallow: /a/index.html?x", "/a/", -2, 3},
		{"6.5", "disallow: /\nallow: /a/index.htmx", "/a/", -2, 3},
		{"6.5", "disallow: /\nallow: /a/index.ht", "/a/", -2, -2},
		{"6.5", "disallow: /\nallow: /a/index.html", "/a/b", -2, -2},
		{"6.5", "disallow: /\nallow: /a/index.html", "/a", -2, -2},
		{"6.5", "disallow: /\nallow: /a/index.html", "/a/index.html", 3, 3},
		{"6.5", "disallow: /\nallow: /a/Index.html", "/a/", -2, -2},
		{"6.5", "disallow: /\nallow: /a/index.html/b", "/a/", -2, -2},
		{"6.5", "disallow: /\nallow: */index.html", "/a/", -2, 3},
		{"6.5", "allow: /\ndisallow: /index.html", "/", 2, 2},
		{"6.5 the shorter length", "disallow: /a*/\nallow: /a/index.html", "/a/", -2, 3},
		{"6.5 the shorter length", "disallow: /a**/\nallow: /a/index.html", "/a/", -2, -2},
		{"6.5 an equal allow before it", "disallow: /\nallow: /a/index.html\nallow: /a/$", "/a/", 4, 3},
		// 6.6: empty values under Google.
		{"6.6", "disallow:", "/", 0, 2},
		{"6.6", "allow:", "/", 0, 2},
		{"6.6", "disallow:\nallow:", "/", 0, 3},
		{"6.6", "disallow:\ndisallow:", "/", 0, 2},
		{"6.6", "disallow:\ndisallow: /a", "/", 0, 2},
		{"6.6", "disallow:\ndisallow: /a", "/a", -3, -3},
		{"6.6", "allow: /a\ndisallow:", "/a", 2, 2},
	} {
		row.check(t)
	}
}

// What an answer says besides the verdict.
func TestAnswers(t *testing.T) {
	body := []byte("user-agent: *\nDisallow:  /é%7e*  # why\nallow: /%C3%A9%7E/x\ndisallow:\n")
	assert.Equal(t, Answer{false, 2, "disallow", "/é%7e*"}, Ask(RFC9309, body, nil, "/é~"))
	assert.Equal(t, Answer{true, 3, "allow", "/%C3%A9%7E/x"}, Ask(RFC9309, body, nil, "/é~/x"))
	assert.Equal(t, Answer{Allowed: true}, Ask(RFC9309, body, nil, "/"))
	assert.Equal(t, Answer{false, 2, "disallow", "/é%7e*"}, Ask(Google, body, nil, "/%C3%A9%7E"))
	assert.Equal(t, Answer{true, 4, "disallow", ""}, Ask(Google, body, nil, "/"))
	assert.Equal(t, Answer{true, 3, "allow", "/a/index.html"}, Ask(Google, []byte("user-agent: *\ndisallow: /\nallow: /a/index.html"), nil, "/a/"))
}
