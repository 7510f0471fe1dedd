//go:build !amd64 || purego

package automaton

// scanRest looks at all octets of a path but the first. hits has a bit for
// every bucket of g that may have a match, doubtful tells of octets of d.
func scanRest(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	return scanSlow(path, g, d)
}
