package fuzz

import (
	"strings"

	"github.com/robotrie/robotrie/internal/gen"
)

// maxBatch is more targets than any implementation has in flight at once.
const maxBatch = 70

// batch is a file, a crawler, and what it asks for at once.
type batch struct {
	body    []byte
	agent   string
	targets []string
	cuts    []int // where the targets are cut into smaller batches
}

// decodeBatch reads choices: a file, targets made from its patterns, and how
// they are cut; more holds further targets, one a line.
func decodeBatch(data []byte, more string) (b batch) {
	c := gen.FromBytes(data)
	w := gen.Worlds[c.IntN(len(gen.Worlds))]
	var patterns []string
	b.body, patterns = w.Body(c)
	b.agent = gen.Agents[c.IntN(len(gen.Agents))]
	for range c.IntN(maxBatch + 1) {
		b.targets = append(b.targets, w.Target(c, patterns))
	}
	if more != "" {
		b.targets = append(b.targets, strings.Split(more, "\n")...)
	}
	for range c.IntN(4) {
		b.cuts = append(b.cuts, c.IntN(len(b.targets)+1))
	}
	return b
}
