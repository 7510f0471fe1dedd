package fetch

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/robotrie/robotrie/access/policy"
)

const (
	// errorBytes is what is read of the body of a 5xx, in which a policy may
	// look for the words "not found". Other bodies are left alone.
	errorBytes = 4 << 10

	// wireSlack is how much more may come than the decoded limit: what gzip
	// needs for content that it cannot compress. Without it a body that
	// decodes to nothing could go on for ever.
	wireSlack = 64 << 10
)

// read reads the body of the last answer, as far as it matters.
func (e *exchange) read(response *http.Response) {
	defer response.Body.Close()
	switch status := response.StatusCode; {
	case status >= 200 && status <= 299:
		body, cut, err := e.decode(response, e.fetcher.config.MaxBytes)
		if err != nil {
			e.fail(kindOfBody(err), err)
			return
		}
		e.outcome.Body, e.outcome.Cut = body, cut
	case status >= 500 && status <= 599:
		// Whatever became of the page, the status has come.
		e.outcome.Body, e.outcome.Cut, _ = e.decode(response, errorBytes)
	}
}

// errTooMuch ends the reading of a body of which little remains when decoded.
var errTooMuch = errors.New("the body is beyond the limit and decodes to next to nothing")

// decode reads a body up to a limit and one octet beyond, which shows that it is
// cut. With an error, body is what came before it.
func (e *exchange) decode(response *http.Response, limit int) (body []byte, cut bool, err error) {
	before := e.outcome.Read
	wire := &wireReader{from: response.Body, left: int64(limit) + wireSlack, count: &e.outcome.Read}
	plain, err := decoder(response.Header, wire)
	if err == io.EOF && *wire.count == before {
		return nil, false, nil // nothing is nothing, whatever the header calls it
	}
	if err != nil {
		return nil, false, err
	}
	body, err = io.ReadAll(io.LimitReader(plain, int64(limit)+1))
	if len(body) > limit {
		return body, true, nil
	}
	return body, false, err
}

// decoder undoes the one encoding that we ask for, and that some servers apply
// even to those who do not.
func decoder(h http.Header, wire io.Reader) (io.Reader, error) {
	switch encoding := strings.ToLower(strings.TrimSpace(strings.Join(h.Values("Content-Encoding"), ","))); encoding {
	case "", "identity":
		return wire, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(wire)
	default:
		return nil, fmt.Errorf("the body is in an encoding that was not asked for: %.100q", encoding)
	}
}

// A wireReader counts what is taken off the network and stops at a limit.
type wireReader struct {
	from  io.Reader
	left  int64
	count *int64
}

func (r *wireReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errTooMuch
	}
	n, err := r.from.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	*r.count += int64(n)
	return n, err
}

// kindOfBody says what went wrong with a body: time ran out, or it is broken,
// by whatever broke it.
func kindOfBody(err error) policy.Kind {
	if KindOf(err) == policy.Timeout {
		return policy.Timeout
	}
	return policy.BrokenAnswer
}
