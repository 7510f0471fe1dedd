// Command hostile prints what files made to hurt cost: for every shape of
// internal/gen, in every dialect, the size of the compiled form, the time and
// the allocations of compiling, and the dearest of the shape's targets.
//
//	go run ./bench/hostile              # every shape
//	go run ./bench/hostile star-chains  # one
//
// Three flags do something else: -work counts what Compile does instead of
// timing it (work.go), -meaning times the questions of docs/MEANING.md about whole
// files (meaning.go), and -search looks for files that cost more than the shapes
// do (search.go):
//
//	go run ./bench/hostile -search -rounds 2000 -seed 1
//
// The table's columns:
//
//	size     bytes of the compiled form for each byte of the body
//	ns       time of Compile for each byte of the body, and how many times the
//	         mean of a real body that is (of the workload "typical" where there
//	         is no corpus)
//	alloc    bytes that Compile allocates for each byte of the body, and the
//	         same for a body of 60 KiB: where they differ much, ask why
//	group    bytes that Robots.Group allocates
//	steps    the most that Group.Steps counts for one of the targets
//	µs       the time of Allowed for the dearest target
//
// Times are the least of a few runs.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench"
	"github.com/robotrie/robotrie/internal/gen"
)

const smallSize = 60 << 10

var dialects = []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996}

func main() {
	count := flag.Bool("work", false, "count the work of Compile in basic blocks; needs a build with -cover -covermode=atomic")
	whole := flag.Bool("meaning", false, "time Lint, Minimize, Diff, Fingerprint and Graph instead of Compile and Allowed")
	look := flag.Bool("search", false, "change recipes of hostile files at random, and print the worst that are found")
	var s search
	flag.IntVar(&s.rounds, "rounds", 2000, "with -search, how many recipes to try")
	flag.Uint64Var(&s.seed, "seed", 1, "with -search, what decides on the changes")
	flag.IntVar(&s.size, "size", 60<<10, "with -search, bytes of a body")
	without := flag.String("without", "", "with -search, texts that no recipe may hold, separated by spaces, so that what is known does not hide what is not: \"%2F agents\"")
	dialect := flag.String("dialect", "rfc9309", "with -search, the dialect: rfc9309, google or koster1996")
	flag.Parse()
	var err error
	switch {
	case *look && (flag.NArg() > 0 || s.rounds < 1 || s.size < 2048 || s.size > gen.MaxHostile):
		err = fmt.Errorf("-search takes no names, -rounds from 1, and -size from 2048 to %d", gen.MaxHostile)
	case *look:
		s.without = strings.Fields(*without)
		if s.dialect, err = dialectOf(*dialect); err == nil {
			err = s.run(os.Stdout)
		}
	case *whole:
		meanings(flag.Args())
	case *count:
		err = work(flag.Args())
	default:
		err = table(flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
}

func dialectOf(name string) (robotrie.Dialect, error) {
	for _, d := range dialects {
		if d.String() == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("-dialect: no such dialect: %q", name)
}

func table(names []string) error {
	usual, of, err := usualCost()
	if err != nil {
		return err
	}
	fmt.Printf("a byte of %s takes Compile %.1f ns\n", of, usual)
	for _, d := range dialects {
		fmt.Printf("\n%-20s %7s %7s %7s %7s %8s %9s %10s %8s\n",
			d, "size/b", "ns/b", "× usual", "alloc/b", "at 60 K", "group", "steps", "µs")
		small := map[string]float64{}
		for _, f := range gen.HostileOf(smallSize) {
			if wanted(names, f.Name) {
				compile(f, d) // warms up
				small[f.Name] = perByte(allocated(func() { compile(f, d) }), f)
			}
		}
		for _, f := range gen.Hostile() {
			if wanted(names, f.Name) {
				row(f, d, usual, small[f.Name])
			}
		}
	}
	return nil
}

func wanted(names []string, name string) bool { return len(names) == 0 || slices.Contains(names, name) }

func row(f gen.File, d robotrie.Dialect, usual, small float64) {
	var r *robotrie.Robots
	took := perByte(uint64(least(3, func() { r = compile(f, d) })), f)
	alloc := perByte(allocated(func() { compile(f, d) }), f)
	var g *robotrie.Group
	group := allocated(func() { g = r.Group(f.Agent) })
	steps, worst := 0, time.Duration(0)
	for _, target := range f.Derived {
		steps = max(steps, g.Steps(target))
		worst = max(worst, least(7, func() { g.Allowed(target) }))
	}
	fmt.Printf("%-20s %7.2f %7.2f %7.2f %7.1f %8.1f %9d %10d %8.1f\n", f.Name,
		float64(r.Size())/float64(len(f.Body)), took, took/usual, alloc, small, group, steps, float64(worst.Nanoseconds())/1000)
}

func compile(f gen.File, d robotrie.Dialect) *robotrie.Robots {
	return robotrie.Compile(f.Body, robotrie.WithDialect(d))
}

// usualCost measures what a byte of an ordinary body takes.
func usualCost() (ns float64, of string, err error) {
	const sample = 4000
	bodies, err := bench.Bodies(sample)
	of = "the corpus"
	if errors.Is(err, bench.ErrNoCorpus) {
		err, of = nil, "the workload typical"
		typical, _ := gen.Make("typical")
		for _, f := range typical.Files {
			bodies = append(bodies, f.Body)
		}
	}
	if err != nil {
		return 0, of, err
	}
	total := 0
	for _, b := range bodies {
		total += len(b)
	}
	took := least(3, func() {
		for _, b := range bodies {
			robotrie.Compile(b)
		}
	})
	return float64(took.Nanoseconds()) / float64(total), of, nil
}

func perByte(n uint64, f gen.File) float64 { return float64(n) / float64(len(f.Body)) }

func least(runs int, f func()) time.Duration {
	best := time.Duration(0)
	for i := range runs {
		start := time.Now()
		f()
		if took := time.Since(start); i == 0 || took < best {
			best = took
		}
	}
	return best
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
