package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"

	"github.com/robotrie/robotrie/bench/peers"
	"github.com/robotrie/robotrie/internal/gen"
)

func TestSummarise(t *testing.T) {
	var v []float64
	for i := range 100 {
		v = append(v, float64(99-i))
	}
	assert.Equal(t, stats{p50: 50, p90: 90, p99: 99, mean: 49.5}, summarise(v))
	assert.Equal(t, []float64{1, 2}, present([]float64{1, 0, 2, 0}))
}

func TestGoals(t *testing.T) {
	var g goals
	g.add("pass", []float64{1, 2, 9}, 2, atMost)
	g.add("miss", []float64{1, 2, 9}, 2.1, atLeast)
	g.beyond("beyond", []float64{3}, 1, atMost)
	var marks []string
	for _, x := range g {
		marks = append(marks, x.mark())
	}
	assert.Equal(t, []string{"pass", "MISS", "–"}, marks)
	assert.Equal(t, "5.00", interval([]float64{5}))
	assert.Contains(t, interval([]float64{1, 2}), "too few")
	assert.Equal(t, "5.50 [2.00, 9.00]", interval([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}))
}

// small makes a measurement of a few generated hosts.
func small(t *testing.T) (config, *measurement) {
	t.Helper()
	c := config{rounds: 2, hosts: 10, bodies: 20, out: t.TempDir(), quick: true}
	w, _ := gen.Make("typical")
	d := &data{name: w.Name}
	for i, f := range w.Files[:20] {
		d.bodies = append(d.bodies, f.Body)
		d.bytes += len(f.Body)
		if h := prepare(f, uint64(i)); h != nil && len(d.hosts) < c.hosts {
			d.hosts = append(d.hosts, h)
		}
	}
	require.NotEmpty(t, d.hosts)
	rec, err := newRecord(c, d)
	require.NoError(t, err)
	return c, newMeasurement(d, rec)
}

// A slowed-down library must show: hosts on which it is slower in every round
// are counted, and the worst is named.
func TestSlowerHosts(t *testing.T) {
	_, m := small(t)
	for range 2 {
		round := make([][]float64, len(all))
		for p := range all {
			round[p] = make([]float64, len(m.hosts))
			for i := range m.hosts {
				round[p][i] = 10
			}
		}
		round[index(peers.Robotrie)][1] = 30
		m.ns = append(m.ns, round)
	}
	m.ns[0][index(peers.Robotrie)][0] = 20
	percent, always, worst, name := m.slower(peers.Linear, 1.25)
	n := float64(len(m.hosts))
	assert.Equal(t, []float64{100 * 2 / n, 100 / n}, percent)
	assert.Equal(t, 1, always)
	assert.Equal(t, 3.0, worst)
	assert.Equal(t, m.hosts[1].file.Name, name)
}

// The whole way on little: samples, table, plots and files are made, and the
// record can be read as what it says it is.
func TestSmallRun(t *testing.T) {
	c, m := small(t)
	for round := range c.rounds {
		m.checks(round)
		m.batches()
		m.compiling()
	}
	m.agreement()
	m.allocations()
	m.held()
	m.cold(50, c.rounds)
	require.NoError(t, m.plots(config{out: c.out, quick: true}))
	var b strings.Builder
	m.table(&b)
	require.NoError(t, m.rec.write(c, b.String()))
	for _, p := range all {
		assert.Contains(t, b.String(), "| "+p.Name+" |")
	}
	for _, name := range []string{"latency.svg", "rules-literal.svg", "rules-wildcard.svg", "length.svg", "held.svg"} {
		svg, err := os.ReadFile(filepath.Join(plotDir(c), name))
		require.NoError(t, err)
		assert.Contains(t, string(svg), "</svg>")
	}
	file, err := os.Open(filepath.Join(recordDir(c), "report.txt"))
	require.NoError(t, err)
	defer file.Close()
	r := benchfmt.NewReader(file, "report.txt")
	results := 0
	for r.Scan() {
		_, broken := r.Result().(*benchfmt.SyntaxError)
		require.False(t, broken, "%v", r.Result())
		results++
	}
	assert.Greater(t, results, 20)
}
