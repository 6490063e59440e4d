package ax

import (
	"context"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// livePage is a page of a real browser with both readers.
type livePage struct {
	t       *testing.T
	session *cdp.Session
	page    *dom.Reader
	reader  *Reader
	url     string
	frames  *testbrowser.Frames

	mu   sync.Mutex
	sent []string // methods of all commands of the readers
}

// openHTML opens an inline page.
func openHTML(t *testing.T, html string) *livePage {
	t.Helper()
	return openPage(t, testpage.HTML(t, html))
}

// openPage opens an address in a tab of its own and waits until it has loaded.
func openPage(t *testing.T, url string) *livePage {
	t.Helper()
	p := openTab(t)
	p.show(t, url, "Page.loadEventFired")
	return p
}

// openTab opens a tab with both readers. Dialogs of its pages are accepted,
// frames in other processes are lent.
func openTab(t *testing.T) *livePage {
	t.Helper()
	p := &livePage{t: t, session: testbrowser.Tab(t)}
	testbrowser.Size(t, p.session, 1280, 800)
	testbrowser.AcceptDialogs(t, p.session)
	p.frames = testbrowser.AttachFrames(t, p.session)
	var err error
	if p.page, err = dom.New(lent{p, p.session}, dom.WithFrames(p.lend)); err != nil {
		t.Fatal(err)
	}
	if p.reader, err = New(p.page); err != nil {
		t.Fatal(err)
	}
	return p
}

// show navigates the tab and waits for an event of the new page, which speaks
// to t from now on.
func (p *livePage) show(t *testing.T, url, event string) {
	t.Helper()
	p.t, p.url = t, url
	p.frames.Forget()
	testbrowser.Show(t, p.session, url, event)
}

func (p *livePage) lend(_ context.Context, frame string) (dom.Caller, error) {
	if s := p.frames.Of(frame); s != nil {
		return lent{p, s}, nil
	}
	return nil, nil
}

// lent notes what is called.
type lent struct {
	page    *livePage
	session *cdp.Session
}

func (l lent) Call(ctx context.Context, method string, params, result any) error {
	l.page.mu.Lock()
	l.page.sent = append(l.page.sent, method)
	l.page.mu.Unlock()
	return l.session.Call(ctx, method, params, result)
}

// calls returns what was sent since the last time.
func (p *livePage) calls() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := p.sent
	p.sent = nil
	return sent
}

func (p *livePage) call(method string, params, result any) {
	p.t.Helper()
	testbrowser.Call(p.t, p.session, method, params, result)
}

// run evaluates an expression in the page's own world.
func (p *livePage) run(expression string, out any) {
	p.t.Helper()
	testbrowser.Evaluate(p.t, p.session, 0, expression, out)
}

func (p *livePage) read() *outline.Tree {
	p.t.Helper()
	tree, err := p.reader.Read(p.t.Context(), ReadOptions{Listeners: true})
	if err != nil {
		p.t.Fatal(err)
	}
	return tree
}

func (p *livePage) readByScripts() *outline.Tree {
	p.t.Helper()
	tree, err := p.page.Read(p.t.Context(), dom.ReadOptions{Listeners: true})
	if err != nil {
		p.t.Fatal(err)
	}
	return tree
}
