// Command robotrie asks robots.txt files from the command line: whether a crawler may fetch a URL, which line
// decides, and, in bulk, which of many URLs on many hosts may be fetched.
//
//	robotrie check   --agent ExampleBot robots.txt /private/ https://example.com/
//	robotrie explain --agent ExampleBot robots.txt /private/report.pdf
//	robotrie filter  --agent ExampleBot --robots hosts.jsonl.gz urls.txt > allowed.txt
//	robotrie fetch   --agent ExampleBot https://example.com/private/
//	robotrie eval    < cases.jsonl
//	robotrie diff    --agent ExampleBot robots-live.txt robots-draft.txt
//	robotrie lint    robots.txt
//
// (minimize, subtree, fingerprint and graph likewise.)
//
// The exit status is 0 where everything is allowed or nothing was found, 1 where something is disallowed or was found,
// and 2 where the command could not do all of its work; then standard error says in one line what was in the way.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// cli is the command line as kong reads it. Each subcommand has a file of its own.
type cli struct {
	Check   checkCmd   `cmd:"" help:"Say for each URL whether a robots.txt file allows it."`
	Explain explainCmd `cmd:"" help:"Show why a robots.txt file allows or disallows one URL."`
	Filter  filterCmd  `cmd:"" help:"Keep the allowed URLs of a list, with the robots.txt files of many hosts."`
	Fetch   fetchCmd   `cmd:"" help:"Say for each URL whether the robots.txt of its origin, which is fetched, allows it."`
	Eval    evalCmd    `cmd:"" help:"Answer cases given as JSON lines: the interface for conformance suites."`

	Diff        diffCmd        `cmd:"" help:"Tell which URLs two robots.txt files answer differently."`
	Lint        lintCmd        `cmd:"" help:"List what is wrong or odd in a robots.txt file."`
	Minimize    minimizeCmd    `cmd:"" help:"Write a robots.txt file without the rules that change nothing."`
	Subtree     subtreeCmd     `cmd:"" help:"Decide for all URLs that begin alike."`
	Fingerprint fingerprintCmd `cmd:"" help:"Write a fingerprint of what a robots.txt file means."`
	Graph       graphCmd       `cmd:"" help:"Draw the automaton of a crawler's rules."`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// Help is what the top-level help shows below the list of commands.
func (*cli) Help() string {
	return `The exit status is 0 where everything is allowed or nothing was found, 1 where something is disallowed or was found, and 2 where the command could not do all of its work.

Example:

    robotrie check --agent ExampleBot robots.txt https://example.com/private/

"robotrie COMMAND --help" shows an example of every command.`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// leave is panicked with by kong's exit hook, so that --help and --version end run instead of the process.
type leave int

// run is the whole command with its surroundings as arguments. It returns the exit status.
func run(args []string, in io.Reader, out, errw io.Writer) (status int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case leave:
			status = int(p)
		default:
			panic(p)
		}
	}()
	s := &session{in: in, out: out, err: errw}
	var c cli
	parser, err := kong.New(&c,
		kong.Name("robotrie"),
		kong.Description("Answers from robots.txt files: what may be fetched, and which line says so."),
		kong.Vars{"version": version()},
		kong.Writers(out, errw),
		kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		s.fail(err)
		return s.status
	}
	ctx, err := parser.Parse(args)
	if err == nil {
		err = ctx.Run(s)
	}
	if err != nil {
		s.fail(err)
	}
	return s.status
}

// version names the release and the commit as far as the build recorded them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "robotrie (no build information)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	commit, dirty := "", ""
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			commit = ", commit " + setting.Value[:min(12, len(setting.Value))]
		case "vcs.modified":
			if setting.Value == "true" {
				dirty = ", modified"
			}
		}
	}
	return fmt.Sprintf("robotrie %s%s%s, %s", v, commit, dirty, info.GoVersion)
}
