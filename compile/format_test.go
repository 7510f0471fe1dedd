package compile_test

import (
	"encoding/hex"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/compile"
)

var fenced = regexp.MustCompile("(?s)```text\n(.*?)```")

// octetLines finds the offset and the octets of a line; what they mean stands
// two spaces behind them.
var octetLines = regexp.MustCompile(`(?m)^([0-9a-f]{4})  ([0-9a-f]{2}(?: [0-9a-f]{2})*)(?:  |$)`)

// TestFormatExample: the example that FORMAT.md takes apart is what Compile
// makes of the file above it, octet for octet.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	require.NoError(t, err)
	_, example, found := strings.Cut(string(page), "\n## An example\n")
	require.True(t, found)
	blocks := fenced.FindAllStringSubmatch(example, -1)
	require.GreaterOrEqual(t, len(blocks), 2)
	body := []byte(blocks[0][1])
	var octets []byte
	for _, line := range octetLines.FindAllStringSubmatch(blocks[1][1], -1) {
		offset, err := strconv.ParseUint(line[1], 16, 16)
		require.NoError(t, err)
		require.EqualValues(t, len(octets), offset, line[0])
		row, err := hex.DecodeString(strings.ReplaceAll(line[2], " ", ""))
		require.NoError(t, err)
		octets = append(octets, row...)
	}
	im := compile.Compile(body, compile.Options{})
	require.Equal(t, hex.Dump(im.Bytes()), hex.Dump(octets))
	require.Contains(t, example, "these "+strconv.Itoa(len(body))+" octets become an image of "+strconv.Itoa(len(octets))+".")
}
