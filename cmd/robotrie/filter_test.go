package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testHosts = 50

// testBody is the robots.txt file of a host of the tests.
func testBody(i int) string {
	return fmt.Sprintf("User-agent: *\nDisallow: /private-%d/\nDisallow: /*?sort=\nAllow: /private-%d/open\nDisallow: /*.pdf$\n", i%7, i%7)
}

// testTable loads the records of the test's hosts.
func testTable(t testing.TB) *hostTable {
	var records bytes.Buffer
	for i := range testHosts {
		body, err := json.Marshal(testBody(i))
		require.NoError(t, err)
		fmt.Fprintf(&records, "{\"host\":\"host%d.example\",\"body\":%s}\n", i, body)
	}
	flags := ruleFlags{agentFlags: agentFlags{Agent: []string{"ExampleBot"}}}
	table, err := loadHosts(&session{err: io.Discard}, &source{Reader: &records}, &flags, 4, nil)
	require.NoError(t, err)
	require.Len(t, table.groups, testHosts)
	require.Equal(t, 7, table.bodies)
	return table
}

// A urlStream makes n random URLs as it is read, so that a test can have many without holding them.
type urlStream struct {
	random *rand.Rand
	n      int
	rest   []byte
	host   int
}

func newURLStream(seed uint64, n int) *urlStream {
	return &urlStream{random: rand.New(rand.NewPCG(seed, 3)), n: n}
}

func (u *urlStream) Read(p []byte) (int, error) {
	for len(u.rest) < len(p) && u.n > 0 {
		u.n--
		if u.random.IntN(5) == 0 {
			u.host = u.random.IntN(testHosts + 5) // some have no record
		}
		paths := []string{"/", "/private-%d/", "/private-%d/open/%d", "/a/%d.pdf", "/list?sort=%d", "/page/%d?x=%%C3%%A9#top"}
		path := paths[u.random.IntN(len(paths))]
		numbers := []any{u.random.IntN(8), u.random.IntN(100)}
		u.rest = append(u.rest, "https://host"...)
		u.rest = fmt.Appendf(u.rest, "%d.example", u.host)
		u.rest = fmt.Appendf(u.rest, path, numbers[:strings.Count(path, "%d")]...)
		u.rest = append(u.rest, '\n')
	}
	if len(u.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, u.rest)
	u.rest = append(u.rest[:0], u.rest[n:]...)
	return n, nil
}

// TestFilterOrder holds that the output is that of the obvious program, which takes one URL after the other, for any
// number of workers.
func TestFilterOrder(t *testing.T) {
	table := testTable(t)
	input, err := io.ReadAll(newURLStream(1, 60_000))
	require.NoError(t, err)

	var allowed, verdicts strings.Builder
	var want counts
	for line := range strings.Lines(string(input)) {
		line = strings.TrimSuffix(line, "\n")
		u, err := url.Parse(line)
		require.NoError(t, err)
		verdict := robotrie.Verdict{Allowed: true}
		var i int
		_, err = fmt.Sscanf(u.Host, "host%d.example", &i)
		require.NoError(t, err)
		want.urls++
		if i < testHosts {
			verdict = robotrie.Compile([]byte(testBody(i))).Group("ExampleBot").Match(line)
		} else {
			want.unknown++
		}
		if verdict.Allowed {
			want.allowed++
			allowed.WriteString(line + "\n")
		} else {
			want.disallowed++
		}
		fmt.Fprintf(&verdicts, "%s\t%s\t%d\n", word(verdict.Allowed), line, verdict.Rule.Line)
	}
	require.NotZero(t, want.allowed)
	require.NotZero(t, want.disallowed)
	require.NotZero(t, want.unknown)

	for _, workers := range []int{1, 2, 8} {
		var out bytes.Buffer
		got, err := (&urlFilter{table: table}).run(&session{out: &out, err: io.Discard}, &source{Reader: bytes.NewReader(input)}, workers, nil)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.True(t, out.String() == allowed.String(), "%d workers", workers)
		out.Reset()
		_, err = (&urlFilter{table: table, verdicts: true}).run(&session{out: &out, err: io.Discard}, &source{Reader: bytes.NewReader(input)}, workers, nil)
		require.NoError(t, err)
		require.True(t, out.String() == verdicts.String(), "%d workers, verdicts", workers)
	}
}

// A heapWatch is written to like a file and remembers the most memory that was in use at any write.
type heapWatch struct {
	writes int
	peak   uint64
}

func (h *heapWatch) Write(p []byte) (int, error) {
	if h.writes++; h.writes%8 == 0 {
		h.peak = max(h.peak, liveHeap())
	}
	return len(p), nil
}

// liveHeap is what is reachable, whatever the collector has left lying about.
func liveHeap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestFilterMemory streams a million URLs, 35 MB of them, and holds the memory in use to that of the few blocks that
// are under way.
func TestFilterMemory(t *testing.T) {
	const urls, workers = 1_000_000, 2
	table := testTable(t)
	before := liveHeap()
	var watch heapWatch
	got, err := (&urlFilter{table: table, verdicts: true}).run(&session{out: &watch, err: io.Discard}, &source{Reader: newURLStream(2, urls)}, workers, nil)
	require.NoError(t, err)
	require.EqualValues(t, urls, got.urls)
	require.NotZero(t, watch.peak)
	grown := int64(watch.peak) - int64(before)
	const most = 4 * (2*workers + 3) * urlBlock // input and, somewhat longer, output of every job
	assert.Less(t, grown, int64(most))
	t.Logf("%d URLs, %d KiB more memory in use at the peak", urls, grown>>10)
}

// TestFilterAllocs holds the work on a block to no allocation once its buffers have grown.
func TestFilterAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	input, err := io.ReadAll(newURLStream(3, 5_000))
	require.NoError(t, err)
	f := &urlFilter{table: testTable(t), verdicts: true}
	job := urlJob{block: block{data: input}}
	job.answer(f)
	require.EqualValues(t, 5_000, job.urls)
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { job.answer(f) }), 5.0, "per block of 5,000 URLs")
}

// TestHostsLastCounts holds that the last record of a host counts, wherever the blocks and workers take it.
func TestHostsLastCounts(t *testing.T) {
	const records, hosts = 200_000, 97
	var b bytes.Buffer
	for i := range records {
		fmt.Fprintf(&b, "{\"host\":\"h%d\",\"body\":\"User-agent: *\\nDisallow: /%d\"}\n", i%hosts, i%1000)
	}
	flags := ruleFlags{agentFlags: agentFlags{Agent: []string{"ExampleBot"}}}
	table, err := loadHosts(&session{err: io.Discard}, &source{Reader: &b}, &flags, 4, nil)
	require.NoError(t, err)
	require.Len(t, table.groups, hosts)
	for i := records - hosts; i < records; i++ {
		rules := table.groups[fmt.Sprintf("h%d", i%hosts)].Rules()
		require.Len(t, rules, 1)
		require.Equal(t, fmt.Sprintf("/%d", i%1000), rules[0].Pattern)
	}
}

// TestInternerKeepsVerdicts holds that sharing one group among files with the same rules changes neither verdict nor
// line, and that files which differ in a line number alone are kept apart.
func TestInternerKeepsVerdicts(t *testing.T) {
	flags := ruleFlags{agentFlags: agentFlags{Agent: []string{"ExampleBot"}}}
	var files interner
	group := func(body string) *robotrie.Group { return files.group([]byte(body), &flags) }
	plain := group("User-agent: *\nDisallow: /a\n")
	one := files.size
	assert.Positive(t, one)
	assert.Same(t, plain, group("User-agent: *\nDisallow: /a\n"))
	assert.Same(t, plain, group("User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\n\nUser-agent: Other\nDisallow: /\n"))
	assert.Equal(t, one, files.size, "what is not kept counts nothing")
	moved := group("\nUser-agent: *\nDisallow: /a\n")
	assert.Greater(t, files.size, one)
	assert.NotSame(t, plain, moved)
	assert.Equal(t, 3, moved.Match("/a").Rule.Line)
	assert.NotSame(t, plain, group("User-agent: *\nAllow: /a\n"))
	assert.NotSame(t, plain, group("User-agent: *\nDisallow: /a*\n"))
	assert.Same(t, group(""), group("User-agent: Other\nDisallow: /\n"))
}

// BenchmarkFilter measures everything between reading a block and writing it, on one goroutine.
func BenchmarkFilter(b *testing.B) {
	input, err := io.ReadAll(newURLStream(4, 10_000))
	require.NoError(b, err)
	f := &urlFilter{table: testTable(b)}
	job := urlJob{block: block{data: input}}
	b.SetBytes(int64(len(input)))
	for b.Loop() {
		job.answer(f)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/URL")
}
