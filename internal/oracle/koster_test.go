package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The table of the 1996 draft, section 3.2.2, and rows in its spirit.
func TestKosterMatching(t *testing.T) {
	for _, row := range []struct {
		rule, target string
		matches      bool
	}{
		{"/tmp", "/tmp", true},
		{"/tmp", "/tmp.html", true},
		{"/tmp", "/tmp/a.html", true},
		{"/tmp/", "/tmp", false},
		{"/tmp/", "/tmp/", true},
		{"/tmp/", "/tmp/a.html", true},
		{"/a%3cd.html", "/a%3cd.html", true},
		{"/a%3Cd.html", "/a%3cd.html", true},
		{"/a%3cd.html", "/a%3Cd.html", true},
		{"/a%3Cd.html", "/a%3Cd.html", true},
		{"/a%2fb.html", "/a%2fb.html", true},
		{"/a%2fb.html", "/a/b.html", false},
		{"/a/b.html", "/a%2fb.html", false},
		{"/a/b.html", "/a/b.html", true},
		{"/%7ejoe/index.html", "/~joe/index.html", true},
		{"/~joe/index.html", "/%7Ejoe/index.html", true},

		{"/a%2fb.html", "/a%2Fb.html", true},
		{"/a<d", "/a%3cd", true},
		{"/é", "/%c3%a9", true},
		{"/a%3Bb", "/a;b", true}, // every other escape is its octet
		{"/a%3fb", "/a?b", true},
		{"/a?b%2Fc", "/a?b/c", false}, // the query is no exception
		{"/a%25", "/a%", true},
		{"/a%", "/a%41", false}, // the escape is an A, not a percent sign
		{"/a%2", "/a%2F", false},
		{"/%252F", "/%2F", false},
		{"/%252F", "/%252f", false}, // %25 is a percent sign; "2F" and "2f" are octets
		{"/a*b", "/axb", false},
		{"/a*b", "/a*bc", true},
		{"/a*", "/a%2a", true},
		{"/a*", "/a", false},
		{"/a$", "/a", false},
		{"/a$", "/a$b", true},
		{"/a$", "/a%24", true},
		{"/TMP", "/tmp", false},
		{"/", "http://h", true},
		{"/a", "http://h/a?b#c", true},
		{"/a?b", "http://h/a?b#c", true},
		{"/?x", "http://h?x", true},
		{"/b", "a/b", true},
		{"//b", "//b", true},
		{"a", "/a", false},
		{"*", "/a", false},
		{"", "/a", false},
		{"http://h/a", "http://h/a", false},
		{"/", "/robots.txt", false}, // always allowed
		{"/", "/robots.txt?", true},
	} {
		answer := Ask(Koster1996, []byte("User-agent: *\nDisallow: "+row.rule), []string{"bot"}, row.target)
		assert.Equal(t, !row.matches, answer.Allowed, "%q %q", row.rule, row.target)
	}
}

// The 1996 draft's example, section 4, as a whole.
func TestKosterExample(t *testing.T) {
	body := []byte(`# /robots.txt for http://www.fict.org/
# comments to webmaster@fict.org

User-agent: unhipbot
Disallow: /

User-agent: webcrawler
User-agent: excite
Disallow:

User-agent: *
Disallow: /org/plans.html
Allow: /org/
Allow: /serv
Allow: /~mak
Disallow: /
`)
	for _, row := range []struct {
		path                     string
		unhip, webcrawler, other bool
		otherLine                int
	}{
		{"/", false, true, false, 16},
		{"/index.html", false, true, false, 16},
		{"/robots.txt", true, true, true, 0},
		{"/server.html", false, true, true, 14},
		{"/services/fast.html", false, true, true, 14},
		{"/services/slow.html", false, true, true, 14},
		{"/orgo.gif", false, true, false, 16},
		{"/org/about.html", false, true, true, 13},
		{"/org/plans.html", false, true, false, 12},
		{"/%7Ejim/jim.html", false, true, false, 16},
		{"/%7Emak/mak.html", false, true, true, 15},
	} {
		target := "http://www.fict.org" + row.path
		assert.Equal(t, row.unhip, Ask(Koster1996, body, []string{"UnhipBot/0.1"}, target).Allowed, row.path)
		assert.Equal(t, row.webcrawler, Ask(Koster1996, body, []string{"WebCrawler/3.0"}, target).Allowed, row.path)
		assert.Equal(t, row.webcrawler, Ask(Koster1996, body, []string{"Excite/1.0"}, target).Allowed, row.path)
		other := Ask(Koster1996, body, []string{"other"}, target)
		assert.Equal(t, row.other, other.Allowed, row.path)
		assert.Equal(t, row.otherLine, other.Line, row.path)
	}
}

// Section 7, records: which line forbids /x to the bot, if any.
func TestKosterRecords(t *testing.T) {
	const bom = "\xEF\xBB\xBF"
	for _, row := range []struct {
		name, body string
		line       int
	}{
		{"a record", "user-agent: bot\ndisallow: /x", 2},
		{"keys in any case", "USER-AGENT : bot\nDisAllow:/x", 2},
		{"CRLF", "user-agent: bot\r\ndisallow: /x\r\n", 2},
		{"CR", "user-agent: bot\rdisallow: /x", 2},
		{"UTF-8 mark", bom + "user-agent: bot\ndisallow: /x", 2},
		{"the first that matches", "user-agent: bot\ndisallow: /\nallow: /x", 2},
		{"an allow first", "user-agent: bot\nallow: /x\ndisallow: /", -2},
		{"the shorter first", "user-agent: bot\nallow: /\ndisallow: /x", -2},
		{"no match", "user-agent: bot\nallow: /y\ndisallow: /z", 0},
		{"an empty value", "user-agent: bot\ndisallow:\ndisallow: /x", 3},
		{"stacked names", "user-agent: a\nuser-agent: bot\nuser-agent: c\ndisallow: /x", 4},
		{"a comment in a record", "user-agent: bot\n# hm\ndisallow: /x", 3},
		{"an indented comment in a record", "user-agent: bot\n \t# hm\ndisallow: /x", 3},
		{"a comment after a value", "user-agent: bot # me\ndisallow: /x # why", 2},
		{"a blank line ends a record", "user-agent: bot\n\ndisallow: /x", 0},
		{"so does white space", "user-agent: bot\n \t \ndisallow: /x", 0},
		{"also between rules", "user-agent: bot\nallow: /y\n\ndisallow: /x", 0},
		{"also between names", "user-agent: bot\n\nuser-agent: a\ndisallow: /x", 0},
		{"unknown lines do not", "user-agent: bot\nsitemap: /s\ncrawl-delay: 1\nfoo\nallow: /y\n<p>\ndisallow: /x", 7},
		{"a name after a rule begins a record", "user-agent: bot\nallow: /y\nuser-agent: a\ndisallow: /x", 0},
		{"and belongs to it", "user-agent: a\nallow: /x\nuser-agent: bot\ndisallow: /x", 4},
		{"also after an empty rule", "user-agent: a\nallow:\nuser-agent: bot\ndisallow: /x", 4},
		{"rules outside records", "disallow: /x\n\nuser-agent: bot\nallow: /y", 0},
		{"the first record decides", "user-agent: bot\nallow: /y\n\nuser-agent: bot\ndisallow: /x", 0},
		{"even without rules", "user-agent: bot\n\nuser-agent: bot\ndisallow: /x", 0},
		{"the first default record decides", "user-agent: *\ndisallow: /y\n\nuser-agent: *\ndisallow: /x", 0},
		{"the default record", "user-agent: *\ndisallow: /x", 2},
		{"the default record with more", "user-agent: * x\ndisallow: /x", 2},
		{"not for who is named", "user-agent: *\ndisallow: /x\n\nuser-agent: bot\nallow: /y", 0},
		{"a record of both, second", "user-agent: *\nallow: /\n\nuser-agent: *\nuser-agent: bot\ndisallow: /x", 6},
		{"nobody named", "user-agent: a\ndisallow: /x", 0},
		{"version and case", "user-agent: BOT/2.0\ndisallow: /x", 2},
		{"words after the name", "user-agent: bot by me\ndisallow: /x", 2},
		{"no prefix", "user-agent: bo\ndisallow: /x", 0},
		{"no substring", "user-agent: mybot\ndisallow: /x", 0},
		{"a name of nothing", "user-agent:\ndisallow: /x", 0},
		{"a version of nothing", "user-agent: /1\ndisallow: /x", 0},
		{"no colon, no line", "user-agent bot\ndisallow: /x", 0},
		{"no colon, no rule", "user-agent: bot\ndisallow /x", 0},
		{"no misspellings", "user-agent: bot\ndissallow: /x", 0},
		{"no misspelled names", "useragent: bot\ndisallow: /x", 0},
		{"no prefixes", "user-agent: bot\ndisallowed: /x", 0},
		{"nothing", "", 0},
	} {
		answer := Ask(Koster1996, []byte(row.body), []string{"Bot/1.0 (mine)"}, "/x")
		got := answer.Line
		if answer.Allowed {
			got = -got
		}
		assert.Equal(t, row.line, got, "%s: %q", row.name, row.body)
	}
}

func TestKosterSeveralAgents(t *testing.T) {
	body := []byte("user-agent: b\ndisallow: /1\n\nuser-agent: a\ndisallow: /2\n\nuser-agent: *\ndisallow: /3\n")
	for _, row := range []struct {
		agents []string
		target string
	}{
		{[]string{"a", "b"}, "/2"},
		{[]string{"b", "a"}, "/1"},
		{[]string{"c", "b"}, "/1"},
		{[]string{"", "a"}, "/2"},
		{[]string{"c"}, "/3"},
		{[]string{"*"}, "/3"},
		{nil, "/3"},
	} {
		for _, target := range []string{"/1", "/2", "/3"} {
			assert.Equal(t, target != row.target, Ask(Koster1996, body, row.agents, target).Allowed, "%q %q", row.agents, target)
		}
	}
}
