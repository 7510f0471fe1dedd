package robotrie

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/robotrie/robotrie/compile"
	"github.com/robotrie/robotrie/meaning"
)

// Severity says how much a finding matters.
type Severity uint8

// The severities.
const (
	Info    Severity = iota // as it should not be, without harm
	Warning                 // crawlers may do something else than the author meant
	Error                   // a rule is lost, or the file is none
)

// String gives "info", "warning" or "error".
func (s Severity) String() string {
	return [...]string{"info", "warning", "error"}[min(s, Error)]
}

// A Finding is one thing that Lint found.
type Finding struct {
	Code     Code // stable, for programs
	Severity Severity
	Line     int // from 1
	Message  string
	// CoveredBy holds the lines that are the proof of a claim about a rule:
	// wherever it matches, one of these wins, or decides in its place.
	CoveredBy []int
}

// The findings of Lint beside the diagnostics of Compile, which it includes.
const (
	DeadRule             Code = "dead-rule"               // a rule that decides for no target
	AllowWithoutEffect   Code = "allow-without-effect"    // without it all answers were the same
	RedundantRule        Code = "redundant-rule"          // the same of a disallow
	ShadowedByTie        Code = "shadowed-by-tie"         // it loses to an allow of the same length
	UnreachableGroup     Code = "unreachable-group"       // rules that no token selects
	RepeatedAgent        Code = "repeated-agent"          // named by several groups
	AgentWithoutRules    Code = "agent-without-rules"     // it loses the rules of "*"
	CrawlDelayIgnored    Code = "crawl-delay-ignored"     // its agent is known not to read it
	CrawlDelayAboveAgent Code = "crawl-delay-above-agent" // agents named below do not get it
	NonCanonicalPattern  Code = "non-canonical-pattern"   // compared in another spelling
	SizeNearLimit        Code = "size-near-limit"         // little may be added
	SitemapNotAbsolute   Code = "sitemap-not-absolute"    // no whole URL
	HTMLBody             Code = "html-body"               // a web page, no robots.txt
	SiteClosed           Code = "site-closed"             // everybody is shut out
	NotExamined          Code = "not-examined"            // a budget ended before a claim was decided
)

// severities are those of the diagnostics, of which each is listed.
var severities = map[Code]Severity{
	compile.Truncated: Error, compile.RuleOutsideGroup: Error, compile.RuleWithoutSlash: Error,
	compile.AbsoluteURLRule: Error, compile.LoneDollar: Error, compile.NoAgent: Error,
	compile.UTF16: Warning, compile.LongLine: Warning, compile.NUL: Warning, compile.NoSeparator: Warning,
	compile.NoKey: Warning, compile.MissingColon: Warning, compile.MisspeltKey: Warning,
	compile.BadCrawlDelay: Warning, compile.SitemapWithoutURL: Warning,
	compile.BOM: Info, compile.UnknownKey: Info, compile.AgentCut: Info, compile.AgentAfterRule: Info,
}

// Lint examines a file as a person would who knows all of docs/SEMANTICS.md, and
// lists what it found in the order of lines. What it says of rules is proved for
// all targets, not tried on some: a dead rule decides for none, and CoveredBy
// tells why. docs/MEANING.md lists all codes. Lint costs more than Compile does,
// up to a budget of work that is the same on every machine: a second or two for
// bodies that are made to hurt. What it leaves open is a finding of its own,
// NotExamined.
func Lint(body []byte, options ...Option) []Finding {
	return lint(body, options, lintWork).found
}

// lint is Lint with a budget, and tells what is left of it.
func lint(body []byte, options []Option, work meaning.Budget) *linter {
	l := newLinter(body, options, work)
	l.diagnostics()
	l.file()
	l.agents()
	l.rules()
	slices.SortStableFunc(l.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code))
	})
	return l
}

// linter is one run of Lint.
type linter struct {
	body    []byte
	options compile.Options
	robots  *Robots
	lines   []compile.Line
	ruled   *fileRules
	found   []Finding

	work     meaning.Budget // that is left
	tied     map[int]bool   // disallow rules of which a tie was told
	tiesOpen bool           // the budget ended among the ties
}

func newLinter(body []byte, options []Option, work meaning.Budget) *linter {
	l := &linter{body: body, robots: Compile(body, options...), work: work, tied: map[int]bool{}}
	l.ruled = newFileRules(l.robots.compiled())
	for _, option := range options {
		option(&l.options)
	}
	l.lines, _ = compile.Outline(body, l.options)
	return l
}

func (l *linter) add(code Code, s Severity, line int, covered []int, format string, args ...any) {
	l.found = append(l.found, Finding{Code: code, Severity: s, Line: line, CoveredBy: covered, Message: fmt.Sprintf(format, args...)})
}

func (l *linter) diagnostics() {
	for _, d := range l.robots.Diagnostics() {
		l.add(d.Code, severities[d.Code], d.Line, nil, "%s", d.Message)
	}
}

// file looks at the file as a whole.
func (l *linter) file() {
	if head := bytes.ToLower(l.body[:min(len(l.body), 1024)]); bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("<")) &&
		(bytes.Contains(head, []byte("<!doctype")) || bytes.Contains(head, []byte("<html"))) {
		l.add(HTMLBody, Error, 1, nil, "the body is a web page, no robots.txt: crawlers find hardly a rule in it")
	}
	if limit := l.options.Limit(); len(l.body) <= limit && len(l.body) >= limit/10*9 {
		l.add(SizeNearLimit, Warning, len(l.lines), nil, "the body has %d of the %d bytes that count: what is added may be cut off", len(l.body), limit)
	}
	for _, line := range l.lines {
		if line.Kind == compile.SitemapLine && line.Value != "" && !strings.Contains(line.Value, "://") {
			l.add(SitemapNotAbsolute, Warning, line.Number, nil, "the sitemap %q is no absolute URL: crawlers may not find it", line.Value)
		}
	}
	if star := l.robots.Group(); star.chosen == chosenByStar && star.DisallowsAll() {
		l.add(SiteClosed, Warning, star.Match("/").Rule.Line, nil, "the whole site is closed to every crawler that has no group of its own")
	}
}

// agents looks at the user-agent lines and at what belongs to them.
func (l *linter) agents() {
	named := map[string]int{} // the line that names a token first
	ofGroup := map[string]int{}
	for i := 0; i < len(l.lines); i++ {
		if l.lines[i].Kind != compile.AgentLine {
			continue
		}
		group, first := l.lines[i].Group, i
		reached, rules := false, false
		var delays []compile.Line
		var deaf []string // agents of the group that do not read crawl-delay
		for ; i < len(l.lines) && (l.lines[i].Group == group || l.lines[i].Group < 0); i++ {
			line := l.lines[i]
			if line.Group < 0 {
				continue // behind a blank line of Koster1996
			}
			switch line.Kind {
			case compile.AgentLine:
				before, again := named[line.Token]
				again = again && ofGroup[line.Token] != group
				if !again {
					named[line.Token], ofGroup[line.Token] = line.Number, group
				}
				switch {
				case line.Token == "":
				case again && l.options.Dialect == Koster1996:
					l.add(RepeatedAgent, Warning, line.Number, nil, "%s has a group already, in line %d: this one is not looked at", excerpt(line.Token), before)
				case again:
					reached = true
					l.add(RepeatedAgent, Info, line.Number, nil, "%s has a group already, in line %d: both count as one", excerpt(line.Token), before)
				default:
					reached = true
				}
				// One finding for each delay, not for each pair: those would be quadratic.
				for _, d := range delays {
					l.add(CrawlDelayAboveAgent, Warning, d.Number, nil, "%s of line %d is named below this crawl-delay, which is for the agents above it alone", excerpt(line.Token), line.Number)
				}
				delays = nil
				if ignoresDelay(line.Token) {
					deaf = append(deaf, line.Token)
				}
			case compile.AllowLine, compile.DisallowLine:
				rules, delays = true, nil
			case compile.DelayLine:
				if !rules {
					delays = append(delays, line)
				}
				switch len(deaf) {
				case 0:
				case 1:
					l.add(CrawlDelayIgnored, Info, line.Number, nil, "%s does not read crawl-delay", excerpt(deaf[0]))
				default:
					l.add(CrawlDelayIgnored, Info, line.Number, nil, "%s and %d more agents of this group do not read crawl-delay", excerpt(deaf[0]), len(deaf)-1)
				}
			}
		}
		i--
		if !reached && rules {
			l.add(UnreachableGroup, Error, l.lines[first].Number, nil, "no crawler can reach this group: its rules count for nobody")
		}
	}
	everybody := l.robots.Group()
	if everybody.chosen != chosenByStar || !l.ruled.any(everybody) {
		return
	}
	var onPurpose []int // lines such as "Disallow:"
	for _, line := range l.lines {
		if line.Kind == compile.DisallowLine && line.Value == "" {
			onPurpose = append(onPurpose, line.Number)
		}
	}
	for g := range l.robots.Groups() {
		if g.chosen == chosenByStar || l.ruled.any(g) || g.holdsAny(onPurpose) {
			continue
		}
		for _, token := range g.Agents() {
			l.add(AgentWithoutRules, Warning, named[token], nil, "%q is named without a rule: it may fetch everything, the rules of \"*\" do not count for it", token)
		}
	}
}

// holdsAny reports whether one of some lines, in order, is the group's.
func (g *Group) holdsAny(lines []int) bool {
	return slices.ContainsFunc(g.image.Parts(g.ids), func(part compile.Lines) bool {
		i, _ := slices.BinarySearch(lines, part.From)
		return i < len(lines) && lines[i] < part.To
	})
}

// ignoresDelay reports a crawler whose operator says that it does not read
// crawl-delay: those of Google.
func ignoresDelay(token string) bool {
	return token == "google" || strings.HasPrefix(token, "googlebot") || strings.HasPrefix(token, "google-") ||
		strings.HasPrefix(token, "googleother") || strings.HasSuffix(token, "-google")
}
