package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever reads go doc finds a sentence for everything that has a name: packages,
// types, functions, methods, and values or the group that they stand in.
func TestEverythingIsDocumented(t *testing.T) {
	for _, pkg := range public(t) {
		name := nameOf(pkg)
		about := 0
		for _, file := range sources(t, name, false) {
			if file.Doc != nil && strings.HasPrefix(file.Doc.Text(), "Package "+pkg.Name()+" ") {
				about++
			}
			for _, missing := range undocumented(file) {
				t.Errorf("%s: %s has no comment", name, missing)
			}
		}
		if about != 1 {
			t.Errorf("%s: %d files say what the package is", name, about)
		}
	}
}

func TestUndocumented(t *testing.T) {
	const source = `package p
type A struct{}
// B is said.
type B struct{}
func (b *B) Do() {}
func (b *B) Error() string { return "" }
func (c c[T]) Do() {}
func F() {}
// The words.
const (
	W = 1
	V = 2
)
var X, y = 1, 2
var Z = 3 // the last
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(undocumented(file), " "); got != "A Do F X" {
		t.Errorf("got %s", got)
	}
}

// sources parses the files of a public package, those of its tests or the others.
func sources(t *testing.T, name string, tests bool) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") != tests {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// undocumented lists the exported names of a file that have no comment.
func undocumented(file *ast.File) []string {
	var missing []string
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && receiverIsExported(d) && !explained[d.Name.Name] {
				missing = append(missing, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
						missing = append(missing, s.Name.Name)
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
						missing = append(missing, s.Names[0].Name)
					}
				}
			}
		}
	}
	return missing
}

// explained are methods whose name is a contract of the standard library or of the
// code generator, which says what they do.
var explained = map[string]bool{
	"Error": true, "MarshalEasyJSON": true, "UnmarshalEasyJSON": true, "MarshalJSON": true, "UnmarshalJSON": true,
}

// receiverIsExported reports whether a function is none of a type that its user
// does not see.
func receiverIsExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch inner := t.(type) {
		case *ast.StarExpr:
			t = inner.X
		case *ast.IndexExpr:
			t = inner.X
		case *ast.IndexListExpr:
			t = inner.X
		case *ast.Ident:
			return inner.IsExported()
		default:
			return false
		}
	}
}
