package compile

import (
	"bytes"

	"github.com/robotrie/robotrie/normalize"
)

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
			if len(key) < len(name) || !normalize.EqualFold(key[:len(name)], name) {
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
	if d.keepRecords && normalize.EqualFold(key, crawlDelayName) {
		return crawlDelayKey, false
	}
	return otherKey, false
}

// field splits the line text[at:end] into key and value. ok is false for a
// line without either, which is a comment, blank, or noted.
func (p *parser) field(at, end int) (key, value span, ok bool) {
	line := p.value(at, end)
	if line.from == line.to {
		return key, value, false
	}
	at, end = int(line.from), int(line.to)
	if i := bytes.IndexByte(p.bytes(line), ':'); i >= 0 {
		key = p.trim(at, at+i)
		if key.from == key.to {
			p.note(p.line, NoKey, p.bytes(line))
			return key, value, false
		}
		return key, p.trim(at+i+1, end), true
	}
	if p.d.spaceAsColon {
		if i := bytes.IndexAny(p.bytes(line), " \t"); i >= 0 {
			from := at + i
			for p.text[from] == ' ' || p.text[from] == '\t' {
				from++
			}
			if !bytes.ContainsAny(p.text[from:end], " \t") {
				key = p.trim(at, at+i)
				p.note(p.line, MissingColon, p.bytes(key))
				return key, p.trim(from, end), true
			}
		}
	}
	p.note(p.line, NoSeparator, p.bytes(line))
	return key, value, false
}
