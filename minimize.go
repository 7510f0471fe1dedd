package robotrie

import (
	"bytes"
	"slices"

	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/meaning"
)

// Minimize gives a file that answers every crawler as body does, without the
// rules that change no answer: those that can never win, and those without which
// another rule says the same. Everything else stays as it is and where it is,
// comments included. A group that would lose its last rule keeps the line
// "Disallow:", without which its agents would join the next group.
//
// The result is compared with body by Diff for every group. Where that proof is
// not to be had within its budget, and where body is UTF-16 or over the size
// limit, the result is body itself. Under Google, where the groups of several
// tokens count together, only rules that can never win are dropped.
//
// What it costs is bounded as for Lint and Diff. Where that budget ends, rules
// may stay that change no answer; TryMinimize tells.
func Minimize(body []byte, options ...Option) []byte {
	smaller, _ := TryMinimize(body, options...)
	return smaller
}

// TryMinimize is Minimize, and tells whether all was examined: complete is false
// where a budget ended, so that rules may be left that change no answer, and
// where body is UTF-16 or over the size limit.
func TryMinimize(body []byte, options ...Option) (smaller []byte, complete bool) {
	m := minimizer{work: lintWork, proof: diffWork}
	return m.minimize(body, options)
}

// minimizer is one run of Minimize.
type minimizer struct {
	work  meaning.Budget // that is left for finding out what can go
	proof meaning.Budget // and for the proof that nothing changes
}

func (m *minimizer) minimize(body []byte, options []Option) (smaller []byte, complete bool) {
	old := Compile(body, options...)
	var o compile.Options
	for _, option := range options {
		option(&o)
	}
	lines, ok := compile.Outline(body, o)
	cut := slices.ContainsFunc(old.Diagnostics(), func(d Diagnostic) bool { return d.Code == compile.Truncated })
	if !ok || cut {
		return bytes.Clone(body), false
	}
	ruled := newFileRules(old.compiled())
	drop, complete := m.superfluous(old, ruled)
	if len(drop) == 0 {
		return bytes.Clone(body), complete
	}
	smaller = without(body, lines, drop)
	if !m.same(old, Compile(smaller, options...), ruled) {
		return bytes.Clone(body), false
	}
	return smaller, complete
}

// same proves that two files answer alike, group by group.
func (m *minimizer) same(old, new *Robots, ruled *fileRules) bool {
	newRuled := newFileRules(new.compiled())
	for g := range old.Groups() {
		agents := g.Agents()
		now := new.Group(agents[0])
		if !slices.Equal(now.Agents(), agents) || !diff(side{g, ruled}, side{now, newRuled}, &m.proof).None() || m.proof < 0 {
			return false
		}
	}
	return true
}

// superfluous gives the lines of rules that can go, all of them together.
// complete: no others can.
func (m *minimizer) superfluous(r *Robots, ruled *fileRules) (drop map[int]bool, complete bool) {
	type group struct {
		set  *meaning.Set
		dead map[int]bool
	}
	var groups []group
	in := map[int][]int{} // for each rule the groups that it counts in
	complete = true
	sets := newGroupSets(ruled, r.compiled().Dialect())
	for g := range r.Groups() {
		_, ranks := ruled.ranked(g)
		x := group{set: sets.set(g, &m.work), dead: map[int]bool{}}
		if x.set == nil {
			return nil, false
		}
		dead, open := x.set.Dead((*exempting)(g), lintLimits, &m.work)
		complete = complete && open == 0
		for _, c := range dead {
			x.dead[c.Line] = true
		}
		for _, rule := range g.rulesOf(ranks) {
			in[rule.Line] = append(in[rule.Line], len(groups))
		}
		groups = append(groups, x)
	}
	drop = map[int]bool{}
	can := func(line int, test func(g *group) bool) {
		for _, i := range in[line] {
			if !test(&groups[i]) {
				return
			}
		}
		drop[line] = true
		for _, i := range in[line] {
			groups[i].set.Drop(line)
		}
	}
	for line := range in {
		can(line, func(g *group) bool { return g.dead[line] })
	}
	if r.compiled().Dialect().Union() {
		return drop, complete
	}
	var rest []int
	for line := range in {
		if !drop[line] {
			rest = append(rest, line)
		}
	}
	// From the end, so that of rules that make each other superfluous the first
	// stays.
	slices.SortFunc(rest, func(a, b int) int { return b - a })
	for _, line := range rest {
		can(line, func(g *group) bool {
			if m.work < 0 {
				complete = false
				return false
			}
			c := g.set.Redundant(line, lintLimits, &m.work)
			complete = complete && c.Known
			return c.Known && c.Redundant
		})
	}
	return drop, complete
}

// without gives a body without the lines of some rules.
func without(body []byte, lines []compile.Line, drop map[int]bool) []byte {
	kept := map[int]bool{} // groups, as they are written, that keep a rule
	for _, line := range lines {
		if (line.Kind == compile.AllowLine || line.Kind == compile.DisallowLine) && !drop[line.Number] {
			kept[line.Group] = true
		}
	}
	var out []byte
	at := 0
	for _, line := range lines {
		if !drop[line.Number] {
			continue
		}
		out = append(out, body[at:line.From]...)
		at = line.To
		if !kept[line.Group] {
			kept[line.Group] = true
			text := body[line.From:line.To]
			end := text[len(bytes.TrimRight(text, "\r\n")):]
			out = append(append(out, "Disallow:"...), end...)
		}
	}
	return append(out, body[at:]...)
}
