package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A screen colours text where a person looks at it, and nowhere else.
type screen struct{ colours bool }

func newScreen(s *session) screen { return screen{isTerminal(s.out)} }

// The colours that are used, as terminals know them.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
	faint  = "2"
	bold   = "1"
)

func (c screen) in(colour, text string) string {
	if !c.colours {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// verdict is word in its colour.
func (c screen) verdict(allowed bool) string {
	if allowed {
		return c.in(green, word(true))
	}
	return c.in(red, word(false))
}

// A listing quotes lines of a robots.txt file.
type listing [][]byte

// newListing splits a body as the engine does: at LF, CR and CR LF.
func newListing(body []byte) listing {
	body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	return bytes.Split(bytes.ReplaceAll(body, []byte("\r"), []byte("\n")), []byte("\n"))
}

// line quotes a line by its number, cut to what fits on a screen.
func (l listing) line(number int) string {
	if number < 1 || number > len(l) {
		return ""
	}
	const most = 160
	text := strings.TrimSpace(string(l[number-1]))
	if len(text) > most {
		text = text[:most] + "…"
	}
	return printable(text)
}

// row quotes a line with its number in front, indented.
func (l listing) row(c screen, name string, number int) string {
	if number == 0 {
		return fmt.Sprintf("    %-8s%s\n", name, c.in(faint, "no rule"))
	}
	return fmt.Sprintf("    %-8s%s  %s\n", name, c.in(faint, fmt.Sprintf("line %d", number)), l.line(number))
}
