package robotrie

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/meaning"
	"github.com/robotrie/robotrie/normalize"
)

// Group holds the rules that a crawler must follow. The zero value allows
// everything. It is immutable, must not be copied apart from its pointer, and
// is safe for any number of goroutines.
type Group struct {
	// first is the machine that Allowed looks at: the only one, or the zero
	// Machine, which leaves all to settle.
	first    [1]automaton.Machine
	machines []automaton.Machine // they count together
	image    *compile.Image
	ids      []compile.GroupID // the file's groups that count together
	id       [1]compile.GroupID

	asked  []string // what Robots.Group was asked for
	name   int      // the one of them that was found, where one decides alone
	chosen chosen

	tree atomic.Pointer[meaning.Tree] // made when Subtree first asks for it
}

// chosen says why a group was selected.
type chosen uint8

const (
	chosenByNothing chosen = iota // no group applies: all is allowed
	chosenByName
	chosenByStar
)

// add joins a group of the file to g.
func (g *Group) add(id compile.GroupID) {
	if slices.Contains(g.ids, id) {
		return
	}
	if g.ids == nil {
		g.ids, g.machines = g.id[:0], g.first[:0]
	}
	g.ids = append(g.ids, id)
	g.machines = g.image.AppendMachines(g.machines, id)
}

// finish comes behind the last add.
func (g *Group) finish() *Group {
	// Where several machines count together, or a target that begins with a
	// slash need not be a path, the first look cannot answer.
	if len(g.machines) > 1 || g.image.Dialect().CutsSlashes() {
		g.machines = slices.Clone(g.machines)
		g.first[0] = automaton.Machine{}
	}
	spared := ""
	if g.image.Dialect().RobotsTxtAllowed() {
		spared = robotsTxt
	}
	g.first[0].Settle((*settler)(g), spared)
	return g
}

// settler is what a group's machine sees of it.
type settler Group

func (s *settler) Settle(target string) bool { return (*Group)(s).settle(target) }
func (s *settler) Canonical(path string) bool {
	return s.image.Dialect().Form().IsCanonical(octets(path))
}
func (s *settler) Spare(target string) bool { return (*Group)(s).isRobotsTxt(target) }

// Allowed reports whether the crawler may fetch a target: an absolute URL or
// the path part of one. It does not allocate for a target whose path is
// canonical already, or up to 1,024 octets long when it is not.
func (g *Group) Allowed(target string) bool {
	allowed := g.first[0].Look(target).Marked()
	if invariants {
		g.checkAllowed(target, allowed)
	}
	return allowed
}

// settle answers for the targets that the machine leaves open.
func (g *Group) settle(target string) (allowed bool) {
	if len(g.machines) == 0 {
		return true
	}
	// Where a path may begin with two slashes, it must not be taken for a target.
	if at := authorityEnd(target); at > 0 && !g.image.Dialect().CutsSlashes() {
		return g.first[0].Look(target[at:]).Marked()
	}
	rank, _ := g.rank(target)
	return rank == automaton.NoRank || g.image.Table().Mark(rank)
}

// authorityEnd gives the index of the path in an http or https URL, 0 if there
// is none or the target is no such URL.
func authorityEnd(target string) int {
	if target == "" || target[0] != 'h' {
		return 0
	}
	rest, ok := strings.CutPrefix(target, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(target, "http://"); !ok {
			return 0
		}
	}
	for i := range len(rest) {
		switch rest[i] {
		case '/':
			return len(target) - len(rest) + i
		case '?', '#', ';', 0:
			return 0
		}
	}
	return 0
}

// Match is Allowed with the rule that decided. It allocates no more than
// Allowed does.
func (g *Group) Match(target string) Verdict {
	if g.image == nil {
		return Verdict{Allowed: true}
	}
	rank, exempt := g.rank(target)
	if exempt || rank == automaton.NoRank {
		return Verdict{Allowed: true}
	}
	return Verdict{Allowed: g.image.Table().Mark(rank), Rule: g.rule(rank)}
}

// rank gives the best rank for a target. exempt reports a target that no rule
// is asked about.
func (g *Group) rank(target string) (rank automaton.Rank, exempt bool) {
	// PERF: most paths are canonical, and need no room for another spelling.
	if path, ok := g.image.Dialect().Form().AsGiven(octets(target)); ok {
		return g.rankOf(path)
	}
	return g.rankAnew(target)
}

// rankAnew is rank for a target whose path is spelt anew, in which an octet may
// take three, behind a slash of its own.
func (g *Group) rankAnew(target string) (rank automaton.Rank, exempt bool) {
	var buf [1024]byte
	if 1+3*len(target) > len(buf) {
		return g.rankLong(target)
	}
	return g.rankOf(g.image.Dialect().Form().AppendTarget(buf[:0], octets(target)))
}

// rankLong is rankAnew where more room may be needed.
//
// PERF: room on the stack is cleared before it is used, so there are two sizes.
func (g *Group) rankLong(target string) (rank automaton.Rank, exempt bool) {
	const most = 1024
	if len(target) > most {
		return g.rankOf(g.image.Dialect().Form().AppendTarget(make([]byte, 0, 1+3*len(target)), octets(target)))
	}
	var buf [1 + 3*most]byte
	return g.rankOf(g.image.Dialect().Form().AppendTarget(buf[:0], octets(target)))
}

// rankOf is rank for a canonical path.
func (g *Group) rankOf(path []byte) (rank automaton.Rank, exempt bool) {
	if len(path) == len(robotsTxt) && string(path) == robotsTxt && g.image.Dialect().RobotsTxtAllowed() {
		return automaton.NoRank, true
	}
	for i := range g.machines {
		other, _ := g.machines[i].Match(path, true)
		rank = max(rank, other)
	}
	return rank, false
}

const robotsTxt = "/robots.txt"

// isRobotsTxt reports whether a target that begins with '/' is /robots.txt,
// however it is spelt.
func (g *Group) isRobotsTxt(target string) bool {
	for i := 1; i < len(target) && target[i] != '%'; i++ {
		if i == len(robotsTxt) {
			return target[i] == '#'
		}
		if target[i] != robotsTxt[i] {
			return false
		}
	}
	// Three octets at most become one: a path that is longer is not it.
	const longest = 3*len(robotsTxt) + 1
	var buf [3 * longest]byte
	return string(g.image.Dialect().Form().AppendTarget(buf[:0], octets(target[:min(len(target), longest)]))) == robotsTxt
}

func (g *Group) rule(rank automaton.Rank) Rule {
	e := g.image.Table().Entry(rank)
	t := Disallow
	if e.Second {
		t = Allow
	}
	return Rule{Type: t, Pattern: text(e.Raw), Line: int(e.Line)}
}

// Agents gives the product tokens that select this group, in lower case and in
// the order in which the file first names them; "*" for the wildcard. It is
// empty where no group of the file applies.
func (g *Group) Agents() []string {
	if g.image == nil {
		return nil
	}
	return g.image.Tokens(g.ids)
}

// Rules gives the group's rules in the order of the file, as written. Lines
// that are no rule to the dialect are left out; Robots.Diagnostics has them.
func (g *Group) Rules() []Rule {
	if g.image == nil {
		return nil
	}
	_, ranks := g.ranked()
	return g.rulesOf(ranks)
}

// rulesOf gives the rules of some ranks in the order of the file.
func (g *Group) rulesOf(ranks []automaton.Rank) []Rule {
	var out []Rule
	for _, rank := range ranks {
		if !g.image.Table().Entry(rank).Alias {
			out = append(out, g.rule(rank))
		}
	}
	slices.SortFunc(out, func(a, b Rule) int { return a.Line - b.Line })
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
	if g.image == nil {
		return nil
	}
	return records(g.image, g.image.Parts(g.ids), name)
}

func records(im *compile.Image, among compile.Parts, name string) []Record {
	var out []Record
	for r := range im.Records() {
		if normalize.EqualFold(r.Name, name) && among.Hold(r.Line) {
			out = append(out, Record{Name: text(r.Name), Value: text(r.Value), Line: r.Line})
		}
	}
	return out
}

// Steps counts the work of Match for a target, in units that are the same on
// every machine and in every run: it is for tests of what the engine promises,
// and costs more than Match. See automaton.Machine.Steps.
func (g *Group) Steps(target string) (steps int) {
	if g.image == nil {
		return 0
	}
	path := g.image.Dialect().Form().AppendTarget(nil, octets(target))
	for i := range g.machines {
		steps += g.machines[i].Steps(path)
	}
	return steps
}

// Engine tells how the group's rules were compiled: for each machine, what was
// chosen and why, and then all of it, line by line, each rule by its line in
// the file. It is for people; its form may change.
func (g *Group) Engine() string {
	var out strings.Builder
	for i := range g.machines {
		m := &g.machines[i]
		fmt.Fprintf(&out, "%s\n%s", m.Plan(), m.Dump(func(r automaton.Rank) string {
			return fmt.Sprintf("line %d", g.image.Table().Entry(r).Line)
		}))
	}
	return out.String()
}
