package fuzz

import (
	"bytes"
	"flag"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/oracle"
)

// The flags of automaton's small world, for the one of this package.
var (
	worldFlag = flag.String("world", "small", "go through the small world of files, or the large one")
	partFlag  = flag.String("part", "1/1", "go through the `i/n`th part of it alone")
)

// A fileWorld is every file of one disallow and one allow rule, whose patterns
// have up to so many pieces behind the first slash, and every target of up to
// so many. What automaton's small world leaves out is here: spelling, readings,
// precedence, and the ways of asking that look at a target before it is cut.
type fileWorld struct {
	patternPieces, targetPieces []string
	patterns, targets           int // pieces
}

var fileWorlds = map[string]fileWorld{
	"short": {patternPieces: []string{"/", "a", "*", "$", "%2F", "?"}, targetPieces: []string{"/", "a", "%2f", "?"}, patterns: 1, targets: 3},
	"small": {patternPieces: []string{"/", "a", "*", "$", "%2F", "?"}, targetPieces: []string{"/", "a", "%2f", "%61", "?", "$"}, patterns: 2, targets: 3},
	"large": {patternPieces: []string{"/", "a", "*", "$", "%2F", "?", "%61"}, targetPieces: []string{"/", "a", "%2f", "%61", "?", "$", "#"}, patterns: 3, targets: 4},
}

// allTexts gives all texts of a slash and up to n pieces.
func allTexts(pieces []string, n int) []string {
	all := []string{"/"}
	from := 0
	for range n {
		to := len(all)
		for _, text := range all[from:to] {
			for _, p := range pieces {
				all = append(all, text+p)
			}
		}
		from = to
	}
	return all
}

// judged is what the oracle says of one pattern in one dialect.
type judged struct {
	length  int
	matches []bool // by target
}

// TestSmallWorldOfFiles goes through the world under RFC9309 and Google.
//
//	go test ./fuzz -run TestSmallWorldOfFiles -v -world=large -part=7/200
func TestSmallWorldOfFiles(t *testing.T) {
	name := *worldFlag
	if testing.Short() && name == "small" {
		name = "short"
	}
	w, ok := fileWorlds[name]
	var part, parts int
	if n, err := fmt.Sscanf(*partFlag, "%d/%d", &part, &parts); n != 2 || err != nil || part < 1 || part > parts || !ok {
		t.Fatalf("-world=%s -part=%s: there are small and large, and parts as 1/10", *worldFlag, *partFlag)
	}
	patterns, targets := allTexts(w.patternPieces, w.patterns), allTexts(w.targetPieces, w.targets)
	for _, d := range dialects[:2] {
		t.Run(d.library.String(), func(t *testing.T) {
			known := judge(d.oracle, patterns, targets)
			var files, failures atomic.Int64
			first := make(chan int)
			var workers sync.WaitGroup
			for range runtime.GOMAXPROCS(0) {
				workers.Go(func() {
					var got []bool
					for a := range first {
						for b := range patterns {
							files.Add(1)
							body := []byte("user-agent: *\ndisallow: " + patterns[a] + "\nallow: " + patterns[b] + "\n")
							g := robotrie.Compile(body, robotrie.WithDialect(d.library)).Group("x")
							got = g.AllowedBatch(got[:0], targets)
							for i, target := range targets {
								line := winner(&known[a], &known[b], i)
								if v := g.Match(target); v.Rule.Line != line || v.Allowed != (line != 2) || g.Allowed(target) != v.Allowed || got[i] != v.Allowed {
									if failures.Add(1) <= 20 {
										t.Errorf("body %q, target %q: Match says %+v, Allowed %v, AllowedBatch %v; the oracle line %d",
											body, target, v, g.Allowed(target), got[i], line)
									}
								}
							}
						}
					}
				})
			}
			for a := range patterns {
				if a%parts == part-1 {
					first <- a
				}
			}
			close(first)
			workers.Wait()
			t.Logf("%d files, %d targets, asked in three ways: %d answers compared", files.Load(), len(targets), 3*files.Load()*int64(len(targets)))
		})
	}
}

// judge asks the oracle about every pattern alone.
func judge(d oracle.Dialect, patterns, targets []string) []judged {
	paths := make([]string, len(targets))
	for i, target := range targets {
		paths[i] = oracle.CanonicalPath(d, target)
	}
	known := make([]judged, len(patterns))
	for p, pattern := range patterns {
		readings, length := oracle.CanonicalPatterns(d, pattern)
		k := judged{length: length, matches: make([]bool, len(targets))}
		for i, path := range paths {
			for _, r := range readings {
				k.matches[i] = k.matches[i] || oracle.MatchPattern(r, path)
			}
		}
		known[p] = k
	}
	return known
}

// winner gives the line that decides: the longer pattern, allow in a tie.
func winner(disallow, allow *judged, target int) int {
	switch {
	case allow.matches[target] && (!disallow.matches[target] || allow.length >= disallow.length):
		return 3
	case disallow.matches[target]:
		return 2
	}
	return 0
}

// TestWinner holds the short way above to the oracle's own.
func TestWinner(t *testing.T) {
	w := fileWorlds["short"]
	patterns, targets := allTexts(w.patternPieces, w.patterns), allTexts(w.targetPieces, w.targets)
	for _, d := range dialects[:2] {
		known := judge(d.oracle, patterns, targets)
		for a := range patterns {
			for b := range patterns {
				var body bytes.Buffer
				fmt.Fprintf(&body, "user-agent: *\ndisallow: %s\nallow: %s\n", patterns[a], patterns[b])
				file := oracle.Parse(d.oracle, body.Bytes(), 0)
				for i, target := range targets {
					if want := file.Ask([]string{"x"}, target).Line; want != winner(&known[a], &known[b], i) {
						t.Fatalf("%v, body %q, target %q: line %d, the oracle says %d", d.library, body.Bytes(), target, winner(&known[a], &known[b], i), want)
					}
				}
			}
		}
	}
}
