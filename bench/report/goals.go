package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/robotrie/robotrie/bench/peers"
)

// stats are the figures of one round over hosts.
type stats struct{ p50, p90, p99, mean float64 }

func summarise(v []float64) stats {
	if len(v) == 0 {
		return stats{}
	}
	s := slices.Sorted(slices.Values(v))
	n := len(s)
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return stats{s[n/2], s[n*9/10], s[n*99/100], sum / float64(n)}
}

// present leaves out the hosts that a peer refused.
func present(v []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(v), func(x float64) bool { return x == 0 })
}

func median(v []float64) float64 { return summary(v).Center }

func summary(v []float64) benchmath.Summary {
	s := benchmath.NewSample(slices.Clone(v), &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Summary(s, 0.95)
}

// interval writes a median with its 95 % interval, where the rounds suffice
// for one.
func interval(v []float64) string {
	s := summary(v)
	if len(v) == 1 {
		return fmt.Sprintf("%.2f", s.Center)
	}
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) {
		return fmt.Sprintf("%.2f [too few rounds]", s.Center)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", s.Center, s.Lo, s.Hi)
}

type direction bool

const (
	atMost  direction = true
	atLeast direction = false
)

// A goal is a row of the table. Its values are those of the rounds, or one
// value where nothing is left to chance.
type goal struct {
	name   string
	values []float64
	limit  float64
	dir    direction
	beyond bool // nice to have: does not count as missed
}

type goals []goal

func (g *goals) add(name string, values []float64, limit float64, dir direction) {
	*g = append(*g, goal{name: name, values: values, limit: limit, dir: dir})
}

func (g *goals) one(name string, value, limit float64, dir direction) {
	g.add(name, []float64{value}, limit, dir)
}

func (g *goals) beyond(name string, values []float64, limit float64, dir direction) {
	*g = append(*g, goal{name: name, values: values, limit: limit, dir: dir, beyond: true})
}

// reached compares the median of the rounds.
func (g goal) reached() bool {
	if c := median(g.values); g.dir == atMost {
		return c <= g.limit
	} else {
		return c >= g.limit
	}
}

func (g goal) mark() string {
	switch {
	case g.reached():
		return "pass"
	case g.beyond:
		return "–"
	default:
		return "MISS"
	}
}

// ratios gives, a round, one figure of a peer by the same figure of another.
func (m *measurement) ratios(over, under string, figure func(stats) float64) []float64 {
	var out []float64
	for _, round := range m.ns {
		a := figure(summarise(present(round[index(over)])))
		b := figure(summarise(present(round[index(under)])))
		out = append(out, a/b)
	}
	return out
}

func p50(s stats) float64  { return s.p50 }
func p90(s stats) float64  { return s.p90 }
func p99(s stats) float64  { return s.p99 }
func mean(s stats) float64 { return s.mean }

// slower gives, a round, the percentage of hosts on which robotrie takes more
// than factor times as long as a rival; and how many hosts do so in every
// round, which noise cannot explain.
func (m *measurement) slower(rival string, factor float64) (percent []float64, always int, worst float64, worstHost string) {
	ours, theirs := index(peers.Robotrie), index(rival)
	times := make([]int, len(m.hosts))
	least := slices.Repeat([]float64{math.Inf(1)}, len(m.hosts))
	for _, round := range m.ns {
		n := 0
		for i := range m.hosts {
			x := round[ours][i] / round[theirs][i]
			least[i] = min(least[i], x)
			if x > factor {
				n++
				times[i]++
			}
		}
		percent = append(percent, 100*float64(n)/float64(len(m.hosts)))
	}
	for i := range m.hosts {
		if times[i] == len(m.ns) {
			always++
		}
		if least[i] > worst {
			worst, worstHost = least[i], m.hosts[i].file.Name
		}
	}
	return percent, always, worst, worstHost
}

func divide(a, b []float64) []float64 {
	var out []float64
	for i := range a {
		out = append(out, a[i]/b[i])
	}
	return out
}

// rows puts the rows in the order of the goals: speed, then what once.go found.
func (m *measurement) rows() goals {
	var g goals
	g.add("p50 / farm.Hash64 p50", m.ratios(peers.Robotrie, peers.Farm, p50), 1.5, atMost)
	g.add("mean / farm.Hash64 mean", m.ratios(peers.Robotrie, peers.Farm, mean), 2.2, atMost)
	g.add("linear mean / mean", m.ratios(peers.Linear, peers.Robotrie, mean), 5.5, atLeast)
	g.add("linear p99 / p99", m.ratios(peers.Linear, peers.Robotrie, p99), 10, atLeast)
	percent, always, worst, name := m.slower(peers.Linear, 1.25)
	g.add("hosts slower than 1.25 × linear, %", percent, 0.5, atMost)
	g.one("hosts slower than 1.25 × linear in every round", float64(always), 0, atMost)
	m.note("worst host against linear, in its best round: %s, %.2f × linear", name, worst)
	g.add("temoto mean / mean", m.ratios(peers.Temoto, peers.Robotrie, mean), 120, atLeast)
	g.add("AllowedBatch / Allowed, throughput", divide(m.single, m.batch), 1.5, atLeast)
	c := m.compile
	g.add("compile all groups / temoto, MB/s", divide(c["op=compile/lib=robotrie"], c["op=compile/lib=temoto"]), 2.5, atLeast)
	g.add("compile one agent / temoto, MB/s", divide(c["op=compile-one/lib=robotrie"], c["op=compile/lib=temoto"]), 6, atLeast)
	if len(m.worst) > 0 {
		m.hostileRows(&g)
	}
	g = append(g, m.goals...)
	g.beyond("beyond: p50 / farm.Hash64 p50", m.ratios(peers.Robotrie, peers.Farm, p50), 1, atMost)
	g.beyond("beyond: mean / farm.Hash64 mean", m.ratios(peers.Robotrie, peers.Farm, mean), 1.5, atMost)
	_, always, _, _ = m.slower(peers.Linear, 1)
	g.beyond("beyond: hosts slower than linear in every round", []float64{float64(always)}, 0, atMost)
	g.beyond("beyond: linear8 mean / mean", m.ratios(peers.Linear8, peers.Robotrie, mean), 1, atLeast)
	_, always, _, _ = m.slower(peers.Linear8, 1.25)
	g.beyond("beyond: hosts slower than 1.25 × linear8 in every round", []float64{float64(always)}, 0, atMost)
	return g
}

// table prints everything and gives the number of goals missed.
func (m *measurement) table(w io.Writer) (missed int) {
	fmt.Fprintf(w, "Time of a check over %d hosts of workload %s, ns: median of %d rounds [95 %% interval]\n\n", len(m.hosts), m.name, len(m.ns))
	fmt.Fprintf(w, "| library | p50 | p90 | p99 | mean |\n| --- | --- | --- | --- | --- |\n")
	for p, peer := range all {
		fmt.Fprintf(w, "| %s |", peer.Name)
		for _, figure := range []func(stats) float64{p50, p90, p99, mean} {
			var v []float64
			for _, round := range m.ns {
				v = append(v, figure(summarise(present(round[p]))))
			}
			fmt.Fprintf(w, " %s |", interval(v))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\n| goal | wanted | measured | |\n| --- | --- | --- | --- |\n")
	for _, g := range m.rows() {
		sign := "≥"
		if g.dir == atMost {
			sign = "≤"
		}
		got := interval(g.values)
		if !g.reached() && !g.beyond {
			missed++
		}
		fmt.Fprintf(w, "| %s | %s %g | %s | %s |\n", g.name, sign, g.limit, got, g.mark())
	}
	fmt.Fprintln(w)
	for _, n := range m.notes {
		fmt.Fprintf(w, "- %s\n", n)
	}
	fmt.Fprintf(w, "\n%d goals missed\n", missed)
	return missed
}
