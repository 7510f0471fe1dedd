// Command meaning prints what questions about all targets at once find in the
// corpus of real files, and what they cost (docs/MEANING.md).
//
//	go run ./bench/meaning             # all of the corpus
//	go run ./bench/meaning -n 5000     # a sample of its bodies
//	go run ./bench/meaning -slow 200ms # also names what took longer
//
// The history is that of hosts fetched month by month; a pair is two versions in
// a row whose text differs. Groups are those of the file, one for all tokens that
// follow the same rules. A rule set is the rules of a group as written, in any
// order, without repetitions.
//
// It ends with status 2 where an answer turns out to be wrong.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/bench"
)

var (
	sample = flag.Int("n", 1<<30, "how many bodies of the corpus to look at")
	slow   = flag.Duration("slow", time.Hour, "name what takes longer")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "meaning:", err)
		os.Exit(2)
	}
}

func run() error {
	hosts, err := bench.History()
	if err != nil {
		return err
	}
	if err := history(hosts); err != nil {
		return err
	}
	bodies, err := bench.Bodies(*sample)
	if err != nil {
		return err
	}
	prints(bodies)
	lint(bodies)
	return nil
}

// history compares versions in a row. Every witness is asked about: one that does
// not show what it is said to show is an error.
func history(hosts []bench.HostHistory) error {
	var times, kinds, states series
	pairs, silent, cut := 0, 0, 0
	groups, same, incomplete := 0, 0, 0
	for _, h := range hosts {
		for i := range h.Versions[1:] {
			old, now := h.Versions[i], h.Versions[i+1]
			if string(old.Body) == string(now.Body) {
				continue
			}
			pairs++
			before, after := robotrie.Compile(old.Body), robotrie.Compile(now.Body)
			changed, unknown := false, false
			for _, token := range tokens(before, after) {
				began := time.Now()
				d := robotrie.Diff(before, after, token)
				took := time.Since(began)
				for _, c := range d.Changes {
					old, now := before.Group(token).Match(c.Witness), after.Group(token).Match(c.Witness)
					if old.Allowed == now.Allowed || now.Allowed != c.Allowed || old.Rule != c.Old || now.Rule != c.New {
						return fmt.Errorf("%s, %s: %q does not show %+v: %+v before, %+v now", h.Host, token, c.Witness, c, old, now)
					}
				}
				if took > *slow {
					fmt.Printf("slow: %v for %s, %s to %s, token %s: %d states\n", took, h.Host, old.Month, now.Month, token, d.States)
				}
				times.add(float64(took.Microseconds()))
				states.add(float64(d.States))
				groups++
				switch {
				case len(d.Changes) > 0:
					changed = true
					kinds.add(float64(len(d.Changes)))
				case d.None():
					same++
				}
				if !d.Complete {
					incomplete++
					unknown = true
				}
			}
			switch {
			case changed:
			case unknown:
				cut++
			default:
				silent++
			}
		}
	}
	fmt.Printf("history: %d hosts, %d pairs of versions whose text differs\n", len(hosts), pairs)
	fmt.Printf("  %s of the pairs change no answer for any crawler, proved; %s were not decided\n", percent(silent, pairs), percent(cut, pairs))
	fmt.Printf("  comparisons, one for each token that either version names: %d, of which %s find no change, proved, and %s ended at a budget\n",
		groups, percent(same, groups), percent(incomplete, groups))
	fmt.Printf("  kinds of changes, where there are any: %v\n", &kinds)
	fmt.Printf("  µs for a comparison: %v\n", &times)
	fmt.Printf("  states looked at: %v\n", &states)
	return nil
}

// tokens gives the tokens that either of two files names, and one that none does.
func tokens(files ...*robotrie.Robots) []string {
	all := []string{"nobody-names-this"}
	for _, r := range files {
		for g := range r.Groups() {
			for _, token := range g.Agents() {
				if token != "*" && !slices.Contains(all, token) {
					all = append(all, token)
				}
			}
		}
	}
	return all
}

// prints takes the fingerprint of every group.
func prints(bodies [][]byte) {
	var times series
	texts, files := map[string]bool{}, map[robotrie.Fingerprint]bool{}
	sets, meanings := map[string]bool{}, map[robotrie.Fingerprint]bool{}
	groups, beyond, filesBeyond := 0, 0, 0
	open, closed := 0, 0
	for _, body := range bodies {
		texts[string(body)] = true
		r := robotrie.Compile(body)
		whole := r.Fingerprint()
		files[whole] = true
		if whole.Kind == robotrie.ByRules {
			filesBeyond++
		}
		for g := range r.Groups() {
			groups++
			began := time.Now()
			f := g.Fingerprint()
			took := time.Since(began)
			if took > *slow {
				fmt.Printf("slow: %v for the fingerprint of %v, %d rules, kind %v\n", took, g.Agents(), len(g.Rules()), f.Kind)
			}
			times.add(float64(took.Microseconds()))
			if f.Kind == robotrie.ByRules {
				beyond++
			}
			meanings[f] = true
			sets[ruleSet(g)] = true
			switch g.Subtree("/") {
			case robotrie.AllAllowed:
				open++
			case robotrie.AllDisallowed:
				closed++
			}
		}
	}
	fmt.Printf("\nfingerprints: %d bodies, %d groups\n", len(bodies), groups)
	fmt.Printf("  distinct bodies %d, fingerprints of files %d\n", len(texts), len(files))
	fmt.Printf("  distinct rule sets of groups %d, fingerprints of groups %d\n", len(sets), len(meanings))
	fmt.Printf("  beyond the budget: %s of the groups, %s of the files\n", percent(beyond, groups), percent(filesBeyond, len(bodies)))
	fmt.Printf("  µs for a group: %v\n", &times)
	fmt.Printf("  groups that allow everything %s, nothing %s\n", percent(open, groups), percent(closed, groups))
}

func ruleSet(g *robotrie.Group) string {
	var rules []string
	for _, r := range g.Rules() {
		rules = append(rules, r.Type.String()+" "+r.Pattern)
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), "\n")
}

// lint examines every file, and makes it smaller.
func lint(bodies [][]byte) {
	var lintTimes, smallTimes, saved series
	files := map[robotrie.Code]int{}
	rules, dead, idle := 0, 0, 0
	any, smaller := 0, 0
	for i, body := range bodies {
		began := time.Now()
		found := robotrie.Lint(body)
		took := time.Since(began)
		lintTimes.add(float64(took.Microseconds()))
		seen := map[robotrie.Code]bool{}
		for _, f := range found {
			if !seen[f.Code] {
				seen[f.Code] = true
				files[f.Code]++
			}
			switch f.Code {
			case robotrie.DeadRule:
				dead++
			case robotrie.AllowWithoutEffect, robotrie.RedundantRule:
				idle++
			}
		}
		lines := map[int]bool{}
		for g := range robotrie.Compile(body).Groups() {
			for _, r := range g.Rules() {
				lines[r.Line] = true
			}
		}
		if rules += len(lines); len(lines) > 0 {
			any++
		}
		began = time.Now()
		small := robotrie.Minimize(body)
		minimizing := time.Since(began)
		smallTimes.add(float64(minimizing.Microseconds()))
		if max(took, minimizing) > *slow {
			fmt.Printf("slow: body %d of %d bytes, %d rules: Lint %v, Minimize %v\n", i, len(body), len(lines), took, minimizing)
		}
		if len(small) < len(body) {
			smaller++
			saved.add(100 * float64(len(body)-len(small)) / float64(len(body)))
		}
	}
	fmt.Printf("\nlint: %d bodies, %d with rules, %d rules\n", len(bodies), any, rules)
	fmt.Printf("  files with dead rules: %s of those with rules; dead: %s of the rules; without effect besides: %s\n",
		percent(files[robotrie.DeadRule], any), percent(dead, rules), percent(idle, rules))
	fmt.Printf("  µs for Lint: %v\n", &lintTimes)
	fmt.Printf("  files that Minimize makes smaller: %s; by percent of their bytes: %v\n", percent(smaller, len(bodies)), &saved)
	fmt.Printf("  µs for Minimize: %v\n", &smallTimes)
	fmt.Println("  share of the files with a finding, by code:")
	var codes []robotrie.Code
	for code := range files {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, func(a, b robotrie.Code) int { return files[b] - files[a] })
	for _, code := range codes {
		fmt.Printf("    %-24s %s\n", code, percent(files[code], len(bodies)))
	}
}

func percent(part, of int) string {
	return fmt.Sprintf("%d (%.2f %%)", part, 100*float64(part)/float64(max(of, 1)))
}

// series is figures of which the spread is told.
type series []float64

func (s *series) add(x float64) { *s = append(*s, x) }

func (s *series) String() string {
	if len(*s) == 0 {
		return "none"
	}
	slices.Sort(*s)
	sum := 0.0
	for _, x := range *s {
		sum += x
	}
	at := func(share float64) float64 { return (*s)[min(len(*s)-1, int(share*float64(len(*s))))] }
	return fmt.Sprintf("median %.0f, mean %.1f, p90 %.0f, p99 %.0f, most %.0f", at(.5), sum/float64(len(*s)), at(.9), at(.99), at(1))
}
