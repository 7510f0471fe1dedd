package main

import (
	"bufio"
	"fmt"

	"github.com/robotrie/robotrie"
)

// subtreeCmd decides for all URLs that begin alike.
type subtreeCmd struct {
	ruleFlags
	JSON     bool     `help:"Write one JSON object a line."`
	Robots   string   `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
	Prefixes []string `arg:"" name:"prefix" placeholder:"PREFIX" help:"The beginning of URLs or of paths, such as /private/."`
}

// Help is the second part of "robotrie subtree --help".
func (*subtreeCmd) Help() string {
	return `One line a prefix, separated by a tab: all-allowed, all-disallowed or mixed, and the prefix. The first two are proved for all URLs that begin with the prefix. /robots.txt itself, which is always allowed, is left out of account.

The exit status is 0 if all of it is allowed.

Example:

    $ robotrie subtree --agent ExampleBot robots.txt / /private/
    mixed	/
    all-disallowed	/private/`
}

// decidedPrefix is one line of subtree --json.
type decidedPrefix struct {
	Decision string `json:"decision"`
}

// Run is called by kong.
func (c *subtreeCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	group := c.group(body)
	out := bufio.NewWriter(s.out)
	encoder := newEncoder(out)
	for _, prefix := range c.Prefixes {
		if err := checkTarget(prefix); err != nil {
			s.fail(err)
			continue
		}
		d := group.Subtree(prefix)
		if d != robotrie.AllAllowed {
			s.found()
		}
		if c.JSON {
			err = encoder.Encode(decidedPrefix{d.String()})
		} else {
			_, err = fmt.Fprintf(out, "%s\t%s\n", d, printable(prefix))
		}
		if err != nil {
			return writeFailed(err)
		}
	}
	return flush(out)
}
