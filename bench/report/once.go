package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench"
	"github.com/robotrie/robotrie/bench/peers"
	"github.com/robotrie/robotrie/internal/gen"
)

// note adds a line under the table.
func (m *measurement) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// agreement counts verdicts in which a peer differs from robotrie. An exact
// peer that differs makes its times meaningless; the table says so.
func (m *measurement) agreement() {
	for p, peer := range all {
		if peer.Yardstick || peer.Name == peers.Robotrie {
			continue
		}
		differs, asked, refused := 0, 0, 0
		for _, h := range m.hosts {
			if h.checkers[p] == nil {
				refused++
				continue
			}
			for _, t := range h.targets {
				asked++
				if h.checkers[p].Allowed(t) != h.group.Allowed(t) {
					differs++
				}
			}
		}
		m.note("%s differs from robotrie on %d of %d canonical targets, and refuses %d of %d hosts", peer.Name, differs, asked, refused, len(m.hosts))
		if peer.Exact {
			m.goals.one("verdicts in which "+peer.Name+" differs", float64(differs), 0, atMost)
		}
	}
}

// allocations counts hosts on which a pass over the canonical targets
// allocates at all.
func (m *measurement) allocations() {
	dst := make([]bool, 0, 1<<16)
	ways := []struct {
		name string
		do   func(h *host)
	}{
		{"Allowed", func(h *host) {
			for _, t := range h.targets {
				h.group.Allowed(t)
			}
		}},
		{"Match", func(h *host) {
			for _, t := range h.targets {
				h.group.Match(t)
			}
		}},
		{"AllowedBatch", func(h *host) { dst = h.group.AllowedBatch(dst[:0], h.targets) }},
	}
	for _, way := range ways {
		n := 0
		for _, h := range m.hosts {
			if testing.AllocsPerRun(2, func() { way.do(h) }) > 0 {
				n++
			}
		}
		m.goals.one("hosts on which "+way.name+" allocates", float64(n), 0, atMost)
	}
}

// heap gives the bytes that stay allocated after make, whose result is alive.
func heap(make func() any) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := make()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return float64(int64(after.HeapAlloc) - int64(before.HeapAlloc))
}

// held measures the bytes that compiled files hold: by Size, and for every
// peer by what the heap grows by.
func (m *measurement) held() {
	size := 0
	for _, b := range m.bodies {
		size += robotrie.Compile(b).Size()
	}
	ratio := float64(size) / float64(m.bytes)
	m.goals.one("bytes held (Size) / body bytes", ratio, 1.0, atMost)
	m.rec.add("Held/load="+m.name+"/lib=robotrie/by=size", unit{ratio, "B/body-B"})
	sample := m.bodies[:min(len(m.bodies), 4000)]
	bytes := 0
	for _, b := range sample {
		bytes += len(b)
	}
	m.heldBy = map[string]float64{}
	for _, p := range all {
		if p.Yardstick {
			continue
		}
		compile := p.Compile
		if p.Name == peers.Robotrie {
			// Why: a Checker holds one group; the goal is about whole files.
			compile = nil
		}
		ratio := heap(func() any {
			kept := make([]any, 0, len(sample))
			for _, b := range sample {
				if compile == nil {
					kept = append(kept, robotrie.Compile(b))
				} else if c, err := compile(b, gen.DefaultAgent); err == nil {
					kept = append(kept, c)
				}
			}
			return kept
		}) / float64(bytes)
		m.heldBy[p.Name] = ratio
		m.rec.add("Held/load="+m.name+"/lib="+p.Name+"/by=heap", unit{ratio, "B/body-B"})
	}
	m.note("bytes that stay on the heap, per body byte: robotrie %.2f (all groups), temoto %.2f, linear %.2f, linear8 %.2f, regexp %.2f (one group each)",
		m.heldBy[peers.Robotrie], m.heldBy[peers.Temoto], m.heldBy[peers.Linear], m.heldBy[peers.Linear8], m.heldBy[peers.Regexp])
}

// cold asks many hosts in random order, once each, so that no check finds its
// data in a cache.
func (m *measurement) cold(hosts, rounds int) {
	groups := make([]*robotrie.Group, 0, hosts)
	targets := make([]string, 0, hosts)
	next := gen.Hosts(1)
	for range hosts {
		f := next()
		t := f.Derived[0]
		if !bench.Canonical(t) {
			t = "/"
		}
		groups = append(groups, robotrie.Compile(f.Body, robotrie.WithAgents(f.Agent)).Group(f.Agent))
		targets = append(targets, t)
	}
	var ns []float64
	for round := range rounds {
		order := rand.New(rand.NewPCG(uint64(round), 3)).Perm(hosts)
		runtime.GC()
		start := time.Now()
		for _, i := range order {
			if groups[i].Allowed(targets[i]) {
				m.sink++
			}
		}
		ns = append(ns, float64(time.Since(start).Nanoseconds())/float64(hosts))
		m.rec.add("Cold/load=typical/lib=robotrie", unit{ns[round], "ns/op"})
	}
	m.note("cold, %d generated hosts in random order, one check each: %s ns", hosts, interval(ns))
}
