package dom

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// fill probes the element as the provider does before it types, and types.
func (p *livePage) fill(selector, text string) *ProbeResult {
	p.t.Helper()
	result := p.probe(ProbeRequest{Target: p.target(selector), URL: p.url, Purpose: Focus, Scroll: true, Prepare: PrepareSelect})
	if result.Outcome == OK {
		p.call("Input.insertText", map[string]string{"text": text}, nil)
	}
	return result
}

func (p *livePage) set(selector string, r SetValueRequest) *SetValueResult {
	p.t.Helper()
	r.Target, r.URL, r.Scroll = p.target(selector), p.url, true
	result, err := p.world.setValue(p.t.Context(), r)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	for _, test := range []struct {
		name, reason, html string
		selector           string // "#x" unless set
		outcome            Outcome
		kind               ControlKind
		want               string // what is in the field after typing
		read               string // how to read it, x.value unless set
	}{
		{name: "input", reason: "what was in it is replaced", html: `<input id=x value="old words" aria-label=Name>`, outcome: OK, kind: TextField, want: "new"},
		{name: "number", reason: "a type without a selection of its own", html: `<input id=x type=number value=12 aria-label=N>`, outcome: OK, kind: TextField, want: ""},
		{name: "email", html: `<input id=x type=email value="a@b.c" aria-label=Mail>`, outcome: OK, kind: TextField, want: "new"},
		{name: "textarea", html: `<textarea id=x aria-label=Text>one\ntwo</textarea>`, outcome: OK, kind: TextField, want: "new"},
		{name: "editor", html: `<div id=x contenteditable aria-label=Text role=textbox><p>one</p><p>two</p></div>`, outcome: OK, kind: RichField, want: "new", read: "x.innerText.trim()"},
		{name: "paragraph of an editor", reason: "it is the editor that is written to", html: `<div contenteditable id=e><p id=x tabindex=0>one</p><p>two</p></div>`, outcome: OK, kind: RichField, want: "new", read: "e.innerText.trim()"},
		{name: "shadow root", html: `<my-field id=h></my-field><script>h.attachShadow({mode:'open'}).innerHTML='<input id=x value=old aria-label=Name>'</script>`, selector: "#h >>> #x", outcome: OK, kind: TextField, want: "new", read: "h.shadowRoot.firstChild.value"},
		{name: "editor in a shadow root", html: `<my-field id=h></my-field><script>h.attachShadow({mode:'open'}).innerHTML='<div contenteditable id=x role=textbox aria-label=T>old <b>words</b></div>'</script>`, selector: "#h >>> #x", outcome: OK, kind: RichField, want: "new", read: "h.shadowRoot.firstChild.innerText.trim()"},
		{name: "frame", html: `<iframe id=f srcdoc="<input id=x value=old aria-label=Name>"></iframe>`, selector: "#f >>> #x", outcome: OK, kind: TextField, want: "new", read: "f.contentDocument.getElementById('x').value"},
		{name: "wrapper", reason: "a combobox around its field", html: `<div id=x role=combobox aria-label=City><input id=i value=old></div>`, outcome: OK, kind: TextField, want: "new", read: "i.value"},
		{name: "label", reason: "a label leads to its control", html: `<label id=x tabindex=0>Name <input id=i value=old></label>`, outcome: OK, kind: TextField, want: "new", read: "i.value"},
		{name: "covered", reason: "the keyboard does not mind", html: `<input id=x value=old aria-label=Name><div style="position:fixed;inset:0"></div>`, outcome: OK, kind: TextField, want: "new"},
		{name: "hint on focus", reason: "a hint in its own field's box leaves it the same thing", html: `<div><p>Pick a name</p><input id=x value=old aria-label=Name onfocus="this.insertAdjacentHTML('afterend', '<i>At least 3 letters</i>')"></div><p>more`, outcome: OK, kind: TextField, want: "new"},
		{name: "readonly", html: `<input id=x value=old readonly aria-label=Name>`, outcome: IsReadOnly, kind: TextField, want: "old"},
		{name: "readonly until focused", reason: "a trick against automatic filling", html: `<input id=x value=old readonly aria-label=Name onfocus="this.readOnly = false">`, outcome: OK, kind: TextField, want: "new"},
		{name: "disabled", html: `<input id=x value=old disabled aria-label=Name>`, outcome: IsDisabled, kind: TextField, want: "old"},
		{name: "hidden", html: `<form><input id=x value=old aria-label=Name hidden></form>`, outcome: Hidden, kind: TextField, want: "old"},
		{name: "button", reason: "nothing can be typed into it", html: `<button id=x value=old>Go</button>`, outcome: NotEditable, want: "old"},
		{name: "focus trap", reason: "typing would go somewhere else", html: `<input id=x value=old aria-label=Name onfocus="y.focus()"><input id=y aria-label=Trap>`, outcome: FocusRefused, kind: TextField, want: "old"},
		{name: "behind a modal dialog", reason: "it does not take the focus", html: `<input id=x value=old aria-label=Name><dialog id=d><button>OK</button></dialog><script>d.showModal()</script>`, outcome: FocusRefused, kind: TextField, want: "old"},
		{name: "made anew on focus", reason: "the field is another one then", html: `<div id=d><input id=x value=old aria-label=Name onfocus="this.onfocus = null; d.innerHTML = '<input id=x value=old aria-label=Other>'"></div>`, outcome: Gone, want: "old"},
		{name: "date", reason: "it is set, not typed", html: `<input id=x type=date aria-label=D>`, outcome: OK, kind: ValueField},
		{name: "list", html: `<select id=x aria-label=L><option>old</select>`, outcome: OK, kind: SelectField, want: "old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", test.html))
			selector, read := test.selector, test.read
			if selector == "" {
				selector = "#x"
			}
			if read == "" {
				read = "x.value"
			}
			result := tab.fill(selector, "new")
			if result.Outcome != test.outcome || result.Control.Kind != test.kind {
				t.Errorf("%s: %s, %q; want %s, %q", test.reason, result.Outcome, result.Control.Kind, test.outcome, test.kind)
			}
			var got string
			tab.run(read, &got)
			if got != test.want {
				t.Errorf("%s: the field holds %q, want %q", test.reason, got, test.want)
			}
			if test.outcome == FocusRefused && (result.Now == nil || result.Now.Role == "") {
				t.Errorf("the refusal does not say what has the focus: %+v", result.Now)
			}
		})
	}
}

func TestControlledInputCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R18-controlled-input/"))
	for _, text := range []string{"Grace", "Ada Lovelace"} {
		if result := p.fill("#nm", text); result.Outcome != OK {
			t.Fatalf("%+v", result)
		}
	}
	for _, selector := range []string{"#ag", "button"} {
		if result, _ := p.press(selector); result.Outcome != OK {
			t.Fatalf("%+v", result)
		}
	}
	var got string
	p.run(`JSON.stringify(__result.saved)`, &got)
	if want := `{"name":"Ada Lovelace","agree":true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTypedInputsCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R15-typed-inputs/"))
	for _, test := range []struct {
		id, value, holds string
		outcome          Outcome
		truncated        bool
	}{
		{"d", "2031-02-28", "2031-02-28", OK, false},
		{"t", "23:45", "23:45", OK, false},
		{"dl", "2031-02-28T23:45", "2031-02-28T23:45", OK, false},
		{"m", "2031-02", "2031-02", OK, false},
		{"w", "2031-W09", "2031-W09", OK, false},
		{"n", "12.5", "12.5", OK, false},
		{"r", "37", "35", OK, false},
		{"c", "#0a8f3c", "#0a8f3c", OK, false},
		{"code", "ABCDEFGHIJ", "ABCDEF", OK, true},
		{"fixed", "x", "", IsReadOnly, false},
		{"d", "31/12/2031", "2031-02-28", InvalidValue, false},
		{"d", "2031-02-30", "2031-02-28", InvalidValue, false},
		{"n", "abc", "12.5", InvalidValue, false},
		{"c", "greenish", "#0a8f3c", InvalidValue, false},
		{"r", "loud", "35", InvalidValue, false},
		{"t", "25:00", "23:45", InvalidValue, false},
		{"d", "", "", OK, false},
	} {
		t.Run(test.id+" "+test.value, func(t *testing.T) {
			result := p.set("#"+test.id, SetValueRequest{Value: test.value})
			if result.Outcome != test.outcome || result.Value != test.holds || result.Truncated != test.truncated {
				t.Errorf("%s holding %q, cut %v; want %s, %q, %v", result.Outcome, result.Value, result.Truncated, test.outcome, test.holds, test.truncated)
			}
			if test.outcome == InvalidValue && result.Expected == "" {
				t.Error("the refusal does not say what it takes")
			}
		})
	}
	var good bool
	p.run(`Object.values(__result.seen).every(s => s.input >= 1 && s.change >= 1) && fixed.value === 'old' && code.value === 'ABCDEF'`, &good)
	if !good {
		t.Error("a field did not get its events")
	}
}

func TestNativeSelectCase(t *testing.T) {
	t.Parallel()
	p := openURL(t, testpage.Cases(t).URL("/cases/R14-native-select/"))
	for _, test := range []struct {
		name, id string
		request  SetValueRequest
		outcome  Outcome
		changed  bool
		chosen   string // labels of what is chosen then
		options  int    // options that the refusal lists
	}{
		{"by label", "plan", SetValueRequest{Labels: []string{"Option 287"}}, OK, true, "Option 287", 0},
		{"again", "plan", SetValueRequest{Value: "v287"}, OK, false, "Option 287", 0},
		{"disabled", "plan", SetValueRequest{Labels: []string{"Option 13"}}, OptionDisabled, false, "", 1},
		{"no such", "plan", SetValueRequest{Value: "Option 28"}, OK, true, "Option 28", 0},
		{"unknown", "plan", SetValueRequest{Value: "Gold"}, NoOption, false, "", 20},
		{"back", "plan", SetValueRequest{Value: "option 287"}, OK, true, "Option 287", 0},
		{"ambiguous", "town", SetValueRequest{Labels: []string{"Springfield"}}, Ambiguous, false, "", 2},
		{"by value", "town", SetValueRequest{Values: []string{"spr-il"}}, OK, true, "Springfield", 0},
		{"two of one", "town", SetValueRequest{Values: []string{"spr-il", "spr-ma"}}, NotMultiple, false, "", 0},
		{"several", "colours", SetValueRequest{Labels: []string{"Red", "Blue"}}, OK, true, "Red,Blue", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			result := p.set("#"+test.id, test.request)
			var chosen []string
			for _, o := range result.Selected {
				chosen = append(chosen, o.Label)
			}
			if result.Outcome != test.outcome || result.Changed != test.changed || strings.Join(chosen, ",") != test.chosen || len(result.Options) != test.options {
				t.Errorf("%s, changed %v, chosen %v, %d options listed; want %+v\n%+v", result.Outcome, result.Changed, chosen, len(result.Options), test, result)
			}
		})
	}
	var got string
	p.run(`[plan.value, __result.plan.input, __result.plan.change, town.value, [...colours.selectedOptions].map(o => o.value)].join()`, &got)
	if want := "v287,3,3,spr-il,red,blue"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	option := p.probe(ProbeRequest{Target: p.target("#plan option:nth-child(2)"), URL: p.url})
	if option.Outcome == OK || option.Control.List == nil || option.Control.List.Name != "Plan" {
		t.Errorf("an option of a closed list cannot be clicked; its list can be used: %s, %+v", option.Outcome, option.Control)
	}
}

func TestSetValue(t *testing.T) {
	t.Parallel()
	tab, site := openTab(t), testpage.New(t)
	// Each page writes down the events of the field and what it held then.
	const log = `<script>window.log = []; for (const n of ['focus', 'input', 'change']) addEventListener(n, e => e.target.id && log.push(n + '=' + (e.target.value ?? e.target.innerText)), true)</script>`
	for _, test := range []struct {
		name, reason, html string
		request            SetValueRequest
		outcome            Outcome
		value, logged      string
		problem            bool
	}{
		{"text", "the fallback for fields that did not keep what was typed", `<input id=x aria-label=N value=old>`, SetValueRequest{Value: "new"}, OK, "new", "focus=old input=new change=new", false},
		{"unchanged", "no events for what changes nothing", `<input id=x aria-label=N value=old>`, SetValueRequest{Value: "old"}, OK, "old", "focus=old", false},
		{"password", "its value does not leave the page", `<input id=x type=password aria-label=P>`, SetValueRequest{Value: "s3cret"}, OK, "", "focus= input=s3cret change=s3cret", false},
		{"tracked", "a framework that watches the value property sees a change",
			`<input id=x aria-label=N><script>const d = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); Object.defineProperty(x, 'value', { get() { return d.get.call(x) }, set(v) { d.set.call(x, 'own') } })</script>`,
			SetValueRequest{Value: "new"}, OK, "new", "focus= input=new change=new", false},
		{"rewritten", "what the field really holds is told", `<input id=x aria-label=N oninput="this.value = this.value.toUpperCase()">`, SetValueRequest{Value: "new"}, OK, "NEW", "focus= input=new change=NEW", false},
		{"too early", "the browser's complaint is told", `<input id=x type=date min=2031-01-01 aria-label=D>`, SetValueRequest{Value: "2030-01-01"}, OK, "2030-01-01", "focus= input=2030-01-01 change=2030-01-01", true},
		{"above the range", "a range keeps the nearest it can", `<input id=x type=range min=0 max=10 aria-label=R>`, SetValueRequest{Value: "99"}, OK, "10", "focus=5 input=10 change=10", false},
		{"editor", "", `<div id=x contenteditable role=textbox aria-label=T>old <b>words</b></div>`, SetValueRequest{Value: "new"}, OK, "new", "focus=old words input=new", false},
		{"no options", "an empty choice is one", `<select id=x multiple aria-label=L><option selected>a<option>b</select>`, SetValueRequest{Values: []string{}}, OK, "", "focus=a input= change=", false},
		{"disabled group", "an option in a disabled group", `<select id=x aria-label=L><option>a<optgroup disabled label=g><option>b</optgroup></select>`, SetValueRequest{Value: "b"}, OptionDisabled, "", "", false},
		{"checkbox", "it is clicked", `<input id=x type=checkbox aria-label=C>`, SetValueRequest{Value: "on"}, NotEditable, "", "", false},
		{"disabled", "", `<input id=x aria-label=N disabled>`, SetValueRequest{Value: "new"}, IsDisabled, "", "", false},
		{"hidden", "nobody could", `<p>Plan</p><select id=x aria-label=L style="display:none"><option>a<option>b</select>`, SetValueRequest{Value: "b"}, Hidden, "", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab.show(t, site.Page("", log+test.html))
			result := tab.set("#x", test.request)
			got := tab.logged()
			if result.Outcome != test.outcome || result.Value != test.value || got != test.logged || (result.Problem != "") != test.problem {
				t.Errorf("%s: %s holding %q, problem %q, logged %q; want %+v", test.reason, result.Outcome, result.Value, result.Problem, got, test)
			}
		})
	}
	t.Run("another thing", func(t *testing.T) {
		tab.show(t, site.Page("", `<ul><li><b id=b>Alpha</b> <select id=x aria-label=State><option>a<option>b</select></ul>`))
		target := tab.target("#x")
		tab.run("b.textContent = 'Beta'; 0", nil)
		result, err := tab.world.setValue(t.Context(), SetValueRequest{Target: target, URL: tab.url, Value: "b", Timeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		var value string
		tab.run("x.value", &value)
		if result.Outcome != Mismatch || value != "a" {
			t.Errorf("the gate holds for values, too: %s, now %q", result.Outcome, value)
		}
	})
}

func TestLongText(t *testing.T) {
	t.Parallel()
	p := openPage(t, `<textarea id=x aria-label=Text></textarea>`)
	text := strings.Repeat("你好 😀 مرحبا ", 10000)
	if result := p.fill("#x", text); result.Outcome != OK {
		t.Fatalf("%+v", result)
	}
	var same bool
	p.run(fmt.Sprintf("x.value === %q.repeat(10000)", "你好 😀 مرحبا "), &same)
	if !same {
		t.Error("the text did not arrive whole")
	}
}
