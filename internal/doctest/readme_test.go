package doctest

import (
	"bytes"
	"context"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
)

// The programs and commands below are run by the go command, which the cache of
// test results cannot see through. Using the front door here, and reading all
// sources in sourcesAreInputs, makes a change anywhere run the tests again.
var _ = robotrie.Compile

func sourcesAreInputs(t *testing.T) {
	t.Helper()
	walkFiles(t, func(name string) {
		switch filepath.Ext(name) {
		case ".go", ".mod", ".work", ".sum":
			readFile(t, name)
		}
	})
}

func TestReadmePrograms(t *testing.T) {
	sourcesAreInputs(t)
	programs := 0
	for _, block := range parseMarkdown(readFile(t, "README.md")).blocks {
		if block.lang != "go" {
			continue
		}
		programs++
		t.Run("line "+strconv.Itoa(block.line), func(t *testing.T) {
			t.Parallel()
			require.True(t, strings.HasPrefix(block.text, "package main\n"),
				"a Go block of README is a complete program, so that a reader can paste and run it")
			formatted, err := format.Source([]byte(block.text))
			require.NoError(t, err)
			assert.Equal(t, string(formatted), block.text, "the block is not gofmt's")

			file := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(file, []byte(block.text), 0o600))
			stdout, stderr, status := runShell(t, "go run '"+file+"'")
			require.Equal(t, 0, status, "stderr:\n%s", stderr)
			require.NotNil(t, block.output, "a program is followed by a text block with what it prints")
			assert.Equal(t, *block.output, stdout)
		})
	}
	assert.NotZero(t, programs, "README shows no program")
}

// filterCommand is the first command that README shows.
const filterCommand = "go run ./cmd/robotrie filter --agent ExampleBot --robots testdata/example/hosts.jsonl testdata/example/urls.txt"

// A command of README is of one of these kinds; another kind fails the test
// until somebody decides how to keep it true.
var (
	robotrieCommand = regexp.MustCompile(`(^|[|] *)go run \./cmd/robotrie( |$)`)
	ciCommand       = regexp.MustCompile(`^go test work$`)
	getCommand      = regexp.MustCompile(`^go get (\S+)$`)
	buildCommand    = regexp.MustCompile(`^go build -o \S+ (\./\S+)$`)
	reportCommand   = regexp.MustCompile(`^go run \./bench/report$`)
	scriptCommand   = regexp.MustCompile(`^\.ci/\S+$`)
)

func TestReadmeCommands(t *testing.T) {
	sourcesAreInputs(t)
	seen := make(map[string]bool)
	for _, block := range parseMarkdown(readFile(t, "README.md")).blocks {
		if block.lang != "sh" {
			continue
		}
		for _, command := range commandsOf(block) {
			seen[command.line] = true
			t.Run(command.line, func(t *testing.T) {
				t.Parallel()
				checkCommand(t, command)
			})
		}
	}
	for _, promised := range []string{filterCommand, "go test work"} {
		assert.Contains(t, seen, promised, "README's first two commands")
	}
	for _, name := range []string{"check", "explain", "filter", "fetch", "eval", "diff", "lint", "minimize", "subtree", "fingerprint", "graph"} {
		assert.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(line string) bool {
			return strings.Contains(line, "go run ./cmd/robotrie "+name)
		}), "README has no example of robotrie %s", name)
	}
}

// A command is one line of a sh block.
type command struct {
	line   string
	status int     // that it must exit with
	output *string // that it must print, nil where README does not show it
}

var statusComment = regexp.MustCompile(`^# exit status (\d)\b`)

// commandsOf splits a sh block into commands. A comment "# exit status N" holds
// for the next command; without one it is 0. The output shown below a block
// belongs to its last command.
func commandsOf(b block) []command {
	var commands []command
	status := 0
	for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", "")) {
		line = strings.TrimSpace(line)
		if match := statusComment.FindStringSubmatch(line); match != nil {
			status, _ = strconv.Atoi(match[1])
		}
		if line == "" || line[0] == '#' {
			continue
		}
		commands = append(commands, command{line: line, status: status})
		status = 0
	}
	if len(commands) > 0 {
		commands[len(commands)-1].output = b.output
	}
	return commands
}

func checkCommand(t *testing.T, c command) {
	switch {
	case robotrieCommand.MatchString(c.line):
		stdout, stderr, status := runShell(t, c.line)
		assert.Equal(t, c.status, status, "exit status; stderr:\n%s", stderr)
		switch {
		case c.line == filterCommand: // too long to be shown
			assert.Equal(t, readFile(t, exampleDir+"/allowed.txt"), stdout)
		case c.output != nil:
			assert.Equal(t, *c.output, stdout)
		}
	case ciCommand.MatchString(c.line):
		// Running it here would run this test again, without end.
		assert.Regexp(t, `(?m)^\s*go test -count=1 (\S+ )*work$`, readFile(t, ".ci/run"))
	case getCommand.MatchString(c.line):
		module := getCommand.FindStringSubmatch(c.line)[1]
		assert.Regexp(t, `(?m)^module `+regexp.QuoteMeta(module)+`$`, readFile(t, "go.mod"))
	case buildCommand.MatchString(c.line):
		_, stderr, status := runShell(t, "go build -o '"+t.TempDir()+"' "+buildCommand.FindStringSubmatch(c.line)[1])
		assert.Equal(t, c.status, status, "stderr:\n%s", stderr)
	case reportCommand.MatchString(c.line):
		// The same code on next to nothing. Whether a goal is reached is not
		// for this test to say; that the plots shown are the plots drawn is.
		out := t.TempDir()
		_, stderr, status := runShell(t, c.line+" -quick -rounds 1 -hosts 5 -bodies 20 -cold 0 -hostile=false -out '"+out+"'")
		assert.LessOrEqual(t, status, c.status, "stderr:\n%s", stderr)
		shown := 0
		for _, l := range parseMarkdown(readFile(t, "README.md")).links {
			if strings.HasSuffix(l.dest, ".svg") {
				shown++
				assert.FileExists(t, filepath.Join(out, l.dest))
			}
		}
		assert.Positive(t, shown, "README shows no plot")
	case scriptCommand.MatchString(c.line):
		info, err := os.Stat(filepath.Join(root, c.line))
		require.NoError(t, err)
		assert.NotZero(t, info.Mode()&0o111, "%s is not executable", c.line)
	default:
		t.Errorf("this kind of command is checked by nothing; add a case")
	}
}

var goRunStatus = regexp.MustCompile(`(?m)^exit status (\d+)\s*\z`)

// runShell runs one line of shell from the root of the tree, in its workspace,
// and returns what was printed and the exit status. "go run" itself exits with
// 1 whatever its program does and says the program's status in its last line.
func runShell(t *testing.T, line string) (stdout, stderr string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	workspace, err := filepath.Abs(filepath.Join(root, "go.work"))
	require.NoError(t, err)

	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, "bash", "-c", "set -o pipefail\n"+line)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK="+workspace)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		require.NoError(t, err)
	}
	status = cmd.ProcessState.ExitCode()
	if match := goRunStatus.FindStringSubmatch(errs.String()); match != nil && status == 1 {
		status, _ = strconv.Atoi(match[1])
	}
	return out.String(), errs.String(), status
}

func TestCommandsOf(t *testing.T) {
	shown := "printed\n"
	got := commandsOf(block{lang: "sh", output: &shown, text: "# exit status 2: no such file\na \\\n--b\n\n# a remark\nc\n"})
	assert.Equal(t, []command{{line: "a --b", status: 2}, {line: "c", output: &shown}}, got)
}
