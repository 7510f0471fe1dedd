package meaning

import (
	"bytes"
	"sync"

	"github.com/robotrie/robotrie/normalize"
)

// A unit is what canonical paths are made of: an octet that stands for itself,
// or an escape. A path ends behind a unit, never within one.
type unit int16

// alphabet holds the units of a form. It is found out by asking the form, so
// that what is canonical is decided in package normalize alone.
type alphabet struct {
	form   *normalize.Form
	units  []spelling
	raw    [256]unit // of octets; noUnit where the form escapes them
	escape [256]unit // of escapes, by their value; noUnit where they are no unit
	// inQuery gives the unit that stands for a unit behind the first '?'. For
	// nearly all it is the unit itself.
	inQuery []unit
	query   bool // some unit differs there, so states must know where they are
	escapes bool
	digits  [16]uint16 // for the first digit of an escape, the second ones that make a unit
	liked   []unit     // all, in the order in which witnesses are made of them
}

type spelling struct {
	text string
	cost int32 // octets
}

const noUnit unit = -1

const hexDigits = "0123456789ABCDEF"

// alphabets are found out once a form.
var alphabets sync.Map // of *normalize.Form to *alphabet

func alphabetOf(f *normalize.Form) *alphabet {
	if a, ok := alphabets.Load(f); ok {
		return a.(*alphabet)
	}
	a, _ := alphabets.LoadOrStore(f, newAlphabet(f))
	return a.(*alphabet)
}

func newAlphabet(f *normalize.Form) *alphabet {
	a := &alphabet{form: f}
	path := func(s string) string { return string(f.AppendTarget(nil, []byte("http://h"+s))) }
	add := func(s string, ok bool) unit {
		if !ok {
			return noUnit
		}
		a.units = append(a.units, spelling{s, int32(len(s))})
		return unit(len(a.units) - 1)
	}
	for c := range 256 {
		s := string([]byte{byte(c)})
		a.raw[c] = add(s, path("/"+s) == "/"+s)
	}
	for c := range 256 {
		s := string([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
		// Where '%' stands for itself, an escape is three units.
		a.escape[c] = add(s, a.raw['%'] == noUnit && path("/"+s) == "/"+s)
		if a.escape[c] != noUnit {
			a.escapes = true
			a.digits[c>>4] |= 1 << (c & 15)
		}
	}
	for u := range a.units {
		in := unit(u)
		if s := path("/?" + a.units[u].text); len(s) == 3 {
			in = a.raw[s[2]]
		}
		a.inQuery = append(a.inQuery, in)
		a.query = a.query || in != unit(u)
	}
	a.likes()
	return a
}

// likes orders the units for witnesses: what people put into URLs comes first.
func (a *alphabet) likes() {
	taken := make([]bool, len(a.units))
	take := func(u unit) {
		if u != noUnit && !taken[u] {
			taken[u] = true
			a.liked = append(a.liked, u)
		}
	}
	for _, c := range likedOctets() {
		take(a.raw[c])
	}
	for u := range a.units {
		take(unit(u))
	}
}

// likedOctets gives the octets that may stand in a target's path, in the order
// in which witnesses are made of them.
func likedOctets() []byte {
	var octets []byte
	add := func(c byte) {
		if c != 0 && c != '#' && !bytes.Contains(octets, []byte{c}) {
			octets = append(octets, c)
		}
	}
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789-_.ABCDEFGHIJKLMNOPQRSTUVWXYZ/=&?~") {
		add(c)
	}
	for c := byte('!'); c < 0x7f; c++ {
		add(c)
	}
	for c := range 256 {
		add(byte(c))
	}
	return octets
}

// filler gives an octet that stands for itself in every path and query, and
// that no text names; ok is false where there is none. See generic.go.
func (a *alphabet) filler(texts []*text) (c byte, ok bool) {
	var named [256]bool
	for i := range texts {
		for _, c := range texts[i].octets {
			named[c] = true
		}
	}
	for _, u := range a.liked {
		s := a.units[u].text
		if len(s) == 1 && a.inQuery[u] == u && !named[s[0]] && !bytes.Contains([]byte("/?%*$"), []byte(s)) {
			return s[0], true
		}
	}
	return 0, false
}
