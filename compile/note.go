package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Code names a kind of diagnostic. Codes are stable.
type Code string

// The diagnostics of Compile.
const (
	Truncated         Code = "truncated"           // the body is over the size limit
	BOM               Code = "bom"                 // a byte order mark was dropped
	UTF16             Code = "utf-16"              // the body was decoded from UTF-16
	LongLine          Code = "long-line"           // a line's end was dropped
	NUL               Code = "nul"                 // a NUL cut the line
	NoSeparator       Code = "no-separator"        // neither comment nor key and value: ignored
	NoKey             Code = "no-key"              // nothing before the colon: ignored
	MissingColon      Code = "missing-colon"       // white space read as the colon
	MisspeltKey       Code = "misspelt-key"        // a misspelling read as what was meant
	UnknownKey        Code = "unknown-key"         // a key of no meaning here, once per key
	NoAgent           Code = "no-agent"            // a user-agent line that names nobody
	AgentCut          Code = "agent-cut"           // a user-agent value cut to its product token
	RuleOutsideGroup  Code = "rule-outside-group"  // a rule that no user-agent line precedes
	RuleWithoutSlash  Code = "rule-without-slash"  // a value that begins with neither / nor *
	AbsoluteURLRule   Code = "absolute-url-rule"   // a rule whose value is a whole URL
	LoneDollar        Code = "lone-dollar"         // a rule that is $ alone
	AgentAfterRule    Code = "agent-after-rule"    // a record begun without a blank line
	BadCrawlDelay     Code = "bad-crawl-delay"     // a crawl-delay that is no number
	SitemapWithoutURL Code = "sitemap-without-url" // a sitemap line without value
)

// sentences holds a format for each code; its one argument is the note's text.
// The order is that of the codes in an image: it must not change.
var sentences = [...]struct {
	code   Code
	format string
}{
	{Truncated, "the body is over the size limit: everything from byte %s on is ignored"},
	{BOM, "a byte order mark (%s) was dropped"},
	{UTF16, "the body is %s and was decoded; most crawlers read UTF-8 only"},
	{LongLine, "only the first %s bytes of this line count"},
	{NUL, "a NUL octet ends this line's content, which is %q"},
	{NoSeparator, "%q is neither a comment nor a key and a value: the line is ignored"},
	{NoKey, "nothing stands before the colon of %q: the line is ignored"},
	{MissingColon, "the colon is missing after %q; white space was taken for it"},
	{MisspeltKey, "the key %q is misspelt and was read as what is plainly meant"},
	{UnknownKey, "%s"}, // see Sentence
	{NoAgent, "the user-agent value %q names no product token: the line names nobody"},
	{AgentCut, "the user-agent value %q was cut to its product token"},
	{RuleOutsideGroup, "the rule %q stands in no group: no user-agent line applies to it, and it is ignored"},
	{RuleWithoutSlash, "the rule %q begins with neither / nor *: it matches no path and is ignored"},
	{AbsoluteURLRule, "the rule %q is a whole URL, but a rule is a path: it is ignored"},
	{LoneDollar, "the rule %q matches no path and is ignored"},
	{AgentAfterRule, "the user-agent line %q follows a rule without a blank line: it begins a new record"},
	{BadCrawlDelay, "the crawl-delay %q does not begin with a number of seconds: it is ignored"},
	{SitemapWithoutURL, "the sitemap line has no URL%s: it is ignored"},
}

// A Note is one thing that was ignored, repaired or cut.
type Note struct {
	Line int
	Code Code
	Text string // what the sentence is about: a short text, cut to maxNoteText bytes
}

// maxNoteText bounds what a note quotes, so that notes stay small whatever the
// body holds.
const maxNoteText = 64

// Sentence says what happened, in English.
func (n Note) Sentence() string {
	if n.Code == UnknownKey {
		count, key, _ := strings.Cut(n.Text, " ")
		count, ignored := strings.CutPrefix(count, "-")
		what := "kept as a record"
		if ignored {
			what = "ignored"
		}
		if count == "1" {
			return fmt.Sprintf("the key %q is unknown here and was %s", key, what)
		}
		return fmt.Sprintf("the key %q is unknown here and was %s (%s lines, this is the first)", key, what, count)
	}
	for _, s := range sentences {
		if s.code == n.Code {
			return fmt.Sprintf(s.format, n.Text)
		}
	}
	return n.Text
}

// note is a Note while a body is read.
type note struct {
	line uint32
	code uint8
	text span // of parser.noteText
}

func (p *parser) note(line uint32, code Code, text []byte) {
	from := len(p.noteText)
	p.noteText = append(p.noteText, text[:min(len(text), maxNoteText)]...)
	if len(text) > maxNoteText {
		p.noteText = append(p.noteText, "…"...)
	}
	p.noteFrom(from, line, code)
}

// noteFrom adds a note whose text is the end of noteText, and makes room for the
// next one.
func (p *parser) noteFrom(from int, line uint32, code Code) {
	p.notes = append(room(p.notes, 1), note{line: line, code: number(code), text: span{uint32(from), uint32(len(p.noteText))}})
	p.noteText = room(p.noteText, maxNoteText+8)
}

// number gives a code's place in an image.
func number(code Code) uint8 {
	for i, s := range sentences {
		if s.code == code {
			return uint8(i)
		}
	}
	panic("compile: a code without a sentence: " + string(code))
}

// finishNotes adds the counts of unknown keys and brings all notes into the
// order of their lines.
func (p *parser) finishNotes() {
	for i := range p.unknown.keys {
		k := &p.unknown.keys[i]
		from := len(p.noteText)
		if !p.d.keepRecords {
			p.noteText = append(p.noteText, '-')
		}
		p.noteText = strconv.AppendInt(p.noteText, int64(k.count), 10)
		p.noteText = append(p.noteText, ' ')
		p.noteText = append(p.noteText, p.unknown.bytes(k)...)
		p.noteFrom(from, k.line, UnknownKey)
	}
	// A line has a code once at most.
	slices.SortFunc(p.notes, func(a, b note) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.code, b.code)) })
}
