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
const fileSteps = 1 << 27

// Fingerprint gives the fingerprint of what the group allows and disallows. It
// builds an automaton of all answers, so it costs more than compiling does, up to
// a budget.
func (g *Group) Fingerprint() Fingerprint {
	f, _ := g.fingerprint(fingerprintLimits)
	return f
}

func (g *Group) fingerprint(limits meaning.Limits) (f Fingerprint, steps int) {
	set, _ := g.ranked()
	return fingerprint(g.dialect(), withRobotsTxt(g.dialect(), set), limits)
}

func fingerprint(d Dialect, set []meaning.Pattern, limits meaning.Limits) (f Fingerprint, steps int) {
	f.High, f.Low, f.Kind, steps = meaning.Sum(d.Form(), set, d.String(), limits)
	return f, steps
}

// Fingerprint gives the fingerprint of what the file says to every crawler: of
// the tokens that it names, in any order, with the fingerprint of the group of
// each, and that of everybody else's. A file without a group for everybody else
// has the fingerprint of one that allows them everything. Sitemaps, crawl delays
// and other records play no part. Kind is ByRules if that of any group is; where
// the groups together are beyond the budget of a file, that of all is.
func (r *Robots) Fingerprint() Fingerprint {
	f, _ := r.fingerprint(fileSteps)
	return f
}

// fingerprint takes the fingerprint of a file within a budget, and tells what of
// it is left.
func (r *Robots) fingerprint(work meaning.Budget) (f Fingerprint, left meaning.Budget) {
	ruled := newFileRules(r.compiled())
	f, ok := r.sumGroups(func(g *Group) (f Fingerprint, ok bool) {
		set, _ := ruled.ranked(g)
		all := withRobotsTxt(g.dialect(), set)
		if !work.Take(meaning.SetCost(all)) {
			return f, false
		}
		f, steps := fingerprint(g.dialect(), all, fingerprintLimits)
		return f, work.Take(steps)
	})
	if !ok {
		sums := newRuleSums(ruled)
		f, _ = r.sumGroups(func(g *Group) (Fingerprint, bool) { return sums.of(g), true })
	}
	return f, work
}

// sumGroups makes the fingerprint of a file of those of its groups; ok is false
// where of gives none of some group.
func (r *Robots) sumGroups(of func(g *Group) (f Fingerprint, ok bool)) (whole Fingerprint, ok bool) {
	type named struct {
		token string
		f     Fingerprint
	}
	var all []named
	add := func(g *Group, tokens ...string) bool {
		f, ok := of(g)
		for _, token := range tokens {
			all = append(all, named{token, f})
		}
		return ok
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

// ruleSums gives the groups of a file fingerprints by their rules that cost next
// to nothing for each: groups times rules may be a hundred million. In runs of
// one verdict the hashes of patterns are added, so that order plays no part, and
// a pattern counts once, where it is strongest.
type ruleSums struct {
	ruled *fileRules
	sums  []patternSum // by place in ruled.all
	seen  []int32      // by pattern, the last group that had it
	group int32
	text  []byte
}

type patternSum struct {
	pattern   int32
	high, low uint64
}

func newRuleSums(ruled *fileRules) *ruleSums {
	s := &ruleSums{ruled: ruled}
	known := map[string]int32{}
	for i := range ruled.all {
		p := pattern(&ruled.all[i].entry)
		spelt := p.Plain()
		id, have := known[spelt]
		if !have {
			id = int32(len(known))
			known[spelt] = id
		}
		high, low := farm.Fingerprint128([]byte(spelt))
		s.sums = append(s.sums, patternSum{id, high, low})
	}
	s.seen = make([]int32, len(known))
	return s
}

// of gives the fingerprint of a group.
func (s *ruleSums) of(g *Group) Fingerprint {
	s.group++
	s.text = append(s.text[:0], "sums"...)
	verdict, high, low := byte(1), uint64(0), uint64(0)
	end := func() {
		s.text = append(s.text, verdict)
		s.text = binary.LittleEndian.AppendUint64(s.text, high)
		s.text = binary.LittleEndian.AppendUint64(s.text, low)
		high, low = 0, 0
	}
	for at := range s.ruled.strongestFirst(g) {
		sum := &s.sums[at]
		if s.seen[sum.pattern] == s.group {
			continue
		}
		s.seen[sum.pattern] = s.group
		if v := verdictByte(s.ruled.all[at].entry.Mark); v != verdict {
			end()
			verdict = v
		}
		high, low = high+sum.high, low+sum.low
	}
	if verdict == 0 {
		end() // what allows below all that disallow changes nothing
	}
	f := Fingerprint{Kind: ByRules}
	f.High, f.Low = farm.Fingerprint128(s.text)
	return f
}

func verdictByte(allow bool) byte {
	if allow {
		return 1
	}
	return 0
}
