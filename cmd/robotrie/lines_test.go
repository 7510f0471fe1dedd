package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text of n random lines, some empty, some long, with a line end after the last one or without.
func randomLines(random *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		length := random.IntN(12)
		if random.IntN(8) == 0 {
			length = random.IntN(200)
		}
		b.WriteString(strings.Repeat(string(rune('a'+random.IntN(26))), length))
		if i < n-1 || random.IntN(2) == 0 {
			b.WriteString([]string{"\n", "\n", "\r\n"}[random.IntN(3)])
		}
	}
	return b.String()
}

// Readers that deliver the same text in different portions.
var portions = map[string]func(io.Reader) io.Reader{
	"whole":    func(r io.Reader) io.Reader { return r },
	"one byte": iotest.OneByteReader,
	"half":     iotest.HalfReader,
	"data+EOF": iotest.DataErrReader,
}

// TestBlockReader holds that blocks, put together, are the input, that each ends with a whole line, and that a line is
// reported as long if and only if it did not fit.
func TestBlockReader(t *testing.T) {
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		input := randomLines(random, random.IntN(60))
		size, most := 8+random.IntN(64), 80+random.IntN(200)
		for name, portion := range portions {
			blocks := blockReader{r: portion(strings.NewReader(input)), size: size, max: most, eager: random.IntN(2) == 0}
			rest := input
			var buf []byte
			for {
				data, long, err := blocks.next(buf)
				if len(data) == 0 {
					require.Equal(t, io.EOF, err)
					break
				}
				at := fmt.Sprintf("seed %d, %s, %d octets before the end", seed, name, len(rest))
				require.True(t, strings.HasPrefix(rest, string(data)), at)
				line, after, _ := strings.Cut(rest, "\n")
				if long {
					require.Greater(t, len(line), most, at)
					rest = after
				} else {
					rest = rest[len(data):]
					require.True(t, rest == "" || data[len(data)-1] == '\n', at)
				}
				require.LessOrEqual(t, len(data), 4*(size+most), at)
				buf = data[:0]
			}
			require.Empty(t, rest, "seed %d, %s", seed, name)
		}
	}
}

// TestBlockReaderError holds that the whole lines before an error are returned, the cut one is not, and the error
// comes last.
func TestBlockReaderError(t *testing.T) {
	broken := errors.New("broken")
	blocks := blockReader{r: io.MultiReader(strings.NewReader("one\ntwo\nthr"), iotest.ErrReader(broken)), size: 1 << 10, max: 1 << 10}
	data, long, err := blocks.next(nil)
	assert.Equal(t, "one\ntwo\n", string(data))
	assert.False(t, long)
	assert.NoError(t, err)
	data, _, err = blocks.next(nil)
	assert.Empty(t, data)
	assert.Equal(t, broken, err)
}

// TestBlockReaderSkipsLong reads past an endless line in the memory of one block.
func TestBlockReaderSkipsLong(t *testing.T) {
	long := io.LimitReader(repeating('a'), 64<<20)
	blocks := blockReader{r: io.MultiReader(strings.NewReader("one\n"), long, strings.NewReader("\ntwo\n")), size: 1 << 12, max: 1 << 16}
	var got []string
	var buf []byte
	for {
		data, isLong, err := blocks.next(buf)
		if len(data) == 0 {
			require.Equal(t, io.EOF, err)
			break
		}
		if isLong {
			require.Equal(t, keptOfLong, len(data))
			data = []byte("long")
		}
		got = append(got, string(data))
		require.LessOrEqual(t, cap(data), 1<<18)
		buf = data[:0]
	}
	assert.Equal(t, []string{"one\n", "long", "two\n"}, got)
}

// repeating is an endless run of one octet.
type repeating byte

func (b repeating) Read(p []byte) (int, error) {
	if len(p) > 0 {
		p[0] = byte(b)
	}
	for n := 1; n < len(p); n *= 2 {
		copy(p[n:], p[:n])
	}
	return len(p), nil
}

func TestLineReader(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 2))
		input := randomLines(random, random.IntN(60))
		if random.IntN(4) == 0 {
			input = strings.Repeat("x", 1<<16+random.IntN(3)-1) + "\n" + input // about the size of the buffer
		}
		for name, portion := range portions {
			lines := newLineReader(portion(strings.NewReader(input)))
			var got []string
			for {
				line, err := lines.next()
				if err != nil {
					require.Equal(t, io.EOF, err)
					break
				}
				got = append(got, string(line))
				require.Equal(t, len(got), lines.number)
			}
			var want []string
			for line := range strings.Lines(input) {
				want = append(want, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
			}
			require.Equal(t, want, got, "seed %d, %s", seed, name)
		}
	}
}

func TestLineReaderLong(t *testing.T) {
	if testing.Short() {
		t.Skip("reads more than the longest line, 256 MiB")
	}
	lines := newLineReader(io.MultiReader(strings.NewReader("one\n"), io.LimitReader(repeating('a'), maxLine+1), strings.NewReader("\ntwo")))
	line, err := lines.next()
	require.NoError(t, err)
	assert.Equal(t, "one", string(line))
	_, err = lines.next()
	assert.ErrorIs(t, err, errLongLine)
	line, err = lines.next()
	require.NoError(t, err)
	assert.Equal(t, "two", string(line))
	_, err = lines.next()
	assert.Equal(t, io.EOF, err)
}

func TestTrimBlanks(t *testing.T) {
	for text, want := range map[string]string{"": "", " \t\r": "", "a": "a", " a b\t\r": "a b", "\va": "\va"} {
		assert.Equal(t, want, string(trimBlanks([]byte(text))), "%q", text)
	}
}

func TestEach(t *testing.T) {
	b := block{data: []byte("one\n\n two \r\n" + strings.Repeat("a", 50) + "\nthree")}
	var got []string
	b.each(40, func(n int64, line []byte, long bool) {
		if long {
			line = bytes.ToUpper(line[:1])
		}
		got = append(got, fmt.Sprint(n, string(line)))
	})
	assert.Equal(t, []string{"0one", "2two", "3A", "4three"}, got)
	assert.EqualValues(t, 5, b.lines)
}
