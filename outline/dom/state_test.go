package dom

import (
	"testing"

	"github.com/holdfast-go/holdfast/internal/treetext"
	"github.com/holdfast-go/holdfast/outline"
)

func TestFlagsAreTheOutlines(t *testing.T) {
	var flags map[string]outline.State
	openPage(t, "").inside(`h => h.STATE`, &flags)
	want := map[string]outline.State{
		"Operable": outline.Operable, "Disabled": outline.Disabled, "Checked": outline.Checked, "Mixed": outline.Mixed,
		"Expanded": outline.Expanded, "Collapsed": outline.Collapsed, "Selected": outline.Selected,
		"Pressed": outline.Pressed, "Required": outline.Required, "Invalid": outline.Invalid,
		"ReadOnly": outline.ReadOnly, "Focused": outline.Focused, "Multiple": outline.Multiple,
		"Multiline": outline.Multiline, "Protected": outline.Protected, "HasValue": outline.HasValue,
		"Modal": outline.Modal, "Offscreen": outline.Offscreen, "Draggable": outline.Draggable,
		"Hinted": outline.Hinted, "Editable": outline.Editable, "NameFromContent": outline.NameFromContent,
		"Current": outline.Current, "Busy": outline.Busy, "HasPopup": outline.HasPopup,
		"Scrollable": outline.Scrollable, "Blocked": outline.Blocked, "Truncated": outline.Truncated,
	}
	if len(flags) != len(want) || len(treetext.States) != len(want) {
		t.Errorf("the page knows %d flags, the outline %d, treetext %d", len(flags), len(want), len(treetext.States))
	}
	for i, name := range treetext.States {
		if flags[name] != want[name] || want[name] != 1<<i {
			t.Errorf("%s is %d in the page and %d in the outline", name, flags[name], want[name])
		}
	}
}

func TestStates(t *testing.T) {
	names := `Object.entries(h.STATE).filter(([, bit]) => h.states(x, h.role(x)) & bit).map(([name]) => name).join(' ')`
	checkSnippets(t, names, []snippet{
		{"plain", `<button id=x>t</button>`, "", "the ordinary is not said"},
		{"disabled", `<button id=x disabled>t</button>`, "Disabled", "natively"},
		{"disabled by a fieldset", `<fieldset disabled><input id=x></fieldset>`, "Disabled", "a fieldset disables what is in it"},
		{"legend in a disabled fieldset", `<fieldset disabled><legend><input id=x></legend></fieldset>`, "", "but not what is in its legend"},
		{"aria-disabled", `<div id=x role=button aria-disabled=true>t</div>`, "Disabled", "by ARIA"},
		{"checked", `<input id=x type=checkbox checked>`, "Checked", "natively"},
		{"radio", `<input id=x type=radio checked>`, "Checked", "natively"},
		{"aria-checked", `<div id=x role=switch aria-checked=true>t</div>`, "Checked", "by ARIA"},
		{"aria-checked mixed", `<div id=x role=checkbox aria-checked=mixed>t</div>`, "Mixed", "by ARIA"},
		{"aria-checked on a native box", `<input id=x type=checkbox aria-checked=true>`, "", "the native state is the true one"},
		{"aria-checked on a button", `<div id=x role=button aria-checked=true>t</div>`, "", "not for that role"},
		{"expanded", `<button id=x aria-expanded=true>t</button>`, "Expanded", "by ARIA"},
		{"collapsed", `<button id=x aria-expanded=false>t</button>`, "Collapsed", "by ARIA"},
		{"summary", `<details><summary id=x>t</summary></details>`, "Collapsed", "of its details"},
		{"open summary", `<details open><summary id=x>t</summary></details>`, "Expanded", "of its details"},
		{"popover", `<button id=x popovertarget=p>t</button><div id=p popover>p</div>`, "Collapsed", "of its popover"},
		{"selected", `<div id=x role=tab aria-selected=true>t</div>`, "Selected", "by ARIA"},
		{"option", `<select multiple><option id=x selected>t</select>`, "Selected", "natively"},
		{"pressed", `<button id=x aria-pressed=true>t</button>`, "Pressed", "by ARIA"},
		{"required", `<input id=x required>`, "Required", "natively"},
		{"aria-required", `<div id=x role=textbox aria-required=true></div>`, "Required", "by ARIA"},
		{"invalid", `<input id=x aria-invalid=true>`, "Invalid", "by ARIA"},
		{"invalid grammar", `<input id=x aria-invalid=grammar>`, "Invalid", "any word but false"},
		{"not invalid", `<input id=x aria-invalid=false required>`, "Required", "not touched yet: that is no fault"},
		{"readonly", `<input id=x readonly>`, "ReadOnly", "natively"},
		{"aria-readonly", `<div id=x role=textbox aria-readonly=true></div>`, "ReadOnly", "by ARIA"},
		{"multiple", `<select id=x multiple></select>`, "Multiple", "told from a single one"},
		{"multiple files", `<input id=x type=file multiple>`, "Multiple", "natively"},
		{"multiselectable", `<div id=x role=listbox aria-multiselectable=true></div>`, "Multiple", "by ARIA"},
		{"multiline", `<textarea id=x></textarea>`, "Multiline", "told from one line"},
		{"aria-multiline", `<div id=x role=textbox aria-multiline=true></div>`, "Multiline", "by ARIA"},
		{"password", `<input id=x type=password value=p>`, "Protected", "its value is not read"},
		{"card number", `<input id=x autocomplete="billing cc-number" value=4>`, "Protected", "nor a card's"},
		{"card expiry", `<input id=x autocomplete=cc-exp>`, "", "that is no secret"},
		{"one-time code", `<input id=x autocomplete=one-time-code>`, "Protected", "a key like a password"},
		{"aria-modal", `<div id=x role=dialog aria-modal=true>t</div>`, "Modal", "by ARIA"},
		{"aria-modal on a div", `<div id=x aria-modal=true>t</div>`, "", "only of dialogs"},
		{"open dialog", `<dialog id=x open>t</dialog>`, "", "open is not modal"},
		{"draggable", `<li id=x draggable=true>t</li>`, "Draggable", "by attribute"},
		{"image", `<img id=x alt=a>`, "", "every image can be dragged; that is ordinary"},
		{"editable", `<div id=x contenteditable>t</div>`, "Editable", "the host"},
		{"current", `<a id=x href=y aria-current=page>t</a>`, "Current", "by ARIA"},
		{"busy", `<div id=x aria-busy=true>t</div>`, "Busy", "by ARIA"},
		{"popup", `<button id=x aria-haspopup=menu>t</button>`, "HasPopup", "by ARIA"},
		{"no popup", `<button id=x aria-haspopup=false>t</button>`, "", "false is ordinary"},
	})
}

func TestFocusedAndTouched(t *testing.T) {
	p := openPage(t, `<input id=a required><div id=host></div><script>
		host.attachShadow({mode: 'open'}).innerHTML = '<button>in</button>';
		a.focus(); a.value = 'x'; a.value = '';
	</script>`)
	p.call("Input.insertText", map[string]string{"text": "x"}, nil)
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		p.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8}, nil)
	}
	states := func(find string) string {
		var s outline.State
		p.inside(`h => { const x = `+find+`; return h.states(x, h.role(x)); }`, &s)
		return treetext.Names(s)
	}
	if got := states("document.querySelector('#a')"); got != "required focused" {
		t.Errorf("a field while it is typed into: %q", got)
	}
	p.run(`host.shadowRoot.querySelector('button').focus()`, nil)
	if got := states("document.querySelector('#a')"); got != "required invalid" {
		t.Errorf("a required field that was left empty: %q", got)
	}
	if got := states("document.querySelector('#host').shadowRoot.querySelector('button')"); got != "focused" {
		t.Errorf("the focused button in a shadow root: %q", got)
	}
}

func TestValues(t *testing.T) {
	value := `JSON.stringify(h.valueOf(x))`
	quote := func(s string) string { return `{"value":"` + s + `","protected":false}` }
	checkSnippets(t, value, []snippet{
		{"text", `<input id=x value="red shoes">`, quote("red shoes"), "what is typed"},
		{"spaces", `<input id=x value="  a  b ">`, quote("  a  b "), "exactly as it is"},
		{"empty", `<input id=x>`, quote(""), "empty is a value, too"},
		{"textarea", "<textarea id=x>\n a\n\tb </textarea>", quote(` a\n\tb `), "line breaks stand"},
		{"password", `<input id=x type=password value=secret>`, `{"value":"","protected":true}`, "it never leaves the page"},
		{"empty password", `<input id=x type=password>`, quote(""), "that it is empty is worth knowing"},
		{"card", `<input id=x autocomplete="section-a cc-csc" value=123>`, `{"value":"","protected":true}`, "it never leaves the page"},
		{"number", `<input id=x type=number value=5>`, quote("5"), "natively"},
		{"range", `<input id=x type=range value=7>`, quote("7"), "natively"},
		{"range with words", `<input id=x type=range value=7 aria-valuetext="seven">`, quote("seven"), "as the author says it"},
		{"date", `<input id=x type=date value=2026-05-03>`, quote("2026-05-03"), "in the form that it takes"},
		{"color", `<input id=x type=color value=#00ff00>`, quote("#00ff00"), "natively"},
		{"checkbox", `<input id=x type=checkbox value=on>`, `null`, "its state says it"},
		{"submit", `<input id=x type=submit value=Buy>`, `null`, "that is its name"},
		{"file", `<input id=x type=file>`, quote(""), "no file yet"},
		{"select", `<select id=x><option value=1>One<option value=2 selected> Two </select>`, quote("Two"), "the label that is shown"},
		{"multiple select", `<select id=x multiple><option selected>One<option>Two<option selected>Three</select>`, quote("One, Three"), "all that are chosen"},
		{"empty select", `<select id=x></select>`, quote(""), "nothing is chosen"},
		{"progress", `<progress id=x value=.25></progress>`, quote("25%"), "how far"},
		{"endless progress", `<progress id=x></progress>`, `null`, "it does not know"},
		{"meter", `<meter id=x value=3 max=5></meter>`, quote("3"), "natively"},
		{"aria slider", `<div id=x role=slider aria-valuenow=4></div>`, quote("4"), "by ARIA"},
		{"aria combobox", `<div id=x role=combobox>  Pick
			me </div>`, quote("Pick me"), "what it shows"},
		{"editor", `<div id=x contenteditable><p>one</p><p>two</p></div>`, quote(`one\n\ntwo`), "lines as they are seen"},
		{"empty editor", `<div id=x contenteditable><br></div>`, quote(""), "the line break that keeps it open is none"},
		{"button", `<button id=x value=1>t</button>`, `null`, "it has none to see"},
		{"long", `<input id=x value="` + letters(5000) + `">`, quote(letters(2000) + "…"), "what leaves the page is bounded"},
	})
}

func TestShown(t *testing.T) {
	checkSnippets(t, `String(h.shown(x))`, []snippet{
		{"plain", `<p id=x>t</p>`, "true", "rendered"},
		{"none", `<p id=x style="display:none">t</p>`, "false", "no box"},
		{"inside of none", `<div style="display:none"><p id=x>t</p></div>`, "false", "nothing in it has one"},
		{"hidden attribute", `<p id=x hidden>t</p>`, "false", "the same by attribute"},
		{"visibility", `<p id=x style="visibility:hidden">t</p>`, "false", "a box that is not painted"},
		{"visible in hidden", `<div style="visibility:hidden"><p id=x style="visibility:visible">t</p></div>`, "true", "it comes back"},
		{"content-visibility", `<div style="content-visibility:hidden"><p id=x>t</p></div>`, "false", "its content is skipped"},
		{"until found", `<div hidden=until-found><p id=x>t</p></div>`, "false", "only a search shows it"},
		{"closed details", `<details><summary>s</summary><p id=x>t</p></details>`, "false", "closed"},
		{"open details", `<details open><summary>s</summary><p id=x>t</p></details>`, "true", "open"},
		{"summary", `<details><summary id=x>t</summary></details>`, "true", "always there"},
		{"closed dialog", `<dialog><p id=x>t</p></dialog>`, "false", "closed"},
		{"contents", `<div id=x style="display:contents"><p>t</p></div>`, "true", "no box of its own, but what is in it"},
		{"contents in none", `<div style="display:none"><div id=x style="display:contents">t</div></div>`, "false", "nothing of it is shown"},
		{"transparent", `<p id=x style="opacity:0">t</p>`, "true", "rendered; the walk looks further"},
		{"closed popover", `<div id=x popover>t</div>`, "false", "closed"},
		{"option of a closed list", `<select><option id=x>t</select>`, "false", "it has no box"},
		{"area", `<img usemap="#m" width=9 height=9 alt=a><map name=m><area id=x href=y coords="0,0,9,9" alt=b></map>`, "true", "shown as its image is"},
		{"area without an image", `<map name=m><area id=x href=y></map>`, "false", "no image shows it"},
	})
}

func TestOperable(t *testing.T) {
	checkSnippets(t, `String(h.operable(x))`, []snippet{
		{"link", `<a id=x href=y>t</a>`, "true", "native"},
		{"anchor", `<a id=x name=y>t</a>`, "false", "leads nowhere"},
		{"button", `<button id=x>t</button>`, "true", "native"},
		{"disabled button", `<button id=x disabled>t</button>`, "true", "a ref that says disabled"},
		{"hidden input", `<input id=x type=hidden>`, "false", "nobody can"},
		{"summary", `<details><summary id=x>t</summary></details>`, "true", "native"},
		{"option of a closed list", `<select><option id=x>t</select>`, "false", "the list is what is operated"},
		{"option of a list box", `<select size=3><option id=x>t</select>`, "true", "it is on the page"},
		{"video with controls", `<video id=x controls></video>`, "true", "native"},
		{"canvas", `<canvas id=x></canvas>`, "true", "it can be clicked at an offset"},
		{"widget role", `<div id=x role=menuitem>t</div>`, "true", "ARIA"},
		{"structure role", `<div id=x role=navigation>t</div>`, "false", "ARIA"},
		{"tabindex", `<div id=x tabindex=0>t</div>`, "true", "the keyboard gets there"},
		{"tabindex -1", `<div id=x tabindex=-1>t</div>`, "true", "a click focuses it, and so do scripts"},
		{"dialog", `<dialog id=x open>t</dialog>`, "true", "the browser can focus it"},
		{"tabindex junk", `<div id=x tabindex=yes>t</div>`, "false", "no number"},
		{"editor", `<div id=x contenteditable>t</div>`, "true", "can be typed into"},
		{"inside an editor", `<div contenteditable><p id=x>t</p></div>`, "false", "the host is the thing"},
		{"no editor", `<div id=x contenteditable=false>t</div>`, "false", "off"},
		{"handler", `<div id=x onclick="1">t</div>`, "true", "an inline listener"},
		{"pointer handler", `<div id=x onpointerdown="1">t</div>`, "true", "of any pointer kind"},
		{"other handler", `<div id=x onmouseover="1">t</div>`, "false", "nothing to act on"},
		{"draggable", `<div id=x draggable=true>t</div>`, "true", "can be dragged"},
		{"hand", `<div id=x style="cursor:pointer">t</div>`, "true", "a hand says so"},
		{"inherited hand", `<div style="cursor:pointer"><b id=x>t</b></div>`, "false", "the outermost one is the thing"},
		{"hand passed on by a list", `<ul style="cursor:pointer"><li id=x>t</ul>`, "true", "a list is not the thing, its items are"},
		{"list with a hand", `<ul id=x style="cursor:pointer"><li>t</ul>`, "false", "a list is not the thing"},
		{"hand on the body", `<style>body{cursor:pointer}</style><p id=x>t</p>`, "false", "a trick for old phones"},
		{"grip", `<div id=x style="cursor:col-resize">t</div>`, "true", "can be dragged"},
		{"text cursor", `<div id=x style="cursor:text">t</div>`, "false", "that is text"},
		{"text", `<p id=x>t</p>`, "false", "that is text"},
	})
}
