package fuzz

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
)

// meanings is two files of one world, and targets to try them on. What is
// claimed of all targets must hold for these.
type meanings struct {
	old, now         []byte
	before, after    int // dialects, as indices
	agent            string
	targets          []string
	oldFile, nowFile *oracle.File
}

func (m meanings) String() string {
	return fmt.Sprintf("%v %q, %v %q, agent %q", dialects[m.before].library, m.old, dialects[m.after].library, m.now, m.agent)
}

// decodeMeanings reads an input as choices. The files are alike: what one says
// the other mostly says, too, or nothing could be proved of them.
func decodeMeanings(data []byte) meanings {
	c := gen.FromBytes(data)
	w := gen.Worlds[c.IntN(len(gen.Worlds))]
	m := meanings{before: c.IntN(len(dialects)), agent: gen.Agents[c.IntN(len(gen.Agents))]}
	if m.after = m.before; c.IntN(4) == 3 {
		m.after = c.IntN(len(dialects))
	}
	old, patterns := w.Body(c)
	m.old = old
	switch c.IntN(4) {
	case 0:
		more, others := w.Body(c)
		m.now, patterns = more, append(patterns, others...)
	case 1:
		m.now = old
	default:
		// A line less, and some in another order.
		lines := strings.SplitAfter(string(old), "\n")
		if n := len(lines); n > 2 {
			i, j, k := 1+c.IntN(n-1), 1+c.IntN(n-1), 1+c.IntN(n-1)
			lines[i], lines[j] = lines[j], lines[i]
			if c.IntN(2) == 1 {
				lines = append(lines[:k], lines[k+1:]...)
			}
		}
		m.now = []byte(strings.Join(lines, ""))
	}
	for range 12 {
		target := w.Target(c, patterns)
		if m.before != m.after || c.IntN(2) == 1 {
			// Dialects are compared on paths in URLs.
			target = "https://example.com" + strings.TrimPrefix(w.Path(c), "https://example.com")
			target = strings.NewReplacer("#", "", "\x00", "").Replace(target)
		}
		m.targets = append(m.targets, target)
	}
	m.oldFile = oracle.Parse(dialects[m.before].oracle, m.old, 0)
	m.nowFile = oracle.Parse(dialects[m.after].oracle, m.now, 0)
	return m
}

func (m meanings) robots() (old, now *robotrie.Robots) {
	return robotrie.Compile(m.old, robotrie.WithDialect(dialects[m.before].library)),
		robotrie.Compile(m.now, robotrie.WithDialect(dialects[m.after].library))
}

func (m meanings) watch() *time.Timer {
	return time.AfterFunc(patience, func() { panic("no answer within " + patience.String() + ": " + m.String()) })
}

// kindOf is what changes of one kind have in common.
type kindOf struct {
	allowed  bool
	old, now int
}

// checkDiff: every witness flips, decided by the lines that are said; and where
// the comparison is complete, no target is answered differently otherwise.
func checkDiff(t *testing.T, m meanings, d robotrie.Difference) {
	t.Helper()
	agents := []string{m.agent}
	kinds := map[kindOf]bool{}
	for _, c := range d.Changes {
		kinds[kindOf{c.Allowed, c.Old.Line, c.New.Line}] = true
		old, now := m.oldFile.Ask(agents, c.Witness), m.nowFile.Ask(agents, c.Witness)
		if old.Allowed == now.Allowed || now.Allowed != c.Allowed || old.Line != c.Old.Line || now.Line != c.New.Line {
			t.Errorf("%+v, but the oracle says %+v, then %+v\n%v", c, old, now, m)
		}
	}
	if !d.Complete {
		return
	}
	for _, target := range m.targets {
		old, now := m.oldFile.Ask(agents, target), m.nowFile.Ask(agents, target)
		if old.Allowed != now.Allowed && !kinds[kindOf{now.Allowed, old.Line, now.Line}] {
			t.Errorf("complete, but the oracle says %+v, then %+v of %q\n%v", old, now, target, m)
		}
	}
}

func addMeanings(f *testing.F) { addChoices(f, 60, 40, 300) }

// FuzzDiff: what Diff claims of two files holds.
func FuzzDiff(f *testing.F) {
	addMeanings(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip("more choices than any file of these worlds takes")
		}
		m := decodeMeanings(data)
		defer m.watch().Stop()
		old, now := m.robots()
		checkDiff(t, m, robotrie.Diff(old, now, m.agent))
	})
}

// FuzzSubtree: what is claimed of all targets that begin alike holds for each.
func FuzzSubtree(f *testing.F) {
	addMeanings(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip("more choices than any file of these worlds takes")
		}
		m := decodeMeanings(data)
		defer m.watch().Stop()
		old, _ := m.robots()
		g := old.Group(m.agent)
		for _, target := range m.targets {
			answer := m.oldFile.Ask([]string{m.agent}, target)
			if oracle.CanonicalPath(dialects[m.before].oracle, target) == "/robots.txt" {
				continue
			}
			for n := range len(target) + 1 {
				d := g.Subtree(target[:n])
				if d == robotrie.AllAllowed && !answer.Allowed || d == robotrie.AllDisallowed && answer.Allowed {
					t.Errorf("Subtree(%q) is %v, but the oracle says %+v of %q\n%v", target[:n], d, answer, target, m)
				}
			}
		}
	})
}

// FuzzMinimize: a smaller file answers as the file does, whatever octets it has.
func FuzzMinimize(f *testing.F) {
	addMeanings(f)
	for _, body := range bodies {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip("the oracle takes its time")
		}
		m := decodeMeanings(data)
		defer m.watch().Stop()
		for _, body := range [][]byte{m.old, data} {
			for i, d := range dialects {
				small := robotrie.Minimize(body, robotrie.WithDialect(d.library))
				if string(small) == string(body) {
					continue
				}
				m := m
				m.before, m.after, m.old, m.now = i, i, body, small
				m.oldFile, m.nowFile = oracle.Parse(d.oracle, body, 0), oracle.Parse(d.oracle, small, 0)
				for _, agent := range gen.Agents {
					for _, target := range m.targets {
						old, now := m.oldFile.Ask([]string{agent}, target), m.nowFile.Ask([]string{agent}, target)
						if old.Allowed != now.Allowed {
							t.Errorf("%+v, after Minimize %+v, of %q for %s\n%v", old, now, target, agent, m)
						}
					}
				}
			}
		}
	})
}

// FuzzFingerprint: files with one fingerprint answer alike, and files with
// different ones do not: there is a target that tells them apart.
func FuzzFingerprint(f *testing.F) {
	addMeanings(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			t.Skip("more choices than any file of these worlds takes")
		}
		m := decodeMeanings(data)
		m.after = m.before
		m.nowFile = oracle.Parse(dialects[m.after].oracle, m.now, 0)
		defer m.watch().Stop()
		old, now := m.robots()
		x, y := old.Group(m.agent).Fingerprint(), now.Group(m.agent).Fingerprint()
		if x.Kind != robotrie.ByMeaning || y.Kind != robotrie.ByMeaning {
			return // too large: nothing is claimed
		}
		if x == y {
			for _, target := range m.targets {
				if a, b := m.oldFile.Ask([]string{m.agent}, target), m.nowFile.Ask([]string{m.agent}, target); a.Allowed != b.Allowed {
					t.Errorf("one fingerprint, but the oracle says %+v and %+v of %q\n%v", a, b, target, m)
				}
			}
			return
		}
		d := robotrie.Diff(old, now, m.agent)
		if d.None() {
			t.Errorf("%v and %v, but no target tells them apart\n%v", x, y, m)
		}
		checkDiff(t, m, d)
	})
}

// TestMeaningsAreWorthTrying: the seeds make pairs that are the same, that differ,
// and that are written differently and mean the same.
func TestMeaningsAreWorthTrying(t *testing.T) {
	same, silent, differ := 0, 0, 0
	for seed := range uint64(1000) {
		c := gen.New(5000 + seed)
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte(c.IntN(256))
		}
		m := decodeMeanings(data)
		old, now := m.robots()
		d := robotrie.Diff(old, now, m.agent)
		switch {
		case !d.None():
			differ++
			checkDiff(t, m, d)
		case string(m.old) == string(m.now):
			same++
		default:
			silent++
		}
	}
	t.Logf("%d the same, %d that mean the same, %d that differ", same, silent, differ)
	if min(same, silent, differ) < 50 {
		t.Error("one of these is hardly tried")
	}
}
