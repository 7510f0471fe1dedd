//go:build race

package main

// raceDetector says that this build allocates where others do not.
const raceDetector = true
