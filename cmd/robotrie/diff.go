package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/robotrie/robotrie"
)

// diffCmd tells which targets two files answer differently.
type diffCmd struct {
	ruleFlags
	NewDialect *dialectFlag `placeholder:"DIALECT" help:"How NEW is read, where it is another way than OLD's. With one file given twice: what two crawlers make of it."`
	JSON       bool         `help:"Write one JSON object."`
	Old        string       `arg:"" placeholder:"OLD" help:"The robots.txt file before, or - for standard input."`
	New        string       `arg:"" placeholder:"NEW" help:"The robots.txt file now, or - for standard input."`
}

// Help is the second part of "robotrie diff --help".
func (*diffCmd) Help() string {
	return `Compares what the files mean, not how they are written. Each change is a kind of URLs: those on which one rule decided before, another one decides now, and the answer is another. It is shown by the shortest such URL, with the lines of both rules. Where nothing is shown, nothing changed: that is proved for all URLs.

The exit status is 1 if anything changed, or if it could not be decided that nothing did.

Example:

    robotrie diff --agent ExampleBot robots-live.txt robots-draft.txt`
}

// changedURLs is the object of diff --json.
type changedURLs struct {
	Changes  []changedURL `json:"changes"`
	Complete bool         `json:"complete"` // there are no other kinds of changes
}

type changedURL struct {
	Now     string `json:"now"`
	Witness string `json:"witness"`
	OldLine int    `json:"old_line"` // 0 where no rule decided
	NewLine int    `json:"new_line"`
}

// Run is called by kong.
func (c *diffCmd) Run(s *session) error {
	if c.Old == "-" && c.New == "-" {
		return errors.New("OLD and NEW cannot both be standard input (-)")
	}
	oldBody, err := readRobots(s, c.Old)
	if err != nil {
		return err
	}
	newBody, err := readRobots(s, c.New)
	if err != nil {
		return err
	}
	dialect := c.Dialect.Dialect
	if c.NewDialect != nil {
		dialect = c.NewDialect.Dialect
	}
	now := robotrie.Compile(newBody, robotrie.WithDialect(dialect), robotrie.WithAgents(c.Agent...))
	d := robotrie.Diff(c.compile(oldBody), now, c.Agent...)
	if !d.None() {
		s.found()
	}
	out := bufio.NewWriter(s.out)
	if c.JSON {
		object := changedURLs{Changes: []changedURL{}, Complete: d.Complete}
		for _, change := range d.Changes {
			object.Changes = append(object.Changes, changedURL{word(change.Allowed), change.Witness, change.Old.Line, change.New.Line})
		}
		err = newEncoder(out).Encode(object)
	} else {
		writeDiff(out, newScreen(s), d, newListing(oldBody), newListing(newBody))
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}

// writeDiff lays changes out for a person. Errors of the writer are told by flush.
func writeDiff(out *bufio.Writer, c screen, d robotrie.Difference, before, now listing) {
	for _, change := range d.Changes {
		fmt.Fprintf(out, "now %s  %s\n", c.verdict(change.Allowed), c.in(bold, printable(change.Witness)))
		out.WriteString(before.row(c, "before", change.Old.Line))
		out.WriteString(now.row(c, "now", change.New.Line))
	}
	switch {
	case d.None():
		fmt.Fprintln(out, "No URL is answered differently.")
	case d.Complete:
		fmt.Fprintf(out, "%s; no other URL is answered differently.\n", plural(len(d.Changes), "kind of change", "kinds of changes"))
	default:
		fmt.Fprintf(out, "%s; there may be others, for paths longer than %d octets: the budget ended.\n",
			plural(len(d.Changes), "kind of change", "kinds of changes"), d.Proved)
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
