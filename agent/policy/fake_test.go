package policy

import (
	"context"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// fake is a browser with one page, which notes what reaches the page.
type fake struct {
	browser.Provider // what is not here must not be called

	mu      sync.Mutex
	url     string
	reached []string
}

func (f *fake) Page(context.Context, browser.TabID) (browser.Page, error) { return page{fake: f}, nil }

func (f *fake) Tabs(context.Context) ([]browser.Tab, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return []browser.Tab{{ID: "T1", URL: f.url}}, nil
}

func (f *fake) Open(_ context.Context, r browser.OpenRequest) (browser.Page, error) {
	f.note("open " + r.URL)
	return page{fake: f}, nil
}

func (f *fake) Activate(context.Context, browser.TabID) error { f.note("activate"); return nil }

func (f *fake) note(s string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reached = append(f.reached, s)
}

func (f *fake) goTo(url string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.url = url
}

func (f *fake) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	taken := f.reached
	f.reached = nil
	return taken
}

type page struct {
	browser.UnimplementedPage
	*fake
}

func (page) ID() browser.TabID           { return "T1" }
func (page) Done() <-chan struct{}       { return nil }
func (page) OpenDialog() *browser.Dialog { return nil }
func (page) Close(context.Context) error { return nil }
func (p page) did(what string) (*browser.Receipt, error) {
	p.note(what)
	return &browser.Receipt{Action: what}, nil
}

func (p page) Click(context.Context, browser.ClickRequest) (*browser.Receipt, error) {
	return p.did("click")
}
func (p page) Fill(context.Context, browser.FillRequest) (*browser.Receipt, error) {
	return p.did("fill")
}
func (p page) Press(context.Context, browser.PressRequest) (*browser.Receipt, error) {
	return p.did("press")
}
func (p page) Upload(context.Context, browser.UploadRequest) (*browser.Receipt, error) {
	return p.did("upload")
}
func (p page) Navigate(_ context.Context, r browser.NavigateRequest) (*browser.Receipt, error) {
	return p.did("navigate " + r.URL)
}
func (p page) Execute(context.Context, browser.ExecuteRequest) (*browser.ExecuteResult, error) {
	p.note("execute")
	return &browser.ExecuteResult{State: browser.ExecuteNone}, nil
}
func (p page) Text(context.Context, browser.TextRequest) (*browser.TextResult, error) {
	p.note("text")
	return &browser.TextResult{}, nil
}

// Snapshot is a look: it reads and is not noted. e1 is a plain field, e2 a
// protected one, e3 a button that buys, e4 a search, e5 has a telling name.
func (p page) Snapshot(context.Context, browser.SnapshotRequest) (*browser.Snapshot, error) {
	tree := &outline.Tree{
		Frames:   []outline.Frame{{ID: "F", Table: "T", URL: "https://shop.test/", Owner: -1}},
		Document: refs.Document{URL: "https://shop.test/"},
	}
	for i, n := range []outline.Node{
		{Role: "textbox", Name: "Street"}, {Role: "textbox", Name: "Field", State: outline.Protected | outline.Focused},
		{Role: "button", Name: "Place order"}, {Role: "searchbox", Name: "Search"}, {Role: "textbox", Name: "登录密码"}, {Role: "button", Name: "More"},
	} {
		n.ID, n.Ref, n.State = uint32(i+1), refs.Ref(i+1), n.State|outline.Operable
		tree.Nodes = append(tree.Nodes, n)
	}
	return &browser.Snapshot{Outline: outline.Build(tree, outline.Options{}), Epoch: 1}, nil
}

// person answers questions and notes them.
type person struct {
	mu     sync.Mutex
	asked  []event.Approval
	answer event.Answer
	err    error
	first  func(ctx context.Context, a event.Approval) // before the answer
}

func (p *person) Approve(ctx context.Context, a event.Approval) (event.Answer, error) {
	p.mu.Lock()
	p.asked = append(p.asked, a)
	first := p.first
	p.mu.Unlock()
	if first != nil {
		first(ctx, a)
	}
	return p.answer, p.err
}

func (p *person) questions() []event.Approval {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = nil
	return asked
}

// door is a catalogue behind a policy, with page T1 as its default.
func door(t *testing.T, a Approver, options ...Option) (*tools.Catalogue, *Policy, *fake) {
	t.Helper()
	p, err := New(a, options...)
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{url: "https://shop.test/"}
	c, err := tools.New(f, tools.WithGuard(p.Guard))
	if err != nil {
		t.Fatal(err)
	}
	call(t, c, "webpage_tabs", `{"action":"activate","tab_id":"T1"}`, "")
	f.take()
	return c, p, f
}

// call calls a tool and checks the reason of its refusal, "" for none.
func call(t *testing.T, c *tools.Catalogue, tool, arguments string, reason browser.Reason) {
	t.Helper()
	_, err := c.Call(t.Context(), tool, []byte(arguments))
	var got browser.Reason
	if e := browser.AsError(err); e != nil {
		got = e.Reason
		if got == "" {
			got = browser.Reason(e.Code)
		}
	}
	if got != reason {
		t.Errorf("%s %s: %v, want %q", tool, arguments, err, reason)
	}
}
