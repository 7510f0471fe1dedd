package automaton_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestLengthsAtTheEdges asks patterns whose literals and pieces have the lengths
// at which a representation changes: words of eight octets, runs of 63, lengths
// of one octet.
func TestLengthsAtTheEdges(t *testing.T) {
	lengths := []int{0, 1, 2, 3, 7, 8, 9, 16, 62, 63, 64, 65, 127, 128, 191, 192, 254, 255, 256, 257}
	if testing.Short() {
		lengths = []int{0, 8, 64, 254, 255}
	}
	text := func(c string, n int) string { return strings.Repeat(c, max(n-1, 0)) + strings.Repeat("z", min(n, 1)) }
	answers := 0
	check := func(patterns, paths []string) {
		ranked := ranked(patterns...)
		machines := []*automaton.Set{automaton.Build(ranked), automaton.BuildStars(ranked)}
		for _, path := range paths {
			want := automaton.NoRank
			for i, p := range patterns {
				if oracle.MatchPattern(p, path) {
					want = automaton.Rank(i + 1)
				}
			}
			for kind, m := range machines {
				answers++
				require.Equal(t, want, m.Match([]byte(path)), "machine %d, patterns %q, path %q", kind, patterns, path)
			}
			// Look tells the mark, which the odd ranks have, and nothing else here.
			for kind, m := range machines {
				require.Equal(t, want%2 == 1 || want == automaton.NoRank, m.Look(path).Marked(),
					"look of machine %d, patterns %q, path %q", kind, patterns, path)
			}
		}
	}
	for _, a := range lengths {
		for _, b := range lengths {
			lit, piece := "/"+text("a", a), text("b", b)
			whole := lit + piece
			paths := []string{whole, whole + "x", lit + "-" + piece, lit + "-" + piece + "-", lit, whole[:len(whole)-1], lit + "b" + piece, "/" + piece, "/"}
			check([]string{lit + piece, lit + "*" + piece}, paths)
			check([]string{lit + "*" + piece + "$", lit + piece + "$"}, paths)
			check([]string{lit, lit + "*" + piece, lit + piece + "c", lit + piece + "d*" + piece}, append(paths, whole+"d"+whole, whole+"c"))
			for _, c := range []int{1, 127, b} {
				last := text("c", c)
				paths := []string{whole + last, lit + "-" + piece + "-" + last, lit + piece, lit + last + piece, whole + last + "x"}
				check([]string{lit + "*" + piece + "*" + last, fmt.Sprintf("%s*%s*%s$", lit, piece, last)}, paths)
			}
		}
	}
	t.Logf("%d answers compared", answers)
}
