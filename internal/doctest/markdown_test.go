package doctest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the top of the tree, seen from this package.
const root = "../.."

// A block is one fenced block of a document.
type block struct {
	line int    // of the opening fence, from 1
	lang string // "go", "sh", "text" …
	text string // with the final newline
	// output is the text block that follows with nothing but blank lines
	// between, and nil where there is none.
	output *string
}

// A link is the destination of an inline link, image or reference definition.
type link struct {
	line int
	dest string
}

// A document is what this package needs to know of a Markdown file.
type document struct {
	blocks  []block
	links   []link
	anchors map[string]bool // of its headings, as GitHub spells them
}

var (
	codeSpan   = regexp.MustCompile("`[^`]*`")
	inlineLink = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)`)
	definition = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)`)
	heading    = regexp.MustCompile(`^ {0,3}#{1,6}\s+(.*?)\s*#*$`)
)

// parseMarkdown reads the parts of Markdown that this project's documents use.
// Fences are three backticks; everything between two of them is code.
func parseMarkdown(source string) document {
	doc := document{anchors: make(map[string]bool)}
	var open *block
	var text strings.Builder
	adjacent := false // only blank lines since the last block ended
	for i, line := range strings.Split(source, "\n") {
		switch fence, isFence := strings.CutPrefix(strings.TrimSpace(line), "```"); {
		case isFence && open == nil:
			open = &block{line: i + 1, lang: strings.TrimSpace(fence)}
			text.Reset()
		case isFence:
			open.text = text.String()
			if last := len(doc.blocks) - 1; adjacent && open.lang == "text" {
				doc.blocks[last].output = &open.text
			}
			doc.blocks = append(doc.blocks, *open)
			open, adjacent = nil, true
		case open != nil:
			text.WriteString(line + "\n")
		default:
			adjacent = adjacent && strings.TrimSpace(line) == ""
			doc.readProse(i+1, line)
		}
	}
	return doc
}

func (d *document) readProse(number int, line string) {
	if match := heading.FindStringSubmatch(line); match != nil {
		d.anchors[anchor(match[1])] = true
	}
	line = codeSpan.ReplaceAllString(line, "")
	for _, match := range inlineLink.FindAllStringSubmatch(line, -1) {
		d.links = append(d.links, link{number, match[1]})
	}
	if match := definition.FindStringSubmatch(line); match != nil {
		d.links = append(d.links, link{number, match[1]})
	}
}

// anchor spells a heading as GitHub does in fragments: lower case, punctuation
// dropped, spaces turned into hyphens.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// documents returns every Markdown file of the tree by its slash-separated
// path from the root.
func documents(t *testing.T) map[string]document {
	t.Helper()
	found := make(map[string]document)
	walkFiles(t, func(name string) {
		if strings.HasSuffix(name, ".md") {
			found[name] = parseMarkdown(readFile(t, name))
		}
	})
	require.Contains(t, found, "README.md")
	return found
}

// walkFiles calls visit with every file of the tree except what lies in .git.
func walkFiles(t *testing.T, visit func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case !entry.IsDir():
			visit(name)
		}
		return nil
	})
	require.NoError(t, err)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(data)
}

func TestParseMarkdown(t *testing.T) {
	doc := parseMarkdown(strings.Join([]string{
		"# One: the `first` Title!",
		"See [a](a.md), ![b](b.svg \"plot\") and `[no](code.md)`.",
		"[ref]: <c.md#d>",
		"```go",
		"package main // [no](link)",
		"```",
		"",
		"```text",
		"out",
		"```",
		"prose",
		"```text",
		"no output of anything",
		"```",
	}, "\n"))
	require.Len(t, doc.blocks, 3)
	assert.Equal(t, "go", doc.blocks[0].lang)
	assert.Equal(t, 4, doc.blocks[0].line)
	assert.Equal(t, "package main // [no](link)\n", doc.blocks[0].text)
	require.NotNil(t, doc.blocks[0].output)
	assert.Equal(t, "out\n", *doc.blocks[0].output)
	assert.Nil(t, doc.blocks[1].output)
	assert.Equal(t, []link{{2, "a.md"}, {2, "b.svg"}, {3, "c.md#d"}}, doc.links)
	assert.Equal(t, map[string]bool{"one-the-first-title": true}, doc.anchors)
}
