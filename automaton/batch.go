package automaton

import "math/bits"

// maxBatch is how many targets are looked at in one go, maxFast how many octets
// of each, and maxWork how many rows that a guard has found are asked for one,
// and how many pieces compared in vain. Why: the scheduler cannot interrupt it.
const (
	maxBatch = 64
	maxFast  = 4096
	maxWork  = 64
)

// LookBatch puts into marks what Look says of each target, marked or not.
//
// PERF: what the machine is made of stays in registers from target to target,
// and nothing has to be kept for a call.
func (m *Machine) LookBatch(marks []bool, targets []string) {
	if !m.batches {
		for i, target := range targets {
			marks[i] = m.Look(target).Marked()
		}
		return
	}
	for first := 0; first < len(targets); first += maxBatch {
		left, doubts := lookFast(m, &targets[first], min(len(targets)-first, maxBatch), &marks[first])
		for rest := left; rest != 0; rest &= rest - 1 {
			i := first + bits.TrailingZeros64(rest)
			marks[i] = m.Look(targets[i]).Marked()
		}
		for doubts &^= left; doubts != 0; doubts &= doubts - 1 {
			i := first + bits.TrailingZeros64(doubts)
			if !m.canonical(targets[i]) {
				marks[i] = m.unsure(targets[i]).Marked()
			}
		}
	}
}
