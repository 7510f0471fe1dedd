package robotrie

import "github.com/robotrie/robotrie/compile"

// An Option changes how Compile reads a body.
type Option func(*compile.Options)

// Dialect names a way of reading robots.txt.
type Dialect = compile.Dialect

// The dialects. docs/SEMANTICS.md states what each answers, point by point.
const (
	// RFC9309 is the default: the standard's text; where it is silent, what
	// Google's parser does, unless that would silently lose a rule.
	RFC9309 = compile.RFC9309
	// Google answers as google/robotstxt does, down to the line reported.
	Google = compile.Google
	// Koster1996 is the first-match record format of the 1996 draft.
	Koster1996 = compile.Koster1996
)

// ParseDialect finds a dialect by its name: "rfc9309", "google" or
// "koster1996". The error for another name lists these.
func ParseDialect(name string) (Dialect, error) { return compile.ParseDialect(name) }

// WithDialect chooses the dialect; without it, it is RFC9309. A value that is
// none of the dialects is a mistake of the caller's and panics.
func WithDialect(d Dialect) Option {
	if !d.Valid() {
		panic("robotrie: " + d.String() + " is no dialect")
	}
	return func(o *compile.Options) { o.Dialect = d }
}

// WithAgents compiles only the groups that these tokens can select: those that
// name one of them, and the wildcard group. Asked for any other token, such a
// Robots answers as if no group named it. Without this option every group is
// compiled.
func WithAgents(tokens ...string) Option {
	tokens = append([]string{}, tokens...) // never nil: nil would mean all
	return func(o *compile.Options) { o.Agents = tokens }
}

// WithMaxSize sets how many bytes of a body count. A line that the limit cuts
// is dropped whole, and Diagnostics says so. Zero and less mean the dialect's
// default: 500 KiB (512,000 bytes), under Google 32 MiB, which is also the most
// that ever counts.
func WithMaxSize(bytes int) Option {
	return func(o *compile.Options) { o.MaxSize = bytes }
}
