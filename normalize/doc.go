// Package normalize brings the things that robots.txt compares into one
// spelling each: the path of a target, the pattern of a rule, the product token
// of a crawler, and the origin that a file speaks for. Two spellings that a dialect holds equal become the same
// octets, so that everything behind this package compares octets and nothing
// else.
//
// A Form is one dialect's spelling. It is a table, built once, read-only, and
// safe for concurrent use. AppendTarget and AppendPath return what
// is canonical already as it is, without a copy, and append anything else to
// dst; AppendPattern always appends. They cost one pass over their input and
// allocate only where dst is too small.
//
// An Origin is the same under every dialect.
//
// The package knows no automata and no robots.txt lines (docs/SEMANTICS.md,
// sections 3 to 5; docs/ACCESS.md, section 1).
package normalize
