package holdfast_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// TestScriptsCompile has the browser compile every script of the repository:
// the engine that will run them, and on a machine without node too. A page
// script, in a folder js, is one self-contained function expression.
func TestScriptsCompile(t *testing.T) {
	page := testbrowser.Tab(t)
	// Without it the protocol does not compile.
	if err := page.Call(t.Context(), "Runtime.enable", nil, nil); err != nil {
		t.Fatal(err)
	}
	root := os.DirFS(".")
	checked := 0
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if base := entry.Name(); base == ".git" || base == "node_modules" || base == "testdata" {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".js"):
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		checked++
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "/js/") {
				wantFunction(t, page, name, string(source))
			} else {
				wantCompiles(t, page, name, string(source))
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked == 0 {
		t.Error("no script was found: the test looks in the wrong place")
	}
}

func wantFunction(t *testing.T, page *cdp.Session, name, source string) {
	t.Helper()
	var reply struct {
		Result struct {
			Type string `json:"type"`
		} `json:"result"`
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	params := map[string]string{"expression": "(" + source + "\n)"}
	if err := page.Call(t.Context(), "Runtime.evaluate", params, &reply); err != nil {
		t.Fatal(err)
	}
	if reply.ExceptionDetails != nil {
		t.Errorf("%s: %s", name, reply.ExceptionDetails)
	} else if reply.Result.Type != "function" {
		t.Errorf("%s is of type %s, not one function expression", name, reply.Result.Type)
	}
}

func wantCompiles(t *testing.T, page *cdp.Session, name, source string) {
	t.Helper()
	var reply struct {
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	params := map[string]any{"expression": source, "sourceURL": name, "persistScript": false}
	if err := page.Call(t.Context(), "Runtime.compileScript", params, &reply); err != nil {
		t.Fatal(err)
	}
	if reply.ExceptionDetails != nil {
		t.Errorf("%s: %s", name, reply.ExceptionDetails)
	}
}
