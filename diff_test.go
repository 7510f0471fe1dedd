package robotrie_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestDialectDiff: each witness is answered differently by the dialects, as the
// oracle has them, and what is known to differ is found.
func TestDialectDiff(t *testing.T) {
	const rfc, google, koster = robotrie.RFC9309, robotrie.Google, robotrie.Koster1996
	for _, test := range []struct {
		name, body string
		old, now   robotrie.Dialect
		want       robotrie.Change // one of the changes, but for its rules
		oldLine    int
		newLine    int
	}{
		{"robots.txt itself", "User-agent: *\nDisallow: /r\n", rfc, google, robotrie.Change{Witness: "/robots.txt"}, 0, 2},
		{"an index page", "User-agent: *\nDisallow: /d/\nAllow: /d/index.html\n", rfc, google, robotrie.Change{Allowed: true, Witness: "/d/"}, 2, 3},
		{"trailing stars", "User-agent: *\nDisallow: /ab*\nAllow: /*b\n", rfc, google, robotrie.Change{Witness: "/ab"}, 3, 2},
		{"the first match", "User-agent: *\nDisallow: /p\nAllow: /page\n", rfc, koster, robotrie.Change{Witness: "/page"}, 3, 2},
		{"a literal star", "User-agent: *\nDisallow: /*a\n", rfc, koster, robotrie.Change{Allowed: true, Witness: "/a"}, 2, 0},
		{"escapes", "User-agent: *\nDisallow: /%3D\n", rfc, koster, robotrie.Change{Witness: "/="}, 0, 2},
		{"two slashes", "User-agent: *\nDisallow: *//b\nAllow: /*b*\n", rfc, google, robotrie.Change{Allowed: true, Witness: "https://example.com//b"}, 2, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := robotrie.DialectDiff([]byte(test.body), test.old, test.now, "a")
			require.True(t, d.Complete)
			found := false
			for _, c := range d.Changes {
				before := oracle.Ask(oracleOf[test.old], []byte(test.body), []string{"a"}, c.Witness)
				now := oracle.Ask(oracleOf[test.now], []byte(test.body), []string{"a"}, c.Witness)
				require.NotEqual(t, before.Allowed, now.Allowed, "%+v", c)
				require.Equal(t, c.Allowed, now.Allowed, "%+v", c)
				require.Equal(t, []int{before.Line, now.Line}, []int{c.Old.Line, c.New.Line}, "%+v", c)
				found = found || c.Witness == test.want.Witness && c.Allowed == test.want.Allowed &&
					c.Old.Line == test.oldLine && c.New.Line == test.newLine
			}
			assert.True(t, found, "%+v is not among %+v", test.want, d.Changes)
		})
	}
	assert.True(t, robotrie.DialectDiff([]byte("User-agent: *\nAllow: /a\n"), rfc, google, "a").None())
}

// TestDiffOfCrawlers: the tokens choose the groups that are compared.
func TestDiffOfCrawlers(t *testing.T) {
	old := robotrie.Compile([]byte("User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n"))
	now := robotrie.Compile([]byte("User-agent: *\nDisallow: /\n"))
	d := robotrie.Diff(old, now, "a")
	require.Len(t, d.Changes, 1)
	assert.Equal(t, robotrie.Change{
		Witness: "/", New: robotrie.Rule{Type: robotrie.Disallow, Pattern: "/", Line: 2},
	}, d.Changes[0])
	assert.True(t, robotrie.Diff(old, now, "b").None())
	assert.True(t, robotrie.Diff(old, now).None())

	var zero robotrie.Robots
	assert.True(t, robotrie.Diff(&zero, robotrie.Compile(nil), "a").None())
	assert.Equal(t, zero.Fingerprint(), robotrie.Compile(nil).Fingerprint())
	assert.Equal(t, zero.Fingerprint(), robotrie.Compile([]byte("User-agent: *\nAllow: /\n")).Fingerprint())
	assert.NotEqual(t, old.Fingerprint(), now.Fingerprint())
	image, err := old.MarshalBinary()
	require.NoError(t, err)
	loaded, err := robotrie.Load(image)
	require.NoError(t, err)
	assert.True(t, robotrie.Diff(old, loaded, "a").None())
	assert.Equal(t, old.Fingerprint(), loaded.Fingerprint())
}

// TestGraph: whoever follows the edges of a graph ends where the engine does.
func TestGraph(t *testing.T) {
	g := groupOf("User-agent: *\nDisallow: /a\nAllow: /a*b$\n")
	graph, ok := g.Graph(40)
	require.True(t, ok)
	assert.Equal(t, robotrie.GraphState{Allowed: true}, graph.States[0])
	assert.Len(t, graph.States, 4, "none for /robots.txt, for which no rule decides as for others")
	final := 0
	for i, s := range graph.States {
		assert.Equal(t, s.Allowed, s.Rule.Type != robotrie.Disallow)
		if s.Final {
			final++
		}
		for _, e := range graph.Edges {
			if e.From == i {
				assert.False(t, s.Final, "an edge leaves state %d", i)
			}
		}
	}
	assert.Equal(t, 1, final, "all that does not begin with /a is allowed")
	at := 0
	for _, label := range []string{"a", "other", "b"} {
		for _, e := range graph.Edges {
			if e.From == at && e.Label == label {
				at = e.To
				break
			}
		}
	}
	assert.Equal(t, g.Match("/axb").Rule, graph.States[at].Rule)
	_, ok = g.Graph(3)
	assert.False(t, ok)
}
