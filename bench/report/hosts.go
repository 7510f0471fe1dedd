package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench"
	"github.com/robotrie/robotrie/bench/peers"
	"github.com/robotrie/robotrie/internal/gen"
)

// host is one file, compiled by every peer, and what is asked of it.
type host struct {
	file     gen.File
	group    *robotrie.Group
	checkers []peers.Checker // by peer; nil where it refused
	targets  []string        // canonical, in random order
	rules    int
	starred  bool
}

// data is what everything is measured on.
type data struct {
	name    string // of the workload
	hosts   []*host
	refused int // hosts that the text-book rival cannot read
	bodies  [][]byte
	bytes   int // of all bodies
}

// load reads the corpus, or makes the stand-in for it.
func load(c config, say func(string, ...any)) (*data, error) {
	d := &data{}
	// Half of the corpus's files have no rules for us or too few canonical
	// targets, so more are read than are wanted.
	w, err := bench.Corpus(3 * c.hosts)
	switch {
	case errors.Is(err, bench.ErrNoCorpus):
		say("%v; measuring generated files instead", err)
		w, _ = gen.Make("typical")
		for _, f := range w.Files {
			d.bodies = append(d.bodies, f.Body)
		}
		d.bodies = d.bodies[:min(len(d.bodies), c.bodies)]
	case err != nil:
		return nil, err
	default:
		if d.bodies, err = bench.Bodies(c.bodies); err != nil {
			return nil, err
		}
	}
	d.name = w.Name
	for _, b := range d.bodies {
		d.bytes += len(b)
	}
	for i, f := range w.Files {
		if len(d.hosts) == c.hosts {
			break
		}
		h := prepare(f, uint64(i))
		if h == nil {
			continue
		}
		if h.checkers[index(peers.Temoto)] == nil {
			d.refused++
			continue
		}
		d.hosts = append(d.hosts, h)
	}
	if len(d.hosts) == 0 {
		return nil, fmt.Errorf("workload %s: no host has rules and canonical targets", w.Name)
	}
	return d, nil
}

// prepare compiles a file with every peer; nil where there is nothing to
// measure.
func prepare(f gen.File, seed uint64) *host {
	h := &host{file: f, targets: bench.Mixed(f, seed)}
	if len(h.targets) < 4 {
		return nil
	}
	h.group = robotrie.Compile(f.Body).Group(f.Agent)
	rules := h.group.Rules()
	if len(rules) == 0 {
		return nil
	}
	h.rules = len(rules)
	for _, r := range rules {
		h.starred = h.starred || strings.Contains(strings.TrimRight(r.Pattern, "*$"), "*")
	}
	for _, p := range all {
		c, err := p.Compile(f.Body, f.Agent)
		if err != nil {
			c = nil
		}
		h.checkers = append(h.checkers, c)
	}
	return h
}

var all = peers.All()

// index finds a peer by name.
func index(name string) int {
	for i, p := range all {
		if p.Name == name {
			return i
		}
	}
	panic("no peer " + name)
}
