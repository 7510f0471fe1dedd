package oracle

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// conformanceCase is a case of the optional conformance data: a question and the answers that are on record for it.
type conformanceCase struct {
	Source   string   `json:"source"`
	Robots   string   `json:"robots"`
	RobotsB  []byte   `json:"robots_b64"`
	Agents   []string `json:"agents"`
	URL      string   `json:"url"`
	Allowed  *bool    `json:"allowed"`
	Line     *int     `json:"line"`
	RFC9309  *bool    `json:"rfc9309"`
	GoogleC  *bool    `json:"google_cpp"`
	GoogleLn *int     `json:"google_line"`
}

func (c conformanceCase) body() []byte {
	if c.RobotsB != nil {
		return c.RobotsB
	}
	return []byte(c.Robots)
}

// readConformance returns the cases of one file, or skips the test where the data is not there.
func readConformance(t *testing.T, name string) []conformanceCase {
	t.Helper()
	folder := os.Getenv("ROBOTRIE_CONFORMANCE")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "conformance")
	}
	file, err := os.Open(filepath.Join(folder, name))
	if os.IsNotExist(err) {
		t.Skipf("no conformance data: %v", err)
	}
	require.NoError(t, err)
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		in, err = gzip.NewReader(file)
		require.NoError(t, err)
	}
	var cases []conformanceCase
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n') // Strings hold other line separators raw.
		if len(bytes.TrimSpace(line)) > 0 {
			var c conformanceCase
			require.NoError(t, json.Unmarshal(line, &c), "line %d of %s", len(cases)+1, name)
			cases = append(cases, c)
		}
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	require.NotEmpty(t, cases)
	return cases
}

// disputed lists the cases of the data whose recorded answer is believed wrong, by file and line, with the reason.
var disputed = map[string]map[int]string{}

func TestConformanceGoogle(t *testing.T) {
	for _, name := range []string{"google_reference.jsonl.gz", "rfc9309_oracle.jsonl.gz", "peer_cases.jsonl"} {
		t.Run(name, func(t *testing.T) {
			cases := readConformance(t, name)
			asked, lines, wrong := 0, 0, 0
			for i, c := range cases {
				allowed, line := c.GoogleC, c.GoogleLn
				if name == "google_reference.jsonl.gz" {
					allowed, line = c.Allowed, c.Line
				}
				if allowed == nil {
					continue
				}
				asked++
				got := Ask(Google, c.body(), c.Agents, c.URL)
				ok := got.Allowed == *allowed
				if line != nil {
					lines++
					ok = ok && got.Line == *line
				}
				wrong += checkCase(t, name, i, c, ok, got)
			}
			t.Logf("%d verdicts and %d lines of %d cases, %d wrong", asked, lines, len(cases), wrong)
			require.NotZero(t, asked)
		})
	}
}

func TestConformanceRFC9309(t *testing.T) {
	for _, name := range []string{"rfc9309_oracle.jsonl.gz", "peer_cases.jsonl"} {
		t.Run(name, func(t *testing.T) {
			cases := readConformance(t, name)
			asked, wrong := 0, 0
			for i, c := range cases {
				if c.RFC9309 == nil {
					continue
				}
				asked++
				got := Ask(RFC9309, c.body(), c.Agents, c.URL)
				wrong += checkCase(t, name, i, c, got.Allowed == *c.RFC9309, got)
			}
			t.Logf("%d verdicts of %d cases, %d wrong", asked, len(cases), wrong)
			require.NotZero(t, asked)
		})
	}
}

// checkCase reports a wrong answer, and a disputed case that is answered as recorded after all.
func checkCase(t *testing.T, name string, i int, c conformanceCase, ok bool, got Answer) (wrong int) {
	t.Helper()
	reason, isDisputed := disputed[name][i+1]
	switch {
	case ok && isDisputed:
		t.Errorf("line %d is listed as disputed (%s), but is answered as recorded", i+1, reason)
	case !ok && isDisputed:
		t.Logf("line %d is disputed: %s", i+1, reason)
	case !ok:
		t.Errorf("line %d (%s): agents %q url %q: got %+v\n%q", i+1, c.Source, c.Agents, c.URL, got, c.body())
		return 1
	}
	return 0
}
