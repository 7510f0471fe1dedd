package layering

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// violations reads every Go file of tree and returns a sentence for each
// import, package or row that the rows do not provide for, in a stable order.
func violations(tree fs.FS, rows []layer) ([]string, error) {
	byDir := make(map[string]layer, len(rows))
	for _, row := range rows {
		byDir[row.dir] = row
	}
	found := make(map[string]bool)
	var out []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			// As the go command does, except that testdata is
			// searched too: packages may live there.
			if base := path.Base(name); name != "." && (base[0] == '.' || base[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		dir := path.Dir(name)
		row, listed := byDir[dir]
		if !listed {
			if !found[dir] {
				out = append(out, fmt.Sprintf("%s: this package has no row in internal/layering/policy_test.go", dir))
			}
			found[dir] = true
			return nil
		}
		found[dir] = true
		imports, err := importsOf(tree, name)
		if err != nil {
			return err
		}
		for _, imported := range imports {
			if why := row.refuses(imported, strings.HasSuffix(name, "_test.go")); why != "" {
				out = append(out, fmt.Sprintf("%s: imports %s: %s", name, imported, why))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if !found[row.dir] {
			out = append(out, fmt.Sprintf("%s: has a row, but no Go file", row.dir))
		}
	}
	return out, nil
}

// importsOf returns the import paths of one file as written.
func importsOf(tree fs.FS, name string) ([]string, error) {
	source, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	paths := make([]string, 0, len(file.Imports))
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		paths = append(paths, imported)
	}
	return paths, nil
}

// refuses returns why the layer may not import the path, or "" if it may.
func (l layer) refuses(imported string, inTest bool) string {
	if dir, ours := ourDir(imported); ours {
		return l.refusesOurs(dir, inTest)
	}
	if standard(imported) {
		if !inTest && slices.Contains(l.forbids, imported) {
			return "its row forbids that: the engine does not fetch, touch files or log, and unsafe has its places"
		}
		return ""
	}
	if covers(l.modules, imported) || inTest && covers(testModules, imported) {
		return ""
	}
	return "this third-party module is not on the layer's list"
}

func (l layer) refusesOurs(dir string, inTest bool) string {
	switch {
	case inTest && dir == l.dir: // an external test package imports its subject
		return ""
	case slices.Contains(l.imports, dir):
		return ""
	case inTest && l.sealed:
		return "what judges the engine must not lean on it"
	case inTest && (slices.Contains(l.tests, dir) || strings.HasPrefix(dir, "internal/")):
		return ""
	case !inTest && testOnly(dir):
		return "only tests, fuzz and bench may use it"
	}
	return "the layer may not know that package"
}

// testOnly tells whether a package exists for tests and measurements alone.
func testOnly(dir string) bool {
	first, _, _ := strings.Cut(dir, "/")
	return first == "internal" || first == "fuzz" || first == "bench" || first == "testdata"
}

// ourDir returns the directory of a package of this tree.
func ourDir(imported string) (string, bool) {
	if imported == modulePath {
		return ".", true
	}
	return strings.CutPrefix(imported, modulePath+"/")
}

// standard tells whether a path belongs to the standard library: the go
// command reserves paths whose first element has no dot for it. The pseudo
// package C is left out, so cgo needs a row that lists it.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return imported != "C" && !strings.Contains(first, ".")
}

// covers tells whether a list of modules names one that holds the path.
func covers(modules []string, imported string) bool {
	return slices.ContainsFunc(modules, func(module string) bool {
		return module == anyModule || imported == module || strings.HasPrefix(imported, module+"/")
	})
}
