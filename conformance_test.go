package robotrie_test

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/internal/suite"
)

// dialects gives each dialect's name to the library and to the oracle.
var dialects = map[string]struct {
	library robotrie.Dialect
	oracle  oracle.Dialect
}{
	suite.RFC9309:    {robotrie.RFC9309, oracle.RFC9309},
	suite.Google:     {robotrie.Google, oracle.Google},
	suite.Koster1996: {robotrie.Koster1996, oracle.Koster1996},
}

// options are those that a suite's file is compiled with.
func options(s *suite.Suite, dialect string) []robotrie.Option {
	o := []robotrie.Option{robotrie.WithDialect(dialects[dialect].library), robotrie.WithMaxSize(s.MaxSize)}
	if len(s.Only) > 0 {
		o = append(o, robotrie.WithAgents(s.Only...))
	}
	return o
}

// TestTables takes every row of testdata/conformance and testdata/regression
// through the oracle and through each way of asking the library.
func TestTables(t *testing.T) {
	suites, err := suite.Load()
	require.NoError(t, err)
	rows := 0
	for _, s := range suites {
		rows += len(s.Rows)
		t.Run(s.Name, func(t *testing.T) {
			for _, row := range s.Rows {
				checkOracle(t, row)
				checkLibrary(t, row)
			}
			for _, fact := range s.Facts {
				checkFact(t, fact)
			}
		})
	}
	t.Logf("%d rows of %d suites", rows, len(suites))
}

// said is what a row, the library or the oracle says.
type said struct {
	Allowed bool
	Line    int // -1: not stated
}

func expected(row suite.Row) said {
	if row.Line == nil {
		return said{row.Allowed, -1}
	}
	return said{row.Allowed, *row.Line}
}

// describe names a row in a failure, with all that is needed to repeat it.
func describe(row suite.Row, who string) string {
	robots := string(row.Robots[:min(len(row.Robots), 600)])
	if strings.ContainsFunc(robots, func(r rune) bool { return r == utf8.RuneError || r < ' ' && r != '\n' }) {
		robots = strconv.Quote(robots)
	}
	return fmt.Sprintf("%s, %s, check %d: %s says, of %v and %q under %s; robots:\n%s",
		row.File, row.Name, row.Number, who, row.Agents, row.URL, row.Dialect, robots)
}

func compare(t *testing.T, row suite.Row, who string, got said) {
	t.Helper()
	want := expected(row)
	if want.Line < 0 {
		got.Line = -1
	}
	if got != want {
		t.Errorf("%s\nwant %+v, got %+v", describe(row, who), want, got)
	}
}

func checkOracle(t *testing.T, row suite.Row) {
	agents := row.Agents
	if len(row.Only) > 0 {
		// The oracle knows no such option: what it leaves out is as if unnamed
		// (docs/SEMANTICS.md, 3.9).
		agents = slices.DeleteFunc(slices.Clone(agents), func(a string) bool {
			return !slices.ContainsFunc(row.Only, func(only string) bool { return strings.EqualFold(a, only) })
		})
	}
	got := oracle.Parse(dialects[row.Dialect].oracle, row.Robots, row.MaxSize).Ask(agents, row.URL)
	compare(t, row, "the oracle", said{got.Allowed, got.Line})
}

func checkLibrary(t *testing.T, row suite.Row) {
	o := options(row.Suite, row.Dialect)
	group := robotrie.Compile(row.Robots, o...).Group(row.Agents...)
	v := group.Match(row.URL)
	compare(t, row, "Match", said{v.Allowed, v.Rule.Line})
	assert.Equal(t, v.Allowed, group.Allowed(row.URL), "%s", describe(row, "Allowed"))
	assert.Equal(t, []bool{v.Allowed, v.Allowed}, group.AllowedBatch(nil, []string{row.URL, row.URL}), "%s", describe(row, "AllowedBatch"))
	assert.Equal(t, v, group.Explain(row.URL).Verdict, "%s", describe(row, "Explain"))
	assert.Equal(t, v.Rule.Line == 0, v.Rule == robotrie.Rule{}, "%s", describe(row, "Match's rule"))

	if other, ok := otherForm(row); ok {
		assert.Equal(t, v, group.Match(other), "%s", describe(row, "Match of "+other))
	}
	if len(row.Only) == 0 {
		few := robotrie.Compile(row.Robots, append(o, robotrie.WithAgents(row.Agents...))...).Group(row.Agents...)
		assert.Equal(t, v, few.Match(row.URL), "%s", describe(row, "WithAgents"))
	}
}

var origin = regexp.MustCompile(`^[a-z]+://[^/?#;\x00]*`)

// otherForm gives the path form of a row's absolute URL, or an absolute URL of
// its path. ok is false where the two are not the same to the dialect.
func otherForm(row suite.Row) (target string, ok bool) {
	head := origin.FindString(row.URL)
	path := row.URL[len(head):]
	if !strings.HasPrefix(path, "/") || row.Dialect == suite.Google && strings.HasPrefix(path, "//") {
		return "", false // docs/SEMANTICS.md, 4.1 and 4.5
	}
	if head != "" {
		return path, true
	}
	return "https://user@example.com:8443" + path, true
}

func checkFact(t *testing.T, fact suite.Fact) {
	robots := robotrie.Compile(fact.Robots, options(fact.Suite, fact.Dialect)...)
	group := robots.Group(fact.Agents...)
	what := fmt.Sprintf("%s, %s of %v", fact.File, fact, fact.Agents)
	if fact.Sitemaps != nil {
		assert.Equal(t, fact.Sitemaps, append([]string{}, robots.Sitemaps()...), "%s: sitemaps", what)
	}
	if fact.Named != nil {
		assert.Equal(t, fact.Named, append([]string{}, group.Agents()...), "%s: agents", what)
	}
	if fact.Rules != nil {
		got, oracles := []int{}, []int{}
		for _, r := range group.Rules() {
			got = append(got, r.Line)
		}
		for _, r := range oracle.Parse(dialects[fact.Dialect].oracle, fact.Robots, fact.MaxSize).Rules(fact.Agents) {
			oracles = append(oracles, r.Line)
		}
		assert.Equal(t, fact.Rules, got, "%s: lines of rules", what)
		assert.Equal(t, fact.Rules, oracles, "%s: lines of the oracle's rules", what)
	}
	if fact.Delay != nil {
		delay, ok := group.CrawlDelay()
		if *fact.Delay < 0 {
			assert.False(t, ok, "%s: crawl-delay", what)
		} else {
			assert.True(t, ok, "%s: crawl-delay", what)
			assert.Equal(t, *fact.Delay, delay, "%s: crawl-delay", what)
		}
	}
	for name, want := range fact.Records {
		got := []suite.Record{}
		for _, r := range group.Records(name) {
			got = append(got, suite.Record{Value: r.Value, Line: r.Line})
		}
		assert.Equal(t, want, got, "%s: records of %s", what, name)
	}
}

var pointHeading = regexp.MustCompile(`(?m)^### (\d\.\d+) (.*)$`)

// TestEveryPointHasRows reads the headings of docs/SEMANTICS.md: each point
// must have a row that expects "allowed" and one that expects "disallowed",
// under each dialect that it speaks of, unless a suite says why not.
func TestEveryPointHasRows(t *testing.T) {
	root, err := suite.Root()
	require.NoError(t, err)
	doc, err := os.ReadFile(filepath.Join(root, "docs", "SEMANTICS.md"))
	require.NoError(t, err)
	suites, err := suite.Load()
	require.NoError(t, err)

	type need struct {
		point, dialect string
		allowed        bool
	}
	have := map[need]bool{}
	reasons := map[string]string{}
	for _, s := range suites {
		for _, point := range s.Points {
			if s.OneSided != "" {
				reasons[point] = s.OneSided
			}
			for _, row := range s.Rows {
				have[need{point, row.Dialect, row.Allowed}] = true
			}
		}
	}
	points := map[string]bool{}
	for _, m := range pointHeading.FindAllStringSubmatch(string(doc), -1) {
		point, title := m[1], m[2]
		assert.False(t, points[point], "point %s stands twice", point)
		points[point] = true
		complete := true
		for _, dialect := range speaksOf(point, title) {
			for _, allowed := range []bool{true, false} {
				if !have[need{point, dialect, allowed}] {
					complete = false
					assert.NotEmpty(t, reasons[point], "point %s (%s) has no row with allowed=%v under %s", point, title, allowed, dialect)
				}
			}
		}
		if complete {
			assert.Empty(t, reasons[point], "point %s (%s) has both kinds of row: one_sided is out of date", point, title)
		}
	}
	assert.Greater(t, len(points), 30, "headings of docs/SEMANTICS.md")
	for _, s := range suites {
		for _, point := range s.Points {
			assert.True(t, points[point], "%s, %s: docs/SEMANTICS.md has no point %s", s.File, s.Name, point)
		}
	}
}

// speaksOf gives the dialects of a heading of docs/SEMANTICS.md.
func speaksOf(point, title string) []string {
	switch {
	case strings.HasPrefix(point, "7."):
		return []string{suite.Koster1996}
	case strings.HasSuffix(title, "(Google)"):
		return []string{suite.Google}
	case strings.HasSuffix(title, "(RFC9309)"):
		return []string{suite.RFC9309}
	default:
		return []string{suite.RFC9309, suite.Google}
	}
}

// TestOtherImplementations compares with the cases that other implementations
// answered, where they are present. Google must give google/robotstxt's verdict
// and line; RFC9309 the RFC's verdict where it is not silent.
func TestOtherImplementations(t *testing.T) {
	dir, ok := suite.ConformanceDir()
	if !ok {
		t.Skip("no conformance data: set ROBOTRIE_CONFORMANCE to its directory")
	}
	t.Parallel()
	var verdicts, lines, rfc, wrong int
	var last []byte
	var google, rfc9309 *robotrie.Robots
	for c, err := range suite.Cases(dir) {
		require.NoError(t, err)
		if google == nil || string(c.Robots) != string(last) {
			last = c.Robots
			google = robotrie.Compile(c.Robots, robotrie.WithDialect(robotrie.Google))
			rfc9309 = robotrie.Compile(c.Robots)
		}
		if c.Google != nil {
			verdicts++
			v := google.Group(c.Agents...).Match(c.URL)
			bad := v.Allowed != *c.Google
			if c.GoogleLine != nil {
				lines++
				bad = bad || v.Rule.Line != *c.GoogleLine
			}
			if bad {
				wrong++
				t.Errorf("%s:%d (%s): dialect google, %v, %q: got %+v, want allowed=%v", c.File, c.Number, c.Source, c.Agents, c.URL, v, *c.Google)
			}
		}
		if c.RFC9309 != nil {
			rfc++
			if v := rfc9309.Group(c.Agents...).Match(c.URL); v.Allowed != *c.RFC9309 {
				wrong++
				t.Errorf("%s:%d (%s): dialect rfc9309, %v, %q: got %+v, want allowed=%v; robots:\n%s",
					c.File, c.Number, c.Source, c.Agents, c.URL, v, *c.RFC9309, c.Robots)
			}
		}
		if wrong > 20 {
			t.Fatal("too many cases differ; the rest is left out")
		}
	}
	t.Logf("google: %d verdicts and %d lines; rfc9309: %d verdicts", verdicts, lines, rfc)
	assert.NotZero(t, lines)
	assert.NotZero(t, rfc)
}

// TestCorpus compiles every robots.txt of the corpus under every dialect, and
// compares verdict and rule with the oracle's for all targets of its pairs.
// -short takes a sample.
func TestCorpus(t *testing.T) {
	corpus, ok := suite.CorpusDir()
	if !ok {
		t.Skip("no corpus: set ROBOTRIE_CORPUS to its directory")
	}
	t.Parallel()
	targets := map[string][]string{}
	for _, pairs := range []iter.Seq2[suite.Pair, error]{suite.Pairs(corpus), suite.PairsSynth(corpus)} {
		for p, err := range pairs {
			require.NoError(t, err)
			targets[p.RobotsID] = append(targets[p.RobotsID], p.Targets...)
		}
	}

	c := &corpusCheck{t: t}
	lines := make(chan []byte, 64)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for line := range lines {
				body, err := suite.ParseBody(line)
				if err != nil {
					t.Error(err)
					continue
				}
				c.body(body, targets[body.ID])
			}
		})
	}
	read := 0
	for line, err := range suite.BodyLines(corpus) {
		if err != nil {
			t.Error(err)
			break
		}
		if read++; testing.Short() && read > 4000 {
			break
		}
		lines <- slices.Clone(line)
	}
	close(lines)
	workers.Wait()
	if !testing.Short() {
		assert.Equal(t, len(targets), int(c.asked.Load()), "bodies that the pairs name")
	}
	t.Logf("%d bodies under %d dialects; %d answers compared with the oracle's", c.bodies.Load(), len(dialects), c.answers.Load())
	assert.NotZero(t, c.answers.Load())
}

type corpusCheck struct {
	t               *testing.T
	bodies, answers atomic.Int64
	asked           atomic.Int64 // bodies that have targets
	wrong           atomic.Int64 // answers that differ
}

func (c *corpusCheck) body(b suite.Body, targets []string) {
	defer func() {
		if r := recover(); r != nil {
			c.t.Errorf("body %s of %s: panic: %v", b.ID, b.Host, r)
		}
	}()
	body := b.Bytes()
	c.bodies.Add(1)
	if len(targets) > 0 {
		c.asked.Add(1)
	}
	for name, d := range dialects {
		robots := robotrie.Compile(body, robotrie.WithDialect(d.library))
		if len(targets) == 0 {
			continue
		}
		file := oracle.Parse(d.oracle, body, 0)
		var asked []string
		for _, agent := range []string{"ExampleBot", "Googlebot"} {
			group := robots.Group(agent)
			if asked != nil && slices.Equal(asked, group.Agents()) {
				continue // the same group again
			}
			asked = group.Agents()
			for _, target := range targets {
				v := group.Match(target)
				got := oracle.Answer{Allowed: v.Allowed, Line: v.Rule.Line, Type: v.Rule.Type.String(), Pattern: v.Rule.Pattern}
				want := file.Ask([]string{agent}, target)
				if got != want && c.wrong.Add(1) <= 20 {
					c.t.Errorf("body %s of %s, %s, %s, %q: got %+v, the oracle says %+v", b.ID, b.Host, name, agent, target, got, want)
				}
			}
			c.answers.Add(int64(len(targets)))
		}
	}
}
