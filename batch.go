package robotrie

import "slices"

// AllowedBatch answers for many targets: it appends to dst, for each of them in
// order, what Allowed says, and returns the extended slice. It allocates only
// where dst is too small. Asking about many targets of one group in this way
// takes about half the time of asking about each.
func (g *Group) AllowedBatch(dst []bool, targets []string) []bool {
	n := len(dst)
	dst = slices.Grow(dst, len(targets))[:n+len(targets)]
	g.first[0].LookBatch(dst[n:], targets)
	return dst
}
