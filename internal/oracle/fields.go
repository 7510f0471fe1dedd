package oracle

import "strings"

// The keys that the reference matcher knows. Every other line is keyOther.
type key int

const (
	keyOther key = iota
	keyUserAgent
	keyAllow
	keyDisallow
)

// asciiSpace is white space as C's isspace has it.
const asciiSpace = " \t\n\v\f\r"

// wordSpace is the white space that separates words of a line, in every dialect.
const wordSpace = " \t"

// readField is section 2: it cuts the comment, trims, and splits one line into key and value.
func readField(dialect Dialect, line string) (key, string) {
	space := wordSpace
	if dialect == Google {
		space = asciiSpace // 2.2
	}
	line, _, _ = strings.Cut(line, "#") // 2.1
	line = strings.Trim(line, space)

	name, value, found := strings.Cut(line, ":") // 2.3
	if !found && dialect != Koster1996 {
		name, value, found = splitTwoWords(line)
	}
	if !found {
		return keyOther, ""
	}
	return readKey(dialect, strings.Trim(name, space)), strings.Trim(value, space)
}

// splitTwoWords is the forgotten colon of 2.3: white space separates, if the line holds exactly two words. The line is
// trimmed already, so anything after the first white space ends with a word.
func splitTwoWords(line string) (name, value string, ok bool) {
	at := strings.IndexAny(line, wordSpace)
	if at < 0 {
		return "", "", false
	}
	value = strings.TrimLeft(line[at:], wordSpace)
	if strings.ContainsAny(value, wordSpace) {
		return "", "", false
	}
	return line[:at], value, true
}

// The spellings of each key (2.4). Under Google they are tried in this order, as prefixes.
var spellings = []struct {
	key   key
	words []string
}{
	{keyUserAgent, []string{"user-agent", "useragent", "user agent"}},
	{keyAllow, []string{"allow"}},
	{keyDisallow, []string{"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}},
}

// readKey is 2.4. Sitemap lines need no key of their own here: to rules and groups they mean as little as unknown ones.
func readKey(dialect Dialect, name string) key {
	name = lowerASCII(name)
	for _, s := range spellings {
		for i, word := range s.words {
			switch dialect {
			case RFC9309:
				if name == word {
					return s.key
				}
			case Google:
				if strings.HasPrefix(name, word) {
					return s.key
				}
			case Koster1996:
				if i == 0 && name == word { // The right spelling stands first.
					return s.key
				}
			}
		}
	}
	return keyOther
}

// lowerASCII folds A-Z and leaves every other octet alone. (strings.ToLower would fold the Kelvin sign to a k.)
func lowerASCII(s string) string {
	octets := []byte(s)
	for i, c := range octets {
		if 'A' <= c && c <= 'Z' {
			octets[i] = c + 'a' - 'A'
		}
	}
	return string(octets)
}
