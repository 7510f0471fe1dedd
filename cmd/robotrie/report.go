package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// A problem is a line that could not be used, by its number in its block, from 0.
type problem struct {
	line int64
	err  error
}

// namedProblems is how many lines of a file are named; the others are only counted.
const namedProblems = 10

// A problemList names the lines of one file that could not be used, in the order of the file.
type problemList struct {
	session *session
	bar     *progress
	file    string
	before  int64 // lines in the blocks so far
	total   int64
}

// add takes the problems of the next block, which has the given number of lines.
func (p *problemList) add(problems []problem, lines int64) {
	for _, each := range problems {
		p.total++
		if p.total <= namedProblems {
			p.bar.clear()
			p.session.failf("%s, line %d: %w", p.file, p.before+each.line+1, each.err)
		}
	}
	p.before += lines
}

// skip counts problems of a block beyond the first namedProblems, which come without a sentence.
func (p *problemList) skip(n int64) { p.total += n }

// finish says how many lines were not named.
func (p *problemList) finish() {
	if more := p.total - namedProblems; more > 0 {
		p.bar.clear()
		p.session.failf("%s: %d more lines like these", p.file, more)
	}
}

// A progress is a bar on standard error; nil where nobody is there to look at it.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress returns the bar for reading a source, if a person sees standard error and nothing else is written there.
func newProgress(s *session, what string, src *source, quiet bool) *progress {
	if quiet || !isTerminal(s.err) || isTerminal(s.out) {
		return nil
	}
	return &progress{progressbar.NewOptions64(src.size,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// The bar is an ornament: where it cannot be drawn the work goes on, so its errors are dropped.

func (p *progress) set(octets int64) {
	if p != nil {
		_ = p.bar.Set64(octets)
	}
}

func (p *progress) clear() {
	if p != nil {
		_ = p.bar.Clear()
	}
}

func (p *progress) finish() {
	if p != nil {
		_ = p.bar.Finish()
	}
}
