package meaning

import (
	"slices"
	"strings"

	"github.com/robotrie/robotrie/normalize"
)

// This file finds where two sets differ that spell paths differently.
//
// Idea: both read the same octets, those of a path as it may stand in a URL. A
// side whose form respells escapes reads one when it is complete, a '%' that
// begins none as %25; the other reads octet by octet. The states are pairs of
// states of two spaces, and what was begun of an escape.
//
// Bound: Limits for each side, and their States for the pairs.
//
// Paths begin with '/', and hold neither '#', which ends them, nor NUL.

// begun is what of an escape has been read: nothing, '%', or '%' and a digit.
type begun uint8

const (
	begunNothing begun = iota
	begunPercent
	begunDigit // and on from here, by the digit's place in digitsAsSpelt
)

const digitsAsSpelt = "0123456789ABCDEFabcdef"

// then gives what is begun behind one more octet.
func (b begun) then(c byte) begun {
	if b == begunPercent {
		if i := strings.IndexByte(digitsAsSpelt, c); i >= 0 {
			return begunDigit + begun(i)
		}
	}
	if c == '%' {
		return begunPercent
	}
	return begunNothing
}

// value gives what a digit stands for.
func value(c byte) (v byte, ok bool) {
	i := strings.IndexByte(digitsAsSpelt, c)
	if i >= 16 {
		i -= 6
	}
	return byte(i), i >= 0
}

// reader is one side: a space, and what each octet makes of its states.
type reader struct {
	space *space
	rows  [][]stateID // by state, by unit; nil: not asked for yet
}

func (r *reader) unit(id stateID, u unit) stateID {
	if id == noState {
		return noState
	}
	for int(id) >= len(r.rows) {
		r.rows = append(r.rows, nil)
	}
	if r.rows[id] == nil {
		r.rows[id] = slices.Clone(r.space.next(id))
	}
	return r.rows[id][u]
}

// literal reads an octet that belongs to no escape.
func (r *reader) literal(id stateID, c byte) stateID {
	a := r.space.alpha
	if u := a.raw[c]; u != noUnit {
		return r.unit(id, u)
	}
	return r.unit(id, a.escape[c])
}

// escaped reads an escape by what it stands for.
func (r *reader) escaped(id stateID, v byte) stateID {
	a := r.space.alpha
	if u := a.escape[v]; u != noUnit {
		return r.unit(id, u)
	}
	return r.unit(id, a.raw[v])
}

// read reads an octet behind what was begun of an escape.
func (r *reader) read(id stateID, b begun, c byte) stateID {
	if !r.space.alpha.escapes {
		return r.literal(id, c)
	}
	v, digit := value(c)
	switch {
	case digit && b >= begunDigit:
		high, _ := value(digitsAsSpelt[b-begunDigit])
		return r.escaped(id, high<<4|v)
	case digit && b == begunPercent:
		return id
	}
	id = r.flush(id, b)
	if c == '%' {
		return id
	}
	return r.literal(id, c)
}

// flush reads what was begun and is no escape.
func (r *reader) flush(id stateID, b begun) stateID {
	if b == begunNothing || !r.space.alpha.escapes {
		return id
	}
	id = r.escaped(id, '%')
	if b >= begunDigit {
		id = r.literal(id, digitsAsSpelt[b-begunDigit])
	}
	return id
}

// pair is a state of both sides.
type pair struct {
	old, new stateID
	begun    begun
}

// arrival is how a pair was reached first.
type arrival struct {
	pair
	from  int32
	octet byte
}

// DiffForms compares two sets of different forms. Lengths are those of paths as
// they stand in a URL, and so are the paths of changes.
func DiffForms(oldForm, newForm *normalize.Form, old, new []Pattern, limits Limits, most int) Result {
	var shelf shelf
	before := reader{space: newSpace(alphabetOf(oldForm), limits, shelf.members(old))}
	now := reader{space: newSpace(alphabetOf(newForm), limits, shelf.members(new))}
	kinds := kinds{most: most}
	seen := map[pair]bool{}
	var arrivals []arrival
	arrive := func(p pair, from int32, c byte) {
		if p.old != noState && p.new != noState && !seen[p] && len(arrivals) < limits.States {
			seen[p] = true
			arrivals = append(arrivals, arrival{p, from, c})
		}
	}
	arrive(pair{old: before.space.start(), new: now.space.start()}, -1, '/')
	spent := func() bool {
		return before.space.spent || now.space.spent || len(arrivals) >= limits.States
	}
	octets := likedOctets()
	var a, b state
	proved, whole := 0, true
	for at, last, length := 0, 1, 1; at < len(arrivals); at++ {
		if at == last {
			if whole {
				proved = length
			}
			last, length = len(arrivals), length+1
		}
		p := arrivals[at].pair
		// A target may end here, with what was begun as no escape.
		x, y := before.flush(p.old, p.begun), now.flush(p.new, p.begun)
		if x != noState && y != noState {
			before.space.open(&a, x)
			now.space.open(&b, y)
			i, j := before.space.winner(&a, 0), now.space.winner(&b, 0)
			verdict := now.space.allow[0][j]
			path := func() []byte { return spell(arrivals, int32(at)) }
			if before.space.allow[0][i] != verdict && !kinds.add(i, j, verdict, path) {
				break
			}
		}
		if whole = whole && !spent(); !whole {
			continue // what is open is still looked at
		}
		before.space.open(&a, p.old)
		now.space.open(&b, p.new)
		if va, sure := before.space.decided(&a); sure {
			if vb, sure := now.space.decided(&b); sure && va == vb {
				continue
			}
		}
		for _, c := range octets {
			arrive(pair{before.read(p.old, p.begun, c), now.read(p.new, p.begun, c), p.begun.then(c)}, int32(at), c)
		}
	}
	whole = whole && !spent()
	return kinds.result(whole, proved, len(arrivals), before.space.cost()+now.space.cost())
}

// decided reports that nothing which follows can change the verdict.
func (s *space) decided(st *state) (verdict, sure bool) {
	verdict = s.allow[0][st.best[0]]
	for _, l := range st.live {
		if s.allow[0][s.ranks[l.text()][0]] != verdict {
			return verdict, false
		}
	}
	return verdict, true
}

func spell(arrivals []arrival, at int32) []byte {
	var path []byte
	for ; at >= 0; at = arrivals[at].from {
		path = append(path, arrivals[at].octet)
	}
	slices.Reverse(path)
	return path
}
