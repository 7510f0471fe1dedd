package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestScreen(t *testing.T) {
	assert.Equal(t, "disallowed", screen{}.verdict(false))
	assert.Equal(t, "\x1b[31mdisallowed\x1b[0m", screen{colours: true}.verdict(false))
	assert.Equal(t, "\x1b[32mallowed\x1b[0m", screen{colours: true}.verdict(true))
	assert.False(t, newScreen(&session{out: &bytes.Buffer{}}).colours, "nobody looks at a buffer")
}

func TestListing(t *testing.T) {
	l := newListing([]byte("one\r\n\rthree\n\n  five \x1b[2J\n" + strings.Repeat("x", 300)))
	for number, want := range map[int]string{
		-1: "", 0: "", 1: "one", 2: "", 3: "three", 4: "", 5: `five \x1b[2J`, 6: strings.Repeat("x", 160) + "…", 7: "",
	} {
		assert.Equal(t, want, l.line(number), "line %d", number)
	}
	assert.Equal(t, "    now     line 3  three\n", l.row(screen{}, "now", 3))
	assert.Equal(t, "    before  no rule\n", l.row(screen{}, "before", 0))
}
