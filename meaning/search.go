package meaning

// This file walks a space from the shortest path to the longest.
//
// Idea: Dijkstra's search. A unit costs one octet or three, so open states lie
// in four buckets, by the length of the shortest path to them, modulo four
// (Dial's form). What visit is shown is in the order of lengths: the first path
// that shows something is a shortest one.
//
// Bound: that of the space.

// visit is what to do behind a state that was looked at.
type visit uint8

const (
	goOn  visit = iota // look at what follows
	leave              // nothing below this state matters
	stop               // the search has found what it was for
)

// search is one walk. It keeps how each state was reached.
type search struct {
	space *space
	paths []reached // by state
	open  [4][]stateID
	// proved: all paths of at most this many octets have been looked at.
	proved int
	// whole: there are no others.
	whole bool
}

type reached struct {
	octets int32 // of the shortest path, 0: not reached
	from   stateID
	unit   unit
	closed bool
}

// clear forgets a walk, but not its memory.
func (w *search) clear() {
	clear(w.paths)
	w.paths = w.paths[:0]
	for i := range w.open {
		w.open[i] = w.open[i][:0]
	}
	w.proved, w.whole = 0, false
}

// begin adds a state from which to walk, with the octets of the path before it.
func (w *search) begin(id stateID, octets int) {
	if id == noState {
		return
	}
	w.reach(id, noState, noUnit, int32(octets))
}

func (w *search) reach(id, from stateID, u unit, octets int32) {
	for int(id) >= len(w.paths) {
		w.paths = append(w.paths, reached{})
	}
	p := &w.paths[id]
	if p.octets != 0 && p.octets <= octets {
		return
	}
	*p = reached{octets: octets, from: from, unit: u}
	w.open[octets&3] = append(w.open[octets&3], id)
}

// run walks until visit stops it, until nothing is open, or until a limit ends.
func (w *search) run(visit func(id stateID, st *state) visit) {
	var st state
	empty, cut := 0, false
	for octets := int32(0); empty < 4; octets++ {
		level := &w.open[octets&3]
		if len(*level) == 0 {
			empty++
		} else {
			empty = 0
		}
		for i := 0; i < len(*level); i++ {
			id := (*level)[i]
			p := &w.paths[id]
			if p.closed || p.octets != octets {
				continue
			}
			p.closed = true
			w.space.open(&st, id)
			switch visit(id, &st) {
			case leave:
				continue
			case stop:
				return
			}
			// Where a limit has ended, what is open is still looked at.
			if !w.space.spent {
				w.expand(id, octets)
			}
		}
		*level = (*level)[:0]
		if !cut {
			w.proved, cut = int(octets), w.space.spent
		}
	}
	w.whole = !w.space.spent
}

func (w *search) expand(id stateID, octets int32) {
	row := w.space.next(id)
	last := id // most units lead where the one before leads
	for _, u := range w.space.alpha.liked {
		to := row[u]
		if to == last || to == id || to == noState {
			continue
		}
		last = to
		w.reach(to, id, u, octets+w.space.alpha.units[u].cost)
	}
}

// path spells the shortest path to a state, behind what it began with.
func (w *search) path(before []byte, id stateID) []byte {
	var units []unit
	for ; w.paths[id].unit != noUnit; id = w.paths[id].from {
		units = append(units, w.paths[id].unit)
	}
	path := append([]byte{}, before...)
	for i := len(units) - 1; i >= 0; i-- {
		path = append(path, w.space.alpha.units[units[i]].text...)
	}
	return path
}
