package compile

import (
	"bytes"
	"cmp"
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
// groups can be compared. The best rule has the highest rank; rank 0 is none.

// standing is a rule, or its shorter stand-in (6.5), with what precedence asks.
type standing struct {
	rule    int // index in File.Rules
	octets  int
	pattern []byte // canonical
	more    [][]byte
}

func (p *parser) before(a, b standing) int {
	rules := p.out.Rules
	if p.d.firstMatch {
		return cmp.Compare(rules[a.rule].Line, rules[b.rule].Line)
	}
	if c := cmp.Compare(b.octets, a.octets); c != 0 {
		return c
	}
	if x, y := rules[a.rule].Allow, rules[b.rule].Allow; x != y {
		if x {
			return -1
		}
		return 1
	}
	return cmp.Compare(rules[a.rule].Line, rules[b.rule].Line)
}

// standings reads the patterns of rules. allowed, where it is given, is asked
// before each further reading of a pattern, with its length.
func (p *parser) standings(rules []int, allowed func(rule, octets int) bool) []standing {
	all := make([]standing, 0, len(rules))
	for _, i := range rules {
		r := p.out.Rules[i]
		s := standing{rule: i}
		s.pattern, s.octets = p.d.form.AppendPattern(nil, r.Pattern)
		p.d.form.Readings(r.Pattern, func(reading []byte) bool {
			if allowed != nil && !allowed(i, len(reading)) {
				return false
			}
			s.more = append(s.more, bytes.Clone(reading))
			return true
		})
		all = append(all, s)
		if short := p.directory(r, s.pattern); short != nil {
			all = append(all, standing{rule: i, pattern: short, octets: len(short)})
		}
	}
	return all
}

// directory gives the pattern that an allow rule of an index page stands for
// besides its own: the page's directory (6.5). It is nil for any other rule.
func (p *parser) directory(r Rule, pattern []byte) []byte {
	if !p.d.indexRule || !r.Allow {
		return nil
	}
	slash := bytes.LastIndexByte(pattern, '/')
	if slash < 0 || !bytes.HasPrefix(pattern[slash:], []byte("/index.htm")) {
		return nil
	}
	return append(pattern[:slash+1:slash+1], '$')
}

// rank fills File.Ranked and gives the patterns of every rule, by rule.
//
// Why a budget: n ambiguous pieces have n readings of n pieces, and a rule of
// 500 KB would have 10⁵ of each. Files that people write never reach it.
func (p *parser) rank(bodySize int) [][]automaton.Pattern {
	budget := 2*bodySize + 4096
	rules := make([]int, len(p.out.Rules))
	for i := range rules {
		rules[i] = i
	}
	all := p.standings(rules, func(rule, octets int) bool {
		budget -= octets
		if budget < 0 {
			p.note(p.out.Rules[rule].Line, ReadingsLeftOut, p.out.Rules[rule].Pattern)
		}
		return budget >= 0
	})
	slices.SortFunc(all, p.before)
	p.out.Ranked = make([]int, len(all))
	patterns := make([][]automaton.Pattern, len(p.out.Rules))
	for i, s := range all {
		rank := automaton.Rank(len(all) - i)
		p.out.Ranked[rank-1] = s.rule
		for _, text := range append([][]byte{s.pattern}, s.more...) {
			patterns[s.rule] = append(patterns[s.rule], automaton.Pattern{Text: text, Rank: rank})
		}
	}
	return patterns
}

// Standings gives the rules among which that match a canonical path, best
// first, each once: the slow way, for explaining.
func (f *File) Standings(among []int, path []byte) []int {
	p := &parser{d: &dialects[f.Dialect], out: f}
	var matching []standing
	for _, s := range p.standings(among, nil) {
		matches := automaton.Matches(s.pattern, path)
		for _, reading := range s.more {
			matches = matches || automaton.Matches(reading, path)
		}
		if matches {
			matching = append(matching, s)
		}
	}
	slices.SortFunc(matching, p.before)
	var out []int
	for _, s := range matching {
		if !slices.Contains(out, s.rule) {
			out = append(out, s.rule)
		}
	}
	return out
}
