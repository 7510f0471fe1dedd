package compile

import (
	"bytes"
	"slices"

	"github.com/robotrie/robotrie/automaton"
)

// Who wins: this file, and no other, puts rules in order of precedence
// (docs/SEMANTICS.md, section 6).
//
//	RFC9309, Google: the longer pattern; then allow over disallow; then the
//	                 earlier line.
//	Koster1996:      the earlier line.
//
// The order is total over all rules of a file, so that ranks of different
// groups can be compared. A file's rules are written to one table in this
// order, the weakest first: a rule's place there is its rank.

// standing is a rule, or its shorter stand-in (6.5), with what precedence asks.
type standing struct {
	key     uint64 // precedence, see the bits below
	rule    int32  // index in parser.rules
	alias   bool   // not the rule's own pattern: the rule is listed already
	same    bool   // the pattern is the value as written
	plain   bool   // it has no operator either
	pattern span   // canonical: of parser.text if same, else of parser.patterns
	query   span   // its other spelling behind '*', of parser.patterns, if it has one
}

// The bits of a standing's key, from the top: length, allow, and the index of
// the rule upside down, since the earlier line wins.
const (
	keyOctets = 33
	keyAllow  = 1 << 32
	keyRule   = 1<<32 - 1
)

func (p *parser) key(rule int, octets int) uint64 {
	key := keyRule - uint64(rule)
	if p.d.firstMatch {
		return key
	}
	if p.rules[rule].allow {
		key |= keyAllow
	}
	return key | uint64(octets)<<keyOctets
}

// stand fills p.standings with every pattern of every rule.
func (p *parser) stand() {
	p.standings, p.patterns = p.standings[:0], p.patterns[:0]
	form := p.d.form
	for i := range p.rules {
		r := &p.rules[i]
		value := p.bytes(r.value)
		if form.IsPlain(value) {
			p.standings = append(room(p.standings, 1), standing{key: p.key(i, len(value)), rule: int32(i), same: true, plain: true, pattern: r.value})
		} else {
			pattern, octets := p.canonical(value)
			s := standing{key: p.key(i, octets), rule: int32(i), pattern: pattern}
			if bytes.Equal(p.patterns[pattern.from:], value) {
				s.same, s.pattern = true, r.value
				p.patterns = p.patterns[:pattern.from]
			}
			s.query = p.behindQuery(value)
			p.standings = append(room(p.standings, 1), s)
		}
		if p.d.indexRule && r.allow {
			p.directory(i)
		}
	}
	p.sortStandings()
}

func (p *parser) canonical(value []byte) (pattern span, octets int) {
	from := len(p.patterns)
	p.patterns, octets = p.d.form.AppendPattern(p.patterns, value)
	return span{uint32(from), uint32(len(p.patterns))}, octets
}

// behindQuery gives what is behind the first '*' of a value in the spelling
// that it has behind a '?', if that is another one.
func (p *parser) behindQuery(value []byte) span {
	from := len(p.patterns)
	pattern, differs := p.d.form.AppendBehindQuery(p.patterns, value)
	p.patterns = pattern
	if !differs {
		return span{}
	}
	from += bytes.IndexByte(pattern[from:], '*') + 1
	return span{uint32(from), uint32(len(pattern))}
}

// directory adds the pattern that an allow rule of an index page stands for
// besides its own: the page's directory (6.5).
func (p *parser) directory(i int) {
	pattern := p.patternOf(&p.standings[len(p.standings)-1])
	short := directory(pattern)
	if short == nil {
		return
	}
	from := len(p.patterns)
	p.patterns = append(p.patterns, short...)
	p.standings = append(room(p.standings, 1), standing{
		key: p.key(i, len(short)), rule: int32(i), alias: true,
		pattern: span{uint32(from), uint32(len(p.patterns))},
	})
}

func directory(pattern []byte) []byte {
	slash := bytes.LastIndexByte(pattern, '/')
	if slash < 0 || !bytes.HasPrefix(pattern[slash:], []byte("/index.htm")) {
		return nil
	}
	return append(pattern[:slash+1:slash+1], '$')
}

func (p *parser) patternOf(s *standing) []byte {
	if s.same {
		return p.bytes(s.pattern)
	}
	return p.patterns[s.pattern.from:s.pattern.to]
}

// sortStandings sorts by key, the weakest first.
//
// PERF: lengths are small numbers, so counting them sorts in linear time; the
// rest of the order is that of the file, upside down, which a stable sort
// keeps. Few rules are sorted faster by insertion.
func (p *parser) sortStandings() {
	s := p.standings
	if len(s) <= 24 {
		for i := 1; i < len(s); i++ {
			x := s[i]
			j := i
			for ; j > 0 && x.key < s[j-1].key; j-- {
				s[j] = s[j-1]
			}
			s[j] = x
		}
		return
	}
	const classes = 512 // lengths under 256, allow and disallow
	var count [classes]uint32
	for i := range s {
		class := s[i].key >> 32
		if class >= classes {
			slices.SortFunc(s, func(a, b standing) int {
				if a.key < b.key {
					return -1
				}
				return 1
			})
			return
		}
		count[class]++
	}
	sum := uint32(0)
	for i := range count {
		count[i], sum = sum, sum+count[i]
	}
	p.sorted = resized(p.sorted, len(s))
	for i := range slices.Backward(s) {
		class := s[i].key >> 32
		p.sorted[count[class]] = s[i]
		count[class]++
	}
	p.standings, p.sorted = p.sorted, p.standings
}

// writeTable writes the table to dst, which is empty, and sets p.ranks: those of
// each rule. w octets are taken for a number.
func (p *parser) writeTable(dst []byte, w int) []byte {
	p.ranks = resized(p.ranks, len(p.standings))
	dst = append(dst, 0)
	for i := range p.standings {
		s := &p.standings[i]
		r := &p.rules[s.rule]
		p.ranks[i] = automaton.Rank(len(dst))
		allows := r.allow || r.value.from == r.value.to
		if s.plain && len(p.patternOf(s)) < 255 {
			dst = automaton.AppendLiteral(dst, p.patternOf(s), r.line, allows, r.allow, w)
			continue
		}
		e := automaton.Entry{
			Text:   p.patternOf(s),
			Line:   r.line,
			Mark:   allows,
			Second: r.allow,
			Alias:  s.alias,
		}
		if !s.same {
			e.Raw = p.bytes(r.value)
		}
		if s.query.to > 0 {
			e.Query = p.patterns[s.query.from:s.query.to]
		}
		dst = automaton.AppendRecord(dst, &e, w)
	}
	return dst
}

// Precedence gives how many octets a pattern counts, for explaining; 0 where
// lengths do not count.
func (d Dialect) Precedence(e automaton.Entry) (octets int) {
	if dialects[d].firstMatch {
		return 0
	}
	if dialects[d].indexRule && e.Alias {
		return len(e.Text) // the directory of an index page, see directory
	}
	_, octets = d.Form().AppendPattern(nil, e.Raw)
	return octets
}
