package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// This file is the JSON form of the tables; testdata/README.md describes it.

type table struct {
	About  string     `json:"about"`
	Suites []rawSuite `json:"suites"`
}

type rawSuite struct {
	Name      string   `json:"name"`
	Source    string   `json:"source"`
	Points    []string `json:"points"`
	Note      string   `json:"note"`
	OneSided  string   `json:"one_sided"`
	Robots    body     `json:"robots"`
	RobotsB64 []byte   `json:"robots_b64"`
	MaxSize   int      `json:"max_size"`
	Only      []string `json:"only"`

	// What checks and facts inherit.
	Dialects []string `json:"dialects"`
	Agents   []string `json:"agents"`

	Checks []rawCheck `json:"checks"`
	Facts  []rawFact  `json:"facts"`
}

type rawCheck struct {
	Dialect  string   `json:"dialect"`
	Dialects []string `json:"dialects"`
	Agents   []string `json:"agents"`
	URL      *string  `json:"url"`
	URLB64   []byte   `json:"url_b64"`
	Allowed  *bool    `json:"allowed"`
	Line     *int     `json:"line"`
	Note     string   `json:"note"`
}

type rawFact struct {
	Dialect    string              `json:"dialect"`
	Dialects   []string            `json:"dialects"`
	Agents     []string            `json:"agents"`
	Sitemaps   []string            `json:"sitemaps"`
	CrawlDelay string              `json:"crawl_delay"`
	Records    map[string][]Record `json:"records"`
	Rules      []int               `json:"rules"`
	Named      []string            `json:"named"`
	Note       string              `json:"note"`
}

// body is a robots.txt: a string as it is, or a list of lines that are joined
// by LF and end with one.
type body struct {
	text  string
	given bool
}

func (b *body) UnmarshalJSON(data []byte) error {
	b.given = true
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &b.text)
	}
	var lines []line
	if err := json.Unmarshal(data, &lines); err != nil {
		return err
	}
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(string(l))
		text.WriteByte('\n')
	}
	b.text = text.String()
	return nil
}

// line is a string, or {"start", "repeat", "times", "end"} for a long one.
type line string

func (l *line) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(l))
	}
	var long struct {
		Start  string `json:"start"`
		Repeat string `json:"repeat"`
		Times  int    `json:"times"`
		End    string `json:"end"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields() // the outer decoder's strictness does not reach here
	if err := d.Decode(&long); err != nil {
		return err
	}
	if long.Times < 0 || len(long.Repeat)*long.Times > 1<<24 {
		return fmt.Errorf("a line of %d times %d bytes", long.Times, len(long.Repeat))
	}
	*l = line(long.Start + strings.Repeat(long.Repeat, long.Times) + long.End)
	return nil
}

func (raw *rawSuite) suite(file string) (*Suite, error) {
	s := &Suite{
		File: file, Name: raw.Name, Source: raw.Source, Points: raw.Points,
		MaxSize: raw.MaxSize, Only: raw.Only, OneSided: raw.OneSided,
	}
	switch {
	case raw.Name == "":
		return nil, errors.New("no name")
	case raw.Source == "":
		return nil, errors.New("no source")
	case len(raw.Points) == 0:
		return nil, errors.New("no points")
	case raw.Robots.given == (raw.RobotsB64 != nil):
		return nil, errors.New("one of robots and robots_b64 is wanted")
	case len(raw.Checks)+len(raw.Facts) == 0:
		return nil, errors.New("no checks and no facts")
	}
	s.Robots = raw.RobotsB64
	if raw.Robots.given {
		s.Robots = []byte(raw.Robots.text)
	}
	for i, c := range raw.Checks {
		dialects, agents, err := raw.inherit(c.Dialect, c.Dialects, c.Agents)
		if err != nil {
			return nil, fmt.Errorf("check %d: %w", i+1, err)
		}
		if (c.URL == nil) == (c.URLB64 == nil) || c.Allowed == nil {
			return nil, fmt.Errorf("check %d: one of url and url_b64, and allowed, are wanted", i+1)
		}
		target := string(c.URLB64)
		if c.URL != nil {
			target = *c.URL
		}
		for _, d := range dialects {
			s.Rows = append(s.Rows, Row{
				Suite: s, Dialect: d, Agents: agents, URL: target,
				Allowed: *c.Allowed, Line: c.Line, Number: i + 1,
			})
		}
	}
	for i, f := range raw.Facts {
		dialects, agents, err := raw.inherit(f.Dialect, f.Dialects, f.Agents)
		if err != nil {
			return nil, fmt.Errorf("fact %d: %w", i+1, err)
		}
		delay, err := f.delay()
		if err != nil {
			return nil, fmt.Errorf("fact %d: %w", i+1, err)
		}
		if delay == nil && f.Sitemaps == nil && f.Records == nil && f.Rules == nil && f.Named == nil {
			return nil, fmt.Errorf("fact %d states nothing", i+1)
		}
		for _, d := range dialects {
			s.Facts = append(s.Facts, Fact{
				Suite: s, Dialect: d, Agents: agents, Number: i + 1,
				Sitemaps: f.Sitemaps, Delay: delay, Records: f.Records, Rules: f.Rules, Named: f.Named,
			})
		}
	}
	return s, nil
}

// inherit fills in what a check or fact leaves to its suite.
func (raw *rawSuite) inherit(dialect string, dialects, agents []string) (d, a []string, err error) {
	switch {
	case dialect != "" && dialects != nil:
		return nil, nil, errors.New("both dialect and dialects")
	case dialect != "":
		dialects = []string{dialect}
	case dialects == nil && raw.Dialects != nil:
		dialects = raw.Dialects
	case dialects == nil:
		dialects = []string{RFC9309}
	}
	for _, name := range dialects {
		if !slices.Contains([]string{RFC9309, Google, Koster1996}, name) {
			return nil, nil, fmt.Errorf("unknown dialect %q", name)
		}
	}
	if agents == nil {
		agents = raw.Agents
	}
	if agents == nil {
		return nil, nil, errors.New("no agents")
	}
	return dialects, agents, nil
}

func (f *rawFact) delay() (*time.Duration, error) {
	switch f.CrawlDelay {
	case "":
		return nil, nil
	case "none":
		d := time.Duration(-1)
		return &d, nil
	}
	d, err := time.ParseDuration(f.CrawlDelay)
	if err != nil {
		return nil, fmt.Errorf("crawl_delay: %w", err)
	}
	return &d, nil
}
