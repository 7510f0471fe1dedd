package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A source is the files of one package as they are compiled on this machine,
// without its tests.
type source struct {
	path  string // import path
	dir   string
	files []*file
	fset  *token.FileSet
	info  *types.Info
	pkg   *types.Package

	exports map[string]string // import path to export data
}

// A file is one of them.
type file struct {
	name string // base name
	text []byte
	tree *ast.File
}

// goList runs "go list" with a format, and gives its lines.
func goList(args ...string) ([]string, error) {
	command := exec.Command("go", append([]string{"list"}, args...)...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(args, " "), err, complaint.Bytes())
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// load parses and checks the package in a directory.
func load(dir string) (*source, error) {
	s := &source{fset: token.NewFileSet(), exports: map[string]string{}}
	listed, err := goList("-f", "{{.ImportPath}}\n{{.Dir}}{{range .GoFiles}}\n{{.}}{{end}}", dir)
	if err != nil {
		return nil, err
	}
	if len(listed) < 3 {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	s.path, s.dir = listed[0], listed[1]
	deps, err := goList("-deps", "-export", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", dir, "os", "strconv")
	if err != nil {
		return nil, err
	}
	for _, line := range deps {
		if path, export, ok := strings.Cut(line, "="); ok {
			s.exports[path] = export
		}
	}
	for _, name := range listed[2:] {
		text, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, &file{name: name, text: text, tree: tree})
	}
	var problems []types.Error
	s.pkg, s.info, problems = s.check(s.trees())
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return s, nil
}

func (s *source) trees() (all []*ast.File) {
	for _, f := range s.files {
		all = append(all, f.tree)
	}
	return all
}

// check finds the types of everything, or what is wrong.
func (s *source) check(trees []*ast.File) (*types.Package, *types.Info, []types.Error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
		Defs:  map[*ast.Ident]types.Object{},
	}
	var problems []types.Error
	config := types.Config{
		Importer: importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
			export, ok := s.exports[path]
			if !ok {
				return nil, fmt.Errorf("no export data for %s", path)
			}
			return os.Open(export)
		}),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && !e.Soft {
				problems = append(problems, e)
			}
		},
	}
	pkg, err := config.Check(s.path, s.fset, trees, info)
	if err != nil && len(problems) == 0 {
		problems = append(problems, types.Error{Fset: s.fset, Msg: err.Error()})
	}
	return pkg, info, problems
}

// at gives the text of a node.
func (f *file) at(s *source, n ast.Node) string {
	return f.between(s, n.Pos(), n.End())
}

func (f *file) between(s *source, from, to token.Pos) string {
	base := s.fset.File(f.tree.FileStart)
	return string(f.text[base.Offset(from):base.Offset(to)])
}
