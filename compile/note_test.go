package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSentences: every code says something of its own, with the note's text in
// it; one that nobody knows says its text.
func TestSentences(t *testing.T) {
	said := map[string]Code{}
	for i, s := range sentences {
		assert.EqualValues(t, i, number(s.code))
		text := "x-y-z"
		if s.code == UnknownKey {
			text = "3 x-y-z"
		}
		sentence := Note{Code: s.code, Text: text}.Sentence()
		assert.Contains(t, sentence, "x-y-z", s.code)
		assert.NotContains(t, sentence, "%!", s.code)
		frame := strings.Replace(sentence, "x-y-z", "", 1)
		assert.Greater(t, len(frame), 10, "%s: %s", s.code, sentence)
		assert.Empty(t, said[frame], "%s says what another says: %s", s.code, sentence)
		said[frame] = s.code
	}
	assert.Equal(t, "x-y-z", Note{Code: "other", Text: "x-y-z"}.Sentence())
	assert.PanicsWithValue(t, "compile: a code without a sentence: other", func() { number("other") })
}
