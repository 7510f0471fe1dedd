package robotrie

import (
	"slices"
	"strings"
	"time"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
)

// Group holds the rules that a crawler must follow. The zero value allows
// everything. It is immutable, must not be copied apart from its pointer, and
// is safe for any number of goroutines.
type Group struct {
	file     *compile.File
	machines []*automaton.Machine
	parts    []compile.Part // in file order
	tokens   []compile.Token

	asked  []string // what Robots.Group was asked for
	name   string   // the one of them that was found, where one decides alone
	chosen chosen
}

// chosen says why a group was selected.
type chosen uint8

const (
	chosenByNothing chosen = iota // no group applies: all is allowed
	chosenByName
	chosenByStar
)

// add joins a merged group of the file to g.
func (g *Group) add(group *compile.Group) {
	if len(g.parts) == 0 {
		g.machines, g.parts, g.tokens = group.Machines, group.Parts, group.Tokens
		return
	}
	g.machines = append(slices.Clip(g.machines), group.Machines...)
	g.tokens = append(slices.Clip(g.tokens), group.Tokens...)
	g.parts = append(slices.Clip(g.parts), group.Parts...)
	slices.SortStableFunc(g.parts, func(a, b compile.Part) int { return a.Block - b.Block })
	g.parts = slices.CompactFunc(g.parts, func(a, b compile.Part) bool { return a.Block == b.Block })
}

const robotsTxt = "/robots.txt"

// Allowed reports whether the crawler may fetch a target: an absolute URL or
// the path part of one. It does not allocate for a target whose path is
// canonical already, or up to 1,024 octets long when it is not.
func (g *Group) Allowed(target string) bool {
	if g.file == nil {
		return true
	}
	var buf [1024]byte
	rank, exempt := g.rank(buf[:0], target)
	return exempt || rank == automaton.NoRank || g.allows(rank)
}

// Match is Allowed with the rule that decided. It allocates no more than
// Allowed does.
func (g *Group) Match(target string) Verdict {
	if g.file == nil {
		return Verdict{Allowed: true}
	}
	var buf [1024]byte
	rank, exempt := g.rank(buf[:0], target)
	if exempt || rank == automaton.NoRank {
		return Verdict{Allowed: true}
	}
	return Verdict{Allowed: g.allows(rank), Rule: g.rule(g.file.Ranked[rank-1])}
}

// rank gives the best rank for a target. exempt reports a target that no rule
// is asked about.
func (g *Group) rank(buf []byte, target string) (rank automaton.Rank, exempt bool) {
	path := g.file.Dialect.Form().AppendTarget(buf, octets(target))
	if len(path) == len(robotsTxt) && g.file.Dialect.RobotsTxtAllowed() && string(path) == robotsTxt {
		return automaton.NoRank, true
	}
	for _, m := range g.machines {
		rank = max(rank, m.Match(path))
	}
	return rank, false
}

// allows gives a rank's verdict. A rule without a value allows, whatever its
// type (docs/SEMANTICS.md, 6.6).
func (g *Group) allows(rank automaton.Rank) bool {
	r := &g.file.Rules[g.file.Ranked[rank-1]]
	return r.Allow || len(r.Pattern) == 0
}

func (g *Group) rule(i int) Rule {
	r := g.file.Rules[i]
	t := Disallow
	if r.Allow {
		t = Allow
	}
	return Rule{Type: t, Pattern: text(r.Pattern), Line: r.Line}
}

// Agents gives the product tokens that select this group, in lower case and in
// the order in which the file first names them; "*" for the wildcard. It is
// empty where no group of the file applies.
func (g *Group) Agents() []string {
	var out []string
	for _, t := range g.tokens {
		if t.IsStar() {
			out = append(out, "*")
		} else {
			out = append(out, g.file.Tokens[t])
		}
	}
	return out
}

// Rules gives the group's rules in the order of the file, as written. Lines
// that are no rule to the dialect are left out; Robots.Diagnostics has them.
func (g *Group) Rules() []Rule {
	var out []Rule
	for _, part := range g.parts {
		span := g.file.Blocks[part.Block].Rules
		for i := span.First; i < span.End; i++ {
			out = append(out, g.rule(i))
		}
	}
	return out
}

// CrawlDelay gives the crawl-delay that the file asks of the group's agents.
// Where it asks for several the longest counts. It is not clamped: a site may
// ask for a day. ok is false where there is none.
func (g *Group) CrawlDelay() (delay time.Duration, ok bool) {
	for _, r := range g.Records("crawl-delay") {
		if d, is := compile.ParseDelay([]byte(r.Value)); is {
			delay, ok = max(delay, d), true
		}
	}
	return delay, ok
}

// Records gives the group's lines whose key is name, ASCII case ignored, in
// order. A line belongs to the user-agent lines above it in its group.
func (g *Group) Records(name string) []Record {
	var out []Record
	for _, part := range g.parts {
		out = appendRecords(out, g.file.Records[part.FirstRecord:g.file.Blocks[part.Block].Records.End], name)
	}
	return out
}

func appendRecords(out []Record, records []compile.Record, name string) []Record {
	for _, r := range records {
		if len(r.Name) == len(name) && strings.EqualFold(text(r.Name), name) {
			out = append(out, Record{Name: text(r.Name), Value: text(r.Value), Line: r.Line})
		}
	}
	return out
}
