// Package layering holds one test: it reads the imports of every Go file in
// the tree and compares them with the policy in policy_test.go.
//
// The policy is a table with one row per package. A package without a row
// fails the test, and so does a row without a package, so the table is always
// a complete picture of who may know whom. The files are read in-process with
// go/parser, whatever their build tags, and therefore count as inputs of the
// test: its result is never answered from the cache after an import changed.
package layering
