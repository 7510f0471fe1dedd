package layering

// modulePath is the path that all packages of the tree begin with; the modules
// nested in it (cmd/robotrie, bench/peers) follow the same pattern.
const modulePath = "github.com/robotrie/robotrie"

// Third-party modules that only tests use. Every test file may import them.
var testModules = []string{
	"github.com/stretchr/testify",
	"github.com/rogpeppe/go-internal",
	"pgregory.net/rapid",
	"go.uber.org/goleak",
}

// Modules that the engine may depend on. The list is short on purpose: whoever
// embeds the engine takes all of it along.
var engineModules = []string{
	"github.com/dgryski/go-farm",
	"golang.org/x/net/idna",
}

// engineForbids lists standard packages that would break a promise of README:
// the engine does not fetch, does not touch files and does not log.
var engineForbids = []string{
	"log", "log/slog", "net", "net/http", "os", "os/exec", "testing",
}

// safeForbids holds what those parts of the engine must not import that do
// without unsafe: all but automaton, which loads words, and the root package,
// which looks at a string's octets.
var safeForbids = append([]string{"unsafe"}, engineForbids...)

// anyModule, in a list of modules, stands for every third-party module.
const anyModule = "*"

// A layer is one row of the policy.
type layer struct {
	dir     string   // slash-separated, relative to the root of the tree; "." is the root package
	imports []string // directories of our own packages that non-test files may import
	modules []string // third-party modules that non-test files may import
	forbids []string // standard packages that non-test files must not import

	// tests lists our own packages that test files may import beside those
	// of the row above and the package itself. Packages below internal/ are
	// open to the tests of every layer, save where sealed is set.
	tests []string
	// sealed packages are what others are judged by. Their tests may not
	// lean on what they judge, so they import nothing of ours at all.
	sealed bool
}

// policy is ordered from the leaves to the top:
//
//	cmd/robotrie ─► robotrie ─► compile ─► automaton
//	                   │           └─────► normalize
//	                   ├─► automaton, normalize
//	                   └─► meaning ─► normalize
//	cmd/robotrie ─► access ─► access/policy ─► robotrie
//	                   └─────► normalize
//
// automaton and normalize do not know each other, not even in tests, and
// neither knows compile; meaning knows the spelling of paths and nothing of how
// they are matched. What lies in internal/, fuzz and bench is for tests
// and measurements; no file of the engine or of the command may need it.
var policy = []layer{
	{dir: "automaton", modules: engineModules, forbids: engineForbids},
	{dir: "normalize", modules: engineModules, forbids: safeForbids},
	{dir: "compile", imports: []string{"automaton", "normalize"}, modules: engineModules, forbids: safeForbids},
	{dir: "meaning", imports: []string{"normalize"}, modules: engineModules, forbids: safeForbids},
	{dir: ".", imports: []string{"automaton", "normalize", "compile", "meaning"}, modules: engineModules, forbids: engineForbids},

	{dir: "internal/oracle", sealed: true},
	{dir: "internal/suite", sealed: true},
	{dir: "internal/gen", sealed: true},
	{dir: "internal/faulty", modules: []string{"golang.org/x/net"}},
	{dir: "internal/layering"},
	{dir: "internal/mutate"},
	{dir: "internal/doctest", tests: []string{"."}},

	{dir: "fuzz", imports: []string{".", "automaton", "normalize", "compile", "internal/oracle", "internal/gen", "internal/suite"}},
	{dir: "fuzz/promote", imports: []string{"fuzz"}},
	{dir: "bench", imports: []string{".", "automaton", "normalize", "compile", "internal/oracle", "internal/gen", "internal/suite"}, modules: engineModules},
	{dir: "bench/meaning", imports: []string{".", "bench"}},
	{dir: "bench/hostile", imports: []string{".", "bench", "internal/gen"}},
	{dir: "bench/peers", imports: []string{".", "automaton", "normalize", "compile", "bench", "internal/oracle", "internal/gen", "internal/suite"}, modules: []string{anyModule}},
	{dir: "bench/report", imports: []string{".", "automaton", "normalize", "compile", "bench", "bench/peers", "internal/oracle", "internal/gen", "internal/suite"}, modules: []string{anyModule}},

	{dir: "access/policy", imports: []string{"."}, modules: []string{"github.com/pquerna/cachecontrol"}, forbids: []string{"net", "os", "log", "log/slog"}},
	{dir: "access/fetch", imports: []string{"access/policy", "normalize"}, modules: []string{"golang.org/x/net"}},
	{dir: "access/ftpfetch", imports: []string{"access/fetch", "access/policy"}, modules: []string{"github.com/jlaffaye/ftp"}},
	{dir: "access", imports: []string{".", "normalize", "access/policy"}, tests: []string{"access/fetch"}},
	{dir: "access/boltstore", imports: []string{"access"}, modules: []string{"go.etcd.io/bbolt"}, tests: []string{"access/policy"}},
	{dir: "access/promcounters", imports: []string{"access"}, modules: []string{"github.com/prometheus/client_golang"}, tests: []string{"access/policy"}},

	{dir: "cmd/robotrie", imports: []string{".", "normalize", "access", "access/policy", "access/fetch"}, modules: []string{anyModule}},
	{dir: "examples/colly", imports: []string{"access", "access/fetch", "access/policy"}, modules: []string{anyModule}},
}
