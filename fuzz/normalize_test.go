package fuzz

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
	"github.com/robotrie/robotrie/normalize"
)

var spellings = []struct {
	dialect robotrie.Dialect
	form    *normalize.Form
	oracle  oracle.Dialect
}{
	{robotrie.RFC9309, normalize.RFC9309, oracle.RFC9309},
	{robotrie.Google, normalize.Google, oracle.Google},
	{robotrie.Koster1996, normalize.Koster1996, oracle.Koster1996},
}

// FuzzNormalize: canonicalising twice changes nothing; the quick way, which
// looks whether a path is canonical already, says what the slow way says, which
// writes it anew; and two spellings are the same octets exactly if they are the
// same resource. The first input spells resources, the second is a target as
// it stands.
func FuzzNormalize(f *testing.F) {
	for seed := range uint64(60) {
		c := gen.New(4000 + seed)
		data := make([]byte, 10+c.IntN(60))
		for i := range data {
			data[i] = byte(c.IntN(256))
		}
		f.Add(data, targets[seed%uint64(len(targets))])
	}
	for _, target := range targets {
		f.Add([]byte(nil), target)
	}
	f.Fuzz(func(t *testing.T, data []byte, target string) {
		if len(data) > 512 || len(target) > 4096 {
			t.Skip("small ones find as much, and sooner")
		}
		c := gen.FromBytes(data)
		r := decodeResource(c)
		one, two := r.spell(c, false), r.spell(c, false)
		for _, s := range spellings {
			for _, text := range []string{target, one, two} {
				checkSpelling(t, s.form, s.oracle, text)
			}
		}
		checkSame(t, one, two)
		if other, ok := r.other(c); ok {
			checkOther(t, one, other.spell(c, false))
		}
		checkAsPattern(t, r.spell(c, true), one)
	})
}

func checkSpelling(t *testing.T, f *normalize.Form, d oracle.Dialect, target string) {
	t.Helper()
	given := []byte(target)
	path := string(f.AppendTarget(nil, given))
	if string(given) != target {
		t.Errorf("target %q is %q afterwards", target, given)
	}
	if want := oracle.CanonicalPath(d, target); path != want {
		t.Errorf("dialect %d: path of %q is %q, the oracle says %q", d, target, path, want)
	}
	if !f.IsCanonical([]byte(path)) {
		t.Errorf("dialect %d: the canonical path %q of %q is not canonical", d, path, target)
	}
	if again := string(f.AppendPath(nil, []byte(path))); again != path {
		t.Errorf("dialect %d: %q becomes %q, which becomes %q", d, target, path, again)
	}
	// The quick way: a path is taken as it is, or written from its start.
	cut, slash := f.Cut(given)
	if quick := f.IsCanonical(cut); !slash && quick != (string(cut) == path) {
		t.Errorf("dialect %d: IsCanonical(%q) is %v, and its canonical path %q", d, cut, quick, path)
	}
	if part, ok := f.AsGiven(given); ok != (!slash && string(cut) == path) && !(strings.HasPrefix(target, "/") && strings.Contains(target, "#")) {
		t.Errorf("dialect %d: AsGiven(%q) is %v, and its canonical path %q", d, target, ok, path)
	} else if ok && string(part) != path {
		t.Errorf("dialect %d: AsGiven(%q) gives %q, not %q", d, target, part, path)
	}
	// Octets that are not doubtful may be compared before anything is known.
	if !slash && !strings.ContainsFunc(string(cut), func(r rune) bool { return r >= 0x80 || f.IsDoubtful(byte(r)) }) && string(cut) != path {
		t.Errorf("dialect %d: no octet of %q is doubtful, and yet it becomes %q", d, cut, path)
	}
	// Behind whatever is in dst already, the same.
	if behind := string(f.AppendTarget(append(make([]byte, 0, 8), "abc"...), given)); behind != path && behind != "abc"+path {
		t.Errorf("dialect %d: behind %q, %q becomes %q", d, "abc", target, behind)
	}
	// As a rule's value it becomes what the oracle takes it for, whatever stands in dst.
	if strings.ContainsRune(target, '#') {
		return // where a comment begins
	}
	readings, length := oracle.CanonicalPatterns(d, target)
	for _, before := range []string{"", "a$", "a*"} {
		pattern, octets := f.AppendPattern([]byte(before), given)
		got, ok := strings.CutPrefix(string(pattern), before)
		if !ok || len(readings) == 1 && strings.TrimRight(got, "*") != strings.TrimRight(readings[0], "*") { // which change nothing
			t.Errorf("dialect %d: behind %q, rule %q becomes %q, the oracle says %q", d, before, target, pattern, readings[0])
		}
		if d != oracle.Koster1996 && octets != length {
			t.Errorf("dialect %d: rule %q counts %d octets, the oracle says %d", d, target, octets, length)
		}
	}
}

func checkSame(t *testing.T, one, two string) {
	t.Helper()
	a, b := canonical(one), canonical(two)
	if a != b {
		t.Errorf("%q and %q are one resource, and become %q and %q", one, two, a, b)
	}
}

func checkOther(t *testing.T, one, two string) {
	t.Helper()
	if a, b := canonical(one), canonical(two); a == b {
		t.Errorf("%q and %q are two resources, and both become %q", one, two, a)
	}
}

func canonical(target string) string {
	return string(normalize.RFC9309.AppendTarget(nil, []byte(target)))
}

// checkAsPattern: a rule for a resource matches it, however both are spelt.
func checkAsPattern(t *testing.T, pattern, target string) {
	t.Helper()
	for _, end := range []string{"", "$"} {
		body := fmt.Sprintf("user-agent: *\ndisallow: %s%s\n", pattern, end)
		g := robotrie.Compile([]byte(body)).Group("ExampleBot")
		if allowed := g.Allowed(target); allowed {
			t.Errorf("%q is one resource with the rule of %q, and not disallowed", target, body)
		}
		if v := g.Match(target); v.Allowed || v.Rule.Line != 2 {
			t.Errorf("%q is one resource with the rule of %q: Match says %+v", target, body, v)
		}
	}
}

// TestResourcesAreMany: the seeds spell resources that differ in their
// spellings, and such that differ in what they are.
func TestResourcesAreMany(t *testing.T) {
	respelt, others := 0, 0
	for seed := range uint64(1000) {
		c := gen.New(seed)
		r := decodeResource(c)
		one, two := r.spell(c, false), r.spell(c, false)
		if one != two {
			respelt++
		}
		if _, ok := r.other(c); ok {
			others++
		}
	}
	if respelt < 500 || others < 500 {
		t.Errorf("of 1000 resources %d are spelt in two ways, and %d have another", respelt, others)
	}
}
