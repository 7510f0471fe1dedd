package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Recipe writes a hostile file of any size, and can be written down, read,
// and changed at random (mutate.go), so that a search can look for files that
// hurt more than those somebody thought of. One line of it is one of
//
//	agents merged           who the rules are for, see Spread
//	once /(*a){2200}*z      a rule that stands once
//	line /*b*(a){+}*z       a rule that is repeated as long as it fits
//	path /zb(a){1000}c      a path that is asked for
//
// In a rule and in a path,
//
//	(text){9}   is the text nine times
//	(text){+}   is the text as often as the line's number says, from 1
//	#           is the line's number, from 0
//	@           is an a or a b, at random, anew at each place
//
// and all else is itself, a star and a dollar sign too. Parentheses do not
// nest.
//
// For example, "line /*x#*y#" is the shape star-pairs: /*x0*y0, /*x1*y1 ….
type Recipe struct {
	Agents Spread
	Once   []Text
	Lines  []Text
	Paths  []Text
}

// Text is what a rule's value or a path is made of.
type Text []Part

// A Part is a text that is repeated.
type Part struct {
	Text  string
	Times int
	Grows bool // as often as the line's number says, instead of Times
}

// Spread says how a recipe's rules are spread over groups.
type Spread int

// The ways to spread rules.
const (
	Everyone Spread = iota // one group for every crawler
	Merged                 // one block, which three agents name beside a block of their own
	Blocks                 // one agent, a block for every line, none of which may be merged
	Shared                 // one block, which as many agents name as fit into half the file, beside a rule of their own
)

var spreads = []string{"everyone", "merged", "blocks", "shared"}

func (s Spread) String() string { return spreads[s] }

// File writes the file.
func (r Recipe) File(size int) File {
	size = max(size, 2048)
	f := File{Agent: DefaultAgent}
	head := everyone
	switch r.Agents {
	case Merged:
		size -= mergedSize
	case Blocks:
		head, f.Agent = usedUp(size/4), "c"
	case Shared:
		head, f.Agent = ownBlocks(size/2), "bota"
	}
	block := func(i int) string {
		if r.Agents == Blocks && i >= 0 {
			return "User-agent:c\n"
		}
		return ""
	}
	for _, t := range r.Once {
		if line := block(0) + "Disallow:" + t.write(0, size/2) + "\n"; len(head)+len(line) < size {
			head += line
		}
	}
	f.Body = []byte(head)
	if len(r.Lines) > 0 {
		f.Body = repeat(size, head, func(i int) string {
			n := i / len(r.Lines)
			return block(n) + "Disallow:" + r.Lines[i%len(r.Lines)].write(n, size) + "\n"
		})
	}
	if r.Agents == Merged {
		f = merged(f)
	}
	for _, t := range r.Paths {
		path := t.write(1000, MaxTarget)
		if !strings.HasPrefix(path, "/") {
			path = cut("/" + path)
		}
		f.Derived = append(f.Derived, path)
	}
	return f
}

// usedUp writes blocks that use up what may be spent on merging blocks.
func usedUp(size int) string {
	var b strings.Builder
	const others = "defghi"
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent:%c\nDisallow:/%c\n", c, c)
	}
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent:%c\n", c)
	}
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "Allow:/%x\n", i)
	}
	return b.String()
}

// ownBlocks writes agents with a rule each, and ends with all their names.
// Names hold letters only: some dialects cut a name at the first digit.
func ownBlocks(size int) string {
	var own, names strings.Builder
	for i := 0; own.Len()+names.Len() < size; i++ {
		name := []byte{}
		for n := i; ; n = n/26 - 1 {
			if name = append(name, byte('a'+n%26)); n < 26 {
				break
			}
		}
		fmt.Fprintf(&own, "User-agent:bot%s\nDisallow:/own%d\n", name, i)
		fmt.Fprintf(&names, "User-agent:bot%s\n", name)
	}
	return own.String() + names.String()
}

// write writes the text for one line, cut to a limit.
func (t Text) write(line, limit int) string {
	c := New(uint64(line))
	number := strconv.Itoa(line)
	var b strings.Builder
	for _, p := range t {
		times := p.Times
		if p.Grows {
			times = line + 1
		}
		for range times {
			if b.Len() >= limit || len(p.Text) == 0 {
				break
			}
			for _, o := range []byte(p.Text) {
				switch o {
				case '#':
					b.WriteString(number)
				case '@':
					b.WriteByte("ab"[c.IntN(2)])
				default:
					b.WriteByte(o)
				}
			}
		}
	}
	s := b.String()
	return s[:min(len(s), limit)]
}

// String writes the recipe down, as ParseRecipe reads it.
func (r Recipe) String() string {
	var b strings.Builder
	if r.Agents != Everyone {
		fmt.Fprintf(&b, "agents %s\n", r.Agents)
	}
	for _, part := range []struct {
		name  string
		texts []Text
	}{{"once", r.Once}, {"line", r.Lines}, {"path", r.Paths}} {
		for _, t := range part.texts {
			fmt.Fprintf(&b, "%s %s\n", part.name, t)
		}
	}
	return b.String()
}

func (t Text) String() string {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.Grows:
			fmt.Fprintf(&b, "(%s){+}", p.Text)
		case p.Times == 1:
			b.WriteString(p.Text)
		default:
			fmt.Fprintf(&b, "(%s){%d}", p.Text, p.Times)
		}
	}
	return b.String()
}

// ParseRecipe reads what String writes.
func ParseRecipe(s string) (Recipe, error) {
	var r Recipe
	n := 0
	for line := range strings.Lines(s) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, value, _ := strings.Cut(line, " ")
		if key == "agents" {
			i := slices.Index(spreads, value)
			if i < 0 {
				return r, fmt.Errorf("recipe, line %d: no such way to spread rules: %q", n, value)
			}
			r.Agents = Spread(i)
			continue
		}
		t, err := parseText(value)
		if err != nil {
			return r, fmt.Errorf("recipe, line %d: %w", n, err)
		}
		switch key {
		case "once":
			r.Once = append(r.Once, t)
		case "line":
			r.Lines = append(r.Lines, t)
		case "path":
			r.Paths = append(r.Paths, t)
		default:
			return r, fmt.Errorf("recipe, line %d: no such key: %q", n, key)
		}
	}
	return r, nil
}

func parseText(s string) (Text, error) {
	var t Text
	for s != "" {
		before, rest, found := strings.Cut(s, "(")
		if before != "" {
			t = append(t, Part{Text: before, Times: 1})
		}
		if !found {
			break
		}
		text, rest, ok := strings.Cut(rest, "){")
		count, rest, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return nil, fmt.Errorf("%q: a parenthesis without its end or its number", s)
		}
		p := Part{Text: text, Grows: count == "+"}
		if !p.Grows {
			var err error
			if p.Times, err = strconv.Atoi(count); err != nil {
				return nil, fmt.Errorf("%q: how often: %w", s, err)
			}
		}
		t = append(t, p)
		s = rest
	}
	return t, nil
}
