package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// search changes recipes of hostile files at random, keeps those that cost the
// most, and changes these further. What it counts is the same on every machine
// but for allocations, which differ by some bytes; without these its seed decides
// what it does. A find is made a shape of internal/gen by its recipe.
//
// For each kind of cost there is a list of the dearest recipes so far. A round
// takes one of a list, in turn; changes it once to four times, or crosses it
// with another; measures every cost of what comes out; and puts it into every
// list where it belongs.
type search struct {
	rounds  int
	seed    uint64
	size    int // bytes of a body
	dialect robotrie.Dialect
	without []string // texts that no recipe may hold
	steady  bool     // allocations do not count
}

// The kinds of cost. Those for an octet of the body are for an octet of what
// the body may have, so that one which holds nearly nothing is not dear.
const (
	bySteps = iota // of the dearest path, for each of the octets that it may have
	byImage        // octets, for each octet of the body
	byAlloc        // bytes that Compile allocates, for each octet of the body
	byGroup        // bytes that Robots.Group allocates, for each octet of the body
	byWork         // basic blocks that Compile executes, for each octet of the body; see work.go
	kinds
)

var kindNames = [kinds]string{"steps per octet of the path", "image per octet", "allocated per octet", "allocated by Group per octet", "blocks of work per octet"}

type costs [kinds]float64

type found struct {
	recipe gen.Recipe
	text   string
	costs  costs
}

// kept is how many recipes of a kind are changed further.
const kept = 12

// seeds are the shapes of internal/gen, as recipes.
var seeds = []string{
	"line /*x#*y#\npath /(x1000){500}\npath /y(x1){1000}",
	"line /*(a){+}*b\npath /(a){2083}\npath /b(a){2083}",
	"line /(a){+}*ab#\npath /(a){1000}(ab){600}",
	"line /*@@@*@@@*@@@*@@@*@@@*z\npath /z(@@@){700}",
	"line /*.#$\npath /(.1){1000}",
	"line /*(ab){+}ac\npath /(ab){1000}",
	"line /(*a){+}*b\npath /(a){2083}",
	"line /*(@*){300}z\npath /z(@){2083}",
	"once /(*a){2200}*z\nline /*b*(a){+}*z\npath /(a){2083}\npath /b(a){2083}",
	"line /(*a){+}*(a){400}*z\npath /(a){2083}",
	"line /(a){+}$\npath /(a){2083}",
	"line /#\nline /#$\nline /#*e\npath /(1){2083}",
	"line /*%2Fa#*%2Fb#*%3Fc*%2Fd#\npath /(%2Fa1%2Fb1){300}",
	"line /*#(*%2F){100}*z\npath /z0123456789(%2F){700}\npath /z0123456789?(/){2000}",
	"line /(section/){25}#*/#\npath /(section/){25}(1/){600}",
	"agents merged\nline /*(@*){300}z\npath /z(@){2083}",
	"agents blocks\nline *abb\npath /bb(aaab){500}",
	"agents shared\nline /s#*t\npath /(s){2083}",
}

// run searches, and prints what it found.
func (s search) run(w io.Writer) error {
	lists, first, err := s.find()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "dialect %s, bodies of %d bytes, %d rounds, seed %d\n", s.dialect, s.size, s.rounds, s.seed)
	full := s
	full.size = gen.MaxHostile
	for kind, list := range lists {
		if len(list) == 0 || list[0].costs[kind] == 0 {
			continue
		}
		worst, err := s.shrink(list[0], kind)
		if err != nil {
			return err
		}
		large, err := full.measure(worst.recipe)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s: %.1f, where no recipe was changed %.1f; at full size %.1f\n", kindNames[kind], worst.costs[kind], first[kind], large[kind])
		for line := range strings.Lines(worst.text) {
			fmt.Fprint(w, "\t", line)
		}
	}
	return nil
}

// find gives the dearest recipes of each kind, the dearest first, and what the
// seeds cost at most.
func (s search) find() (lists [kinds][]found, first costs, err error) {
	seen := map[string]bool{}
	try := func(r gen.Recipe) error {
		f := found{recipe: r, text: r.String()}
		if seen[f.text] || s.leftOut(f.text) {
			return nil
		}
		seen[f.text] = true
		var err error
		if f.costs, err = s.measure(r); err != nil {
			return err
		}
		for kind := range lists {
			lists[kind] = keep(lists[kind], f, kind)
		}
		return nil
	}
	var start []gen.Recipe
	for _, text := range seeds {
		r, err := gen.ParseRecipe(text)
		if err != nil {
			return lists, first, err
		}
		if s.leftOut(text) {
			continue
		}
		start = append(start, r)
		if err := try(r); err != nil {
			return lists, first, err
		}
	}
	if len(start) == 0 {
		return lists, first, fmt.Errorf("no recipe to begin with is without %q", s.without)
	}
	for kind, list := range lists {
		first[kind] = list[0].costs[kind]
	}
	c := gen.New(s.seed)
	for round := range s.rounds {
		list := lists[round%kinds]
		if list[0].costs[round%kinds] == 0 { // work that nobody counts
			list = lists[bySteps]
		}
		r := list[c.IntN(len(list))].recipe
		if c.IntN(8) == 0 {
			r = start[c.IntN(len(start))] // so that the lists do not all end where one seed leads
		}
		if c.IntN(8) == 0 {
			other := lists[c.IntN(kinds)]
			r = r.Cross(c, other[c.IntN(len(other))].recipe)
		}
		for range 1 + c.IntN(4) {
			r = r.Mutate(c)
		}
		if err := try(r); err != nil {
			return lists, first, err
		}
	}
	return lists, first, nil
}

// shrink takes out of a find whatever its cost does not come from.
func (s search) shrink(f found, kind int) (found, error) {
	const enough = 0.97
	dear := enough * f.costs[kind]
	for {
		smaller, err := s.firstAsDear(f.recipe.Smaller(), kind, dear)
		if err != nil || smaller == nil {
			return f, err
		}
		f = *smaller
	}
}

// firstAsDear gives the first of some recipes that costs so much, nil where
// none does.
func (s search) firstAsDear(recipes []gen.Recipe, kind int, dear float64) (*found, error) {
	for _, r := range recipes {
		costs, err := s.measure(r)
		if err != nil {
			return nil, err
		}
		if costs[kind] >= dear {
			return &found{recipe: r, text: r.String(), costs: costs}, nil
		}
	}
	return nil, nil
}

func (s search) leftOut(recipe string) bool {
	return slices.ContainsFunc(s.without, func(text string) bool { return strings.Contains(recipe, text) })
}

// keep puts a find where it belongs by one kind of cost. Why a fiftieth more:
// allocations are not the same to the last byte in every run.
func keep(list []found, f found, kind int) []found {
	const more = 1.02
	at := len(list)
	for at > 0 && f.costs[kind] > more*list[at-1].costs[kind] {
		at--
	}
	if at == kept {
		return list
	}
	list = append(list, found{})
	copy(list[at+1:], list[at:])
	list[at] = f
	return list[:min(len(list), kept)]
}

// measure gives a recipe's costs. Work is 0 where it is not counted.
func (s search) measure(r gen.Recipe) (c costs, err error) {
	f := r.File(s.size)
	octets := float64(s.size)
	var robots *robotrie.Robots
	// Pools are emptied before, and nothing is collected on the way, so that
	// what is allocated does not depend on what came before.
	runtime.GC()
	runtime.GC()
	gc := debug.SetGCPercent(-1)
	c[byAlloc] = float64(allocated(func() { robots = compile(f, s.dialect) })) / octets
	var group *robotrie.Group
	c[byGroup] = float64(allocated(func() { group = robots.Group(f.Agent) })) / octets
	debug.SetGCPercent(gc)
	if s.steady {
		c[byAlloc], c[byGroup] = 0, 0
	}
	c[byImage] = float64(robots.Size()) / octets
	for _, path := range f.Derived {
		c[bySteps] = max(c[bySteps], float64(group.Steps(path))/gen.MaxTarget)
	}
	switch n, err := blocks(func() { compile(f, s.dialect) }); {
	case err == nil:
		c[byWork] = float64(n) / octets
	case err != errNotCounted:
		return c, err
	}
	return c, nil
}
