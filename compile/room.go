package compile

import "slices"

// This file is how slices that are kept from body to body get their room.

// room makes room for n more, and for as many again as there are. Why: append
// alone makes so little for what is large that it is copied, and thrown away,
// five times.
func room[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		return slices.Grow(s, n+len(s))
	}
	return s
}

// resized gives a slice of n elements, whose content is what was there before,
// if anything.
func resized[T any](s []T, n int) []T {
	return slices.Grow(s[:0], n)[:n]
}
