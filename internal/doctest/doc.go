// Package doctest holds tests that keep the documents true.
//
// Every Go block of README.md is a complete program and is run. Every command
// in a sh block of README.md is either run from the root of the tree or, where
// running it here would recurse or need the network, compared with the file
// that makes it true. Where a text block follows directly, it must be what was
// printed. All relative links of all documents must lead somewhere, Go blocks
// of the other documents must parse, and testdata/example must be in step with
// the files it is assembled from.
package doctest
