package faulty

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// Resolver asks the world's own name server, and nobody else.
func (w *World) Resolver() *net.Resolver {
	return &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			conn, err := d.DialContext(ctx, "udp4", w.names.conn.LocalAddr().String())
			if err == nil {
				// Why: package net leaves a question that nobody waits for
				// any more open for its full five seconds, which would look
				// like a leak.
				context.AfterFunc(ctx, func() { _ = conn.Close() })
			}
			return conn, err
		},
	}
}

// Resolves says what a name resolves to: the first list of addresses the first
// time that it is asked for, then the next, and the last one from then on.
func (w *World) Resolves(name string, addresses ...[]string) {
	w.names.set(name, record{addresses: addresses})
}

// Misnamed makes the name server fail for a name, Unnamed keeps it silent.
func (w *World) Misnamed(name string) { w.names.set(name, record{fails: true}) }
func (w *World) Unnamed(name string)  { w.names.set(name, record{silent: true}) }

// A record is what is known of one name. There is no such name where it has
// neither addresses nor a fault.
type record struct {
	addresses [][]string
	asked     int // how many questions for A there were
	fails     bool
	silent    bool
}

// names is a name server: A and AAAA, by UDP.
type names struct {
	conn net.PacketConn

	mu      sync.Mutex
	records map[string]*record
	rest    *record
}

func newNames() (*names, error) {
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &names{conn: conn, records: make(map[string]*record)}, nil
}

func (n *names) close() { _ = n.conn.Close() }

func (n *names) set(name string, r record) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.records[name] = &r
}

func (n *names) otherwise(r record) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.rest = &r
}

func (n *names) serve() {
	packet := make([]byte, 2048)
	for {
		size, from, err := n.conn.ReadFrom(packet)
		if err != nil {
			return
		}
		if answer := n.answer(packet[:size]); answer != nil {
			_, _ = n.conn.WriteTo(answer, from)
		}
	}
}

// answer gives the answer to one packet, nil for none at all.
func (n *names) answer(packet []byte) []byte {
	var parser dnsmessage.Parser
	header, err := parser.Start(packet)
	if err != nil {
		return nil
	}
	question, err := parser.Question()
	if err != nil {
		return nil
	}
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: header.ID, Response: true, RecursionDesired: true, RecursionAvailable: true},
		Questions: []dnsmessage.Question{question},
	}
	name := strings.ToLower(strings.TrimSuffix(question.Name.String(), "."))
	addresses, known := n.look(name, question.Type)
	switch {
	case known == silent:
		return nil
	case known == fails:
		reply.RCode = dnsmessage.RCodeServerFailure
	case known == unknown:
		reply.RCode = dnsmessage.RCodeNameError
	}
	for _, address := range addresses {
		ip := netip.MustParseAddr(address)
		resource := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET, TTL: 0}}
		switch {
		case ip.Is4() && question.Type == dnsmessage.TypeA:
			resource.Body = &dnsmessage.AResource{A: ip.As4()}
		case ip.Is6() && question.Type == dnsmessage.TypeAAAA:
			resource.Body = &dnsmessage.AAAAResource{AAAA: ip.As16()}
		default:
			continue
		}
		reply.Answers = append(reply.Answers, resource)
	}
	out, err := reply.Pack()
	if err != nil {
		return nil
	}
	return out
}

type knowledge int

const (
	unknown knowledge = iota
	known
	fails
	silent
)

func (n *names) look(name string, kind dnsmessage.Type) ([]string, knowledge) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, ok := n.records[name]
	if !ok {
		r = n.rest
	}
	switch {
	case r == nil:
		return nil, unknown
	case r.silent:
		return nil, silent
	case r.fails:
		return nil, fails
	case len(r.addresses) == 0:
		return nil, unknown
	}
	turn := min(r.asked, len(r.addresses)-1)
	if kind == dnsmessage.TypeA {
		r.asked++
	}
	return r.addresses[turn], known
}
