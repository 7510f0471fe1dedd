package suite

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	suites, err := Parse("x.json", []byte(`{"about": "x", "suites": [{
		"name": "n", "source": "s", "points": ["1.1", "2.2"], "max_size": 9, "only": ["a"],
		"robots": ["user-agent: *", {"start": "d", "repeat": "ab", "times": 3, "end": "z"}],
		"dialects": ["rfc9309", "google"], "agents": ["A"],
		"checks": [
			{"url": "/1", "allowed": true},
			{"dialect": "koster1996", "agents": ["B", "C"], "url_b64": "L/8=", "allowed": false, "line": 2}],
		"facts": [
			{"crawl_delay": "2.5s", "records": {"x": []}},
			{"dialects": ["google"], "crawl_delay": "none", "sitemaps": [], "named": ["*"]}]
	}]}`))
	require.NoError(t, err)
	require.Len(t, suites, 1)
	s := suites[0]
	assert.Equal(t, "user-agent: *\ndabababz\n", string(s.Robots))
	assert.Equal(t, []string{"1.1", "2.2"}, s.Points)
	assert.Equal(t, 9, s.MaxSize)

	require.Len(t, s.Rows, 3)
	assert.Equal(t, "n/1/rfc9309", s.Rows[0].String())
	assert.Equal(t, "n/1/google", s.Rows[1].String())
	assert.Equal(t, []string{"A"}, s.Rows[0].Agents)
	assert.True(t, s.Rows[0].Allowed)
	assert.Nil(t, s.Rows[0].Line)
	last := s.Rows[2]
	assert.Equal(t, "n/2/koster1996", last.String())
	assert.Equal(t, []string{"B", "C"}, last.Agents)
	assert.Equal(t, "/\xff", last.URL)
	assert.False(t, last.Allowed)
	assert.Equal(t, 2, *last.Line)

	require.Len(t, s.Facts, 3)
	assert.Equal(t, 2500*time.Millisecond, *s.Facts[0].Delay)
	assert.Equal(t, []Record{}, s.Facts[0].Records["x"])
	assert.Nil(t, s.Facts[0].Sitemaps)
	assert.Negative(t, *s.Facts[2].Delay)
	assert.NotNil(t, s.Facts[2].Sitemaps)
	assert.Equal(t, "n/fact-2/google", s.Facts[2].String())
}

// TestParseRefuses lists mistakes that a table must not survive: a row that
// asks nothing, or not what its author meant.
func TestParseRefuses(t *testing.T) {
	const whole = `{"suites": [{"name": "n", "source": "s", "points": ["1.1"], "robots": "", "agents": ["a"], "checks": [{"url": "/", "allowed": true}]}]}`
	_, err := Parse("x.json", []byte(whole))
	require.NoError(t, err)
	for _, change := range [][2]string{
		{`"name": "n"`, `"name": ""`},
		{`"source": "s", `, ``},
		{`["1.1"]`, `[]`},
		{`"robots": "", `, ``},
		{`"robots": ""`, `"robots": "", "robots_b64": "AA=="`},
		{`"robots": ""`, `"robots": 3`},
		{`"robots": ""`, `"robots": [{"repeat": "x", "times": -1}]`},
		{`"robots": ""`, `"robots": [{"repeat": "x", "time": 1}]`},
		{`"agents": ["a"], `, ``},
		{`"url": "/", `, ``},
		{`, "allowed": true`, ``},
		{`"allowed": true`, `"alowed": true`},
		{`"allowed": true`, `"allowed": true, "dialect": "rfc"`},
		{`"allowed": true`, `"allowed": true, "dialect": "google", "dialects": ["google"]`},
		{`"allowed": true}]`, `"allowed": true}], "facts": [{}]`},
		{`"allowed": true}]`, `"allowed": true}], "facts": [{"crawl_delay": "5"}]`},
		{`[{"url": "/", "allowed": true}]`, `[]`},
		{`}]}]}`, `}]}]} {}`},
	} {
		broken := strings.Replace(whole, change[0], change[1], 1)
		require.NotEqual(t, whole, broken, "%s does not occur", change[0])
		_, err := Parse("x.json", []byte(broken))
		assert.ErrorContains(t, err, "x.json", "%s", broken)
	}
}

func TestUnique(t *testing.T) {
	a, b := &Suite{Name: "a", File: "1"}, &Suite{Name: "b", File: "2"}
	assert.NoError(t, unique([]*Suite{a, b}))
	assert.ErrorContains(t, unique([]*Suite{a, b, {Name: "a", File: "3"}}), `1 and 3 both have a suite "a"`)
}

func TestLoad(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(root, "docs", "SEMANTICS.md"))
	rows, err := Rows()
	require.NoError(t, err)
	assert.Greater(t, len(rows), 1000)
	facts, err := Facts()
	require.NoError(t, err)
	assert.NotEmpty(t, facts)
}

func TestIsRootModule(t *testing.T) {
	assert.True(t, isRootModule("// a comment\nmodule github.com/robotrie/robotrie\n\ngo 1.26\n"))
	assert.False(t, isRootModule("module github.com/robotrie/robotrie/cmd/robotrie\n"))
	assert.False(t, isRootModule(""))
}

// TestCases reads files of its own: the real data is not part of the project.
func TestCases(t *testing.T) {
	dir := t.TempDir()
	zip(t, filepath.Join(dir, "google_reference.jsonl.gz"),
		`{"robots": "a`+"\u2028\u0085"+`b", "agents": ["x"], "url": "/", "allowed": false, "line": 3}`+"\n"+
			`{"robots_b64": "/w==", "agents": [], "url": "`+strings.Repeat("/a", 1<<17)+`", "allowed": true, "line": 0}`) // no LF at its end
	zip(t, filepath.Join(dir, "rfc9309_oracle.jsonl.gz"), `{"robots": "", "agents": ["x"], "url": "/", "rfc9309": true, "google_cpp": false}`+"\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "peer_cases.jsonl"),
		[]byte(`{"source": "p", "robots": "", "agents": ["x"], "url": "/", "allowed": true, "rfc9309": null, "google_cpp": false, "google_line": 2, "dialect_note": "n"}`+"\n"), 0o644))
	var all []Case
	for c, err := range Cases(dir) {
		require.NoError(t, err)
		all = append(all, c)
	}
	require.Len(t, all, 4)
	assert.Equal(t, "a\u2028\u0085b", string(all[0].Robots))
	assert.False(t, *all[0].Google)
	assert.Equal(t, 3, *all[0].GoogleLine)
	assert.Nil(t, all[0].RFC9309)
	assert.Equal(t, "\xff", string(all[1].Robots))
	assert.Len(t, all[1].URL, 1<<18)
	assert.Equal(t, 2, all[1].Number)
	assert.True(t, *all[2].RFC9309)
	assert.Nil(t, all[2].GoogleLine)
	assert.Nil(t, all[3].RFC9309)
	assert.False(t, *all[3].Google, "a peer's own answer is not google/robotstxt's")
	assert.Equal(t, "p", all[3].Source)
}

func TestErrorsEndASequence(t *testing.T) {
	dir := t.TempDir()
	count := func(seq func(func(Pair, error) bool)) (values int, last error) {
		for _, err := range seq {
			if last != nil {
				t.Error("the sequence goes on after an error")
			}
			if last = err; err == nil {
				values++
			}
		}
		return values, last
	}
	_, err := count(Pairs(dir))
	assert.ErrorIs(t, err, os.ErrNotExist)

	zip(t, filepath.Join(dir, "pairs.jsonl.gz"), `{"robots_id": "1", "urls": ["/a"]}`+"\n{broken\n{}\n")
	n, err := count(Pairs(dir))
	assert.Equal(t, 1, n)
	assert.ErrorContains(t, err, "pairs.jsonl.gz: line 2")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "pairs_synth.jsonl.gz"), []byte("not gzip"), 0o644))
	_, err = count(PairsSynth(dir))
	assert.ErrorContains(t, err, "pairs_synth.jsonl.gz")
}

func TestCorpusFiles(t *testing.T) {
	dir := t.TempDir()
	zip(t, filepath.Join(dir, "pairs_synth.jsonl.gz"), `{"robots_id": "1", "host": "h", "real": ["/a"], "derived": ["/b"]}`+"\n")
	for p, err := range PairsSynth(dir) {
		require.NoError(t, err)
		assert.Equal(t, Pair{RobotsID: "1", Host: "h", Targets: []string{"/a", "/b"}}, p)
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "robots"), 0o755))
	zip(t, filepath.Join(dir, "robots", "robots.jsonl.gz"), `{"id": "1", "body": "a"}`+"\n"+`{"id": "2", "body_b64": "/w=="}`+"\n")
	var bodies []string
	for b, err := range Bodies(dir) {
		require.NoError(t, err)
		bodies = append(bodies, b.ID+string(b.Bytes()))
	}
	assert.Equal(t, []string{"1a", "2\xff"}, bodies)

	for _, err := range URLs(dir) {
		assert.ErrorContains(t, err, "no URL lists")
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "urls"), 0o755))
	zip(t, filepath.Join(dir, "urls", "b.txt.gz"), "http://b/\n")
	zip(t, filepath.Join(dir, "urls", "a.txt.gz"), "http://a/1\nhttp://a/2")
	var urls []string
	for u, err := range URLs(dir) {
		require.NoError(t, err)
		urls = append(urls, u)
	}
	assert.Equal(t, []string{"http://a/1", "http://a/2", "http://b/"}, urls)
}

func TestDirs(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "corpus"), 0o755))
	t.Setenv("ROBOTRIE_CONFORMANCE", "")
	t.Setenv("ROBOTRIE_CORPUS", filepath.Join(dir, "corpus"))
	got, ok := CorpusDir()
	assert.True(t, ok)
	assert.Equal(t, filepath.Join(dir, "corpus"), got)
	_, ok = ConformanceDir()
	assert.False(t, ok, "there is none beside that corpus")
	t.Setenv("ROBOTRIE_CONFORMANCE", dir)
	got, ok = ConformanceDir()
	assert.True(t, ok)
	assert.Equal(t, dir, got)
	t.Setenv("ROBOTRIE_CORPUS", filepath.Join(dir, "missing"))
	_, ok = CorpusDir()
	assert.False(t, ok)
}

func zip(t *testing.T, file, text string) {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile(file, buf.Bytes(), 0o644))
}
