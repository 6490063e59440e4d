package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

func execute(t *testing.T, page browser.Page, code string) *browser.ExecuteResult {
	t.Helper()
	r, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: code})
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return r
}

// sameJSON compares values as JSON. A host that reads messages and writes them
// anew escapes other characters than the browser.
func sameJSON(a, b string) bool {
	plain := strings.NewReplacer(`\u2028`, "\u2028", `\ufffd`, "\ufffd").Replace
	return plain(a) == plain(b)
}

func TestExecuteValues(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<title>t</title><p id=p>Hello</p>`))
	for _, test := range []struct{ code, want string }{
		{`1 + 1`, `2`},
		{`"a\u2028b"`, `"a\u2028b"`},
		{`null`, `null`},
		{`true`, `true`},
		{`({})`, `{}`},
		{`({a: 1, b: [1, {c: null}], d: undefined})`, `{"a":1,"b":[1,{"c":null}]}`},
		{`[1, undefined]`, `[1,null]`},
		{`await Promise.resolve(5)`, `5`},
		{`Promise.resolve({a: 1})`, `{"a":1}`},
		{`(async () => { await null; return "late" })()`, `"late"`},
		{`return document.title`, `"t"`},
		{`const p = document.querySelector("#p"); return p.textContent`, `"Hello"`},
		{`const q = await fetch(location.href); return q.status`, `200`},
		{`let x = 1; x + 1`, `2`},
		{`let x = 5; x`, `5`},
		{`if (1) { 7 }`, `7`},
		{`10n ** 20n`, `"100000000000000000000"`},
		{`0 / 0`, `"NaN"`},
		{`-0`, `-0`},
		{`new Date(0)`, `"1970-01-01T00:00:00.000Z"`},
		{`new Map([["k", new Set([1])]])`, `[["k",[1]]]`},
		{`new Uint8Array([1, 2])`, `[1,2]`},
		{`document.body.getBoundingClientRect()`, ``},
		{`document.querySelectorAll("none")`, `[]`},
		{`JSON.parse('{"__proto__": {"x": 1}}')`, `{"__proto__":{"x":1}}`},
		{`navigator.userActivation.isActive`, `true`},
	} {
		r := execute(t, page, test.code)
		if r.State != browser.ExecuteValue || test.want != "" && !sameJSON(string(r.Value), test.want) || !json.Valid(r.Value) {
			t.Errorf("%s gave %s %s (%s), want %s", test.code, r.State, r.Value, r.What, test.want)
		}
	}
	if r := execute(t, page, `undefined`); r.State != browser.ExecuteNone || r.Value != nil || !strings.Contains(r.String(), "no value") {
		t.Errorf("undefined gave %s", r)
	}
}

func TestExecuteWhatCannotBeReturned(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<p id=p>Hello</p>`))
	for _, test := range []struct{ code, reason, path, advice string }{
		{`document.body`, "node", "value", "ref from a snapshot"},
		{`({a: [document.body]})`, "node", "value.a[0]", "textContent"},
		{`document.querySelectorAll("p")`, "node", "value[0]", "textContent"},
		{`(() => 1)`, "function", "value", "Call it"},
		{`[() => 1]`, "function", "value[0]", "Call it"},
		{`Symbol("s")`, "symbol", "value", "description"},
		{`const a = {}; a.b = {a}; a`, "cycle", "value.b.a", "without the one that leads back"},
		{`let d = {}; for (let i = 0; i < 1000; i++) d = {d}; d`, "depth", "value", "a part"},
		{`window`, "window", "value", "location.href"},
		{`new Headers()`, "opaque", "value", "by name"},
		{`new (class Account { #secret = 1 })`, "opaque", "value", "by name"},
		{`({get x() { throw new Error("no") }})`, "getter", "value", "fields"},
		{`"x".repeat(2e6)`, "", "", ""},
		{`new Array(300000).fill(0)`, "too_large", "value", "slice"},
		{`({p: Promise.resolve(1)})`, "promise", "value.p", "Await"},
	} {
		r := execute(t, page, test.code)
		if test.reason == "" {
			if r.State != browser.ExecuteValue || r.Value != nil || len(r.Text) != browser.DefaultExecuteChars || r.Chars != 2e6+2 {
				t.Errorf("%s gave %s, %d of %d characters", test.code, r.State, len(r.Text), r.Chars)
			}
			continue
		}
		if r.State != browser.ExecuteUnreturnable || r.Reason != test.reason || !strings.HasPrefix(r.Path, test.path) || !strings.Contains(r.Advice, test.advice) || r.Value != nil {
			t.Errorf("%s gave %+v, want %s at %s with the advice %q", test.code, r, test.reason, test.path, test.advice)
		}
		if text := r.String(); strings.Contains(text, "{}") {
			t.Errorf("%s: the text has a silent {}: %s", test.code, text)
		}
	}
}

func TestExecuteErrors(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<p>Hello</p>`))
	for _, test := range []struct {
		code, reason, message string
		line, column          int
	}{
		{"let a = 1;\n  b.c", "exception", "b is not defined", 2, 3},
		{"return b.c", "exception", "b is not defined", 1, 1},
		{"const f = () => {\n  null.x\n};\nf()", "exception", "Cannot read properties of null", 2, 8},
		{"1 +\n}", "syntax", "Unexpected token", 2, 1},
		{"throw 5", "exception", "5", 0, 0},
		{"await Promise.reject(new TypeError('no\\ne1 button'))", "exception", `TypeError: no e1 button`, 1, 22},
		{"JSON.parse('{')", "exception", "SyntaxError", 1, 6},
	} {
		_, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: test.code})
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrScript) || string(e.Reason) != test.reason || !strings.Contains(e.Message, test.message) ||
			e.Details.Line != test.line || e.Details.Column != test.column || strings.Contains(e.Message, "\n") {
			t.Errorf("%q gave %v at %d:%d, want %s %q at %d:%d", test.code, err, e.Details.Line, e.Details.Column, test.reason, test.message, test.line, test.column)
		}
	}
}

func TestExecuteEndsInTime(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<p>Hello</p><button onclick="document.title = 'clicked'">Go</button>`))
	for _, code := range []string{"for (;;) {}", "await new Promise(() => {})", "new Promise(() => {})", "await null; for (;;) {}"} {
		_, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: code, Timeout: 300 * time.Millisecond})
		e := browser.AsError(err)
		if !errors.Is(err, browser.ErrTimeout) || e.Retryable || !strings.Contains(e.Text(), "Promise.race") || !strings.Contains(e.Message, "may still take effect") {
			t.Fatalf("%s: %v", code, err)
		}
		// The page lives, and what runs next is not what is ended.
		if r := execute(t, page, "6 * 7"); string(r.Value) != "42" {
			t.Fatalf("after %s: %s", code, r)
		}
	}
	click(t, page, "button", "Go")
	holds(t, page, "document.title === 'clicked'")
	ctx, cancel := context.WithCancel(within(t, 20*time.Second))
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := page.Execute(ctx, browser.ExecuteRequest{Code: "await new Promise(() => {})"}); !errors.Is(err, browser.ErrCanceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestExecuteTellsWhatCameOfIt(t *testing.T) {
	s := testpage.New(t)
	next := s.Page("/next", `<title>Next</title>`)
	page := open(t, newProvider(t), s.Page("/", `<p>Hello</p>`))
	r := execute(t, page, `location.href = "/next"; await new Promise(() => {})`)
	if r.State != browser.ExecuteUnreturnable || r.Reason != "navigated" || r.Navigated == nil || r.Navigated.To != next {
		t.Errorf("left: %+v", r)
	}
	r = execute(t, page, `history.pushState(0, "", "#a"); 1`)
	if r.Navigated == nil || !r.Navigated.SameDocument || string(r.Value) != "1" {
		t.Errorf("a route: %+v", r)
	}
	r = execute(t, page, `[confirm("sure?"), 2]`)
	if string(r.Value) != "[false,2]" || len(r.Dialogs) != 1 || !strings.Contains(r.String(), "sure?") {
		t.Errorf("a dialog: %s", r)
	}
	r = execute(t, page, `open("about:blank"); 3`)
	if len(r.OpenedTabs) != 1 || string(r.Value) != "3" {
		t.Errorf("a window: %+v", r)
	}
}

func TestExecuteWithADialogThatIsAsked(t *testing.T) {
	page := open(t, newProvider(t, provider.WithDialogs(provider.AskDialogs)), testpage.HTML(t, `<p>Hello</p>`))
	r := execute(t, page, `document.title = String(confirm("sure?"))`)
	if r.State != browser.ExecuteUnreturnable || r.Reason != "dialog" || r.Next == "" {
		t.Fatalf("%+v", r)
	}
	if _, err := page.Dialog(within(t, 5*time.Second), browser.DialogRequest{Action: browser.AcceptDialog}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the code goes on", func() bool { return evalAs[string](t, page, "document.title") == "true" })
}

func TestExecuteMethods(t *testing.T) {
	s := testpage.New(t)
	next := s.Page("/next", `<title>Next</title>`)
	page := open(t, newProvider(t), s.Page("/", `<title>First</title>`))
	run := func(method, params string) (*browser.ExecuteResult, error) {
		return page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Method: method, Params: json.RawMessage(params)})
	}
	for _, test := range []struct{ method, params, want string }{
		{"Runtime.evaluate", `{"expression":"document.title"}`, `"First"`},
		{"DOM.getDocument", `{}`, `"nodeName":"#document"`},
		{"DOM.getDocument", ``, `"nodeName":"#document"`},
		{"Network.enable", ``, `{}`},
		{"Page.captureScreenshot", `{}`, `"data":"`},
	} {
		r, err := run(test.method, test.params)
		if err != nil || !strings.Contains(string(r.Value)+r.Text, test.want) {
			t.Errorf("%s gave %v, %v", test.method, r, err)
		}
	}
	r, err := run("Runtime.evaluate", `{"expression":"document.body"}`)
	if err != nil || r.State != browser.ExecuteUnreturnable {
		t.Errorf("a node by its method: %v, %v", r, err)
	}
	for _, test := range []struct{ method, params, hint string }{
		{"Target.attachToTarget", `{}`, "tabs"},
		{"Browser.close", ``, "tabs"},
		{"Input.insertText", `{"text":"x"}`, "press, fill and scroll"},
		{"Emulation.setDeviceMetricsOverride", `{}`, "resize"},
		{"Fetch.enable", ``, "program's"},
		{"Network.setCacheDisabled", `{}`, "Runtime.evaluate"},
		{"Page.addScriptToEvaluateOnNewDocument", `{}`, "Runtime.evaluate"},
		{"runtime.Evaluate", `{}`, "Runtime.evaluate"},
		{"No.such", ``, "Runtime.evaluate"},
	} {
		_, err := run(test.method, test.params)
		if !errors.Is(err, browser.ErrRefused) || !strings.Contains(err.Error(), test.method) || !strings.Contains(browser.AsError(err).Hint, test.hint) {
			t.Errorf("%s: %v (%s)", test.method, err, browser.AsError(err).Hint)
		}
	}
	for _, bad := range []struct{ method, params string }{{"Page.navigate", `{"url":"file:///etc/passwd"}`}, {"Page.navigate", `{}`}, {"DOM.getDocument", `[1]`}} {
		if _, err := run(bad.method, bad.params); err == nil {
			t.Errorf("%s %s was sent", bad.method, bad.params)
		}
	}
	if r, err = run("Page.navigate", `{"url":"`+next+`"}`); err != nil || r.Navigated == nil || r.Title != "Next" {
		t.Errorf("Page.navigate: %+v, %v", r, err)
	}
}

func TestExecuteRefusesWhatMakesNoSense(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, "about:blank")
	for _, bad := range []browser.ExecuteRequest{
		{}, {Code: " "}, {Code: "1", Method: "DOM.getDocument"}, {Code: "1", Params: json.RawMessage("{}")},
		{Code: "1", Timeout: -1}, {Code: "1", Timeout: time.Hour}, {Code: "1", MaxChars: -1}, {Code: "1", MaxChars: 1e9},
	} {
		if _, err := page.Execute(t.Context(), bad); !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	off := open(t, newProvider(t, provider.WithoutExecute()), "about:blank")
	if _, err := off.Execute(t.Context(), browser.ExecuteRequest{Code: "1"}); !errors.Is(err, browser.ErrNotImplemented) || browser.AsError(err).Reason != "execute_off" {
		t.Errorf("removed: %v", err)
	}
}
