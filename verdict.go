package robotrie

// A Verdict is the answer for one target.
type Verdict struct {
	Allowed bool
	// Rule is the rule that decided, the zero Rule where none did.
	Rule Rule
}

// A Rule is an allow or disallow line, as written.
type Rule struct {
	Type    RuleType
	Pattern string
	Line    int // from 1
}

// RuleType tells allow from disallow.
type RuleType uint8

// The types of rules.
const (
	NoRule RuleType = iota
	Allow
	Disallow
)

// String gives "allow", "disallow", and nothing for NoRule.
func (t RuleType) String() string {
	switch t {
	case Allow:
		return "allow"
	case Disallow:
		return "disallow"
	default:
		return ""
	}
}
