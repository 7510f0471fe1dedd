package compile

import (
	"fmt"
	"math"

	"github.com/robotrie/robotrie/automaton"
	"github.com/robotrie/robotrie/normalize"
)

// Dialect names a way of reading robots.txt.
type Dialect uint8

// The dialects. docs/SEMANTICS.md states what each answers.
const (
	RFC9309 Dialect = iota
	Google
	Koster1996
)

// decisions is where the dialects differ, all of it: one parser asks it.
type decisions struct {
	name string
	form *normalize.Form

	// doubt holds the octets at which a target may need its canonical spelling.
	doubt *automaton.Doubt

	// cutsSlashes: a target that begins with // is no path (section 4).
	cutsSlashes bool

	// Bytes to lines (1.1–1.5).
	maxSize     int  // bytes that count where the caller sets no limit
	partialBOM  bool // a BOM is dropped octet by octet while it fits
	decodeUTF16 bool // UTF-16 with a BOM is read
	maxLine     int  // bytes of a line that count
	nulEndsLine bool // a NUL ends the content of its line

	// Lines to keys and values (2.2–2.5).
	trimASCII    bool // VT and FF are white space at the ends too
	spaceAsColon bool // white space between two words stands in for ':'
	prefixKeys   bool // a key counts by how it begins
	misspellings bool // keys plainly meant count
	keepRecords  bool // lines with other keys are kept

	// Groups (3.1–3.8).
	blankEndsGroup   bool // groups are records, separated by blank lines
	firstGroupOnly   bool // the first group that names the caller decides alone
	union            bool // the groups of all of a caller's tokens count together
	emptyTokenNames  bool // a user-agent line without a token names the empty token
	emptyRule        bool // an allow or disallow line without value is a rule that allows
	anyFirstOctet    bool // a value may begin with any octet (and then never match)
	robotsTxtAllowed bool // /robots.txt itself is always allowed

	// Who wins (6.2–6.5).
	firstMatch bool // the earliest rule wins, not the longest
	indexRule  bool // an allow of …/index.htm… stands for its directory too
}

var dialects = [...]decisions{
	RFC9309: {
		name:             "rfc9309",
		form:             normalize.RFC9309,
		doubt:            automaton.NewDoubt(normalize.RFC9309.IsDoubtful),
		maxSize:          500 << 10,
		decodeUTF16:      true,
		maxLine:          math.MaxInt,
		spaceAsColon:     true,
		misspellings:     true,
		keepRecords:      true,
		robotsTxtAllowed: true,
	},
	Google: {
		name:            "google",
		form:            normalize.Google,
		doubt:           automaton.NewDoubt(normalize.Google.IsDoubtful),
		maxSize:         sizeLimit,
		partialBOM:      true,
		maxLine:         16_663,
		nulEndsLine:     true,
		trimASCII:       true,
		spaceAsColon:    true,
		prefixKeys:      true,
		misspellings:    true,
		union:           true,
		emptyTokenNames: true,
		emptyRule:       true,
		anyFirstOctet:   true,
		indexRule:       true,
		cutsSlashes:     true,
	},
	Koster1996: {
		name:             "koster1996",
		form:             normalize.Koster1996,
		doubt:            automaton.NewDoubt(normalize.Koster1996.IsDoubtful),
		maxSize:          500 << 10,
		decodeUTF16:      true,
		maxLine:          math.MaxInt,
		keepRecords:      true,
		blankEndsGroup:   true,
		firstGroupOnly:   true,
		robotsTxtAllowed: true,
		firstMatch:       true,
	},
}

// String gives the dialect's name, as ParseDialect reads it.
func (d Dialect) String() string {
	if !d.Valid() {
		return fmt.Sprintf("Dialect(%d)", uint8(d))
	}
	return dialects[d].name
}

// Valid reports whether d is one of the dialects.
func (d Dialect) Valid() bool { return int(d) < len(dialects) }

// ParseDialect finds a dialect by its name.
func ParseDialect(name string) (Dialect, error) {
	for d := range dialects {
		if dialects[d].name == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q: want rfc9309, google or koster1996", name)
}

// Form is how the dialect spells paths, patterns and product tokens.
func (d Dialect) Form() *normalize.Form { return dialects[d].form }

// RobotsTxtAllowed reports whether /robots.txt itself is always allowed (6.4).
func (d Dialect) RobotsTxtAllowed() bool { return dialects[d].robotsTxtAllowed }

// CutsSlashes reports whether a target that begins with two slashes is no path.
func (d Dialect) CutsSlashes() bool { return dialects[d].cutsSlashes }

// Union reports whether the groups of all of a caller's tokens count together
// (3.6); otherwise the first token that any group names decides alone.
func (d Dialect) Union() bool { return dialects[d].union }
