package bench

import (
	"math/rand/v2"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/normalize"
)

// Outcome is what becomes of a target. The three cost differently, and a mean
// over all of them says little, so they are measured apart.
type Outcome int

// The outcomes.
const (
	// Hit: a rule decides.
	Hit Outcome = iota
	// Miss: made from the file's own rules, but none matches: the machine
	// follows them for a while in vain.
	Miss
	// Default: foreign to the file, and no rule matches. Six of seven real
	// requests are such.
	Default
)

// Outcomes lists them all.
var Outcomes = []Outcome{Hit, Miss, Default}

func (o Outcome) String() string { return [...]string{"hit", "miss", "default"}[o] }

// Asked is a compiled file with its targets told apart.
type Asked struct {
	File    gen.File
	Group   *robotrie.Group
	Targets [3][]string // by Outcome
}

// Ask compiles a file and tells its targets apart.
func Ask(f gen.File) Asked {
	a := Asked{File: f, Group: robotrie.Compile(f.Body).Group(f.Agent)}
	sort := func(targets []string, otherwise Outcome) {
		for _, t := range targets {
			o := otherwise
			if a.Group.Match(t).Rule.Type != robotrie.NoRule {
				o = Hit
			}
			a.Targets[o] = append(a.Targets[o], t)
		}
	}
	sort(f.Derived, Miss)
	sort(f.Foreign, Default)
	return a
}

// Canonical reports that a target is the canonical path of itself, and not
// /robots.txt, which no rule is asked about. Only such targets can be put to a
// rival that does neither.
func Canonical(target string) bool {
	return len(target) > 0 && target != "/robots.txt" && len(target) <= gen.MaxTarget && target[0] == '/' && normalize.RFC9309.IsCanonical([]byte(target))
}

// Mixed gives the canonical targets of a file in a random but fixed order, so
// that no branch predictor learns that hits come first.
func Mixed(f gen.File, seed uint64) []string {
	var out []string
	for _, t := range f.Targets() {
		if Canonical(t) {
			out = append(out, t)
		}
	}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
