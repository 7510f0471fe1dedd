package robotrie

import (
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/meaning"
)

// What a question about a whole file may cost beyond its budget, in steps: to take
// its rules apart, and the search during which the budget ends.
const overrun = 1 << 23

// TestHostileQuestions: what Lint, Minimize, Diff and Fingerprint do with every
// hostile shape, at full size, stays within the budget that they are given, and
// so does the memory that they ask for on the way, of which much was once not
// paid for. Where the budget ended they say so. Under -short the bodies are an
// eighth of the size.
//
// The budget here is a part of the real one, which is the same code and takes
// minutes for all shapes.
func TestHostileQuestions(t *testing.T) {
	if info, _ := debug.ReadBuildInfo(); info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector allocates as well")
	}
	const part = 64
	size := gen.MaxHostile
	if testing.Short() {
		size /= 8
	}
	ended := map[string]int{}
	ask := func(name, what string, budget meaning.Budget, question func(work *meaning.Budget) (complete bool)) {
		work := budget / part
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		complete := question(&work)
		runtime.ReadMemStats(&after)
		assert.GreaterOrEqual(t, int(work), -overrun, "%s, %s: steps left of %d", name, what, budget/part)
		if work < 0 && !complete {
			ended[what]++
		}
		// A comparison may be decided behind its budget, by what it asks for each
		// pattern then.
		assert.False(t, work < 0 && complete && what != "Diff", "%s, %s: it does not say that the budget ended", name, what)
		// The body's own share, and 16 bytes a step.
		bound := 700*uint64(size) + 16*uint64(budget/part)
		assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, bound, "%s, %s: bytes that were allocated", name, what)
	}
	for _, f := range gen.HostileOf(size) {
		ask(f.Name, "Lint", lintWork, func(work *meaning.Budget) bool {
			l := lint(f.Body, nil, *work)
			*work = l.work
			for _, found := range l.found {
				if found.Code == NotExamined {
					return false
				}
			}
			return true
		})
		ask(f.Name, "Minimize", lintWork, func(work *meaning.Budget) bool {
			m := minimizer{work: *work, proof: diffWork}
			_, complete := m.minimize(f.Body, nil)
			*work = m.work
			return complete
		})
		ask(f.Name, "Diff", diffWork, func(work *meaning.Budget) bool {
			empty, all := Compile(nil), Compile(f.Body)
			return diff(side{empty.Group(f.Agent), nil}, side{all.Group(f.Agent), nil}, work).Complete
		})
		ask(f.Name, "Fingerprint", fileSteps, func(work *meaning.Budget) bool {
			sum, left := Compile(f.Body).fingerprint(*work)
			*work = left
			return sum.Kind == ByMeaning
		})
	}
	t.Log("budgets that ended: ", ended)
	for _, what := range []string{"Lint", "Minimize", "Diff", "Fingerprint"} {
		assert.Positive(t, ended[what], "%s: no budget ended, so nothing was shown", what)
	}
}
