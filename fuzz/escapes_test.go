package fuzz

import (
	"testing"

	"github.com/robotrie/robotrie"
)

// TestSmallWorldOfEscapes asks every file of one or two short rules that hold
// escapes about every short path over the same octets, whole escapes and such
// that are cut short. Where a path leaves what the rules have in common decides
// whether it may be taken for canonical, so Allowed and AllowedBatch are
// compared with Match, which makes it canonical first.
func TestSmallWorldOfEscapes(t *testing.T) {
	texts := func(pieces []string, longest int) []string {
		all := []string{""}
		for from, n := 0, 0; n < longest; n++ {
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
	patterns := texts([]string{"%25", "%20", "a", "*"}, 2)
	patterns = append(patterns, "%25$", "%20$", "a%2F", "%2Fa", "aaaaa%25", "aaaaaa%20", "aaaaaaa%25")
	var paths []string
	for _, text := range texts([]string{"%", "2", "5", "a", "0"}, 4) {
		paths = append(paths, "/"+text, "/aaaaa"+text)
	}
	want, got := make([]bool, len(paths)), []bool(nil)
	answers, refused := 0, 0
	for i, first := range patterns {
		for _, second := range patterns[i:] {
			g := robotrie.Compile([]byte("User-agent: *\nDisallow: /" + first + "\nDisallow: /" + second + "\n")).Group("a")
			for k, path := range paths {
				want[k] = g.Match(path).Allowed
				if !want[k] {
					refused++
				}
				if g.Allowed(path) != want[k] {
					t.Fatalf("rules /%s and /%s, path %q: Match says %v, Allowed does not", first, second, path, want[k])
				}
			}
			got = g.AllowedBatch(got[:0], paths)
			for k, path := range paths {
				if got[k] != want[k] {
					t.Fatalf("rules /%s and /%s, path %q: Match says %v, AllowedBatch does not", first, second, path, want[k])
				}
			}
			answers += 2 * len(paths)
		}
	}
	t.Logf("%d answers compared, %d paths refused", answers, refused)
	if refused < answers/20 {
		t.Errorf("%d of %d paths refused: these worlds no longer test both sides", refused, answers/2)
	}
}
