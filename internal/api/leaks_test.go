package main

import (
	"go/types"
	"strings"
	"testing"
)

// lent are types of other modules that a public name has to mention, with the
// reason.
var lent = map[string]string{
	"github.com/chromedp/cdproto/cdp/jsonv2.Value": "cdproto's cdp.Session has Subscribe with it, and ours is one",
}

// What a public name is made of is public, and ours or the standard library's: a
// user can write it down, and no release of another module changes it.
func TestNothingLeaks(t *testing.T) {
	for _, pkg := range public(t) {
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			if !o.Exported() {
				continue
			}
			for _, of := range declared(o) {
				mentions(of, func(n *types.TypeName) {
					if n.Pkg() == nil {
						return // error, any
					}
					path := n.Pkg().Path()
					ours := strings.HasPrefix(path, module+"/")
					foreign := !ours && strings.Contains(strings.Split(path, "/")[0], ".")
					if _, known := lent[path+"."+n.Name()]; known {
						return
					}
					if !n.Exported() || ours && !isPublic(path) || foreign {
						t.Errorf("%s.%s mentions %s.%s, which its user does not see", nameOf(pkg), name, path, n.Name())
					}
				})
			}
		}
	}
}

// declared gives the types that an exported name is declared with.
func declared(o types.Object) []types.Type {
	named, ok := o.Type().(*types.Named)
	if _, isType := o.(*types.TypeName); !isType || !ok {
		return []types.Type{o.Type()}
	}
	var list []types.Type
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); f.Exported() {
				list = append(list, f.Type())
			}
		}
	default:
		list = append(list, u)
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() {
			list = append(list, m.Type())
		}
	}
	return list
}

// mentions visits the named types that a type is written with.
func mentions(t types.Type, visit func(*types.TypeName)) {
	switch t := t.(type) {
	case *types.Alias:
		visit(t.Obj())
	case *types.Named:
		visit(t.Obj())
		for i := range t.TypeArgs().Len() {
			mentions(t.TypeArgs().At(i), visit)
		}
	case *types.Map:
		mentions(t.Key(), visit)
		mentions(t.Elem(), visit)
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		mentions(t.Elem(), visit)
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range list.Len() {
				mentions(list.At(i).Type(), visit)
			}
		}
	case *types.Interface:
		for i := range t.NumMethods() {
			if m := t.Method(i); m.Exported() {
				mentions(m.Type(), visit)
			}
		}
	case *types.Struct:
		for i := range t.NumFields() {
			if t.Field(i).Exported() {
				mentions(t.Field(i).Type(), visit)
			}
		}
	}
}
