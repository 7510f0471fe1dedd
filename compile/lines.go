package compile

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// This file goes from bytes to lines (docs/SEMANTICS.md, section 1).

// cut gives the part of body that counts, as octets that keep their meaning:
// without a BOM, decoded from UTF-16, cut at the size limit. A line that the
// limit cuts is dropped whole.
func (p *parser) cut(body []byte, maxSize int) []byte {
	whole, cut := body, len(body) > maxSize
	if cut {
		body = body[:maxSize]
	}
	if p.d.decodeUTF16 && len(body) >= 2 {
		var order binary.ByteOrder
		switch {
		case body[0] == 0xFF && body[1] == 0xFE:
			order = binary.LittleEndian
			p.note(1, UTF16, []byte("UTF-16, little-endian,"))
		case body[0] == 0xFE && body[1] == 0xFF:
			order = binary.BigEndian
			p.note(1, UTF16, []byte("UTF-16, big-endian,"))
		}
		if order != nil {
			// Of what is over the limit only the next character is asked for, which
			// is two units at most.
			whole = decodeUTF16(whole[2:min(len(whole), len(body)+4)], order)
			if cut {
				body = decodeUTF16(body[2:len(body)&^1], order)
			} else {
				body = whole
			}
			return p.cutLine(whole, body, cut, func(end int) int { return 2 + 2*units(body[:end]) })
		}
	}
	const mark = "\xEF\xBB\xBF"
	bom := 0
	for bom < len(mark) && bom < len(body) && body[bom] == mark[bom] {
		bom++
	}
	if bom == len(mark) || p.d.partialBOM && bom > 0 {
		what := "UTF-8"
		if bom < len(mark) {
			what = "UTF-8, incomplete"
		}
		p.note(1, BOM, []byte(what))
		body, whole = body[bom:], whole[bom:]
	} else {
		bom = 0
	}
	return p.cutLine(whole, body, cut, func(end int) int { return bom + end })
}

// cutLine drops the line that the limit cuts. text is the start of whole that
// is under the limit, cut whether whole has more; place gives the offset in the
// body of an offset in text.
func (p *parser) cutLine(whole, text []byte, cut bool, place func(end int) int) []byte {
	if !cut {
		return text
	}
	end := len(text)
	if !isLineEnd(whole[end]) {
		end = bytes.LastIndexAny(text, "\r\n") + 1
	}
	text = text[:end]
	line := uint32(1 + bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n")))
	p.note(line, Truncated, strconv.AppendInt(nil, int64(place(end)), 10))
	return text
}

// units gives how many units of UTF-16 a text takes.
func units(text []byte) (n int) {
	for _, r := range string(text) {
		n += utf16.RuneLen(r)
	}
	return n
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// decodeUTF16 gives the text in UTF-8; what is no text becomes U+FFFD.
func decodeUTF16(s []byte, order binary.ByteOrder) []byte {
	out := make([]byte, 0, len(s))
	for len(s) >= 2 {
		r := rune(order.Uint16(s))
		s = s[2:]
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if len(s) >= 2 {
				low = rune(order.Uint16(s))
			}
			r = utf16.DecodeRune(r, low)
			if r != utf8.RuneError {
				s = s[2:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	if len(s) > 0 {
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	return out
}
