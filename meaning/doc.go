// Package meaning decides questions about all paths at once: whether everything
// below a prefix has one answer, on which paths two sets of rules differ, which
// rule can never win, whether two sets mean the same. A scan can only sample
// such questions; here each answer is a proof or a path that shows it.
//
// It takes what compile makes of a robots.txt and no more: patterns in order of
// precedence, each with its verdict, and the form in which paths are spelt. It
// knows no automaton of the engine, so each may change without the other.
//
// Four ideas carry it, one file each:
//
//   - text.go: one pattern alone is a deterministic machine whose state is one
//     number, because the earliest place of a piece between stars is the best
//     place; spellings.go has those that are spelt in two ways. A set of patterns
//     is the product of these, built on demand.
//   - space.go: states of that product, without what can no longer matter.
//     search.go walks them from the shortest path to the longest; diff.go,
//     cross.go and fingerprint.go ask it.
//   - set.go: the patterns near a rule are found by what they begin with.
//   - generic.go: where one octet is free, which no pattern names, a pattern
//     whose stars stand for that octet is a path that decides for all paths of
//     the pattern. below.go and cover.go need no search for that.
//
// Every search has a budget, in states and in steps, and says when it ended.
package meaning
