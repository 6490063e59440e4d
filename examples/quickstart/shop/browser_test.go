package shop_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/examples/quickstart/shop"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// visitor drives the pages with bare protocol commands: these tests are about
// the shop, not about the library.
type visitor struct {
	t    *testing.T
	page *cdp.Session
	shop *testpage.Server
}

// visit opens a page of a shop of its own and fails the test for every
// exception and for every error on the console that come up until its end.
func visit(t *testing.T, path string) *visitor {
	t.Helper()
	v := &visitor{t, testbrowser.Tab(t), testpage.Serve(t, shop.Handler())}
	loaded := v.page.Listen("Page.loadEventFired")
	defer loaded.Close()
	trouble := v.page.Listen("Runtime.exceptionThrown", "Log.entryAdded")
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		v.call(domain+".enable", nil, nil)
	}
	v.call("Page.navigate", map[string]string{"url": v.shop.URL(path)}, nil)
	v.await(loaded)
	t.Cleanup(func() {
		trouble.Close()
		for event := range trouble.C() {
			t.Errorf("%s on %s: %s", event.Method, path, event.Params)
		}
	})
	return v
}

func (v *visitor) await(events *cdp.Listener) {
	v.t.Helper()
	select {
	case <-events.C():
	case <-v.t.Context().Done():
		v.t.Fatal("the page did not load in the time of the test")
	}
}

func (v *visitor) call(method string, params, result any) {
	v.t.Helper()
	testbrowser.Call(v.t, v.page, method, params, result)
}

// get evaluates an expression, a promise too, into result.
func (v *visitor) get(expression string, result any) {
	v.t.Helper()
	testbrowser.Evaluate(v.t, v.page, 0, expression, result)
}

// click clicks the middle of the element that an expression gives; frames
// above it are those of the shop's own site.
func (v *visitor) click(element string) {
	v.t.Helper()
	var at struct{ X, Y float64 }
	v.get(fmt.Sprintf(`(() => {
		const element = %s;
		element.scrollIntoView({ block: 'center', behavior: 'instant' });
		let { x: X, y: Y, width, height } = element.getBoundingClientRect();
		for (let view = element.ownerDocument.defaultView; view !== top; view = view.parent) {
			const frame = view.frameElement, box = frame.getBoundingClientRect();
			X += box.x + frame.clientLeft;
			Y += box.y + frame.clientTop;
		}
		return { X: X + width / 2, Y: Y + height / 2 };
	})()`, element), &at)
	for _, step := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		button := "left"
		if step == "mouseMoved" {
			button = "none"
		}
		v.call("Input.dispatchMouseEvent", map[string]any{"type": step, "x": at.X, "y": at.Y, "button": button, "clickCount": 1}, nil)
	}
}

func (v *visitor) write(element, text string) {
	v.t.Helper()
	v.click(element)
	v.call("Input.insertText", map[string]string{"text": text}, nil)
}

// wait waits until an expression is true; it looks again at every frame.
func (v *visitor) wait(expression string) {
	v.t.Helper()
	var held bool
	v.get(fmt.Sprintf(`new Promise(done => (function look() {
		if (%s) done(true);
		else requestAnimationFrame(look);
	})())`, expression), &held)
}

// wantLog compares what the page says was done. The clicks before it have been
// handled once a task and a frame have passed.
func (v *visitor) wantLog(want ...string) {
	v.t.Helper()
	v.wait(fmt.Sprintf("__log.length >= %d", len(want)))
	var got []string
	v.get("__log", &got)
	if !slices.Equal(got, want) {
		v.t.Errorf("the page's log is\n%q, want\n%q", got, want)
	}
}

func one(selector string) string { return fmt.Sprintf("document.querySelector(%q)", selector) }

func TestCatalogue(t *testing.T) {
	v := visit(t, "/")
	var cards int
	if v.get("document.querySelectorAll('#cards article').length", &cards); cards != 40 {
		t.Errorf("%d items, want 40", cards)
	}
	v.click(one("#storm-lamp [data-do=add]"))
	v.click(one("#apron [data-do=save]"))
	v.click(one("#fish-pan [data-do=add]")) // sold out: nothing happens
	v.click(one("#cart-lines [data-do=more]"))
	v.write(one("#search"), "wool")
	v.get("document.activeElement.blur()||0", new(int))
	v.wantLog("add: Storm lamp", "save: Canvas apron", "more: Storm lamp", "search: wool")
	var seen struct{ Found, Count, Total, Names string }
	v.get(`({ Found: document.getElementById('found').textContent, Count: document.getElementById('cart-count').ariaLabel,
		Total: document.getElementById('cart-total').textContent,
		Names: [...document.querySelectorAll('#cards > li:not([hidden]) h3')].map(h => h.textContent).join() })`, &seen)
	if want := (struct{ Found, Count, Total, Names string }{"2 of 40 items", "2 items in cart", "€108.00", "Wool blanket,Sea socks"}); seen != want {
		t.Errorf("got %+v, want %+v", seen, want)
	}
	v.get("(sort => { sort.value = 'price-up'; sort.dispatchEvent(new Event('change')); return 0 })(document.getElementById('sort'))", new(int))
	v.wantLog("add: Storm lamp", "save: Canvas apron", "more: Storm lamp", "search: wool", "sort: price-up (untrusted)")
	if v.get("[...document.querySelectorAll('#cards > li:not([hidden]) h3')].map(h => h.textContent).join()", &seen.Names); seen.Names != "Sea socks,Wool blanket" {
		t.Errorf("sorted by price: %s", seen.Names)
	}
}

func TestCheckout(t *testing.T) {
	v := visit(t, "/checkout")
	v.write(one("[name=name]"), "Ada")
	v.write(one("[name=email]"), "ada@example.com")
	v.write(one("#message"), "Dear you")
	v.click(one("[value=express]"))
	v.click(one("[name=terms]"))
	v.wantLog("change: name = Ada", "change: email = ada@example.com", "write: Dear you", "change: speed = express", "change: terms = yes on")

	loaded := v.page.Listen("Page.loadEventFired")
	defer loaded.Close()
	v.click(one("[type=submit]"))
	v.await(loaded)
	var sent struct {
		Fields []struct{ Name, Value string }
	}
	v.get("__result", &sent)
	got := map[string]string{}
	for _, f := range sent.Fields {
		got[f.Name] = f.Value
	}
	for name, want := range map[string]string{"name": "Ada", "email": "ada@example.com", "message": "Dear you", "speed": "express", "terms": "yes", "extras": "noprice", "parcels": "1"} {
		if got[name] != want {
			t.Errorf("%s was sent as %q, want %q", name, got[name], want)
		}
	}
}

func TestQueueRecyclesItsRows(t *testing.T) {
	v := visit(t, "/queue?freeze")
	second := one("#rows tr:nth-child(2)")
	v.get("(window.node = "+second+", 0)", new(int))
	v.click(second + ".querySelector('[data-do=pack]')")
	v.click(one("#rotate"))
	v.click(second + ".querySelector('[data-do=hold]')")
	v.click(one("#ship"))
	v.click(one("#rows tr:first-child [data-do=cancel]"))
	v.wantLog("pack: 2042 Bram Visser", "queue: rotate", "hold: 2041 Ada Okafor", "queue: shipNext", "cancel: 2041 Ada Okafor")
	var same bool
	if v.get("node === "+second, &same); !same {
		t.Error("the second row is another node: nothing was recycled")
	}
	if v.get("(queue.renew(), node !== "+second+")", &same); !same {
		t.Error("renew kept the row")
	}
	var orders, again []int
	v.get("(queue.shuffle(), queue.orders())", &orders)
	w := visit(t, "/queue?freeze")
	w.get("(queue.rotate(), queue.shipNext(), 0)", new(int))
	w.click(one("#rows tr:first-child [data-do=cancel]"))
	w.wantLog("cancel: 2041 Ada Okafor")
	w.get("(queue.shuffle(), queue.orders())", &again)
	if len(orders) != 10 || !slices.Equal(orders, again) {
		t.Errorf("the same steps gave %v and %v", orders, again)
	}
}

func TestQueueMovesByItself(t *testing.T) {
	v := visit(t, "/queue?every=20")
	v.wait("queue.orders()[0] !== 2041")
	v.click(one("#live"))
	v.wantLog("live: false")
}

func TestDelivery(t *testing.T) {
	v := visit(t, "/delivery")
	const widget = "document.getElementById('calculator').contentDocument.querySelector('delivery-calculator').shadowRoot"
	v.click(widget + ".querySelector('quantity-stepper').shadowRoot.querySelector('[aria-label=\"More weight\"]')")
	v.write(widget+".querySelector('[name=postcode]')", "2750-315")
	v.click(widget + ".querySelector('[type=submit]')")
	v.click(one("#call"))
	v.wantLog("more: 2 kg", "calculate: 2 kg standard to 2750-315", "call back")
	v.wait("document.getElementById('quote').textContent === '2 kg to 2750-315 by standard: €6.10'")
}
