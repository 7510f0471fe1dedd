package oracle

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
)

// lineRow asks whether a line of a file was read as a rule, and under which number. Target and rule are "/x" unless the
// row says otherwise.
type lineRow struct {
	name          string
	body          string
	rfc, google   int // the deciding line; 0: allowed, no rule
	agent, target string
}

func (row lineRow) check(t *testing.T) {
	t.Helper()
	agents := []string{"bot"}
	if row.agent != "" {
		agents = []string{row.agent}
	}
	target := row.target
	if target == "" {
		target = "/x"
	}
	assert.Equal(t, row.rfc, Ask(RFC9309, []byte(row.body), agents, target).Line, "rfc9309: %s %.60q", row.name, row.body)
	assert.Equal(t, row.google, Ask(Google, []byte(row.body), agents, target).Line, "google: %s %.60q", row.name, row.body)
}

// Section 1.
func TestBytesToLines(t *testing.T) {
	const bom = "\xEF\xBB\xBF"
	long := strings.Repeat("x", 20_000)
	for _, row := range []lineRow{
		{name: "1.1 nothing", body: ""},
		{name: "1.1 up to 500 KiB", body: "user-agent: bot\ndisallow: /x\n" + strings.Repeat("#", 512_000-29), rfc: 2, google: 2},
		{name: "1.1 beyond 500 KiB", body: strings.Repeat("#", 511_999) + "\nuser-agent: bot\ndisallow: /x\n", google: 3},
		{name: "1.1 cut in a rule", body: "user-agent: bot\n" + strings.Repeat("#", 512_000-16-12) + "\ndisallow: /xyz\n", target: "/xyz", google: 3},
		{name: "1.1 cut before the end of a rule's line", body: "user-agent: bot\n" + strings.Repeat("#", 512_000-16-13) + "\ndisallow: /x\n", rfc: 3, google: 3},
		{name: "1.2 UTF-8 mark", body: bom + "user-agent: bot\ndisallow: /x", rfc: 2, google: 2},
		{name: "1.2 two marks", body: bom + bom + "user-agent: bot\ndisallow: /x"},
		{name: "1.2 two octets of a mark", body: bom[:2] + "user-agent: bot\ndisallow: /x", google: 2},
		{name: "1.2 one octet of a mark", body: bom[:1] + "user-agent: bot\ndisallow: /x", google: 2},
		{name: "1.2 the last octets of a mark", body: bom[1:] + "user-agent: bot\ndisallow: /x"},
		{name: "1.2 a mark in the middle", body: "user-agent: bot\n" + bom + "disallow: /x"},
		{name: "1.2 a mark and nothing", body: bom},
		{name: "1.3 LF", body: "user-agent: bot\n\ndisallow: /x", rfc: 3, google: 3},
		{name: "1.3 CR", body: "user-agent: bot\r\rdisallow: /x", rfc: 3, google: 3},
		{name: "1.3 CRLF", body: "user-agent: bot\r\n\r\ndisallow: /x", rfc: 3, google: 3},
		{name: "1.3 LF CR", body: "user-agent: bot\n\rdisallow: /x", rfc: 3, google: 3},
		{name: "1.3 CR CR LF", body: "user-agent: bot\r\r\ndisallow: /x", rfc: 3, google: 3},
		{name: "1.3 LF CR LF", body: "user-agent: bot\n\r\ndisallow: /x", rfc: 3, google: 3},
		{name: "1.3 leading LF", body: "\nuser-agent: bot\ndisallow: /x", rfc: 3, google: 3},
		{name: "1.3 VT", body: "user-agent: bot\vdisallow: /x"},
		{name: "1.3 FF", body: "user-agent: bot\ndisallow: /x\fallow: /x", rfc: 0, google: 0},
		{name: "1.3 NEL", body: "user-agent: bot\ndisallow: /x\u0085allow: /x", rfc: 0, google: 0},
		{name: "1.3 U+2028", body: "user-agent: bot\u2028disallow: /x"},
		{name: "1.4 a long rule", body: "user-agent: bot\ndisallow: /" + long, target: "/" + long, rfc: 2, google: 2},
		{name: "1.4 all of a long rule counts", body: "user-agent: bot\ndisallow: /" + long, target: "/" + long[1:], google: 2},
		{name: "1.4 16,663 octets are kept", body: "user-agent: bot\ndisallow: /" + strings.Repeat("x", 16_663-11) + "y", target: "/" + strings.Repeat("x", 16_663-11), google: 2},
		{name: "1.4 no octet fewer", body: "user-agent: bot\ndisallow: /" + strings.Repeat("x", 16_663-11), target: "/" + strings.Repeat("x", 16_663-12)},
		{name: "1.4 a comment far out", body: "user-agent: bot\ndisallow: /x" + strings.Repeat(" ", 20_000) + "#", rfc: 2, google: 2},
		{name: "1.5 NUL ends the line's content", body: "user-agent: bot\ndisallow: /x\x00y", google: 2},
		{name: "1.5 NUL is %00", body: "user-agent: bot\ndisallow: /x\x00y", target: "/x%00y", rfc: 2, google: 2},
		{name: "1.5 NUL before the key", body: "user-agent: bot\n\x00disallow: /x"},
		{name: "1.5 NUL in the target", body: "user-agent: bot\ndisallow: /x$", target: "/x\x00y", google: 2},
		{name: "1.5 NUL before the separator", body: "user-agent: bot\ndisallow\x00: /x"},
		{name: "1.6 a last line without end", body: "\n\n\nuser-agent: bot\n\n#\ndisallow: /x", rfc: 7, google: 7},
	} {
		row.check(t)
	}
}

// 1.1, the exact edge, octet by octet, and the option.
func TestSizeLimit(t *testing.T) {
	body := "user-agent: bot\r\ndisallow: /xy\r\ndisallow: /z\r\n"
	firstRule := strings.Index(body, "/xy") + 3
	secondRule := strings.Index(body, "/z") + 2
	for limit := 1; limit <= len(body)+2; limit++ {
		for _, dialect := range []Dialect{RFC9309, Google, Koster1996} {
			want := 0
			if limit >= firstRule {
				want++
			}
			if limit >= secondRule {
				want++
			}
			rules := Parse(dialect, []byte(body), limit).Rules([]string{"bot"})
			assert.Len(t, rules, want, "dialect %d limit %d", dialect, limit)
		}
	}
	big := "user-agent: bot\n" + strings.Repeat("\n", 600_000) + "disallow: /x"
	assert.Empty(t, Parse(RFC9309, []byte(big), 0).Rules([]string{"bot"}))
	assert.Empty(t, Parse(Koster1996, []byte(big), 0).Rules([]string{"bot"}))
	assert.Len(t, Parse(Google, []byte(big), 0).Rules([]string{"bot"}), 1)
	assert.Len(t, Parse(RFC9309, []byte(big), -1).Rules([]string{"bot"}), 1)
}

// utf16Body encodes a text, with a byte order mark.
func utf16Body(text string, bigEndian bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune("\uFEFF" + text)) {
		if bigEndian {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// 1.2, the other encodings.
func TestUTF16(t *testing.T) {
	text := "user-agent: bot\r\ndisallow: /ツ😀\n"
	for _, bigEndian := range []bool{false, true} {
		body := utf16Body(text, bigEndian)
		for _, dialect := range []Dialect{RFC9309, Koster1996} {
			want := Answer{Allowed: false, Line: 2, Type: "disallow", Pattern: "/ツ😀"}
			assert.Equal(t, want, Ask(dialect, body, []string{"bot"}, "/%E3%83%84%F0%9F%98%80x"))
			assert.True(t, Ask(dialect, body, []string{"bot"}, "/%E3%83%84").Allowed)
			// The limit counts octets of the body: 2 for the mark and 2 for each of the text's 32 units.
			for limit, rules := range map[int]int{67: 1, 66: 1, 65: 1, 64: 1, 63: 0, 62: 0, 3: 0, 2: 0, 1: 0} {
				assert.Len(t, Parse(dialect, body, limit).Rules([]string{"bot"}), rules, "limit %d", limit)
			}
		}
		assert.Zero(t, Ask(Google, body, []string{"bot"}, "/%E3%83%84").Line)
	}
	// What is no UTF-16 becomes U+FFFD.
	lone := append(utf16Body("user-agent: bot\ndisallow: /a", false), 0x00, 0xD8, 'b', 0, 'c')
	assert.Equal(t, "/a\uFFFDb\uFFFD", Ask(RFC9309, lone, []string{"bot"}, "/a%EF%BF%BDb%EF%BF%BD").Pattern)
	assert.Zero(t, Ask(RFC9309, []byte("\xFF\xFE"), []string{"bot"}, "/").Line)
	assert.Zero(t, Ask(RFC9309, []byte("\xFE\xFFa"), []string{"bot"}, "/").Line)
}

// Section 2. Every row is the second line, after one that names the bot.
func TestLinesToRules(t *testing.T) {
	for _, row := range []struct {
		line        string
		rfc, google bool // is it a rule that forbids /x?
	}{
		{"disallow: /x", true, true},
		{"disallow:/x", true, true},
		{"Disallow : /x", true, true},
		{" \tDISALLOW\t: \t/x \t", true, true},
		// 2.1
		{"disallow: /x # /y", true, true},
		{"disallow: /x#y", true, true},
		{"disallow: #/x", false, false},
		{"#disallow: /x", false, false},
		{"disallow # : /x", false, false},
		{"disa#llow: /x", false, false},
		// 2.2
		{"\vdisallow: /x", false, true},
		{"disallow: \f/x", false, true},
		{"disallow: /x\v", false, true},
		{"\u00a0disallow: /x", false, false},
		{"disallow: /x\u00a0", false, false},
		// 2.3
		{"disallow /x", true, true},
		{"disallow\t/x", true, true},
		{"disallow \t /x  ", true, true},
		{"disallow /x # y", true, true},
		{"disallow /x y", false, false},
		{"disallow", false, false},
		{"disallow/x", false, false},
		{"disallow\v/x", false, false},
		{"disallow=/x", false, false},
		{"disallow /x:", false, false}, // key "disallow /x"; as a prefix it is a rule, with an empty value
		{"disallow /a:/x", false, true},
		{": /x", false, false},
		{"disallow:: /x", false, false},
		{"disallow: : /x", false, false},
		// 2.4
		{"dissallow: /x", true, true},
		{"dissalow: /x", true, true},
		{"disalow: /x", true, true},
		{"diasllow: /x", true, true},
		{"disallaw: /x", true, true},
		{"Disallaw /x", true, true},
		{"dis allow: /x", false, false},
		{"dis-allow: /x", false, false},
		{"disallo: /x", false, false},
		{"diallow: /x", false, false},
		{"xdisallow: /x", false, false},
		{"disallowed: /x", false, true},
		{"disallows /x", false, true},
		{"disalowx: /x", false, true},
		{"disallow\u017f: /x", false, true},
		{"di\u017fallow: /x", false, false}, // the long s is no s
		{"noindex: /x", false, false},
	} {
		body := []byte("user-agent: bot\n" + row.line)
		assert.Equal(t, !row.rfc, Ask(RFC9309, body, []string{"bot"}, "/x").Allowed, "rfc9309: %q", row.line)
		assert.Equal(t, !row.google, Ask(Google, body, []string{"bot"}, "/x").Allowed, "google: %q", row.line)
	}
	for _, row := range []struct {
		line        string
		rfc, google bool // is it an allow rule for /x?
	}{
		{"allow: /x", true, true},
		{"ALLOW /x", true, true},
		{"allowed: /x", false, true},
		{"allowance: /x", false, true},
		{"alow: /x", false, false},
		{"disallow: /y", false, false},
	} {
		body := []byte("user-agent: bot\ndisallow: /\n" + row.line)
		assert.Equal(t, row.rfc, Ask(RFC9309, body, []string{"bot"}, "/x").Allowed, "rfc9309: %q", row.line)
		assert.Equal(t, row.google, Ask(Google, body, []string{"bot"}, "/x").Allowed, "google: %q", row.line)
	}
	for _, row := range []struct {
		line        string
		rfc, google bool // does it name the bot?
	}{
		{"user-agent: bot", true, true},
		{"User-Agent bot", true, true},
		{"useragent: bot", true, true},
		{"user agent: bot", true, true},
		{"user agent bot", false, false},
		{"user\tagent: bot", false, false},
		{"user  agent: bot", false, false},
		{"user_agent: bot", false, false},
		{"user-agents: bot", false, true},
		{"user-agent2 bot", false, true},
		{"useragent bot", true, true},
		{"agent: bot", false, false},
	} {
		body := []byte(row.line + "\ndisallow: /x")
		assert.Equal(t, !row.rfc, Ask(RFC9309, body, []string{"bot"}, "/x").Allowed, "rfc9309: %q", row.line)
		assert.Equal(t, !row.google, Ask(Google, body, []string{"bot"}, "/x").Allowed, "google: %q", row.line)
	}
}

// 3.1, 3.2, 3.5, 3.8.
func TestGroups(t *testing.T) {
	for _, row := range []lineRow{
		{name: "3.1 stacked", body: "user-agent: a\nuser-agent: bot\nuser-agent: c\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 blank lines mean nothing", body: "user-agent: bot\n\n\ndisallow: /a\n\ndisallow: /x", rfc: 6, google: 6},
		{name: "3.1 blank between names", body: "user-agent: bot\n\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 comment between names", body: "user-agent: bot\n# b\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 sitemap between names", body: "user-agent: bot\nsitemap: /s\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 unknown line between names", body: "user-agent: bot\nfoo: bar\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 crawl-delay between names", body: "user-agent: bot\ncrawl-delay: 1\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 nonsense between names", body: "user-agent: bot\n<p>\nuser-agent: b\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 a rule ends the naming", body: "user-agent: bot\nallow: /a\nuser-agent: b\ndisallow: /x"},
		{name: "3.1 an empty rule ends the naming", body: "user-agent: bot\nuser-agent: c\nallow:\nuser-agent: b\ndisallow: /", agent: "c", rfc: 0, google: 3},
		{name: "3.1 a useless rule ends the naming", body: "user-agent: bot\ndisallow: nowhere\nuser-agent: b\ndisallow: /x"},
		{name: "3.1 a rule, an unknown line, a rule", body: "user-agent: bot\nallow: /a\nfoo: bar\ndisallow: /x", rfc: 4, google: 4},
		{name: "3.1 a sitemap does not end a group", body: "user-agent: bot\nallow: /a\nsitemap: /s\n\ndisallow: /x", rfc: 5, google: 5},
		{name: "3.1 a line that names nobody is a name", body: "user-agent: bot\nallow: /a\nuser-agent: %\ndisallow: /x"},
		{name: "3.1 and stands in a row", body: "user-agent: bot\nuser-agent: %\ndisallow: /x", rfc: 3, google: 3},
		{name: "3.2 rules before any name", body: "disallow: /x\nuser-agent: bot\nallow: /a"},
		{name: "3.2 rules without any name", body: "disallow: /x"},
		{name: "3.5 merged", body: "user-agent: bot\ndisallow: /a\nuser-agent: b\ndisallow: /\nuser-agent: bot\ndisallow: /x", rfc: 6, google: 6},
		{name: "3.5 merged, the first part", body: "user-agent: bot\ndisallow: /x\nuser-agent: b\ndisallow: /\nuser-agent: bot\ndisallow: /a", rfc: 2, google: 2},
		{name: "3.5 wildcard groups merged", body: "user-agent: *\ndisallow: /x\nuser-agent: b\ndisallow: /\nuser-agent: *\ndisallow: /a", rfc: 2, google: 2},
		{name: "3.5 the token shadows the wildcard", body: "user-agent: *\ndisallow: /x\nuser-agent: bot\ndisallow: /a"},
		{name: "3.5 wherever it stands", body: "user-agent: bot\ndisallow: /a\nuser-agent: *\ndisallow: /x"},
		{name: "3.5 a group of both is the token's", body: "user-agent: *\ndisallow: /x\nuser-agent: bot\nuser-agent: *\ndisallow: /a"},
		{name: "3.5 and is asked for the token", body: "user-agent: *\nuser-agent: bot\ndisallow: /x\nuser-agent: *\ndisallow: /xx", target: "/xx", rfc: 3, google: 3},
		{name: "3.5 and for others", body: "user-agent: *\nuser-agent: b\ndisallow: /x\nuser-agent: b\ndisallow: /xx", target: "/xx", rfc: 3, google: 3},
		{name: "3.5 named without rules", body: "user-agent: *\ndisallow: /x\nuser-agent: bot"},
		{name: "3.5 named with an empty rule", body: "user-agent: *\ndisallow: /x\nuser-agent: bot\ndisallow:", rfc: 0, google: 4},
		{name: "3.5 nothing named", body: "user-agent: b\ndisallow: /x"},
		{name: "3.5 only the wildcard", body: "user-agent: *\ndisallow: /x", rfc: 2, google: 2},
		{name: "3.8 an empty disallow", body: "user-agent: bot\ndisallow:", rfc: 0, google: 2},
		{name: "3.8 an empty disallow cancels nothing", body: "user-agent: bot\ndisallow: /x\ndisallow:", rfc: 2, google: 2},
		{name: "3.8 no slash", body: "user-agent: bot\ndisallow: x"},
		{name: "3.8 no slash, target without", body: "user-agent: bot\ndisallow: x", target: "x"},
		{name: "3.8 an absolute URL", body: "user-agent: bot\ndisallow: http://h/x", target: "http://h/x"},
		{name: "3.8 an escaped slash", body: "user-agent: bot\ndisallow: %2Fx"},
		{name: "3.8 a star", body: "user-agent: bot\ndisallow: *x", rfc: 2, google: 2},
		{name: "6.1 a dollar alone", body: "user-agent: bot\ndisallow: $"},
	} {
		row.check(t)
	}
}

// 3.3 and 3.4. Each file forbids everything to the name of the row.
func TestAgents(t *testing.T) {
	for _, row := range []struct {
		name, caller string
		rfc, google  bool // does the name mean the caller?
	}{
		{"bot", "bot", true, true},
		{"BOT", "bot", true, true},
		{"bot", "Bot", true, true},
		{"bot", "bots", false, false},
		{"bots", "bot", false, false},
		{"Googlebot-News", "googlebot", false, false},
		{"Googlebot", "googlebot-news", false, false},
		{"Googlebot-News", "googlebot-news", true, true},
		{"a_b", "A_B", true, true},
		{"bot/1.2", "bot", true, true},
		{"bot*", "bot", true, true},
		{"bot x", "bot", true, true},
		{"bot, other", "bot", true, true},
		{"other, bot", "bot", false, false},
		{"Mozilla/5.0 (compatible; bot/1.0)", "bot", false, false},
		{"bot", "bot/2.1", true, false},
		{"bot", "bot x", true, false},
		{"bot/2.1", "bot/2.1", true, false},
		{"MJ12bot", "MJ12bot", true, false},
		{"MJ12bot", "MJ", false, true},
		{"360Spider", "360Spider", true, false},
		{"archive.org_bot", "archive.org_bot", true, false},
		{"archive.org_bot", "archive", false, true},
		{"b\u00f6t", "b", true, true},
		{"b\u00f6t", "b\u00f6t", true, false},
		{"\u212abot", "kbot", false, false},
		// The wildcard.
		{"*", "bot", true, true},
		{"*", "", true, true},
		{"*", "*", true, true},
		{"* x", "bot", true, true},
		{"*\tx", "bot", true, true},
		{"*\vx", "bot", true, true},
		{"*x", "bot", false, false},
		{"*bot", "bot", false, false},
		{"**", "bot", false, false},
		{"*/1", "bot", false, false},
		// Empty tokens name nobody; under Google they name the caller without a name.
		{"", "bot", false, false},
		{"", "", false, true},
		{"%", "", false, true},
		{"*x", "", false, true},
		{"/1", "/1", false, false},
		{"bot", "", false, false},
		{"bot", "*", false, false},
	} {
		body := []byte("user-agent: " + row.name + "\ndisallow: /")
		agents := []string{row.caller}
		assert.Equal(t, !row.rfc, Ask(RFC9309, body, agents, "/x").Allowed, "rfc9309: %q %q", row.name, row.caller)
		assert.Equal(t, !row.google, Ask(Google, body, agents, "/x").Allowed, "google: %q %q", row.name, row.caller)
	}
}

// 3.6, with the table of Google's page, section "Order of precedence for user agents".
func TestSeveralAgents(t *testing.T) {
	body := []byte("user-agent: googlebot-news\ndisallow: /1\n" +
		"user-agent: *\ndisallow: /2\n" +
		"user-agent: googlebot\ndisallow: /3\n" +
		"user-agent: silent\n")
	for _, row := range []struct {
		agents      []string
		rfc, google string // the files of /1, /2 and /3 that are forbidden
	}{
		{[]string{"googlebot-news", "googlebot"}, "1", "13"},
		{[]string{"googlebot"}, "3", "3"},
		{[]string{"googlebot", "googlebot-news"}, "3", "13"},
		{[]string{"googlebot-image", "googlebot"}, "3", "3"},
		{[]string{"otherbot"}, "2", "2"},
		{[]string{"otherbot", "anotherbot"}, "2", "2"},
		{[]string{"otherbot", "googlebot"}, "3", "3"},
		{[]string{"silent"}, "", ""},
		{[]string{"silent", "googlebot"}, "", "3"},
		{[]string{"", "googlebot"}, "3", "3"},
		{[]string{"*", "googlebot"}, "3", "3"},
		{[]string{"*"}, "2", "2"},
		{[]string{}, "2", "2"},
		{nil, "2", "2"},
	} {
		for dialect, want := range map[Dialect]string{RFC9309: row.rfc, Google: row.google} {
			got := ""
			for _, number := range []string{"1", "2", "3"} {
				if !Ask(dialect, body, row.agents, "/"+number).Allowed {
					got += number
				}
			}
			assert.Equal(t, want, got, "dialect %d: %q", dialect, row.agents)
		}
	}
}

// Rules and Matches, as the doc comments promise them.
func TestRulesAndMatches(t *testing.T) {
	body := []byte("user-agent: bot\ndisallow: /\nallow: /a*\nallow:\ndisallow: /a\ndisallow: x\nallow: /a\nuser-agent: b\nallow: /\nuser-agent: bot\ndisallow: /ab\n")
	f := Parse(RFC9309, body, 0)
	assert.Equal(t, "-2/ +3/a* -5/a +7/a -11/ab", brief(f.Rules([]string{"bot"})))
	assert.Equal(t, "-11/ab +3/a* +7/a -5/a -2/", brief(f.Matches([]string{"bot"}, "/abc")))
	f = Parse(Google, body, 0)
	assert.Equal(t, "-2/ +3/a* +4 -5/a -6x +7/a -11/ab", brief(f.Rules([]string{"bot"})))
	assert.Equal(t, "+3/a* -11/ab +7/a -5/a -2/ +4", brief(f.Matches([]string{"bot"}, "/abc")))
	f = Parse(Koster1996, body, 0)
	assert.Equal(t, "-2/ +3/a* -5/a +7/a", brief(f.Rules([]string{"bot"})))
	assert.Equal(t, "-2/ -5/a +7/a", brief(f.Matches([]string{"bot"}, "/abc")))
	assert.Empty(t, f.Rules([]string{"c"}))
	assert.Empty(t, f.Matches([]string{"c"}, "/"))
	assert.Equal(t, Answer{Allowed: true}, new(File).Ask([]string{"bot"}, "/"))
}

func brief(rules []Rule) string {
	var out []string
	for _, r := range rules {
		sign := "-"
		if r.Allow {
			sign = "+"
		}
		out = append(out, fmt.Sprintf("%s%d%s", sign, r.Line, r.Pattern))
	}
	return strings.Join(out, " ")
}
