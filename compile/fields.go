package compile

import "bytes"

// This file goes from a line to a key and a value (docs/SEMANTICS.md,
// section 2).

// keyKind is what a line is about.
type keyKind uint8

const (
	otherKey keyKind = iota
	userAgentKey
	allowKey
	disallowKey
	sitemapKey
	crawlDelayKey
)

// keyNames holds the spellings of each key in the order in which prefixes are
// tried. Those behind the first are misspellings that are plainly meant.
var keyNames = [...]struct {
	kind  keyKind
	names []string
}{
	{userAgentKey, []string{"user-agent", "useragent", "user agent"}},
	{allowKey, []string{"allow"}},
	{disallowKey, []string{"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}},
	{sitemapKey, []string{"sitemap", "site-map"}},
}

const crawlDelayName = "crawl-delay"

// kind reads a key. misspelt reports a spelling that is not the key's own.
func (d *decisions) kind(key []byte) (kind keyKind, misspelt bool) {
	for _, k := range keyNames {
		for i, name := range k.names {
			if i > 0 && !d.misspellings {
				break
			}
			if len(key) < len(name) || !equalFold(key[:len(name)], name) {
				continue
			}
			if len(key) == len(name) {
				return k.kind, i > 0
			}
			if d.prefixKeys {
				return k.kind, true
			}
		}
	}
	if d.keepRecords && equalFold(key, crawlDelayName) {
		return crawlDelayKey, false
	}
	return otherKey, false
}

// equalFold compares s with a lower-case name, ASCII case ignored.
func equalFold(s []byte, name string) bool {
	if len(s) != len(name) {
		return false
	}
	for i := range len(name) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != name[i] {
			return false
		}
	}
	return true
}

// field splits a line into key and value. ok is false for a line without
// either, which is a comment, blank, or noted.
func (p *parser) field(line []byte) (key, value []byte, ok bool) {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	line = p.trim(line)
	if len(line) == 0 {
		return nil, nil, false
	}
	if i := bytes.IndexByte(line, ':'); i >= 0 {
		key = p.trim(line[:i])
		if len(key) == 0 {
			p.note(p.line, NoKey, line)
			return nil, nil, false
		}
		return key, p.trim(line[i+1:]), true
	}
	if p.d.spaceAsColon {
		if i := bytes.IndexAny(line, " \t"); i >= 0 {
			value = bytes.TrimLeft(line[i:], " \t")
			if !bytes.ContainsAny(value, " \t") {
				key = p.trim(line[:i])
				p.note(p.line, MissingColon, key)
				return key, p.trim(value), true
			}
		}
	}
	p.note(p.line, NoSeparator, line)
	return nil, nil, false
}

func (p *parser) trim(s []byte) []byte {
	for len(s) > 0 && p.isBlank(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && p.isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func (p *parser) isBlank(c byte) bool {
	return c == ' ' || c == '\t' || p.d.trimASCII && (c == '\v' || c == '\f')
}
