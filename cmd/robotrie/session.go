package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Exit statuses beyond 0. The greater one stands where both apply.
const (
	statusFound  = 1 // something is disallowed
	statusFailed = 2 // some of the work could not be done
)

// A session is one run of the command: its three streams and the exit status so far.
type session struct {
	in     io.Reader
	out    io.Writer
	err    io.Writer
	status int
}

// found notes that something is disallowed.
func (s *session) found() { s.status = max(s.status, statusFound) }

// fail notes that some of the work could not be done and says so in one line. A reader that has closed its end of a
// pipe has seen what it wanted: that is no news to anybody, so nothing is said.
func (s *session) fail(err error) {
	s.status = max(s.status, statusFailed)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return
	}
	fmt.Fprintf(s.err, "robotrie: %s\n", printable(err.Error()))
}

// failf is fail with a format.
func (s *session) failf(format string, args ...any) { s.fail(fmt.Errorf(format, args...)) }

// writeFailed names standard output as what could not be written.
func writeFailed(err error) error { return fmt.Errorf("writing standard output: %w", bare(err)) }

// isTerminal reports whether a stream is a person's screen.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// printable returns s with everything that would move a terminal's cursor, end a line or hide itself written as an
// escape. Text from robots.txt files and URL lists is written by strangers.
func printable(s string) string {
	clean := true
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unicode.IsPrint(r):
			b.WriteString(s[:n])
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// shown quotes the beginning of a line of input for a message.
func shown(text string) string {
	const most = 80
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}
