package compile

import (
	"slices"
	"sync"

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

// Limit gives how many bytes of a body count.
func (o Options) Limit() int {
	if o.MaxSize > 0 {
		return min(o.MaxSize, sizeLimit)
	}
	return dialects[o.Dialect].maxSize
}

// Compile reads a robots.txt. It keeps nothing of body, and allocates little
// besides the image: its scratch memory is reused.
func Compile(body []byte, o Options) Image {
	p := parsers.Get().(*parser)
	defer p.release()
	return view(p.compile(body, o))
}

func (p *parser) compile(body []byte, o Options) []byte {
	d := &dialects[o.Dialect]
	p.reset(d)
	p.want(o.Agents)
	p.text = p.cut(body, o.Limit())
	p.parse()
	p.stand()
	if invariants {
		p.checkOrder()
	}
	p.groupUp()
	p.finishNotes()
	image := p.write()
	if invariants {
		checkImage(image)
	}
	return image
}

var parsers = sync.Pool{New: func() any { return newParser() }}

func newParser() *parser {
	return &parser{builder: &automaton.Builder{}, byName: map[string]token{}, bySet: map[string]int{}}
}

// sizeLimit is how many bytes of a body count whatever the caller says. Why:
// an image's offsets are numbers of four bytes, and the image of a body made to
// harm may be many times as large.
const sizeLimit = 32 << 20

// maxKept is how large a body's scratch memory may be for it to be kept.
const maxKept = 8 << 20

func (p *parser) release() {
	if p.held() > maxKept {
		return
	}
	p.text = nil
	parsers.Put(p)
}

// held gives about how many octets of memory the largest parts take.
func (p *parser) held() int {
	return cap(p.table) + cap(p.meta) + p.builder.Held() + 40*cap(p.standings) + p.unknown.held() + 64*(len(p.byName)+len(p.bySet))
}

func (p *parser) want(agents []string) {
	p.all = agents == nil
	p.wanted = p.wanted[:0]
	for _, name := range agents {
		if token, named := p.d.form.Token([]byte(name)); named {
			p.wanted = append(p.wanted, string(appendName(nil, token)))
		}
	}
	slices.Sort(p.wanted)
}

// write writes the image with as few octets a number as do. Four always do, see
// sizeLimit.
func (p *parser) write() []byte {
	for w := p.width(); ; w++ {
		p.table = p.writeTable(p.table[:0], w)
		size := len(p.table)
		// Padding, for building alone: in the image, other sections follow.
		p.table = append(p.table, make([]byte, automaton.Padding)...)
		p.build(p.table, w)
		limit := uint64(1) << (8*w - 1)
		if uint64(size) >= limit || uint64(len(p.builder.Code())) >= limit {
			continue
		}
		image := p.assemble(p.table[:size], w)
		if uint64(len(p.meta)) < 2*limit {
			return image
		}
	}
}

// width guesses how many octets numbers take, from below.
func (p *parser) width() int {
	octets := 0
	for i := range p.standings {
		octets += int(p.standings[i].pattern.to-p.standings[i].pattern.from) + 6
	}
	switch {
	case octets < 24_000 && p.line < 1<<16: // the code is seldom a third larger
		return 2
	case p.line < 1<<24:
		return 3
	default:
		return 4
	}
}

// appendName appends the spelling in which tokens are compared.
func appendName(dst, token []byte) []byte { return normalize.AppendFold(dst, token) }
