package main

import (
	"runtime"
	"slices"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// hostileFile is one file made to hurt, in one dialect. Its figures are those
// of the rounds.
type hostileFile struct {
	gen.File
	dialect robotrie.Dialect
	compile []float64 // ns for each byte of the body
	check   []float64 // ms of the dearest path
	held    float64   // Robots.Size and what Robots.Group allocates, for each byte of the body
}

// hostile times every hostile file in every dialect, once a round.
func (m *measurement) hostile() {
	if m.worst == nil {
		for _, f := range gen.Hostile() {
			for _, d := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
				h := &hostileFile{File: f, dialect: d}
				r := h.made()
				h.held = (float64(r.Size()) + allocated(func() { r.Group(f.Agent) })) / float64(len(f.Body))
				m.worst = append(m.worst, h)
			}
		}
	}
	for _, h := range m.worst {
		var r *robotrie.Robots
		took := least(func() { r = h.made() })
		g := r.Group(h.Agent)
		check := time.Duration(0)
		for _, t := range h.Derived {
			check = max(check, least(func() { g.Allowed(t) }))
		}
		h.compile = append(h.compile, float64(took.Nanoseconds())/float64(len(h.Body)))
		h.check = append(h.check, check.Seconds()*1e3)
		m.rec.add("Hostile/file="+h.Name+"/dialect="+h.dialect.String()+"/lib=robotrie",
			unit{float64(took.Nanoseconds()), "compile-ns/op"}, unit{check.Seconds() * 1e3, "worst-check-ms"}, unit{h.held, "B/body-B"})
	}
}

// allocated gives the bytes that f allocates.
func allocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

func (h *hostileFile) made() *robotrie.Robots {
	return robotrie.Compile(h.Body, robotrie.WithDialect(h.dialect))
}

func (h *hostileFile) String() string { return h.Name + ", " + h.dialect.String() }

// hostileRows adds the rows for hostile files, each of the file that is worst
// by it.
func (m *measurement) hostileRows(g *goals) {
	dearest := func(figure func(*hostileFile) float64) *hostileFile {
		return slices.MaxFunc(m.worst, func(a, b *hostileFile) int {
			if figure(a) < figure(b) {
				return -1
			}
			return 1
		})
	}
	var usual []float64 // ns for a byte of all bodies
	for _, rate := range m.compile["op=compile/lib=robotrie"] {
		usual = append(usual, 1e3/rate)
	}
	h := dearest(func(h *hostileFile) float64 { return median(h.compile) })
	g.add("hostile compile / that of the bodies, per byte ("+h.String()+")", divide(h.compile, usual), 10, atMost)
	h = dearest(func(h *hostileFile) float64 { return median(h.check) })
	g.add("hostile check, ms ("+h.String()+")", h.check, 1, atMost)
	h = dearest(func(h *hostileFile) float64 { return h.held })
	g.one("hostile bytes held / body bytes ("+h.String()+")", h.held, 8, atMost)
}
