package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
)

// A Finding is what a person must say of an input that failed, so that it
// becomes a regression others understand.
type Finding struct {
	Name   string   // what went wrong, as a file's name: two-pieces-of-255-octets
	About  string   // the same as a sentence
	Source string   // what says how it should be
	Points []string // the points of docs/SEMANTICS.md that it is about
}

// Regression turns an input of a fuzz target, as "go test" writes it to
// testdata/fuzz, into a table for testdata/regression: the questions that the
// input asks, and the oracle's answers, under every dialect. As long as the
// library still answers otherwise, lines of the file that make no difference
// are left out. reduced is false where it does not, and nothing was left out.
//
// Images (FuzzLoad) are no questions, and stay where they are.
func Regression(target string, input []byte, f Finding) (table []byte, reduced bool, err error) {
	args, err := parseInput(input)
	if err != nil {
		return nil, false, err
	}
	questions, err := asked(target, args)
	if err != nil {
		return nil, false, err
	}
	var checks []check
	first := questions[0]
	if slices.ContainsFunc(questions, differs) {
		questions = slices.DeleteFunc(questions, func(q question) bool { return !differs(q) })
		first, reduced = reduce(questions[0], differs), true
	}
	for _, q := range questions {
		q.body = first.body
		for _, d := range dialects {
			answer := oracle.Parse(d.oracle, q.body, q.maxSize).Ask(q.agents, q.target)
			c := check{Dialect: d.library.String(), Agents: q.agents, Allowed: answer.Allowed, Line: answer.Line}
			if utf8.ValidString(q.target) {
				c.URL = &q.target
			} else {
				c.URLB64 = []byte(q.target)
			}
			checks = append(checks, c)
		}
	}
	s := suiteOf{Name: "regression-" + f.Name, Points: f.Points, Source: f.Source, MaxSize: first.maxSize, Checks: checks}
	s.setBody(first.body)
	return written(tableOf{About: f.About, Suites: []suiteOf{s}}), reduced, nil
}

// The parts of a table that a regression needs; testdata/README.md has all.
type tableOf struct {
	About  string    `json:"about"`
	Suites []suiteOf `json:"suites"`
}

type suiteOf struct {
	Name      string   `json:"name"`
	Points    []string `json:"points"`
	Source    string   `json:"source"`
	Robots    any      `json:"robots,omitempty"`
	RobotsB64 []byte   `json:"robots_b64,omitempty"`
	MaxSize   int      `json:"max_size,omitempty"`
	Checks    []check  `json:"checks"`
}

type check struct {
	Dialect string   `json:"dialect"`
	Agents  []string `json:"agents"`
	URL     *string  `json:"url,omitempty"`
	URLB64  []byte   `json:"url_b64,omitempty"`
	Allowed bool     `json:"allowed"`
	Line    int      `json:"line"`
}

// setBody writes a file as lines where it is made of lines.
func (s *suiteOf) setBody(body []byte) {
	lines, whole := strings.CutSuffix(string(body), "\n")
	switch {
	case !utf8.Valid(body):
		s.RobotsB64 = body
	case whole:
		s.Robots = strings.Split(lines, "\n")
	default:
		s.Robots = string(body)
	}
}

func written(table tableOf) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(table); err != nil {
		panic(err) // it has nothing but text and numbers
	}
	return b.Bytes()
}

// parseInput reads the file of an input: a line that says its version, and then
// a Go expression a line.
func parseInput(input []byte) (args []any, err error) {
	lines := strings.Split(strings.TrimSpace(string(input)), "\n")
	if lines[0] != "go test fuzz v1" {
		return nil, fmt.Errorf("this is no input of a fuzz target: it begins with %.40q", lines[0])
	}
	for i, line := range lines[1:] {
		arg, err := parseArgument(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the input: %w", i+2, err)
		}
		args = append(args, arg)
	}
	return args, nil
}

// parseArgument reads []byte("…"), string("…") or int(…).
func parseArgument(line string) (any, error) {
	e, err := parser.ParseExpr(line)
	if err != nil {
		return nil, err
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil, fmt.Errorf("%.40q is no value of an input", line)
	}
	sign, value := "", call.Args[0]
	if u, ok := value.(*ast.UnaryExpr); ok && u.Op == token.SUB {
		sign, value = "-", u.X
	}
	literal, ok := value.(*ast.BasicLit)
	if !ok {
		return nil, fmt.Errorf("%.40q is no value of an input", line)
	}
	switch f := call.Fun.(type) {
	case *ast.ArrayType:
		s, err := strconv.Unquote(literal.Value)
		return []byte(s), err
	case *ast.Ident:
		if f.Name == "string" {
			return strconv.Unquote(literal.Value)
		}
		if f.Name == "int" {
			return strconv.Atoi(sign + literal.Value)
		}
	}
	return nil, fmt.Errorf("%.40q has a type that no target takes", line)
}

// asked gives the questions that an input of a target asks.
func asked(target string, args []any) ([]question, error) {
	wrong := fmt.Errorf("the input does not fit %s", target)
	octets := func(i int) []byte { b, _ := args[i].([]byte); return b }
	text := func(i int) string { s, _ := args[i].(string); return s }
	switch target {
	case "FuzzMatch":
		if len(args) != 1 {
			return nil, wrong
		}
		return []question{decode(octets(0))}, nil
	case "FuzzParse":
		if len(args) != 4 {
			return nil, wrong
		}
		size, _ := args[3].(int)
		return []question{{body: octets(0), agents: []string{text(1)}, target: text(2), maxSize: size}}, nil
	case "FuzzWithAgents":
		if len(args) != 4 {
			return nil, wrong
		}
		return []question{
			{body: octets(0), agents: []string{text(1)}, target: text(3)},
			{body: octets(0), agents: []string{text(2)}, target: text(3)},
			{body: octets(0), agents: []string{text(1), text(2)}, target: text(3)},
		}, nil
	case "FuzzBatch":
		if len(args) != 2 {
			return nil, wrong
		}
		b := decodeBatch(octets(0), text(1))
		var all []question
		for _, target := range b.targets {
			all = append(all, question{body: b.body, agents: []string{b.agent}, target: target})
		}
		if len(all) == 0 {
			return nil, errors.New("the batch is empty")
		}
		return all, nil
	case "FuzzNormalize":
		if len(args) != 2 {
			return nil, wrong
		}
		c := gen.FromBytes(octets(0))
		r := decodeResource(c)
		target, again := r.spell(c, false), r.spell(c, false)
		rule := func(t string) question {
			return question{body: []byte("user-agent: *\ndisallow: " + r.spell(c, true) + "$\n"), agents: []string{"ExampleBot"}, target: t}
		}
		one := rule(target)
		return []question{one, {body: one.body, agents: one.agents, target: again}, {body: one.body, agents: one.agents, target: text(1)}}, nil
	}
	return nil, fmt.Errorf("inputs of %s are no questions to a robots.txt: leave this one in testdata/fuzz", target)
}

// differs reports a question that the library and the oracle answer otherwise,
// in whatever way the library is asked. A panic is an answer, too.
func differs(q question) (found bool) {
	defer func() { found = found || recover() != nil }()
	for _, d := range dialects {
		want := oracle.Parse(d.oracle, q.body, q.maxSize).Ask(q.agents, q.target)
		options := []robotrie.Option{robotrie.WithDialect(d.library), robotrie.WithMaxSize(q.maxSize)}
		for _, more := range [][]robotrie.Option{nil, {robotrie.WithAgents(q.agents...)}} {
			g := robotrie.Compile(q.body, append(options, more...)...).Group(q.agents...)
			v := g.Match(q.target)
			got := oracle.Answer{Allowed: v.Allowed, Line: v.Rule.Line, Type: v.Rule.Type.String(), Pattern: v.Rule.Pattern}
			if got != want || g.Allowed(q.target) != want.Allowed || g.AllowedBatch(nil, []string{q.target})[0] != want.Allowed {
				return true
			}
		}
	}
	return false
}

// reduce leaves out lines as long as what is wrong stays wrong.
func reduce(q question, wrong func(question) bool) question {
	lines := slices.Collect(strings.Lines(string(q.body)))
	for i := len(lines) - 1; i >= 0; i-- {
		fewer := slices.Delete(slices.Clone(lines), i, i+1)
		less := q
		less.body = []byte(strings.Join(fewer, ""))
		if wrong(less) {
			q, lines = less, fewer
		}
	}
	return q
}
