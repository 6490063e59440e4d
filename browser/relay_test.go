package browser

import (
	"reflect"
	"testing"
)

// quiet are the methods of Page that say nothing of the page and cannot fail.
var quiet = map[string]bool{"ID": true, "Done": true, "OpenDialog": true}

// TestNoMethodGoesRoundTheDoor calls every method there is, also those that are
// added after this was written.
func TestNoMethodGoesRoundTheDoor(t *testing.T) {
	f := newFakeBrowser("t")
	_, ann, bob := newRuntime(t, f)
	page := openPage(t, ann)
	inner := f.pages[page.ID()]
	handOver(t, ann, bob, page.ID())
	called := map[string]bool{}
	callAll(t, page, page.ID(), func(method string, err error) {
		called[method] = true
		wantCode(t, "Page."+method+" of somebody else's page", err, CodeTabHeld, "")
		if e := AsError(err); e != nil && e.Details.HeldBy != "agent bob" {
			t.Errorf("%s does not say who holds the page: %+v", method, e)
		}
	})
	for i := range reflect.TypeFor[Page]().NumMethod() {
		if name := reflect.TypeFor[Page]().Method(i).Name; !called[name] && !quiet[name] {
			t.Errorf("Page.%s was not tried", name)
		}
	}
	if d := page.OpenDialog(); d != nil {
		t.Errorf("somebody else's dialog is told: %v", d)
	}
	if log := inner.reached(); len(log) > 0 {
		t.Errorf("these calls reached the page: %q", log)
	}
	callAll(t, ann, page.ID(), func(method string, err error) {
		switch method {
		case "Open", "Tabs", "Diagnose": // of no tab
			wantCode(t, method, err, "", "")
		case "Claim":
			wantCode(t, method, err, CodeInvalidArgument, "")
		default:
			wantCode(t, "View."+method+" of somebody else's tab", err, CodeTabHeld, "")
		}
	})
	_, err := ann.Claim(t.Context(), ClaimRequest{Tab: page.ID()})
	wantCode(t, "claim of somebody else's tab", err, CodeTabHeld, "")

	// The same calls do reach the page of the one who holds it.
	mine, err := bob.Page(t.Context(), page.ID())
	if err != nil {
		t.Fatal(err)
	}
	if mine.OpenDialog() == nil {
		t.Error("the holder is not told of the dialog")
	}
	for i := range reflect.TypeFor[Page]().NumMethod() {
		name := reflect.TypeFor[Page]().Method(i).Name
		if quiet[name] || name == "Close" || name == "Wait" {
			continue
		}
		m := reflect.ValueOf(mine).MethodByName(name)
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		if m.Type().NumIn() > 1 {
			in = append(in, reflect.Zero(m.Type().In(1)))
		}
		out := m.Call(in)
		if err, _ := out[1].Interface().(error); err != nil && AsError(err).Code != CodeNotImplemented {
			t.Errorf("Page.%s of the own page: %v", name, err)
		}
	}
}
