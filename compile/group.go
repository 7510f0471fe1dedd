package compile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/robotrie/robotrie/automaton"
)

// This file merges blocks into groups and gives every group its machines
// (docs/SEMANTICS.md, 3.5).

// use is a block that a token's group has, with the records that are its own.
type use struct {
	token       token
	block       int32
	firstRecord int32
}

// group is what one token, or several with the same uses, must follow.
type group struct {
	uses   []use    // in file order
	tokens []token  // in order of appearance
	refs   []uint32 // machines
	share  int      // octets of patterns that it may merge
	at     uint32   // of its descriptor
}

// groupUp fills p.groups: every token gets the blocks that name it.
func (p *parser) groupUp() {
	p.uses = p.uses[:0]
	for b := range p.blocks {
		for _, a := range p.agents[p.blocks[b].agents.first:p.blocks[b].agents.end] {
			p.uses = append(p.uses, use{a.token, int32(b), int32(a.firstRecord)})
		}
	}
	slices.SortStableFunc(p.uses, func(x, y use) int { return cmp.Compare(x.token, y.token) })
	p.groups = p.groups[:0]
	p.ofToken = slices.Grow(p.ofToken[:0], len(p.tokens))[:len(p.tokens)]
	if len(p.bySet) > 0 {
		clear(p.bySet)
	}
	for i := 0; i < len(p.uses); {
		j := i + 1
		for j < len(p.uses) && p.uses[j].token == p.uses[i].token {
			j++
		}
		set := slices.CompactFunc(p.uses[i:j:j], func(x, y use) bool { return x.block == y.block })
		if p.d.firstGroupOnly {
			set = set[:1]
		}
		g := p.groupOf(set)
		p.ofToken[p.uses[i].token] = g
		p.groups[g].tokens = append(p.groups[g].tokens, p.uses[i].token)
		i = j
	}
}

// groupOf finds or adds the group with a set of uses.
func (p *parser) groupOf(set []use) int {
	if n := len(p.groups); n > 0 && sameUses(p.groups[n-1].uses, set) {
		return n - 1
	}
	p.setKey = p.setKey[:0]
	for _, u := range set {
		p.setKey = binary.AppendUvarint(p.setKey, uint64(u.block))
		p.setKey = binary.AppendUvarint(p.setKey, uint64(u.firstRecord))
	}
	if g, known := p.bySet[string(p.setKey)]; known {
		return g
	}
	if p.bySet == nil {
		p.bySet = map[string]int{}
	}
	g := len(p.groups)
	p.bySet[string(p.setKey)] = g
	if g < cap(p.groups) {
		p.groups = p.groups[:g+1]
		p.groups[g] = group{uses: set, tokens: p.groups[g].tokens[:0], refs: p.groups[g].refs[:0]}
	} else {
		p.groups = append(p.groups, group{uses: set})
	}
	return g
}

func sameUses(x, y []use) bool {
	return slices.EqualFunc(x, y, func(a, b use) bool { return a.block == b.block && a.firstRecord == b.firstRecord })
}

// build writes the machines of every group.
func (p *parser) build(table []byte, w int) {
	p.builder.Begin(table, w)
	p.orderByRule()
	p.share()
	single := slices.Grow(p.single[:0], len(p.blocks))[:len(p.blocks)]
	p.single = single
	const unmade = ^uint32(0)
	for i := range single {
		single[i] = unmade
	}
	for i := range p.groups {
		g := &p.groups[i]
		g.refs = g.refs[:0]
		p.bySize = append(p.bySize[:0], g.uses...)
		n := p.affordable(p.bySize, g.share)
		if n > 1 {
			p.merged = p.merged[:0]
			for _, u := range p.bySize[:n] {
				p.merged = append(p.merged, p.blockRanks(u)...)
			}
			g.refs = append(g.refs, uint32(p.builder.Machine(p.merged)))
		} else {
			n = 0
		}
		for _, u := range p.bySize[n:] {
			if single[u.block] == unmade {
				single[u.block] = uint32(p.builder.Machine(p.blockRanks(u)))
			}
			g.refs = append(g.refs, single[u.block])
		}
	}
}

// share sets how many octets of patterns each group may merge, and for each
// block how many it has.
//
// Why a budget: a thousand tokens that all name one huge block, and each a
// block of its own, would need a thousand copies of the huge one. All groups
// together may merge as many octets as the body has. Each has an equal share of
// what those before it have left, those that want least first. A group merges
// its smallest blocks, as far as its share goes, so that few machines are left
// besides; those are shared with other groups.
func (p *parser) share() {
	p.several = p.several[:0]
	for i := range p.groups {
		if len(p.groups[i].uses) > 1 {
			p.several = append(p.several, i)
		}
	}
	if len(p.several) == 0 {
		return
	}
	p.octets = slices.Grow(p.octets[:0], len(p.blocks))[:len(p.blocks)]
	for i := range p.blocks {
		p.octets[i] = 0
		for _, rank := range p.blockRanks(use{block: int32(i)}) {
			p.octets[i] += p.builder.Octets(rank)
		}
	}
	for _, i := range p.several {
		g := &p.groups[i]
		g.share = 0
		for _, u := range g.uses {
			g.share += p.octets[u.block]
		}
	}
	slices.SortStableFunc(p.several, func(x, y int) int { return cmp.Compare(p.groups[x].share, p.groups[y].share) })
	budget := len(p.text)
	for k, i := range p.several {
		g := &p.groups[i]
		g.share = min(g.share, budget/(len(p.several)-k))
		p.bySize = append(p.bySize[:0], g.uses...)
		for _, u := range p.bySize[:p.affordable(p.bySize, g.share)] {
			budget -= p.octets[u.block]
		}
	}
}

// affordable gives how many of a group's blocks a share is enough for. Where
// that is not all, it brings the smallest to the front.
func (p *parser) affordable(uses []use, share int) (n int) {
	if len(uses) < 2 {
		return len(uses)
	}
	total := 0
	for _, u := range uses {
		total += p.octets[u.block]
	}
	if total <= share {
		return len(uses)
	}
	slices.SortStableFunc(uses, func(x, y use) int { return cmp.Compare(p.octets[x.block], p.octets[y.block]) })
	for total = 0; total+p.octets[uses[n].block] <= share; n++ {
		total += p.octets[uses[n].block]
	}
	return n
}

func (p *parser) blockRanks(u use) []automaton.Rank {
	b := &p.blocks[u.block]
	return p.order[p.starts[b.rules.first]:p.starts[b.rules.end]]
}

// orderByRule sets p.order to the ranks of all patterns in the order of their
// rules, and p.starts to where each rule's begin.
func (p *parser) orderByRule() {
	p.starts = slices.Grow(p.starts[:0], len(p.rules)+2)[:len(p.rules)+2]
	clear(p.starts)
	for i := range p.standings {
		p.starts[p.standings[i].rule+2]++
	}
	for i := 2; i < len(p.starts); i++ {
		p.starts[i] += p.starts[i-1]
	}
	p.order = slices.Grow(p.order[:0], len(p.standings))[:len(p.standings)]
	for i := range p.standings {
		at := &p.starts[p.standings[i].rule+1]
		p.order[*at] = p.ranks[i]
		*at++
	}
	p.starts = p.starts[:len(p.rules)+1]
}

// sortTokens sets p.byFold, the tokens in the order of their spelling, and
// p.place, where each is in it.
func (p *parser) sortTokens() {
	p.byFold = p.byFold[:0]
	for t := range p.tokens {
		p.byFold = append(p.byFold, token(t))
	}
	slices.SortFunc(p.byFold, func(x, y token) int { return bytes.Compare(p.tokens[x], p.tokens[y]) })
	p.place = slices.Grow(p.place[:0], len(p.tokens))[:len(p.tokens)]
	for i, t := range p.byFold {
		p.place[t] = uint32(i)
	}
}
