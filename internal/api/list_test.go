package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/holdfasttest"
)

// loaded are the public packages of the module; all tests look at the same.
var loaded = sync.OnceValues(func() ([]*types.Package, error) { return load("../..") })

func public(t *testing.T) []*types.Package {
	t.Helper()
	packages, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// The API is what api.txt says. A change of it is made on purpose, and is seen by
// whoever reads the commit.
func TestListing(t *testing.T) {
	want, err := os.ReadFile("../../api.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := holdfasttest.Diff(string(want), text(public(t))); diff != "" {
		t.Errorf("the API is another one than api.txt says (make api writes it anew; tell users in the change log):\n%s", diff)
	}
}

func TestDescribe(t *testing.T) {
	const source = `package p
type Option interface { apply(); Name(of string) (int, error) }
type Ref uint32
func (r Ref) String() string { return "" }
type base struct{ Kept string; gone int }
func (b *base) Close() error { return nil }
type Thing[T any] struct { base; A, b int; C []T ` + "`json:\"c\"`" + ` }
func (t *Thing[T]) Do(a, b int, rest ...string) {}
type Same = Ref
const Two Ref = 2
const Word = "w"
var Err error
func New[T any](a T) *Thing[T] { return nil }
func hidden() {}
`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check(module+"/p", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = `package p (7 names)
	var Err error
	func New[T any](T) *Thing[T]
	type Option interface
	Option.Name(string) (int, error)
	Option has unexported methods
	type Ref uint32
	func (Ref) String() string
	type Same = Ref
	type Thing[T any] struct
	Thing.Kept string
	Thing.A int
	Thing.C []T ` + "`json:\"c\"`" + `
	func (*Thing) Close() error
	func (*Thing) Do(int, int, ...string)
	const Two Ref = 2
	const Word untyped string = "w"
`
	var text strings.Builder
	describe(&text, pkg)
	if diff := holdfasttest.Diff(want, strings.TrimSuffix(text.String(), "\n")); diff != "" {
		t.Errorf("(- want, + got)\n%s", diff)
	}
}
