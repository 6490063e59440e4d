package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// fakeProvider is a browser that writes down what it is asked for.
type fakeProvider struct {
	mu    sync.Mutex
	tabs  []browser.Tab
	pages map[browser.TabID]*fakePage
	calls []string
	// err is what every call on a page answers, when it is set.
	err error
	// hang, when it is set, makes every call on a page send to it and wait for
	// the end of its context.
	hang chan struct{}
	// dialog is what every page has open.
	dialog *browser.Dialog
}

var _ browser.Provider = (*fakeProvider)(nil)

func newFake() *fakeProvider { return &fakeProvider{pages: map[browser.TabID]*fakePage{}} }

func (p *fakeProvider) note(format string, values ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, fmt.Sprintf(format, values...))
}

// given writes the fields of a request that were set.
func given(request any) string {
	v := reflect.ValueOf(request)
	var set []string
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() {
			set = append(set, fmt.Sprintf("%s:%+v", v.Type().Field(i).Name, f.Interface()))
		}
	}
	return "{" + strings.Join(set, " ") + "}"
}

// made returns the calls since the last time and forgets them.
func (p *fakeProvider) made() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	calls := p.calls
	p.calls = nil
	return calls
}

// add opens a tab as a person or a page would.
func (p *fakeProvider) add(id browser.TabID, title, url string) *fakePage {
	p.mu.Lock()
	defer p.mu.Unlock()
	page := &fakePage{owner: p, id: id}
	p.pages[id] = page
	p.tabs = append(p.tabs, browser.Tab{ID: id, Title: title, URL: url})
	return page
}

func (p *fakeProvider) remove(id browser.TabID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pages[id] == nil {
		return false
	}
	delete(p.pages, id)
	p.tabs = slices.DeleteFunc(p.tabs, func(t browser.Tab) bool { return t.ID == id })
	return true
}

func (p *fakeProvider) Open(ctx context.Context, r browser.OpenRequest) (browser.Page, error) {
	p.note("open %s", given(r))
	if p.err != nil {
		return nil, p.err
	}
	p.mu.Lock()
	id := browser.TabID(fmt.Sprintf("T%d", len(p.pages)+1))
	p.mu.Unlock()
	return p.add(id, "Title of "+string(id), r.URL), nil
}

func closed() error {
	return &browser.Error{Code: browser.CodePageClosed, Message: "there is no such tab", Hint: "List the tabs and use one that is open."}
}

func (p *fakeProvider) Page(_ context.Context, id browser.TabID) (browser.Page, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if page := p.pages[id]; page != nil {
		return page, nil
	}
	return nil, closed()
}

func (p *fakeProvider) Tabs(context.Context) ([]browser.Tab, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tabs), nil
}

func (p *fakeProvider) Activate(_ context.Context, id browser.TabID) error {
	p.note("activate %s", id)
	if _, err := p.Page(context.Background(), id); err != nil {
		return err
	}
	return p.err
}

func (p *fakeProvider) CloseTab(_ context.Context, id browser.TabID) error {
	p.note("close %s", id)
	if !p.remove(id) {
		return closed()
	}
	return p.err
}

func (p *fakeProvider) Close() error { return nil }

// fakePage answers with what a test put into it.
type fakePage struct {
	browser.UnimplementedPage
	owner    *fakeProvider
	id       browser.TabID
	receipt  *browser.Receipt
	snapshot *browser.Snapshot
	shot     *browser.Screenshot
	mostRows int    // of data
	words    string // of the heading
}

func (p *fakeProvider) Diagnose(context.Context) (*browser.Diagnosis, error) {
	p.note("diagnose")
	if p.err != nil {
		return nil, p.err
	}
	return &browser.Diagnosis{Browser: "Fake/1", Protocol: "1.3", OK: true, Checks: []browser.Check{
		{Name: "endpoint", State: browser.CheckOK, Took: 2 * time.Millisecond, Detail: "here"},
	}}, nil
}

func (p *fakePage) ID() browser.TabID { return p.id }

func (p *fakePage) Where(context.Context) (browser.Place, error) {
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
	for _, t := range p.owner.tabs {
		if t.ID == p.id {
			return browser.Place{Title: t.Title, URL: t.URL}, nil
		}
	}
	return browser.Place{}, p.owner.err
}

// do writes a call down and says how it ends.
func (p *fakePage) do(ctx context.Context, what string, request any) error {
	p.owner.note("%s %s %s", p.id, what, given(request))
	if p.owner.hang != nil {
		p.owner.hang <- struct{}{}
		<-ctx.Done()
		return &browser.Error{Code: browser.CodeCanceled, Message: what + ": the context ended", Err: context.Cause(ctx)}
	}
	return p.owner.err
}

func (p *fakePage) answer(ctx context.Context, what string, request any) (*browser.Receipt, error) {
	if err := p.do(ctx, what, request); err != nil {
		return nil, err
	}
	if p.receipt != nil {
		return p.receipt, nil
	}
	return &browser.Receipt{Action: what}, nil
}

func (p *fakePage) Navigate(ctx context.Context, r browser.NavigateRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "navigate", r)
}

func (p *fakePage) Execute(ctx context.Context, r browser.ExecuteRequest) (*browser.ExecuteResult, error) {
	if err := p.do(ctx, "execute", r); err != nil {
		return nil, err
	}
	return &browser.ExecuteResult{
		State: browser.ExecuteValue, Value: json.RawMessage(`{"sum":2}`), Receipt: browser.Receipt{Action: "execute"},
	}, nil
}

func (p *fakePage) Resize(ctx context.Context, r browser.ResizeRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "resize", r)
}

func (p *fakePage) Dialog(ctx context.Context, r browser.DialogRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "dialog", r)
}

func (p *fakePage) OpenDialog() *browser.Dialog { return p.owner.dialog }

func (p *fakePage) Wait(ctx context.Context, r browser.WaitRequest) (*browser.WaitResult, error) {
	if err := p.do(ctx, "wait", r); err != nil {
		return nil, err
	}
	return &browser.WaitResult{
		For: "something", Satisfied: r.Timeout == 0, Signals: browser.WaitSignals{ReadyState: "complete"},
		Title: "Shop", URL: "http://shop.test/", ElapsedMS: 12,
	}, nil
}

func (p *fakePage) Locate(ctx context.Context, r browser.LocateRequest) (*browser.Location, error) {
	if err := p.do(ctx, "locate", r); err != nil {
		return nil, err
	}
	return &browser.Location{
		Target: browser.Thing{Ref: r.Ref.String(), Role: "button", Name: "Pay"}, Box: browser.Rect{X: 1.25, Y: 2, Width: 30, Height: 10},
		InViewport: true, Highlighted: r.Highlight, Title: "Shop", URL: "http://shop.test/",
	}, nil
}

func (p *fakePage) Revalidate(ctx context.Context, r browser.RevalidateRequest) (*browser.RevalidateResult, error) {
	if err := p.do(ctx, "revalidate", r); err != nil {
		return nil, err
	}
	result := &browser.RevalidateResult{Title: "Shop", URL: "http://shop.test/"}
	for i, ref := range r.Refs {
		one := browser.Revalidated{Thing: browser.Thing{Ref: ref.String(), Role: "button", Name: "Pay"}, OK: i == 0}
		if i > 0 {
			one.Reason = browser.ReasonNodeGone
		}
		result.Refs = append(result.Refs, one)
	}
	return result, nil
}

func (p *fakePage) Click(ctx context.Context, r browser.ClickRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "click", r)
}

func (p *fakePage) Fill(ctx context.Context, r browser.FillRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "fill", r)
}

func (p *fakePage) Press(ctx context.Context, r browser.PressRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "press", r)
}

func (p *fakePage) Hover(ctx context.Context, r browser.HoverRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "hover", r)
}

func (p *fakePage) Drag(ctx context.Context, r browser.DragRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "drag", r)
}

func (p *fakePage) SelectText(ctx context.Context, r browser.SelectTextRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "select text", r)
}

func (p *fakePage) Select(ctx context.Context, r browser.SelectRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "select", r)
}

func (p *fakePage) Scroll(ctx context.Context, r browser.ScrollRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "scroll", r)
}

func (p *fakePage) Upload(ctx context.Context, r browser.UploadRequest) (*browser.Receipt, error) {
	return p.answer(ctx, "upload", r)
}

func (p *fakePage) Snapshot(ctx context.Context, r browser.SnapshotRequest) (*browser.Snapshot, error) {
	if err := p.do(ctx, "snapshot", r); err != nil {
		return nil, err
	}
	if p.snapshot == nil {
		p.snapshot = read("Shop", "http://shop.test/", "Pay")
	}
	return p.snapshot, nil
}

func (p *fakePage) Find(ctx context.Context, r browser.FindRequest) (*browser.FindResult, error) {
	if err := p.do(ctx, "find", r); err != nil {
		return nil, err
	}
	s, err := p.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return nil, err
	}
	hits, err := s.Outline.Find(r.Query, outline.FindOptions{Regexp: r.Regexp, Limit: r.Limit})
	return &browser.FindResult{FindResult: hits, Epoch: s.Epoch}, err
}

func (p *fakePage) Console(ctx context.Context, r browser.ConsoleRequest) (*browser.ConsoleResult, error) {
	if err := p.do(ctx, "console", r); err != nil {
		return nil, err
	}
	said := "boom"
	if p.words != "" {
		said = p.words
	}
	return &browser.ConsoleResult{
		Messages: []browser.ConsoleMessage{{Level: browser.LevelError, Text: said, Count: 3, Source: "exception", URL: "http://shop.test/a.js", Line: 2}},
		Listed:   browser.Listed{Matching: 2, Truncated: true, Limit: 1, EarlierDocuments: 5}, Written: 4,
	}, nil
}

func (p *fakePage) Network(ctx context.Context, r browser.NetworkRequest) (*browser.NetworkResult, error) {
	if err := p.do(ctx, "network", r); err != nil {
		return nil, err
	}
	x := browser.Exchange{ID: "r7", Method: "GET", URL: "http://shop.test/" + p.words, Type: browser.TypeFetch, State: browser.RequestDone, Status: 404}
	if r.RequestID == "" {
		return &browser.NetworkResult{Requests: []browser.Exchange{x}, Listed: browser.Listed{Matching: 1, Limit: 50}}, nil
	}
	return &browser.NetworkResult{Request: &browser.ExchangeDetail{
		Exchange: x, RequestHeaders: []browser.Header{{Name: "Cookie", Value: browser.Redacted}}, Body: &browser.Body{Text: "no\nway" + p.words, Chars: 6, Cut: 1},
	}}, nil
}

func (p *fakePage) Text(ctx context.Context, r browser.TextRequest) (*browser.TextResult, error) {
	if err := p.do(ctx, "text", r); err != nil {
		return nil, err
	}
	text := outline.ReadText(p.tree(), outline.TextOptions{Offset: r.Offset, MaxChars: r.MaxChars, Links: r.Links})
	return &browser.TextResult{TextResult: text, Title: "Shop", URL: "http://shop.test/"}, nil
}

func (p *fakePage) Extract(ctx context.Context, r browser.ExtractRequest) (*browser.ExtractResult, error) {
	if err := p.do(ctx, "extract", r); err != nil {
		return nil, err
	}
	data := outline.Extract(p.tree(), outline.ExtractOptions{Kind: string(r.Kind), MaxRows: p.mostRows})
	return &browser.ExtractResult{Data: data, Title: "Shop", URL: "http://shop.test/"}, nil
}

// tree is a page with a heading and a table.
func (p *fakePage) tree() *outline.Tree {
	heading := "Prices"
	if p.words != "" {
		heading = p.words
	}
	return &outline.Tree{
		Title: "Shop", Frames: []outline.Frame{{ID: "F", Table: "T", URL: "http://shop.test/", Owner: -1}},
		Nodes: []outline.Node{
			{Role: "heading", Name: heading, Level: 1},
			{Role: "table"},
			{Role: "row", Depth: 1}, {Role: "columnheader", Depth: 2, Name: "Item"}, {Role: "columnheader", Depth: 2, Name: "Buy"},
			{Role: "row", Depth: 1}, {Role: "cell", Depth: 2, Name: "Lamp"}, {Role: "cell", Depth: 2},
			{Role: "button", Depth: 3, ID: 1, Ref: 7, State: outline.Operable, Name: "Buy"},
			{Role: "row", Depth: 1}, {Role: "cell", Depth: 2, Name: "Chair"}, {Role: "cell", Depth: 2, Name: "sold out"},
		},
	}
}

func (p *fakePage) Screenshot(ctx context.Context, r browser.ScreenshotRequest) (*browser.Screenshot, error) {
	if err := p.do(ctx, "screenshot", r); err != nil {
		return nil, err
	}
	if p.shot == nil {
		s := &browser.Screenshot{Data: []byte("\x89PNG"), Format: browser.PNG, Width: 4, Height: 3, URL: "http://shop.test/"}
		if r.Marks {
			s.Legend = []marks.Mark{{Ref: r.Ref, Role: "button", Name: "Pay", Box: outline.Box{X: 1, Y: 2, Width: 30, Height: 40}}}
			s.Unmarked.Covered = 2
		}
		return s, nil
	}
	return p.shot, nil
}

// read is a snapshot of a page that has a heading and some buttons, e1, e2…
func read(title, url string, buttons ...string) *browser.Snapshot {
	tree := &outline.Tree{
		Title: title, Frames: []outline.Frame{{ID: "F", Table: "T", URL: url, Owner: -1}},
		Document: refs.Document{URL: url},
		Nodes:    []outline.Node{{ID: 1, Role: "heading", Name: title, Level: 1}},
	}
	for i, name := range buttons {
		tree.Nodes = append(tree.Nodes, outline.Node{
			ID: uint32(i + 2), Ref: refs.Ref(i + 1), State: outline.Operable, Role: "button", Name: name,
		})
	}
	return &browser.Snapshot{
		Outline: outline.Build(tree, outline.Options{}), Title: title, URL: url, Epoch: 1, Refs: len(buttons),
	}
}

// testMark is an id that no test text has by chance.
var testMark = Mark{"m0000000"}

// shop is a catalogue over a fake browser with one page open, T1, the default.
func shop(t *testing.T, options ...Option) (*Catalogue, *fakeProvider, *fakePage) {
	t.Helper()
	fake := newFake()
	c, err := New(fake, append([]Option{WithMark(testMark)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	do(t, c, "webpage_open", `{"url":"http://shop.test/"}`)
	fake.made()
	return c, fake, fake.pages["T1"]
}

func do(t *testing.T, c *Catalogue, tool, arguments string) *Result {
	t.Helper()
	r, err := c.Call(t.Context(), tool, json.RawMessage(arguments))
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return r
}

// refuse makes a call that must fail with a code.
func refuse(t *testing.T, c *Catalogue, tool, arguments string, code browser.Code) *browser.Error {
	t.Helper()
	r, err := c.Call(t.Context(), tool, json.RawMessage(arguments))
	e := browser.AsError(err)
	if e == nil || e.Code != code {
		t.Fatalf("%s %s: got %v, %v; want %s", tool, arguments, r, err, code)
	}
	return e
}
