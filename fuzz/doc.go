// Package fuzz holds the fuzz targets: properties that must hold for whatever
// bytes a fuzzer comes up with.
//
//	go test ./fuzz                                  replays the committed corpus
//	go test ./fuzz -run '^$' -fuzz '^FuzzMatch$'    searches on
//	go test ./fuzz -run '^$' -fuzz '^FuzzParse$' -fuzzminimizetime 10x
//
// (Without -fuzzminimizetime the fuzzer spends most of its time on making
// inputs of FuzzParse shorter that are merely interesting.)
//
// FuzzMatch reads its input as a string of choices (internal/gen) from which
// a file and a target in a small alphabet are made, so that nearly every input
// is a meaningful question. FuzzParse takes body, agent and target as they are,
// so that nothing is out of its reach. Both ask the library and the reference
// matcher (internal/oracle) under every dialect, and want the same verdict and
// the same deciding rule. FuzzParse also wants that what is reported is in the
// file, that the compiled form is in proportion to it, and that the file, taken
// apart and printed again, means the same.
//
// FuzzNormalize spells resources in several ways: one resource is one canonical
// path, two are two, canonical paths stay as they are, and the quick test for
// them is right.
//
// The others ask the library alone:
//
//   - FuzzLoad takes octets for an image, with its checksum made to agree: what
//     Load accepts answers everything, and reads nothing but itself and the
//     target, which lie in memory with nothing beside it.
//   - FuzzBatch wants of AllowedBatch what Allowed says one by one.
//   - FuzzWithAgents wants of a file compiled for one crawler what the whole
//     file says to it.
//
// FuzzDiff, FuzzSubtree, FuzzMinimize and FuzzFingerprint make two files of one
// world, and want what is claimed of all targets to hold for some, by the
// reference matcher: a witness flips, a target that flips has a witness of its
// kind, a subtree has one answer, a smaller file answers alike, and fingerprints
// are equal if and only if nothing tells the files apart.
//
// Beside the targets stand tests that search nothing: every small file
// (world_test.go), and what may be done to a file without changing an answer
// (metamorphic_test.go).
//
// An input that once failed stays in testdata/fuzz; what it taught goes into
// testdata/regression as a case a person can read: fuzz/promote makes one.
// RECORD.md says how much was tried, and what it found.
package fuzz
