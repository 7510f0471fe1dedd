package robotrie

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/dgryski/go-farm"

	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/meaning"
)

// A Fingerprint is 128 bits of what rules mean. It is comparable, and the same on
// every machine. Fingerprints are equal where the rules allow and disallow the
// same targets, whatever their order, spelling and number; and differ otherwise,
// but for collisions of the hash, which somebody could make on purpose: it does
// not protect against forgery. Those of different dialects are different.
type Fingerprint struct {
	High, Low uint64
	Kind      FingerprintKind
}

// FingerprintKind says what a fingerprint was taken of.
type FingerprintKind = meaning.Kind

// The kinds of fingerprints.
const (
	// ByMeaning is taken of the answers for all targets.
	ByMeaning = meaning.ByMeaning
	// ByRules is taken of the rules, for what is beyond the budget of ByMeaning:
	// order, comments, spelling and repetitions still play no part, but rules
	// that mean the same may have different fingerprints.
	ByRules = meaning.ByRules
)

// String gives 32 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x%016x", f.High, f.Low) }

// fingerprintLimits are part of what a fingerprint is: with others, rules on the
// limit would have another kind.
var fingerprintLimits = meaning.Limits{States: 1 << 14, Steps: 1 << 24}

// Fingerprint gives the fingerprint of what the group allows and disallows. It
// builds an automaton of all answers, so it costs more than compiling does, up to
// a budget.
func (g *Group) Fingerprint() Fingerprint {
	set, _ := g.ranked()
	high, low, kind := meaning.Sum(g.dialect().Form(), g.withRobotsTxt(set), g.dialect().String(), fingerprintLimits)
	return Fingerprint{high, low, kind}
}

// Fingerprint gives the fingerprint of what the file says to every crawler: of
// the tokens that it names, in any order, with the fingerprint of the group of
// each, and that of everybody else's. A file without a group for everybody else
// has the fingerprint of one that allows them everything. Sitemaps, crawl delays
// and other records play no part. Kind is ByRules if that of any group is.
func (r *Robots) Fingerprint() Fingerprint {
	im := r.compiled()
	text := []byte("robots " + im.Dialect().String() + "\n")
	kind := ByMeaning
	add := func(name string, f Fingerprint) {
		text = binary.AppendUvarint(text, uint64(len(name)))
		text = append(text, name...)
		text = binary.LittleEndian.AppendUint64(text, f.High)
		text = binary.LittleEndian.AppendUint64(text, f.Low)
		kind = max(kind, f.Kind)
	}
	type named struct {
		token string
		f     Fingerprint
	}
	var all []named
	for g := range r.Groups() {
		f := g.Fingerprint()
		for _, token := range g.Agents() {
			all = append(all, named{token, f})
		}
	}
	if im.Star() == 0 {
		everybody := &Group{image: im, ids: []compile.GroupID{}}
		all = append(all, named{"*", everybody.Fingerprint()})
	}
	slices.SortFunc(all, func(a, b named) int {
		if a.token < b.token {
			return -1
		}
		return 1
	})
	for _, n := range all {
		add(n.token, n.f)
	}
	high, low := farm.Fingerprint128(text)
	return Fingerprint{high, low, kind}
}
