package robotrie_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// TestLintInSmallWorld: a rule is called dead if and only if brute force finds no
// path on which it decides; wherever it matches, one of the lines that cover it
// matches, too, and decides. A rule is called one without effect if and only if
// brute force finds no path that the file answers differently without it, unless
// the other rule is dead because of it.
func TestLintInSmallWorld(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *meaningWorld) {
		claims := map[robotrie.Code]int{}
		for _, f := range w.files {
			found := map[int]robotrie.Finding{}
			for _, x := range robotrie.Lint([]byte(f.body), robotrie.WithDialect(w.dialect)) {
				switch x.Code {
				case robotrie.DeadRule, robotrie.AllowWithoutEffect, robotrie.RedundantRule:
					require.NotContains(t, found, x.Line, "%q", f.body)
					found[x.Line] = x
					claims[x.Code]++
				case robotrie.ShadowedByTie:
					claims[x.Code]++
				case robotrie.NotExamined:
					t.Fatalf("%q: %s", f.body, x.Message)
				}
			}
			file := oracle.Parse(oracleOf[w.dialect], []byte(f.body), 0)
			rules := file.Rules([]string{"a"})
			for _, rule := range rules {
				if rule.Pattern == "" {
					require.NotContains(t, found, rule.Line, "%q: an empty value is meant", f.body)
					continue
				}
				other := rules[0]
				if len(rules) > 1 && rule == rules[0] {
					other = rules[1]
				}
				x, claimed := found[rule.Line]
				wins, matters := false, false
				for i, path := range w.paths {
					answer := f.answers[i]
					if answer.Line == rule.Line {
						wins = true
						// With two rules, the other one decides then.
						without := true
						if matching := file.Matches([]string{"a"}, targetOf(w.dialect, path)); len(matching) > 1 {
							without = other.Allow || other.Pattern == ""
						}
						matters = matters || without != answer.Allowed
					} else if claimed && x.Code == robotrie.DeadRule {
						matching := file.Matches([]string{"a"}, targetOf(w.dialect, path))
						matches := slices.ContainsFunc(matching, func(r oracle.Rule) bool { return r.Line == rule.Line })
						if matches && answer.Line != 0 { // 0: /robots.txt itself
							require.Contains(t, x.CoveredBy, answer.Line, "%q, %q", f.body, path)
						}
					}
				}
				want := robotrie.Code("")
				switch {
				case !wins:
					want = robotrie.DeadRule
				case !matters && rule.Allow:
					want = robotrie.AllowWithoutEffect
				case !matters:
					want = robotrie.RedundantRule
				}
				if dead := found[other.Line]; dead.Code == robotrie.DeadRule && slices.Equal(dead.CoveredBy, []int{rule.Line}) && wins && !matters && x.Code == "" {
					continue // the finding is that the other one is dead
				}
				require.Equal(t, want, x.Code, "%q, line %d", f.body, rule.Line)
			}
		}
		t.Log(claims)
		assert.Greater(t, claims[robotrie.DeadRule], 3)
		assert.Greater(t, claims[robotrie.AllowWithoutEffect], 3)
		assert.Greater(t, claims[robotrie.RedundantRule], 3)
		if w.dialect != robotrie.Koster1996 {
			assert.Greater(t, claims[robotrie.ShadowedByTie], 0)
		}
	})
}

// TestMinimizeInSmallWorld: the smaller file gives every path the same answer,
// and holds no rule that Lint says changes nothing.
func TestMinimizeInSmallWorld(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *meaningWorld) {
		smaller := 0
		for _, f := range w.files {
			body := robotrie.Minimize([]byte(f.body), robotrie.WithDialect(w.dialect))
			if string(body) == f.body {
				continue
			}
			smaller++
			file := oracle.Parse(oracleOf[w.dialect], body, 0)
			for i, path := range w.paths {
				got := file.Ask([]string{"a"}, targetOf(w.dialect, path))
				require.Equal(t, f.answers[i].Allowed, got.Allowed, "%q for %q: %q", body, f.body, path)
			}
			for _, x := range robotrie.Lint(body, robotrie.WithDialect(w.dialect)) {
				if w.dialect != robotrie.Google {
					require.NotContains(t, []robotrie.Code{robotrie.AllowWithoutEffect, robotrie.RedundantRule}, x.Code, "%q for %q", body, f.body)
				}
				require.NotEqual(t, robotrie.DeadRule, x.Code, "%q for %q", body, f.body)
			}
		}
		t.Logf("%d of %d files are smaller", smaller, len(w.files))
		assert.Greater(t, smaller, len(w.files)/5)
	})
}
