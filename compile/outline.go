package compile

import "bytes"

// This file tells what each line of a body is taken for, for those who look at
// the file and not only at its rules. It asks the parser line by line.

// LineKind is what a line is taken for.
type LineKind uint8

// The kinds of lines.
const (
	NoField      LineKind = iota // blank, a comment, or neither key nor value
	AgentLine                    // user-agent
	AllowLine                    // also one that is no rule
	DisallowLine                 // also one that is no rule
	SitemapLine
	DelayLine // crawl-delay
	OtherLine // a key of no meaning here
)

// A Line is a line of a body.
type Line struct {
	Number   int // from 1
	Kind     LineKind
	Value    string
	Token    string // of a user-agent line, in lower case; "*" for the wildcard, "" for nobody
	Group    int    // the group as it is written that the line stands in, from 0; -1: none
	From, To int    // octets of the body, with the line's end
}

// Outline gives all lines that count. ok is false for a body that is not read
// octet by octet, which is UTF-16; then the lines' places are those of its text.
func Outline(body []byte, o Options) (lines []Line, ok bool) {
	p := parsers.Get().(*parser)
	defer p.release()
	d := &dialects[o.Dialect]
	p.reset(d)
	p.text = p.cut(body, o.Limit())
	start := cap(body) - cap(p.text) // it is a slice of body, if it is not decoded
	ok = true
	for _, n := range p.notes {
		if sentences[n.code].code == UTF16 {
			start, ok = 0, false
		}
	}
	group, open, closed := -1, false, false
	for at := 0; ; {
		end, next := lineEnd(p.text, at)
		p.line++
		line := p.outline(at, end)
		line.From, line.To = start+at, start+next
		switch line.Kind {
		case AgentLine:
			if !open || closed {
				open, closed, group = true, false, group+1
			}
		case AllowLine, DisallowLine:
			closed = true
		case NoField:
			if s := p.trim(at, end); d.blankEndsGroup && s.from == s.to {
				open = false
			}
		}
		if line.Group = -1; open {
			line.Group = group
		}
		lines = append(lines, line)
		if at = next; at >= len(p.text) {
			return lines, ok
		}
	}
}

// lineEnd gives where the line that begins at an offset ends, and where the next
// one begins.
func lineEnd(text []byte, at int) (end, next int) {
	i := bytes.IndexAny(text[at:], "\r\n")
	if i < 0 {
		return len(text), len(text)
	}
	end = at + i
	if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
		return end, end + 2
	}
	return end, end + 1
}

func (p *parser) outline(at, end int) Line {
	line := Line{Number: int(p.line)}
	end = min(end, at+min(p.d.maxLine, len(p.text)))
	if i := bytes.IndexByte(p.text[at:end], 0); i >= 0 && p.d.nulEndsLine {
		end = at + i
	}
	key, value, ok := p.field(at, end)
	if !ok {
		return line
	}
	line.Value = string(p.bytes(value))
	switch kind, _ := p.d.kind(p.bytes(key)); kind {
	case userAgentKey:
		line.Kind = AgentLine
		token, star := p.d.form.Agent(p.bytes(value))
		if line.Token = string(appendName(nil, token)); star {
			line.Token = "*"
		}
	case allowKey:
		line.Kind = AllowLine
	case disallowKey:
		line.Kind = DisallowLine
	case sitemapKey:
		line.Kind = SitemapLine
	case crawlDelayKey:
		line.Kind = DelayLine
	default:
		line.Kind = OtherLine
	}
	return line
}
