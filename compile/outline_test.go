package compile_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/compile"
)

// outlined writes an outline, one line each: kind, group, token and value; and
// makes sure that lines are counted and lie one behind the other, from an octet
// of the body on.
func outlined(t *testing.T, lines []compile.Line, from int) (out []string) {
	t.Helper()
	names := map[compile.LineKind]string{
		compile.NoField: "none", compile.AgentLine: "agent", compile.AllowLine: "allow", compile.DisallowLine: "disallow",
		compile.SitemapLine: "sitemap", compile.DelayLine: "delay", compile.OtherLine: "other",
	}
	for i, line := range lines {
		require.Equal(t, i+1, line.Number)
		require.Equal(t, from, line.From, "line %d", line.Number)
		from = line.To
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %d %s %s", names[line.Kind], line.Group, line.Token, line.Value)))
	}
	return out
}

const outlineFile = `disallow: /outside
# a comment
user-agent: A/1.0 # with a comment
USER-AGENT: *
allow: /a

crawl-delay: 1
sitemap: https://x.example/s
useragent: b
nonsense
disalow: x
user-agent: !
foo: bar
disallow
`

// TestOutline: what each dialect takes the lines of one file for.
func TestOutline(t *testing.T) {
	for d, want := range map[compile.Dialect][]string{
		compile.RFC9309: {
			"disallow -1  /outside", "none -1", "agent 0 a A/1.0", "agent 0 * *", "allow 0  /a", "none 0", "delay 0  1",
			"sitemap 0  https://x.example/s", "agent 1 b b", "none 1", "disallow 1  x", "agent 2  !", "other 2  bar", "none 2",
		},
		compile.Google: { // knows no crawl-delay
			"disallow -1  /outside", "none -1", "agent 0 a A/1.0", "agent 0 * *", "allow 0  /a", "none 0", "other 0  1",
			"sitemap 0  https://x.example/s", "agent 1 b b", "none 1", "disallow 1  x", "agent 2  !", "other 2  bar", "none 2",
		},
		compile.Koster1996: { // knows no misspellings, and a blank line ends a record
			"disallow -1  /outside", "none -1", "agent 0 a A/1.0", "agent 0 * *", "allow 0  /a", "none -1", "delay -1  1",
			"sitemap -1  https://x.example/s", "other -1  b", "none -1", "other -1  x", "agent 1 ! !", "other 1  bar", "none 1",
		},
	} {
		for _, end := range []string{"\n", "\r", "\r\n"} {
			body := []byte(strings.ReplaceAll(outlineFile, "\n", end))
			lines, ok := compile.Outline(body, compile.Options{Dialect: d})
			assert.True(t, ok)
			assert.Equal(t, want, outlined(t, lines, 0), "%s, %q", d, end)
			assert.Equal(t, len(body), lines[len(lines)-1].To, "the last line's end is its own")
			assert.Equal(t, len("disallow: /outside"+end), lines[0].To)

			lines, ok = compile.Outline(body[:len(body)-len(end)], compile.Options{Dialect: d})
			assert.True(t, ok)
			assert.Equal(t, want, outlined(t, lines, 0), "%s, %q: without an end of the last line", d, end)

			// A mark at the beginning belongs to no line.
			lines, ok = compile.Outline(append([]byte("\xEF\xBB\xBF"), body...), compile.Options{Dialect: d})
			assert.True(t, ok)
			assert.Equal(t, want, outlined(t, lines, 3), "%s, %q: with a mark", d, end)
		}
	}
}

// TestOutlineOfNothing: a body has a line, as it has for Compile.
func TestOutlineOfNothing(t *testing.T) {
	for _, body := range []string{"", "\n", "\r", "\r\n", "#", "\n\n", "\n\r", "\r\r\n"} {
		lines, ok := compile.Outline([]byte(body), compile.Options{})
		assert.True(t, ok)
		many := max(1, strings.Count(strings.ReplaceAll(body, "\r\n", "\n"), "\n")+strings.Count(strings.ReplaceAll(body, "\r\n", ""), "\r"))
		assert.Len(t, lines, many, "%q", body)
		for _, said := range outlined(t, lines, 0) {
			assert.Equal(t, "none -1", said)
		}
		assert.Equal(t, len(body), lines[len(lines)-1].To, "%q", body)
	}
}

// TestOutlineOfUTF16 gives places in the text, not in the body, and says so.
func TestOutlineOfUTF16(t *testing.T) {
	text := "user-agent: é\ndisallow: /ü\n"
	body := []byte{0xFF, 0xFE}
	for _, unit := range utf16.Encode([]rune(text)) {
		body = binary.LittleEndian.AppendUint16(body, unit)
	}
	lines, ok := compile.Outline(body, compile.Options{})
	assert.False(t, ok)
	assert.Equal(t, []string{"agent 0  é", "disallow 0  /ü"}, outlined(t, lines, 0))
	assert.Equal(t, len(text), lines[1].To)
	_, ok = compile.Outline(body, compile.Options{Dialect: compile.Google})
	assert.True(t, ok, "Google reads no UTF-16")
}

// TestOutlineOfWhatCounts: a line that the limit cuts is none, and of a long line
// Google reads the beginning, and what stands before a NUL.
func TestOutlineOfWhatCounts(t *testing.T) {
	body := []byte("user-agent: a\ndisallow: /a\ndisallow: /b")
	lines, ok := compile.Outline(body, compile.Options{MaxSize: 30})
	assert.True(t, ok)
	assert.Equal(t, []string{"agent 0 a a", "disallow 0  /a"}, outlined(t, lines, 0))
	assert.Equal(t, 27, lines[1].To)

	const most = 16_663 // of Google
	long := "disallow: /" + strings.Repeat("x", 20_000)
	for d, want := range map[compile.Dialect]int{compile.RFC9309: 20_001, compile.Google: most - len("disallow: "), compile.Koster1996: 20_001} {
		lines, _ = compile.Outline([]byte("#\n"+long+"\n"), compile.Options{Dialect: d})
		require.Len(t, lines, 2)
		assert.Len(t, lines[1].Value, want, "%s", d)
		assert.Equal(t, 2+len(long)+1, lines[1].To, "%s: it is all one line", d)
		lines, _ = compile.Outline([]byte("allow: /a\x00b"), compile.Options{Dialect: d})
		require.Len(t, lines, 1)
		assert.Equal(t, map[bool]string{true: "/a", false: "/a\x00b"}[d == compile.Google], lines[0].Value, "%s", d)
		lines, _ = compile.Outline([]byte("\x00allow: /a"), compile.Options{Dialect: d})
		assert.Equal(t, d == compile.Google, lines[0].Kind == compile.NoField, "%s: nothing before a NUL", d)
	}
}

// TestOutlineIsWhatIsCompiled: the rules that an outline shows are those of the
// image, under the same limits.
func TestOutlineIsWhatIsCompiled(t *testing.T) {
	for _, d := range []compile.Dialect{compile.RFC9309, compile.Google, compile.Koster1996} {
		im := compile.Compile([]byte(outlineFile), compile.Options{Dialect: d})
		lines, _ := compile.Outline([]byte(outlineFile), compile.Options{Dialect: d})
		for _, e := range im.Table().All() {
			line := lines[e.Line-1]
			assert.Contains(t, []compile.LineKind{compile.AllowLine, compile.DisallowLine}, line.Kind, "%s, line %d", d, e.Line)
			assert.Equal(t, string(e.Raw), line.Value, "%s, line %d", d, e.Line)
			assert.NotEqual(t, -1, line.Group, "%s, line %d", d, e.Line)
		}
	}
}
