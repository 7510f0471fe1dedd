package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"robotrie": main})
}

// TestScript runs the command as a person would: testdata/script holds one script for each subject.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			startSites(env)
			return writeOddFiles(filepath.Join(env.WorkDir, "odd"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": cmdStatus,
			"gzip":   cmdGzip,
			"asked":  cmdAsked,
			"expand": cmdExpand,
		},
	})
}

// cmdStatus runs a program that must end with the given exit status: status 2 robotrie check.
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// cmdGzip compresses files to files of the same name with .gz after it.
func cmdGzip(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(ts.ReadFile(name)))
		ts.Check(err)
		ts.Check(w.Close())
		ts.Check(os.WriteFile(ts.MkAbs(name+".gz"), b.Bytes(), 0o666))
	}
}

// writeOddFiles makes the files that are too large or too strange to stand in a script.
func writeOddFiles(dir string) error {
	const rules = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n"
	random := rand.NewChaCha8([32]byte{9})
	binary := make([]byte, 300_000)
	_, _ = random.Read(binary)
	var wide []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + rules)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	var groups, large strings.Builder
	for i := range 50_000 {
		name := "bot" // Google's product tokens hold no digits
		for n := i; n > 0; n /= 26 {
			name = string(rune('a'+n%26)) + name
		}
		if i == 49_999 {
			name = "lastbot"
		}
		fmt.Fprintf(&groups, "User-agent: %s\nDisallow: /%d\n\n", name, i)
	}
	large.WriteString(rules)
	for large.Len() < 5<<20 {
		fmt.Fprintf(&large, "Disallow: /directory-%d/*/page$\n", large.Len())
	}
	large.WriteString("Disallow: /last\n")
	files := map[string]string{
		"empty.txt":    "",
		"html.txt":     "<!DOCTYPE html>\n<html><head><title>Not found</title></head>\n<body>\nUser-agent: * <br>\nDisallow: /</body></html>\n",
		"nul.txt":      "User-agent: *\nDisallow: /a\x00b\nDisallow: /private/\x00\nDisallow: /c\n",
		"escape.txt":   "User-agent: *\nDisallow: /\x1b[2J\xff\n",
		"binary.txt":   string(binary),
		"utf16.txt":    string(wide),
		"groups.txt":   groups.String(),
		"5mb.txt":      large.String(),
		"longline.txt": rules + "Disallow: /" + strings.Repeat("a", 500<<10) + "\nDisallow: /after\n",
		"longjson.txt": `{"robots":"User-agent: *\nDisallow: /x` + strings.Repeat(`\u0061`, 1<<20) + `\nDisallow: /p","agents":["A"],"url":"/p","dialect":"google"}` + "\n",
		"longhost.txt": `{"host":"big.example","body":"User-agent: *\nDisallow: /p\n#` + strings.Repeat("a", 5<<20) + `"}` + "\n" +
			`{"host":"small.example","body":"User-agent: *\nDisallow: /p"}` + "\n",
		"longurl.txt": "http://small.example/p\nhttp://small.example/" + strings.Repeat("a", 9<<20) + "\nhttp://small.example/q\nhttp://small.example/p\n",
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// A fullDisk refuses what is written to it.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestOutputFails holds every subcommand to one line and status 2 where standard output cannot be written.
func TestOutputFails(t *testing.T) {
	dir := t.TempDir()
	robots, hosts, urls := filepath.Join(dir, "robots.txt"), filepath.Join(dir, "hosts"), filepath.Join(dir, "urls")
	require.NoError(t, os.WriteFile(robots, []byte("User-agent: *\nDisallow: /p\n"), 0o666))
	require.NoError(t, os.WriteFile(hosts, []byte(`{"host":"h","body":""}`), 0o666))
	require.NoError(t, os.WriteFile(urls, []byte(strings.Repeat("http://h/\n", 1<<18)), 0o666))
	loopback := filepath.Join(dir, "loopback")
	require.NoError(t, os.WriteFile(loopback, []byte(strings.Repeat("http://127.0.0.1:1/\n", 1<<18)), 0o666))
	const line = `{"robots":"","agents":["A"],"url":"/"}` + "\n"
	for _, args := range [][]string{
		{"check", "--agent", "A", robots, "/p"},
		{"check", "--agent", "A", "--json", robots, "/p"},
		{"explain", "--agent", "A", robots, "/p"},
		{"explain", "--agent", "A", "--json", robots, "/p"},
		{"filter", "--quiet", "--agent", "A", "--robots", hosts, urls},
		{"fetch", "--agent", "A", "http://127.0.0.1:1/p"}, // refused before it is dialled
		{"fetch", "--agent", "A", "--json", "http://127.0.0.1:1/p"},
		{"filter", "--quiet", "--verdicts", "--fetch", "--agent", "A", loopback},
		{"eval"},
		{"diff", "--agent", "A", robots, hosts},
		{"lint", hosts},
		{"lint", "--json", hosts},
		{"lint", "--sarif", hosts},
		{"minimize", robots},
		{"subtree", "--agent", "A", robots, "/p"},
		{"fingerprint", robots},
		{"graph", "--agent", "A", robots},
	} {
		var errors strings.Builder
		status := run(args, strings.NewReader(strings.Repeat(line, 1<<12)), fullDisk{}, &errors)
		assert.Equal(t, statusFailed, status, args)
		assert.Equal(t, "robotrie: writing standard output: no space left on device\n", errors.String(), args)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"/plain?q=ä":         "/plain?q=ä",
		"a b":                "a b",
		"\x1b[31m":           `\x1b[31m`,
		"\xff":               `\xff`,
		"a\nb":               `a\nb`,
		"\u202egpj.exe":      `\u202egpj.exe`,
		"\ufffd":             "\ufffd",
		"mixed \xc3( \u0000": `mixed \xc3( \x00`,
	} {
		assert.Equal(t, want, printable(text), "%q", text)
	}
}

// TestMinimizeTellsWhatItLeaves: where not all rules were examined, that is said, and the file is still written.
func TestMinimizeTellsWhatItLeaves(t *testing.T) {
	body := "User-agent: *\nDisallow: /a\nDisallow: /a\n" + strings.Repeat("# a comment\n", 50_000)
	var out, errors strings.Builder
	assert.Equal(t, 0, run([]string{"minimize", "-"}, strings.NewReader(body), &out, &errors))
	assert.Equal(t, body, out.String())
	assert.Equal(t, "robotrie: -: not all rules were examined, so some may be left that change no answer\n", errors.String())
	out.Reset()
	errors.Reset()
	assert.Equal(t, 0, run([]string{"minimize", "--json", "-"}, strings.NewReader(body), &out, &errors))
	assert.Contains(t, out.String(), `,"complete":false}`)
	assert.Empty(t, errors.String())
}
