package main

import (
	"fmt"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// questions are those about a whole file. Each reports whether it was answered
// before its budget ended.
var questions = []struct {
	name string
	ask  func(f gen.File, d robotrie.Dialect) (complete bool)
}{
	{"lint", func(f gen.File, d robotrie.Dialect) bool {
		for _, found := range robotrie.Lint(f.Body, robotrie.WithDialect(d)) {
			if found.Code == robotrie.NotExamined {
				return false
			}
		}
		return true
	}},
	{"minimize", func(f gen.File, d robotrie.Dialect) bool {
		_, complete := robotrie.TryMinimize(f.Body, robotrie.WithDialect(d))
		return complete
	}},
	{"diff", func(f gen.File, d robotrie.Dialect) bool {
		half := gen.File{Body: f.Body[:len(f.Body)/2]}
		return robotrie.Diff(compile(half, d), compile(f, d), f.Agent).Complete
	}},
	{"fingerprint", func(f gen.File, d robotrie.Dialect) bool {
		return compile(f, d).Fingerprint().Kind == robotrie.ByMeaning
	}},
	{"graph", func(f gen.File, d robotrie.Dialect) bool {
		_, ok := compile(f, d).Group(f.Agent).Graph(1000)
		return ok
	}},
}

// meanings prints the time of each question for every shape, Compile included,
// with "+" where a budget ended.
func meanings(names []string) {
	for _, d := range dialects {
		fmt.Printf("\n%-20s", d)
		for _, q := range questions {
			fmt.Printf(" %12s", q.name)
		}
		fmt.Println(" (ms)")
		for _, f := range gen.Hostile() {
			if !wanted(names, f.Name) {
				continue
			}
			fmt.Printf("%-20s", f.Name)
			for _, q := range questions {
				start := time.Now()
				mark := "+"
				if q.ask(f, d) {
					mark = " "
				}
				fmt.Printf(" %11d%s", time.Since(start).Milliseconds(), mark)
			}
			fmt.Println()
		}
	}
}
