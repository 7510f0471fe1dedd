package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/robotrie/robotrie"
)

// evalCmd answers cases given as JSON lines, so that a conformance suite in any language can drive the engine.
type evalCmd struct {
	Dialect dialectFlag `placeholder:"DIALECT" help:"Dialect of the cases that name none: rfc9309 (default), google or koster1996."`
}

// Help is the second part of "robotrie eval --help".
func (*evalCmd) Help() string {
	return `Reads one JSON object a line from standard input and writes one a line, in the same order. "robots" is the file's text; "robots_b64" is used instead where it is not UTF-8. "dialect" is optional, other names are ignored. "line" is 0 where no rule decided. A line that is no such object is answered by {"error":"…"}, and the exit status is 2 in the end.

Example:

    $ echo '{"robots":"User-agent: *\nDisallow: /p","agents":["ExampleBot"],"url":"/p/1"}' | robotrie eval
    {"allowed":false,"line":2,"type":"disallow","pattern":"/p"}`
}

// Run is called by kong. Answers are written out whenever the next line has yet to come, so that a program on the
// other end of a pipe can ask, read and ask again.
func (c *evalCmd) Run(s *session) error {
	out := bufio.NewWriterSize(s.out, 1<<16)
	encoder := newEncoder(out)
	return newLineReader(s.in).each(out, func(line []byte, err error) error {
		var reply any
		if err == nil {
			reply, err = c.answer(line)
		}
		if err != nil {
			s.status = statusFailed
			reply = struct {
				Error string `json:"error"`
			}{err.Error()}
		}
		if err := encoder.Encode(reply); err != nil {
			return writeFailed(err)
		}
		return nil
	})
}

// An evalCase is one line of input. Pointers tell what is missing from what is empty.
type evalCase struct {
	Robots    *string    `json:"robots"`
	RobotsB64 *[]byte    `json:"robots_b64"`
	Agents    *[]*string `json:"agents"`
	URL       *string    `json:"url"`
	Dialect   *string    `json:"dialect"`
}

// answer gives the verdict on one line of input. Whatever is wrong with a line stays with that line: should the
// engine break its promise never to panic, the cases that follow are still answered.
func (c *evalCmd) answer(line []byte) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	var given evalCase
	if err := unmarshalLine(line, &given); err != nil {
		return answer{}, err
	}
	if given.Agents == nil {
		return answer{}, errors.New(`"agents" is missing`)
	}
	if given.URL == nil {
		return answer{}, errors.New(`"url" is missing`)
	}
	body, err := bodyOf("robots", given.Robots, given.RobotsB64)
	if err != nil {
		return answer{}, err
	}
	agents := make([]string, 0, len(*given.Agents))
	for i, name := range *given.Agents {
		if name == nil {
			return answer{}, fmt.Errorf(`"agents" holds null at index %d`, i)
		}
		agents = append(agents, *name)
	}
	dialect := c.Dialect.Dialect
	if given.Dialect != nil {
		if dialect, err = parseDialect(*given.Dialect); err != nil {
			return answer{}, err
		}
	}
	robots := robotrie.Compile(body, robotrie.WithDialect(dialect), robotrie.WithAgents(agents...))
	return newAnswer(robots.Group(agents...).Match(*given.URL)), nil
}

// unmarshalLine reads one JSON object. The decoder would replace octets that are not UTF-8, and escapes that are half
// of a character, without a word, and so change a robots.txt file before it is read; such a line is refused.
func unmarshalLine(line []byte, into any) error {
	if !utf8.Valid(line) {
		return errors.New("the line is not UTF-8; give such a file's octets in base64")
	}
	if string(bytes.TrimSpace(line)) == "null" { // which the decoder takes for anything
		return errors.New("not a JSON object but a JSON null")
	}
	if err := json.Unmarshal(line, into); err != nil {
		var wrong *json.UnmarshalTypeError
		var octet base64.CorruptInputError
		switch {
		case errors.As(err, &octet):
			return fmt.Errorf("the base64 is wrong at its octet %d", int64(octet))
		case !errors.As(err, &wrong):
			return fmt.Errorf("not a JSON object: %w", err)
		case wrong.Field == "":
			return fmt.Errorf("not a JSON object but a JSON %s", wrong.Value)
		}
		return fmt.Errorf("%q must not be a JSON %s", wrong.Field, wrong.Value)
	}
	if hasHalf(line) {
		return errors.New(`a \u escape is half of a character; give such a file's octets in base64`)
	}
	return nil
}

// hasHalf reports an escape of a surrogate without its other half, which is how some programs write octets that are
// not UTF-8. The line is JSON, so backslashes begin escapes of strings.
func hasHalf(line []byte) bool {
	for {
		at := bytes.IndexByte(line, '\\')
		if at < 0 {
			return false
		}
		line = line[at:]
		unit := escapedUnit(line)
		if !utf16.IsSurrogate(unit) {
			line = line[len(`\\`):]
			continue
		}
		if utf16.DecodeRune(unit, escapedUnit(line[len(`\u0000`):])) == utf8.RuneError {
			return true
		}
		line = line[len(`\u0000\u0000`):]
	}
}

// escapedUnit gives the unit of UTF-16 that text begins with as a \u escape, 0 if it begins with none.
func escapedUnit(text []byte) rune {
	if len(text) < len(`\u0000`) || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}

// bodyOf returns the file that an object holds under name or name_b64.
func bodyOf(name string, text *string, octets *[]byte) ([]byte, error) {
	switch {
	case text != nil && octets != nil:
		return nil, fmt.Errorf("%q and %q are both given", name, name+"_b64")
	case text != nil:
		return []byte(*text), nil
	case octets != nil:
		return *octets, nil
	}
	return nil, fmt.Errorf("%q or %q is missing", name, name+"_b64")
}
