package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Two readers of lines. A line ends with LF or CR LF, or with the input; no other character ends one. Both know a
// longest line, past which they skip to the next one, so that no input makes them hold more.

// errLongLine is returned for a line that was skipped.
var errLongLine = fmt.Errorf("the line is longer than %d MiB", maxLine>>20)

// A lineReader returns one line after the other.
type lineReader struct {
	r      *bufio.Reader
	long   []byte // for lines that the buffer of r cannot hold
	number int    // of the line returned last, from 1
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 1<<16)}
}

// buffered reports whether the next line can be returned without waiting for input.
func (l *lineReader) buffered() bool {
	waiting, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(waiting, '\n') >= 0
}

// next returns the next line without its end. It stays valid until the next call. io.EOF is returned alone.
func (l *lineReader) next() ([]byte, error) {
	l.long = l.long[:0]
	l.number++
	for size := 0; ; {
		part, err := l.r.ReadSlice('\n')
		size += len(part)
		switch {
		case err == nil && size == len(part): // the usual case: no copy
			return trimEnd(part), nil
		case size <= maxLine:
			l.long = append(l.long, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		switch {
		case err != nil && (err != io.EOF || size == 0):
			return nil, err
		case size > maxLine:
			return nil, errLongLine
		}
		return trimEnd(l.long), nil
	}
}

// each calls f with every line of standard input until it fails. err tells of a line that was skipped. out is written
// out whenever the next line has yet to come, and at the end.
func (l *lineReader) each(out *bufio.Writer, f func(line []byte, err error) error) error {
	for {
		if !l.buffered() {
			if err := flush(out); err != nil {
				return err
			}
		}
		line, err := l.next()
		if err == io.EOF {
			return flush(out)
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return errors.Join(flush(out), fmt.Errorf("reading standard input: %w", err))
		}
		if err := f(line, err); err != nil {
			return err
		}
	}
}

// trimEnd drops the end of a line.
func trimEnd(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// A blockReader returns blocks of whole lines, as the unit of work for several goroutines.
type blockReader struct {
	r     io.Reader
	size  int    // octets that a block should have
	max   int    // octets of the longest line
	eager bool   // return lines as they come, rather than wait for a full block
	rest  []byte // what follows the last block, usually the beginning of one line
	err   error  // what r returned in the end; the lines before it come first
}

// keptOfLong is how much of a line that is too long is returned, for messages.
const keptOfLong = 1 << 10

// next reads a block into buf, which is grown as needed. Only the last line of the input may lack its end. A line
// that is too long makes a block of its own, marked as long, of which only the beginning is there. Where data is
// empty the input is over, and err says whether by io.EOF; a line that an error cuts short is not returned.
func (b *blockReader) next(buf []byte) (data []byte, long bool, err error) {
	if cap(buf) > 8*b.size {
		buf = nil // one huge line shall not be paid for by every later block
	}
	buf = append(buf[:0], b.rest...)
	b.rest = b.rest[:0]
	whole := bytes.IndexByte(buf, '\n') >= 0 // buf holds the end of a line
	for b.err == nil && !(whole && (b.eager || len(buf) >= b.size)) {
		if !whole && len(buf) > b.max {
			return b.skipLine(buf), true, nil
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, max(b.size-len(buf), len(buf)))
		}
		var n int
		n, b.err = b.r.Read(buf[len(buf):cap(buf)])
		whole = whole || bytes.IndexByte(buf[len(buf):len(buf)+n], '\n') >= 0
		buf = buf[:len(buf)+n]
	}
	if b.err == io.EOF && !whole && len(buf) > b.max {
		return buf[:min(keptOfLong, len(buf))], true, nil
	}
	cut := len(buf)
	if b.err != io.EOF {
		cut = bytes.LastIndexByte(buf, '\n') + 1
	}
	if cut == 0 {
		return nil, false, b.err
	}
	if b.err == nil {
		b.rest = append(b.rest, buf[cut:]...)
	}
	return buf[:cut], false, nil
}

// skipLine reads on to the end of a line that begins with all of buf, and returns its beginning.
func (b *blockReader) skipLine(buf []byte) []byte {
	kept := min(keptOfLong, len(buf)/2)
	scratch := buf[kept:cap(buf)]
	for b.err == nil {
		var n int
		n, b.err = b.r.Read(scratch)
		if end := bytes.IndexByte(scratch[:n], '\n'); end >= 0 {
			b.rest = append(b.rest, scratch[end+1:n]...)
			break
		}
	}
	return buf[:kept]
}

// A block is a run of whole lines and the buffer that holds it.
type block struct {
	data  []byte
	buf   []byte
	long  bool  // data is the beginning of one line that is too long
	lines int64 // number of lines, known after each
}

// fill reads the next block; it is the first stage of ordered.
func (b *block) fill(r *blockReader) (bool, error) {
	data, long, err := r.next(b.buf)
	if len(data) == 0 {
		if err == io.EOF {
			err = nil
		}
		return false, err
	}
	b.data, b.buf, b.long = data, data[:0], long
	return true, nil
}

// each calls do with every line that is not blank and its number in the block, from 0. Spaces, tabs and carriage
// returns at its ends are dropped. Of a line longer than most only the beginning is given, and long is set.
func (b *block) each(most int, do func(n int64, line []byte, long bool)) {
	b.lines = 0
	for rest := b.data; len(rest) > 0; b.lines++ {
		line := rest
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		if long := b.long || len(line) > most; long {
			do(b.lines, line[:min(len(line), keptOfLong)], true)
		} else if line = trimBlanks(line); len(line) > 0 {
			do(b.lines, line, false)
		}
	}
}

// trimBlanks drops spaces, tabs and carriage returns at both ends.
func trimBlanks(line []byte) []byte {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
	for len(line) > 0 && blank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	for len(line) > 0 && blank(line[0]) {
		line = line[1:]
	}
	return line
}
