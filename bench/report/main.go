// Command report measures robotrie and its rivals side by side, prints how the
// figures stand against their goals, and draws the plots of the README.
//
//	go run ./bench/report            the whole measurement, about ten minutes
//	go run ./bench/report -quick     the same code on little, to see it run
//
// It measures real files where the corpus is present (ROBOTRIE_CORPUS, or
// ../shared/corpus beside the checkout), and else the generated workload
// "typical", and says which. The raw samples go to bench/record in Go's
// benchmark format, the plots to docs/plots. bench/README.md states the method.
//
// Exit status: 0 every goal reached, 1 a goal missed, 2 no measurement.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

type config struct {
	rounds, hosts, bodies int
	cold                  int
	hostile               bool
	out                   string
	quick                 bool
}

func main() {
	c := config{}
	flag.IntVar(&c.rounds, "rounds", 10, "times everything is measured; an interval needs 6")
	flag.IntVar(&c.hosts, "hosts", 4000, "hosts to measure checks on")
	flag.IntVar(&c.bodies, "bodies", 20_000, "bodies to measure compiling and memory on")
	flag.IntVar(&c.cold, "cold", 1_000_000, "hosts of the cold measurement; 0 leaves it out")
	flag.BoolVar(&c.hostile, "hostile", true, "measure hostile files, too")
	flag.StringVar(&c.out, "out", ".", "folder in which bench/record and docs/plots are written")
	flag.BoolVar(&c.quick, "quick", false, "a smoke run: 2 rounds, 200 hosts, 1,000 bodies, 5,000 cold hosts unless set")
	flag.Parse()
	if c.quick {
		set := map[string]bool{}
		flag.Visit(func(f *flag.Flag) { set[f.Name] = true })
		for name, v := range map[string]struct {
			to    *int
			value int
		}{"rounds": {&c.rounds, 2}, "hosts": {&c.hosts, 200}, "bodies": {&c.bodies, 1000}, "cold": {&c.cold, 5000}} {
			if !set[name] {
				*v.to = v.value
			}
		}
	}
	missed, err := run(c)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(2)
	case missed > 0:
		os.Exit(1)
	}
}

func run(c config) (missed int, err error) {
	if c.rounds < 1 || c.hosts < 1 || c.bodies < 1 || flag.NArg() > 0 {
		return 0, fmt.Errorf("-rounds, -hosts and -bodies must be positive, and no other argument is taken")
	}
	start := time.Now()
	say := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%6.1fs  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, args...))
	}
	d, err := load(c, say)
	if err != nil {
		return 0, err
	}
	rec, err := newRecord(c, d)
	if err != nil {
		return 0, err
	}
	say("%s: %d hosts, %d left out, %d bodies", d.name, len(d.hosts), d.refused, len(d.bodies))

	m := newMeasurement(d, rec)
	// Why: a collection in the middle of a pass would be charged to whoever
	// is measured then. Collections are made between measurements instead.
	old := debug.SetGCPercent(-1)
	for round := range c.rounds {
		m.checks(round)
		m.batches()
		debug.SetGCPercent(old)
		m.compiling()
		if c.hostile {
			m.hostile()
		}
		debug.SetGCPercent(-1)
		say("round %d of %d", round+1, c.rounds)
	}
	debug.SetGCPercent(old)
	m.agreement()
	m.allocations()
	m.held()
	if c.cold > 0 {
		say("%d cold hosts", c.cold)
		m.cold(c.cold, c.rounds)
	}
	say("plots")
	if err := m.plots(c); err != nil {
		return 0, err
	}
	var b strings.Builder
	missed = m.table(&b)
	fmt.Print(b.String())
	if err := rec.write(c, b.String()); err != nil {
		return 0, err
	}
	say("written: %s", strings.Join(rec.written, ", "))
	return missed, nil
}
