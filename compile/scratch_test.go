package compile

import (
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScratchIsReused: a small file costs few allocations, for what is needed on
// the way is kept for the next one.
func TestScratchIsReused(t *testing.T) {
	info, _ := debug.ReadBuildInfo()
	if invariants || info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("checks of invariants allocate, and the race detector makes pools forget")
	}
	body := []byte("user-agent: *\nuser-agent: a\ndisallow: /a\ndisallow: /b*c\nallow: /b\ncrawl-delay: 1\nsitemap: /s\n")
	Compile(body, Options{})
	assert.Less(t, testing.AllocsPerRun(200, func() { Compile(body, Options{}) }), 12.0)
}
