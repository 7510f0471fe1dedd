package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/robotrie/robotrie"
)

// explainCmd shows the whole reasoning behind one answer.
type explainCmd struct {
	ruleFlags
	JSON   bool   `help:"Write one JSON object."`
	Engine bool   `help:"Also show what the rules of the group were compiled to, and why."`
	Robots string `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
	URL    string `arg:"" name:"url" placeholder:"URL" help:"An absolute URL or a path."`
}

// Help is the second part of "robotrie explain --help".
func (*explainCmd) Help() string {
	return `Shows the group that decides and why, the path in canonical form, every rule that matches in order of precedence, the winner, and what was ignored, repaired or cut in the file. With --engine, also what the rules of the group were compiled to: which parts the machine has, why these, and where in it each rule stands.

Example:

    robotrie explain --agent ExampleBot robots.txt https://example.com/private/report.pdf
    robotrie explain --engine --agent ExampleBot robots.txt /`
}

// explainedURL is the object of explain --json.
type explainedURL struct {
	URL string `json:"url"`
	answer
	Dialect string        `json:"dialect"`
	Asked   []string      `json:"asked"`
	Agents  []string      `json:"agents"` // of the group that decides; empty where none applies
	Choice  string        `json:"choice"`
	Path    string        `json:"path"`
	Matches []matchedRule `json:"matches"` // best first
	Reason  string        `json:"reason"`
	Notes   []note        `json:"notes"` // what was ignored, repaired or cut in the file

	Engine string `json:"engine,omitempty"` // with --engine: lines of text, for people
}

// note is a diagnostic of the file.
type note struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// shownNotes is how many notes the text output shows.
const shownNotes = 10

// matchedRule is one of explainedURL's rules.
type matchedRule struct {
	Line    int    `json:"line"`
	Type    string `json:"type"`
	Pattern string `json:"pattern"`
}

// Run is called by kong.
func (c *explainCmd) Run(s *session) error {
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	if err := checkTarget(c.URL); err != nil {
		return err
	}
	// Why: every group is compiled, not only the crawler's, so that the group names all who share it and the notes
	// speak of the whole file.
	robots := robotrie.Compile(body, robotrie.WithDialect(c.Dialect.Dialect))
	group := robots.Group(c.Agent...)
	explanation := group.Explain(c.URL)
	notes := []note{}
	for _, d := range robots.Diagnostics() {
		notes = append(notes, note{Line: d.Line, Code: string(d.Code), Message: d.Message})
	}
	if !explanation.Verdict.Allowed {
		s.found()
	}
	engine := ""
	if c.Engine {
		engine = engineOf(group)
	}
	out := bufio.NewWriter(s.out)
	if c.JSON {
		object := newExplained(c.URL, explanation, notes)
		object.Engine = engine
		err = newEncoder(out).Encode(object)
	} else {
		_, err = out.WriteString(explanationText(c.URL, explanation, notes) + engineText(engine))
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}

func newExplained(url string, e robotrie.Explanation, notes []note) explainedURL {
	x := explainedURL{
		URL:     url,
		answer:  newAnswer(e.Verdict),
		Dialect: e.Dialect.String(),
		Asked:   append([]string{}, e.Asked...), // never null
		Agents:  append([]string{}, e.Agents...),
		Choice:  e.Choice,
		Path:    e.Target,
		Matches: []matchedRule{},
		Reason:  e.Reason,
		Notes:   notes,
	}
	for _, r := range e.Matches {
		x.Matches = append(x.Matches, matchedRule{Line: r.Line, Type: r.Type.String(), Pattern: r.Pattern})
	}
	return x
}

// explanationText lays an explanation out for a person.
func explanationText(url string, e robotrie.Explanation, notes []note) string {
	var b strings.Builder
	row := func(name, text string) { fmt.Fprintf(&b, "%-9s%s\n", name, printable(text)) }
	row("url", url)
	row("path", e.Target)
	row("dialect", e.Dialect.String())
	row("asked", strings.Join(e.Asked, ", "))
	group := "none"
	if len(e.Agents) > 0 {
		group = strings.Join(e.Agents, ", ")
	}
	row("group", group)
	row("", e.Choice)
	if len(e.Matches) == 0 {
		row("rules", "none matches")
	}
	for i, r := range e.Matches {
		name := ""
		if i == 0 {
			name = "rules"
		}
		fmt.Fprintf(&b, "%-9s%d. line %d  %s\n", name, i+1, r.Line, ruleText(r))
	}
	verdict := word(e.Verdict.Allowed)
	if r := e.Verdict.Rule; r.Type != robotrie.NoRule {
		verdict += fmt.Sprintf(" by line %d", r.Line)
	}
	row("verdict", verdict)
	row("", e.Reason)
	for i, n := range notes {
		name := ""
		if i == 0 {
			name = "notes"
		}
		if i == shownNotes {
			row(name, fmt.Sprintf("and %d more", len(notes)-shownNotes))
			break
		}
		row(name, fmt.Sprintf("line %d  %s (%s)", n.Line, n.Message, n.Code))
	}
	return b.String()
}

// engineOf tells what the rules of a group were compiled to.
func engineOf(g *robotrie.Group) string {
	if engine := g.Engine(); engine != "" {
		return engine
	}
	return "nothing: no group of the file applies\n"
}

// engineText lays out what engineOf gave, under the explanation.
func engineText(engine string) string {
	var b strings.Builder
	name := "engine"
	for line := range strings.Lines(engine) {
		fmt.Fprintf(&b, "%-9s%s\n", name, printable(strings.TrimSuffix(line, "\n")))
		name = ""
	}
	return b.String()
}
