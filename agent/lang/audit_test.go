package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	agentPath = "github.com/holdfast-go/holdfast/agent"
	eventPath = agentPath + "/event"
	langPath  = agentPath + "/lang"
)

// built is what go list says about a package and where its export data is.
type built struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// program is all of agent/... and what it imports, ready to be type-checked.
type program struct {
	files    *token.FileSet
	packages []built
	importer types.Importer
}

func load(t *testing.T) *program {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles", agentPath+"/...")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	p := &program{files: token.NewFileSet()}
	exports := map[string]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var b built
		if err := decoder.Decode(&b); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[b.ImportPath] = b.Export
		if b.ImportPath == agentPath || strings.HasPrefix(b.ImportPath, agentPath+"/") {
			p.packages = append(p.packages, b)
		}
	}
	p.importer = importer.ForCompiler(p.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	return p
}

// audit is what the test finds in a package.
type audit struct {
	faults []string
	said   map[Message]bool
}

// check type-checks a package and looks for texts that do not come from the
// table.
func (p *program) check(path string, files []*ast.File) (audit, error) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: p.importer}).Check(path, p.files, files, info); err != nil {
		return audit{}, err
	}
	a := audit{said: map[Message]bool{}}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			p.expression(&a, path, e, info)
			return true
		})
	}
	return a, nil
}

func (p *program) expression(a *audit, path string, e ast.Expr, info *types.Info) {
	fault := func(format string, values ...any) {
		at := p.files.Position(e.Pos())
		a.faults = append(a.faults, fmt.Sprintf("%s:%d: ", filepath.Base(at.Filename), at.Line)+fmt.Sprintf(format, values...))
	}
	tv := info.Types[e]
	if id, ok := e.(*ast.Ident); ok {
		if c, ok := info.Uses[id].(*types.Const); ok && named(c.Type(), langPath, "Message") {
			a.said[Message(constant.StringVal(c.Val()))] = true
		}
	}
	if path != langPath && named(tv.Type, eventPath, "Words") && tv.Value != nil && constant.StringVal(tv.Value) != "" {
		fault("%s is a text for people that is not in the table", tv.Value)
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return
	}
	if f := info.Types[call.Fun]; path != langPath && f.IsType() && named(f.Type, eventPath, "Words") && tv.Value == nil {
		fault("a string becomes a text for people without the table")
	}
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		f, ok := info.Uses[selector.Sel].(*types.Func)
		if ok && f.Name() == "Say" && f.Pkg().Path() == langPath && len(call.Args) > 0 && !call.Ellipsis.IsValid() {
			said(call.Args, info, fault)
		}
	}
}

// said checks the arguments of a Say whose message is a constant. The others
// choose among constants, which are noted where they stand.
func said(args []ast.Expr, info *types.Info, fault func(string, ...any)) {
	m := info.Types[args[0]].Value
	if m == nil {
		return
	}
	i := slices.IndexFunc(table(), func(r row) bool { return string(r.key) == constant.StringVal(m) })
	if i < 0 {
		fault("%s is not in the table", m)
		return
	}
	want := verbs(table()[i].english)
	if len(want) != len(args)-1 {
		fault("%s takes %d arguments and gets %d", m, len(want), len(args)-1)
		return
	}
	for n, verb := range want {
		if of := info.Types[args[n]].Type; !fits(verb, of) {
			fault("%s: %%%s is said of argument %d, which is %s", m, verb, n, of)
		}
	}
}

func fits(verb string, of types.Type) bool {
	basic, _ := of.Underlying().(*types.Basic)
	is := func(i types.BasicInfo) bool { return basic != nil && basic.Info()&i != 0 }
	switch verb {
	case "d":
		return is(types.IsInteger)
	case "f":
		return is(types.IsFloat)
	case "s":
		return is(types.IsString) || types.NewMethodSet(of).Lookup(nil, "String") != nil
	}
	return verb == "v" && types.NewMethodSet(of).Lookup(nil, "Error") != nil
}

func named(t types.Type, path, name string) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

func TestEveryTextForPeopleIsInTheTable(t *testing.T) {
	p := load(t)
	if len(p.packages) < 9 {
		t.Fatalf("only %d packages were found", len(p.packages))
	}
	used := map[Message]bool{}
	for _, b := range p.packages {
		var files []*ast.File
		for _, name := range b.GoFiles {
			f, err := parser.ParseFile(p.files, filepath.Join(b.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		a, err := p.check(b.ImportPath, files)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.faults {
			t.Errorf("%s: %s", b.ImportPath, f)
		}
		if b.ImportPath != langPath {
			for m := range a.said {
				used[m] = true
			}
		}
	}
	for m := range ours() {
		used[m] = true
	}
	for _, r := range table() {
		if !used[r.key] {
			t.Errorf("nothing says %s", r.key)
		}
	}
}

// ours are the messages that this package itself says: names of words of the
// protocol, and parts of questions and cards.
func ours() map[Message]bool {
	m := map[Message]bool{
		ModelFailed: true, askOther: true, askTarget: true, cardHead: true, cardModel: true, cardReason: true, cardBare: true, cardAsked: true,
	}
	for kind, list := range codes() {
		for _, code := range list {
			m[Message(kind+"."+code)] = true
		}
	}
	return m
}

// What the test above would find.
func TestAuditSeesFaults(t *testing.T) {
	p := load(t)
	for name, c := range map[string]struct{ body, want string }{
		"a constant":           {`return event.Problem{Text: "disk full"}`, "not in the table"},
		"an assignment":        {`var n event.Notice; n.Hint = "free some"; return n`, "not in the table"},
		"a conversion":         {`return event.Problem{Text: event.Words(err.Error())}`, "without the table"},
		"a constant converted": {`return event.Problem{Text: event.Words("disk full")}`, "not in the table"},
		"an unknown message":   {`return event.Problem{Text: p.Say("history.lost")}`, "not in the table"},
		"an argument less":     {`return event.Problem{Text: p.Say(lang.HistoryNotSaved)}`, "takes 1 arguments and gets 0"},
		"another type":         {`return event.Problem{Text: p.Say(lang.RunCapped, "x")}`, "%d is said of argument 1"},
		"as it should be":      {`return event.Problem{Code: "X", Text: p.Say(lang.HistoryNotSaved, err), Hint: ""}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			source := `package x
import ("` + eventPath + `"; "` + langPath + `")
func f(p *lang.Printer, err error) event.Body { ` + strings.ReplaceAll(c.body, "return n", "return event.Problem{Text: n.Text}") + ` }
var _ = lang.English`
			f, err := parser.ParseFile(p.files, "x.go", source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.check("x", []*ast.File{f})
			if err != nil {
				t.Fatal(err)
			}
			found := strings.Join(a.faults, "\n")
			if (c.want == "") != (found == "") || !strings.Contains(found, c.want) {
				t.Errorf("%s gives %q, not %q", c.body, found, c.want)
			}
		})
	}
}
