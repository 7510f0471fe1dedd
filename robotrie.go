// Package robotrie answers whether a crawler may fetch a URL under a site's
// robots.txt, and says which rule on which line decided.
//
// Compile reads a robots.txt once; Robots.Group picks the rules that a crawler
// must follow; Group.Allowed and Group.Match answer for any number of targets:
//
//	robots := robotrie.Compile(body)
//	bot := robots.Group("ExampleBot")
//	if !bot.Allowed("https://example.com/private/") {
//		// leave it
//	}
//
// A target is an absolute URL (scheme://authority/path?query#fragment) or the
// path part of one (/path?query). Its scheme and authority are not looked at:
// that a robots.txt speaks for one origin only is the caller's to mind.
//
// The rules of a group are compiled ahead of time into a trie with wildcard
// edges. One pass over a target's path finds the longest, least restrictive
// rule that matches, without backtracking and without allocating, in a time that
// is bounded whatever the rules are (ARCHITECTURE.md, section 11).
//
// Rules are data as well: Group.Subtree decides for all targets that begin alike,
// Diff tells which targets two files answer differently, Lint which rules can
// never win, and Robots.Fingerprint whether two files mean the same. What they
// claim is proved for all targets (docs/MEANING.md).
//
// Answers follow RFC 9309 unless another Dialect is asked for; docs/SEMANTICS.md
// states every one of them. Nothing in this package fetches, logs or fails: a
// robots.txt always compiles, and Robots.Diagnostics lists what was ignored,
// repaired or cut in it.
package robotrie

import (
	"iter"
	"math"
	"slices"
	"unsafe"

	"github.com/robotrie/robotrie/compile"
)

// Robots is a compiled robots.txt. The zero value is that of an empty file: it
// allows everything. It is immutable, must not be copied apart from its
// pointer, and is safe for any number of goroutines.
type Robots struct {
	image compile.Image
}

// Compile reads the body of a robots.txt. It never fails and never panics,
// whatever the body holds, and keeps nothing of body. Time and memory are
// linear in the body's size, up to a logarithmic factor for sorting rules.
func Compile(body []byte, options ...Option) *Robots {
	var o compile.Options
	for _, option := range options {
		option(&o)
	}
	return &Robots{image: compile.Compile(body, o)}
}

// none is the image of a zero Robots.
var none = compile.Compile(nil, compile.Options{})

func (r *Robots) compiled() *compile.Image {
	if r.image.Bytes() == nil {
		return &none
	}
	return &r.image
}

// Group gives the rules that a crawler must follow. tokens are its product
// tokens, most preferred first, for example "googlebot-news", "googlebot"; a
// token may be a whole User-Agent header, which is cut to its product token
// (RFC 9309 section 2.2.1). The first token that any group names decides
// alone; if none is named, the wildcard group does; if there is none, all is
// allowed. The dialect Google joins the groups of all tokens instead.
//
// Group is never nil. It costs a lookup a token and a few allocations: keep the
// result for as long as the Robots.
func (r *Robots) Group(tokens ...string) *Group {
	im := r.compiled()
	form := im.Dialect().Form()
	g := &Group{image: im, asked: slices.Clone(tokens)}
	for i, name := range tokens {
		token, named := form.Token(octets(name))
		if !named {
			continue
		}
		found := im.Find(token)
		if found == 0 {
			continue
		}
		g.add(found)
		g.chosen = chosenByName
		if !im.Dialect().Union() {
			g.name = i
			return g.finish()
		}
	}
	if g.chosen == chosenByName {
		return g.finish()
	}
	if star := im.Star(); star != 0 {
		g.add(star)
		g.chosen = chosenByStar
	}
	return g.finish()
}

// Groups yields every group of the file that some token selects, in the order
// in which the file first names them. Tokens that must follow the same rules
// share one Group.
func (r *Robots) Groups() iter.Seq[*Group] {
	return func(yield func(*Group) bool) {
		im := r.compiled()
		for id := range im.Groups() {
			g := &Group{image: im, chosen: chosenByName}
			if id == im.Star() {
				g.chosen = chosenByStar
			}
			g.add(id)
			g.finish()
			if !yield(g) {
				return
			}
		}
	}
}

// Sitemaps gives the values of the file's sitemap lines, as written, in order.
// They belong to the file, whatever group they stand in.
func (r *Robots) Sitemaps() []string {
	var out []string
	for s := range r.compiled().Sitemaps() {
		out = append(out, text(s))
	}
	return out
}

// Records gives the lines of the file whose key is name, ASCII case ignored,
// in order: those of all groups, and those that stand in none. Keys that rules
// are made of (user-agent, allow, disallow, sitemap) are not among them.
func (r *Robots) Records(name string) []Record {
	return records(r.compiled(), compile.Parts{{From: 0, To: math.MaxInt}}, name)
}

// Diagnostics lists what Compile ignored, repaired or cut, in the order of
// lines. Keys of no meaning to the engine are listed once a key. With
// WithAgents, the rules of groups that were left out are not looked at.
func (r *Robots) Diagnostics() []Diagnostic {
	var out []Diagnostic
	for n := range r.compiled().Notes() {
		out = append(out, Diagnostic{Line: n.Line, Code: n.Code, Message: n.Sentence()})
	}
	return out
}

// A Diagnostic is one thing that Compile ignored, repaired or cut.
type Diagnostic struct {
	Line    int  // from 1
	Code    Code // stable, for programs
	Message string
}

// Code names a kind of diagnostic, for example "missing-colon". Codes are
// stable; package compile lists them.
type Code = compile.Code

// A Record is a line of a key other than user-agent, allow, disallow and
// sitemap, kept as it is written: crawl-delay, clean-param, content-signal ….
type Record struct {
	Name, Value string
	Line        int
}

// octets looks at a string's octets without copying them. They must not be
// changed.
func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// text is a string of octets that nobody changes, without copying them.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
