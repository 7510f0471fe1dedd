package main

import (
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench"
	"github.com/robotrie/robotrie/bench/peers"
	"github.com/robotrie/robotrie/internal/gen"
)

// colours tell the peers apart in print and for the colour-blind (Okabe, Ito).
var colours = map[string]color.Color{
	peers.Robotrie: color.RGBA{R: 0xd5, G: 0x5e, A: 0xff},
	peers.Farm:     color.RGBA{R: 0x99, G: 0x99, B: 0x99, A: 0xff},
	peers.Linear:   color.RGBA{G: 0x72, B: 0xb2, A: 0xff},
	peers.Linear8:  color.RGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
	peers.Regexp:   color.RGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff},
	peers.Temoto:   color.RGBA{G: 0x9e, B: 0x73, A: 0xff},
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.BackgroundColor = color.White
	p.Title.Padding, p.X.Label.Padding, p.Y.Label.Padding = vg.Points(10), vg.Points(4), vg.Points(4)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{Y: 0xe0}, color.Gray{Y: 0xe0}
	p.Add(grid)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding, p.Legend.XOffs, p.Legend.ThumbnailWidth = vg.Points(2), vg.Points(8), vg.Points(24)
	return p
}

// save writes a plot with a white margin.
func save(p *plot.Plot, path string) error {
	const width, height, margin = 7.5 * vg.Inch, 4.8 * vg.Inch, 12
	c := vgsvg.New(width, height)
	all := draw.New(c)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	p.Draw(draw.Crop(all, margin, -2*margin, margin, -margin))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = c.WriteTo(file)
	return errors.Join(err, file.Close())
}

func logarithmic(a *plot.Axis) {
	a.Scale = plot.LogScale{}
	a.Tick.Marker = plot.LogTicks{Prec: -1}
}

// curve adds one library's line.
func curve(p *plot.Plot, name string, points plotter.XYs) error {
	if len(points) == 0 {
		return nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = colours[name], vg.Points(1.5)
	if name == peers.Robotrie {
		line.Width = vg.Points(3)
	}
	p.Add(line)
	p.Legend.Add(name, line)
	return nil
}

func (m *measurement) plots(c config) error {
	largest := 20_000
	if c.quick {
		largest = 1000
	}
	for _, d := range []struct {
		name string
		plot func() (*plot.Plot, error)
	}{
		{"latency.svg", m.latency},
		{"rules-literal.svg", func() (*plot.Plot, error) { return m.byRules(0, largest) }},
		{"rules-wildcard.svg", func() (*plot.Plot, error) { return m.byRules(20, largest) }},
		{"length.svg", m.byLength},
		{"held.svg", m.heldBars},
	} {
		p, err := d.plot()
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		path := filepath.Join(plotDir(c), d.name)
		if err := save(p, path); err != nil {
			return err
		}
		m.rec.written = append(m.rec.written, path)
	}
	return nil
}

// latency: what share of hosts is answered within a time, per library.
func (m *measurement) latency() (*plot.Plot, error) {
	p := newPlot("Time of a check, over "+fmt.Sprint(len(m.hosts))+" hosts ("+m.name+")", "ns per check", "% of hosts")
	logarithmic(&p.X)
	for i, peer := range all {
		var v []float64
		for h := range m.hosts {
			var rounds []float64
			for _, round := range m.ns {
				rounds = append(rounds, round[i][h])
			}
			if x := median(rounds); x > 0 {
				v = append(v, x)
			}
		}
		slices.Sort(v)
		var points plotter.XYs
		const steps = 400 // a curve of 4,000 points shows no more
		for s := range steps + 1 {
			if len(v) > 0 {
				points = append(points, plotter.XY{X: v[s*(len(v)-1)/steps], Y: 100 * float64(s) / steps})
			}
		}
		if err := curve(p, peer.Name, points); err != nil {
			return nil, err
		}
	}
	p.Legend.Top, p.Legend.Left, p.Legend.XOffs = false, false, vg.Points(-8)
	p.Legend.YOffs = vg.Points(8)
	return p, nil
}

// byRules: cost against the number of rules, generated files.
func (m *measurement) byRules(starred, largest int) (*plot.Plot, error) {
	title := "Cost against number of rules, literal rules"
	if starred > 0 {
		title = fmt.Sprintf("Cost against number of rules, %d %% with wildcards", starred)
	}
	p := newPlot(title, "rules in the group", "ns per check")
	logarithmic(&p.X)
	logarithmic(&p.Y)
	points := make([]plotter.XYs, len(all))
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000} {
		if n > largest {
			break
		}
		f := gen.Scaled(uint64(n), n, starred)
		m.sweep(points, float64(n), f, bench.Mixed(f, 1), fmt.Sprintf("Rules/starred=%d/rules=%d", starred, n))
	}
	for i, peer := range all {
		if err := curve(p, peer.Name, points[i]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// byLength: cost against the length of the path, for one file of fifty rules
// and paths that follow its rules but match none, so that no early answer hides
// the length.
func (m *measurement) byLength() (*plot.Plot, error) {
	p := newPlot("Cost against length of the path, 50 rules, 10 with wildcards", "octets of the path", "ns per check")
	logarithmic(&p.X)
	logarithmic(&p.Y)
	points := make([]plotter.XYs, len(all))
	f := gen.Scaled(1, 50, 20)
	group := robotrie.Compile(f.Body).Group(f.Agent)
	for _, length := range []int{8, 16, 32, 64, 128, 256, 512, 1024, 2048} {
		var targets []string
		for _, t := range gen.Lengthened(uint64(length), f, length, 400) {
			if bench.Canonical(t) && group.Match(t).Rule.Type == robotrie.NoRule {
				targets = append(targets, t)
			}
		}
		m.sweep(points, float64(length), f, targets, fmt.Sprintf("Length/octets=%d", length))
	}
	for i, peer := range all {
		if err := curve(p, peer.Name, points[i]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// sweeps: how often each point of a sweep is measured; the median counts.
const sweeps = 5

// sweep adds one measured point to each peer's curve. The peers take turns.
func (m *measurement) sweep(points []plotter.XYs, x float64, f gen.File, targets []string, name string) {
	if len(targets) == 0 {
		return
	}
	checkers := make([]peers.Checker, len(all))
	for i, peer := range all {
		if c, err := peer.Compile(f.Body, f.Agent); err == nil {
			checkers[i] = c
		}
	}
	runtime.GC()
	ns := make([][]float64, len(all))
	for range sweeps {
		for i, peer := range all {
			if checkers[i] != nil {
				ns[i] = append(ns[i], m.time(checkers[i], targets, repetitions[peer.Name]))
				m.rec.add(name+"/lib="+peer.Name, unit{ns[i][len(ns[i])-1], "ns/op"})
			}
		}
	}
	for i := range all {
		if checkers[i] != nil {
			points[i] = append(points[i], plotter.XY{X: x, Y: max(median(ns[i]), 0.1)})
		}
	}
}

// heldBars: bytes on the heap per byte of body.
func (m *measurement) heldBars() (*plot.Plot, error) {
	p := newPlot("Bytes held, per byte of robots.txt ("+m.name+")", "", "bytes per body byte")
	var names []string
	var tops plotter.XYLabels
	for _, peer := range all {
		ratio, ok := m.heldBy[peer.Name]
		if !ok || peer.Name == peers.Regexp {
			continue // the regexp's bar would hide the others
		}
		bar, err := plotter.NewBarChart(plotter.Values{ratio}, vg.Points(40))
		if err != nil {
			return nil, err
		}
		bar.XMin = float64(len(names))
		tops.XYs = append(tops.XYs, plotter.XY{X: bar.XMin, Y: ratio})
		tops.Labels = append(tops.Labels, fmt.Sprintf("%.2f", ratio))
		bar.Color, bar.LineStyle.Width = colours[peer.Name], 0
		p.Add(bar)
		label := peer.Name + "\n(one group)"
		if peer.Name == peers.Robotrie || peer.Name == peers.Temoto {
			label = peer.Name + "\n(all groups)"
		}
		names = append(names, label)
	}
	file := plotter.NewFunction(func(float64) float64 { return 1 })
	file.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(file)
	p.Legend.Add("the file itself", file)
	figures, err := plotter.NewLabels(tops)
	if err != nil {
		return nil, err
	}
	for i := range figures.TextStyle {
		figures.TextStyle[i].XAlign = text.XCenter
	}
	figures.Offset.Y = vg.Points(4)
	p.Add(figures)
	p.NominalX(names...)
	p.X.Min, p.X.Max = -0.6, float64(len(names))-0.4
	p.Y.Min, p.Y.Max = 0, 1.15*p.Y.Max
	return p, nil
}
