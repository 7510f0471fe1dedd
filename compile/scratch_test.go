package compile

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/internal/gen"
)

// TestScratchIsReused: a small file costs few allocations, for what is needed on
// the way is kept for the next one.
func TestScratchIsReused(t *testing.T) {
	info, _ := debug.ReadBuildInfo()
	if invariants || info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("checks of invariants allocate, and the race detector makes pools forget")
	}
	body := []byte("disallow: /outside\nuser-agent: *\nuser-agent: a/1\ndisallow: /a\ndisallow: /b*c\nallow: /%7e*%2f\n" +
		"crawl-delay: 1\nsitemap: /s\nhost: h\nhost: i\nnosense\nuser-agent: a\nallow: /c\n" + strings.Repeat("disallow: /x\n", 30))
	for d := range dialects {
		o := Options{Dialect: Dialect(d)}
		im := Compile(body, o)
		groups := len(slices.Collect(im.Groups()))
		assert.LessOrEqual(t, testing.AllocsPerRun(200, func() { Outline([]byte("#"), o) }), 2.0, "%s: the lines", o.Dialect)
		// The image, and what tells the groups from each other.
		assert.LessOrEqual(t, testing.AllocsPerRun(200, func() { Compile(body, o) }), float64(1+groups), "%s", o.Dialect)
	}
}

// TestScratchTellsNothing: what a parser read before changes no octet of what
// it writes next.
func TestScratchTellsNothing(t *testing.T) {
	bodies := [][]byte{
		nil,
		[]byte("user-agent: *\ndisallow: /a\n"),
		[]byte("disallow: /outside\nuser-agent: a\nuser-agent: b\ndisallow: /\nfoo: x\n\nuser-agent: b\nallow: /b*%2f?c%2F\nbar: y"),
		[]byte("user-agent: z\nuser-agent: y\nallow: /%7e*c$\ncrawl-delay: 2\n\nuser-agent: y\ndisallow: /y\nsitemap: /s\nsitemap:\nbaz\n"),
		[]byte("user-agent: open\ncrawl-delay: 1"),
		[]byte("crawl-delay: 1\nuser-agent: a\nuser-agent: ex\nuser-agent: z/1\nfoo: 1\nfoo: 2"),
		[]byte("user-agent: nobody-wants-me\ncrawl-delay: 1\nallow: /"),
	}
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "user-agent: t%d\nkey%d: x\ndisallow: /%x/index.html\ndisallow: /%s\n", i%40, i, i*i, strings.Repeat("x", i))
	}
	bodies = append(bodies, []byte(many.String()))
	for _, f := range gen.HostileOf(1000) {
		bodies = append(bodies, f.Body)
	}
	used := newParser()
	for round := range 2 {
		for i := range bodies {
			body := bodies[i]
			if round > 0 {
				body = bodies[len(bodies)-1-i]
			}
			for _, agents := range [][]string{nil, {"z", "b", "ex"}, {"y"}, {}} {
				for d := range dialects {
					o := Options{Dialect: Dialect(d), Agents: agents}
					want := newParser().compile(body, o)
					require.Equal(t, want, used.compile(body, o), "%s, %q, body %d: %.200q", o.Dialect, agents, i, body)
				}
			}
		}
	}
}

// TestHeldScratch: every part that grows with a body is counted, and what is
// too large is left to the collector; nothing of a body is kept.
func TestHeldScratch(t *testing.T) {
	p := newParser()
	assert.Equal(t, p.builder.Held(), p.held())
	p.table, p.meta = make([]byte, 10, 1_000), make([]byte, 0, 200)
	p.standings = make([]standing, 0, 3)
	p.unknown.text = make([]byte, 0, 5)
	assert.Equal(t, 1_000+200+3*40+5, p.held())
	p.byName, p.bySet = map[string]token{"a": 0, "b": 1}, map[string]int{"x": 0}
	assert.Equal(t, 1_000+200+3*40+5+3*64, p.held())
	p.unknown = keyCounts{keys: make([]keyCount, 0, 7), index: make([]uint32, 2, 9)}
	assert.Equal(t, 1_000+200+3*40+7*32+9*4+3*64, p.held())
	p.builder.Begin(make([]byte, 64), 2)
	assert.Equal(t, 1_000+200+3*40+7*32+9*4+3*64+p.builder.Held(), p.held())
	assert.NotZero(t, p.builder.Held())

	for _, size := range []int{0, maxKept, maxKept + 1} {
		p = newParser()
		p.table, p.text = make([]byte, 0, size), []byte("body")
		p.release()
		assert.Equal(t, size <= maxKept, p.text == nil, "%d octets", size)
	}
}
