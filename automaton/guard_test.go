package automaton

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// guardOf makes a guard of factors, a bucket each.
func guardOf(texts ...string) *guard {
	g := &guard{}
	for bucket, text := range texts {
		f := factor{n: len(text)}
		copy(f.octets[3-f.n:], text)
		g.add(bucket, f)
	}
	return g
}

func TestGuardFindsFactors(t *testing.T) {
	none := NewDoubt(func(c byte) bool { return c == '%' })
	g := guardOf("?", "pd", ".pd", "x/y", "", "/", "a", "zzz")
	for path, want := range map[string]byte{
		"/":         1<<4 | 1<<5,
		"/?":        1<<0 | 1<<4 | 1<<5,
		"/.pdf":     1<<1 | 1<<2 | 1<<4 | 1<<5,
		"/x/y":      1<<3 | 1<<4 | 1<<5,
		"/b":        1<<4 | 1<<5,
		"/ab":       1<<4 | 1<<5 | 1<<6,
		"/zzyzzyzz": 1<<4 | 1<<5,
		"/0123456789012345678901234567890123456789zzz": 1<<4 | 1<<5 | 1<<7,
		"/0123456789012345678901234567zzz890123456789": 1<<4 | 1<<5 | 1<<7,
	} {
		hits, doubtful := lookAt(t, []byte(path), g, none)
		assert.Equal(t, want, hits, path)
		assert.False(t, doubtful, path)
	}
	for n := range 100 {
		path := make([]byte, n+2)
		for i := range path {
			path[i] = 'b'
		}
		path[n+1] = '%'
		_, doubtful := lookAt(t, path, g, none)
		require.True(t, doubtful, "%d", n)
	}
}

func TestRarestFactor(t *testing.T) {
	for text, want := range map[string]string{
		"/*?":            "?",
		"/*.pdf$":        ".pd",
		"*":              "",
		"/*/":            "/",
		"/ab*":           "",
		"/*e*&":          "&",
		"/a*sort=":       "rt=",
		"/Zq*a$":         "a",
		"/*aaaa*$":       "aaa",
		"/*q=*relevance": "lev",
		"/*?*ae-size":    "siz",
		"/*/bloc":        "/bl",
	} {
		f, _ := rarest([]byte(text))
		assert.Equal(t, want, string(f.text()), text)
	}
}

// lookAt gives the buckets of all rows of a path, and whether one is doubtful.
func lookAt(t *testing.T, path []byte, g *guard, d *Doubt) (buckets byte, doubtful bool) {
	t.Helper()
	buckets = g.first(path)
	for first := 0; first+1 < len(path); first += scanRows {
		var rows [scanRows]byte
		n := min(len(path)-1-first, scanRows)
		hits, doubts := scan(path, first, n, g, d, &rows)
		for i, row := range rows[:n] {
			require.Equal(t, row != 0, hits>>i&1 == 1, "row %d of %q", first+i, path)
			buckets |= row
		}
		doubtful = doubtful || doubts != 0
	}
	return buckets, doubtful
}

// sameScan asks both ways of looking, at every place and length. The octet
// before the path is 255, as scanSlow takes it.
func sameScan(t *testing.T, octets []byte, g *guard, d *Doubt) {
	t.Helper()
	path := append([]byte{255}, octets...)[1:]
	for first := 0; first+1 < len(path); first += 1 + len(path)/9 {
		for n := 1; n <= scanRows && first+n < len(path); n++ {
			var rows, slow [scanRows]byte
			hits, doubts := scan(path, first, n, g, d, &rows)
			slowHits, slowDoubts := scanSlow(path, first, n, g, d, &slow)
			require.Equal(t, slowHits, hits, "path %q", path)
			for i := range n {
				require.Equal(t, d.is[path[first+i+1]], slowDoubts>>i&1 == 1, "row %d of %q", first+i, path)
			}
			require.Equal(t, slowDoubts != 0, doubts != 0, "path %q", path)
			require.Equal(t, slow[:n], rows[:n], "path %q", path)
		}
	}
}

// TestScansAgreeOnDoubtfulRows: rows with a doubtful octet are looked at once more
// in a room of their own, with the octet before them.
func TestScansAgreeOnDoubtfulRows(t *testing.T) {
	d := NewDoubt(func(c byte) bool { return c == '%' })
	for _, factors := range [][]string{{"ab%"}, {"\x00a%"}, {"\xffa%"}, {"a%"}, {"%%%"}, {"%", "b%a"}} {
		for _, path := range []string{"a%", "/ab%cd%ab%", "aa%" + strings.Repeat("b%a%", 40), strings.Repeat("%", 200)} {
			sameScan(t, []byte(path), guardOf(factors...), d)
		}
	}
}

// TestDoubtHasEightKinds of halves, and not more.
func TestDoubtHasEightKinds(t *testing.T) {
	kinds := func(n int) func(c byte) bool {
		return func(c byte) bool { return int(c>>4) >= 16-n && c&15 >= c>>4 }
	}
	d := NewDoubt(kinds(8))
	for c := range 256 {
		require.Equal(t, kinds(8)(byte(c)), d.is[c])
		require.Equal(t, d.is[c], d.tables[c&15]&d.tables[16+c>>4] != 0, "%#x", c)
	}
	assert.Panics(t, func() { NewDoubt(kinds(9)) })
}

func TestScansAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	d := NewDoubt(func(c byte) bool { return c <= ' ' || c >= 0x7f || c == '%' || c == '<' || c == '{' })
	worlds := 1_000
	if testing.Short() {
		worlds = 60
	}
	for range worlds {
		var texts []string
		for range 8 {
			text := make([]byte, random.IntN(4))
			for i := range text {
				text[i] = "abc/?.%\xff"[random.IntN(8)]
			}
			texts = append(texts, string(text))
		}
		path := make([]byte, random.IntN(140))
		for i := range path {
			path[i] = "abcdef/?.%\xff\x00<{ "[random.IntN(15)]
		}
		sameScan(t, path, guardOf(texts...), d)
	}
}

// FuzzScan holds the assembly equal to its twin in Go.
func FuzzScan(f *testing.F) {
	f.Add([]byte("/a/b?c=d"), []byte("?\x01.pd\x01x/y"))
	f.Add([]byte("/%41bcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"), []byte("z"))
	f.Fuzz(func(t *testing.T, path, factors []byte) {
		var texts []string
		for i := 0; i < len(factors) && len(texts) < 8; {
			n := min(int(factors[i]%4), len(factors)-i-1)
			texts = append(texts, string(factors[i+1:i+1+n]))
			i += n + 1
		}
		d := NewDoubt(func(c byte) bool { return c <= ' ' || c >= 0x7f || c == '%' })
		sameScan(t, path, guardOf(texts...), d)
	})
}

func TestProbes(t *testing.T) {
	for text, want := range map[string]struct {
		exact bool
		end   int
	}{
		"/*?":                                   {exact: true, end: 1},
		"*?":                                    {exact: true, end: 1},
		"/*abc":                                 {exact: true, end: 3},
		"/*/bc":                                 {end: 3}, // "/bc" is not behind the star
		"*/bc":                                  {exact: true, end: 3},
		"/*.pdf$":                               {end: 3},
		"/ab*?":                                 {end: 1}, // "?" may stand in "/ab"
		"/*?*abc":                               {},
		"/*zebra":                               {end: 3},
		"/*":                                    {},
		"/*eeeeeeeeeeeeeeeezzz":                 {end: 19},
		"/*eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeezzz": {}, // too far behind
	} {
		f, end := rarest([]byte(text))
		p := probe([]byte(text), false, f, end)
		assert.Equal(t, f.n, int(p&probeLength), text)
		assert.Equal(t, want.exact, p&probeExact != 0, text)
		assert.Equal(t, want.end, int(p>>probeEnd&probeMaxEnd), text)
		assert.Equal(t, string(f.octets[:]), string([]byte{byte(p >> 8), byte(p >> 16), byte(p >> 24)}), text)
	}
}
