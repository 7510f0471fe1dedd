package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A binary is the test binary of one package, linked with the changed source.
type binary struct {
	pkg    string // import path
	dir    string // where its tests run
	file   string
	stages []*stage
	took   map[string]time.Duration // by test, as far as it is of a stage
	covers coverage
}

// A stage is tests that take about as long as each other. The quick ones are
// asked first: most mutants do not live to see the others.
type stage struct {
	tests []string
	cpu   time.Duration // what they take with all changes off
	slow  bool          // of the last kind
}

// stageLimits are what a test of a stage may take; the last takes the rest.
var stageLimits = []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, time.Second, math.MaxInt64}

// build writes the changed source to a folder and links a test binary against
// it: for the go command, the changed files lie where the real ones do.
func build(s *source, changed map[string]string, folder string, packages []string) ([]*binary, error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range changed {
		to := filepath.Join(folder, name)
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			return nil, err
		}
		overlay.Replace[filepath.Join(s.dir, name)] = to
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	overlayFile := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlayFile, data, 0o644); err != nil {
		return nil, err
	}
	var all []*binary
	for i, pkg := range packages {
		listed, err := goList("-f", "{{.ImportPath}}\n{{.Dir}}", pkg)
		if err != nil {
			return nil, err
		}
		b := &binary{pkg: listed[0], dir: listed[1], file: filepath.Join(folder, fmt.Sprintf("%d.test", i))}
		out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", b.file, pkg).CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("building the tests of %s with all mutants in: %w\n%s", pkg, err, out)
		}
		if b.covers, err = measureCoverage(s.path, pkg, folder); err != nil {
			return nil, err
		}
		if err := b.measure(); err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

var outcome = regexp.MustCompile(`(?m)^\s*--- (PASS|FAIL|SKIP): (\S+) \(([0-9.]+)s\)`)

// measure runs all tests with no change on, and makes the stages. Tests that
// fail even so are left out: those that hold the compiler to what it inlines,
// say, and those that read the source.
func (b *binary) measure() error {
	began := time.Now()
	said, err := b.run(0, "", 10*time.Minute, "-test.v")
	if err != nil {
		return err
	}
	// What others take of the processor must not make a test a slow one.
	share := min(1, said.cpu.Seconds()/time.Since(began).Seconds())
	b.took = map[string]time.Duration{}
	stages := make([]*stage, len(stageLimits))
	for i := range stages {
		stages[i] = &stage{slow: i == len(stages)-1}
	}
	for _, m := range outcome.FindAllStringSubmatch(said.output, -1) {
		seconds, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return err
		}
		took := time.Duration(share * seconds * float64(time.Second))
		switch {
		case strings.Contains(m[2], "/") || m[1] == "SKIP":
		case m[1] == "FAIL":
			fmt.Fprintf(os.Stderr, "%s: %s fails with all changes off, and is not used\n", b.pkg, m[2])
		default:
			i := 0
			for took > stageLimits[i] {
				i++
			}
			stages[i].tests = append(stages[i].tests, m[2])
			b.took[m[2]] = took
		}
	}
	for _, s := range stages {
		if len(s.tests) == 0 {
			continue
		}
		again, err := b.run(0, s.pattern(), 10*time.Minute)
		if err != nil {
			return err
		}
		if again.failed {
			return fmt.Errorf("%s: %s: a test fails with all changes off:\n%s", b.pkg, s.pattern(), again.output)
		}
		s.cpu = again.cpu
		b.stages = append(b.stages, s)
	}
	if len(b.stages) == 0 {
		return fmt.Errorf("%s: no test passes with all changes off:\n%s", b.pkg, said.output)
	}
	return nil
}

// hunt is a stage of those of some tests that are this binary's, quick ones or
// the others; none if none is.
func (b *binary) hunt(tests []string, quick bool) []*stage {
	s := &stage{}
	for _, test := range tests {
		if took, ok := b.took[test]; ok && quick == (took <= stageLimits[1]) && !slices.Contains(s.tests, test) {
			s.tests, s.cpu = append(s.tests, test), s.cpu+took
		}
	}
	if len(s.tests) == 0 {
		return nil
	}
	return []*stage{s}
}

// turns gives the stages in the order in which a mutant meets them: the quickest
// of all tests before slow ones that killed its neighbours.
func turns(binaries []*binary, first []string) (all []turn) {
	add := func(stages func(b *binary) []*stage) {
		for _, b := range binaries {
			for _, s := range stages(b) {
				all = append(all, turn{b, s})
			}
		}
	}
	add(func(b *binary) []*stage { return b.hunt(first, true) })
	add(func(b *binary) []*stage { return b.stages[:1] })
	add(func(b *binary) []*stage { return b.hunt(first, false) })
	add(func(b *binary) []*stage { return b.stages[1:] })
	return all
}

type turn struct {
	*binary
	*stage
}

func (s *stage) pattern() string { return "^(" + strings.Join(s.tests, "|") + ")$" }

// limit is what a stage may take of the processor. Why not of the clock: on a
// busy machine that would kill mutants that live.
func (s *stage) limit() time.Duration { return 4*s.cpu + 2*time.Second }

// said is how a run of a test binary ended.
type said struct {
	failed bool
	by     string // the test that failed, or what else happened
	output string
	cpu    time.Duration
}

// The most memory that a mutant may ask for, and what the clock may show beyond
// the processor's time: a mutant that waits for ever uses none.
const (
	mostMemory = 6 << 20 // KiB of addresses
	patience   = 20
)

var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|^panic: (.*)|^(fatal error: .*)|^(unexpected fault address.*)`)

// run runs tests with one change on, a second time if the clock ran out: the
// program waits for ever, or else it was halted from outside for a while.
func (b *binary) run(id int, tests string, limit time.Duration, more ...string) (said, error) {
	r, late, err := b.runOnce(id, tests, limit, more...)
	if late && err == nil {
		r, _, err = b.runOnce(id, tests, limit, more...)
	}
	return r, err
}

func (b *binary) runOnce(id int, tests string, limit time.Duration, more ...string) (r said, late bool, err error) {
	seconds := int(limit/time.Second) + 1
	args := []string{"-c", fmt.Sprintf(`ulimit -t %d; ulimit -v %d; exec "$0" "$@"`, seconds, mostMemory), b.file,
		"-test.short", "-test.failfast", "-test.parallel=1", "-test.timeout=0"}
	if id == 0 {
		args = slices.DeleteFunc(args, func(a string) bool { return a == "-test.failfast" })
	}
	if tests != "" {
		args = append(args, "-test.run="+tests)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience*time.Duration(seconds)*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append(args, more...)...)
	c.Dir = b.dir
	// Mutants meet what is in the tree and nothing else, so that a score does
	// not depend on which corpus lies beside it.
	c.Env = append(os.Environ(), variable+"="+strconv.Itoa(id), "ROBOTRIE_CORPUS=/nonexistent", "ROBOTRIE_CONFORMANCE=/nonexistent")
	var out limited
	c.Stdout, c.Stderr = &out, &out
	c.WaitDelay = time.Second
	err = c.Run()
	late = ctx.Err() != nil
	r = said{output: out.String()}
	if c.ProcessState != nil {
		r.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit):
		r.failed = true
		if m := failing.FindStringSubmatch(r.output); m != nil {
			r.by = inOneLine(cmp.Or(m[1], m[2], m[3], m[4]))
		} else if !exit.Exited() {
			r.by = "no end"
		} else {
			r.by = exit.String()
		}
	default:
		return r, late, err
	}
	return r, late, nil
}

// limited keeps the first octets that are written to it.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := 4<<20 - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// coverage is the parts of a package's files that tests run through, by file.
type coverage map[string][]span

type span struct {
	fromLine, fromColumn, toLine, toColumn int
	run                                    bool
}

// measureCoverage runs the tests of one package for the coverage of another.
func measureCoverage(of, by, folder string) (coverage, error) {
	profile := filepath.Join(folder, "cover.out")
	c := exec.Command("go", "test", "-short", "-vet=off", "-count=1", "-coverpkg="+of, "-coverprofile="+profile, by)
	c.Env = append(os.Environ(), "ROBOTRIE_CORPUS=/nonexistent", "ROBOTRIE_CONFORMANCE=/nonexistent")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("measuring what %s covers: %w\n%s", by, err, out)
	}
	f, err := os.Open(profile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	covers := coverage{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		name, rest, ok := strings.Cut(lines.Text(), ":")
		if !ok || name == "mode" {
			continue
		}
		var p span
		var statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &p.fromLine, &p.fromColumn, &p.toLine, &p.toColumn, &statements, &count); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", profile, lines.Text(), err)
		}
		p.run = count > 0
		covers[filepath.Base(name)] = append(covers[filepath.Base(name)], p)
	}
	return covers, lines.Err()
}

// has reports a place that tests run through. What stands in no function is
// run when the program starts.
func (c coverage) has(file string, line, column int) bool {
	inside := false
	for _, p := range c[file] {
		if (line > p.fromLine || line == p.fromLine && column >= p.fromColumn) &&
			(line < p.toLine || line == p.toLine && column < p.toColumn) {
			if p.run {
				return true
			}
			inside = true
		}
	}
	return !inside
}
