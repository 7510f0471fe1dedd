package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
)

// Limits that keep an endless input (a device, a runaway pipe) from taking all memory.
const (
	maxRobots = 64 << 20  // octets of one robots.txt file
	maxLine   = 256 << 20 // octets of one JSON line: room for a body of 40 MB, every octet of it escaped
)

// readRobots reads a whole robots.txt file; "-" is standard input.
func readRobots(s *session, name string) ([]byte, error) {
	in, what := s.in, "standard input"
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, what = f, name
	}
	body, err := io.ReadAll(io.LimitReader(in, maxRobots+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", what, bare(err))
	}
	if len(body) > maxRobots {
		return nil, fmt.Errorf("reading %s: it is larger than %d MiB, no robots.txt file", what, maxRobots>>20)
	}
	return body, nil
}

// bare strips operation and path from an error that is about to be given a better name.
func bare(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// A source is a file of lines, or standard input, that may be compressed by gzip.
type source struct {
	io.Reader        // the text, without gzip and without a UTF-8 BOM
	name      string // for messages
	size      int64  // octets of the file as stored, -1 where unknown
	eager     bool   // lines may come slowly: hand them on as they come
	read      atomic.Int64
	file      io.Closer
}

// openSource opens a file of lines; "-" is standard input. Compression is told by the first octets, not by the name,
// so that it also works for standard input.
func openSource(s *session, name string) (*source, error) {
	src := &source{name: name, size: -1}
	in := s.in
	if name == "-" {
		src.name, src.eager = "standard input", true
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			src.size = info.Size()
		} else {
			src.eager = true
		}
		in, src.file = f, f
	}
	buffered := bufio.NewReaderSize(&countingReader{in, &src.read}, 1<<17)
	src.Reader = buffered
	head, err := buffered.Peek(2)
	if err == nil && head[0] == 0x1f && head[1] == 0x8b {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			src.Close()
			return nil, fmt.Errorf("reading %s: %w", src.name, err)
		}
		src.eager = false
		buffered = bufio.NewReaderSize(unzipped, 1<<17)
		src.Reader = buffered
	}
	if err := src.skipMark(buffered); err != nil {
		src.Close()
		return nil, err
	}
	return src, nil
}

// skipMark drops a UTF-8 BOM and refuses UTF-16, in which no line would make sense.
func (src *source) skipMark(r *bufio.Reader) error {
	head, err := r.Peek(3)
	switch {
	case err != nil && err != io.EOF:
		return src.failed(err)
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := r.Discard(3)
		return err
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return fmt.Errorf("reading %s: it is UTF-16; convert it to UTF-8", src.name)
	}
	return nil
}

// failed names the source in an error that came while reading it.
func (src *source) failed(err error) error {
	return fmt.Errorf("reading %s: %w", src.name, bare(err))
}

// Close closes the file, if it is one.
func (src *source) Close() {
	if src.file != nil {
		src.file.Close()
	}
}

// countingReader counts what is read, for the progress bar.
type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
