package fuzz

import (
	"fmt"
	"strings"

	"github.com/robotrie/robotrie/internal/gen"
)

// A resource is a path that is known by what it means and not by how it is
// spelt (docs/SEMANTICS.md, 5.1 to 5.4): a string of units, each an octet that
// stands for itself, or one that is data where as itself it would divide.
type resource []unit

type unit struct {
	octet byte
	data  bool // %2F, as opposed to '/'; of reserved octets only
}

// reservedOctets divide: as data they are other octets than as themselves.
// ':' and '@' are reserved, too, but divide nothing in a path (5.2).
const reservedOctets = "/?!&'()+,;=[]"

// octetsOfAll are octets of every kind, more often those that have a rule of
// their own.
const octetsOfAll = "aZ09-._~::@@////????;=&+!()[],'**$$%%#é \t\x00\x7f\x80\xff\"<>\\^`{|}"

// decodeResource makes a resource, rooted as paths are.
func decodeResource(c gen.Chooser) resource {
	r := resource{{octet: '/'}}
	for range c.IntN(12) {
		u := unit{octet: octetsOfAll[c.IntN(len(octetsOfAll))]}
		if c.IntN(8) == 7 {
			u.octet = byte(c.IntN(256))
		}
		u.data = strings.IndexByte(reservedOctets, u.octet) >= 0 && c.IntN(2) == 1
		r = append(r, u)
	}
	return r
}

// spell writes the resource in one of its spellings. As a pattern, '*' and '$'
// are escaped, for as themselves they would be operators.
func (r resource) spell(c gen.Chooser, pattern bool) string {
	var b strings.Builder
	query := false
	for i, u := range r {
		switch {
		case i == 0:
			b.WriteByte(u.octet)
		case u.mayBeRaw(query, pattern) && (!u.mayBeEscaped(query) || c.IntN(2) == 0):
			b.WriteByte(u.octet)
			query = query || u.octet == '?'
		case c.IntN(2) == 0:
			fmt.Fprintf(&b, "%%%02X", u.octet)
		default:
			fmt.Fprintf(&b, "%%%02x", u.octet)
		}
	}
	return b.String()
}

// mayBeRaw reports a unit that may be written as its octet.
func (u unit) mayBeRaw(query, pattern bool) bool {
	switch u.octet {
	case '%', '#':
		return false // the one would begin an escape, the other a fragment
	case '*', '$':
		return !pattern
	case '/', '?':
		return !u.data || query // 5.3: behind the first '?' they divide nothing
	}
	return !u.data
}

// mayBeEscaped reports a unit that may be written as an escape.
func (u unit) mayBeEscaped(query bool) bool {
	if u.octet == '/' || u.octet == '?' {
		return u.data || query
	}
	return u.data || strings.IndexByte(reservedOctets, u.octet) < 0
}

// other gives a resource that differs in one unit.
func (r resource) other(c gen.Chooser) (resource, bool) {
	if len(r) < 2 {
		return nil, false
	}
	out := append(resource(nil), r...)
	at := 1 + c.IntN(len(r)-1)
	u := &out[at]
	if strings.IndexByte(reservedOctets, u.octet) >= 0 && c.IntN(2) == 0 {
		if (u.octet == '/' || u.octet == '?') && out[:at].hasQuery() {
			return nil, false // there it is the same as data
		}
		u.data = !u.data
		return out, true
	}
	octet := octetsOfAll[c.IntN(len(octetsOfAll))]
	if octet == u.octet {
		return nil, false
	}
	*u = unit{octet: octet}
	return out, true
}

// hasQuery reports a '?' that divides.
func (r resource) hasQuery() bool {
	for _, u := range r {
		if u == (unit{octet: '?'}) {
			return true
		}
	}
	return false
}
