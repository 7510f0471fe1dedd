package gen

import (
	"fmt"
	"strings"
)

// Files made to hurt. Each is at most MaxHostile bytes, and aims at one thing
// that an engine may do for every rule, star, agent, line or octet once too
// often; its targets are MaxTarget bytes long and made to keep as much of the
// machine busy as they can, without ever matching a rule that would end it.
//
// The names say what is repeated. What each aims at stands at its entry in
// Hostile.
const (
	MaxHostile = 500 * 1024 // bytes of a body
	MaxTarget  = 2083       // bytes of a target
)

// Hostile gives every hostile file, as large as it gets.
func Hostile() []File { return HostileOf(MaxHostile) }

// HostileOf gives every hostile file at a size of at most so many bytes, 2,048
// or more: small ones for a slow oracle, and a row of sizes to see what grows
// faster than its input.
func HostileOf(size int) []File {
	var all []File
	for _, shape := range hostileShapes {
		f := shape.make(size)
		f.Name = shape.name
		if f.Agent == "" {
			f.Agent = DefaultAgent
		}
		for i, t := range f.Derived {
			f.Derived[i] = cut(t)
		}
		all = append(all, f)
	}
	return all
}

var hostileShapes = []struct {
	name string
	make func(size int) File
}{
	// Stars: nodes of the automaton, all live at once.
	{"star-pairs", starPairs},
	{"nested-stars", nestedStars},
	{"star-ladder", starLadder},
	{"dense-stars", denseStars},
	{"star-anchors", starAnchors},
	{"failure-chain", failureChain},
	{"one-rule-stars", oneRuleStars},
	{"star-run", starRun},
	{"star-chains", starChains},
	{"armed-nest", armedNest},
	{"overlaps", overlaps},
	// Literals: size of the trie, length of its runs, width of its nodes.
	{"nested-literals", nestedLiterals},
	{"one-rule-long", oneRuleLong},
	{"many-literals", manyLiterals},
	{"prefix-bomb", prefixBomb},
	{"first-octets", firstOctets},
	{"equal-rules", equalRules},
	{"twin-rules", twinRules},
	{"twin-rules-often", twinRulesOften},
	{"node-each", nodeEach},
	// Escapes: readings of a pattern, canonical forms.
	{"escaped-stars-one", escapedStarsOne},
	{"escaped-stars-many", escapedStarsMany},
	{"escaped-chains", escapedChains},
	{"all-escapes", allEscapes},
	// Agents and groups: merging.
	{"shared-group", sharedGroup},
	{"many-groups", manyGroups},
	{"own-and-shared", ownAndShared},
	{"repeated-agent", repeatedAgent},
	{"many-machines", manyMachines},
	{"merged-chains", mergedChains},
	{"merged-escapes", mergedEscapes},
	// Lines: what a parser notes, keeps or reports.
	{"junk", junk},
	{"junk-keys", junkKeys},
	{"short-keys", shortKeys},
	{"empty-lines", emptyLines},
	{"one-line", oneLine},
	{"sitemaps", sitemaps},
	{"nul", nul},
	// Found by a search.
	{"late-escapes", lateEscapes},
	{"mixed-escapes", mixedEscapes},
	{"merged-late-escapes", mergedLateEscapes},
	{"nest-at-every-star", nestAtEveryStar},
	{"blocks-of-escapes", blocksOfEscapes},
	{"merged-triples", mergedTriples},
}

// repeat writes lines made by f, after head, as long as they fit.
func repeat(size int, head string, f func(i int) string) []byte {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; ; i++ {
		s := f(i)
		if b.Len()+len(s) > size {
			return []byte(b.String())
		}
		b.WriteString(s)
	}
}

// sprintf is a line of repeat that differs only by its number.
func sprintf(format string) func(int) string {
	return func(i int) string {
		return strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
}

func cut(t string) string { return t[:min(len(t), MaxTarget)] }

// tile repeats s over a whole target that begins with head.
func tile(head, s string) string {
	return cut(head + strings.Repeat(s, MaxTarget/len(s)+1))
}

// run numbers a piece over a whole target: x0x1x2…
func run(head, piece string, from int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := from; b.Len() < MaxTarget; i++ {
		fmt.Fprintf(&b, "%s%d", piece, i)
	}
	return cut(b.String())
}

const everyone = "User-agent: *\n"

// starPairs: 16,000 and more rules of two pieces behind stars. Every xi that
// occurs opens one more star, and no yi ever closes one.
func starPairs(size int) File {
	return File{
		Body: repeat(size, everyone, sprintf("Disallow: /*x#*y#\n")),
		Derived: []string{
			run("/", "x", 0), run("/", "x", 1000), tile("/y", "x1"), tile("/", "x12345"), tile("/", "xy"),
			run("/y0y1y2", "x", 10), "/" + strings.Repeat("x9", 1000) + "y1",
		},
	}
}

// nestedStars: a, aa, aaa … behind one star, each with a star of its own.
func nestedStars(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /*" + strings.Repeat("a", i+1) + "*b\n"
		}),
		Derived: []string{tile("/", "a"), tile("/b", "a"), tile("/", "ac"), tile("/", strings.Repeat("a", 500)+"c")},
	}
}

// starLadder: a star at every depth of one literal chain.
func starLadder(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /" + strings.Repeat("a", i+1) + "*ab" + fmt.Sprint(i) + "\n"
		}),
		Derived: []string{tile("/", "a"), tile("/"+strings.Repeat("a", 1000), "ab"), tile("/"+strings.Repeat("a", 1000), "aab")},
	}
}

// denseStars: rules of six short pieces over two letters, all different, all
// ended by a letter that comes first in the target only. Nearly every star
// node of the file is entered, and none is ever finished.
func denseStars(size int) File {
	c := New(11)
	word := func() string {
		const two = "ab"
		return string([]byte{two[c.IntN(2)], two[c.IntN(2)], two[c.IntN(2)]})
	}
	noise := func(head string) string {
		var b strings.Builder
		b.WriteString(head)
		for b.Len() < MaxTarget {
			b.WriteString(word())
		}
		return cut(b.String())
	}
	return File{
		Body: repeat(size, everyone, func(int) string {
			return "Disallow: /*" + word() + "*" + word() + "*" + word() + "*" + word() + "*" + word() + "*z\n"
		}),
		Derived: []string{noise("/z"), noise("/"), tile("/z", "aaabbbabaabbab"), noise("/zz")},
	}
}

// starAnchors: suffixes, all of them live to the last octet.
func starAnchors(size int) File {
	return File{
		Body: repeat(size, everyone, sprintf("Disallow: /*.#$\n")),
		Derived: []string{
			run("/", ".", 0), tile("/", ".1"), tile("/", ".12345"), tile("/", "."),
		},
	}
}

// failureChain: words whose every suffix begins another word.
func failureChain(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /*" + strings.Repeat("ab", i/2+1) + "ac"[i%2:i%2+1] + "\n"
		}),
		Derived: []string{tile("/", "ab"), tile("/", strings.Repeat("ab", 300)+"b"), tile("/", "aab")},
	}
}

// oneRuleStars: one rule with 100,000 stars and more.
func oneRuleStars(size int) File {
	return File{
		Body:    []byte(everyone + "Disallow: /" + strings.Repeat("*a", size*15/64) + "*b\n"),
		Derived: []string{tile("/", "a"), tile("/b", "a"), tile("/", "ab")},
	}
}

// starRun: nothing but stars, in one rule and in thousands.
func starRun(size int) File {
	body := repeat(size, everyone+"Disallow: /"+strings.Repeat("*", size*2/5)+"b\n", func(i int) string {
		return "Disallow: /" + strings.Repeat("*", 1+i%97) + "b" + fmt.Sprint(i) + "\n"
	})
	return File{Body: body, Derived: []string{tile("/", "a"), tile("/", "b")}}
}

// nestedLiterals: a, aa, aaa … without stars: the deepest trie.
func nestedLiterals(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /" + strings.Repeat("a", i+1) + "$\n"
		}),
		Derived: []string{tile("/", "a"), "/" + strings.Repeat("a", 500) + "b", tile("/"+strings.Repeat("a", 900), "b")},
	}
}

// oneRuleLong: one rule that fills the file.
func oneRuleLong(size int) File {
	rule := strings.Repeat("abcdefghi/", (size-50)/10)
	return File{
		Body:    []byte(everyone + "Disallow: /" + rule + "\n"),
		Derived: []string{tile("/", "abcdefghi/"), cut("/" + rule[:min(2000, len(rule)-1)] + "x")},
	}
}

// manyLiterals: as many different rules as a file can hold, some 47,000.
func manyLiterals(size int) File {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~!&'()+,;=:@"
	n := len(letters)
	name := func(i int) string {
		switch {
		case i < n:
			return letters[i : i+1]
		case i < n+n*n:
			i -= n
			return string([]byte{letters[i/n], letters[i%n]})
		default:
			i -= n + n*n
			return string([]byte{letters[i/n/n%n], letters[i/n%n], letters[i%n]})
		}
	}
	return File{
		Body: repeat(size, "user-agent:*\n", func(i int) string { return "allow:/" + name(i) + "\n" }),
		Derived: []string{
			"/a", "/zz", "/abc", tile("/", "abc"), tile("/", "/"), tile("/~~~", "~"),
		},
	}
}

// prefixBomb: long common beginnings that part at the last octets.
func prefixBomb(size int) File {
	stem := strings.Repeat("/section-of-the-site", 25)
	return File{
		Body: repeat(size, everyone, func(i int) string { return fmt.Sprintf("Disallow: %s/%d*/%d\n", stem, i, i) }),
		Derived: []string{
			stem + "/", run(stem+"/", "", 0), tile(stem+"/999/", "/99"), tile(stem+"/", "9"), stem[:len(stem)-1] + "X",
		},
	}
}

// firstOctets: every octet, raw and escaped, as first, as second and behind a
// star: the widest nodes.
func firstOctets(size int) File {
	octet := func(i int) string {
		if b := byte(i); i%512 < 256 && b != '\n' && b != '\r' && b != '#' {
			return string([]byte{b})
		}
		return fmt.Sprintf("%%%02X", i%256)
	}
	f := File{Body: repeat(size, everyone, func(i int) string {
		switch i % 3 {
		case 0:
			return "Disallow: /" + octet(i/3) + octet(i/1536) + "\n"
		case 1:
			return "Disallow: /*" + octet(i/3) + octet(i/1536) + "y\n"
		default:
			return "Disallow: " + octet(i/3) + "x\n"
		}
	})}
	var raw, escaped strings.Builder
	for i := range 256 {
		raw.WriteByte(byte(i))
		fmt.Fprintf(&escaped, "%%%02x", i)
	}
	f.Derived = []string{
		tile("/", raw.String()), tile("/", escaped.String()), tile("/", "\xff\xfe"), tile("/", "%41"), tile("/z", "abcdefgh"),
	}
	return f
}

// equalRules: one rule, as often as it fits, and with every number of trailing
// stars.
func equalRules(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /same*rule" + strings.Repeat("*", i%9) + "\n"
		}),
		Derived: []string{tile("/same", "rul"), tile("/same", "/"), tile("/sam", "e")},
	}
}

// escapedStarsOne: one rule in which each of 85,000 pieces may fall into the
// path or into the query, where %2F reads differently.
func escapedStarsOne(size int) File {
	return File{
		Body:    []byte(everyone + "Disallow: /" + strings.Repeat("*%2Fa", size/6) + "*b\n"),
		Derived: []string{tile("/", "%2Fa"), tile("/?", "/a"), tile("/?", "%2Fa"), tile("/", "%2Fa?/a")},
	}
}

// escapedStarsMany: the same in thousands of rules.
func escapedStarsMany(size int) File {
	return File{
		Body: repeat(size, everyone, sprintf("Disallow: /*%2Fa#*%2Fb#*%3Fc*%2Fd#\n")),
		Derived: []string{
			run("/", "%2Fa", 0), run("/?", "/a", 0), run("/", "%2fb", 0), tile("/", "%2Fa1%2Fb1"), tile("/?", "/a1/b1%3fc"),
		},
	}
}

// allEscapes: every octet of every rule and target escaped where it need not
// be: the most that canonicalising can do.
func allEscapes(size int) File {
	escaped := func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			fmt.Fprintf(&b, "%%%02x", s[i])
		}
		return b.String()
	}
	return File{
		Body:    repeat(size, everyone, func(i int) string { return "Disallow: /" + escaped(fmt.Sprintf("dir%d", i)) + "\n" }),
		Derived: []string{tile("/", escaped("dir1")), tile("/", "%"), tile("/", "%e3"), tile("/", "\x80"), tile("/", "%7e%")},
	}
}

// sharedGroup: thousands of agents name one huge group.
func sharedGroup(size int) File {
	half := size / 2
	var b strings.Builder
	for i := 0; b.Len() < half; i++ {
		fmt.Fprintf(&b, "User-agent:bot%d\n", i)
	}
	return File{
		Agent:   "bot47",
		Body:    repeat(size, b.String(), sprintf("Disallow:/d#/*e#\n")),
		Derived: []string{run("/d1/", "e", 2), tile("/d12/", "e"), tile("/", "d1/")},
	}
}

// manyGroups: thousands of agents with a group each.
func manyGroups(size int) File {
	return File{
		Agent:   "bot47",
		Body:    repeat(size, "", sprintf("User-agent:bot#\nDisallow:/d#\n")),
		Derived: []string{"/d47/x", "/d4", tile("/d47", "x")},
	}
}

// ownAndShared: thousands of agents with a tiny group each, all of which also
// name one huge group: merged one by one they hold a hundred million rules.
func ownAndShared(size int) File {
	agents := size / 85
	var b strings.Builder
	for i := range agents {
		fmt.Fprintf(&b, "User-agent:bot%d\nDisallow:/own%d\n", i, i)
	}
	for i := range agents {
		fmt.Fprintf(&b, "User-agent:bot%d\n", i)
	}
	return File{
		Agent:   "bot47",
		Body:    repeat(size, b.String(), sprintf("Disallow:/s#*t\n")),
		Derived: []string{tile("/own47", "x"), tile("/s1", "s"), run("/s", "s", 0)},
	}
}

// repeatedAgent: one agent, named again before every rule and in every
// spelling.
func repeatedAgent(size int) File {
	return File{
		Agent: "bot",
		Body: repeat(size, "", func(i int) string {
			name := []byte("bot")
			for k := range name {
				if i>>k&1 == 1 {
					name[k] ^= 0x20
				}
			}
			return fmt.Sprintf("User-agent:%s/%d\nDisallow:/r%d\n", name, i, i)
		}),
		Derived: []string{"/r47", tile("/r", "1"), tile("/r12", "x")},
	}
}

// junk: random octets, no line a rule.
func junk(size int) File {
	c := New(12)
	return File{
		Body: repeat(size, "", func(int) string {
			line := make([]byte, 1+c.IntN(40))
			for i := range line {
				if line[i] = byte(c.IntN(256)); line[i] == ':' {
					line[i] = ';'
				}
			}
			return string(line) + "\n"
		}),
		Derived: []string{tile("/", "x"), "/"},
	}
}

// junkKeys: every line another unknown key, each to be counted and kept.
func junkKeys(size int) File {
	return File{
		Body:    repeat(size, everyone, sprintf("key#:value\n")),
		Derived: []string{tile("/", "x"), "/"},
	}
}

// emptyLines: half a million line ends, and a rule at the end.
func emptyLines(size int) File {
	return File{
		Body:    []byte(strings.Repeat("\r", size-40) + everyone + "Disallow: /x\n"),
		Derived: []string{tile("/x", "y"), tile("/", "y")},
	}
}

// oneLine: one line without separator that fills the file.
func oneLine(size int) File {
	return File{
		Body:    []byte(strings.Repeat("disallow ", size/9)),
		Derived: []string{tile("/", "x")},
	}
}

// sitemaps: tens of thousands of records to keep.
func sitemaps(size int) File {
	return File{
		Body:    repeat(size, everyone+"Disallow: /x\n", sprintf("Sitemap:/s#\n")),
		Derived: []string{tile("/x", "y"), tile("/", "y")},
	}
}

// nul: rules between NUL octets, and a tail of nothing else.
func nul(size int) File {
	body := repeat(size, everyone, func(i int) string {
		if i < size/50 {
			return fmt.Sprintf("Disallow: /a\x00%d\x00\n", i)
		}
		return strings.Repeat("\x00", 1000)
	})
	return File{Body: body, Derived: []string{tile("/a", "\x00"), tile("/a\x00", "1"), tile("/", "%00")}}
}
