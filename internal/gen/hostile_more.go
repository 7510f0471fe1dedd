package gen

import (
	"fmt"
	"strings"
)

// The shapes of this file aim at what an engine's answers to those of
// hostile.go cost in their turn: the queues of a search for many pieces, the
// copies that merging groups makes, the notes that diagnostics keep.

// randomWords writes random words over the letters a and b, each followed by sep.
func randomWords(seed uint64, words, length int, sep string) string {
	c := New(seed)
	var b strings.Builder
	for range words {
		for range length {
			b.WriteByte("ab"[c.IntN(2)])
		}
		b.WriteString(sep)
	}
	return b.String()
}

// starChains: rules of a thousand one-octet pieces. All chains go on side by
// side, a piece every second octet of the path: as many stars as octets can
// hold, nearly all of them entered.
func starChains(size int) File {
	pieces := min(1000, size/200)
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow:/*" + randomWords(uint64(i), pieces, 1, "*") + "z\n"
		}),
		Derived: []string{"/z" + randomWords(7, MaxTarget, 1, ""), tile("/z", "ab"), tile("/", "aabb")},
	}
}

// mergedChains: the rules of starChains in one block, which three agents name
// beside a block of their own, so that each has reason to want a copy.
func mergedChains(size int) File {
	return merged(starChains(size - mergedSize))
}

// mergedSize is what merged adds to a body at most.
const mergedSize = 200

// merged gives the rules of everyone to three agents with a rule of their own.
// Names hold letters only: some dialects cut a name at the first digit.
func merged(f File) File {
	const own = "User-agent:bota\nDisallow:/1\n\nUser-agent:botb\nDisallow:/2\n\nUser-agent:botc\nDisallow:/3\n\n"
	const shared = "User-agent:bota\nUser-agent:botb\nUser-agent:botc\n"
	f.Agent = "botc"
	f.Body = []byte(own + shared + strings.TrimPrefix(string(f.Body), everyone))
	return f
}

// armedNest: the pieces a, aa, aaa …, which all end at every octet of the path,
// and one chain that enters a star there: whatever was learnt about the pieces
// must be learnt again.
func armedNest(size int) File {
	chain := "Disallow: /" + strings.Repeat("*a", min(2200, size/8)) + "*z\n"
	return File{
		Body: repeat(size, everyone+chain, func(i int) string {
			return "Disallow: /*b*" + strings.Repeat("a", i+1) + "*z\n"
		}),
		Derived: []string{tile("/", "a"), tile("/b", "a"), tile("/z", "a"), tile("/zb", strings.Repeat("a", 1000)+"c")},
	}
}

// overlaps: one long piece behind every star of a chain, found at every octet
// and for long too early.
func overlaps(size int) File {
	long := strings.Repeat("a", min(400, size/16))
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return "Disallow: /" + strings.Repeat("*a", i+1) + "*" + long + "*z\n"
		}),
		Derived: []string{tile("/", "a"), tile("/z", "a")},
	}
}

// manyMachines: one agent that thousands of tiny blocks name. Other agents have
// used up what may be spent on merging blocks before.
func manyMachines(size int) File {
	var b strings.Builder
	const others = "defghi"
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent:%c\nDisallow:/%c\n", c, c)
	}
	for _, c := range others {
		fmt.Fprintf(&b, "User-agent:%c\n", c)
	}
	for i := 0; b.Len() < size/4; i++ {
		fmt.Fprintf(&b, "Allow:/%x\n", i)
	}
	return File{
		Agent:   "c",
		Body:    repeat(size, b.String(), func(int) string { return "User-agent:c\nDisallow:*abb\n" }),
		Derived: []string{tile("/bb", "aaab"), tile("/bb", "ab"), tile("/", "bba"), tile("/", "a")},
	}
}

// twinRules: two rules that share all of their 250,000 octets but the last.
func twinRules(size int) File {
	stem := "Disallow: /" + strings.Repeat("abcdefghi/", (size-60)/20)
	return File{
		Body:    []byte(everyone + stem + "x\n" + stem + "y\n"),
		Derived: []string{tile("/", "abcdefghi/"), tile("/", "abcdefghi/abcdefghi/x")},
	}
}

// twinRulesOften: the same with copies of the first rule.
func twinRulesOften(size int) File {
	const copies = 8
	stem := "Disallow: /" + strings.Repeat("abcdefghi/", (size-200)/10/(copies+1))
	return File{
		Body:    []byte(everyone + strings.Repeat(stem+"x\n", copies) + stem + "y\n"),
		Derived: []string{tile("/", "abcdefghi/"), tile("/", "abcdefghi/abcdefghi/x")},
	}
}

// escapedChains: rules of a hundred pieces, each of which may fall into the
// path or into the query: a hundred readings of a rule.
func escapedChains(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return fmt.Sprintf("Disallow: /*%d", i) + strings.Repeat("*%2F", min(100, size/64)) + "*z\n"
		}),
		Derived: []string{tile("/z0123456789", "%2F"), tile("/z0123456789?", "/"), tile("/z0123456789%2F?", "%2F/")},
	}
}

// mergedEscapes: the same for three agents that each want a copy.
func mergedEscapes(size int) File { return merged(escapedChains(size - mergedSize)) }

// shortKeys: a key of three octets on every line, no two alike, none of which
// can be printed.
func shortKeys(size int) File {
	const from, kinds = 0x80, 0x80
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return string([]byte{byte(from + i/kinds/kinds%kinds), byte(from + i/kinds%kinds), byte(from + i%kinds), ':', '\n'})
		}),
		Derived: []string{tile("/", "x"), "/"},
	}
}

// nodeEach: literals of which each adds a node to a trie where a prefix and an
// anchored pattern end.
func nodeEach(size int) File {
	return File{
		Body: repeat(size, everyone, func(i int) string {
			return fmt.Sprintf("Allow:/%x\nAllow:/%x$\nAllow:/%x*e\n", i, i, i)
		}),
		Derived: []string{tile("/", "1"), tile("/fff", "0"), "/12"},
	}
}
