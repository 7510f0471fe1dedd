package main

import (
	"fmt"
	"go/token"
	"strings"
)

// The kinds of change.
const (
	boundary     = "boundary"  // < becomes <=, …
	negation     = "negation"  // a condition becomes its opposite
	fixed        = "fixed"     // a condition is always true, or always false
	logic        = "logic"     // && becomes ||, or one side of it does not count
	operator     = "operator"  // + becomes -, …
	constantKind = "constant"  // one more, or one less; true becomes false
	statement    = "statement" // a statement is left out
	result       = "result"    // a function returns zero values
)

// A mutant is one change.
type mutant struct {
	ID     int // as the test binary is told, from 1; different in every version of the source
	Kind   string
	File   string // base name
	Line   int
	Column int
	Func   string // the function that it stands in
	Jumped bool   // it stands behind a label: what comes there by goto is not counted as run through it
	Was    string
	Is     string
	Key    string // names it in SURVIVORS.md; does not change with its line
}

// name gives mutants of one text in one function a number from the second on.
func name(all []*mutant, folder string) {
	seen := map[string]int{}
	for _, m := range all {
		m.Key = fmt.Sprintf("%s/%s %s: %s => %s", folder, m.File, m.Func, m.Was, m.Is)
		seen[m.Key]++
		if n := seen[m.Key]; n > 1 {
			m.Key = fmt.Sprintf("%s (%d)", m.Key, n)
		}
	}
}

// inOneLine shortens source text for a list.
func inOneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 90 {
		text = string(r[:60]) + " … " + string(r[len(r)-27:])
	}
	return text
}

// comparisons gives what a comparison may become: the boundary moved, if it
// has one, and its opposite.
var comparisons = map[token.Token]struct{ boundary, opposite token.Token }{
	token.LSS: {token.LEQ, token.GEQ},
	token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ},
	token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.ILLEGAL, token.NEQ},
	token.NEQ: {token.ILLEGAL, token.EQL},
}

// operators gives the function of the schema for an operator, and what it
// becomes there.
var operators = map[token.Token]struct {
	function string
	becomes  token.Token
	assigned token.Token // the same as an assignment
}{
	token.ADD:     {"mutantAdd", token.SUB, token.ADD_ASSIGN},
	token.SUB:     {"mutantSub", token.ADD, token.SUB_ASSIGN},
	token.MUL:     {"mutantMul", token.QUO, token.MUL_ASSIGN},
	token.QUO:     {"mutantQuo", token.MUL, token.QUO_ASSIGN},
	token.REM:     {"mutantRem", token.MUL, token.REM_ASSIGN},
	token.AND:     {"mutantAnd", token.OR, token.AND_ASSIGN},
	token.OR:      {"mutantOr", token.AND, token.OR_ASSIGN},
	token.XOR:     {"mutantXor", token.AND, token.XOR_ASSIGN},
	token.AND_NOT: {"mutantAndNot", token.AND, token.AND_NOT_ASSIGN},
	token.SHL:     {"mutantShl", token.SHR, token.SHL_ASSIGN},
	token.SHR:     {"mutantShr", token.SHL, token.SHR_ASSIGN},
}

// assignments is operators, by assignment.
var assignments = func() map[token.Token]token.Token {
	m := map[token.Token]token.Token{}
	for op, o := range operators {
		m[o.assigned] = op
	}
	return m
}()
