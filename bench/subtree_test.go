package bench

import (
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// BenchmarkSubtree decides for the directories of each file's own targets. Before
// the clock runs, what is decided is tried on those targets.
func BenchmarkSubtree(b *testing.B) {
	for _, w := range gen.Workloads() {
		if w.Name == "hostile" {
			continue // thousands of rules may bring another answer, and each is asked about
		}
		b.Run("workload="+w.Name, func(b *testing.B) {
			type question struct {
				group  *robotrie.Group
				prefix string
			}
			var all []question
			for _, f := range w.Files {
				g := robotrie.Compile(f.Body).Group(f.Agent)
				for _, target := range f.Derived {
					prefix := target[:strings.LastIndexByte(target, '/')+1]
					d := g.Subtree(prefix)
					if allowed := g.Allowed(target); d == robotrie.AllAllowed && !allowed || d == robotrie.AllDisallowed && allowed {
						b.Fatalf("%s: %v below %q, but not %q", f.Name, d, prefix, target)
					}
					all = append(all, question{g, prefix})
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				q := &all[i%len(all)]
				q.group.Subtree(q.prefix)
			}
		})
	}
}
