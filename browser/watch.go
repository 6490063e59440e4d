package browser

import (
	"context"
	"sync"

	"github.com/holdfast-go/holdfast/refs"
)

// Act is an action on a page that has just ended, as a [Watcher] is told of it.
// Secrets are in it as in a receipt: by their names.
type Act struct {
	// Page is the tab.
	Page TabID
	// Action is what was done: click, fill, navigate…
	Action string
	// Ref is the element it was asked for; zero for actions on none.
	Ref refs.Ref
	// Input is what was typed, pressed or gone to: a value, a key, an address.
	Input string
	// Receipt is the evidence, nil when the action failed and none was written;
	// it must not be changed. Err is why it failed.
	Receipt *Receipt
	Err     error

	page *watchedPage
}

// Picture takes a picture of the page. What the page tells with it is kept for
// the next result, so that the picture takes no news away from the caller.
func (a Act) Picture(ctx context.Context, r ScreenshotRequest) (*Screenshot, error) {
	if a.page == nil {
		return nil, &Error{Code: CodeInvalidArgument, Message: "this action is of no page that is watched"}
	}
	return a.page.picture(ctx, r)
}

// Begin makes the page's next action wait until the function it returns is
// called, so that a picture shows the page as this action left it.
func (a Act) Begin() (done func()) {
	if a.page == nil {
		return func() {}
	}
	ended := make(chan struct{})
	a.page.mu.Lock()
	a.page.pending = ended
	a.page.mu.Unlock()
	return sync.OnceFunc(func() { close(ended) })
}

// Watcher is told of every action.
type Watcher interface {
	// Acted is called when an action has ended, before its caller is told. It
	// must return at once; calls for several pages come at the same time.
	Acted(a Act)
}

// Watch returns a provider in front of another one whose pages tell w of every
// action. Closing it closes the other one. What the other one can do besides
// (see [Leaser] and [Diagnoser]) is asked of that one.
func Watch(p Provider, w Watcher) Provider {
	return &watch{Provider: p, watcher: w, pages: map[TabID]*watchedPage{}}
}

type watch struct {
	Provider
	watcher Watcher

	mu    sync.Mutex
	pages map[TabID]*watchedPage
}

func (w *watch) Open(ctx context.Context, r OpenRequest) (Page, error) {
	page, err := w.Provider.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	mine := w.page(page)
	w.watcher.Acted(Act{Page: page.ID(), Action: "open", Input: r.URL, page: mine})
	return mine, nil
}

func (w *watch) Page(ctx context.Context, id TabID) (Page, error) {
	page, err := w.Provider.Page(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.page(page), nil
}

// page returns the watched page of a page, the same as long as that is.
func (w *watch) page(page Page) *watchedPage {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known := w.pages[page.ID()]; known != nil && known.page == page {
		return known
	}
	for id, old := range w.pages {
		select {
		case <-old.page.Done():
			delete(w.pages, id)
		default:
		}
	}
	news := &watchDoor{}
	mine := &watchedPage{page: page, watcher: w.watcher, news: news}
	mine.relayed = &relay{page: page, id: page.ID(), door: news}
	mine.Observer = mine.relayed
	w.pages[page.ID()] = mine
	return mine
}

// watchDoor lets everything pass, and adds to results what pictures were told.
type watchDoor struct {
	mu   sync.Mutex
	news []Event
}

func (d *watchDoor) enter(ctx context.Context) (context.Context, func(error) error, error) {
	return ctx, func(err error) error { return err }, nil
}

func (d *watchDoor) sort(n news) {
	if n.since == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.news) > 0 {
		*n.since = append(d.news, *n.since...)
		d.news = nil
	}
}

func (d *watchDoor) open() bool { return true }
func (d *watchDoor) gone()      {}

func (d *watchDoor) keep(events []Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range events {
		if e.Takeover == nil { // every result tells of it while it lasts
			d.news = append(d.news, e)
		}
	}
}

// watchedPage tells of actions. It embeds only the half that reads: an action
// that is added to [Page] does not compile until it is told of here.
type watchedPage struct {
	Observer
	page    Page
	relayed *relay
	news    *watchDoor
	watcher Watcher

	mu      sync.Mutex
	pending <-chan struct{} // what the next action waits for
}

// settle waits for what was begun after the last action.
func (p *watchedPage) settle(ctx context.Context) {
	p.mu.Lock()
	pending := p.pending
	p.mu.Unlock()
	if pending == nil {
		return
	}
	select {
	case <-pending:
	case <-ctx.Done(): // the action itself says so
	}
}

var _ Page = (*watchedPage)(nil)

func (p *watchedPage) picture(ctx context.Context, r ScreenshotRequest) (*Screenshot, error) {
	s, err := p.page.Screenshot(ctx, r)
	if s != nil {
		p.news.keep(s.SinceLast)
		copied := *s
		copied.SinceLast = nil
		s = &copied
	}
	if e := AsError(err); e != nil {
		p.news.keep(e.Details.SinceLast)
	}
	return s, err
}

func (p *watchedPage) ID() TabID                       { return p.page.ID() }
func (p *watchedPage) Done() <-chan struct{}           { return p.page.Done() }
func (p *watchedPage) Close(ctx context.Context) error { return p.relayed.Close(ctx) }

// told tells that an action has ended.
func (p *watchedPage) told(a Act, r *Receipt, err error) {
	a.Page, a.Receipt, a.Err, a.page = p.page.ID(), r, err, p
	if e := AsError(err); r == nil && e != nil {
		a.Receipt = e.Details.Receipt
	}
	p.watcher.Acted(a)
}

// act does an action when what was begun after the last one is over, and tells of
// it: a has what was done, on what, with what.
func act[Q any](ctx context.Context, p *watchedPage, do func(Page, context.Context, Q) (*Receipt, error), r Q, a Act) (*Receipt, error) {
	p.settle(ctx)
	receipt, err := do(p.relayed, ctx, r)
	p.told(a, receipt, err)
	return receipt, err
}

func (p *watchedPage) Navigate(ctx context.Context, r NavigateRequest) (*Receipt, error) {
	return act(ctx, p, Page.Navigate, r, Act{Action: "navigate", Input: r.URL + string(r.History)})
}

func (p *watchedPage) Click(ctx context.Context, r ClickRequest) (*Receipt, error) {
	return act(ctx, p, Page.Click, r, Act{Action: "click", Ref: r.Ref})
}

func (p *watchedPage) Fill(ctx context.Context, r FillRequest) (*Receipt, error) {
	return act(ctx, p, Page.Fill, r, Act{Action: "fill", Ref: r.Ref, Input: r.Value})
}

func (p *watchedPage) Press(ctx context.Context, r PressRequest) (*Receipt, error) {
	return act(ctx, p, Page.Press, r, Act{Action: "press", Ref: r.Ref, Input: r.Key})
}

func (p *watchedPage) Hover(ctx context.Context, r HoverRequest) (*Receipt, error) {
	return act(ctx, p, Page.Hover, r, Act{Action: "hover", Ref: r.Ref})
}

func (p *watchedPage) Drag(ctx context.Context, r DragRequest) (*Receipt, error) {
	return act(ctx, p, Page.Drag, r, Act{Action: "drag", Ref: r.Ref})
}

func (p *watchedPage) Select(ctx context.Context, r SelectRequest) (*Receipt, error) {
	return act(ctx, p, Page.Select, r, Act{Action: "select", Ref: r.Ref})
}

func (p *watchedPage) SelectText(ctx context.Context, r SelectTextRequest) (*Receipt, error) {
	return act(ctx, p, Page.SelectText, r, Act{Action: "select text", Ref: r.Ref})
}

func (p *watchedPage) Scroll(ctx context.Context, r ScrollRequest) (*Receipt, error) {
	return act(ctx, p, Page.Scroll, r, Act{Action: "scroll", Ref: r.Ref})
}

func (p *watchedPage) Upload(ctx context.Context, r UploadRequest) (*Receipt, error) {
	return act(ctx, p, Page.Upload, r, Act{Action: "upload", Ref: r.Ref})
}

func (p *watchedPage) Resize(ctx context.Context, r ResizeRequest) (*Receipt, error) {
	return act(ctx, p, Page.Resize, r, Act{Action: "resize"})
}

func (p *watchedPage) Dialog(ctx context.Context, r DialogRequest) (*Receipt, error) {
	receipt, err := p.relayed.Dialog(ctx, r) // at once: others may wait for it
	p.told(Act{Action: "dialog"}, receipt, err)
	return receipt, err
}

func (p *watchedPage) Execute(ctx context.Context, r ExecuteRequest) (*ExecuteResult, error) {
	p.settle(ctx)
	result, err := p.relayed.Execute(ctx, r)
	p.told(Act{Action: "execute"}, nil, err)
	return result, err
}
