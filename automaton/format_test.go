package automaton_test

import (
	"encoding/hex"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// TestStarSectionExample: the star section that FORMAT.md takes apart is what is
// built of its three patterns, octet for octet.
func TestStarSectionExample(t *testing.T) {
	page, err := os.ReadFile("../compile/FORMAT.md")
	require.NoError(t, err)
	text := string(page)
	block := text[strings.LastIndex(text, "```text\n"):]
	octets := []byte{0}
	for _, line := range regexp.MustCompile(`(?m)^([0-9a-f]{4})  ([0-9a-f]{2}(?: [0-9a-f]{2})*)(?:  |$)`).FindAllStringSubmatch(block, -1) {
		offset, err := strconv.ParseUint(line[1], 16, 16)
		require.NoError(t, err)
		require.EqualValues(t, len(octets), offset, line[0])
		row, err := hex.DecodeString(strings.ReplaceAll(line[2], " ", ""))
		require.NoError(t, err)
		octets = append(octets, row...)
	}
	code := automaton.BuildAs(ranked("/*ab$", "/*a*cd", "/*a*b*ef"), automaton.Form{Width: 2, Stars: true}).Image.Code
	require.Equal(t, hex.Dump(code), hex.Dump(octets))
}
