package boundary

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// effects finds what no import betrays: goroutines, init functions, and the
// builtins that print.
func effects(file string) ([]string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	add := func(n ast.Node, what string) {
		out = append(out, fmt.Sprintf("%s: %s", fset.Position(n.Pos()), what))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			add(n, "a core starts no goroutine; every goroutine has an owner, and a core owns nothing")
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				add(n, "a core has no init function: importing it must do nothing")
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "print" || id.Name == "println") {
				add(n, "a core prints nothing")
			}
		}
		return true
	})
	return out, nil
}
