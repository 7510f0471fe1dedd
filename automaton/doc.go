// Package automaton compiles ranked byte patterns into a trie with wildcard
// edges and finds, in one pass over a path, the highest rank that matches.
//
// A pattern is a run of octets in which '*' matches any run, empty too; a '$'
// at its end matches the end of the path only. A pattern without '$' matches
// every path that begins with it. Nothing of robots.txt is known here: not
// who may fetch what, not how octets are spelt, only ranks.
//
// # The machine
//
// Patterns stand in a Table in order of rank. A Machine asks some of them. It
// has up to three parts, and its Builder chooses them (list.go, code.go):
//
//   - A trie of the literals before each pattern's first '*' or end (trie.go).
//     One walk down it reads an octet of the path once at most.
//   - Lists of the patterns with a '*', each behind the literal that they share,
//     asked one by one, the best first, after one look of a guard at the whole
//     path has said which cannot match (list.go, guard.go).
//   - Or, where such patterns are many, the star machine instead of the lists:
//     all pieces of text between stars are looked for at once (stars.go).
//
// Four facts make this the same as asking every pattern (ARCHITECTURE.md proves
// them):
//
//  1. A pattern without '$' is a prefix match: reaching its end is final. The
//     best rank so far is remembered, and what cannot beat it is not asked.
//  2. A star need be entered once only, at the earliest position: entering it
//     later can match nothing more. So each piece between stars is taken at its
//     earliest place, and nothing backtracks.
//  3. Pieces that may begin anywhere are a multi-pattern search: on a mismatch
//     the failure link leads to the longest other beginning, and no octet is
//     read again (Aho and Corasick, 1975).
//  4. Behind an entered star, what stands before it no longer matters.
//
// A machine without the star machine asks at most maxDirect patterns with a '*'
// about a path, each in time linear in the path. ARCHITECTURE.md states the
// bound of the star machine. Memory is linear in the patterns' octets.
//
// Example: the patterns "/a*b$" (rank 2) and "/" (rank 1) on the path "/axb".
// The walk reads "/", remembers rank 1, reads "a", and asks "/a*b$": "xb" ends
// in "b". Rank 2.
package automaton
