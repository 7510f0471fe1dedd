package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/emicklei/dot"

	"github.com/robotrie/robotrie"
)

// graphCmd draws the automaton of a crawler's rules.
type graphCmd struct {
	ruleFlags
	Format string `enum:"dot,svg" default:"dot" placeholder:"FORMAT" help:"dot (default) or svg, for which the program dot of Graphviz must be installed."`
	States int    `default:"200" placeholder:"N" help:"The most states that are drawn (default 200)."`
	JSON   bool   `help:"Write one JSON object of states and edges instead."`
	Robots string `arg:"" placeholder:"ROBOTS" help:"The robots.txt file, or - for standard input."`
}

// Help is the second part of "robotrie graph --help".
func (*graphCmd) Help() string {
	return `Draws the smallest automaton that tells for every URL which rule decides. A path is read from the state "/" on, octet by octet; the state in which it ends names the rule and its line. Where nothing that follows matters, the state has two borders.

Example:

    robotrie graph --agent ExampleBot --format svg robots.txt > rules.svg`
}

// graphed is the object of graph --json.
type graphed struct {
	States []graphedState `json:"states"`
	Edges  []graphedEdge  `json:"edges"`
}

type graphedState struct {
	answer
	Final bool `json:"final"`
}

type graphedEdge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Label string `json:"label"`
}

// Run is called by kong.
func (c *graphCmd) Run(s *session) error {
	if c.States < 1 {
		return errors.New("--states: there must be one at least")
	}
	body, err := readRobots(s, c.Robots)
	if err != nil {
		return err
	}
	graph, ok := c.group(body).Graph(c.States)
	if !ok {
		return fmt.Errorf("drawing %s: its rules need more than %d states (--states), or too much work to count them", c.Robots, c.States)
	}
	out := bufio.NewWriter(s.out)
	switch {
	case c.JSON:
		err = newEncoder(out).Encode(newGraphed(graph))
	case c.Format == "svg":
		var picture []byte
		if picture, err = draw(dotOf(graph)); err != nil {
			return err
		}
		_, err = out.Write(picture)
	default:
		_, err = out.WriteString(dotOf(graph))
	}
	if err != nil {
		return writeFailed(err)
	}
	return flush(out)
}

func newGraphed(g robotrie.Graph) graphed {
	x := graphed{States: []graphedState{}, Edges: []graphedEdge{}}
	for _, state := range g.States {
		x.States = append(x.States, graphedState{newAnswer(robotrie.Verdict{Allowed: state.Allowed, Rule: state.Rule}), state.Final})
	}
	for _, e := range g.Edges {
		x.Edges = append(x.Edges, graphedEdge(e))
	}
	return x
}

// dotOf writes a graph in the language of Graphviz.
func dotOf(g robotrie.Graph) string {
	d := dot.NewGraph(dot.Directed)
	d.ID("rules")
	d.Attr("rankdir", "LR")
	d.NodeInitializer(func(n dot.Node) {
		n.Attr("shape", "box").Attr("style", "rounded,filled").Attr("fontname", "monospace")
	})
	d.EdgeInitializer(func(e dot.Edge) { e.Attr("fontname", "monospace") })
	var nodes []dot.Node
	for i, state := range g.States {
		label := "allowed: no rule"
		if r := state.Rule; r.Type != robotrie.NoRule {
			label = fmt.Sprintf("%s\nline %d", shortened(ruleText(r)), r.Line)
		}
		if i == 0 {
			label = "path /\n" + label
		}
		colour := "#d9f2d9"
		if !state.Allowed {
			colour = "#f9d6d5"
		}
		n := d.Node(fmt.Sprint(i)).Label(label).Attr("fillcolor", colour)
		if state.Final {
			n.Attr("peripheries", "2")
		}
		nodes = append(nodes, n)
	}
	for _, e := range g.Edges {
		d.Edge(nodes[e.From], nodes[e.To], printable(e.Label))
	}
	return d.String()
}

// shortened cuts a rule to what a picture has room for: the line's number tells the rest.
func shortened(s string) string {
	const most = 60
	if letters := []rune(s); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return s
}

// drawTime is what Graphviz gets for a picture. Where lines cross much it takes hours for a thousand states.
const drawTime = time.Minute

// draw runs Graphviz.
func draw(text string) ([]byte, error) {
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, errors.New("--format svg: the program dot of Graphviz is not installed; --format dot writes what it reads")
	}
	var picture, complaint bytes.Buffer
	limited, cancel := context.WithTimeout(context.Background(), drawTime)
	defer cancel()
	run := exec.CommandContext(limited, program, "-Tsvg")
	run.Stdin, run.Stdout, run.Stderr = strings.NewReader(text), &picture, &complaint
	err = run.Run()
	if limited.Err() != nil {
		return nil, fmt.Errorf("--format svg: %s was stopped after %v: the graph is too large for it; --format dot writes what it reads", program, drawTime)
	}
	if err != nil {
		return nil, fmt.Errorf("--format svg: %s: %w: %s", program, err, strings.TrimSpace(complaint.String()))
	}
	return picture.Bytes(), nil
}
