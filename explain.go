package robotrie

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robotrie/robotrie/automaton"
)

// An Explanation tells how the answer for one target came about.
type Explanation struct {
	Dialect Dialect
	Asked   []string // the tokens that Robots.Group was asked for, as given
	Agents  []string // those that select the group that decides; see Group.Agents
	Choice  string   // a sentence: why that group decides
	Target  string   // the canonical path
	Matches []Rule   // every rule that matches, the winner first
	Verdict Verdict
	Reason  string // a sentence: why the answer is what it is
}

// Explain answers for a target as Match does, and tells why. It asks every
// rule of the group, so it is for people, not for frontiers.
func (g *Group) Explain(target string) Explanation {
	e := Explanation{Dialect: RFC9309, Asked: slices.Clone(g.asked), Verdict: Verdict{Allowed: true}}
	if g.image != nil {
		e.Dialect = g.image.Dialect()
	}
	path := e.Dialect.Form().AppendTarget(nil, octets(target))
	e.Target = string(path)
	e.Agents = g.Agents()
	e.Choice = g.choice()
	if g.image == nil {
		e.Reason = "No rules: everything is allowed."
		return e
	}
	var octets []int
	e.Matches, octets = g.matching(path)
	rank, exempt := g.rankOf(path)
	if !exempt && rank != automaton.NoRank {
		e.Verdict = Verdict{Allowed: g.image.Table().Mark(rank), Rule: g.rule(rank)}
	}
	e.Reason = e.reason(exempt, len(g.Rules()), octets)
	return e
}

// matching asks every rule of the group. It gives those that match, the best
// first, each once, with the octets that each counts in precedence.
func (g *Group) matching(path []byte) (rules []Rule, octets []int) {
	type match struct {
		rank automaton.Rank
		e    automaton.Entry
	}
	var found []match
	parts := g.image.Parts(g.ids)
	for rank, e := range g.image.Table().All() {
		if parts.Hold(int(e.Line)) && e.Matches(path) {
			found = append(found, match{rank, e})
		}
	}
	seen := map[uint32]bool{}
	for _, m := range slices.Backward(found) {
		// A rule and its stand-in may both match.
		if seen[m.e.Line] {
			continue
		}
		seen[m.e.Line] = true
		rules = append(rules, g.rule(m.rank))
		octets = append(octets, g.image.Dialect().Precedence(m.e))
	}
	return rules, octets
}

func (g *Group) choice() string {
	asked := "no token was asked for"
	if len(g.asked) > 0 {
		asked = "no group names " + strings.Join(quoted(g.asked), " or ")
	}
	switch g.chosen {
	case chosenByName:
		switch {
		case len(g.asked) == 0:
			return "The group as the file names it."
		case g.image.Dialect().Union():
			return "The file names one of the tokens asked for; the groups of all of them count together."
		case len(g.asked) > 1:
			return fmt.Sprintf("The file names %q, the most preferred of the tokens asked for that it names.", g.found())
		default:
			return fmt.Sprintf("The file names %q.", g.found())
		}
	case chosenByStar:
		return strings.ToUpper(asked[:1]) + asked[1:] + ", so the wildcard group \"*\" applies."
	default:
		return strings.ToUpper(asked[:1]) + asked[1:] + ", and there is no wildcard group: everything is allowed."
	}
}

// found is the token by which the group was found.
func (g *Group) found() string {
	token, _ := g.image.Dialect().Form().Token(octets(g.asked[g.name]))
	return string(token)
}

func quoted(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, fmt.Sprintf("%q", n))
	}
	return out
}

func (e *Explanation) reason(exempt bool, rules int, octets []int) string {
	winner := e.Verdict.Rule
	switch {
	case exempt:
		return "/robots.txt itself is always allowed; no rule is asked."
	case winner.Type == NoRule && rules == 0:
		return "The group has no rules: everything is allowed."
	case winner.Type == NoRule:
		return "No rule matches: the target is allowed."
	case winner.Pattern == "":
		return "Only a rule without a value matches: the target is allowed."
	case len(e.Matches) < 2: // or none, in an image that no body was compiled to
		return fmt.Sprintf("The %s of line %d is the only rule that matches.", winner.Type, winner.Line)
	case e.Dialect == Koster1996:
		return fmt.Sprintf("The %s of line %d is the first rule that matches, and the first decides.", winner.Type, winner.Line)
	}
	return fmt.Sprintf("The %s of line %d wins over the %s of line %d: %s.",
		winner.Type, winner.Line, e.Matches[1].Type, e.Matches[1].Line, e.why(octets[0], octets[1]))
}

// why compares the winner with the runner-up, by the octets that they count.
func (e *Explanation) why(winner, second int) string {
	switch {
	case winner > second:
		return fmt.Sprintf("its pattern is the longer one, %d octets against %d", winner, second)
	case e.Matches[0].Type != e.Matches[1].Type:
		return fmt.Sprintf("both patterns count %d octets, and allow goes before disallow", winner)
	default:
		return fmt.Sprintf("both patterns count %d octets and say the same; the first is reported", winner)
	}
}
