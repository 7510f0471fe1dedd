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
	}
	dst := make([]bool, 0, 1<<16)
	if _, ok := any(m.hosts[0].group).(batcher); ok {
		ways = append(ways, struct {
			name string
			do   func(h *host)
		}{"AllowedBatch", func(h *host) { dst = any(h.group).(batcher).AllowedBatch(dst[:0], h.targets) }})
	} else {
		m.goals.missing("hosts on which AllowedBatch allocates", 0, atMost)
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
	const goal = "bytes held (Size) / body bytes"
	if _, ok := any(&robotrie.Robots{}).(sizer); ok {
		size := 0
		for _, b := range m.bodies {
			size += any(robotrie.Compile(b)).(sizer).Size()
		}
		ratio := float64(size) / float64(m.bytes)
		m.goals.one(goal, ratio, 1.0, atMost)
		m.rec.add("Held/load="+m.name+"/lib=robotrie/by=size", unit{ratio, "B/body-B"})
	} else {
		m.goals.missing(goal, 1.0, atMost)
	}
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

// tooSlow: a hostile measurement beyond this is not repeated.
const tooSlow = 50 * time.Millisecond

// least gives the least of three times, or the first where it is far too long.
func least(f func()) time.Duration {
	best := time.Duration(1 << 62)
	for range passes {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
		if best > tooSlow {
			break
		}
	}
	return best
}

// hostile measures the worst of every hostile file.
func (m *measurement) hostile() {
	perByte := 1e3 / median(m.compile["op=compile/lib=robotrie"]) // ns per byte over all bodies
	var compile, check, memory float64
	var slowest, longest, largest string
	for _, f := range gen.Hostile() {
		var r *robotrie.Robots
		took := least(func() { r = robotrie.Compile(f.Body) })
		ratio := float64(took.Nanoseconds()) / float64(len(f.Body)) / perByte
		if ratio > compile {
			compile, slowest = ratio, f.Name
		}
		held := heap(func() any { return robotrie.Compile(f.Body) }) / float64(len(f.Body))
		if held > memory {
			memory, largest = held, f.Name
		}
		worst := time.Duration(0)
		g := r.Group(f.Agent)
		for _, t := range f.Derived {
			worst = max(worst, least(func() { g.Allowed(t) }))
		}
		ms := worst.Seconds() * 1e3
		if ms > check {
			check, longest = ms, f.Name
		}
		m.rec.add("Hostile/file="+f.Name+"/lib=robotrie",
			unit{float64(took.Nanoseconds()), "compile-ns/op"}, unit{ms, "worst-check-ms"}, unit{held, "B/body-B"})
	}
	m.goals.one("hostile compile per byte / corpus's, "+slowest, compile, 10, atMost)
	m.goals.one("hostile check, ms, "+longest, check, 1, atMost)
	m.goals.one("hostile bytes held / body bytes, "+largest, memory, 8, atMost)
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
