// Package faulty is a small internet on loopback in which everything goes wrong
// that goes wrong out there: real sockets, names of its own, HTTP with and
// without TLS. It is for tests.
//
//	w := faulty.New(t)
//	origin := w.HTTP("slow.test", faulty.Drip(time.Second))
//	fetcher, _ := fetch.New(fetch.Config{
//		UserAgent: "x", Resolver: w.Resolver(), TLS: w.TLS(), AllowPrivate: true,
//	})
//
// Every host counts the requests that reached it and the octets that it sent.
package faulty

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A World has any number of hosts. It ends with the test that made it: whoever
// still waits for it is let go, and every connection is closed.
type World struct {
	names     *names
	authority *authority
	plain     net.Listener
	secure    net.Listener
	over      chan struct{} // closed when the world ends

	mu        sync.Mutex
	hosts     map[string]*Host
	otherwise *Host
}

// A Host is one name and what it answers.
type Host struct {
	world    *World
	handler  http.Handler
	requests atomic.Int64
	sent     atomic.Int64
}

// Requests is how many requests have reached the host.
func (h *Host) Requests() int { return int(h.requests.Load()) }

// Sent is how many octets of bodies, and of whatever is no HTTP, the host has
// handed to the network; it may be more than the other side has read.
func (h *Host) Sent() int64 { return h.sent.Load() }

// New makes a world without hosts.
func New(t testing.TB) *World {
	t.Helper()
	w := &World{over: make(chan struct{}), hosts: make(map[string]*Host)}
	var err error
	if w.authority, err = newAuthority(); err != nil {
		t.Fatalf("faulty: certificates: %v", err)
	}
	if w.names, err = newNames(); err != nil {
		t.Fatalf("faulty: name server: %v", err)
	}
	if w.plain, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		t.Fatalf("faulty: %v", err)
	}
	if w.secure, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		t.Fatalf("faulty: %v", err)
	}
	quiet := log.New(io.Discard, "", 0) // failing handshakes are the point
	plain := &http.Server{Handler: w, ErrorLog: quiet}
	secure := &http.Server{Handler: w, ErrorLog: quiet, TLSConfig: &tls.Config{GetCertificate: w.authority.certificate}}
	var serving sync.WaitGroup
	serving.Go(func() { _ = plain.Serve(w.plain) })
	serving.Go(func() { _ = secure.ServeTLS(w.secure, "", "") })
	serving.Go(w.names.serve)
	t.Cleanup(func() {
		close(w.over)
		_ = plain.Close()
		_ = secure.Close()
		w.names.close()
		serving.Wait()
	})
	return w
}

// HTTP makes a host that is asked without TLS, and gives its origin. A name can
// be given another handler by the same call.
func (w *World) HTTP(name string, handler http.Handler) (origin string) {
	w.add(name, handler)
	return "http://" + name + ":" + port(w.plain)
}

// HTTPS makes a host that is asked by TLS (and HTTP/2), with a certificate of the
// given sort, and gives its origin.
func (w *World) HTTPS(name string, sort Certificate, handler http.Handler) (origin string) {
	w.add(name, handler)
	w.authority.issue(name, sort)
	return "https://" + name + ":" + port(w.secure)
}

func (w *World) add(name string, handler http.Handler) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hosts[name] = &Host{world: w, handler: handler}
	w.names.set(name, record{addresses: [][]string{{"127.0.0.1"}}})
}

// Otherwise answers for every name that is not known, which then resolves as
// well: a world of as many hosts as one cares to ask. It gives their origin, with
// %s for the name.
func (w *World) Otherwise(handler http.Handler) (origins string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.otherwise = &Host{world: w, handler: handler}
	w.names.otherwise(record{addresses: [][]string{{"127.0.0.1"}}})
	return "http://%s:" + port(w.plain)
}

// Host gives a host by its name, or the one that answers otherwise.
func (w *World) Host(name string) *Host {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h, ok := w.hosts[name]; ok {
		return h
	}
	return w.otherwise
}

// Refused gives an origin that takes no connections.
func (w *World) Refused(name string) (origin string) {
	closed, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		panic(fmt.Sprintf("faulty: %v", err))
	}
	defer closed.Close()
	w.names.set(name, record{addresses: [][]string{{"127.0.0.1"}}})
	return "http://" + name + ":" + port(closed)
}

// PlainPort is the port at which no TLS is spoken.
func (w *World) PlainPort() string { return port(w.plain) }

func port(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// ServeHTTP passes a request on to its host.
func (w *World) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = r.Host
	}
	h := w.Host(strings.ToLower(name))
	if h == nil {
		http.Error(rw, "no such host", http.StatusMisdirectedRequest)
		return
	}
	h.requests.Add(1)
	h.handler.ServeHTTP(&meter{ResponseWriter: rw, host: h}, r)
}

// A meter counts what a host sends.
type meter struct {
	http.ResponseWriter
	host *Host
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.ResponseWriter.Write(p)
	m.host.sent.Add(int64(n))
	return n, err
}

// Unwrap lets http.ResponseController flush.
func (m *meter) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// Hijack counts on.
func (m *meter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := m.ResponseWriter.(http.Hijacker).Hijack()
	if err != nil {
		return nil, nil, err
	}
	return &meteredConn{Conn: conn, host: m.host}, rw, nil
}

type meteredConn struct {
	net.Conn
	host *Host
}

func (c *meteredConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.host.sent.Add(int64(n))
	return n, err
}

// end is closed when the world of this request ends.
func end(rw http.ResponseWriter) <-chan struct{} { return rw.(*meter).host.world.over }
