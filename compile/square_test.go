package compile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/compile"
)

// TestNothingTakesASquare of how many rules or groups there are: of the numbers
// here that takes longer than a test may run.
func TestNothingTakesASquare(t *testing.T) {
	var names strings.Builder
	for i := range 2 * 20_000 {
		fmt.Fprintf(&names, "user-agent:a%x\nallow:/\n", i%20_000)
	}
	body := append([]byte("user-agent:*\n"), bytes.Repeat([]byte("allow:/\n"), 400_000)...)
	im := compile.Compile(body, compile.Options{MaxSize: len(body)})
	rules := 0
	for range im.Table().All() {
		rules++
	}
	assert.Equal(t, 400_000, rules)

	im = compile.Compile([]byte(names.String()), compile.Options{MaxSize: names.Len()})
	groups := 0
	for range im.Groups() {
		groups++
	}
	assert.Equal(t, 20_000, groups)
}
