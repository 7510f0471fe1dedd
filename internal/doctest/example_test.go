package doctest

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "assemble testdata/example/hosts.jsonl anew")

const exampleDir = "testdata/example"

// exampleHosts says which file of testdata/example/robots each host serves, in
// the order of hosts.jsonl.
var exampleHosts = []struct{ host, file string }{
	{"www.northwind-outfitters.example", "shop.txt"},
	{"www.harbor-gazette.example", "news.txt"},
	{"forum.tinkerers.example", "forum.txt"},
	{"wiki.mosslands.example", "wiki.txt"},
	{"essays.lowtide.example", "aibots.txt"},
	{"www.cafe-lumiere.example", "cafe.txt"},
	{"archiv.tannenrode.example", "archive.txt"},
	{"www.bazaar.example", "market.txt"},
	{"docs.kestrel-db.example", "docs.txt"},
	{"http://status.kestrel-db.example:8080", "status.txt"},
	{"staging.larkspur-hotel.example", "staging.txt"},
	{"www.larkspur-hotel.example", "softerror.txt"},
	{"photos.quietlanes.example", "empty.txt"},
	{"www.xn--bcher-markt-thb.example", "books.txt"},
}

// hosts.jsonl is assembled from the single files, which are there to be read.
// After a change: go test ./internal/doctest -run TestExampleHosts -update
func TestExampleHosts(t *testing.T) {
	var assembled bytes.Buffer
	used := make(map[string]bool)
	for _, entry := range exampleHosts {
		used[entry.file] = true
		record := struct {
			Host   string  `json:"host"`
			Body   *string `json:"body,omitempty"`
			Base64 []byte  `json:"body_b64,omitempty"`
		}{Host: entry.host}
		// JSON holds Unicode text only, and a byte order mark would be
		// invisible in it: both kinds go as base64.
		switch body := readFile(t, exampleDir+"/robots/"+entry.file); {
		case utf8.ValidString(body) && !strings.HasPrefix(body, "\ufeff"):
			record.Body = &body
		default:
			record.Base64 = []byte(body)
		}
		encoder := json.NewEncoder(&assembled)
		encoder.SetEscapeHTML(false)
		require.NoError(t, encoder.Encode(record))
	}
	files, err := os.ReadDir(filepath.Join(root, exampleDir, "robots"))
	require.NoError(t, err)
	for _, file := range files {
		assert.True(t, used[file.Name()], "%s is served by no host", file.Name())
	}
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(root, exampleDir, "hosts.jsonl"), assembled.Bytes(), 0o644))
	}
	assert.Equal(t, assembled.String(), readFile(t, exampleDir+"/hosts.jsonl"), "run again with -update")
}

// The files are there to show what real files do. A checkout that turns line
// ends around, or an editor that tidies, would take that away unnoticed.
func TestExampleFilesKeepTheirOddities(t *testing.T) {
	read := func(file string) string { return readFile(t, exampleDir+"/robots/"+file) }
	assert.True(t, strings.HasPrefix(read("cafe.txt"), "\ufeffUser-agent"), "cafe.txt has lost its byte order mark")
	assert.Equal(t, strings.Count(read("forum.txt"), "\n"), strings.Count(read("forum.txt"), "\r\n"), "forum.txt has lost its CR LF")
	assert.NotContains(t, read("shop.txt"), "\r")
	assert.False(t, utf8.ValidString(read("archive.txt")), "archive.txt is no longer Latin-1")
	assert.Empty(t, read("empty.txt"))
	assert.Contains(t, read("softerror.txt"), "<html")
}

func TestExampleURLs(t *testing.T) {
	recorded := make(map[string]bool)
	for _, entry := range exampleHosts {
		recorded[entry.host] = false
	}
	seen := make(map[string]bool)
	without := 0
	for line := range strings.Lines(readFile(t, exampleDir+"/urls.txt")) {
		line = strings.TrimSuffix(line, "\n")
		assert.False(t, seen[line], "%s stands twice", line)
		seen[line] = true
		parsed, err := url.Parse(line)
		if !assert.NoError(t, err) {
			continue
		}
		host := strings.ToLower(parsed.Host)
		if _, ok := recorded[host]; !ok {
			host = parsed.Scheme + "://" + host
		}
		if _, ok := recorded[host]; ok {
			recorded[host] = true
		} else {
			without++
		}
	}
	assert.GreaterOrEqual(t, len(seen), 300)
	assert.NotZero(t, without, "some URLs belong to no record: they are allowed")
	for host, visited := range recorded {
		assert.True(t, visited, "no URL of %s", host)
	}
}
