// Package peers puts rivals of robotrie behind one small interface, so that
// they can be asked the same questions and timed in the same loop. It is a
// module of its own: what rivals need must not burden who uses robotrie.
//
// A rival gets every advantage that a user could give it by hand: rules are
// read, merged and canonicalised for it by robotrie where it cannot do so
// itself, and only canonical paths are put to it. bench/README.md lists these
// advantages.
package peers
