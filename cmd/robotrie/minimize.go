package main

import (
	"bufio"
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/robotrie/robotrie"
)

// minimizeCmd writes a file without the rules that change nothing.
type minimizeCmd struct {
	Dialect dialectFlag `placeholder:"DIALECT" help:"How rules are read: rfc9309 (default), google or koster1996."`
	JSON    bool        `help:"Write one JSON object."`
	Robots  string      `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
}

// Help is the second part of "robotrie minimize --help".
func (*minimizeCmd) Help() string {
	return `Writes the file without the rules that change no answer: those that can never win, and those without which another rule says the same. That both files answer every URL alike is proved; where it cannot be, the file is written as it is. A file that is made to hurt may have more rules than are examined; then that is said on standard error, and the exit status is 0. "robotrie lint" tells why a rule can go.

Example:

    robotrie minimize robots.txt > smaller.txt`
}

// minimized is the object of minimize --json.
type minimized struct {
	Smaller  bool   `json:"smaller"` // some rule was left out
	Robots   string `json:"robots"`
	Complete bool   `json:"complete"` // no other rule can be left out

	// RobotsB64 holds the file's octets where they are not UTF-8, which a JSON string cannot hold.
	RobotsB64 []byte `json:"robots_b64,omitempty"`
}

// Run is called by kong.
func (c *minimizeCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	smaller, complete := robotrie.TryMinimize(body, robotrie.WithDialect(c.Dialect.Dialect))
	if !complete && !c.JSON {
		fmt.Fprintf(s.err, "robotrie: %s: not all rules were examined, so some may be left that change no answer\n", printable(c.Robots))
	}
	out := bufio.NewWriter(s.out)
	if c.JSON {
		object := minimized{Smaller: !bytes.Equal(smaller, body), Complete: complete, Robots: string(smaller)}
		if !utf8.Valid(smaller) {
			object.RobotsB64 = smaller
		}
		err = newEncoder(out).Encode(object)
	} else {
		_, err = out.Write(smaller)
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}
