package compile

import (
	"bytes"
	"math"
	"strconv"
	"time"
)

// This file goes from keys and values to groups as they are written
// (docs/SEMANTICS.md, section 3).

// A Rule is an allow or disallow line that counts.
type Rule struct {
	Pattern []byte // as written
	Line    int
	Allow   bool
}

// A Record is a line of another key, kept as it is written.
type Record struct {
	Name, Value []byte
	Line        int
}

// A Block is one group as it is written: user-agent lines in a row, and the
// rules and records that follow. Its slices are ranges of the File's.
type Block struct {
	Agents  []BlockAgent
	Rules   Range
	Records Range
}

// A BlockAgent is one user-agent line.
type BlockAgent struct {
	Token Token
	// FirstRecord: the group's records from this one on are the agent's. Those
	// before it stand above the user-agent line (3.7).
	FirstRecord int
}

// A Range is a range of indices: First, First+1, …, End-1.
type Range struct{ First, End int }

// parser reads one body. Its fields are the state between two lines.
type parser struct {
	d       *decisions
	form    Dialect
	out     *File
	wanted  map[string]bool // tokens whose groups are kept; nil: all
	line    int
	open    bool // there is a current block
	closed  bool // a rule has ended the naming of the current block
	kept    bool // the current block names somebody who is wanted
	lower   []byte
	unknown map[string]*keyCount
}

type keyCount struct{ line, count int }

func (p *parser) parse(text []byte) {
	for more := true; more; {
		var line []byte
		line, text, more = nextLine(text)
		p.line++
		p.readLine(line)
	}
	p.endBlock()
}

func (p *parser) readLine(line []byte) {
	if len(line) > p.d.maxLine {
		p.note(p.line, LongLine, strconv.AppendInt(nil, int64(p.d.maxLine), 10))
		line = line[:p.d.maxLine]
	}
	if p.d.nulEndsLine {
		if i := bytes.IndexByte(line, 0); i >= 0 {
			line = line[:i]
			p.note(p.line, NUL, line)
		}
	}
	if p.d.blankEndsGroup && len(p.trim(line)) == 0 {
		p.endBlock()
		return
	}
	key, value, ok := p.field(line)
	if !ok {
		return
	}
	kind, misspelt := p.d.kind(key)
	if misspelt {
		p.note(p.line, MisspeltKey, key)
	}
	switch kind {
	case userAgentKey:
		p.userAgent(value)
	case allowKey, disallowKey:
		p.rule(kind == allowKey, value)
	case sitemapKey:
		if len(value) == 0 {
			p.note(p.line, SitemapWithoutURL, nil)
			return
		}
		p.out.Sitemaps = append(p.out.Sitemaps, value)
	case crawlDelayKey:
		if _, ok := ParseDelay(value); !ok {
			p.note(p.line, BadCrawlDelay, value)
		}
		p.record(key, value)
	default:
		p.countUnknown(key)
		p.record(key, value)
	}
}

func (p *parser) userAgent(value []byte) {
	if p.open && p.closed {
		if p.d.blankEndsGroup {
			p.note(p.line, AgentAfterRule, value)
		}
		p.endBlock()
	}
	if !p.open {
		p.open, p.closed, p.kept = true, false, false
		p.out.Blocks = append(p.out.Blocks, Block{
			Rules:   Range{len(p.out.Rules), len(p.out.Rules)},
			Records: Range{len(p.out.Records), len(p.out.Records)},
		})
	}
	token, star := p.d.form.Agent(value)
	name := starToken
	switch {
	case star:
		p.kept = true
	case len(token) == 0 && !p.d.emptyTokenNames:
		p.note(p.line, NoAgent, value)
		return
	default:
		if len(token) < len(value) {
			p.note(p.line, AgentCut, value)
		}
		p.lower = appendName(p.lower[:0], token)
		if p.wanted != nil && !p.wanted[string(p.lower)] {
			return
		}
		p.kept = true
		name = p.out.token(p.lower)
	}
	block := &p.out.Blocks[len(p.out.Blocks)-1]
	block.Agents = append(block.Agents, BlockAgent{Token: name, FirstRecord: len(p.out.Records)})
}

func (p *parser) rule(allow bool, value []byte) {
	if !p.open {
		p.note(p.line, RuleOutsideGroup, value)
		return
	}
	p.closed = true
	if !p.kept {
		return
	}
	switch {
	case len(value) == 0:
		if !p.d.emptyRule {
			return
		}
	case p.d.anyFirstOctet || value[0] == '/' || value[0] == '*' && !p.d.firstMatch:
	case isURL(value):
		p.note(p.line, AbsoluteURLRule, value)
		return
	case string(value) == "$":
		p.note(p.line, LoneDollar, value)
		return
	default:
		p.note(p.line, RuleWithoutSlash, value)
		return
	}
	p.out.Rules = append(p.out.Rules, Rule{Pattern: value, Line: p.line, Allow: allow})
}

func isURL(value []byte) bool {
	i := bytes.Index(value, []byte("://"))
	return i > 0 && !bytes.ContainsAny(value[:i], "/?*$")
}

// record keeps a line of another key. One that no user-agent line precedes, or
// that a blank line cuts off, belongs to the file alone.
func (p *parser) record(name, value []byte) {
	if p.d.keepRecords {
		if p.open && !p.kept && p.wanted != nil {
			return
		}
		p.out.Records = append(p.out.Records, Record{Name: name, Value: value, Line: p.line})
	}
}

func (p *parser) countUnknown(key []byte) {
	p.lower = appendName(p.lower[:0], key[:min(len(key), maxNoteText)])
	seen := p.unknown[string(p.lower)]
	if seen == nil {
		if p.unknown == nil {
			p.unknown = map[string]*keyCount{}
		}
		seen = &keyCount{line: p.line}
		p.unknown[string(p.lower)] = seen
	}
	seen.count++
}

func (p *parser) endBlock() {
	if !p.open {
		return
	}
	p.open = false
	block := &p.out.Blocks[len(p.out.Blocks)-1]
	block.Rules.End = len(p.out.Rules)
	block.Records.End = len(p.out.Records)
	if len(block.Agents) == 0 {
		p.out.Blocks = p.out.Blocks[:len(p.out.Blocks)-1]
	}
}

// ParseDelay reads a crawl-delay: the decimal number of seconds that its value
// begins with. A number too large for a Duration gives the largest Duration.
func ParseDelay(value []byte) (delay time.Duration, ok bool) {
	n, point := 0, false
	for n < len(value) && ('0' <= value[n] && value[n] <= '9' || value[n] == '.' && !point) {
		point = point || value[n] == '.'
		n++
	}
	seconds, err := strconv.ParseFloat(string(value[:n]), 64)
	if err != nil && seconds == 0 {
		return 0, false
	}
	if seconds >= math.MaxInt64/float64(time.Second) {
		return math.MaxInt64, true
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}
