//go:build invariants

package compile

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/robotrie/robotrie/automaton"
)

// invariants: go test -tags invariants checks what the engine takes for granted
// where it does so, and panics where it is not so.
const invariants = true

// checkOrder states precedence once more, without the bits of a key.
//
// Invariant: of two standings, the later one wins wherever both match.
func (p *parser) checkOrder() {
	for i := 1; i < len(p.standings); i++ {
		weak, strong := &p.standings[i-1], &p.standings[i]
		a, b := &p.rules[weak.rule], &p.rules[strong.rule]
		lengthA, lengthB := weak.key>>keyOctets, strong.key>>keyOctets
		switch {
		case !p.d.firstMatch && lengthA != lengthB:
			if lengthA < lengthB {
				continue
			}
		case !p.d.firstMatch && a.allow != b.allow:
			if b.allow {
				continue
			}
		case a.line >= b.line:
			continue
		}
		panic(fmt.Sprintf("compile: the rule of line %d stands before that of line %d", a.line, b.line))
	}
}

// checkImage holds an image to what everybody else's is held to, and its
// machines to the naive program, on paths made from its own rules.
func checkImage(b []byte) {
	im, err := Load(b)
	if err != nil {
		panic(fmt.Sprintf("compile: an image that is refused: %v", err))
	}
	if len(b) > 1<<16 {
		return // the naive program is slow
	}
	const most = 20 // of paths, and of groups
	var paths [][]byte
	for _, e := range im.Table().All() {
		if len(paths) < most && len(e.Text) < 4096 {
			path := bytes.ReplaceAll(bytes.TrimSuffix(e.Text, []byte("$")), []byte("*"), []byte("/"))
			paths = append(paths, path, append(slices.Clone(path), 'x'))
		}
	}
	groups := 0
	for id := range im.Groups() {
		if groups++; groups > most {
			break
		}
		parts := im.Parts([]GroupID{id})
		machines := im.AppendMachines(nil, id)
		for _, path := range paths {
			want, got := automaton.NoRank, automaton.NoRank
			for rank, e := range im.Table().All() {
				if parts.Hold(int(e.Line)) && e.Matches(path) {
					want = max(want, rank)
				}
			}
			for i := range machines {
				rank, _ := machines[i].Match(path, true)
				got = max(got, rank)
			}
			if got != want {
				panic(fmt.Sprintf("compile: path %q: rank %d, asked one by one %d", path, got, want))
			}
		}
	}
}
