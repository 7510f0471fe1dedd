package fuzz

import (
	"testing"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// patience is what one question may take, far beyond what any should: a fuzzer
// that hangs finds nothing more and says nothing.
const patience = 10 * time.Second

// compare asks the library in each of its ways, and the oracle.
func compare(t *testing.T, q question) {
	t.Helper()
	defer time.AfterFunc(patience, func() { panic("no answer within " + patience.String() + ": " + q.String()) }).Stop()
	for _, d := range dialects {
		want := oracle.Parse(d.oracle, q.body, q.maxSize).Ask(q.agents, q.target)

		options := []robotrie.Option{robotrie.WithDialect(d.library), robotrie.WithMaxSize(q.maxSize)}
		all := robotrie.Compile(q.body, options...)
		checkGroup(t, d.library, "Compile", q, all.Group(q.agents...), want)

		// A file compiled for these agents alone answers them alike.
		few := robotrie.Compile(q.body, append(options, robotrie.WithAgents(q.agents...))...)
		checkGroup(t, d.library, "WithAgents", q, few.Group(q.agents...), want)
	}
}

// batcher is the throughput path, where the library has one.
type batcher interface {
	AllowedBatch(dst []bool, targets []string) []bool
}

func checkGroup(t *testing.T, d robotrie.Dialect, how string, q question, g *robotrie.Group, want oracle.Answer) {
	t.Helper()
	v := g.Match(q.target)
	got := oracle.Answer{Allowed: v.Allowed, Line: v.Rule.Line, Type: v.Rule.Type.String(), Pattern: v.Rule.Pattern}
	if got != want {
		t.Errorf("%v, %s: Match gives %+v, oracle %+v\n%v", d, how, got, want, q)
	}
	if allowed := g.Allowed(q.target); allowed != want.Allowed {
		t.Errorf("%v, %s: Allowed gives %v, oracle %v\n%v", d, how, allowed, want.Allowed, q)
	}
	if e := g.Explain(q.target); e.Verdict != v {
		t.Errorf("%v, %s: Explain gives %+v, Match %+v\n%v", d, how, e.Verdict, v, q)
	}
	if b, ok := any(g).(batcher); ok {
		targets := []string{q.target, "/", q.target, "/robots.txt", q.target}
		batch := b.AllowedBatch([]bool{true}, targets)
		if len(batch) != 1+len(targets) || !batch[0] {
			t.Fatalf("%v, %s: AllowedBatch gives %v for %d targets\n%v", d, how, batch, len(targets), q)
		}
		for i, target := range targets {
			if batch[1+i] != g.Allowed(target) {
				t.Errorf("%v, %s: AllowedBatch gives %v for %q, Allowed does not\n%v", d, how, batch[1+i], target, q)
			}
		}
	}
}
