// Package compile turns the bytes of a robots.txt into ranked patterns and
// hands them to the automaton: bytes, lines, keys and values, groups, ranks.
// It is the only place that knows who wins (rank.go), and the only one that
// knows how the dialects differ (dialect.go: one table of decisions).
//
// It never fails. Whatever is ignored, repaired or cut is a Note.
package compile
