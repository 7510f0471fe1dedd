package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/robotrie/robotrie/internal/suite"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// evalLine writes a case as eval reads it.
func evalLine(t *testing.T, robots []byte, agents []string, url, dialect string) []byte {
	given := map[string]any{"agents": append([]string{}, agents...), "url": url, "dialect": dialect}
	if utf8.Valid(robots) {
		given["robots"] = string(robots)
	} else {
		given["robots_b64"] = robots
	}
	line, err := json.Marshal(given)
	require.NoError(t, err)
	return append(line, '\n')
}

// evaluate runs eval on lines and returns its answers.
func evaluate(t *testing.T, input []byte) []answer {
	var out, problems bytes.Buffer
	require.Zero(t, run([]string{"eval"}, bytes.NewReader(input), &out, &problems), problems.String())
	var answers []answer
	scanner := bufio.NewScanner(&out)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		var a answer
		decoder := json.NewDecoder(bytes.NewReader(scanner.Bytes()))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&a), scanner.Text())
		answers = append(answers, a)
	}
	require.NoError(t, scanner.Err())
	return answers
}

// TestEvalConformance takes a sample of the project's own tables through the command.
func TestEvalConformance(t *testing.T) {
	rows, err := suite.Rows()
	require.NoError(t, err)
	var input []byte
	var asked []suite.Row
	for i, row := range rows {
		if i%3 != 0 || row.MaxSize != 0 || len(row.Only) > 0 || !utf8.ValidString(row.URL) {
			continue // eval has no such options, and JSON no such strings
		}
		asked = append(asked, row)
		input = append(input, evalLine(t, row.Robots, row.Agents, row.URL, row.Dialect)...)
	}
	require.NotEmpty(t, asked)
	answers := evaluate(t, input)
	require.Len(t, answers, len(asked))
	for i, row := range asked {
		assert.Equal(t, row.Allowed, answers[i].Allowed, "%s", row)
		if row.Line != nil {
			assert.Equal(t, *row.Line, answers[i].Line, "%s", row)
		}
	}
	t.Logf("%d rows of %d", len(asked), len(rows))
}

// TestEvalReference takes the cases of other implementations through the command, where they are present.
func TestEvalReference(t *testing.T) {
	dir, ok := suite.ConformanceDir()
	if !ok {
		t.Skip("no cases of other implementations beside the checkout")
	}
	type question struct {
		suite.Case
		allowed bool
		line    *int
	}
	var input []byte
	var asked []question
	n := 0
	for c, err := range suite.Cases(dir) {
		require.NoError(t, err)
		if n++; n%5 != 0 || !utf8.ValidString(c.URL) {
			continue
		}
		if c.Google != nil {
			asked = append(asked, question{c, *c.Google, c.GoogleLine})
			input = append(input, evalLine(t, c.Robots, c.Agents, c.URL, suite.Google)...)
		}
		if c.RFC9309 != nil {
			asked = append(asked, question{c, *c.RFC9309, nil})
			input = append(input, evalLine(t, c.Robots, c.Agents, c.URL, suite.RFC9309)...)
		}
	}
	require.NotEmpty(t, asked)
	answers := evaluate(t, input)
	require.Len(t, answers, len(asked))
	wrong := 0
	for i, q := range asked {
		if answers[i].Allowed != q.allowed || q.line != nil && *q.line != answers[i].Line {
			if wrong++; wrong <= 5 {
				t.Errorf("%s:%d: %+v", q.File, q.Number, answers[i])
			}
		}
	}
	t.Logf("%d cases of %d, %d wrong", len(asked), n, wrong)
	assert.Zero(t, wrong)
}

// TestEvalAnswersAtOnce plays a program that asks one case, waits for the answer and only then asks the next.
func TestEvalAnswersAtOnce(t *testing.T) {
	in, question := io.Pipe()
	reply, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- run([]string{"eval"}, in, out, io.Discard)
		out.Close()
	}()
	replies := bufio.NewReader(reply)
	for range 3 {
		_, err := question.Write([]byte(`{"robots":"","agents":["A"],"url":"/"}` + "\n"))
		require.NoError(t, err)
		line, err := replies.ReadString('\n')
		require.NoError(t, err)
		assert.JSONEq(t, `{"allowed":true,"line":0,"type":"","pattern":""}`, line)
	}
	require.NoError(t, question.Close())
	assert.Zero(t, <-status)
}

// TestEvalReaderGone ends quietly when nobody reads the answers any more.
func TestEvalReaderGone(t *testing.T) {
	reply, out := io.Pipe()
	require.NoError(t, reply.Close())
	var problems strings.Builder
	status := run([]string{"eval"}, strings.NewReader("{}\n"), out, &problems)
	assert.Equal(t, statusFailed, status)
	assert.Empty(t, problems.String())
}

// FuzzEval holds that any line is answered by one line, which is a JSON object.
func FuzzEval(f *testing.F) {
	for _, line := range []string{
		`{"robots":"User-agent: *\nDisallow: /p","agents":["A"],"url":"/p"}`,
		`{"robots_b64":"/w==","agents":[],"url":"","dialect":"google"}`,
		`{"robots":"User-agent:a\nAllow:/*$\n\nUser-agent:*\nDisallow:/%2a","agents":["a","b"],"url":"//x?%","dialect":"koster1996"}`,
		"", "null", "[[", "\xff", `{"agents":[null]}`, `{"robots":"\ud83e\uddc0\\","agents":[],"url":"\udcff"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 {
			return
		}
		var out, problems bytes.Buffer
		status := run([]string{"eval"}, io.MultiReader(bytes.NewReader(line), strings.NewReader("\n")), &out, &problems)
		require.Equal(t, 1, bytes.Count(out.Bytes(), []byte("\n")))
		var reply map[string]any
		require.NoError(t, json.Unmarshal(out.Bytes(), &reply))
		_, failed := reply["error"]
		require.Equal(t, failed, status == statusFailed)
		require.NotContains(t, out.String(), "internal error")
		require.Empty(t, problems.String())
	})
}
