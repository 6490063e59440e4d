package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

const module = "github.com/holdfast-go/holdfast"

// built is what go list says of a package that it has compiled.
type built struct {
	ImportPath string
	Export     string // file with the types
	Name       string
	DepOnly    bool
}

// text is the listing of packages.
func text(packages []*types.Package) string {
	var b strings.Builder
	for _, pkg := range packages {
		describe(&b, pkg)
	}
	return b.String()
}

// load gives the public packages of the module in a folder, in the order of their
// paths. The types are those that the compiler has written, so nothing is compiled
// that a build has compiled already.
func load(folder string) ([]*types.Package, error) {
	patterns, err := rooms(folder)
	if err != nil {
		return nil, err
	}
	command := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Name,DepOnly"}, patterns...)...)
	command.Dir = folder
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	exports := map[string]string{}
	var public []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p built
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly && p.Name != "main" && isPublic(p.ImportPath) {
			public = append(public, p.ImportPath)
		}
	}
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		file, known := exports[path]
		if !known || file == "" {
			return nil, fmt.Errorf("%s has not been compiled", path)
		}
		return os.Open(file)
	})
	slices.Sort(public)
	var loaded []*types.Package
	for _, path := range public {
		pkg, err := compiled.Import(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		loaded = append(loaded, pkg)
	}
	return loaded, nil
}

// rooms gives a pattern for each folder of a module that may hold public
// packages. What the examples need for their build is nothing to the API.
func rooms(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "examples" && e.Name() != "internal" && !strings.HasPrefix(e.Name(), ".") {
			patterns = append(patterns, "./"+e.Name()+"/...")
		}
	}
	return patterns, nil
}

// isPublic reports whether a stranger can import the package for more than its
// comment.
func isPublic(importPath string) bool {
	name, inside := strings.CutPrefix(importPath, module+"/")
	return inside && !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "examples/")
}

// describe writes the exported names of a package.
func describe(text *strings.Builder, pkg *types.Package) {
	scope := pkg.Scope()
	var names []string
	for _, name := range scope.Names() {
		if token.IsExported(name) {
			names = append(names, name)
		}
	}
	fmt.Fprintf(text, "package %s (%d names)\n", nameOf(pkg), count(pkg))
	d := describer{pkg}
	for _, name := range names {
		for _, line := range d.object(scope.Lookup(name)) {
			fmt.Fprintf(text, "\t%s\n", line)
		}
	}
	text.WriteByte('\n')
}

// nameOf is the path of a package within the module.
func nameOf(pkg *types.Package) string { return strings.TrimPrefix(pkg.Path(), module+"/") }

// count counts what a reader of the package has to know: the exported names, where
// the constants of one named type are one with each other and with the type, if it
// is the package's own.
func count(pkg *types.Package) int {
	known := map[types.Object]bool{}
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		if c, ok := o.(*types.Const); ok {
			if named, ok := c.Type().(*types.Named); ok && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), module) {
				o = named.Obj()
			}
		}
		known[o] = true
	}
	return len(known)
}

// describer writes the names of other packages in front of theirs.
type describer struct{ pkg *types.Package }

func (d describer) qualify(other *types.Package) string {
	switch {
	case other == d.pkg:
		return ""
	case strings.HasPrefix(other.Path(), module+"/"):
		return strings.TrimPrefix(other.Path(), module+"/")
	case other.Name() != path.Base(other.Path()):
		return other.Path()
	}
	return other.Name()
}

// object gives the lines of an exported name.
func (d describer) object(o types.Object) []string {
	switch o := o.(type) {
	case *types.Const:
		return []string{fmt.Sprintf("const %s %s = %s", o.Name(), d.of(o.Type()), o.Val().ExactString())}
	case *types.Var:
		return []string{fmt.Sprintf("var %s %s", o.Name(), d.of(o.Type()))}
	case *types.Func:
		return []string{"func " + o.Name() + d.signature(o)}
	case *types.TypeName:
		return d.typeName(o)
	}
	return []string{o.String()}
}

func (d describer) of(t types.Type) string { return types.TypeString(t, d.qualify) }

// signature leaves the names of parameters out: they promise nothing.
func (d describer) signature(f *types.Func) string {
	s := f.Signature()
	params, results := d.tuple(s.Params(), s.Variadic()), d.tuple(s.Results(), false)
	if s.Results().Len() != 1 && results != "" {
		results = "(" + results + ")"
	}
	var generic string
	if list := s.TypeParams(); list.Len() > 0 {
		generic = d.typeParams(list)
	}
	return strings.TrimRight(generic+"("+params+") "+results, " ")
}

func (d describer) tuple(t *types.Tuple, variadic bool) string {
	var list []string
	for i := range t.Len() {
		text := d.of(t.At(i).Type())
		if variadic && i == t.Len()-1 {
			text = "..." + strings.TrimPrefix(text, "[]")
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func (d describer) typeParams(list *types.TypeParamList) string {
	var names []string
	for i := range list.Len() {
		p := list.At(i)
		names = append(names, p.Obj().Name()+" "+d.of(p.Constraint()))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// typeName gives a type, then its fields, then its methods, the promoted ones
// too.
func (d describer) typeName(o *types.TypeName) []string {
	if o.IsAlias() {
		return []string{fmt.Sprintf("type %s = %s", o.Name(), d.of(types.Unalias(o.Type())))}
	}
	named, ok := o.Type().(*types.Named)
	if !ok {
		return []string{"type " + o.Name()}
	}
	name := o.Name()
	if list := named.TypeParams(); list.Len() > 0 {
		name += d.typeParams(list)
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		return slices.Concat([]string{"type " + name + " struct"}, d.fields(o.Name(), u), d.methods(named))
	case *types.Interface:
		return append([]string{"type " + name + " interface"}, d.interfaceOf(o.Name(), u)...)
	default:
		return append([]string{"type " + name + " " + d.of(u)}, d.methods(named)...)
	}
}

// fields gives the exported fields. What is embedded and not exported is none, but
// its own exported fields are the struct's, too.
func (d describer) fields(name string, s *types.Struct) []string {
	var lines []string
	for i := range s.NumFields() {
		f := s.Field(i)
		switch {
		case f.Embedded() && !f.Exported():
			if inner, ok := structOf(f.Type()); ok {
				lines = append(lines, d.fields(name, inner)...)
			}
		case f.Embedded():
			lines = append(lines, fmt.Sprintf("%s embeds %s", name, d.of(f.Type())))
		case f.Exported():
			line := fmt.Sprintf("%s.%s %s", name, f.Name(), d.of(f.Type()))
			if tag := s.Tag(i); tag != "" {
				line += " `" + tag + "`" // what is written in JSON is a promise, too
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// structOf gives the struct that is embedded as itself or by its pointer.
func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

func (d describer) interfaceOf(name string, u *types.Interface) []string {
	var lines []string
	sealed := false
	for i := range u.NumMethods() {
		m := u.Method(i)
		if !m.Exported() {
			sealed = true
			continue
		}
		lines = append(lines, fmt.Sprintf("%s.%s%s", name, m.Name(), d.signature(m)))
	}
	if sealed {
		lines = append(lines, name+" has unexported methods")
	}
	return lines
}

// methods are those of the pointer's set, which has all.
func (d describer) methods(named *types.Named) []string {
	value := types.NewMethodSet(named)
	set := types.NewMethodSet(types.NewPointer(named))
	var lines []string
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if !ok || !m.Exported() {
			continue
		}
		receiver := "*" + named.Obj().Name()
		if value.Lookup(m.Pkg(), m.Name()) != nil {
			receiver = named.Obj().Name()
		}
		lines = append(lines, fmt.Sprintf("func (%s) %s%s", receiver, m.Name(), d.signature(m)))
	}
	return lines
}
