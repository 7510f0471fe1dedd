//go:build race

package robotrie_test

// raceDetector says whether this build takes from pools at random.
const raceDetector = true
