package fuzz

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// FuzzWithAgents: a file compiled for one crawler says to this crawler what the
// whole file says, and to any other what a file says that does not name it.
func FuzzWithAgents(f *testing.F) {
	for seed := range uint64(60) {
		c := gen.New(3000 + seed)
		w := gen.Worlds[seed%uint64(len(gen.Worlds))]
		body, patterns := w.Body(c)
		f.Add(body, gen.Agents[c.IntN(len(gen.Agents))], gen.Agents[c.IntN(len(gen.Agents))], w.Target(c, patterns))
	}
	for _, body := range bodies {
		f.Add([]byte(body), "ExampleBot", "other", "/a/b?c=d")
	}
	for _, agent := range []string{"", "*", "ExampleBot/2.1", "é", "a b", "a*"} {
		f.Add([]byte("User-agent: examplebot\nUser-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow: /b\nCrawl-delay: 3\n"), agent, "a", "/b")
	}
	for _, h := range gen.HostileOf(2048) {
		f.Add(h.Body, h.Agent, "other", h.Derived[0][:min(300, len(h.Derived[0]))])
	}
	f.Fuzz(func(t *testing.T, body []byte, agent, other, target string) {
		if len(body) > 16<<10 || len(target) > 4096 || len(agent) > 256 || len(other) > 256 {
			t.Skip("small ones find as much, and sooner")
		}
		for _, d := range dialects {
			all := robotrie.Compile(body, robotrie.WithDialect(d.library))
			few := robotrie.Compile(body, robotrie.WithDialect(d.library), robotrie.WithAgents(agent))
			both := robotrie.Compile(body, robotrie.WithDialect(d.library), robotrie.WithAgents(other, agent))
			where := fmt.Sprintf("%v, body %q, agents %q and %q, target %q", d.library, body, agent, other, target)

			checkSameGroup(t, where+": one agent", all.Group(agent), few.Group(agent), target)
			checkSameGroup(t, where+": two agents, the first", all.Group(other), both.Group(other), target)
			checkSameGroup(t, where+": two agents, the second", all.Group(agent), both.Group(agent), target)
			checkSameGroup(t, where+": two agents together", all.Group(agent, other), both.Group(agent, other), target)
			checkSameGroup(t, where+": nobody", all.Group(), few.Group(), target)
			if !slices.Equal(all.Sitemaps(), few.Sitemaps()) {
				t.Errorf("%s: sitemaps %q, compiled for one agent %q", where, all.Sitemaps(), few.Sitemaps())
			}
			if few.Size() > all.Size() {
				t.Errorf("%s: %d bytes, compiled for one agent %d", where, all.Size(), few.Size())
			}

			if isToken(agent) {
				// Asked for another crawler, what was compiled for one says what
				// it says when nobody is named; unless both have one name.
				stranger, want := few.Group(other), all.Group()
				if sameName(d.library, agent, other) {
					want = few.Group(agent)
				}
				checkSameGroup(t, where+": the other", want, stranger, target)
			}
		}
	})
}

// isToken reports a name that every dialect takes as it stands.
func isToken(name string) bool {
	for _, c := range []byte(name) {
		if c != '-' && c != '_' && (c|0x20 < 'a' || 'z' < c|0x20) {
			return false
		}
	}
	return name != ""
}

// sameName reports whether a group that names token is the group of name.
func sameName(d robotrie.Dialect, token, name string) bool {
	return !robotrie.Compile([]byte("user-agent: "+token+"\ndisallow: /\n"), robotrie.WithDialect(d)).Group(name).Allowed("/x")
}

// checkSameGroup wants everything alike that a crawler follows. Who else shares
// the group is known to the whole file alone.
func checkSameGroup(t *testing.T, where string, want, got *robotrie.Group, target string) {
	t.Helper()
	if a, b := want.Match(target), got.Match(target); a != b {
		t.Errorf("%s: Match gives %+v, compiled for few %+v", where, a, b)
	}
	if a, b := want.Allowed(target), got.Allowed(target); a != b {
		t.Errorf("%s: Allowed gives %v, compiled for few %v", where, a, b)
	}
	if a, b := want.Rules(), got.Rules(); !slices.Equal(a, b) {
		t.Errorf("%s: rules %v, compiled for few %v", where, a, b)
	}
	if a, b := want.Records("crawl-delay"), got.Records("crawl-delay"); !slices.Equal(a, b) {
		t.Errorf("%s: records %v, compiled for few %v", where, a, b)
	}
	if a, b := want.Explain(target), got.Explain(target); !reflect.DeepEqual(a.Matches, b.Matches) || a.Verdict != b.Verdict {
		t.Errorf("%s: Explain gives %+v, compiled for few %+v", where, a, b)
	}
}
