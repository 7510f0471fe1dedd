package compile_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/robotrie/robotrie/compile"
)

// docs/SEMANTICS.md, 3.7: a value that begins with a decimal number is that
// many seconds; any other asks for nothing; nothing is clamped.
func TestParseDelay(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"0":                                    0,
		"1":                                    time.Second,
		"10":                                   10 * time.Second,
		"010":                                  10 * time.Second,
		"2.5":                                  2500 * time.Millisecond,
		".5":                                   500 * time.Millisecond,
		"5.":                                   5 * time.Second,
		"10s":                                  10 * time.Second,
		"10 seconds":                           10 * time.Second,
		"10, please":                           10 * time.Second,
		"1.5.":                                 1500 * time.Millisecond,
		"1e3":                                  time.Second,
		"0x10":                                 0,
		"1_000":                                time.Second,
		"1/2":                                  time.Second, // what stands beside the digits is none
		"1:30":                                 time.Second,
		"0.000000001":                          1,
		"0.0000000004":                         0,
		"86400":                                24 * time.Hour,
		"99999999":                             99999999 * time.Second,
		"9223372036":                           9223372036 * time.Second,
		"9223372037":                           math.MaxInt64,
		"9223372036.854775807":                 math.MaxInt64, // what is as far as a float tells
		"99999999999999999999":                 math.MaxInt64,
		strings.Repeat("9", 5000):              math.MaxInt64,
		"0." + strings.Repeat("0", 5000) + "1": 0,
	} {
		got, ok := compile.ParseDelay([]byte(value))
		assert.True(t, ok, "%.20q", value)
		assert.Equal(t, want, got, "%.20q", value)
	}
	for _, value := range []string{"", " ", ".", "..", "-1", "+1", "s10", "ten", "NaN", "Inf", "infinity", "٣", "\x00", " 1"} {
		got, ok := compile.ParseDelay([]byte(value))
		assert.False(t, ok, "%q", value)
		assert.Zero(t, got, "%q", value)
	}
}
