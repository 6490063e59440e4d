package provider_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// onElectron makes all tests that take any host run on one of another kind:
//
//	go test ./provider -electron
var onElectron = flag.Bool("electron", false, "run the tests over Electron's window host, or its double")

// maker gives tests a provider over one kind of host.
type maker func(testing.TB, ...provider.Option) *provider.Provider

// newProvider gives a provider over the binary's shared browser.
func newProvider(tb testing.TB, options ...provider.Option) *provider.Provider {
	tb.Helper()
	if *onElectron {
		return newElectron(tb, options...)
	}
	return over(tb, testbrowser.Host(tb), append(options, provider.WithSharedHost())...)
}

// open opens a page that is closed with the provider.
func open(tb testing.TB, p *provider.Provider, address string) browser.Page {
	tb.Helper()
	page, err := p.Open(within(tb, 20*time.Second), browser.OpenRequest{URL: address})
	if err != nil {
		tb.Fatal(err)
	}
	return page
}

// within gives a context that ends after d or with the test.
func within(tb testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(tb.Context(), d)
	tb.Cleanup(cancel)
	return ctx
}

// kill kills a process.
func kill(tb testing.TB, pid int) {
	tb.Helper()
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		tb.Error(err)
	}
}

// evalAs evaluates an expression in the page's own world.
func evalAs[T any](tb testing.TB, page browser.Page, expression string) T {
	tb.Helper()
	raw, err := provider.Evaluate(within(tb, 10*time.Second), page, expression)
	if err != nil {
		tb.Fatalf("%s: %v", expression, err)
	}
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		tb.Fatalf("%s gave %s: %v", expression, raw, err)
	}
	return v
}

// holds checks an expression of a case.
func holds(tb testing.TB, page browser.Page, expression string) {
	tb.Helper()
	if !evalAs[bool](tb, page, "!!("+expression+")") {
		tb.Errorf("does not hold: %s (__result is %s)", expression, evalAs[string](tb, page, "JSON.stringify(window.__result)"))
	}
}

func snapshot(tb testing.TB, page browser.Page) *browser.Snapshot {
	tb.Helper()
	snap, err := page.Snapshot(within(tb, 20*time.Second), browser.SnapshotRequest{})
	if err != nil {
		tb.Fatal(err)
	}
	return snap
}

// ref looks an element up in a snapshot.
func ref(tb testing.TB, snap *browser.Snapshot, role, name string) refs.Ref {
	tb.Helper()
	r, err := snap.Ref(role, name)
	if err != nil {
		tb.Fatalf("%v\n%v", err, snap)
	}
	return r
}

// click takes a snapshot and clicks the one element of that role and name.
func click(tb testing.TB, page browser.Page, role, name string) *browser.Receipt {
	tb.Helper()
	r, err := page.Click(within(tb, 20*time.Second), browser.ClickRequest{Ref: ref(tb, snapshot(tb, page), role, name)})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// fill takes a snapshot and fills the one control of that role and name.
func fill(tb testing.TB, page browser.Page, role, name, value string) *browser.Receipt {
	tb.Helper()
	r, err := page.Fill(within(tb, 20*time.Second), browser.FillRequest{Ref: ref(tb, snapshot(tb, page), role, name), Value: value})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// eventually waits until the condition holds.
func eventually(tb testing.TB, what string, condition func() bool) {
	tb.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline:
			tb.Fatalf("not within 20 s: %s", what)
		}
	}
}
