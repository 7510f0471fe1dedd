package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/coverage"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// The work of Compile is counted by what Go inserts for coverage: a counter for
// each basic block. Their sum, the number of blocks executed, is the same on
// every machine and in every run, costs the engine nothing, and sees every loop
// that is written in Go, those of packages slices and bytes too. It does not
// see the octets of a memmove or a comparison: allocation shows those.
//
// It needs a program that is built for it (and warns that nothing is written to
// GOCOVERDIR, which is as it should be):
//
//	go run -cover -covermode=atomic -coverpkg=./bench/hostile,./compile,./automaton,./normalize,slices,bytes ./bench/hostile -work

var errNotCounted = errors.New("counting work needs a program that is built with -cover -covermode=atomic; see bench/hostile/work.go")

// blocks gives how many basic blocks f executes, or errNotCounted.
func blocks(f func()) (n uint64, err error) {
	if coverage.ClearCounters() != nil {
		return 0, errNotCounted
	}
	f()
	var b bytes.Buffer
	if err := coverage.WriteCounters(&b); err != nil {
		return 0, err
	}
	return sumOf(b.Bytes())
}

// sumOf adds the counters of a file in Go's format for them: a header of 32
// octets, of a segment the number of functions and the lengths of two tables,
// the tables, and then for each function how many counters it has, two numbers
// that name it, and the counters.
func sumOf(file []byte) (sum uint64, err error) {
	const (
		header, atFlavor = 32, 24
		segment          = 16
		words, varints   = 1, 2 // flavors
	)
	if len(file) < header+segment || string(file[:4]) != "\x00cwm" || file[4] != 1 {
		return 0, fmt.Errorf("counters of an unknown format: % x", file[:min(len(file), 8)])
	}
	flavor := file[atFlavor]
	b := file[header:]
	functions := binary.LittleEndian.Uint64(b)
	tables := int(binary.LittleEndian.Uint32(b[8:])) + int(binary.LittleEndian.Uint32(b[12:]))
	if len(b) < segment+tables {
		return 0, errors.New("counters that are cut short")
	}
	b = b[segment+tables:]
	next := func() uint64 {
		v, n := uint64(0), 0
		switch {
		case flavor == varints:
			v, n = binary.Uvarint(b)
		case flavor == words && len(b) >= 4:
			v, n = uint64(binary.LittleEndian.Uint32(b)), 4
		}
		if n <= 0 {
			err = errors.New("counters that are cut short")
			return 0
		}
		b = b[n:]
		return v
	}
	for ; functions > 0 && err == nil; functions-- {
		counters := next()
		next()
		next()
		for ; counters > 0 && err == nil; counters-- {
			sum += next()
		}
	}
	return sum, err
}

// work prints, for every shape and dialect, the blocks that Compile executes
// for each octet of the body at an eighth of the full size and at full size,
// and how many times the usual the latter is: that of the workload "typical".
func work(names []string) error {
	typical, _ := gen.Make("typical")
	total, octets := uint64(0), 0
	for _, f := range typical.Files {
		n, err := blocks(func() { compile(f, robotrie.RFC9309) })
		if err != nil {
			return err
		}
		total, octets = total+n, octets+len(f.Body)
	}
	usual := float64(total) / float64(octets)
	fmt.Printf("%-20s %-12s %8s %8s %8s\n", "shape", "dialect", "eighth", "full", "× usual")
	fmt.Printf("%-20s %-12s %8s %8.1f %8.2f\n", "usual", robotrie.RFC9309, "-", usual, 1.0)
	small, large := gen.HostileOf(gen.MaxHostile/8), gen.Hostile()
	for i := range large {
		if !wanted(names, large[i].Name) {
			continue
		}
		for _, d := range dialects {
			var cost [2]float64
			for k, f := range []gen.File{small[i], large[i]} {
				n, err := blocks(func() { compile(f, d) })
				if err != nil {
					return err
				}
				cost[k] = perByte(n, f)
			}
			fmt.Printf("%-20s %-12s %8.1f %8.1f %8.2f\n", large[i].Name, d, cost[0], cost[1], cost[1]/usual)
		}
	}
	return nil
}
