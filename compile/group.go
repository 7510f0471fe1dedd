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
	merges int      // how many of its blocks are one machine, the smallest ones
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
	p.ofToken = resized(p.ofToken, len(p.tokens))
	clear(p.bySet)
	for i := 0; i < len(p.uses); {
		j := i
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
	p.single = resized(p.single, len(p.blocks))
	single := p.single
	const unmade = ^uint32(0)
	for i := range single {
		single[i] = unmade
	}
	for i := range p.groups {
		g := &p.groups[i]
		g.refs = g.refs[:0]
		uses := g.uses
		if g.merges > 1 {
			uses = p.smallFirst(g)
			p.merged = p.merged[:0]
			for _, u := range uses[:g.merges] {
				p.merged = append(p.merged, p.blockRanks(u)...)
			}
			g.refs = append(g.refs, uint32(p.builder.Machine(p.merged)))
			uses = uses[g.merges:]
		}
		for _, u := range uses {
			if single[u.block] == unmade {
				single[u.block] = uint32(p.builder.Machine(p.blockRanks(u)))
			}
			g.refs = append(g.refs, single[u.block])
		}
	}
}

// wish is a block that a group has beside others.
type wish struct {
	octets int // of the block's patterns
	order  int // among the group's blocks, the smallest first
	group  int
}

// share sets how many of its blocks each group merges, the smallest first.
//
// Why a budget: a thousand tokens that all name one huge block, and each a
// block of its own, would need a thousand copies of the huge one. All groups
// together may merge as many octets as the body has. The smallest blocks go
// first, so that as few machines as can be are left besides; of blocks that are
// equally large every group gets some. What is not merged is shared.
func (p *parser) share() {
	p.wishes = p.wishes[:0]
	for i := range p.groups {
		g := &p.groups[i]
		g.merges = 0
		if len(g.uses) < 2 {
			continue
		}
		if len(p.wishes) == 0 {
			p.countOctets()
		}
		for order, u := range p.smallFirst(g) {
			p.wishes = append(room(p.wishes, 1), wish{p.octets[u.block], order, i})
		}
	}
	slices.SortFunc(p.wishes, func(x, y wish) int {
		return cmp.Or(cmp.Compare(x.octets, y.octets), cmp.Compare(x.order, y.order), cmp.Compare(x.group, y.group))
	})
	budget := len(p.text)
	for _, w := range p.wishes {
		if budget -= w.octets; budget < 0 {
			break
		}
		p.groups[w.group].merges++
	}
}

// countOctets sets how many octets of patterns each block has.
func (p *parser) countOctets() {
	p.octets = resized(p.octets, len(p.blocks))
	for i := range p.blocks {
		p.octets[i] = 0
		for _, rank := range p.blockRanks(use{block: int32(i)}) {
			p.octets[i] += p.builder.Octets(rank)
		}
	}
}

// smallFirst gives a group's uses in the order of their blocks' size. It is
// valid until the next call.
func (p *parser) smallFirst(g *group) []use {
	p.bySize = append(p.bySize[:0], g.uses...)
	slices.SortStableFunc(p.bySize, func(x, y use) int { return cmp.Compare(p.octets[x.block], p.octets[y.block]) })
	return p.bySize
}

func (p *parser) blockRanks(u use) []automaton.Rank {
	b := &p.blocks[u.block]
	return p.order[p.starts[b.rules.first]:p.starts[b.rules.end]]
}

// orderByRule sets p.order to the ranks of all patterns in the order of their
// rules, and p.starts to where each rule's begin.
func (p *parser) orderByRule() {
	p.starts = resized(p.starts, len(p.rules)+2)
	clear(p.starts)
	for i := range p.standings {
		p.starts[p.standings[i].rule+2]++
	}
	for i := range p.rules {
		p.starts[i+2] += p.starts[i+1]
	}
	p.order = resized(p.order, len(p.standings))
	for i := range p.standings {
		at := &p.starts[p.standings[i].rule+1]
		p.order[*at] = p.ranks[i]
		*at++
	}
}

// sortTokens sets p.byFold, the tokens in the order of their spelling, and
// p.place, where each is in it.
func (p *parser) sortTokens() {
	p.byFold = p.byFold[:0]
	for t := range p.tokens {
		p.byFold = append(p.byFold, token(t))
	}
	slices.SortFunc(p.byFold, func(x, y token) int { return bytes.Compare(p.tokens[x], p.tokens[y]) })
	p.place = resized(p.place, len(p.tokens))
	for i, t := range p.byFold {
		p.place[t] = uint32(i)
	}
}
