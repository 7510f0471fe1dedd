package meaning

import (
	"bytes"
)

// This file has one pattern of two spellings: its state is still one number.
//
// A piece behind a star may fall before the first '?' of a path or behind it, and
// an escape such as %2F is spelt differently there. So a text may have its pieces
// twice: as they are spelt in a path, and, from the place behind last on, as
// they are spelt behind '?'. The first '?' of the path leads from one to the other.
//
// What is it that crosses? Of a canonical path, a piece that differs holds an
// escape that stands nowhere behind the first '?'. So where the '?' is none of the
// piece's own octets, the search for the piece starts again, in the other spelling;
// only what is behind the '?' can match it. Where it is one of them, the piece goes
// on: it holds no further octet that differs, nor does any piece behind it. A
// mismatch then leads to what of the other spelling was read behind the '?'.
//
// Bound: places, time and memory are at most those of two texts.
//
// Example, "/*a%2Fb": octets "/a%2Fb", and "a/b" behind them, whose places are 7
// to 10. Place 1 is the star; '?' leads from each of 1 to 5 to place 7, and "a/b" on
// to the end; before it, "a/b" leads to place 1 as any other text does.

// spellTwice adds the other spelling of the pieces behind the stars of a text.
func (t *text) spellTwice(pieces [][]byte, query []byte) {
	others, _ := split(append([]byte("*"), query...))
	others = others[1:]
	if len(others) != len(pieces) {
		return // no two spellings of one value: nothing that was compiled
	}
	// Why '*': the place at last has no next octet, and no canonical path of a
	// form with two spellings holds this one.
	t.octets = append(t.octets, '*')
	first := place(len(t.octets))
	t.behindStars(others)

	limit := t.last // behind it, the path's first '?' has been read
	if own := bytes.IndexByte(t.octets[:t.last], '?'); own >= 0 {
		limit = place(own)
	}
	literal := t.last
	for _, piece := range pieces {
		literal -= place(len(piece))
	}
	for range literal {
		t.cross = append(t.cross, nowhere)
	}
	turns := 0
	start, again := literal, first
	for i, piece := range pieces {
		if start > limit {
			break
		}
		differs := !bytes.Equal(piece, others[i])
		t.turns = append(t.turns, start)
		if differs {
			turns = i + 1
		}
		end := start + place(len(piece))
		for at := start; at <= limit && (at < end || at == t.last); at++ {
			switch {
			case t.octets[at] == '?':
				t.cross = append(t.cross, at+1)
			case at == start:
				t.cross = append(t.cross, again)
			default:
				t.cross = append(t.cross, t.cross[t.back[at]])
			}
		}
		if differs && limit < end {
			// Behind its own '?', see above.
			other := again
			for at := limit + 1; at < end || at == t.last; at++ {
				t.back[at] = other
				if at < t.last {
					other = t.step(other, t.octets[at])
				}
			}
		}
		start, again = end, again+place(len(others[i]))
	}
	t.turns = t.turns[:turns]
}
