package compile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/normalize"
)

func TestDialectNames(t *testing.T) {
	for name, d := range map[string]compile.Dialect{
		"rfc9309": compile.RFC9309, "google": compile.Google, "koster1996": compile.Koster1996,
	} {
		got, err := compile.ParseDialect(name)
		assert.NoError(t, err)
		assert.Equal(t, d, got)
		assert.Equal(t, name, d.String())
		assert.True(t, d.Valid())
	}
	assert.Zero(t, compile.RFC9309, "the zero value is the default")
}

func TestUnknownDialects(t *testing.T) {
	for _, name := range []string{"", "RFC9309", "rfc 9309", "bing", "google "} {
		d, err := compile.ParseDialect(name)
		assert.ErrorContains(t, err, "rfc9309, google or koster1996", "%q: the error says what there is", name)
		assert.ErrorContains(t, err, `"`+name+`"`, "and what was asked for")
		assert.Equal(t, compile.RFC9309, d)
	}
	unknown := compile.Koster1996 + 1
	assert.False(t, unknown.Valid())
	assert.Equal(t, "Dialect(3)", unknown.String())
}

// What query time asks of a dialect.
func TestDialectDecisions(t *testing.T) {
	assert.Same(t, normalize.RFC9309, compile.RFC9309.Form())
	assert.Same(t, normalize.Google, compile.Google.Form())
	assert.Same(t, normalize.Koster1996, compile.Koster1996.Form())

	// docs/SEMANTICS.md, 6.4 and 7.7.
	assert.True(t, compile.RFC9309.RobotsTxtAllowed())
	assert.False(t, compile.Google.RobotsTxtAllowed())
	assert.True(t, compile.Koster1996.RobotsTxtAllowed())

	// docs/SEMANTICS.md, 6.2–6.5: what a pattern's length counts.
	rule := automaton.Entry{Text: []byte("/a/$"), Raw: []byte("/a/index.html")}
	directory := rule
	directory.Alias = true
	assert.Equal(t, 13, compile.RFC9309.Precedence(rule))
	assert.Equal(t, 13, compile.RFC9309.Precedence(directory), "no pattern stands for a directory there")
	assert.Equal(t, 13, compile.Google.Precedence(rule))
	assert.Equal(t, 4, compile.Google.Precedence(directory))
	assert.Zero(t, compile.Koster1996.Precedence(rule), "the first rule wins, however long")

	// docs/SEMANTICS.md, 3.6.
	assert.False(t, compile.RFC9309.Union())
	assert.True(t, compile.Google.Union())
	assert.False(t, compile.Koster1996.Union())
}
