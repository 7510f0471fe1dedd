package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A verdict is what became of a mutant.
type verdict struct {
	Key     string
	File    string
	Line    int
	Kind    string
	Was, Is string
	Killed  bool
	By      string // the test or the crash that killed it; of survivors: why it may have lived
	Seconds float64
}

// never is what is said of a survivor that no test runs through.
const never = "no test runs through it"

// hunters are the tests that killed mutants last, by file and by function: what
// kills one mutant of a function kills most of them, so they are asked first.
type hunters map[string][]string

// hunt is how many tests are remembered of each.
const hunt = 3

// of gives the tests that are asked first for a mutant.
func (h hunters) of(m *mutant) []string {
	return slices.Concat(h[m.File+" "+m.Func], h[m.File])
}

// killed puts the test that killed a mutant in front.
func (h hunters) killed(m *mutant, by string) {
	test, _, _ := strings.Cut(by, "/")
	for _, place := range []string{m.File + " " + m.Func, m.File} {
		others := slices.DeleteFunc(slices.Clone(h[place]), func(t string) bool { return t == test })
		h[place] = append([]string{test}, others[:min(len(others), hunt-1)]...)
	}
}

// try runs one mutant through all tests that may notice it, until one does.
func try(m *mutant, folder string, binaries []*binary, h hunters) (v verdict, err error) {
	v = verdict{Key: m.Key, File: folder + "/" + m.File, Line: m.Line, Kind: m.Kind, Was: m.Was, Is: m.Is}
	began := time.Now()
	defer func() { v.Seconds = time.Since(began).Seconds() }()
	covers := slices.DeleteFunc(slices.Clone(binaries), func(b *binary) bool { return !m.Jumped && !b.covers.has(m.File, m.Line, m.Column) })
	if len(covers) == 0 {
		v.By = never
		return v, nil
	}
	for _, t := range turns(covers, h.of(m)) {
		said, err := t.run(m.ID, t.pattern(), t.limit())
		if err != nil {
			return v, err
		}
		if said.failed {
			v.Killed, v.By = true, said.by
			h.killed(m, said.by)
			return v, nil
		}
	}
	return v, nil
}

// stillPass makes sure that the tests pass with all changes off. They have done
// so before, but where a file that they read has changed since, they have killed
// every mutant.
func stillPass(binaries []*binary) error {
	for _, b := range binaries {
		for _, s := range b.stages {
			said, err := b.run(0, s.pattern(), 10*time.Minute)
			if err != nil {
				return err
			}
			if said.failed {
				return fmt.Errorf("%s: %s fails by now with all changes off, so what was tried since counts for nothing", b.pkg, said.by)
			}
		}
	}
	return nil
}

// tryAll takes mutants one after another, and reports each.
func tryAll(mutants []*mutant, folder string, binaries []*binary, log io.Writer, report func(verdict) error) error {
	began := time.Now()
	lived, h := 0, hunters{}
	for i, m := range mutants {
		v, err := try(m, folder, binaries, h)
		if err != nil {
			return err
		}
		if !v.Killed {
			lived++
			fmt.Fprintf(log, "lives: %s:%d %s\n", v.File, v.Line, v.Key)
		}
		if err := report(v); err != nil {
			return err
		}
		if n := i + 1; n%100 == 0 || n == len(mutants) {
			fmt.Fprintf(log, "%d of %d mutants, %d live, %.0f s\n", n, len(mutants), lived, time.Since(began).Seconds())
		}
	}
	return nil
}
