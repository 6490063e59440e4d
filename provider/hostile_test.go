package provider_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// shopPage is a page of everything; hostile scripts go in its place.
const shopPage = `<!doctype html><meta charset=utf-8><title>Shop</title>HEAD
	<nav aria-label=Top><a href="/a">One</a> <a href="/b">Two</a></nav><main><h1>Lamps</h1>
	<table><tr><th>Name<th>Price<th></tr><tr><td>Oak<td>12<td><button onclick="window.bought='Oak'">Buy</button><tr><td>Elm<td>13<td><button onclick="window.bought='Elm'">Buy</button></table>
	<form id=f aria-label=Order tabindex=0 style="height:40px;overflow:auto" onclick="window.form = 1"><p style="height:300px">Fill in</p><label>Name <input id=who></label><label><input type=checkbox id=agree> Agree</label><select aria-label=Size><option>Small<option>Large</select>EXTRA</form>
	<ul style="height:60px;overflow:auto"><li>a<li>b<li style="height:300px">c</ul><div tabindex=0 id=host></div><script>host.attachShadow({mode:'open'}).innerHTML = '<button>In shadow</button>'</script>
	</main>`

// overrides lie about everything that a reader could ask, in the page's world.
const overrides = `<script>
	const lie = () => 'lie';
	const broken = () => { throw new Error('broken'); };
	JSON.stringify = JSON.parse = lie;
	getComputedStyle = () => ({display: 'none', visibility: 'hidden', cursor: 'pointer', opacity: '0'});
	matchMedia = requestAnimationFrame = setTimeout = queueMicrotask = fetch = broken;
	performance.now = () => 0; Date.now = () => 0; Math.max = Math.min = Math.round = () => NaN;
	String.prototype.toWellFormed = String.prototype.isWellFormed = broken;
	for (const type of [Node, Element, HTMLElement, Document, HTMLDocument, Range, Event, EventTarget, MouseEvent, PointerEvent, DOMRect, DOMRectReadOnly, CharacterData,
		HTMLInputElement, HTMLSelectElement, HTMLFormElement, HTMLAnchorElement, HTMLSlotElement, HTMLTableCellElement, HTMLIFrameElement, CSSStyleDeclaration, ShadowRoot, NodeList, HTMLCollection, MutationObserver, Window]) {
		for (const object of [type, type.prototype]) {
			for (const key of Reflect.ownKeys(object)) {
				if (key === 'constructor' || key === 'prototype' || key === 'addEventListener' || key === 'attachShadow' || key === 'innerHTML') continue;
				const d = Object.getOwnPropertyDescriptor(object, key);
				if (!d.configurable) continue;
				try {
					if (d.get) Object.defineProperty(object, key, {get: lie, set: d.set, configurable: true});
					else if (typeof d.value === 'function') Object.defineProperty(object, key, {value: lie, configurable: true});
				} catch {}
			}
		}
	}
	for (const type of [Node, Element, HTMLElement, Document, NodeList, WeakRef, WeakMap, Proxy]) window[type.name] = broken;
	for (const type of [Array, Map, Set, WeakMap, WeakRef, String, RegExp, Promise]) {
		if (!type || !type.prototype) continue;
		for (const key of Reflect.ownKeys(type.prototype)) {
			if (key === 'constructor') continue;
			try { Object.defineProperty(type.prototype, key, {get: broken, set() {}, configurable: true}); } catch {}
		}
	}
	Object.defineProperty(Object.prototype, 'installed', {get: broken, set() {}});
	Object.defineProperty(Object.prototype, 'rows', {get: lie, set() {}});
	for (const key of ['title', 'URL', 'body', 'documentElement', 'activeElement', 'defaultView', 'readyState', 'hidden', 'styleSheets', 'forms', 'all', 'children']) {
		Object.defineProperty(document, key, {get: broken, configurable: true});
	}
	</script>`

// clobbering gives elements that take the place of what forms, documents and
// windows have.
func clobbering() string {
	var b strings.Builder
	b.WriteString("<span hidden>")
	for _, of := range []struct{ element, names string }{
		{"<input name=%s>", `children childNodes firstChild lastChild firstElementChild nextElementSibling previousElementSibling childElementCount parentNode parentElement nextSibling
			previousSibling nodeType nodeName localName tagName ownerDocument isConnected getRootNode contains textContent innerText innerHTML outerHTML attributes id className style
			hidden title getAttribute hasAttribute hasAttributes matches closest querySelector querySelectorAll getElementsByTagName getBoundingClientRect getClientRects
			scrollIntoView scrollBy scrollTo scrollTop scrollLeft scrollHeight scrollWidth clientWidth clientHeight clientLeft clientTop offsetWidth offsetHeight offsetParent
			focus blur click tabIndex isContentEditable dataset shadowRoot assignedSlot slot addEventListener dispatchEvent checkVisibility computedStyleMap getAnimations
			elements length action method submit reset currentCSSZoom dir lang inert`},
		{"<img name=%s>", `title URL hidden body documentElement defaultView activeElement scrollingElement styleSheets adoptedStyleSheets readyState images forms links all
			createElement createRange createTreeWalker getElementById querySelector querySelectorAll getElementsByTagName elementFromPoint elementsFromPoint
			execCommand getAnimations getSelection hasFocus addEventListener visibilityState baseURI location2 cookie domain referrer fonts timeline children`},
		{"<a id=%s></a>", `addEventListener removeEventListener dispatchEvent innerWidth innerHeight scrollX scrollY performance crypto frameElement getComputedStyle getSelection top parent length document location
			setTimeout requestAnimationFrame Node Element installed h toJSON`},
	} {
		for _, name := range strings.Fields(of.names) {
			fmt.Fprintf(&b, of.element, name)
		}
	}
	return b.String() + "</span>"
}

// reading is all that is read of a page, without its address.
func reading(t *testing.T, page browser.Page) (*browser.Snapshot, map[string]string) {
	t.Helper()
	snap := snapshot(t, page)
	text, err := page.Text(within(t, 10*time.Second), browser.TextRequest{Links: true})
	if err != nil {
		t.Fatal(err)
	}
	data, err := page.Extract(within(t, 10*time.Second), browser.ExtractRequest{})
	if err != nil {
		t.Fatal(err)
	}
	said, err := json.Marshal(data.Data)
	if err != nil {
		t.Fatal(err)
	}
	found := find(t, page, "Buy")
	view := regionOf(t, page, browser.Region{Viewport: true})
	plain := func(s string) string {
		return regexp.MustCompile(`http://[^/]*/[^ )"]*`).ReplaceAllString(s, "ADDRESS")
	}
	return snap, map[string]string{
		"outline": plain(snap.String()), "text": plain(text.Text), "data": plain(string(said)), "find": plain(found.String()), "viewport": plain(view.String()),
	}
}

// What a page does to its own world changes nothing of what is read and done.
func TestHostileMainWorld(t *testing.T) {
	for _, tc := range []struct{ name, head, extra string }{
		{"overrides", overrides, ""},
		{"clobbering", "", clobbering()},
		{"both", overrides, clobbering()},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, want := reading(t, open(t, newProvider(t), testpage.HTML(t, strings.NewReplacer("HEAD", "", "EXTRA", "").Replace(shopPage))))
			page := open(t, newProvider(t), testpage.HTML(t, strings.NewReplacer("HEAD", tc.head, "EXTRA", tc.extra).Replace(shopPage)))
			snap, got := reading(t, page)
			for what := range want {
				if got[what] != want[what] {
					t.Errorf("the %s of a hostile page:\n%s\nwant:\n%s", what, got[what], want[what])
				}
			}
			if _, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "textbox", "Name"), Value: "Ann"}); err != nil {
				t.Error(err)
			}
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "checkbox", "Agree")}); err != nil {
				t.Error(err)
			}
			if _, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "combobox", "Size"), Value: "Large"}); err != nil {
				t.Error(err)
			}
			form := ref(t, snap, "form", "Order")
			if got := ref(t, regionOf(t, page, browser.Region{Ref: form}), "form", "Order"); got != form {
				t.Errorf("the form was %v and is %v", form, got)
			}
			if _, err := page.Scroll(within(t, 10*time.Second), browser.ScrollRequest{Ref: form, DY: -1000}); err != nil {
				t.Error(err)
			}
			clickRef(t, page, form)
			holds(t, page, "window.form === 1")
			clickRef(t, page, find(t, page, "Buy").Hits[1].Ref)
			after := snapshot(t, page).String()
			for _, said := range []string{`textbox "Name" value="Ann"`, `checkbox "Agree" checked`, `combobox "Size" value="Large"`} {
				if !strings.Contains(after, said) {
					t.Errorf("the outline lacks %s:\n%s", said, after)
				}
			}
			if bought := evalAs[string](t, page, "window.bought"); bought != "Elm" {
				t.Errorf("bought %q", bought)
			}
		})
	}
}

// A custom element whose every property throws is a button like any other.
func TestThrowingCustomElement(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Odd</title>
		<script>
		class Odd extends HTMLElement {}
		for (const key of ['children', 'parentNode', 'shadowRoot', 'textContent', 'tagName', 'localName', 'nodeType', 'attributes', 'hidden', 'title',
			'tabIndex', 'checked', 'value', 'disabled', 'isContentEditable', 'dataset', 'style', 'scrollTop', 'scrollHeight', 'offsetParent', 'clientWidth',
			'labels', 'form', 'href', 'innerText', 'assignedSlot', 'isConnected', 'ownerDocument', 'getBoundingClientRect', 'getAttribute', 'matches', 'closest', 'toJSON', 'then']) {
			Object.defineProperty(Odd.prototype, key, {get() { window.touched = key; throw new Error(key); }, set() { throw new Error(key); }});
		}
		customElements.define('odd-one', Odd);
		</script><odd-one role=checkbox aria-checked=false tabindex=0 onclick="window.odd = 1">Odd</odd-one> <button>Even</button>`))
	odd := ref(t, snapshot(t, page), "checkbox", "Odd")
	if got := ref(t, regionOf(t, page, browser.Region{Ref: odd}), "checkbox", "Odd"); got != odd {
		t.Errorf("its region names it %v, not %v", got, odd)
	}
	clickRef(t, page, odd)
	if got := ref(t, snapshot(t, page), "checkbox", "Odd"); got != odd {
		t.Errorf("it was %v and is %v", odd, got)
	}
	holds(t, page, "window.odd === 1 && window.touched === undefined")
}
