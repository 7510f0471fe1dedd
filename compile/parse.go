package compile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/robotrie/robotrie/automaton"
)

// This file goes from keys and values to groups as they are written
// (docs/SEMANTICS.md, section 3). What it finds are ranges of the text, not
// copies.

// span is a range of parser.text.
type span struct{ from, to uint32 }

// rule is an allow or disallow line that counts.
type rule struct {
	value span
	line  uint32
	allow bool
}

// other is a line of another key that is kept.
type other struct {
	name, value span
	line        uint32
}

// block is one group as it is written: user-agent lines in a row, then rules
// and records.
type block struct {
	agents  indices
	rules   indices
	records indices
	end     uint32 // the line that is no longer the block's
}

// indices are first, first+1, …, end-1.
type indices struct{ first, end int }

// agent is a user-agent line. Records of its block before firstRecord stand
// above it, and are not its own (3.7).
type agent struct {
	token       token
	line        uint32
	firstRecord int
}

// token is an index into parser.tokens.
type token int32

// parser reads one body. Its slices are kept from body to body.
type parser struct {
	d    *decisions
	text []byte
	line uint32

	wanted []string // folded tokens whose groups are kept, sorted
	all    bool     // every group is kept

	open bool // there is a current block, and then:

	closed bool // a rule has ended the naming of the current block
	kept   bool // the current block names somebody who is wanted

	rules    []rule
	records  []other
	sitemaps []span
	blocks   []block
	agents   []agent
	notes    []note
	noteText []byte

	tokens  [][]byte // folded; slices of names
	names   []byte
	byName  map[string]token
	unknown keyCounts
	folded  []byte

	standings, sorted []standing
	patterns          []byte // canonical patterns that are not as written
	ranks             []automaton.Rank
	order             []automaton.Rank
	starts            []uint32

	uses    []use
	groups  []group
	ofToken []int
	bySet   map[string]int
	setKey  []byte
	single  []uint32
	wishes  []wish
	octets  []int // of the patterns of each block
	bySize  []use
	merged  []automaton.Rank
	byFold  []token
	place   []uint32

	builder     *automaton.Builder
	table, meta []byte
}

func (p *parser) reset(d *decisions) {
	p.d = d
	p.text, p.line = nil, 0
	p.open = false
	p.rules, p.records, p.sitemaps = p.rules[:0], p.records[:0], p.sitemaps[:0]
	p.blocks, p.agents = p.blocks[:0], p.agents[:0]
	p.notes, p.noteText = p.notes[:0], p.noteText[:0]
	p.tokens, p.names = p.tokens[:0], p.names[:0]
	clear(p.byName)
	p.unknown.reset()
}

// parse reads all lines of p.text.
func (p *parser) parse() {
	text := p.text
	crs := bytes.IndexByte(text, '\r') >= 0
	lf := -1 // the next LF; found once, however many CRs stand before it
	for at, more := 0, true; more; {
		if lf < at {
			if lf = bytes.IndexByte(text[at:], '\n'); lf >= 0 {
				lf += at
			} else {
				lf = len(text)
			}
		}
		end, next := lf, lf+1
		more = lf < len(text)
		if crs {
			if cr := bytes.IndexByte(text[at:end], '\r'); cr >= 0 {
				end = at + cr
				if end+1 != lf || !more {
					next, more = end+1, true
				}
			}
		}
		p.line++
		p.readLine(at, end)
		at = next
	}
	p.endBlock(p.line + 1)
}

// What the fast path of readLine knows by heart.
const (
	wordDisallow = 'd' | 'i'<<8 | 's'<<16 | 'a'<<24 | 'l'<<32 | 'l'<<40 | 'o'<<48 | 'w'<<56
	wordAllow    = 'a' | 'l'<<8 | 'l'<<16 | 'o'<<24 | 'w'<<32
	lowerCase    = 0x2020202020202020
)

// readLine reads the line text[at:end].
//
// PERF: nine lines of ten are "Disallow: …" or "Allow: …" to the letter. They
// are told by one word; everything else takes the general way. Who ends lines at
// NULs is alone in bounding them, so neither is asked for here.
func (p *parser) readLine(at, end int) {
	if end-at >= 9 && !p.d.nulEndsLine {
		word := binary.LittleEndian.Uint64(p.text[at:])
		switch {
		case word|lowerCase == wordDisallow && p.text[at+8] == ':':
			p.rule(false, p.value(at+9, end))
			return
		case (word|lowerCase)&(1<<40-1) == wordAllow && p.text[at+5] == ':':
			p.rule(true, p.value(at+6, end))
			return
		}
	}
	if at == end && !p.d.blankEndsGroup {
		return
	}
	p.readAnyLine(at, end)
}

// value cuts a comment and white space from text[at:end].
func (p *parser) value(at, end int) span {
	if i := bytes.IndexByte(p.text[at:end], '#'); i >= 0 {
		end = at + i
	}
	return p.trim(at, end)
}

func (p *parser) trim(at, end int) span {
	for at < end && p.isBlank(p.text[at]) {
		at++
	}
	for at < end && p.isBlank(p.text[end-1]) {
		end--
	}
	return span{uint32(at), uint32(end)}
}

func (p *parser) isBlank(c byte) bool {
	return c == ' ' || c == '\t' || p.d.trimASCII && (c == '\v' || c == '\f')
}

func (p *parser) bytes(s span) []byte { return p.text[s.from:s.to] }

func (p *parser) readAnyLine(at, end int) {
	if end-at > p.d.maxLine {
		p.note(p.line, LongLine, strconv.AppendInt(nil, int64(p.d.maxLine), 10))
		end = at + p.d.maxLine
	}
	if p.d.nulEndsLine {
		if i := bytes.IndexByte(p.text[at:end], 0); i >= 0 {
			end = at + i
			p.note(p.line, NUL, p.text[at:end])
		}
	}
	if p.d.blankEndsGroup {
		if s := p.trim(at, end); s.from == s.to {
			p.endBlock(p.line)
			return
		}
	}
	key, value, ok := p.field(at, end)
	if !ok {
		return
	}
	kind, misspelt := p.d.kind(p.bytes(key))
	if misspelt {
		p.note(p.line, MisspeltKey, p.bytes(key))
	}
	switch kind {
	case userAgentKey:
		p.userAgent(p.bytes(value))
	case allowKey, disallowKey:
		p.rule(kind == allowKey, value)
	case sitemapKey:
		if value.from == value.to {
			p.note(p.line, SitemapWithoutURL, nil)
			return
		}
		p.sitemaps = append(p.sitemaps, value)
	case crawlDelayKey:
		if _, ok := ParseDelay(p.bytes(value)); !ok {
			p.note(p.line, BadCrawlDelay, p.bytes(value))
		}
		p.record(key, value)
	default:
		p.countUnknown(p.bytes(key))
		p.record(key, value)
	}
}

func (p *parser) userAgent(value []byte) {
	if p.open && p.closed {
		if p.d.blankEndsGroup {
			p.note(p.line, AgentAfterRule, value)
		}
		p.endBlock(p.line)
	}
	if !p.open {
		p.open, p.closed, p.kept = true, false, p.all
		p.blocks = append(p.blocks, block{
			agents:  indices{first: len(p.agents)},
			rules:   indices{first: len(p.rules)},
			records: indices{first: len(p.records)},
		})
	}
	name, star := p.d.form.Agent(value)
	if star {
		name = []byte("*")
	} else {
		switch {
		case len(name) == 0:
			p.note(p.line, NoAgent, value)
			if !p.d.emptyTokenNames {
				return
			}
		case len(name) < len(value):
			p.note(p.line, AgentCut, value)
		}
	}
	p.folded = appendName(p.folded[:0], name)
	if !star && !p.isWanted(p.folded) {
		return
	}
	p.kept = true
	p.agents = append(p.agents, agent{token: p.token(p.folded), line: p.line, firstRecord: len(p.records)})
}

func (p *parser) isWanted(folded []byte) bool {
	if p.all {
		return true
	}
	_, found := slices.BinarySearchFunc(p.wanted, folded, func(w string, f []byte) int { return cmp.Compare(w, string(f)) })
	return found
}

// token finds or adds a token by its folded spelling.
func (p *parser) token(folded []byte) token {
	if t, ok := p.byName[string(folded)]; ok {
		return t
	}
	t := token(len(p.tokens))
	from := len(p.names)
	p.names = append(p.names, folded...)
	p.tokens = append(p.tokens, p.names[from:])
	p.byName[string(folded)] = t
	return t
}

func (p *parser) rule(allow bool, value span) {
	if !p.open {
		p.note(p.line, RuleOutsideGroup, p.bytes(value))
		return
	}
	p.closed = true
	if !p.kept {
		return
	}
	if value.from == value.to {
		if !p.d.emptyRule {
			return
		}
	} else if c := p.text[value.from]; c != '/' && !p.d.anyFirstOctet && (c != '*' || p.d.firstMatch) {
		p.noteRule(p.bytes(value))
		return
	}
	p.rules = append(room(p.rules, 1), rule{value: value, line: p.line, allow: allow})
}

// noteRule tells why a value is no rule.
func (p *parser) noteRule(value []byte) {
	switch {
	case isURL(value):
		p.note(p.line, AbsoluteURLRule, value)
	case string(value) == "$":
		p.note(p.line, LoneDollar, value)
	default:
		p.note(p.line, RuleWithoutSlash, value)
	}
}

func isURL(value []byte) bool {
	i := bytes.Index(value, []byte("://"))
	return i > 0 && !bytes.ContainsAny(value[:i], "/?*$")
}

// record keeps a line of another key. One that no user-agent line precedes, or
// that a blank line cuts off, belongs to the file alone.
func (p *parser) record(name, value span) {
	if p.d.keepRecords && (!p.open || p.kept) {
		p.records = append(room(p.records, 1), other{name: name, value: value, line: p.line})
	}
}

func (p *parser) countUnknown(key []byte) {
	p.folded = appendName(p.folded[:0], key[:min(len(key), maxNoteText/2)])
	p.unknown.add(p.folded, p.line)
}

// endBlock ends the current block before a line.
func (p *parser) endBlock(line uint32) {
	if !p.open {
		return
	}
	p.open = false
	b := &p.blocks[len(p.blocks)-1]
	b.agents.end, b.rules.end, b.records.end, b.end = len(p.agents), len(p.rules), len(p.records), line
	if b.agents.first == b.agents.end {
		// It names nobody: what it holds is nobody's.
		p.rules = p.rules[:b.rules.first]
		p.blocks = p.blocks[:len(p.blocks)-1]
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
