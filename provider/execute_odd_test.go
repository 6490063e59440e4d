package provider_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// TestExecuteOddCode: code that people hardly write and models do. want is the
// value; or the reason and the path of what cannot be returned; or what was
// thrown, and where.
func TestExecuteOddCode(t *testing.T) {
	s := testpage.New(t)
	s.Page("/inner", `<title>inner</title><script>x = {a: [1]}</script>`)
	page := open(t, newProvider(t), s.Page("/", `<title>t</title><iframe id=f src="/inner"></iframe><iframe id=g src="`+s.Localhost("/inner")+`"></iframe>
<input id=i type=file><p id=p data-a=1 class="u v">x</p>`))
	// A frame that has not loaded is an empty page, which can be read.
	eventually(t, "both frames have loaded", func() bool {
		return evalAs[bool](t, page, "!!f.contentWindow.x && g.contentDocument === null")
	})
	const line = "\u2028"
	for _, test := range []struct{ code, want string }{
		// Values of other realms.
		{"f.contentWindow.x", `{"a":[1]}`},
		{"f.contentWindow", "window value"},
		{"g.contentWindow", "window value"},
		{"g.contentWindow.location", "getter value"},
		{"f.contentDocument.body", "node value"},
		{"new f.contentWindow.Date(0)", `"1970-01-01T00:00:00.000Z"`},
		{"new f.contentWindow.Map([[1, 2]])", `[[1,2]]`},
		{"new f.contentWindow.Object()", `{}`},
		// Where code begins and ends.
		{"[1, 2].map(x => { return x * 2 })", `[2,4]`},
		{"function q() { return 1 }\nreturn q()", `1`},
		{"`a${1}\\`b`", "\"a1`b\""},
		{"1 // end", `1`},
		{"return 1 // end", `1`},
		{"1 /* end */", `1`},
		{"// only", ""},
		{"/* only */", ""},
		{"return", ""},
		{"if (true) return 5; 6", `5`},
		{"/* unclosed", "syntax 1:1"},
		{"`unclosed", "syntax 1:10"},
		{"1\n`unclosed", "syntax 2:10"},
		{"1 //# sourceURL=foo.js", `1`},
		{"null.x //# sourceURL=foo.js", "exception 1:6 TypeError"},
		{"null.x\n//# sourceURL=foo.js", "exception 1:6 TypeError"},
		{"<!-- html", ""},
		{"#!/usr/bin/env node\n1", `1`},
		{"\ufeff1", `1`},
		{"1" + line + "2", `2`},
		{"{a: 1}", `{"a":1}`},
		{"{a: 1, b: 2}", `{"a":1,"b":2}`},
		{" {\n'a': await 1\n}\n", `{"a":1}`},
		{"{ let y = 2; y }", `2`},
		{"{ return 5 }", `5`},
		{"{}", `{}`},
		{"{ null.x }", "exception 1:8 TypeError"},
		{"{a: null.x}", "exception 1:10 TypeError"},
		{"{a: 1, b: }", "syntax 1:9"},
		// Names.
		{"let zz = 1; zz", `1`},
		{"let zz = 2; zz", `2`},
		{"const cc = 1; cc", `1`},
		{"const cc = 2; cc", `2`},
		{"class CC {}; new CC", "opaque value"},
		{"var {a, b} = {a: 1, b: 2}; a + b", `3`},
		{"arguments", "exception 1:1 ReferenceError"},
		{"'use strict'; undeclared = 1", "exception 1:26 ReferenceError"},
		{"import x from 'y'", "syntax 1:1"},
		{"(await import('data:text/javascript,export default 5')).default", `5`},
		{"for await (const x of [1, 2]) {}; 3", `3`},
		{"eval('1 + 1')", `2`},
		// Values that are not what they seem.
		{"const r = Proxy.revocable({}, {}); r.revoke(); r.proxy", "getter value"},
		{"new Proxy([1, 2], {})", `[1,2]`},
		{"new Proxy({}, {ownKeys() { throw new Error('no keys') }})", "getter value"},
		{"new Proxy(() => 1, {})", "function value"},
		{"({get window() { throw null }})", "getter value"},
		{"[1n, 2n]", `["1","2"]`},
		{"new BigInt64Array([1n])", `["1"]`},
		{"({toJSON() { throw new Error('no') }})", "getter value"},
		{"({a: {toJSON() { throw new Error('no') }}})", "getter value.a"},
		{"({a: {get b() { throw {toString() { throw 1 }} }}})", "getter value.a"},
		{"({a: 'x'.repeat(1e7)})", "too_large value.a"},
		{"new Array(1e9)", "too_large value[199999]"},
		{"new Proxy([], {get(t, k) { return k === 'length' ? 2 ** 32 - 1 : t[k] }})", "too_large value[199999]"},
		{"document.all", "opaque value"},
		{"Math", "opaque value"},
		{"JSON", "opaque value"},
		{"Intl", "opaque value"},
		{"(function*() { yield 1 })()", "opaque value"},
		{"[1, 2].values()", "opaque value"},
		{"new (class { get a() { return 1 } })", "opaque value"},
		{"Object.create({a: 1})", "opaque value"},
		{"({f() {}})", "functions value"},
		{"[{f() {}}]", "functions value[0]"},
		{"({[Symbol.toStringTag]: 'Date'})", `{}`},
		{"({[Symbol.toStringTag]: 'Map', a: 1})", `{"a":1}`},
		{"({[Symbol.toPrimitive]() { throw 1 }})", `{}`},
		{"({length: 3, 0: 'a'})", `{"0":"a","length":3}`},
		{"new String('s')", `"s"`},
		{"[, 1]", `[null,1]`},
		{"'\\ud800'", `"�"`},
		{"({'\\ud800': '\\udfff'})", `{"\ufffd":"\ufffd"}`},
		// Lists and maps of the document.
		{"p.classList", `["u","v"]`},
		{"p.dataset", `{"a":"1"}`},
		{"document.body.dataset", `{}`},
		{"sessionStorage", `{}`},
		{"i.files", `[]`},
		{"p.attributes", `node value["0"]`},
		{"document.styleSheets", `[]`},
		{"(function() { return arguments })(1, 2)", `[1,2]`},
		// What is thrown.
		{"throw null", "exception 0:0 null"},
		{"throw undefined", "exception 0:0 undefined"},
		{"throw {a: 1, message: 'm'}", `exception 0:0 {"a":1,"message":"m"}`},
		{"await Promise.reject({code: 5})", `exception 0:0 {"code":5}`},
		{"throw document.body", "exception 0:0 body"},
		{"throw Symbol('q')", "exception 0:0 Symbol(q)"},
		{"throw new Error('x'.repeat(1e6))", "exception 1:7 Error: xxx"},
		{"const e = new Error('m'); e.stack = 5; throw e", "exception 0:0 Error: m"},
		{"throw new DOMException('m', 'AbortError')", "exception 0:0 AbortError: m"},
		{"class MyErr extends Error {}; throw new MyErr('m')", "exception 1:37 MyErr: m"},
		// Pages that changed what everybody has; these stay changed.
		{"Array.prototype.toJSON = () => 'lists of a library'; [[1], {a: [2]}]", `[[1],{"a":[2]}]`},
		{"JSON.stringify = () => 'mine'; ({a: 1})", `{"a":1}`},
		{"Array.prototype.push = () => 0; [[1]]", `[[1]]`},
		{"Object.prototype.extra = 1; ({a: 1})", `{"a":1}`},
	} {
		r, err := page.Execute(within(t, 20*time.Second), browser.ExecuteRequest{Code: test.code, Timeout: 5 * time.Second})
		got := ""
		switch e := browser.AsError(err); {
		case e != nil && e.Reason == "syntax":
			got = fmt.Sprintf("syntax %d:%d", e.Details.Line, e.Details.Column)
		case e != nil:
			thrown, _, _ := strings.Cut(strings.TrimPrefix(e.Message, "the code threw "), " at line ")
			got = fmt.Sprintf("%s %d:%d %s", e.Reason, e.Details.Line, e.Details.Column, strings.ReplaceAll(strings.Trim(thrown, `"`), `\"`, `"`))
		case r.State == browser.ExecuteUnreturnable:
			got = r.Reason + " " + r.Path
		default:
			got = string(r.Value)
		}
		if !sameJSON(got, test.want) && !(strings.HasPrefix(test.want, "exception ") && strings.HasPrefix(got, test.want)) {
			t.Errorf("%q gave %.200s, want %s", test.code, got, test.want)
		}
	}
}
