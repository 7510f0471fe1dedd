package robotrie

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/robotrie/robotrie/meaning"
)

// A Decision is the answer for all targets that begin alike.
type Decision uint8

// The decisions.
const (
	Mixed         Decision = iota // some are allowed, some are not; or it was not decided, see Subtree
	AllAllowed                    // every one is allowed
	AllDisallowed                 // every one is disallowed
)

// String gives "mixed", "all-allowed" or "all-disallowed".
func (d Decision) String() string {
	switch d {
	case AllAllowed:
		return "all-allowed"
	case AllDisallowed:
		return "all-disallowed"
	default:
		return "mixed"
	}
}

// Subtree decides for all targets that begin with prefix at once: a directory,
// a URL with a directory, or any other beginning of a target. AllAllowed and
// AllDisallowed are proved, not sampled, and Mixed means that some targets are
// allowed and some are not. /robots.txt itself, which is always allowed, is left
// out of account: where everything else is disallowed, so is the whole site.
//
// The first call for a group costs time and memory linear in its rules. After
// that a call asks the engine a question for each rule that could bring another
// answer below prefix, until one does, and does not allocate for a prefix whose
// path is canonical. (In a group whose rules name every character that URLs are
// made of, that proof is not open; a search within a budget takes its place. There,
// and where the questions have 16 million octets together, as rules and prefixes
// that are made to hurt can have, Mixed may also mean that the budget ended.)
func (g *Group) Subtree(prefix string) Decision {
	if len(g.machines) == 0 {
		return AllAllowed
	}
	form := g.dialect().Form()
	target := octets(prefix)
	path, slash := form.Cut(target)
	if slash && len(path) == 0 && !bytes.Contains(target, []byte("#")) {
		return g.below([]byte("/")) // the path has not begun: any may follow
	}
	// The path is a slice of target, so its end tells where it stands there. What
	// follows it, a fragment, does not count, and nor will anything behind that.
	if end := cap(target) - cap(path) + len(path); path == nil || end < len(target) {
		_, allowed := (*matcher)(g).Decides(form.AppendTarget(nil, target))
		return decided(allowed)
	}
	if tail := begunEscape(path); tail > 0 && form.IsDoubtful('%') {
		return g.completions(prefix[:len(prefix)-tail], prefix[len(prefix)-tail:])
	}
	b := buffers.Get().(*buffer)
	defer buffers.Put(b)
	b.octets = slices.Grow(b.octets[:0], 1+3*len(target)) // an octet takes up to three
	return g.below(form.AppendTarget(b.octets, target))
}

// buffer is for canonical paths.
type buffer struct{ octets []byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// AllowsAll reports that every target is allowed.
func (g *Group) AllowsAll() bool { return g.Subtree("/") == AllAllowed }

// DisallowsAll reports that every target is disallowed, /robots.txt itself left
// out of account: the site is closed.
func (g *Group) DisallowsAll() bool { return g.Subtree("/") == AllDisallowed }

// subtreeLimits bound the search of Subtree where it needs one.
var subtreeLimits = meaning.Limits{States: 1 << 14, Steps: 1 << 24}

// below decides for all canonical paths that begin with one.
func (g *Group) below(canonical []byte) Decision {
	tree := g.tree.Load()
	if tree == nil {
		set, _ := g.ranked()
		exempt := ""
		if g.dialect().RobotsTxtAllowed() {
			exempt = robotsTxt
		}
		tree = meaning.NewTree(g.dialect().Form(), set, exempt, subtreeLimits)
		g.tree.Store(tree)
	}
	same, allowed, known := tree.Below(canonical, (*matcher)(g))
	if !same || !known {
		return Mixed
	}
	return decided(allowed)
}

func decided(allowed bool) Decision {
	if allowed {
		return AllAllowed
	}
	return AllDisallowed
}

// begunEscape gives the length of an escape that a path ends within, 0 for none.
func begunEscape(path []byte) int {
	n := len(path)
	switch {
	case n >= 1 && path[n-1] == '%':
		return 1
	case n >= 2 && path[n-2] == '%' && isHex(path[n-1]):
		return 2
	default:
		return 0
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// completions decides for a prefix that ends with the beginning of an escape:
// for all escapes that it may become. One that is none is "%25" and the rest.
func (g *Group) completions(before, begun string) Decision {
	first := g.Subtree(before + "%25" + begun[1:])
	for v := range 256 {
		escape := fmt.Sprintf("%%%02X", v)
		if len(begun) == 2 && escape[1] != begun[1]&^0x20 && escape[1] != begun[1] {
			continue
		}
		if first == Mixed || g.Subtree(before+escape) != first {
			return Mixed
		}
	}
	return first
}
