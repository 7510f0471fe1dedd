package main

import (
	"runtime"
	"slices"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench/peers"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/temoto/robotstxt"
)

// passes: what is measured is measured so often in a row, and the least time
// counts: whatever disturbs a pass can only lengthen it.
const passes = 3

// repetitions of a host's targets in a pass: enough to dwarf the clock (some
// 40 ns), few enough to visit every host in every round.
var repetitions = map[string]int{
	peers.Robotrie: 60, peers.Farm: 60, peers.Linear: 30, peers.Linear8: 30, peers.Regexp: 1, peers.Temoto: 3,
}

// measurement collects the samples of all rounds.
type measurement struct {
	*data
	rec *record

	ns      [][][]float64        // by round, peer and host; 0 where the peer refused
	single  []float64            // a round's ns per check through Allowed …
	batch   []float64            // … and through AllowedBatch
	compile map[string][]float64 // MB/s by way
	heldBy  map[string]float64   // heap bytes per body byte, by peer
	worst   []*hostileFile       // what hostile files cost, by file and dialect
	goals   goals
	notes   []string

	sink int // keeps verdicts alive
}

func newMeasurement(d *data, rec *record) *measurement {
	return &measurement{data: d, rec: rec, compile: map[string][]float64{}}
}

// checks times one round of every host with every peer, one peer after the
// other on each host, so that whatever slows the machine slows them all.
func (m *measurement) checks(round int) {
	runtime.GC()
	m.ns = append(m.ns, make([][]float64, len(all)))
	for p := range all {
		m.ns[round][p] = make([]float64, len(m.hosts))
	}
	for i, h := range m.hosts {
		for p := range all {
			if h.checkers[p] != nil {
				m.ns[round][p][i] = m.time(h.checkers[p], h.targets, repetitions[all[p].Name])
			}
		}
	}
	for p, peer := range all {
		s := summarise(present(m.ns[round][p]))
		m.rec.add("Check/load="+m.name+"/lib="+peer.Name,
			unit{s.mean, "mean-ns/op"}, unit{s.p50, "p50-ns/op"}, unit{s.p90, "p90-ns/op"}, unit{s.p99, "p99-ns/op"})
	}
}

// time gives ns per check: the least of the passes.
func (m *measurement) time(c peers.Checker, targets []string, reps int) float64 {
	best := time.Duration(1 << 62)
	for range passes {
		start := time.Now()
		for range reps {
			for _, t := range targets {
				if c.Allowed(t) {
					m.sink++
				}
			}
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / float64(reps*len(targets))
}

// batches times the throughput path against one check after the other, both
// filling the same slice.
func (m *measurement) batches() {
	const reps = 20
	var dst []bool
	var single, batch time.Duration
	checks := 0
	for _, h := range m.hosts {
		one, many := time.Duration(1<<62), time.Duration(1<<62)
		for range passes {
			start := time.Now()
			for range reps {
				dst = h.group.AllowedBatch(dst[:0], h.targets)
			}
			many = min(many, time.Since(start))
			start = time.Now()
			for range reps {
				dst = dst[:0]
				for _, t := range h.targets {
					dst = append(dst, h.group.Allowed(t))
				}
			}
			one = min(one, time.Since(start))
		}
		single, batch, checks = single+one, batch+many, checks+reps*len(h.targets)
	}
	m.single = append(m.single, float64(single.Nanoseconds())/float64(checks))
	m.batch = append(m.batch, float64(batch.Nanoseconds())/float64(checks))
	m.rec.add("Batch/load="+m.name+"/lib=robotrie", unit{m.batch[len(m.batch)-1], "ns/op"}, unit{m.single[len(m.single)-1], "single-ns/op"})
}

// compileChunk is how many bodies one way of reading them takes before it is
// the next way's turn: some 50 ms.
const compileChunk = 1000

// compiling times every way of reading all bodies, in turns, a chunk of them
// after the other; of each chunk the least of the passes counts.
func (m *measurement) compiling() {
	ways := []struct {
		name string
		do   func(body []byte)
	}{
		{"op=compile/lib=robotrie", func(b []byte) { robotrie.Compile(b) }},
		{"op=compile-one/lib=robotrie", func(b []byte) { robotrie.Compile(b, robotrie.WithAgents(gen.DefaultAgent)) }},
		{"op=compile/lib=temoto", func(b []byte) { _, _ = robotstxt.FromBytes(b) }},
	}
	took := make([]time.Duration, len(ways))
	runtime.GC()
	for chunk := range slices.Chunk(m.bodies, compileChunk) {
		for i, way := range ways {
			took[i] += least(func() {
				for _, b := range chunk {
					way.do(b)
				}
			})
		}
	}
	for i, way := range ways {
		rate := float64(m.bytes) / 1e6 / took[i].Seconds()
		m.compile[way.name] = append(m.compile[way.name], rate)
		m.rec.add("Compile/load="+m.name+"/"+way.name, unit{rate, "MB/s"})
	}
}

// least gives the least of the passes.
func least(f func()) time.Duration {
	best := time.Duration(1 << 62)
	for range passes {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}
