package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

// checkCmd answers for a few URLs against one robots.txt file.
type checkCmd struct {
	ruleFlags
	JSON   bool     `help:"Write one JSON object a line."`
	Robots string   `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
	URLs   []string `arg:"" name:"url" placeholder:"URL" help:"Absolute URLs or paths. The single URL - reads them from standard input, one a line."`
}

// Help is the second part of "robotrie check --help".
func (*checkCmd) Help() string {
	return `One line a URL, separated by tabs: allowed or disallowed, the URL, the rule that decided ("-" for none), its line number (0 for none).

Example:

    $ robotrie check --agent ExampleBot robots.txt /private/report.pdf https://example.com/
    disallowed	/private/report.pdf	disallow: /private/	3
    allowed	https://example.com/	-	0`
}

// checkedURL is one line of check --json.
type checkedURL struct {
	URL string `json:"url"`
	*answer
	Error string `json:"error,omitempty"`
}

// Run is called by kong.
func (c *checkCmd) Run(s *session) error {
	fromInput := len(c.URLs) == 1 && c.URLs[0] == "-"
	if fromInput && c.Robots == "-" {
		return errors.New("ROBOTS and URL cannot both be standard input (-)")
	}
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	group := c.group(body)
	out := bufio.NewWriter(s.out)
	encoder := newEncoder(out)
	check := func(target string) error {
		if err := checkTarget(target); err != nil {
			s.fail(err)
			if c.JSON {
				return encoder.Encode(checkedURL{URL: target, Error: err.Error()})
			}
			return nil
		}
		verdict := group.Match(target)
		if !verdict.Allowed {
			s.found()
		}
		if c.JSON {
			a := newAnswer(verdict)
			return encoder.Encode(checkedURL{URL: target, answer: &a})
		}
		_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%d\n", word(verdict.Allowed), printable(target), ruleText(verdict.Rule), verdict.Rule.Line)
		return err
	}
	if !fromInput {
		for _, target := range c.URLs {
			if err := check(target); err != nil {
				return writeFailed(err)
			}
		}
		return flush(out)
	}
	lines := newLineReader(s.in)
	return lines.each(out, func(line []byte, err error) error {
		if err != nil {
			s.failf("standard input, line %d: %w", lines.number, err)
			return nil
		}
		target := strings.TrimSpace(string(line))
		if target == "" {
			return nil
		}
		if err := check(target); err != nil {
			return writeFailed(err)
		}
		return nil
	})
}

// flush writes out what is left.
func flush(w *bufio.Writer) error {
	if err := w.Flush(); err != nil {
		return writeFailed(err)
	}
	return nil
}
