package holdfasttest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/holdfasttest"
	"github.com/holdfast-go/holdfast/provider"
)

// In a test this is a *testing.T; package examples have none.
type t struct{ ends []func() }

func (*t) Helper()                      {}
func (*t) Name() string                 { return "TestHeading" }
func (*t) Context() context.Context     { return context.Background() }
func (t *t) Cleanup(end func())         { t.ends = append(t.ends, end) }
func (*t) Failed() bool                 { return false }
func (*t) Logf(string, ...any)          {}
func (*t) Errorf(f string, args ...any) { fmt.Printf(f+"\n", args...) }
func (*t) Fatalf(f string, args ...any) { fmt.Printf(f+"\n", args...) }

// A test of a program that reads a heading. The recording was made with a
// browser; this runs without one.
func Example() {
	test := &t{}
	site := httptest.NewServer(http.NotFoundHandler())
	defer site.Close()

	r := holdfasttest.Recording{File: "testdata/heading.gz", Update: *update}
	page := holdfasttest.Page(test, r, site.URL)
	text, err := page.Text(test.Context(), browser.TextRequest{})
	fmt.Println(text.Text, err)

	for i := len(test.ends) - 1; i >= 0; i-- {
		test.ends[i]()
	}
	// Output:
	// 404 page not found <nil>
}

func ExampleDiff() {
	fmt.Print(holdfasttest.Diff("heading \"Shop\"\ne1 button \"Buy\"\n", "heading \"Shop\"\ne1 button \"Buy now\"\n"))
	// Output:
	//   heading "Shop"
	// - e1 button "Buy"
	// + e1 button "Buy now"
}

// Options of the provider belong to the program under test.
func ExampleProvider() {
	test := &t{}
	p := holdfasttest.Provider(test, holdfasttest.Recording{File: "testdata/none.gz"}, provider.WithoutExecute())
	fmt.Println(p == nil)
	// Output:
	// holdfasttest: there is no recording testdata/none.gz. To record it, run go test -run '^TestHeading$' on a machine with a browser, with the flag that sets Recording.Update.
	// true
}
