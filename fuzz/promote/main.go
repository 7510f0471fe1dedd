// Command promote turns an input that made a fuzz target fail into a table of
// testdata/regression, which a person can read and every way of asking the
// library is tested with:
//
//	go run ./fuzz/promote -name what-went-wrong -points 5.3,6.1 \
//	    -about "What went wrong, as a sentence." -source "RFC 9309, 2.2.3: what it says" \
//	    fuzz/testdata/fuzz/FuzzMatch/0c9fe4fe9569ab3d
//
// Run it before the mistake is mended: then it leaves out what does not matter.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/robotrie/robotrie/fuzz"
)

func main() {
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

var wordsWithHyphens = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func command(args []string, stdout, stderr io.Writer) int {
	var f fuzz.Finding
	var points, into string
	flags := flag.NewFlagSet("promote", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&f.Name, "name", "", "what went wrong, in a few `words-with-hyphens`: the file's name")
	flags.StringVar(&f.About, "about", "", "what went wrong, as a `sentence`")
	flags.StringVar(&f.Source, "source", "", "what `says` how it should be")
	flags.StringVar(&points, "points", "", "the `points` of docs/SEMANTICS.md, for example 5.3,6.1")
	flags.StringVar(&into, "into", "testdata/regression", "`folder` to write to")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintf(stderr, "promote: %v\n", err)
		return 2
	}
	for _, need := range []struct{ flag, value string }{{"name", f.Name}, {"about", f.About}, {"source", f.Source}, {"points", points}} {
		if need.value == "" {
			return fail(fmt.Errorf("-%s is needed", need.flag))
		}
	}
	if !wordsWithHyphens.MatchString(f.Name) {
		return fail(fmt.Errorf("-name %q: words of small letters and digits, with hyphens between them, are wanted", f.Name))
	}
	if flags.NArg() != 1 {
		return fail(errors.New("one input is needed: a file below testdata/fuzz"))
	}
	f.Points = strings.Split(points, ",")
	name := flags.Arg(0)
	input, err := os.ReadFile(name)
	if err != nil {
		return fail(err)
	}
	// The folder of an input has the name of its target.
	target := filepath.Base(filepath.Dir(name))
	table, reduced, err := fuzz.Regression(target, input, f)
	if err != nil {
		return fail(fmt.Errorf("%s: %w", name, err))
	}
	out := filepath.Join(into, f.Name+".json")
	file, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fail(fmt.Errorf("%s is there already", out))
	}
	if err != nil {
		return fail(err)
	}
	if _, err := file.Write(table); err != nil {
		return fail(err)
	}
	if err := file.Close(); err != nil {
		return fail(err)
	}
	fmt.Fprintf(stdout, "wrote %s\n", out)
	if !reduced {
		fmt.Fprintln(stdout, "the library answers it right by now, so that nothing could be left out: take out by hand what does not matter")
	}
	fmt.Fprintln(stdout, "see it fail, with a row for the neighbouring case: go test -run 'TestTables|TestEveryPoint' .")
	return 0
}
