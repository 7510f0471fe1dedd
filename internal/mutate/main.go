package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

// options are the flags.
type options struct {
	out       string
	tests     string
	survivors string
	only      string
	every     int
	again     bool
	slow      bool
	list      bool
}

// command is the program: 0 all killed or explained, 1 some survived, 2 it
// could not do its work.
func command(args []string, stdout, stderr io.Writer) int {
	var o options
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.out, "out", filepath.Join(os.TempDir(), "robotrie-mutate"), "`folder` for results, one file a package")
	flags.StringVar(&o.tests, "tests", ". ./fuzz", "`packages` whose tests are asked behind the package's own")
	flags.StringVar(&o.survivors, "survivors", "internal/mutate/SURVIVORS.md", "`document` that explains survivors")
	flags.StringVar(&o.only, "only", "", "only mutants whose name a `regexp` finds: a file, a function, a change")
	flags.IntVar(&o.every, "every", 1, "take every `n`th mutant")
	flags.BoolVar(&o.again, "again", false, "try survivors again, with the tests as they are now")
	flags.BoolVar(&o.slow, "slow", false, "also ask tests that take more than a second; best with -again")
	flags.BoolVar(&o.list, "list", false, "print the mutants and try none")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: go run ./internal/mutate [flags] PACKAGE...   (in the root of the tree)\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 || o.every < 1 {
		flags.Usage()
		return 2
	}
	status := 0
	for _, dir := range flags.Args() {
		s, err := mutate(dir, o, stdout, stderr)
		if err != nil {
			fmt.Fprintf(stderr, "mutate: %s: %v\n", dir, err)
			return 2
		}
		if s != nil {
			s.write(stdout, dir)
			for _, v := range s.Open {
				fmt.Fprintf(stdout, "%s:%d: %s\n    %s\n", v.File, v.Line, v.By, v.Key)
				status = 1
			}
		}
	}
	return status
}

// mutate does one package. There is no score where mutants are listed only.
func mutate(dir string, o options, stdout, stderr io.Writer) (*score, error) {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return nil, err
	}
	src, err := load("./" + strings.TrimPrefix(dir, "./"))
	if err != nil {
		return nil, err
	}
	changed, all, err := rewrite(src)
	if err != nil {
		return nil, err
	}
	var chosen []*mutant
	for i, m := range all {
		if i%o.every == 0 && only.MatchString(m.Key) {
			chosen = append(chosen, m)
		}
	}
	folder := filepath.Base(src.dir)
	if o.list {
		for _, m := range chosen {
			fmt.Fprintf(stdout, "%s/%s:%d:%d: %s: %s => %s\n", folder, m.File, m.Line, m.Column, m.Kind, m.Was, m.Is)
		}
		return nil, nil
	}
	known, err := explained(o.survivors)
	if err != nil {
		return nil, err
	}
	for _, key := range known.stale(folder, all) {
		fmt.Fprintf(stderr, "explained, and no mutant: %s\n", key)
	}
	j, err := openJournal(filepath.Join(o.out, folder+".jsonl"), src.fingerprints(), func(v verdict) bool { return v.Killed || !o.again })
	if err != nil {
		return nil, err
	}
	defer j.file.Close()
	var left []*mutant
	for _, m := range chosen {
		if _, done := j.done[m.Key]; !done {
			left = append(left, m)
		}
	}
	// What is explained takes longest, and is the least news.
	slices.SortStableFunc(left, func(a, b *mutant) int {
		switch x, y := known.has(a.Key), known.has(b.Key); {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
	fmt.Fprintf(stderr, "%s: %d mutants, %d chosen, %d to try\n", dir, len(all), len(chosen), len(left))
	if len(left) > 0 {
		scratch, err := os.MkdirTemp("", "mutate")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(scratch)
		binaries, err := build(src, changed, scratch, append([]string{src.path}, strings.Fields(o.tests)...))
		if err != nil {
			return nil, err
		}
		for _, b := range binaries {
			if !o.slow {
				b.stages = slices.DeleteFunc(b.stages, func(s *stage) bool { return s.slow })
			}
			for _, s := range b.stages {
				fmt.Fprintf(stderr, "%s: %d tests, %.2f s\n", b.pkg, len(s.tests), s.cpu.Seconds())
			}
		}
		if err := tryAll(left, folder, binaries, stderr, j.add); err != nil {
			return nil, err
		}
		if err := stillPass(binaries); err != nil {
			return nil, errors.Join(err, j.forget())
		}
	}
	result := sum(chosen, j.done, known)
	return &result, nil
}
