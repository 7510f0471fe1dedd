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
func Minimize(body []byte, options ...Option) []byte {
	old := Compile(body, options...)
	var o compile.Options
	for _, option := range options {
		option(&o)
	}
	lines, ok := compile.Outline(body, o)
	cut := slices.ContainsFunc(old.Diagnostics(), func(d Diagnostic) bool { return d.Code == compile.Truncated })
	if !ok || cut {
		return bytes.Clone(body)
	}
	drop := superfluous(old)
	if len(drop) == 0 {
		return bytes.Clone(body)
	}
	smaller := without(body, lines, drop)
	new := Compile(smaller, options...)
	steps := 4 * diffLimits.Steps // for all groups
	for g := range old.Groups() {
		now := new.Group(g.Agents()[0])
		d := diff(g, now, diffLimits)
		steps -= d.steps
		if !d.None() || steps < 0 || !slices.Equal(now.Agents(), g.Agents()) {
			return bytes.Clone(body)
		}
	}
	return smaller
}

// superfluous gives the lines of rules that can go, all of them together.
func superfluous(r *Robots) map[int]bool {
	type group struct {
		*Group
		set  *meaning.Set
		dead map[int]bool
	}
	var groups []group
	budget, patterns := newLintBudget(), r.patterns()
	in := map[int][]int{} // for each rule the groups that it counts in
	for g := range r.Groups() {
		ranked, _ := g.ranked()
		if !budget.group(len(ranked), patterns) {
			return nil
		}
		x := group{Group: g, set: meaning.NewSet(g.dialect().Form(), g.withRobotsTxt(ranked)), dead: map[int]bool{}}
		dead, _ := x.set.Dead((*exempting)(g), lintLimits)
		for _, c := range dead {
			x.dead[c.Line] = true
		}
		for _, rule := range g.Rules() {
			in[rule.Line] = append(in[rule.Line], len(groups))
		}
		groups = append(groups, x)
	}
	drop := map[int]bool{}
	can := func(line int, test func(g *group) bool) {
		for _, i := range in[line] {
			if !test(&groups[i]) {
				return
			}
		}
		drop[line] = true
	}
	for line := range in {
		can(line, func(g *group) bool { return g.dead[line] })
	}
	// What is dead goes at once: a file may have very many, each a copy of the set.
	for i := range groups {
		groups[i].set = groups[i].set.Without(drop)
	}
	if r.compiled().Dialect().Union() {
		return drop
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
			c := budget.redundant(g.set, line)
			return c.Known && c.Redundant
		})
		if drop[line] {
			for _, i := range in[line] {
				groups[i].set = groups[i].set.Without(map[int]bool{line: true})
			}
		}
	}
	return drop
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
