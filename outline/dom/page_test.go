package dom

import (
	"context"
	"fmt"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/refs"
)

// livePage is a page of a real browser with a world in it.
type livePage struct {
	t       *testing.T
	session *cdp.Session
	world   *world
	url     string
}

// openTab opens a tab that shows nothing yet.
func openTab(t *testing.T) *livePage {
	t.Helper()
	p := &livePage{t: t, session: testbrowser.Tab(t)}
	p.world = &world{caller: p.session, name: newWorldName()}
	testbrowser.Size(t, p.session, 800, 600)
	return p
}

// openPage opens an inline page in a tab of its own.
func openPage(t *testing.T, html string) *livePage {
	t.Helper()
	return openURL(t, testpage.HTML(t, html))
}

// openURL opens an address in a tab of its own and waits until it has loaded.
func openURL(t *testing.T, url string) *livePage {
	t.Helper()
	p := openTab(t)
	p.show(t, url)
	return p
}

// show navigates the tab and waits until the page has loaded. From now on the
// page speaks to t.
func (p *livePage) show(t *testing.T, url string) {
	t.Helper()
	p.t, p.url = t, url
	testbrowser.Show(t, p.session, url, "Page.loadEventFired")
}

func (p *livePage) call(method string, params, result any) {
	p.t.Helper()
	testbrowser.Call(p.t, p.session, method, params, result)
}

// run evaluates an expression in the page's own world and decodes what it
// gives, or waits for, into out (nil to ignore it).
func (p *livePage) run(expression string, out any) {
	p.t.Helper()
	p.evaluate(0, expression, out)
}

// inside evaluates a function of the shared object h in the isolated world.
func (p *livePage) inside(function string, out any) {
	p.t.Helper()
	p.insideOf(true, function, out)
}

// insideSame does so on a page that was read and has gone nowhere since, without
// sending the scripts again.
func (p *livePage) insideSame(function string, out any) {
	p.t.Helper()
	p.insideOf(false, function, out)
}

func (p *livePage) insideOf(fresh bool, function string, out any) {
	p.t.Helper()
	id, err := p.world.contextID(p.t.Context(), fresh)
	if err != nil {
		p.t.Fatal(err)
	}
	p.evaluate(id, fmt.Sprintf("(%s)(globalThis[%q])", function, p.world.name), out)
}

func (p *livePage) evaluate(id int64, expression string, out any) {
	p.t.Helper()
	testbrowser.Evaluate(p.t, p.session, id, expression, out)
}

// click presses the left button at a point, as the provider does: written back
// to back, awaited once.
func (p *livePage) click(x, y float64) {
	p.t.Helper()
	ctx := p.t.Context()
	var sent []*cdp.Pending
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		event := map[string]any{"type": kind, "x": x, "y": y}
		if kind != "mouseMoved" {
			event["button"], event["clickCount"] = "left", 1
		}
		sent = append(sent, p.session.Send(ctx, "Input.dispatchMouseEvent", event))
	}
	for _, one := range sent {
		if err := one.Wait(ctx, nil); err != nil && ctx.Err() != context.Canceled {
			p.t.Fatal(err)
		}
	}
}

// target gives what a reader would publish for the first element that matches
// a selector. The element may be in an open shadow root or a same-origin frame:
// selectors are separated by " >>> " then.
func (p *livePage) target(selector string) refs.Target {
	p.t.Helper()
	var found struct {
		ID             uint32
		Role, Name     string
		Identity       uint64
		Table, Address string
	}
	p.inside(fmt.Sprintf(`h => {
		let root = document, element;
		for (const selector of %q.split(' >>> ')) {
			element = root.querySelector(selector);
			root = element && (element.shadowRoot || element.contentDocument);
		}
		if (!element) return null;
		h.beginRead();
		const what = h.now(element);
		h.endRead();
		return { ID: h.idOf(element), Role: what.role, Name: what.name, Identity: what.identity,
			Table: h.nonce, Address: element.ownerDocument.URL };
	}`, selector), &found)
	if found.ID == 0 {
		p.t.Fatalf("no element matches %s", selector)
	}
	return refs.Target{
		Node: refs.Node{Table: found.Table, ID: found.ID}, Address: found.Address,
		Role: found.Role, Name: found.Name, Identity: found.Identity,
	}
}

func itoa(id uint32) string { return fmt.Sprint(id) }
