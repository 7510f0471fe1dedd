// Package ftpfetch asks an FTP server for its robots.txt, as anybody: Google's
// page counts ftp among the schemes that robots.txt files are served by. It keeps
// to the limits of package fetch and to the same guard on addresses, and lives in
// a module of its own, since hardly anybody needs it:
//
//	files, err := ftpfetch.New(ftpfetch.Config{})
//	fetcher := fetch.Schemes{"http": web, "https": web, "ftp": files}
package ftpfetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/jlaffaye/ftp"

	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/policy"
)

// Config says how to fetch. The zero value of every field means its default.
type Config struct {
	// Contact is sent as the password of the user "anonymous": by custom, an
	// e-mail address of whoever asks.
	Contact string

	MaxBytes     int           // of a file; default fetch.DefaultMaxBytes
	Timeout      time.Duration // for everything; default fetch.DefaultTimeout
	AllowPrivate bool          // let addresses be asked that are not public
	Resolver     *net.Resolver // default: the system's
}

// maxReplies is how many octets of replies are read, greeting and list of
// features included.
const maxReplies = 64 << 10

// A Fetcher fetches. It is safe for any number of goroutines and must not be
// copied. It keeps nothing from one fetch to the next.
type Fetcher struct {
	config Config
	dialer net.Dialer
}

// New returns a Fetcher, or an error that names the field at fault.
func New(c Config) (*Fetcher, error) {
	switch {
	case strings.ContainsAny(c.Contact, "\r\n"):
		return nil, fmt.Errorf("ftpfetch: Contact %q has a line end", c.Contact)
	case c.MaxBytes < 0:
		return nil, fmt.Errorf("ftpfetch: MaxBytes is negative: %d", c.MaxBytes)
	case c.MaxBytes > fetch.MostBytes:
		return nil, fmt.Errorf("ftpfetch: MaxBytes is too much: %d; no more than %d octets of a file count", c.MaxBytes, fetch.MostBytes)
	case c.Timeout < 0:
		return nil, fmt.Errorf("ftpfetch: Timeout is negative: %v", c.Timeout)
	}
	if c.Contact == "" {
		c.Contact = "anonymous@"
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = fetch.DefaultMaxBytes
	}
	if c.Timeout == 0 {
		c.Timeout = fetch.DefaultTimeout
	}
	f := &Fetcher{config: c, dialer: net.Dialer{Resolver: c.Resolver}}
	if !c.AllowPrivate {
		f.dialer.Control = fetch.PublicOnly
	}
	return f, nil
}

// Fetch asks for a robots.txt by its URL. Its replies come out as the statuses of
// HTTP that mean the same, so that policies need not know FTP; Outcome.Err has
// the reply itself. When ctx ends first, the outcome is policy.Cancelled.
func (f *Fetcher) Fetch(ctx context.Context, robotsURL string) policy.Outcome {
	o := policy.Outcome{URL: robotsURL}
	target, err := url.Parse(robotsURL)
	if err != nil || !strings.EqualFold(target.Scheme, "ftp") || target.Hostname() == "" {
		o.Kind, o.Err = policy.Blocked, fmt.Errorf("cannot ask for %q: no URL of an FTP server", robotsURL)
		return o
	}
	timed, cancel := context.WithTimeout(ctx, f.config.Timeout)
	defer cancel()
	s := &session{fetcher: f, ctx: timed}
	defer s.close()
	if o.Err = s.retrieve(target, &o); o.Err != nil {
		o.Kind, o.Status = meaning(o.Err)
		o.Body, o.Cut = nil, false
	}
	// Connections are closed under whoever reads from them when time is up, so
	// that what they report is no help then.
	switch {
	case o.Kind == policy.Answered:
	case ctx.Err() != nil:
		o.Kind, o.Err = policy.Cancelled, context.Cause(ctx)
	case timed.Err() != nil:
		o.Kind, o.Err = policy.Timeout, timed.Err()
	}
	return o
}

// A session is one fetch: the connection for commands, and that for data.
type session struct {
	fetcher *Fetcher
	ctx     context.Context

	mu    sync.Mutex
	conns []net.Conn
	stops []func() bool
}

// retrieve logs in as nobody and reads the file.
func (s *session) retrieve(target *url.URL, o *policy.Outcome) error {
	port := target.Port()
	if port == "" {
		port = "21"
	}
	server, err := ftp.Dial(net.JoinHostPort(target.Hostname(), port),
		ftp.DialWithDialFunc(s.dial),
		ftp.DialWithDisabledUTF8(true), // one name in ASCII is all we ask for
	)
	if err != nil {
		return err
	}
	if err := server.Login("anonymous", s.fetcher.config.Contact); err != nil {
		return err
	}
	// Spec: RFC 1738, 3.2.2: the path begins behind the slash, where the login
	// leads to.
	file, err := server.Retr(strings.TrimPrefix(target.Path, "/"))
	if err != nil {
		return err
	}
	limit := s.fetcher.config.MaxBytes
	o.Body, err = io.ReadAll(io.LimitReader(file, int64(limit)+1))
	o.Read = int64(len(o.Body))
	if err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	if len(o.Body) > limit {
		o.Status, o.Cut = http.StatusOK, true
		return nil // the rest stays unread
	}
	// A file that ends and one that breaks off look alike until the server
	// says which it was.
	if err := file.Close(); err != nil && !saysDone(err) {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	o.Status = http.StatusOK
	_ = server.Quit()
	return nil
}

// saysDone reports a reply that the library takes for an error: 250 ends a
// transfer as well as 226 does (RFC 959, 5.4).
func saysDone(err error) bool {
	var reply *textproto.Error
	return errors.As(err, &reply) && reply.Code == ftp.StatusRequestedFileActionOK
}

// errBroken marks what went wrong once the file had begun to come.
var errBroken = errors.New("the file did not come whole")

// dial connects, for commands the first time, for data the second. The address
// of the second is the server's own: the library does not believe what a PASV
// reply says of it.
func (s *session) dial(network, address string) (net.Conn, error) {
	conn, err := s.fetcher.dialer.DialContext(s.ctx, network, address)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stops = append(s.stops, context.AfterFunc(s.ctx, func() { _ = conn.Close() }))
	s.conns = append(s.conns, conn)
	if len(s.conns) == 1 {
		return &replies{Conn: conn, left: maxReplies}, nil
	}
	return conn, nil
}

func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, conn := range s.conns {
		s.stops[i]()
		_ = conn.Close()
	}
}

// replies ends a connection on which too much is said: the library reads lines
// of any length.
type replies struct {
	net.Conn
	left int
}

var errTalkative = errors.New("the server's replies are beyond the limit")

func (r *replies) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errTalkative
	}
	n, err := r.Conn.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

// meaning translates an error: into a status of HTTP where it is a reply, else
// into what failed.
//
// Spec: RFC 959, 4.2.
func meaning(err error) (policy.Kind, int) {
	if errors.Is(err, errBroken) {
		return policy.BrokenAnswer, 0
	}
	var reply *textproto.Error
	if !errors.As(err, &reply) {
		return fetch.KindOf(err), 0
	}
	switch code := reply.Code; {
	case code == ftp.StatusFileUnavailable: // 550: not found, or no access
		return policy.Answered, http.StatusNotFound
	case code == ftp.StatusNotLoggedIn, code == ftp.StatusStorNeedAccount: // 530, 532
		return policy.Answered, http.StatusUnauthorized
	case code >= 400 && code <= 499: // "transient negative": ask again later
		return policy.Answered, http.StatusServiceUnavailable
	case code >= 500 && code <= 599:
		return policy.Answered, http.StatusInternalServerError
	}
	return policy.BrokenAnswer, 0
}
