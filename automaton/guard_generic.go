//go:build !amd64 || purego

package automaton

// scan looks at all octets of a path. hits has a bit for every bucket of g that
// may have a match; doubtful tells of octets of d behind the first.
func scan(path []byte, g *guard, d *Doubt) (hits byte, doubtful bool) {
	return scanSlow(path, g, d)
}
