package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"
	"unsafe"

	"github.com/robotrie/robotrie"
)

// filterCmd is the main job in bulk.
type filterCmd struct {
	ruleFlags
	Robots string `xor:"rules" required:"" placeholder:"HOSTS" help:"The robots.txt files: a file of JSON lines, also with gzip, or - for standard input."`
	Fetch  bool   `xor:"rules" required:"" help:"Instead of --robots: fetch the robots.txt file of every origin."`
	originFlags
	Verdicts bool   `help:"Write verdict, URL and line number of every URL, separated by tabs."`
	Quiet    bool   `short:"q" help:"Show neither progress nor summary; problems are still named."`
	URLs     string `arg:"" optional:"" name:"urls" default:"-" placeholder:"URLS" help:"A file of URLs, one a line, also with gzip; - or nothing for standard input."`
}

// Help is the second part of "robotrie filter --help".
func (*filterCmd) Help() string {
	return `Writes the allowed URLs in the order of the input, on all cores, in memory that does not depend on their number. HOSTS holds one object a line, with "host" (a host, which stands for all its ports and schemes, or an origin such as "https://example.com:8080") and "body", or "body_b64" where the file is not UTF-8. The last record of a host counts. URLs of a host without a record are allowed.

With --fetch the origins are asked instead, each once, and a few at a time; --policy, which also says how rules are read, --allow-private, --user-agent and --parallel are for it alone. It waits for slow origins, so URLs of one origin should stand together, and keeps the rules of all origins.

Lines that cannot be used are named on standard error and left out; the others are still answered, and the exit status is 2.

Examples:

    robotrie filter --agent ExampleBot --robots hosts.jsonl.gz urls.txt.gz > allowed.txt
    robotrie filter --agent ExampleBot --fetch urls.txt > allowed.txt`
}

// Validate is called by kong.
func (c *filterCmd) Validate() error {
	if err := c.ruleFlags.Validate(); err != nil {
		return err
	}
	switch flag := c.originFlags.given(); {
	case c.Fetch && c.Dialect.given:
		return errors.New("--dialect: with --fetch, --policy says how rules are read")
	case !c.Fetch && flag != "":
		return fmt.Errorf("%s needs --fetch", flag)
	}
	return nil
}

// Run is called by kong.
func (c *filterCmd) Run(s *session) error {
	if c.Robots == "-" && c.URLs == "-" {
		return errors.New("--robots and URLS cannot both be standard input (-)")
	}
	if c.Fetch {
		return c.runFetching(s)
	}
	hosts, err := openSource(s, c.Robots)
	if err != nil {
		return err
	}
	defer hosts.Close()
	urls, err := openSource(s, c.URLs) // before the long work, so that a mistyped name is told at once
	if err != nil {
		return err
	}
	defer urls.Close()

	workers := runtime.GOMAXPROCS(0)
	begin := time.Now()
	table, err := loadHosts(s, hosts, &c.ruleFlags, workers, newProgress(s, "robots.txt files", hosts, c.Quiet))
	if err != nil {
		return err
	}
	loaded := time.Now()
	total, err := c.run(s, &urlFilter{table: table, verdicts: c.Verdicts}, urls, workers)
	if !c.Quiet {
		fmt.Fprint(s.err, table.summary(loaded.Sub(begin)), total.summary("hosts without a record", time.Since(loaded)))
	}
	return err
}

// run filters a source of URLs.
func (c *filterCmd) run(s *session, f *urlFilter, urls *source, workers int) (counts, error) {
	total, err := f.run(s, urls, workers, newProgress(s, "URLs", urls, c.Quiet))
	if total.disallowed > 0 {
		s.found()
	}
	return total, err
}

// summary is what filter says of the robots.txt files at its end.
func (t *hostTable) summary(load time.Duration) string {
	return fmt.Sprintf("hosts: %d, distinct files: %d, compiled bytes: %d, unreadable lines: %d, seconds: %.2f\n",
		len(t.groups), t.bodies, t.size, t.bad, load.Seconds())
}

// summary is what filter says of the URLs at its end. unknown names those that no rules were known for.
func (c *counts) summary(unknown string, run time.Duration) string {
	rate := 0.0
	if run > 0 {
		rate = float64(c.urls) / run.Seconds()
	}
	return fmt.Sprintf("URLs: %d, allowed: %d, disallowed: %d, of %s: %d, invalid: %d, seconds: %.2f, URLs/s: %.0f\n",
		c.urls, c.allowed, c.disallowed, unknown, c.unknown, c.invalid, run.Seconds(), rate)
}

// counts of URLs; unknown are those of hosts without a record, or of origins without rules, which are among the others.
type counts struct{ urls, allowed, disallowed, unknown, invalid int64 }

func (c *counts) add(d counts) {
	c.urls += d.urls
	c.allowed += d.allowed
	c.disallowed += d.disallowed
	c.unknown += d.unknown
	c.invalid += d.invalid
}

// Sizes of the stream of URLs. A block is long enough that handing it to another goroutine costs nothing per URL.
const (
	urlBlock = 512 << 10
	maxURL   = 8 << 20
)

// What is said of a line of URLS that cannot be used, besides whyNoKey.
var errLongURL = fmt.Errorf("no URL: the line is longer than %d MiB", maxURL>>20)

// A urlFilter answers for a stream of URLs, by the records of their hosts or by what their origins say.
type urlFilter struct {
	table    *hostTable
	origins  *originAsker // if not nil, instead of table
	verdicts bool
}

// run reads URLs from src and writes those allowed, or all verdicts, to the session's output in the same order.
func (f *urlFilter) run(s *session, src *source, workers int, bar *progress) (counts, error) {
	var total counts
	blocks := &blockReader{r: src, size: urlBlock, max: maxURL, eager: src.eager}
	problems := problemList{session: s, bar: bar, file: src.name}
	var written error
	err := ordered(workers,
		func(j *urlJob) (bool, error) { return j.fill(blocks) },
		func(j *urlJob) { j.answer(f) },
		func(j *urlJob) error {
			total.add(j.counts)
			problems.add(j.problems, j.lines)
			problems.skip(j.invalid - int64(len(j.problems)))
			bar.set(src.read.Load())
			if len(j.out) > 0 {
				_, written = s.out.Write(j.out)
			}
			return written
		})
	problems.finish()
	bar.finish()
	switch {
	case written != nil:
		return total, writeFailed(written)
	case err != nil && err != io.EOF:
		return total, src.failed(err)
	}
	return total, nil
}

// A urlJob is a block of URLs on its way through ordered, with all the memory that its work needs.
type urlJob struct {
	block
	counts
	out      []byte
	key      originKey
	problems []problem // the first few
	origins  map[string]originRules
}

// find gives the rules for the URLs of the job's key. known is false where there are none.
func (j *urlJob) find(f *urlFilter) (group *robotrie.Group, known bool) {
	if f.origins != nil {
		rules := j.origins[string(j.key.origin())]
		return rules.group, rules.own
	}
	group = f.table.find(&j.key)
	return group, group != nil
}

// answer is the work on one block. It allocates nothing once the job's buffers have grown.
//
// URLs of one host usually stand together, so the rules of the last one are kept with the URL's text up to the end of
// the authority: where the next URL begins with the same octets, neither its host is parsed nor the table asked.
func (j *urlJob) answer(f *urlFilter) {
	j.counts, j.out, j.problems = counts{}, j.out[:0], j.problems[:0]
	if f.origins != nil {
		j.askOrigins(f.origins)
	}
	var last []byte
	var group *robotrie.Group
	var known bool
	j.each(maxURL, func(n int64, url []byte, long bool) {
		if long {
			last = nil
			j.reject(f, n, url, errLongURL)
			return
		}
		if !sameOrigin(url, last) {
			last = nil
			end := authorityEnd(url)
			if !j.key.set(url[:end]) {
				j.reject(f, n, url, nil)
				return
			}
			last = url[:end]
			group, known = j.find(f)
		}
		j.urls++
		verdict := robotrie.Verdict{Allowed: true}
		switch {
		case group == nil:
		case f.verdicts:
			verdict = group.Match(text(url))
		default:
			verdict.Allowed = group.Allowed(text(url))
		}
		if !known {
			j.unknown++
			verdict.Rule = robotrie.Rule{} // that of a stand-in
		}
		if verdict.Allowed {
			j.allowed++
		} else {
			j.disallowed++
		}
		switch {
		case f.verdicts:
			j.writeVerdict(word(verdict.Allowed), url, verdict.Rule.Line)
		case verdict.Allowed:
			j.out = append(append(j.out, url...), '\n')
		}
	})
}

// sameOrigin reports whether a URL begins with a scheme and an authority that were seen before.
func sameOrigin(url, last []byte) bool {
	if len(last) == 0 || len(url) < len(last) || string(url[:len(last)]) != string(last) {
		return false
	}
	if len(url) == len(last) {
		return true
	}
	c := url[len(last)]
	return c == '/' || c == '?' || c == '#'
}

// reject counts a line that is no URL.
func (j *urlJob) reject(f *urlFilter, n int64, line []byte, err error) {
	j.urls++
	j.invalid++
	if len(j.problems) < namedProblems {
		if err == nil {
			err = fmt.Errorf("%w: %s", whyNoKey(line), shown(string(line[:min(len(line), keptOfLong)])))
		}
		j.problems = append(j.problems, problem{n, err})
	}
	if f.verdicts {
		j.writeVerdict("invalid", line, 0)
	}
}

// writeVerdict writes one line of tab-separated values. A tab or carriage return within the URL is written as its
// escape, which means the same to the engine and keeps the columns and lines apart.
func (j *urlJob) writeVerdict(verdict string, url []byte, line int) {
	j.out = append(append(j.out, verdict...), '\t')
	begin := len(j.out)
	j.out = append(j.out, url...)
	for _, c := range url {
		if c == '\t' || c == '\r' {
			j.out = j.out[:begin]
			j.appendEscaped(url)
			break
		}
	}
	j.out = append(j.out, '\t')
	j.out = strconv.AppendInt(j.out, int64(line), 10)
	j.out = append(j.out, '\n')
}

func (j *urlJob) appendEscaped(url []byte) {
	for _, c := range url {
		switch c {
		case '\t':
			j.out = append(j.out, "%09"...)
		case '\r':
			j.out = append(j.out, "%0D"...)
		default:
			j.out = append(j.out, c)
		}
	}
}

// text returns a URL as a string without a copy.
//
// Invariant: the block is neither changed nor read into while the engine looks at it, and the engine keeps no part of
// a target.
func text(url []byte) string { return unsafe.String(unsafe.SliceData(url), len(url)) }
