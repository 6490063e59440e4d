package holdfasttest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/holdfasttest"
	"github.com/holdfast-go/holdfast/internal/leakcheck"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

var update = flag.Bool("update", false, "record testdata anew, with a browser")

func TestMain(m *testing.M) {
	code := m.Run()
	if err := leakcheck.Goroutines(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

const shopPage = `<!doctype html><title>Shop</title><h1>Shop</h1>
<label>Name <input name=name></label> <button onclick="list.insertAdjacentHTML('beforeend', '<li>shoes <button>Remove</button>')">Add shoes</button>
<ul id=list></ul><a href=/terms>Terms</a>`

func shop(tb testing.TB) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, shopPage)
	}))
	tb.Cleanup(server.Close)
	return server.URL
}

// order is a program under test.
func order(ctx context.Context, page browser.Page, name string) (string, error) {
	var told strings.Builder
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return "", err
	}
	field, err := snap.Ref("textbox", "Name")
	if err != nil {
		return "", err
	}
	add, err := snap.Ref("button", "Add shoes")
	if err != nil {
		return "", err
	}
	filled, err := page.Fill(ctx, browser.FillRequest{Ref: field, Value: name})
	if err != nil {
		return "", err
	}
	clicked, err := page.Click(ctx, browser.ClickRequest{Ref: add})
	if err != nil {
		return "", err
	}
	after, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	fmt.Fprintf(&told, "%v\n\n%v\n\n%v\n\n%v\n", snap, filled, clicked, after)
	return told.String(), err
}

var recording = holdfasttest.Recording{File: "testdata/shop.gz", Secrets: []string{"Ada Lovelace"}}

// The program runs without a browser, with another port and another secret than
// were recorded.
func TestOrder(t *testing.T) {
	r := recording
	r.Update = *update
	name := "Somebody Else"
	if r.Update {
		name = r.Secrets[0]
	}
	r.Secrets = []string{name}
	told, err := order(t.Context(), holdfasttest.Page(t, r, shop(t)), name)
	if err != nil {
		t.Fatal(err)
	}
	holdfasttest.Golden(t, "testdata/shop.txt", *update, strings.ReplaceAll(told, name, "NAME"))
}

// fake is a test that fails without failing this one.
type fake struct {
	testing.TB
	name     string
	said     strings.Builder
	failed   bool
	cleanups []func()
}

func (f *fake) Helper()                         {}
func (f *fake) Name() string                    { return f.name }
func (f *fake) Failed() bool                    { return f.failed }
func (f *fake) Cleanup(c func())                { f.cleanups = append(f.cleanups, c) }
func (f *fake) Logf(format string, args ...any) { fmt.Fprintf(&f.said, format+"\n", args...) }
func (f *fake) Errorf(format string, args ...any) {
	f.failed = true
	f.Logf(format, args...)
}
func (f *fake) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	panic(f)
}

// runs runs a test that may fail and returns what it said.
func runs(t *testing.T, test func(tb *fake)) *fake {
	t.Helper()
	f := &fake{TB: t, name: "TestOrder/one"}
	func() {
		defer func() {
			if p := recover(); p != nil && p != any(f) {
				panic(p)
			}
		}()
		test(f)
	}()
	for i := len(f.cleanups) - 1; i >= 0; i-- {
		f.cleanups[i]()
	}
	return f
}

func TestFailures(t *testing.T) {
	url := shop(t)
	tests := []struct {
		name   string
		test   func(tb *fake)
		want   []string
		reason string
	}{
		{"no recording", func(tb *fake) {
			holdfasttest.Page(tb, holdfasttest.Recording{File: "testdata/none.gz"}, url)
		}, []string{"there is no recording testdata/none.gz", "-run '^TestOrder$'", "Recording.Update"}, "who has not recorded yet is told how"},
		{"no recording at all", func(tb *fake) {
			holdfasttest.Page(tb, holdfasttest.Recording{File: "testdata/shop.txt"}, url)
		}, []string{"testdata/shop.txt"}, "a file of another kind is named"},
		{"another program", func(tb *fake) {
			page := holdfasttest.Page(tb, recording, url)
			if _, err := page.Execute(tb.Context(), browser.ExecuteRequest{Code: "1+1"}); err == nil {
				tb.Errorf("no error")
			}
		}, []string{"is not what testdata/shop.gz recorded", "1+1", "Is the change meant?"}, "the first command that differs is named"},
		{"less", func(tb *fake) {
			page := holdfasttest.Page(tb, recording, url)
			if _, err := page.Snapshot(tb.Context(), browser.SnapshotRequest{}); err != nil {
				tb.Fatalf("%v", err)
			}
		}, []string{"did less than testdata/shop.gz recorded", "Input.", "more"}, "a step that is missing is no success"},
		{"another outline", func(tb *fake) {
			holdfasttest.Golden(tb, "testdata/shop.txt", false, "heading \"Shop\"")
		}, []string{"testdata/shop.txt reads differently", "- ", "+ heading \"Shop\""}, "the lines are shown"},
		{"no golden", func(tb *fake) {
			holdfasttest.Golden(tb, "testdata/none.txt", false, "heading \"Shop\"")
		}, []string{"there is no testdata/none.txt yet", "heading \"Shop\""}, "the text is shown, so that it can be judged"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := runs(t, test.test)
			said := f.said.String()
			for _, want := range test.want {
				if !f.failed || !strings.Contains(said, want) {
					t.Errorf("%s: failed %v, no %q in\n%s", test.reason, f.failed, want, said)
				}
			}
			if n := strings.Count(said, "Is the change meant?"); n > 1 {
				t.Errorf("it is said %d times:\n%s", n, said)
			}
		})
	}
}

// A recording takes the place of the old one when its test has passed. The
// browser is a recording itself here.
func TestUpdate(t *testing.T) {
	url, file := shop(t), filepath.Join(t.TempDir(), "new", "shop.gz")
	r := recording
	r.File, r.Update = file, true
	r.Launch = func(context.Context) (transport.Host, error) {
		return replay.OpenFile(recording.File, replay.WithTokens(`127\.0\.0\.1:[0-9]+`), replay.WithSecrets(recording.Secrets...),
			replay.WithRedact(func(m []byte) []byte { return holdfasttest.WithoutScripts(m) }))
	}
	do := func(fail bool) func(*fake) {
		return func(tb *fake) {
			if _, err := order(tb.Context(), holdfasttest.Page(tb, r, url), recording.Secrets[0]); err != nil {
				tb.Errorf("%v", err)
			}
			if fail {
				tb.Errorf("not as it should be")
			}
		}
	}
	f := runs(t, do(true))
	if _, err := os.Stat(file); !os.IsNotExist(err) || !strings.Contains(f.said.String(), "stays as it was") {
		t.Errorf("a failed test left a recording: %v\n%s", err, f.said.String())
	}
	if f = runs(t, do(false)); f.failed {
		t.Fatal(f.said.String())
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("in the folder are %v, %v", left, err)
	}
	r.Update = false
	if f = runs(t, do(false)); f.failed {
		t.Errorf("the new recording does not play:\n%s", f.said.String())
	}
	r.Update, r.Launch = true, func(context.Context) (transport.Host, error) { return nil, errors.New("no browser here") }
	if f = runs(t, do(false)); !f.failed || !strings.Contains(f.said.String(), "needs a browser: no browser here") {
		t.Errorf("without a browser:\n%s", f.said.String())
	}
}

func TestGoldenUpdate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "texts", "a.txt")
	holdfasttest.Golden(t, file, true, "url: http://127.0.0.1:4011/x\n")
	holdfasttest.Golden(t, file, false, "url: http://127.0.0.1:5000/x")
	text, err := os.ReadFile(file)
	if err != nil || string(text) != "url: http://127.0.0.1:PORT/x\n" {
		t.Errorf("%q, %v", text, err)
	}
}
