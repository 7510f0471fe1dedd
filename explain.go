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
	e.Matches = g.matching(path)
	rank, exempt := g.rank(nil, target)
	if !exempt && rank != automaton.NoRank {
		e.Verdict = Verdict{Allowed: g.image.Table().Mark(rank), Rule: g.rule(rank)}
	}
	e.Reason = e.reason(exempt, len(g.Rules()))
	return e
}

// matching asks every rule of the group, the best first.
func (g *Group) matching(path []byte) []Rule {
	var out []Rule
	for rank, e := range g.image.Table().All() {
		if g.holds(int(e.Line)) && automaton.Matches(e.Text, path) {
			out = append(out, g.rule(rank))
		}
	}
	slices.Reverse(out)
	// A rule with several readings may be there more than once.
	seen := map[int]bool{}
	return slices.DeleteFunc(out, func(r Rule) bool {
		again := seen[r.Line]
		seen[r.Line] = true
		return again
	})
}

func (g *Group) choice() string {
	asked := "no token was asked for"
	if len(g.asked) > 0 {
		asked = "no group names " + strings.Join(quoted(g.asked), " or ")
	}
	switch g.chosen {
	case chosenByName:
		switch {
		case g.name != "" && len(g.asked) > 1:
			return fmt.Sprintf("The file names %q, the most preferred of the tokens asked for that it names.", g.name)
		case g.name != "":
			return fmt.Sprintf("The file names %q.", g.name)
		case len(g.asked) > 0:
			return "The file names one of the tokens asked for; the groups of all of them count together."
		default:
			return "The group as the file names it."
		}
	case chosenByStar:
		return strings.ToUpper(asked[:1]) + asked[1:] + ", so the wildcard group \"*\" applies."
	default:
		return strings.ToUpper(asked[:1]) + asked[1:] + ", and there is no wildcard group: everything is allowed."
	}
}

func quoted(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, fmt.Sprintf("%q", n))
	}
	return out
}

func (e *Explanation) reason(exempt bool, rules int) string {
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
	case len(e.Matches) == 1:
		return fmt.Sprintf("The %s of line %d is the only rule that matches.", winner.Type, winner.Line)
	case e.Dialect == Koster1996:
		return fmt.Sprintf("The %s of line %d is the first rule that matches, and the first decides.", winner.Type, winner.Line)
	}
	return fmt.Sprintf("The %s of line %d wins over %s: %s.", winner.Type, winner.Line,
		fmt.Sprintf("the %s of line %d", e.Matches[1].Type, e.Matches[1].Line), e.why(winner, e.Matches[1]))
}

// why compares the winner with the runner-up.
func (e *Explanation) why(winner, second Rule) string {
	a, b := e.Dialect.Precedence(octets(winner.Pattern)), e.Dialect.Precedence(octets(second.Pattern))
	switch {
	case a > b:
		return fmt.Sprintf("its pattern is the longer one, %d octets against %d", a, b)
	case winner.Type != second.Type:
		return fmt.Sprintf("both patterns count %d octets, and allow goes before disallow", a)
	default:
		return fmt.Sprintf("both patterns count %d octets and say the same; the first is reported", a)
	}
}
