package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A rewriter writes the source of a package with all mutants in it. It goes
// through the syntax tree and gives each node's text; where nothing is changed
// that is the source between the node's children, and theirs.
//
// A condition becomes
//
//	(mutant == 7 && (a <= b) || mutant == 8 && (a >= b) || mutant != 7 && mutant != 8 && (a < b))
//
// where only the last a and b may hold further mutants: one is on at a time.
type rewriter struct {
	*source
	file     *file
	fn       string   // the function that is being written
	labelled ast.Stmt // the last statement behind a label
	jumped   bool     // what is written is the condition of labelled
	all      []*mutant
	dropped  map[string]bool // places at which a change does not compile
}

// rewrite gives the changed files, by base name, and the mutants in them.
func rewrite(s *source) (map[string]string, []*mutant, error) {
	dropped := map[string]bool{}
	// Why a loop: a few changes do not compile (a conversion that only a
	// constant can take, say). They are found by compiling, and left out.
	for range 20 {
		r := &rewriter{source: s, dropped: dropped}
		out := map[string]string{schemaName: fmt.Sprintf(schema, s.pkg.Name())}
		for _, f := range s.files {
			r.file, r.fn = f, ""
			out[f.name] = r.whole()
		}
		bad, err := r.faulty(out)
		if err != nil {
			return nil, nil, err
		}
		if len(bad) == 0 {
			name(r.all, filepath.Base(s.dir))
			return out, r.all, nil
		}
		for _, m := range bad {
			dropped[m.place()] = true
		}
	}
	return nil, nil, fmt.Errorf("%s: the changed source does not compile", s.path)
}

func (m *mutant) place() string {
	return fmt.Sprintf("%s:%d:%d:%s:%s", m.File, m.Line, m.Column, m.Kind, m.Is)
}

var idInText = regexp.MustCompile(`(?:mutant (?:==|!=) |mutant[A-Z]\w*(?:\[[^\]]*\])?\()(\d+)`)

// faulty compiles the changed files, and gives the mutants of lines with errors.
func (r *rewriter) faulty(out map[string]string) (bad []*mutant, err error) {
	var trees []*ast.File
	for _, name := range slices.Sorted(mapKeys(out)) {
		tree, err := parser.ParseFile(r.fset, "mutated/"+name, out[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	_, _, problems := r.check(trees)
	for _, problem := range problems {
		at := r.fset.Position(problem.Pos)
		text := strings.Split(out[filepath.Base(at.Filename)], "\n")
		found := false
		for _, id := range idInText.FindAllStringSubmatch(text[at.Line-1], -1) {
			n, _ := strconv.Atoi(id[1])
			bad, found = append(bad, r.all[n-1]), true
		}
		if !found {
			return nil, fmt.Errorf("%v, and no mutant is in this line: %s", problem, text[at.Line-1])
		}
	}
	return bad, nil
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// add makes a mutant. ok is false where it does not compile.
func (r *rewriter) add(n ast.Node, kind, was, is string) (id int, ok bool) {
	at := r.fset.Position(n.Pos())
	m := &mutant{
		ID: len(r.all) + 1, Kind: kind, File: r.file.name, Line: at.Line, Column: at.Column,
		Func: r.fn, Was: inOneLine(was), Is: inOneLine(is), Jumped: r.jumped,
	}
	if r.dropped[m.place()] {
		return 0, false
	}
	r.all = append(r.all, m)
	return m.ID, true
}

// whole writes a file.
func (r *rewriter) whole() string {
	var b strings.Builder
	from := r.file.tree.FileStart
	for _, d := range r.file.tree.Decls {
		b.WriteString(r.file.between(r.source, from, d.Pos()))
		b.WriteString(r.declaration(d))
		from = d.End()
	}
	b.WriteString(r.file.between(r.source, from, r.file.tree.FileEnd))
	return b.String()
}

func (r *rewriter) declaration(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body == nil {
			return r.plain(d)
		}
		r.fn = d.Name.Name
		if d.Recv != nil {
			r.fn = receiver(d.Recv.List[0].Type) + "." + r.fn
		}
		out := r.file.between(r.source, d.Pos(), d.Body.Pos()) + r.node(d.Body)
		r.fn = ""
		return out
	case *ast.GenDecl:
		if d.Tok == token.VAR {
			r.fn = "var"
			return r.children(d)
		}
	}
	return r.plain(d)
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

func (r *rewriter) plain(n ast.Node) string { return r.file.at(r.source, n) }

// children writes a node whose own text stays.
func (r *rewriter) children(n ast.Node) string {
	var b strings.Builder
	from := n.Pos()
	for _, c := range childrenOf(n) {
		b.WriteString(r.file.between(r.source, from, c.Pos()))
		b.WriteString(r.node(c))
		from = c.End()
	}
	b.WriteString(r.file.between(r.source, from, n.End()))
	return b.String()
}

func childrenOf(n ast.Node) (all []ast.Node) {
	ast.Inspect(n, func(c ast.Node) bool {
		if c == n {
			return true
		}
		// Comments are text like other text; some stand before their node.
		if _, comment := c.(*ast.CommentGroup); c != nil && !comment {
			all = append(all, c)
		}
		return false
	})
	slices.SortStableFunc(all, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	return all
}

// node writes any node.
func (r *rewriter) node(n ast.Node) string {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return r.block(n, n.List)
	case *ast.CaseClause:
		return r.clause(n, n.List, n.Body)
	case *ast.CommClause:
		return r.block(n, n.Body)
	case *ast.IfStmt:
		if r.info.Types[n.Cond].Value != nil {
			return r.plain(n) // decided when it is compiled, by a build tag
		}
		return r.withCondition(n, n.Cond, true)
	case *ast.ForStmt:
		// Why not always true: that is a loop without end, or an index out of
		// range, and tells nothing that the opposite does not.
		return r.withCondition(n, n.Cond, false)
	case *ast.LabeledStmt:
		r.labelled = n.Stmt
	case *ast.ReturnStmt:
		return r.returns(n)
	case *ast.IncDecStmt:
		return r.incDec(n)
	case *ast.AssignStmt:
		return r.assign(n)
	case *ast.DeclStmt:
		if d := n.Decl.(*ast.GenDecl); d.Tok != token.VAR {
			return r.plain(n)
		}
	case *ast.CompositeLit:
		return r.literal(n)
	case *ast.ArrayType, *ast.MapType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.ChanType, *ast.CommentGroup, *ast.FieldList:
		return r.plain(n)
	case ast.Expr:
		return r.expression(n)
	}
	return r.children(n)
}

// withCondition writes a statement that has a condition.
func (r *rewriter) withCondition(n ast.Node, condition ast.Expr, andTrue bool) string {
	if condition == nil {
		return r.children(n)
	}
	var b strings.Builder
	from := n.Pos()
	for _, c := range childrenOf(n) {
		b.WriteString(r.file.between(r.source, from, c.Pos()))
		if c == ast.Node(condition) {
			r.jumped = n == ast.Node(r.labelled)
			b.WriteString(r.condition(condition, andTrue))
			r.jumped = false
		} else {
			b.WriteString(r.node(c))
		}
		from = c.End()
	}
	b.WriteString(r.file.between(r.source, from, n.End()))
	return b.String()
}

// condition writes an expression that is also always true, or always false.
func (r *rewriter) condition(e ast.Expr, andTrue bool) string {
	was := r.plain(e)
	var ways []way
	if andTrue {
		ways = append(ways, way{fixed, "true", "true"})
	}
	ways = append(ways, way{fixed, "false", "false"})
	return r.either(e, was, ways, func() string { return r.expression(e) })
}

// A way is one thing that a condition may become.
type way struct{ kind, is, text string }

// either writes a condition that becomes one of some ways.
func (r *rewriter) either(n ast.Node, was string, ways []way, otherwise func() string) string {
	var on, off strings.Builder
	for _, w := range ways {
		if id, ok := r.add(n, w.kind, was, w.is); ok {
			fmt.Fprintf(&on, "mutant == %d && (%s) || ", id, w.text)
			fmt.Fprintf(&off, "mutant != %d && ", id)
		}
	}
	if on.Len() == 0 {
		return "(" + otherwise() + ")"
	}
	return "(" + on.String() + off.String() + "(" + otherwise() + "))"
}

// clause writes "case a, b:" with its statements.
func (r *rewriter) clause(n *ast.CaseClause, list []ast.Expr, body []ast.Stmt) string {
	var b strings.Builder
	from := n.Pos()
	for _, e := range list {
		b.WriteString(r.file.between(r.source, from, e.Pos()))
		tv := r.info.Types[e]
		switch {
		case tv.IsType() || tv.IsNil():
			b.WriteString(r.plain(e))
		case isBool(tv.Type) && tv.Value == nil:
			b.WriteString(r.condition(e, true))
		default:
			b.WriteString(r.expression(e))
		}
		from = e.End()
	}
	b.WriteString(r.file.between(r.source, from, n.Colon+1))
	b.WriteString(r.statements(n.Colon+1, n.End(), body))
	return b.String()
}

func (r *rewriter) block(n ast.Node, list []ast.Stmt) string {
	if c, ok := n.(*ast.CommClause); ok {
		return r.file.between(r.source, n.Pos(), c.Colon+1) + r.statements(c.Colon+1, n.End(), list)
	}
	return r.statements(n.Pos(), n.End(), list)
}

// statements writes a list of them, any of which may be left out.
func (r *rewriter) statements(from, end token.Pos, list []ast.Stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(r.file.between(r.source, from, s.Pos()))
		if !r.removable(s) {
			b.WriteString(r.node(s))
		} else if id, ok := r.add(s, statement, r.plain(s), "(nothing)"); ok {
			fmt.Fprintf(&b, "if mutant != %d { %s }", id, r.node(s))
		} else {
			b.WriteString(r.node(s))
		}
		from = s.End()
	}
	b.WriteString(r.file.between(r.source, from, end))
	return b.String()
}

// removable reports a statement without which the rest still compiles.
func (r *rewriter) removable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		f, ok := call.Fun.(*ast.Ident)
		return !ok || f.Name != "panic"
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return false
		}
		for _, left := range s.Lhs {
			if name, ok := left.(*ast.Ident); !ok || name.Name != "_" {
				return true
			}
		}
		return false
	case *ast.IncDecStmt, *ast.DeferStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	}
	return false
}

// returns writes a return statement, whose results may be zero.
func (r *rewriter) returns(n *ast.ReturnStmt) string {
	type single struct {
		at ast.Expr
		ok bool
	}
	var results []single
	any := false
	for _, e := range n.Results {
		tv := r.info.Types[e]
		_, tuple := tv.Type.(*types.Tuple)
		ok := tv.Value == nil && !tv.IsNil() && !tuple && !isEmptyLiteral(e)
		results = append(results, single{e, ok})
		any = any || ok
	}
	id, ok := 0, false
	if any {
		id, ok = r.add(n, result, r.plain(n), "return zero")
	}
	if !ok {
		return r.children(n)
	}
	var b strings.Builder
	from := n.Pos()
	for _, e := range results {
		b.WriteString(r.file.between(r.source, from, e.at.Pos()))
		if e.ok {
			fmt.Fprintf(&b, "mutantZero(%d, %s)", id, r.expression(e.at))
		} else {
			b.WriteString(r.expression(e.at))
		}
		from = e.at.End()
	}
	b.WriteString(r.file.between(r.source, from, n.End()))
	return b.String()
}

// isEmptyLiteral reports T{}, which is zero already.
func isEmptyLiteral(e ast.Expr) bool {
	l, ok := e.(*ast.CompositeLit)
	return ok && len(l.Elts) == 0
}

func (r *rewriter) incDec(n *ast.IncDecStmt) string {
	t, ok := r.typeName(n.X)
	sign, other := "+=", "--"
	if n.Tok == token.DEC {
		sign, other = "-=", "++"
	}
	was := r.plain(n)
	if ok {
		if id, ok := r.add(n, operator, was, r.plain(n.X)+other); ok {
			return fmt.Sprintf("%s %s %s(1 - 2*mutantIs(%d))", r.children(n.X), sign, t, id)
		}
	}
	return r.children(n)
}

// assign writes an assignment. x += y becomes x = mutantAdd(7, x, y) where
// nothing is called to find x, which is then looked at twice.
func (r *rewriter) assign(n *ast.AssignStmt) string {
	op, ok := assignments[n.Tok]
	if !ok {
		return r.children(n)
	}
	x, y := n.Lhs[0], n.Rhs[0]
	t, named := r.typeName(x)
	if !named || !isNumber(r.info.Types[x].Type) || calls(x) {
		return r.children(n)
	}
	o := operators[op]
	id, ok := r.add(n, operator, r.plain(n), fmt.Sprintf("%s %v= %s", r.plain(x), o.becomes, r.plain(y)))
	if !ok {
		return r.children(n)
	}
	return fmt.Sprintf("%s = %s[%s](%d, %s, %s)", r.plain(x), o.function, t, id, r.plain(x), r.expression(y))
}

func calls(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.CallExpr)
		found = found || is
		return !found
	})
	return found
}

// literal writes a composite literal. The keys of arrays and slices must be
// constants, and those of structs are names.
func (r *rewriter) literal(n *ast.CompositeLit) string {
	_, isMap := r.info.Types[n].Type.Underlying().(*types.Map)
	var b strings.Builder
	from := n.Pos()
	for _, e := range n.Elts {
		b.WriteString(r.file.between(r.source, from, e.Pos()))
		if kv, ok := e.(*ast.KeyValueExpr); ok && !isMap {
			b.WriteString(r.file.between(r.source, kv.Pos(), kv.Value.Pos()))
			b.WriteString(r.expression(kv.Value))
		} else {
			b.WriteString(r.node(e))
		}
		from = e.End()
	}
	b.WriteString(r.file.between(r.source, from, n.End()))
	return b.String()
}

// expression writes any expression.
func (r *rewriter) expression(e ast.Expr) string {
	tv := r.info.Types[e]
	if tv.IsType() || tv.IsNil() || tv.IsBuiltin() {
		return r.plain(e)
	}
	if tv.Value != nil {
		return r.constant(e, tv)
	}
	switch n := e.(type) {
	case *ast.CompositeLit:
		return r.literal(n)
	case *ast.FuncLit:
		return r.file.between(r.source, n.Pos(), n.Body.Pos()) + r.node(n.Body)
	case *ast.SelectorExpr:
		// Of x.y only x may hold anything; of package.y nothing does.
		return r.node(n.X) + r.file.between(r.source, n.X.End(), n.End())
	case *ast.KeyValueExpr:
		return r.node(n.Key) + r.file.between(r.source, n.Key.End(), n.Value.Pos()) + r.expression(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return r.either(n, r.plain(n), []way{{negation, r.plain(n.X), r.plain(n.X)}}, func() string { return r.children(n) })
		}
		if n.Op == token.AND {
			// What an address is taken of must stay what it is.
			if l, ok := n.X.(*ast.CompositeLit); ok {
				return "&" + r.literal(l)
			}
		}
	case *ast.BinaryExpr:
		return r.binary(n)
	}
	return r.children(e)
}

func (r *rewriter) constant(e ast.Expr, tv types.TypeAndValue) string {
	text := r.plain(e)
	switch tv.Value.Kind() {
	case constant.Bool:
		if isName(e, "true") || isName(e, "false") {
			if id, ok := r.add(e, constantKind, text, "!"+text); ok {
				return fmt.Sprintf("(%s != (mutant == %d))", text, id)
			}
		}
	case constant.Int, constant.Float:
		t, ok := r.typeName(e)
		if !ok || !isNumber(tv.Type) {
			return text
		}
		out := text
		if id, ok := r.add(e, constantKind, text, text+" + 1"); ok {
			out += fmt.Sprintf(" + %s(mutantIs(%d))", t, id)
		}
		if id, ok := r.add(e, constantKind, text, text+" - 1"); ok {
			out += fmt.Sprintf(" - %s(mutantIs(%d))", t, id)
		}
		if out != text {
			return "(" + out + ")"
		}
	}
	return text
}

func isName(e ast.Expr, name string) bool {
	i, ok := e.(*ast.Ident)
	return ok && i.Name == name
}

func (r *rewriter) binary(n *ast.BinaryExpr) string {
	x, y := r.plain(n.X), r.plain(n.Y)
	was := r.plain(n)
	inside := func() string {
		return r.expression(n.X) + r.file.between(r.source, n.X.End(), n.Y.Pos()) + r.expression(n.Y)
	}
	if c, ok := comparisons[n.Op]; ok {
		opposite := fmt.Sprintf("%s %v %s", x, c.opposite, y)
		ways := []way{{negation, opposite, opposite}}
		if c.boundary != token.ILLEGAL {
			moved := fmt.Sprintf("%s %v %s", x, c.boundary, y)
			ways = append(ways, way{boundary, moved, moved})
		}
		return r.either(n, was, ways, inside)
	}
	if n.Op == token.LAND || n.Op == token.LOR {
		other := token.LOR
		if n.Op == token.LOR {
			other = token.LAND
		}
		swapped := fmt.Sprintf("(%s) %v (%s)", x, other, y)
		return r.either(n, was, []way{{logic, swapped, swapped}, {logic, x, x}, {logic, y, y}}, inside)
	}
	o, ok := operators[n.Op]
	t, named := r.typeName(n)
	if !ok || !named || !isNumber(r.info.Types[n].Type) {
		return inside()
	}
	id, ok := r.add(n, operator, was, fmt.Sprintf("%s %v %s", x, o.becomes, y))
	if !ok {
		return inside()
	}
	return fmt.Sprintf("%s[%s](%d, %s, %s)", o.function, t, id, r.expression(n.X), r.expression(n.Y))
}

// typeName gives an expression's type as this file can write it.
func (r *rewriter) typeName(e ast.Expr) (string, bool) {
	t := r.info.Types[e].Type
	if t == nil {
		if i, ok := e.(*ast.Ident); ok && r.info.Uses[i] != nil {
			t = r.info.Uses[i].Type()
		}
	}
	if t == nil {
		return "", false
	}
	ok := true
	text := types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == r.pkg {
			return ""
		}
		for _, i := range r.file.tree.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); path == p.Path() {
				if i.Name != nil {
					return i.Name.Name
				}
				return p.Name()
			}
		}
		ok = false
		return p.Name()
	})
	return text, ok
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}
