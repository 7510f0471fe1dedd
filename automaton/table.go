package automaton

import (
	"bytes"
	"encoding/binary"
)

// The table holds the patterns themselves, in order of rank: a later record
// has the higher rank. The machines' leaves point into it instead of copying
// text, so a pattern's octets stand in an image once.
//
// A record, at its offset:
//
//	0    head: the bits below
//	1    lit: octets of text before the first '*' or the anchor; 255 if long
//	2    line: w bytes
//	     [wild: length of text, 2 bytes; piece, 1 byte: the length of what is
//	      behind the '*' if that is one piece without anchor, else 255]
//	     [long: lit, 4 bytes, and length of text, 4 bytes]
//	     text, canonical
//	     [rawStar: the '*' with which it was written]
//	     [rawApart: uvarint length, then the pattern as written]
//	     [both: first as rawApart, length 0 if it is written as text; then,
//	      uvarint length, how text goes on behind its first '*' where that
//	      stands behind the path's first '?']
//
// Example: "/a*b" of line 7, marked, w = 2:
//
//	05 02 07 00 04 00 01 '/' 'a' '*' 'b'

// Rank orders patterns: the highest that matches is the answer. It is the
// offset of the pattern's record in its table.
type Rank uint32

// NoRank is the answer where no pattern matches. No record is at offset 0.
const NoRank Rank = 0

// The bits of a record's head.
const (
	headMark     = 1 << 0 // the caller's mark; robots.txt: the rule allows
	headAnchored = 1 << 1 // text ends in '$', the end of the path
	headWild     = 1 << 2 // text has a '*'
	headLong     = 1 << 3 // lit or the length of text needs four bytes
	headRawStar  = 1 << 4 // the pattern was written with one '*' more
	headRawApart = 1 << 5 // the pattern as written follows
	headAlias    = 1 << 6 // a further pattern of the same rule: not listed
	headSecond   = 1 << 7 // the caller's second mark

	headTwo = headRawStar | headRawApart // text has two spellings
)

// separator is the octet of a path behind which the second spelling counts.
const separator = '?'

// tablePad is what a table begins with, so that no record has offset NoRank.
const tablePad = 1

// Padding stands behind the last octet that a match reads: it reads eight at a
// time.
const Padding = 8

// An Entry is what a record holds.
type Entry struct {
	Text []byte // canonical: '*' is any run, a final '$' the end of the path
	Raw  []byte // as written; nil: the same

	// Query, if it is not nil, spells what is behind Text's first '*' once more.
	// Each piece between stars may stand in a path as it is in Text, or, behind
	// the path's first '?', as it is in Query. Both have the same stars. A piece
	// whose spellings differ is in no path as it is in Text behind that '?', but
	// perhaps across.
	Query  []byte
	Line   uint32
	Mark   bool
	Second bool
	Alias  bool
}

// litLen gives the number of octets before the first operator of text.
func litLen(text []byte) (n int, wild, anchored bool) {
	anchored = len(text) > 0 && text[len(text)-1] == '$'
	for i, c := range text {
		if c == '*' {
			return i, true, anchored
		}
	}
	if anchored {
		return len(text) - 1, false, true
	}
	return len(text), false, false
}

// AppendLiteral is AppendRecord for a text of less than 255 octets without '*'
// or '$' that is as written.
func AppendLiteral(dst, text []byte, line uint32, mark, second bool, w int) []byte {
	var head byte
	if mark {
		head |= headMark
	}
	if second {
		head |= headSecond
	}
	dst = append(dst, head, byte(len(text)))
	dst = AppendUint(dst, line, w)
	return append(dst, text...)
}

// AppendRecord appends an entry to a table in which lines take w bytes.
func AppendRecord(dst []byte, e *Entry, w int) []byte {
	lit, wild, anchored := litLen(e.Text)
	long := lit >= 255 || len(e.Text) > 0xFFFF
	var head byte
	if e.Mark {
		head |= headMark
	}
	if e.Second {
		head |= headSecond
	}
	if e.Alias {
		head |= headAlias
	}
	if anchored {
		head |= headAnchored
	}
	star := len(e.Raw) == len(e.Text)+1 && e.Raw[len(e.Text)] == '*' && string(e.Raw[:len(e.Text)]) == string(e.Text)
	apart := e.Raw != nil && string(e.Raw) != string(e.Text)
	two := e.Query != nil
	switch {
	case two:
		head |= headTwo
	case star:
		head |= headRawStar
	case apart:
		head |= headRawApart
	}
	switch {
	case long:
		head |= headLong
		if wild {
			head |= headWild
		}
		dst = append(dst, head, 255)
		dst = AppendUint(dst, e.Line, w)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(lit))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(e.Text)))
	case wild:
		dst = append(dst, head|headWild, byte(lit))
		dst = AppendUint(dst, e.Line, w)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(e.Text)))
		dst = append(dst, onePiece(e.Text[lit+1:]))
	default:
		dst = append(dst, head, byte(lit))
		dst = AppendUint(dst, e.Line, w)
	}
	dst = append(dst, e.Text...)
	switch {
	case two:
		raw := e.Raw
		if string(raw) == string(e.Text) {
			raw = nil
		}
		dst = binary.AppendUvarint(dst, uint64(len(raw)))
		dst = append(dst, raw...)
		dst = binary.AppendUvarint(dst, uint64(len(e.Query)))
		dst = append(dst, e.Query...)
	case star:
		dst = append(dst, '*')
	case apart:
		dst = binary.AppendUvarint(dst, uint64(len(e.Raw)))
		dst = append(dst, e.Raw...)
	}
	return dst
}

// AppendUint appends a number of w octets, little-endian.
func AppendUint(dst []byte, v uint32, w int) []byte {
	for range w {
		dst = append(dst, byte(v))
		v >>= 8
	}
	return dst
}

// onePiece gives the length of what is behind a pattern's first '*' if that is
// one piece without anchor and shorter than 255, else 255.
func onePiece(behind []byte) byte {
	if len(behind) == 0 || len(behind) >= 255 || behind[len(behind)-1] == '$' || bytes.IndexByte(behind, '*') >= 0 {
		return 255
	}
	return byte(len(behind))
}
