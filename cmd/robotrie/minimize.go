package main

import (
	"bufio"
	"bytes"
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
	return `Writes the file without the rules that change no answer: those that can never win, and those without which another rule says the same. That both files answer every URL alike is proved; where it cannot be, the file is written as it is. "robotrie lint" tells why a rule can go.

Example:

    robotrie minimize robots.txt > smaller.txt`
}

// minimized is the object of minimize --json.
type minimized struct {
	Smaller bool   `json:"smaller"` // some rule was left out
	Robots  string `json:"robots"`

	// RobotsB64 holds the file's octets where they are not UTF-8, which a JSON string cannot hold.
	RobotsB64 []byte `json:"robots_b64,omitempty"`
}

// Run is called by kong.
func (c *minimizeCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	smaller := robotrie.Minimize(body, robotrie.WithDialect(c.Dialect.Dialect))
	out := bufio.NewWriter(s.out)
	if c.JSON {
		object := minimized{Smaller: !bytes.Equal(smaller, body), Robots: string(smaller)}
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
