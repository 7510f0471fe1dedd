package compile

import (
	"bytes"
	"encoding/binary"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/normalize"
)

// Options say how a body is compiled. The zero value is RFC9309, every group,
// the dialect's own size limit.
type Options struct {
	Dialect Dialect

	// Agents, where it is not nil, are the callers' names whose groups are
	// kept; those of other tokens are left out, except the wildcard group.
	Agents []string

	// MaxSize is how many bytes of the body count; 0 is the dialect's default.
	MaxSize int
}

// A Token is a product token that the file names: an index into File.Tokens.
type Token int

// starToken stands for '*', the wildcard group.
const starToken Token = -1

// A File is a compiled robots.txt. It is not changed after Compile.
type File struct {
	Dialect  Dialect
	Tokens   []string // lower case, in order of appearance
	Blocks   []Block
	Rules    []Rule // in file order
	Records  []Record
	Sitemaps [][]byte
	Notes    []Note

	// Ranked holds the rule behind every rank: Ranked[rank-1].
	Ranked []int

	// Groups are the merged groups; Star is that of '*'. ByToken holds each
	// token's. A nil Star: the file has no wildcard group.
	Groups  []*Group
	Star    *Group
	ByToken []*Group

	tokens map[string]Token
}

// A Group is what one token, or several with the same groups, must follow.
type Group struct {
	Tokens []Token // in order of appearance; starToken among them for '*'
	Parts  []Part  // in file order

	// Machines together hold the rules of all parts. The highest rank that any
	// of them gives is the group's answer. There is one, except where merging
	// the parts of many groups would multiply the file (see budget).
	Machines []*automaton.Machine
}

// A Part is a block of a group, with the records that are the token's.
type Part struct {
	Block       int
	FirstRecord int
}

// IsStar reports whether t is the wildcard.
func (t Token) IsStar() bool { return t == starToken }

// Compile reads a robots.txt. It keeps nothing of body.
func Compile(body []byte, o Options) *File {
	d := &dialects[o.Dialect]
	p := &parser{d: d, form: o.Dialect, out: &File{Dialect: o.Dialect}}
	if o.Agents != nil {
		p.wanted = make(map[string]bool, len(o.Agents))
		for _, name := range o.Agents {
			if token, named := d.form.Token([]byte(name)); named {
				p.wanted[string(appendName(nil, token))] = true
			}
		}
	}
	maxSize := o.MaxSize
	if maxSize <= 0 {
		maxSize = d.maxSize
	}
	p.parse(bytes.Clone(p.text(body, maxSize)))
	patterns := p.rank(len(body))
	p.group()
	p.build(patterns)
	p.finishNotes()
	return p.out
}

// appendName appends the spelling in which tokens are compared.
func appendName(dst, token []byte) []byte { return normalize.AppendFold(dst, token) }

// token finds or adds a token by its folded spelling.
func (f *File) token(folded []byte) Token {
	if t, ok := f.tokens[string(folded)]; ok {
		return t
	}
	if f.tokens == nil {
		f.tokens = map[string]Token{}
	}
	t := Token(len(f.Tokens))
	f.Tokens = append(f.Tokens, string(folded))
	f.tokens[f.Tokens[t]] = t
	return t
}

// Find gives the group that names the token, which is folded here; nil where
// none does.
func (f *File) Find(token []byte) *Group {
	var buf [64]byte
	t, ok := f.tokens[string(appendName(buf[:0], token))]
	if !ok {
		return nil
	}
	return f.ByToken[t]
}

// group merges blocks: every token gets the parts that name it (3.5).
func (p *parser) group() {
	f := p.out
	parts := make([][]Part, len(f.Tokens)+1) // by token + 1
	order := []Token{}
	for b, block := range f.Blocks {
		for _, agent := range block.Agents {
			have := parts[agent.Token+1]
			if n := len(have); n > 0 && (p.d.firstGroupOnly || have[n-1].Block == b) {
				continue
			}
			if len(have) == 0 {
				order = append(order, agent.Token)
			}
			first := max(agent.FirstRecord, block.Records.First)
			parts[agent.Token+1] = append(have, Part{Block: b, FirstRecord: first})
		}
	}
	f.ByToken = make([]*Group, len(f.Tokens))
	bySet := map[string]*Group{}
	var key []byte
	for _, token := range order {
		set := parts[token+1]
		key = key[:0]
		for _, part := range set {
			key = binary.AppendUvarint(key, uint64(part.Block))
			key = binary.AppendUvarint(key, uint64(part.FirstRecord))
		}
		g := bySet[string(key)]
		if g == nil {
			g = &Group{Parts: set}
			bySet[string(key)] = g
			f.Groups = append(f.Groups, g)
		}
		g.Tokens = append(g.Tokens, token)
		if token.IsStar() {
			f.Star = g
		} else {
			f.ByToken[token] = g
		}
	}
}

// build compiles the rules of every group. patterns holds those of each rule.
//
// Why a budget: a thousand tokens that all name one huge block, and each a
// block of its own, would need a thousand copies of the huge one. Groups of
// several blocks share the machines of their blocks once the copies exceed the
// file's own rules twice.
func (p *parser) build(patterns [][]automaton.Pattern) {
	f := p.out
	budget := 2 * len(f.Rules)
	single := make([]*automaton.Machine, len(f.Blocks))
	var scratch []automaton.Pattern
	add := func(part Part) {
		for r := f.Blocks[part.Block].Rules.First; r < f.Blocks[part.Block].Rules.End; r++ {
			scratch = append(scratch, patterns[r]...)
		}
	}
	machine := func(part Part) *automaton.Machine {
		if single[part.Block] == nil {
			scratch = scratch[:0]
			add(part)
			single[part.Block] = automaton.Build(scratch)
		}
		return single[part.Block]
	}
	for _, g := range f.Groups {
		if len(g.Parts) == 1 {
			g.Machines = []*automaton.Machine{machine(g.Parts[0])}
			continue
		}
		rules := 0
		for _, part := range g.Parts {
			rules += f.Blocks[part.Block].Rules.End - f.Blocks[part.Block].Rules.First
		}
		if rules > budget {
			for _, part := range g.Parts {
				g.Machines = append(g.Machines, machine(part))
			}
			continue
		}
		budget -= rules
		scratch = scratch[:0]
		for _, part := range g.Parts {
			add(part)
		}
		g.Machines = []*automaton.Machine{automaton.Build(scratch)}
	}
}
