//go:build race

package access_test

// raceDetector says that this build is several times slower than others.
const raceDetector = true
