package compile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/compile"
)

// TestOrderOfLongRules: rules that are prefixes of each other, in any order, few
// and many, short and long: the longest that matches wins, allow before disallow
// and, of two that say the same, the earlier line.
func TestOrderOfLongRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, longest := range []int{24, 254, 255, 256, 257, 600} {
		for _, rules := range []int{2, 23, 24, 25, 60} {
			var body strings.Builder
			body.WriteString("user-agent: a\n")
			type winner struct {
				line  int
				allow bool
			}
			want := map[int]winner{} // by length
			for i := range rules {
				n := 1 + random.IntN(longest)
				if i == rules/2 {
					n = longest
				}
				allow := random.IntN(2) == 0
				key := "disallow"
				if allow {
					key = "allow"
				}
				fmt.Fprintf(&body, "%s: /%s\n", key, strings.Repeat("x", n-1))
				if w, known := want[n]; !known || allow && !w.allow {
					want[n] = winner{i + 2, allow}
				}
			}
			im := compile.Compile([]byte(body.String()), compile.Options{})
			at := winner{}
			for n := 1; n <= longest; n++ {
				if w, ok := want[n]; ok {
					at = w
				}
				machine := im.AppendMachines(nil, im.Find([]byte("a")))[0]
				rank, _ := machine.Match([]byte("/"+strings.Repeat("x", n-1)), true)
				got := winner{}
				if rank != 0 {
					e := im.Table().Entry(rank)
					got = winner{int(e.Line), e.Mark}
				}
				require.Equal(t, at, got, "%d rules of %d octets at most, a path of %d", rules, longest, n)
			}
		}
	}
}
