package robotrie

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/dgryski/go-farm"

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

// fileSteps bounds the groups of a file together.
const fileSteps = 8 << 24

// Fingerprint gives the fingerprint of what the group allows and disallows. It
// builds an automaton of all answers, so it costs more than compiling does, up to
// a budget.
func (g *Group) Fingerprint() Fingerprint {
	f, _ := g.fingerprint(fingerprintLimits)
	return f
}

func (g *Group) fingerprint(limits meaning.Limits) (f Fingerprint, steps int) {
	set, _ := g.ranked()
	f.High, f.Low, f.Kind, steps = meaning.Sum(g.dialect().Form(), g.withRobotsTxt(set), g.dialect().String(), limits)
	return f, steps
}

// Fingerprint gives the fingerprint of what the file says to every crawler: of
// the tokens that it names, in any order, with the fingerprint of the group of
// each, and that of everybody else's. A file without a group for everybody else
// has the fingerprint of one that allows them everything. Sitemaps, crawl delays
// and other records play no part. Kind is ByRules if that of any group is; where
// the groups together are beyond the budget of a file, that of all is.
func (r *Robots) Fingerprint() Fingerprint {
	if f, ok := r.fingerprint(fingerprintLimits); ok {
		return f
	}
	f, _ := r.fingerprint(meaning.Limits{})
	return f
}

// fingerprint takes the fingerprint of a file; ok is false where its budget ends.
func (r *Robots) fingerprint(limits meaning.Limits) (whole Fingerprint, ok bool) {
	type named struct {
		token string
		f     Fingerprint
	}
	var all []named
	budget := fileSteps
	add := func(g *Group, tokens ...string) bool {
		f, steps := g.fingerprint(limits)
		for _, token := range tokens {
			all = append(all, named{token, f})
		}
		budget -= steps
		return budget >= 0
	}
	im := r.compiled()
	for g := range r.Groups() {
		if !add(g, g.Agents()...) {
			return whole, false
		}
	}
	if im.Star() == 0 && !add(&Group{image: im}, "*") {
		return whole, false
	}
	slices.SortFunc(all, func(a, b named) int { return strings.Compare(a.token, b.token) })
	text := []byte("robots " + im.Dialect().String() + "\n")
	for _, n := range all {
		text = binary.AppendUvarint(text, uint64(len(n.token)))
		text = append(text, n.token...)
		text = binary.LittleEndian.AppendUint64(text, n.f.High)
		text = binary.LittleEndian.AppendUint64(text, n.f.Low)
		whole.Kind = max(whole.Kind, n.f.Kind)
	}
	whole.High, whole.Low = farm.Fingerprint128(text)
	return whole, true
}
