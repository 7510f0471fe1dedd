package gen

import (
	"slices"
	"strings"
)

// Mutate gives a recipe that differs from r in one thing: how often something
// is repeated, what stands in a rule or a path, which rules there are, who they
// are for. What c chooses decides alone, so that a search can be repeated.
func (r Recipe) Mutate(c Chooser) Recipe {
	r = r.clone()
	switch c.IntN(10) {
	case 0, 1, 2, 3:
		if t := r.anyRule(c); t != nil {
			*t = t.mutate(c)
		}
	case 4, 5, 6:
		r.mutatePath(c)
	case 7:
		r.mutateLines(c)
	case 8:
		// A rule's octets in the path keep it busy.
		if t := r.anyRule(c); t != nil && len(r.Paths) > 0 {
			p := &r.Paths[c.IntN(len(r.Paths))]
			*p = slices.Insert(*p, c.IntN(len(*p)+1), withoutOperators((*t)[c.IntN(len(*t))]))
		}
	default:
		r.Agents = Spread(c.IntN(len(spreads)))
	}
	return r.trim()
}

// Cross gives a recipe with the rules of one and the paths of both.
func (r Recipe) Cross(c Chooser, other Recipe) Recipe {
	r, other = r.clone(), other.clone()
	r.Paths = append(r.Paths, other.Paths...)
	if chance(c, 50) {
		r.Lines = append(r.Lines, other.Lines...)
	} else {
		r.Once = append(r.Once, other.Lines...)
	}
	return r.trim()
}

// Limits of a recipe, so that what a search finds can be read.
const (
	maxTexts = 4
	maxParts = 8
	maxPart  = 12
)

// trim keeps a recipe within its limits, and with something in it.
func (r Recipe) trim() Recipe {
	texts := func(all []Text) []Text {
		out := all[:0]
		for _, t := range all {
			t = slices.DeleteFunc(t, func(p Part) bool { return p.Text == "" || p.Times < 1 && !p.Grows })
			if t = t[:min(len(t), maxParts)]; len(t) > 0 {
				out = append(out, t)
			}
		}
		return out[max(0, len(out)-maxTexts):] // what is new comes last
	}
	r.Once, r.Lines, r.Paths = texts(r.Once), texts(r.Lines), texts(r.Paths)
	if len(r.Lines) == 0 {
		r.Lines = []Text{{{Text: "/#", Times: 1}}}
	}
	if len(r.Paths) == 0 {
		r.Paths = []Text{{{Text: "/", Times: 1}, {Text: "a", Times: MaxTarget}}}
	}
	return r
}

func (r Recipe) clone() Recipe {
	texts := func(all []Text) (out []Text) {
		for _, t := range all {
			out = append(out, slices.Clone(t))
		}
		return out
	}
	return Recipe{Agents: r.Agents, Once: texts(r.Once), Lines: texts(r.Lines), Paths: texts(r.Paths)}
}

// anyRule gives one of the rules, nil where there is none.
func (r Recipe) anyRule(c Chooser) *Text {
	n := len(r.Lines) + len(r.Once)
	if n == 0 {
		return nil
	}
	if i := c.IntN(n); i < len(r.Lines) {
		return &r.Lines[i]
	} else {
		return &r.Once[i-len(r.Lines)]
	}
}

func (r *Recipe) mutatePath(c Chooser) {
	if len(r.Paths) == 0 {
		return
	}
	i := c.IntN(len(r.Paths))
	switch c.IntN(6) {
	case 0:
		r.Paths = append(r.Paths, slices.Clone(r.Paths[i]).mutate(c))
	case 1:
		r.Paths = slices.Delete(r.Paths, i, i+1)
	default:
		r.Paths[i] = r.Paths[i].mutate(c)
	}
}

// mutateLines changes which rules there are.
func (r *Recipe) mutateLines(c Chooser) {
	rule := r.anyRule(c)
	if rule == nil {
		return
	}
	copied := slices.Clone(*rule)
	switch c.IntN(4) {
	case 0:
		r.Lines = append(r.Lines, copied.mutate(c))
	case 1:
		r.Once = append(r.Once, copied)
	case 2:
		if len(r.Lines) > 1 {
			i := c.IntN(len(r.Lines))
			r.Lines = slices.Delete(r.Lines, i, i+1)
		}
	default:
		if len(r.Once) > 0 {
			i := c.IntN(len(r.Once))
			r.Once = slices.Delete(r.Once, i, i+1)
		}
	}
}

// tokens are what texts are made of: letters that many share and one that few
// do, what is special to a rule, what is spelt in more than one way.
var tokens = []string{
	"a", "b", "z", "@", "@", "#", "*", "*", "*", "$", "/", "?", ".", "ab", "aa", "%2F", "%3F", "%61", "%7E", "%C3%BC", "%FF", "&a=", "*a", "a*", "@*", "*@@@",
}

// counts are numbers at which something may change.
var counts = []int{1, 2, 3, 4, 7, 8, 9, 16, 31, 32, 33, 64, 79, 80, 81, 100, 255, 256, 400, 1000, 2000, 4000, 20_000}

func (t Text) mutate(c Chooser) Text {
	if len(t) == 0 {
		return Text{{Text: pick(c, tokens), Times: 1}}
	}
	i := c.IntN(len(t))
	p := &t[i]
	switch c.IntN(12) {
	case 0, 1:
		p.Times, p.Grows = counts[c.IntN(len(counts))], false
	case 2:
		p.Times = max(1, p.Times*2)
	case 3:
		p.Times = max(1, p.Times/2)
	case 4:
		p.Times = max(1, p.Times+c.IntN(3)-1)
	case 5:
		if p.Grows = !p.Grows; !p.Grows {
			p.Times = 1
		}
	case 6:
		return slices.Insert(t, c.IntN(len(t)+1), Part{Text: pick(c, tokens), Times: counts[c.IntN(len(counts))]})
	case 7:
		return slices.Insert(t, c.IntN(len(t)+1), Part{Text: pick(c, tokens), Times: 1})
	case 8:
		return slices.Delete(t, i, i+1)
	case 9:
		j := c.IntN(len(t))
		t[i], t[j] = t[j], t[i]
	case 10:
		// Part of an escape may stay behind: that is as good.
		at := c.IntN(len(p.Text))
		p.Text = p.Text[:at] + p.Text[at+1:]
	default:
		if s := pick(c, tokens); len(p.Text)+len(s) <= maxPart {
			at := c.IntN(len(p.Text) + 1)
			p.Text = p.Text[:at] + s + p.Text[at:]
		}
	}
	return t
}

// withoutOperators is what of a rule's part a path can hold.
func withoutOperators(p Part) Part {
	p.Text = strings.NewReplacer("*", "", "$", "").Replace(p.Text)
	if p.Grows {
		p.Times, p.Grows = 100, false
	}
	return p
}

// Smaller gives the recipes that lack one thing of r: the spread, a rule, a
// path, or a part or an octet of one; or that hold something once which r
// repeats. What a search found is made readable by it.
func (r Recipe) Smaller() (out []Recipe) {
	if r.Agents != Everyone {
		out = append(out, Recipe{Everyone, r.Once, r.Lines, r.Paths})
	}
	for _, once := range smallerTexts(r.Once, 0) {
		out = append(out, Recipe{r.Agents, once, r.Lines, r.Paths})
	}
	for _, lines := range smallerTexts(r.Lines, 1) {
		out = append(out, Recipe{r.Agents, r.Once, lines, r.Paths})
	}
	for _, paths := range smallerTexts(r.Paths, 1) {
		out = append(out, Recipe{r.Agents, r.Once, r.Lines, paths})
	}
	return out
}

// smallerTexts leaves at least so many texts.
func smallerTexts(all []Text, least int) (out [][]Text) {
	for i, t := range all {
		if len(all) > least {
			out = append(out, slices.Concat(all[:i], all[i+1:]))
		}
		for _, smaller := range t.smaller() {
			out = append(out, slices.Concat(all[:i], []Text{smaller}, all[i+1:]))
		}
	}
	return out
}

func (t Text) smaller() (out []Text) {
	for i, p := range t {
		if len(t) > 1 {
			out = append(out, slices.Concat(t[:i], t[i+1:]))
		}
		replace := func(p Part) { out = append(out, slices.Concat(t[:i], Text{p}, t[i+1:])) }
		if p.Grows || p.Times > 1 {
			replace(Part{Text: p.Text, Times: 1})
		}
		for k := range p.Text {
			if len(p.Text) > 1 {
				replace(Part{p.Text[:k] + p.Text[k+1:], p.Times, p.Grows})
			}
		}
	}
	return out
}
