package policy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tables reads the tables of docs/ACCESS.md: the rows by the heading of the
// first column and what else the heading says.
func tables(t *testing.T) map[string][][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "ACCESS.md"))
	require.NoError(t, err)
	out := make(map[string][][]string)
	heading := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "| ") {
			heading = ""
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), " | ") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		switch {
		case heading == "":
			heading = strings.Join(cells, ", ")
		case !strings.HasPrefix(cells[0], "---"):
			out[heading] = append(out[heading], cells)
		}
	}
	return out
}

const columnsOfDoc = "rfc9309, google, google-earlier, koster1996"

// TestDocVerdicts: what docs/ACCESS.md says of every class is what happens.
func TestDocVerdicts(t *testing.T) {
	classNames := map[string]class{
		"found": found, "gone": gone, "denied": denied, "client error": clientError, "too many requests": tooMany,
		"endless redirects": endless, "not found, it says": saidGone, "failed": failed, "refused": refused,
	}
	verdicts := map[string]verdict{
		"rules": useBody, "unrestricted": unrestricted, "unrestricted, or the copy for a day": copyForADay,
		"disallowed": closed, "failure": failure, "disallowed by us": shut,
	}
	all := tables(t)
	rows := all["class, "+columnsOfDoc]
	require.Len(t, rows, int(classes))
	for _, row := range rows {
		class, known := classNames[row[0]]
		require.True(t, known, "%q is no class", row[0])
		for i, p := range Policies() {
			verdict, known := verdicts[row[i+1]]
			require.True(t, known, "%q is no verdict", row[i+1])
			assert.Equal(t, verdict, columns[p].verdict[class], "%v, %s", p, row[0])
		}
	}

	described := ""
	for _, row := range all["class, outcomes, reason"] {
		assert.Contains(t, classNames, row[0])
		described += row[2]
	}
	for _, reason := range []Reason{
		Fetched, NotFound, Denied, ClientError, TooManyRequests, ServerError, StrangeStatus, DNSFailed, TimedOut,
		ConnectionFailed, TLSFailed, Broken, RedirectsTooMany, RedirectBad, AddressRefused,
	} {
		assert.Contains(t, described, "`"+string(reason)+"`")
	}
}

// TestDocStages: and what it says of failures.
func TestDocStages(t *testing.T) {
	from := map[string]time.Duration{"the first failure": 0, "12 hours": 12 * time.Hour, "30 days": 30 * 24 * time.Hour}
	reliefs := map[string]relief{
		"disallowed": disallow, "the good copy": goodCopy, "unrestricted": open,
		"unrestricted if the site is up, else disallowed": openIfUp,
	}
	said := make(map[Policy][]stage)
	for _, row := range tables(t)["policy, from, with a good copy, without"] {
		p, err := Parse(row[0])
		require.NoError(t, err)
		require.Contains(t, from, row[1])
		require.Contains(t, reliefs, row[2])
		require.Contains(t, reliefs, row[3])
		said[p] = append(said[p], stage{from[row[1]], reliefs[row[2]], reliefs[row[3]]})
	}
	for _, p := range Policies() {
		assert.Equal(t, columns[p].stages, said[p], "%v", p)
	}
}

// TestDocLives: and how long answers hold.
func TestDocLives(t *testing.T) {
	rows := make(map[string][]string)
	for _, row := range tables(t)["answer, "+columnsOfDoc] {
		rows[row[0]] = row[1:]
	}
	said := func(d time.Duration) string {
		switch {
		case d < time.Hour:
			return fmt.Sprintf("%d minutes", d/time.Minute)
		case d < 2*day:
			return fmt.Sprintf("%d hours", d/time.Hour)
		}
		return fmt.Sprintf("%d days", d/day)
	}
	for i, p := range Policies() {
		for what, l := range map[string]life{"a body": columns[p].body, "no body": nothing} {
			for which, d := range map[string]time.Duration{"usually": l.usual, "at least": l.least, "at most": l.most} {
				row := rows[what+", "+which]
				require.Len(t, row, 4, "%s, %s", what, which)
				assert.Equal(t, said(d), row[i], "%v, %s, %s", p, what, which)
			}
		}
	}
}
