package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robotrie/robotrie"
)

// agentFlags name the crawler on whose behalf a command asks.
type agentFlags struct {
	Agent []string `required:"" sep:"none" placeholder:"NAME" help:"Product token of the crawler, such as ExampleBot. Repeat it for further names, most preferred first."`
}

// ruleFlags are the flags of every command that reads rules on behalf of one crawler.
type ruleFlags struct {
	agentFlags
	Dialect dialectFlag `placeholder:"DIALECT" help:"How rules are read: rfc9309 (default), google or koster1996."`
}

// Validate is called by kong. An empty name would quietly select the rules for everybody.
func (f *agentFlags) Validate() error {
	for _, name := range f.Agent {
		if strings.TrimSpace(name) == "" {
			return errors.New("--agent: the name is empty")
		}
	}
	return nil
}

// compile reads a file as far as it speaks to the crawler of the flags.
func (f *ruleFlags) compile(body []byte) *robotrie.Robots {
	return robotrie.Compile(body, robotrie.WithDialect(f.Dialect.Dialect), robotrie.WithAgents(f.Agent...))
}

// group reads a file and returns the rules that the crawler must follow.
func (f *ruleFlags) group(body []byte) *robotrie.Group { return f.compile(body).Group(f.Agent...) }

// A dialectFlag is a dialect given by name, RFC9309 if none is.
type dialectFlag struct {
	robotrie.Dialect
	given bool
}

// UnmarshalText is called by kong, which puts the flag's name before the error.
func (d *dialectFlag) UnmarshalText(text []byte) error {
	parsed, err := parseDialect(string(text))
	d.Dialect, d.given = parsed, true
	return err
}

// parseDialect is robotrie.ParseDialect with an error that lists what may be given.
func parseDialect(name string) (robotrie.Dialect, error) {
	d, err := robotrie.ParseDialect(name)
	if err != nil {
		return 0, fmt.Errorf("unknown dialect %s: it must be rfc9309, google or koster1996", shown(name))
	}
	return d, nil
}

// checkTarget refuses what is plainly neither a URL nor the path of one. The engine has an answer for any bytes; a
// person who typed "example.com/a" or left a variable empty is better served by being told.
func checkTarget(target string) error {
	if target == "" {
		return errors.New("the URL is empty")
	}
	for i := range len(target) {
		switch c := target[i]; {
		case c == ' ' || '\t' <= c && c <= '\r':
			return fmt.Errorf("%s is not a URL: it contains white space", shown(target))
		case c < ' ' || c == 0x7f:
			return fmt.Errorf("%s is not a URL: it contains a control character", shown(target))
		}
	}
	if target[0] == '/' || target[0] == '?' {
		return nil
	}
	scheme, rest, found := strings.Cut(target, "://")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return fmt.Errorf("%s is neither an absolute URL (https://host/path) nor a path (/path)", shown(target))
	}
	if !isScheme(scheme) {
		return fmt.Errorf("%s is not a URL: %s is not a scheme", shown(target), shown(scheme))
	}
	if web := strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"); web {
		if rest == "" || strings.IndexByte("/?#", rest[0]) >= 0 {
			return fmt.Errorf("%s is not a URL: it names no host", shown(target))
		}
	}
	return nil
}

// isScheme reports whether s is a letter followed by letters, digits, "+", "-" and ".".
func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		switch {
		case 'a' <= c && c <= 'z':
		case i > 0 && ('0' <= s[i] && s[i] <= '9' || s[i] == '+' || s[i] == '-' || s[i] == '.'):
		default:
			return false
		}
	}
	return s != ""
}
