package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// listed is what go list says of a package, or of a package as it is compiled
// for a test.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	DepOnly    bool
	Module     *struct{ GoVersion string }
}

// check returns what does not compile of the module in a folder, tests included,
// on a system: one line a fault, in the order of the files.
func check(folder, system string) ([]string, error) {
	command := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,DepOnly,Module", "./...")
	command.Dir = folder
	command.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s in %s: %w: %s", system, folder, err, stderr.Bytes())
	}
	p := program{
		files:    token.NewFileSet(),
		packages: map[string]*listed{},
		checked:  map[string]*types.Package{"unsafe": types.Unsafe},
		sizes:    types.SizesFor("gc", "amd64"),
	}
	var own []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		err := decoder.Decode(&l)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		// The main package of a test is written by the go command.
		if strings.HasSuffix(l.ImportPath, ".test") {
			continue
		}
		p.packages[l.ImportPath] = &l
		if !l.DepOnly {
			own = append(own, l.ImportPath)
		}
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("%s has no packages for %s", folder, system)
	}
	for _, path := range own {
		if _, err := p.load(path); err != nil {
			return nil, err
		}
	}
	slices.Sort(p.faults) // a file is in its package and in what a test is compiled with
	return slices.Compact(p.faults), nil
}

// program is a module and what it is made of, as one system compiles them.
type program struct {
	files    *token.FileSet
	packages map[string]*listed
	checked  map[string]*types.Package
	sizes    types.Sizes
	faults   []string
}

// load checks a package, and what it imports first. Of packages that the module
// only needs it takes what they declare: their bodies are not its business.
func (p *program) load(path string) (*types.Package, error) {
	if done := p.checked[path]; done != nil {
		return done, nil
	}
	l := p.packages[path]
	if l == nil {
		return nil, fmt.Errorf("go list does not name %s", path)
	}
	mode := parser.SkipObjectResolution
	var parsed []*ast.File
	for _, name := range l.GoFiles {
		file, err := parser.ParseFile(p.files, filepath.Join(l.Dir, name), nil, mode)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	config := types.Config{
		Importer:         imports{p, l},
		IgnoreFuncBodies: l.DepOnly,
		Sizes:            p.sizes,
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				p.faults = append(p.faults, fmt.Sprintf("%s: %s", e.Fset.Position(e.Pos), e.Msg))
			}
		},
	}
	if l.Module != nil && l.Module.GoVersion != "" {
		config.GoVersion = "go" + l.Module.GoVersion
	}
	name, _, _ := strings.Cut(path, " ") // without the test that it is compiled for
	// Its error is the first of the faults.
	checked, _ := config.Check(name, p.files, parsed, nil)
	p.checked[path] = checked
	return checked, nil
}

// imports finds what a package means by an import.
type imports struct {
	program *program
	of      *listed
}

func (i imports) Import(path string) (*types.Package, error) {
	if mapped := i.of.ImportMap[path]; mapped != "" {
		path = mapped
	}
	return i.program.load(path)
}
