package oracle

import "strings"

// File is a parsed body. It is never changed after Parse, so any number of goroutines may ask it. The zero File allows
// everything.
type File struct {
	dialect Dialect
	groups  []group
}

// group is what the file says to one set of names: RFC 9309's group, the 1996 draft's record.
type group struct {
	names []string // product tokens in lower case
	star  bool     // "*" is among the names
	rules []rule   // file order
}

func (g group) named(token string) bool {
	for _, name := range g.names {
		if name == token {
			return true
		}
	}
	return false
}

// Parse reads a body. maxSize 0 stands for the dialect's default, a negative one for no limit.
func Parse(dialect Dialect, body []byte, maxSize int) *File {
	lines := splitLines(dialect, body, maxSize)
	if dialect == Koster1996 {
		return &File{dialect, readRecords(lines)}
	}
	return &File{dialect, readGroups(dialect, lines)}
}

// readGroups is section 3 for RFC9309 and Google.
func readGroups(dialect Dialect, lines []string) []group {
	var groups []group
	naming := false // 3.1: the last line that meant anything was a user-agent line
	for i, line := range lines {
		key, value := readField(dialect, line)
		switch key {
		case keyUserAgent:
			if !naming {
				groups = append(groups, group{})
			}
			naming = true
			last := &groups[len(groups)-1]
			if isWildcardName(value) {
				last.star = true
			} else if token := productToken(dialect, value); token != "" || dialect == Google {
				last.names = append(last.names, token)
			}
		case keyAllow, keyDisallow:
			naming = false
			if len(groups) == 0 {
				continue // 3.2
			}
			last := &groups[len(groups)-1]
			if r, ok := newRule(dialect, Rule{key == keyAllow, value, i + 1}); ok {
				last.rules = append(last.rules, r)
			}
		}
	}
	return groups
}

// isWildcardName is 3.3: "*", or "*" and white space and anything.
func isWildcardName(value string) bool {
	return value == "*" || len(value) > 1 && value[0] == '*' && strings.IndexByte(asciiSpace, value[1]) >= 0
}

// productToken is 3.3: the leading run of the octets that a token may hold, in lower case.
func productToken(dialect Dialect, value string) string {
	end := 0
	for end < len(value) && isTokenOctet(dialect, value[end]) {
		end++
	}
	return lowerASCII(value[:end])
}

func isTokenOctet(dialect Dialect, c byte) bool {
	if isAlpha(c) || c == '_' || c == '-' {
		return true
	}
	return dialect == RFC9309 && (isDigit(c) || c == '.')
}

// readRecords is section 7. A record is a run of user-agent lines and the rules after them. It ends at a blank line and
// before a user-agent line that follows a rule. A line that holds nothing but a comment is as good as not there, and so
// is every line that is none of the three kinds.
func readRecords(lines []string) []group {
	var records []group
	const outside, naming, ruling = 0, 1, 2
	state := outside
	for i, line := range lines {
		if strings.Trim(line, wordSpace) == "" {
			state = outside
			continue
		}
		key, value := readField(Koster1996, line)
		switch key {
		case keyUserAgent:
			if state != naming {
				records = append(records, group{})
			}
			state = naming
			last := &records[len(records)-1]
			switch name := robotName(value); name {
			case "":
			case "*":
				last.star = true
			default:
				last.names = append(last.names, name)
			}
		case keyAllow, keyDisallow:
			if state == outside {
				continue
			}
			state = ruling
			last := &records[len(records)-1]
			if r, ok := newRule(Koster1996, Rule{key == keyAllow, value, i + 1}); ok {
				last.rules = append(last.rules, r)
			}
		}
	}
	return records
}

// robotName is the name of section 7: the version after a slash and further words are cut, case is folded.
func robotName(value string) string {
	if end := strings.IndexAny(value, "/"+wordSpace); end >= 0 {
		value = value[:end]
	}
	return lowerASCII(value)
}

// deciding returns the rules that hold for a caller with these tokens, in file order.
func (f *File) deciding(agents []string) []rule {
	if f.dialect == Google {
		return f.decidingGoogle(agents)
	}
	for _, agent := range agents { // 3.6: the first token that any group names decides alone.
		token := productToken(f.dialect, agent) // 3.3: the caller's token is cut the same way.
		if f.dialect == Koster1996 {
			token = robotName(agent)
		}
		if token == "" {
			continue
		}
		if rules, found := f.collect(func(g group) bool { return g.named(token) }); found {
			return rules
		}
	}
	rules, _ := f.collect(func(g group) bool { return g.star })
	return rules
}

// decidingGoogle is 3.6 for Google: the groups of all of the caller's tokens together, compared as they were given.
func (f *File) decidingGoogle(agents []string) []rule {
	rules, found := f.collect(func(g group) bool {
		for _, agent := range agents {
			if g.named(lowerASCII(agent)) {
				return true
			}
		}
		return false
	})
	if !found {
		rules, _ = f.collect(func(g group) bool { return g.star })
	}
	return rules
}

// collect is 3.5: the rules of all chosen groups, merged in file order, and whether any group was chosen; a chosen group
// without rules is still chosen. Under Koster1996 (section 7) the first chosen record stands alone.
func (f *File) collect(chosen func(group) bool) (rules []rule, found bool) {
	for _, g := range f.groups {
		if !chosen(g) {
			continue
		}
		found = true
		rules = append(rules, g.rules...)
		if f.dialect == Koster1996 {
			break
		}
	}
	return rules, found
}

// rule is a Rule with its pattern made ready for comparison, in the form that its dialect compares.
type rule struct {
	Rule
	elements []element // RFC9309
	text     string    // Google, Koster1996: the canonical pattern
	length   int       // 6.2
}

// newRule makes a rule of an allow or disallow line, or says that it is none (3.8, 6.1).
func newRule(dialect Dialect, written Rule) (rule, bool) {
	value := written.Pattern
	switch dialect {
	case Google:
		escaped := escapeGoogle(value)
		return rule{Rule: written, text: escaped, length: len(escaped)}, true
	case Koster1996:
		if !strings.HasPrefix(value, "/") {
			return rule{}, false
		}
		return rule{Rule: written, text: decodeKoster(value)}, true
	default:
		if !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "*") {
			return rule{}, false
		}
		return rule{Rule: written, elements: readPattern(value), length: patternLength(value)}, true
	}
}
