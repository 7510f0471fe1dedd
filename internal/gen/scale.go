package gen

import (
	"math"
	"math/bits"
)

// between gives the value a share of the way from lo to hi on a logarithmic
// scale; one is added before the logarithm so that 0 has one.
//
// Why: the result is rounded through a fixed table of powers rather than
// math.Pow, whose last bit may differ between architectures; a generated file
// must not.
func between(lo, hi int, share float64) int {
	steps := int(math.Round(share * 1024))
	a, b := log2(lo+1), log2(hi+1)
	return exp2(a+(b-a)*steps/1024) - 1
}

// Logarithms here are integers in units of 1/4096, piecewise linear between
// powers of two, which is as good as a distribution needs.
const unit = 4096

func log2(n int) int {
	k := bits.Len(uint(n)) - 1
	return k*unit + (n-1<<k)*unit>>k
}

func exp2(l int) int {
	k := l / unit
	return 1<<k + (l%unit)<<k/unit
}
