package robotrie

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSeverities: each diagnostic that compile/note.go declares has a severity,
// and no other one has.
func TestSeverities(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "compile/note.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	codes := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" && len(spec.Values) == 1 {
			code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			assert.Contains(t, severities, Code(code))
			codes++
		}
		return true
	})
	assert.Len(t, severities, codes)
}
