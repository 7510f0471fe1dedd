package main

import (
	"bufio"
	"fmt"

	"github.com/robotrie/robotrie"
)

// fingerprintCmd writes 128 bits of what a file means.
type fingerprintCmd struct {
	oneAgent
	Dialect dialectFlag `placeholder:"DIALECT" help:"How rules are read: rfc9309 (default), google or koster1996."`
	JSON    bool        `help:"Write one JSON object."`
	Robots  string      `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
}

// oneAgent asks for the rules of one crawler where it is given, else for the file.
type oneAgent struct {
	Agent []string `sep:"none" placeholder:"NAME" help:"Product token of a crawler: the fingerprint is that of its rules alone. Repeat it for further names."`
}

// Validate is called by kong.
func (f *oneAgent) Validate() error { return (&agentFlags{Agent: f.Agent}).Validate() }

// Help is the second part of "robotrie fingerprint --help".
func (*fingerprintCmd) Help() string {
	return `Files that answer every crawler alike have the same fingerprint, however they are written. Of some files with very many rules it is taken of the rules instead of the answers, and its kind is then "rules" instead of "meaning".

Example:

    robotrie fingerprint --agent ExampleBot robots.txt`
}

// fingerprinted is the object of fingerprint --json.
type fingerprinted struct {
	Fingerprint string `json:"fingerprint"`
	Kind        string `json:"kind"`
}

// Run is called by kong.
func (c *fingerprintCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	robots := robotrie.Compile(body, robotrie.WithDialect(c.Dialect.Dialect))
	f := robots.Fingerprint
	if len(c.Agent) > 0 {
		f = robots.Group(c.Agent...).Fingerprint
	}
	print := f()
	out := bufio.NewWriter(s.out)
	if c.JSON {
		err = newEncoder(out).Encode(fingerprinted{print.String(), print.Kind.String()})
	} else {
		_, err = fmt.Fprintf(out, "%s\t%s\n", print, print.Kind)
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}
