package automaton

// maxBatch is how many targets are looked at in one go, and maxFast how many
// octets of each a guard looks at there. Why: the scheduler cannot interrupt it.
const (
	maxBatch = 256
	maxFast  = 4096
)

// LookBatch puts into marks what Look says of each target, marked or not.
//
// PERF: what the machine is made of stays in registers from target to target,
// and nothing has to be kept for a call.
func (m *Machine) LookBatch(marks []bool, targets []string) {
	var rows [scanRows]byte
	for len(targets) > 0 {
		n := min(len(targets), maxBatch)
		done, best, hits := 0, noVote, uint64(0)
		if m.batches {
			done, best, hits = lookFast(m, &targets[0], n, &marks[0], &rows)
		}
		if done < n {
			target := targets[done]
			if hits != 0 {
				best = m.lookHits(target, best, 0, hits, 0, &rows)
			} else {
				best = m.Look(target)
			}
			marks[done] = best.Marked()
			done++
		}
		marks, targets = marks[done:], targets[done:]
	}
}
