package robotrie_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
)

const (
	allowed    = robotrie.AllAllowed
	disallowed = robotrie.AllDisallowed
	mixed      = robotrie.Mixed
)

func groupOf(body string, options ...robotrie.Option) *robotrie.Group {
	return robotrie.Compile([]byte(body), options...).Group("ExampleBot")
}

// TestSubtree: every way in which a prefix may begin targets.
func TestSubtree(t *testing.T) {
	body := text(
		"User-agent: *",
		"Disallow: /private/",
		"Allow: /private/*.html$",
		"Disallow: /a%2Fb",
		"Disallow: /*?q=",
		"Allow: /open/",
	)
	google := robotrie.WithDialect(robotrie.Google)
	for _, test := range []struct {
		prefix string
		want   robotrie.Decision
		google robotrie.Decision
	}{
		{"/", mixed, mixed},
		{"", mixed, mixed},
		{"https://example.com", mixed, mixed},
		{"htt", mixed, mixed},
		{"https://example.com/private/", mixed, mixed},
		{"/private", mixed, mixed},
		{"/private/a.html", mixed, mixed},
		{"/private/a.html#top", allowed, allowed},
		{"/private/#", disallowed, disallowed},
		{"#", allowed, allowed},
		{"/open/", allowed, allowed}, // no rule that disallows is longer
		{"/x?q=", disallowed, disallowed},
		{"/x?q", mixed, mixed},
		{"/x?r=", mixed, mixed}, // another ?q= may follow
		{"/a%2Fb", disallowed, disallowed},
		{"/a%2fb", disallowed, mixed},
		{"/a%2", mixed, mixed},
		{"/a%", mixed, mixed},
		{"/%70rivate/", mixed, mixed},
		{"//private", mixed, mixed},
	} {
		assert.Equal(t, test.want, groupOf(body).Subtree(test.prefix), "%q", test.prefix)
		assert.Equal(t, test.google, groupOf(body, google).Subtree(test.prefix), "google, %q", test.prefix)
	}
	plain := groupOf("User-agent: *\nDisallow: /a%41\nDisallow: /b%4\nDisallow: /c%2\nDisallow: /d\n")
	for prefix, want := range map[string]robotrie.Decision{
		"/aA": disallowed, "/a%41": disallowed, "/a%4": mixed, "/b%4": mixed, "/b%4x": disallowed,
		"/d": disallowed, "/d%": disallowed, "/d%4": disallowed, "/e%": allowed, "/e%4": allowed, "/e": allowed, "/d?x#y": disallowed,
	} {
		assert.Equal(t, want, plain.Subtree(prefix), "%q", prefix)
	}
}

// TestWholeSite: what the whole site says, and /robots.txt itself left out.
func TestWholeSite(t *testing.T) {
	for body, want := range map[string]robotrie.Decision{
		"":                                      allowed,
		"User-agent: *\nDisallow:":              allowed,
		"User-agent: *\nAllow: /a":              allowed,
		"User-agent: *\nDisallow: /robots.txt$": allowed,
		"User-agent: *\nDisallow: /":            disallowed,
		"User-agent: *\nDisallow: *":            disallowed,
		"User-agent: *\nDisallow: /*\nAllow: /robots.txt$": disallowed,
		"User-agent: *\nDisallow: /\nAllow: /$":            mixed,
		"User-agent: *\nDisallow: /*?":                     mixed,
		"User-agent: other\nDisallow: /":                   allowed,
	} {
		g := groupOf(body)
		assert.Equal(t, want == allowed, g.AllowsAll(), body)
		assert.Equal(t, want == disallowed, g.DisallowsAll(), body)
		assert.Equal(t, want, g.Subtree("https://example.com/"), body)
	}
	var zero robotrie.Group
	assert.True(t, zero.AllowsAll())
	assert.False(t, zero.DisallowsAll())
}

// TestSubtreeWithoutFreeOctet: rules that name every character of URLs are
// decided by a search.
func TestSubtreeWithoutFreeOctet(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /\nAllow: /open/*.html\nAllow: /x$\n")
	for c := byte('!'); c < 0x7f; c++ {
		fmt.Fprintf(&b, "Disallow: /z%c\n", c)
	}
	body := strings.NewReplacer("/z#", "/z", "/z%\n", "/z%25\n").Replace(b.String())
	g := groupOf(body)
	for prefix, want := range map[string]robotrie.Decision{
		"/": mixed, "/open": mixed, "/open/a.html": allowed, "/shut": disallowed, "/x": mixed, "/xx": disallowed, "/z": disallowed,
	} {
		assert.Equal(t, want, g.Subtree(prefix), prefix)
	}
	found := robotrie.Lint([]byte(body + "Disallow: /open/*.html\n"))
	dead := 0
	for _, f := range found {
		if f.Code == robotrie.DeadRule {
			dead++
		}
	}
	assert.Positive(t, dead)
}

// TestSubtreeDoesNotAllocate for prefixes whose path is canonical.
func TestSubtreeDoesNotAllocate(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector empties pools on purpose")
	}
	w := gen.Workloads()[0]
	for _, f := range w.Files[:20] {
		g := robotrie.Compile(f.Body).Group(f.Agent)
		for _, prefix := range []string{"/", "/private/", "/a/b/c?d=e", "https://example.com/dir/", "/x.html"} {
			g.Subtree(prefix) // makes what later calls share
			if n := testing.AllocsPerRun(20, func() { g.Subtree(prefix) }); n > 0 {
				t.Errorf("%s: Subtree(%q) allocates %v times", f.Name, prefix, n)
			}
		}
	}
}

// TestSubtreeIsShared: a group answers any number of goroutines.
func TestSubtreeIsShared(t *testing.T) {
	g := groupOf("User-agent: *\nDisallow: /private/\nAllow: /private/*.html$\n")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 200 {
				assert.Equal(t, mixed, g.Subtree("/private/"))
				assert.Equal(t, allowed, g.Subtree("/public/"))
			}
		})
	}
	wait.Wait()
}

// TestSubtreeOfHostileFiles: what is made to hurt is decided, and rightly as far
// as targets show.
func TestSubtreeOfHostileFiles(t *testing.T) {
	for _, f := range gen.HostileOf(6000) {
		g := robotrie.Compile(f.Body).Group(f.Agent)
		file := oracle.Parse(oracle.RFC9309, f.Body, 0)
		for _, target := range f.Derived {
			target = target[:min(len(target), 300)]
			answer := file.Ask([]string{f.Agent}, target).Allowed
			for _, n := range []int{0, 1, len(target) / 2, len(target)} {
				d := g.Subtree(target[:n])
				require.False(t, d == allowed && !answer || d == disallowed && answer, "%s: %v below %q, but %q", f.Name, d, target[:n], target)
			}
		}
	}
}

// TestMeaningOfHostileFiles: budgets end, and nothing else does.
func TestMeaningOfHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes all the time that budgets give")
	}
	size := 2000
	if *worldFlag == "large" {
		size = 6000
	}
	for _, f := range gen.HostileOf(size) {
		r := robotrie.Compile(f.Body)
		g := r.Group(f.Agent)
		print := g.Fingerprint()
		assert.Equal(t, print, g.Fingerprint(), f.Name)
		d := robotrie.Diff(r, r, f.Agent)
		assert.True(t, d.None(), f.Name)
		small := robotrie.Compile(robotrie.Minimize(f.Body))
		if again := small.Group(f.Agent).Fingerprint(); print.Kind == robotrie.ByMeaning && again.Kind == robotrie.ByMeaning {
			assert.Equal(t, print, again, f.Name)
		}
		robotrie.Lint(f.Body)
		for _, c := range robotrie.Diff(r, &robotrie.Robots{}, f.Agent).Changes {
			require.False(t, g.Allowed(c.Witness), f.Name)
		}
	}
}
