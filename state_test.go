package robotrie_test

import (
	"fmt"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// The zero values of Robots and Group are those of an empty file.
func TestZeroValues(t *testing.T) {
	var robots robotrie.Robots
	assert.Empty(t, robots.Sitemaps())
	assert.Empty(t, robots.Diagnostics())
	assert.Empty(t, robots.Records("host"))
	for range robots.Groups() {
		t.Error("a zero Robots has no group")
	}
	var zero robotrie.Group
	for name, g := range map[string]*robotrie.Group{
		"of a zero Robots": robots.Group("ExampleBot"), "zero Group": &zero, "of nil": robotrie.Compile(nil).Group("ExampleBot"), "no token": robots.Group(),
	} {
		for _, target := range badTargets {
			assert.True(t, g.Allowed(target), "%s: %q", name, target)
			assert.Equal(t, robotrie.Verdict{Allowed: true}, g.Match(target), "%s: %q", name, target)
		}
		assert.Empty(t, g.Agents(), name)
		assert.Empty(t, g.Rules(), name)
		assert.Empty(t, g.Records("crawl-delay"), name)
		delay, ok := g.CrawlDelay()
		assert.Zero(t, delay, name)
		assert.False(t, ok, name)
		e := g.Explain("http://example.com/%61")
		assert.Equal(t, "/a", e.Target, name)
		assert.Equal(t, robotrie.RFC9309, e.Dialect, name)
		assert.True(t, e.Verdict.Allowed, name)
		assert.Empty(t, e.Matches, name)
		assert.NotEmpty(t, e.Choice, name)
		assert.NotEmpty(t, e.Reason, name)
	}
	var verdict robotrie.Verdict
	assert.Equal(t, robotrie.NoRule, verdict.Rule.Type)
}

// One Robots and its Groups are asked by many goroutines at once; the race
// detector watches, and every answer is compared.
func TestConcurrentUse(t *testing.T) {
	body := []byte(explainFile + "Crawl-delay: 2\nSitemap: /s\nUser-agent: stars\nDisallow: /" + strings.Repeat("a*", 80) + "b\nDisallow: /%61%2F\n")
	targets := []string{"/", "/shop/x.html", "/q?sort=1", "/" + strings.Repeat("a", 100) + "b", "/a%2fö", "https://example.com/same", "/robots.txt"}
	for _, dialect := range everyDialect {
		robots := robotrie.Compile(body, robotrie.WithDialect(dialect))
		shared := robots.Group("stars")
		say := func(g *robotrie.Group) string {
			var b strings.Builder
			for _, target := range targets {
				e := g.Explain(target)
				fmt.Fprintln(&b, g.Allowed(target), g.Match(target), e.Matches, e.Reason)
			}
			fmt.Fprintln(&b, g.Agents(), g.Rules(), g.Records("crawl-delay"))
			return b.String()
		}
		all := func() string {
			s := say(shared) + say(robots.Group("ExampleBot", "quiet")) + fmt.Sprint(robots.Sitemaps(), robots.Diagnostics())
			for g := range robots.Groups() {
				s += say(g)
			}
			return s
		}
		want := all()
		var workers sync.WaitGroup
		for range 8 {
			workers.Go(func() {
				for range 20 {
					if got := all(); got != want {
						t.Errorf("%s: an answer changed", dialect)
						return
					}
				}
			})
		}
		for range 4 {
			workers.Go(func() {
				for range 20 {
					robotrie.Compile(body, robotrie.WithDialect(dialect), robotrie.WithAgents("stars")).Group("stars").Allowed("/a")
				}
			})
		}
		workers.Wait()
	}
}

// underRace reports a test binary that was built with -race.
func underRace() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// Neither Allowed nor Match nor AllowedBatch allocates for canonical targets,
// nor, as Allowed promises, for others of up to 1,024 octets, whatever the
// group's rules were compiled to.
func TestNoAllocations(t *testing.T) {
	if underRace() {
		t.Skip("the race detector makes pools forget, so that they allocate")
	}
	var many strings.Builder
	many.WriteString("User-agent: *\n")
	for i := range 500 {
		fmt.Fprintf(&many, "Disallow: /*/%d/*?p%d=\nAllow: /dir%d/sub$\n", i, i, i)
	}
	bodies := map[string]string{
		"empty":         "",
		"all":           text("User-agent: *", "Disallow: /"),
		"one rule":      text("User-agent: *", "Disallow: /private/"),
		"wildcards":     text("User-agent: *", "Disallow: /*.php$", "Allow: /*?id=", "Disallow: /a/*/b*c"),
		"70 stars":      text("User-agent: *", "Disallow: /"+strings.Repeat("a*", 70)+"b"),
		"1,000 rules":   many.String(),
		"with readings": text("User-agent: *", "Disallow: /*a%2Fb"),
		"two groups":    text("User-agent: ExampleBot", "Disallow: /*.php$", "", "User-agent: other", "Disallow: /*x", "Disallow: /private/"),
		"longer lists":  text("User-agent: *", "Disallow: /dir/*a", "Disallow: /dir/*b", "Disallow: /dir/*c", "Disallow: /dir/*d$", "Disallow: /*e", "Disallow: /*f", "Disallow: /*g"),
	}
	plans := map[string]bool{}
	canonical := []string{"/", "/private/x", "https://example.com:443/a/x/b-c?id=1#top", "/x.php", "/dir7/sub", "/%C3%BC/%2F?a=b&c=d",
		"/" + strings.Repeat("a", 300) + "b", "https://example.com", "/robots.txt", "/" + strings.Repeat("a/", 3000)}
	// An octet that is respelt may take three.
	others := []string{"/" + strings.Repeat("\xff", 1023), "/%61/ö", "https://example.com?x", "relative/%7e", "/a b*$", "/" + strings.Repeat("%61", 300),
		"/%72" + strings.Repeat("x", 300), "/ro%62" + strings.Repeat("x", 300)}
	for name, body := range bodies {
		for _, dialect := range everyDialect {
			g := robotrie.Compile([]byte(body), robotrie.WithDialect(dialect)).Group("ExampleBot", "other")
			plan, _, _ := strings.Cut(g.Engine(), "\n")
			plans[plan] = true
			targets := append(slices.Clone(canonical), others...)
			dst := make([]bool, 0, len(targets))
			assert.Zero(t, testing.AllocsPerRun(20, func() { dst = g.AllowedBatch(dst[:0], targets) }), "AllowedBatch, %s, %s", dialect, name)
			for _, target := range targets {
				var allowed bool
				var verdict robotrie.Verdict
				assert.Zero(t, testing.AllocsPerRun(20, func() { allowed = g.Allowed(target) }), "Allowed, %s, %s, %.40q", dialect, name, target)
				assert.Zero(t, testing.AllocsPerRun(20, func() { verdict = g.Match(target) }), "Match, %s, %s, %.40q", dialect, name, target)
				assert.Equal(t, allowed, verdict.Allowed)
			}
		}
	}
	// What there is to choose from was chosen: none is left unasked.
	for _, plan := range []string{"one pattern", "one by one where their literal ends", "behind a guard", "one star machine"} {
		assert.Contains(t, fmt.Sprint(plans), plan)
	}
}

// A target of any length that is spelt anew is copied once, and its copy is at
// most three times as long.
func TestLongTargetsAllocateOnce(t *testing.T) {
	if underRace() {
		t.Skip("the race detector makes pools forget, so that they allocate")
	}
	for _, dialect := range everyDialect {
		g := robotrie.Compile([]byte("User-agent: *\nDisallow: /*a\n"), robotrie.WithDialect(dialect)).Group("ExampleBot")
		for _, target := range []string{"/" + strings.Repeat("\xff", 1<<20), "?" + strings.Repeat(" ", 1<<20)} {
			var allowed bool
			assert.LessOrEqual(t, testing.AllocsPerRun(5, func() { allowed = g.Allowed(target) }), 1.0, "%s, %.5q", dialect, target)
			// The allocator rounds up to whole pages.
			assert.LessOrEqual(t, allocated(func() { allowed = g.Match(target).Allowed }), uint64(3*len(target)+16<<10), "%s, %.5q", dialect, target)
			assert.True(t, allowed)
		}
	}
}

// Allowed is inlined into its callers, so that a check costs one call, not two.
func TestAllowedIsInlined(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to ask")
	}
	// The compiler's remarks are kept with what it built, and said again.
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, remark := range []string{"can inline (*Group).Allowed\n", "inlining call to automaton.Vote.Marked\n"} {
		assert.True(t, strings.Contains(string(out), remark), "the compiler does not say: %s", remark)
	}
}

// Group costs a lookup a token, the Group itself, and at most a copy of the
// tokens.
func TestGroupAllocatesLittle(t *testing.T) {
	robots := robotrie.Compile([]byte(explainFile))
	tokens := []string{"x", "ExampleBot/2.1"}
	var g *robotrie.Group
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { g = robots.Group(tokens...) }), 2.0)
	runtime.KeepAlive(g)
}

// Size of a Group tells what the allocator tells, but for its size classes.
func TestGroupSize(t *testing.T) {
	assert.Less(t, (&robotrie.Group{}).Size(), 500)
	many := &strings.Builder{}
	for i := range 300 {
		fmt.Fprintf(many, "User-agent: *\nDisallow: /%d*%d%s\n\nUser-agent: other%d\nDisallow: /\n\n", i, i, strings.Repeat("x", 300), i)
	}
	stars := &strings.Builder{}
	stars.WriteString("User-agent: *\n")
	for i := range 300 {
		fmt.Fprintf(stars, "Disallow: /*%d*x%d\n", i, i)
	}
	for name, body := range map[string]string{
		"empty": "", "small": explainFile, "stars": stars.String(), "many": many.String(),
	} {
		for _, dialect := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
			robots := robotrie.Compile([]byte(body), robotrie.WithDialect(dialect))
			var g *robotrie.Group
			held := allocated(func() { g = robots.Group("ExampleBot", "*") })
			assert.LessOrEqual(t, float64(g.Size()), 1.05*float64(held)+64, "%s, %s", name, dialect)
			if name != "many" { // whose slice of machines grew on the way
				assert.GreaterOrEqual(t, 2*g.Size(), int(held), "%s, %s", name, dialect)
			}
		}
	}
}
