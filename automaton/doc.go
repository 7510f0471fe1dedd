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
// Patterns share their beginnings in a trie. A '*' is an edge to a star node,
// the root of a trie of its own: the text up to the next '*' may begin
// anywhere from there. Four facts keep the work small (ARCHITECTURE.md proves
// them):
//
//  1. A pattern without '$' is a prefix match: reaching its node is final.
//     The best rank so far is remembered, and what cannot beat it is dropped.
//  2. A star node need be entered once only, at the earliest position:
//     entering it later can match nothing more.
//  3. The literals behind one star node are a multi-pattern search: on a
//     mismatch the failure link leads to the longest other beginning, and no
//     octet is read again (Aho and Corasick, 1975).
//  4. Behind an entered star node, the nodes before it no longer matter for
//     its patterns.
//
// So every live part of the machine looks at each octet once, in step with all
// others; the work is at most path length × star nodes entered, whatever the
// patterns are. Memory is linear in the patterns' octets.
//
// Example: the patterns "/a*b$" (rank 2) and "/" (rank 1) on the path "/axb".
// The trie walk reads "/", remembers rank 1, reads "a", enters the star node,
// and dies at "x". The star node's trie reads "x" (back to its root), "b", and
// the path ends on the node of "b$": rank 2.
package automaton
