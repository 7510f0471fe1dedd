package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/robotrie/robotrie"
)

// lintCmd examines a file.
type lintCmd struct {
	Dialect dialectFlag `placeholder:"DIALECT" help:"How rules are read: rfc9309 (default), google or koster1996."`
	JSON    bool        `help:"Write one JSON array." xor:"form"`
	Sarif   bool        `name:"sarif" help:"Write a SARIF log, which code hosts and editors read." xor:"form"`
	Robots  string      `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
}

// Help is the second part of "robotrie lint --help".
func (*lintCmd) Help() string {
	return `Lists what is wrong or odd in a file, with the line it stands in. What it says of rules is proved for all URLs: a dead rule decides for none of them, and the lines that cover it are named.

The exit status is 1 if anything was found.

Example:

    robotrie lint robots.txt`
}

// finding is one of lint --json.
type finding struct {
	Code      string `json:"code"`
	Severity  string `json:"severity"`
	Line      int    `json:"line"`
	Message   string `json:"message"`
	CoveredBy []int  `json:"covered_by"`
}

// Run is called by kong.
func (c *lintCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	found := robotrie.Lint(body, robotrie.WithDialect(c.Dialect.Dialect))
	if len(found) > 0 {
		s.found()
	}
	out := bufio.NewWriter(s.out)
	switch {
	case c.JSON:
		array := []finding{}
		for _, f := range found {
			array = append(array, finding{string(f.Code), f.Severity.String(), f.Line, f.Message, append([]int{}, f.CoveredBy...)})
		}
		err = newEncoder(out).Encode(array)
	case c.Sarif:
		err = newEncoder(out).Encode(newSarif(c.Robots, found))
	default:
		writeFindings(out, newScreen(s), c.Robots, found, newListing(body))
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}

// writeFindings lays findings out for a person, each with its line of the file.
func writeFindings(out *bufio.Writer, c screen, name string, found []robotrie.Finding, file listing) {
	colours := map[robotrie.Severity]string{robotrie.Info: faint, robotrie.Warning: yellow, robotrie.Error: red}
	for _, f := range found {
		fmt.Fprintf(out, "%s:%d: %s: %s (%s)\n", printable(name), f.Line,
			c.in(colours[f.Severity], f.Severity.String()), printable(f.Message), f.Code)
		if text := file.line(f.Line); text != "" {
			fmt.Fprintf(out, "    %s\n", c.in(bold, text))
		}
		for i, line := range f.CoveredBy {
			if i == shownNotes {
				fmt.Fprintf(out, "    %s\n", c.in(faint, fmt.Sprintf("and %d more", len(f.CoveredBy)-shownNotes)))
				break
			}
			out.WriteString(file.row(c, "by", line))
		}
	}
	if len(found) == 0 {
		fmt.Fprintln(out, "Nothing was found.")
		return
	}
	counts := map[robotrie.Severity]int{}
	for _, f := range found {
		counts[f.Severity]++
	}
	var parts []string
	for _, s := range []robotrie.Severity{robotrie.Error, robotrie.Warning, robotrie.Info} {
		if counts[s] > 0 {
			parts = append(parts, plural(counts[s], s.String(), s.String()+"s"))
		}
	}
	fmt.Fprintf(out, "%s.\n", strings.Join(parts, ", "))
}
