package robotrie

// AllowedBatch answers for many targets: it appends to dst, for each of them in
// order, what Allowed says, and returns the extended slice. It allocates only
// where dst is too small.
func (g *Group) AllowedBatch(dst []bool, targets []string) []bool {
	for _, t := range targets {
		dst = append(dst, g.Allowed(t))
	}
	return dst
}
