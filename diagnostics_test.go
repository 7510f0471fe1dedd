package robotrie_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// everyDialect lists the dialects, the default first.
var everyDialect = []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996}

// text joins lines to a body, each with a line end.
func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

// found is a diagnostic without its sentence.
type found struct {
	Line int
	Code robotrie.Code
}

// diagnostics compiles a body and checks what holds for every diagnostic.
func diagnostics(t *testing.T, body string, options ...robotrie.Option) (all []found, messages []string) {
	t.Helper()
	last := 0
	for _, d := range robotrie.Compile([]byte(body), options...).Diagnostics() {
		assert.NotEmpty(t, d.Message, "%+v", d)
		assert.NotContains(t, d.Message, "%!", "%+v: a format without its argument", d)
		assert.Less(t, len(d.Message), 400, "%+v: a message quotes at most a little of the file", d)
		assert.GreaterOrEqual(t, d.Line, max(last, 1), "%+v: diagnostics are in the order of lines", d)
		last = d.Line
		all = append(all, found{d.Line, d.Code})
		messages = append(messages, d.Message)
	}
	return all, messages
}

// manySpellings is a rule of n pieces that path and query spell differently.
func manySpellings(n int) string { return "Disallow: /" + strings.Repeat("*a%2Fb", n) }

type diagnosticRow struct {
	name    string
	dialect robotrie.Dialect
	maxSize int
	body    string
	want    []found
	says    string // a part of the message
}

// diagnosticRows has at least one row for every code.
var diagnosticRows = []diagnosticRow{
	{name: "a body over the limit", maxSize: 40, body: text("User-agent: *", "Disallow: /a", "Disallow: /b", "Disallow: /c"),
		want: []found{{4, "truncated"}}, says: "byte 40"},
	{name: "a limit within a line", maxSize: 35, body: text("User-agent: *", "Disallow: /a", "Disallow: /b"),
		want: []found{{3, "truncated"}}, says: "byte 27"},
	{name: "a limit behind line ends of two octets", maxSize: 35, body: "User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\n",
		want: []found{{3, "truncated"}}, says: "byte 29"},
	{name: "a limit behind line ends of both kinds", maxSize: 35, body: "User-agent: *\rDisallow: /a\n\rDisallow: /b\r\n",
		want: []found{{4, "truncated"}}, says: "byte 28"},
	{name: "a limit within the first line", maxSize: 5, body: text("User-agent: *", "Disallow: /a"),
		want: []found{{1, "truncated"}}, says: "byte 0"},
	{name: "a limit under Google", dialect: robotrie.Google, maxSize: 35, body: text("User-agent: *", "Disallow: /a", "Disallow: /b"),
		want: []found{{3, "truncated"}}, says: "byte 27"},

	{name: "UTF-8 mark", body: "\ufeff" + text("User-agent: *", "Disallow: /a"), want: []found{{1, "bom"}}, says: "byte order mark"},
	{name: "UTF-8 mark under Koster1996", dialect: robotrie.Koster1996, body: "\ufeff" + text("User-agent: *", "Disallow: /a"), want: []found{{1, "bom"}}},
	{name: "half a mark under Google", dialect: robotrie.Google, body: "\xef\xbb" + text("User-agent: *", "Disallow: /a"), want: []found{{1, "bom"}}},
	{name: "UTF-16, little-endian", body: utf16le("\ufeff" + text("User-agent: *", "Disallow: /a")), want: []found{{1, "utf-16"}}, says: "little-endian"},
	{name: "UTF-16, big-endian", body: utf16be("\ufeff" + text("User-agent: *", "Disallow: /a")), want: []found{{1, "utf-16"}}, says: "big-endian"},

	{name: "a line too long for Google", dialect: robotrie.Google, body: text("User-agent: *", "Disallow: /"+strings.Repeat("a", 20_000)),
		want: []found{{2, "long-line"}}, says: "16663"},
	{name: "a NUL under Google", dialect: robotrie.Google, body: text("User-agent: *", "Disallow: /a\x00b"), want: []found{{2, "nul"}}, says: "Disallow: /a"},

	{name: "a line that begins with a NUL, under Google", dialect: robotrie.Google, body: text("User-agent: *", "\x00Disallow: /a"), want: []found{{2, "nul"}}},

	{name: "three words", body: text("User-agent: *", "Disallow: /a", "this is prose"), want: []found{{3, "no-separator"}}, says: "this is prose"},
	{name: "one word", body: text("User-agent: *", "Disallow: /a", "disallow"), want: []found{{3, "no-separator"}}},
	{name: "three words under Google", dialect: robotrie.Google, body: text("User-agent: *", "disallow /a b"), want: []found{{2, "no-separator"}}},
	{name: "two words under Koster1996", dialect: robotrie.Koster1996, body: text("User-agent: *", "disallow /a"), want: []found{{2, "no-separator"}}},
	{name: "no key", body: text("User-agent: *", "Disallow: /a", " : /b"), want: []found{{3, "no-key"}}, says: ": /b"},
	{name: "no colon", body: text("user-agent *", "Disallow: /a", "disallow\t/b # c"), want: []found{{1, "missing-colon"}, {3, "missing-colon"}}, says: "user-agent"},
	{name: "no colon under Google", dialect: robotrie.Google, body: text("User-agent: *", "disallow /a"), want: []found{{2, "missing-colon"}}},

	{name: "misspellings", body: text("useragent: *", "dissallow: /a", "Dissalow: /b", "disalow: /c", "DIASLLOW: /d", "disallaw: /e", "site-map: /s", "user agent: b", "disallow: /"),
		want: []found{{1, "misspelt-key"}, {2, "misspelt-key"}, {3, "misspelt-key"}, {4, "misspelt-key"}, {5, "misspelt-key"}, {6, "misspelt-key"}, {7, "misspelt-key"}, {8, "misspelt-key"}}, says: "useragent"},
	{name: "prefixes under Google", dialect: robotrie.Google, body: text("User-agents: *", "Disallowed: /a", "allowance: /b", "sitemaps: /s"),
		want: []found{{1, "misspelt-key"}, {2, "misspelt-key"}, {3, "misspelt-key"}, {4, "misspelt-key"}}},

	{name: "unknown keys, once a key", body: text("User-agent: *", "Noindex: /a", "Host: h", "noindex: /b", "Disallow: /"),
		want: []found{{2, "unknown-key"}, {3, "unknown-key"}}, says: "2 lines"},
	{name: "unknown keys that begin alike", body: text(strings.Repeat("k", 33)+": x", strings.Repeat("K", 32)+": y"),
		want: []found{{1, "unknown-key"}}, says: `"` + strings.Repeat("k", 32) + `" is unknown here and was kept as a record (2 lines`},
	{name: "unknown keys under Google", dialect: robotrie.Google, body: text("User-agent: *", "Crawl-delay: 1", "Disallow: /"),
		want: []found{{2, "unknown-key"}}, says: "ignored"},
	{name: "white space before a colon that comes later", body: text("User-agent: *", "Disallow /a:b"), want: []found{{2, "unknown-key"}}, says: `"disallow /a"`},
	{name: "misspelt under Koster1996", dialect: robotrie.Koster1996, body: text("User-agent: *", "Disalow: /a"), want: []found{{2, "unknown-key"}}},

	{name: "no product token", body: text("User-agent: *x", "User-agent:", "User-agent: bot", "Disallow: /"), want: []found{{1, "no-agent"}, {2, "no-agent"}}, says: "*x"},
	{name: "no product token under Koster1996", dialect: robotrie.Koster1996, body: text("User-agent:", "User-agent: *", "Disallow: /"), want: []found{{1, "no-agent"}}},
	{name: "a version behind the token", body: text("User-agent: bot/1.0", "Disallow: /"), want: []found{{1, "agent-cut"}}, says: "bot/1.0"},
	{name: "digits under Google", dialect: robotrie.Google, body: text("User-agent: MJ12bot", "Disallow: /"), want: []found{{1, "agent-cut"}}, says: "MJ12bot"},

	{name: "rules above every group", body: text("Disallow: /a", "Allow: /b", "User-agent: *", "Disallow: /c"),
		want: []found{{1, "rule-outside-group"}, {2, "rule-outside-group"}}, says: "/a"},
	{name: "rules above every group, Google", dialect: robotrie.Google, body: text("Disallow: /a", "User-agent: *"), want: []found{{1, "rule-outside-group"}}},
	{name: "rules behind a blank line, Koster1996", dialect: robotrie.Koster1996, body: text("User-agent: *", "Disallow: /a", "", "Disallow: /b"),
		want: []found{{4, "rule-outside-group"}}},

	{name: "no slash", body: text("User-agent: *", "Disallow: a/b", "Allow: .php$", "Disallow: ?x", "Disallow: \\a"),
		want: []found{{2, "rule-without-slash"}, {3, "rule-without-slash"}, {4, "rule-without-slash"}, {5, "rule-without-slash"}}, says: "a/b"},
	{name: "a star first under Koster1996", dialect: robotrie.Koster1996, body: text("User-agent: *", "Disallow: *.php"), want: []found{{2, "rule-without-slash"}}},
	{name: "a whole URL", body: text("User-agent: *", "Disallow: https://example.com/a"), want: []found{{2, "absolute-url-rule"}}, says: "https://example.com/a"},
	{name: "a dollar alone", body: text("User-agent: *", "Disallow: $"), want: []found{{2, "lone-dollar"}}, says: "$"},

	{name: "a record begun without a blank line", dialect: robotrie.Koster1996, body: text("User-agent: a", "Disallow: /a", "User-agent: b", "Disallow: /b"),
		want: []found{{3, "agent-after-rule"}}},
	{name: "notes of one line, in the order of their codes", dialect: robotrie.Koster1996, body: text("User-agent: a", "Disallow: /a", "User-agent:", "Disallow: /b"),
		want: []found{{3, "no-agent"}, {3, "agent-after-rule"}}},
	{name: "a delay that is no number", body: text("User-agent: *", "Crawl-delay: soon", "Crawl-delay:", "Disallow:"),
		want: []found{{2, "bad-crawl-delay"}, {3, "bad-crawl-delay"}}, says: "soon"},
	{name: "a sitemap without URL", body: text("Sitemap:", "User-agent: *", "Disallow: /"), want: []found{{1, "sitemap-without-url"}}},
}

func TestDiagnostics(t *testing.T) {
	for _, row := range diagnosticRows {
		t.Run(fmt.Sprintf("%s, %s", row.dialect, row.name), func(t *testing.T) {
			got, messages := diagnostics(t, row.body, robotrie.WithDialect(row.dialect), robotrie.WithMaxSize(row.maxSize))
			assert.Equal(t, row.want, got, "%q", messages)
			if row.says != "" && assert.NotEmpty(t, messages) {
				assert.Contains(t, messages[0], row.says)
			}
		})
	}
}

// TestEveryCodeHasARow reads the codes from the source of package compile, so
// that a new one cannot be forgotten.
func TestEveryCodeHasARow(t *testing.T) {
	have := map[string]bool{}
	for _, row := range diagnosticRows {
		for _, d := range row.want {
			have[string(d.Code)] = true
		}
	}
	files, err := filepath.Glob(filepath.Join("compile", "*.go"))
	require.NoError(t, err)
	codes := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		tree, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range tree.Decls {
			constants, ok := decl.(*ast.GenDecl)
			if !ok || constants.Tok != token.CONST {
				continue
			}
			for _, spec := range constants.Specs {
				value := spec.(*ast.ValueSpec)
				if name, ok := value.Type.(*ast.Ident); !ok || name.Name != "Code" {
					continue
				}
				code, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				codes++
				assert.True(t, have[code], "no row of diagnosticRows expects %s", code)
				assert.Regexp(t, `^[a-z0-9]+(-[a-z0-9]+)*$`, code)
				delete(have, code)
			}
		}
	}
	assert.Greater(t, codes, 15)
	assert.Empty(t, have, "codes in rows that package compile does not declare")
}

// A file without a fault has no diagnostic, under any dialect that knows all
// of its keys.
func TestCleanFiles(t *testing.T) {
	plain := text("# A comment", "User-agent: ExampleBot", "User-agent: *  # all others", "Disallow: /a", "Allow: /a/b", "Disallow:", "",
		"User-agent: other-bot", "Disallow: /", "", "Sitemap: https://example.com/sitemap.xml")
	for _, dialect := range everyDialect {
		for name, body := range map[string]string{
			"plain": plain, "CR LF": strings.ReplaceAll(plain, "\n", "\r\n"), "CR": strings.ReplaceAll(plain, "\n", "\r"),
			"no last line end": strings.TrimSuffix(plain, "\n"), "empty": "", "blank": "\n\n \t\n", "comments": "# a\n#b",
		} {
			got, _ := diagnostics(t, body, robotrie.WithDialect(dialect))
			assert.Empty(t, got, "%s, %s", dialect, name)
		}
	}
	got, _ := diagnostics(t, text("user-agent: MJ12bot", "user-agent: archive.org_bot", "Crawl-delay: 2.5", "disallow: *.php$", "allow: /*?a$b", "disallow: /*%2Fx"))
	assert.Empty(t, got, "what RFC9309 takes as it is")
}

// The byte that a diagnostic names is one of the body as it was served.
func TestTruncatedNamesTheByteOfTheBody(t *testing.T) {
	plain := text("User-agent: *", "Disallow: /a", "Disallow: /b")
	for name, c := range map[string]struct {
		body    string
		maxSize int
		says    string
	}{
		"plain":    {plain, 30, "byte 27 "},
		"UTF-8":    {"\ufeff" + plain, 33, "byte 30 "},
		"no mark":  {"\xef\xbb" + plain, 32, "byte 29 "},
		"UTF-16":   {utf16le("\ufeff" + plain), 62, "byte 56 "},
		"line end": {plain, 26, "byte 26 "},
	} {
		all, messages := diagnostics(t, c.body, robotrie.WithMaxSize(c.maxSize))
		i := len(all) - 1
		for ; i >= 0 && all[i].Code != "truncated"; i-- {
		}
		if assert.GreaterOrEqual(t, i, 0, "%s: %v", name, all) {
			assert.Contains(t, messages[i], c.says, name)
		}
	}
}

// docs/SEMANTICS.md, 3.3: a line that names nobody is diagnosed under every
// dialect, by whatever code.
func TestLinesThatNameNobodyAreDiagnosed(t *testing.T) {
	for _, dialect := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google} {
		for _, value := range []string{"", "*x", "(bot)"} {
			got, _ := diagnostics(t, text("User-agent: "+value, "User-agent: *", "Disallow: /"), robotrie.WithDialect(dialect))
			assert.Len(t, got, 1, "%s: user-agent %q", dialect, value)
		}
	}
}

// Messages stay small and readable, whatever the file holds.
func TestMessagesOfJunk(t *testing.T) {
	long := strings.Repeat("x\x01\xff", 5000)
	for _, body := range []string{long, long + ":", ":" + long, "user-agent:/(" + long, "disallow: a" + long, "a " + long, text("user-agent: *", "disallow: a"+long, "crawl-delay: "+long)} {
		for _, dialect := range everyDialect {
			got, messages := diagnostics(t, body, robotrie.WithDialect(dialect))
			assert.NotEmpty(t, got, "%s: %.20q", dialect, body)
			for _, m := range messages {
				assert.NotContains(t, m, "\x01", "octets that are no text are quoted")
			}
		}
	}
}
