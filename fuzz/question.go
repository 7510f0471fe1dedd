package fuzz

import (
	"fmt"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
)

var dialects = []struct {
	library robotrie.Dialect
	oracle  oracle.Dialect
}{
	{robotrie.RFC9309, oracle.RFC9309},
	{robotrie.Google, oracle.Google},
	{robotrie.Koster1996, oracle.Koster1996},
}

// question is everything that an answer may depend on.
type question struct {
	body    []byte
	agents  []string
	target  string
	maxSize int
}

// String is a Go literal, ready to be pasted into a regression test.
func (q question) String() string {
	return fmt.Sprintf("body %q, agents %q, target %q, max size %d", q.body, q.agents, q.target, q.maxSize)
}

// decode reads an input as choices: first the world, then a file in it, then
// who asks, then for what.
func decode(data []byte) question {
	c := gen.FromBytes(data)
	w := gen.Worlds[c.IntN(len(gen.Worlds))]
	body, patterns := w.Body(c)
	q := question{body: body, agents: []string{gen.Agents[c.IntN(len(gen.Agents))]}}
	if c.IntN(4) == 3 {
		q.agents = append(q.agents, gen.Agents[c.IntN(len(gen.Agents))])
	}
	q.target = w.Target(c, patterns)
	if c.IntN(16) == 15 {
		q.maxSize = 1 + c.IntN(len(body)+2)
	}
	return q
}
