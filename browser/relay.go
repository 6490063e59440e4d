package browser

import "context"

// relay is a Page in front of another one: every call goes through a door
// before it reaches the page, and what the page tells goes through it on the
// way back. It embeds nothing, so that a method that is added to [Page] does
// not compile until it is written here, and cannot go round the door.
//
// To add a method to Page, add it to UnimplementedPage and here, as one line
// like the others; its result needs a method news.
type relay struct {
	page Page
	// id is the tab's name on this side of the door.
	id   TabID
	door door
}

var _ Page = (*relay)(nil)

// door is what the calls of a relay pass.
type door interface {
	// enter lets a call in or refuses it. The call gets the context; leave must
	// be called after it with its error, and returns what the caller is told.
	enter(ctx context.Context) (_ context.Context, leave func(error) error, _ error)
	// sort changes what a result tells of tabs. The slices and what they point to
	// are the page's: they are replaced, not written to.
	sort(n news)
	// open reports whether things that cannot fail may be told.
	open() bool
	// gone is told that the tab was closed.
	gone()
}

// news are the places of a result that tell of tabs; unused ones are nil.
type news struct {
	since          *[]Event
	opened, closed *[]Tab
}

// teller is a result that tells what happened besides.
type teller interface{ news() news }

func (r *Receipt) news() news          { return news{&r.SinceLast, &r.OpenedTabs, &r.ClosedTabs} }
func (r *Snapshot) news() news         { return news{since: &r.SinceLast} }
func (r *FindResult) news() news       { return news{since: &r.SinceLast} }
func (r *TextResult) news() news       { return news{since: &r.SinceLast} }
func (r *ExtractResult) news() news    { return news{since: &r.SinceLast} }
func (r *Screenshot) news() news       { return news{since: &r.SinceLast} }
func (r *Location) news() news         { return news{since: &r.SinceLast} }
func (r *RevalidateResult) news() news { return news{since: &r.SinceLast} }
func (r *WaitResult) news() news       { return news{since: &r.SinceLast} }
func (r *ConsoleResult) news() news    { return news{since: &r.SinceLast} }
func (r *NetworkResult) news() news    { return news{since: &r.SinceLast} }

// pass makes a call through the door.
func pass[Q, R any, P interface {
	*R
	teller
}](ctx context.Context, p *relay, call func(Page, context.Context, Q) (P, error), request Q) (P, error) {
	ctx, leave, err := p.door.enter(ctx)
	if err != nil {
		return nil, err
	}
	result, err := call(p.page, ctx, request)
	if result != nil {
		copied := *result
		result = &copied
		p.door.sort(result.news())
	}
	return result, leave(sortError(p.door, err))
}

// sortError does to what an error tells what the door does to a result's.
func sortError(d door, err error) error {
	e := AsError(err)
	if e == nil {
		return err
	}
	copied := *e
	if copied.Details.Receipt != nil {
		receipt := *copied.Details.Receipt
		copied.Details.Receipt = &receipt
		d.sort(receipt.news())
	}
	d.sort(news{since: &copied.Details.SinceLast})
	return &copied
}

// through is pass for calls that tell nothing but an error.
func through(ctx context.Context, d door, call func(context.Context) error) error {
	ctx, leave, err := d.enter(ctx)
	if err != nil {
		return err
	}
	return leave(sortError(d, call(ctx)))
}

func (p *relay) ID() TabID             { return p.id }
func (p *relay) Done() <-chan struct{} { return p.page.Done() }

func (p *relay) Close(ctx context.Context) error {
	err := through(ctx, p.door, p.page.Close)
	if err == nil {
		p.door.gone()
	}
	return err
}

func (p *relay) Where(ctx context.Context) (Place, error) {
	var place Place
	err := through(ctx, p.door, func(ctx context.Context) (err error) {
		place, err = p.page.Where(ctx)
		return err
	})
	if err != nil {
		return Place{}, err // it may have changed hands meanwhile
	}
	return place, nil
}

func (p *relay) OpenDialog() *Dialog {
	if !p.door.open() {
		return nil
	}
	return p.page.OpenDialog()
}

func (p *relay) Snapshot(ctx context.Context, r SnapshotRequest) (*Snapshot, error) {
	return pass(ctx, p, Page.Snapshot, r)
}

func (p *relay) Find(ctx context.Context, r FindRequest) (*FindResult, error) {
	return pass(ctx, p, Page.Find, r)
}

func (p *relay) Text(ctx context.Context, r TextRequest) (*TextResult, error) {
	return pass(ctx, p, Page.Text, r)
}

func (p *relay) Extract(ctx context.Context, r ExtractRequest) (*ExtractResult, error) {
	return pass(ctx, p, Page.Extract, r)
}

func (p *relay) Screenshot(ctx context.Context, r ScreenshotRequest) (*Screenshot, error) {
	return pass(ctx, p, Page.Screenshot, r)
}

func (p *relay) Locate(ctx context.Context, r LocateRequest) (*Location, error) {
	return pass(ctx, p, Page.Locate, r)
}

func (p *relay) Revalidate(ctx context.Context, r RevalidateRequest) (*RevalidateResult, error) {
	return pass(ctx, p, Page.Revalidate, r)
}

func (p *relay) Wait(ctx context.Context, r WaitRequest) (*WaitResult, error) {
	return pass(ctx, p, Page.Wait, r)
}

func (p *relay) Console(ctx context.Context, r ConsoleRequest) (*ConsoleResult, error) {
	return pass(ctx, p, Page.Console, r)
}

func (p *relay) Resize(ctx context.Context, r ResizeRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Resize, r)
}

func (p *relay) Execute(ctx context.Context, r ExecuteRequest) (*ExecuteResult, error) {
	return pass(ctx, p, Page.Execute, r)
}

func (p *relay) Network(ctx context.Context, r NetworkRequest) (*NetworkResult, error) {
	return pass(ctx, p, Page.Network, r)
}

func (p *relay) Navigate(ctx context.Context, r NavigateRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Navigate, r)
}

func (p *relay) Click(ctx context.Context, r ClickRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Click, r)
}

func (p *relay) Fill(ctx context.Context, r FillRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Fill, r)
}

func (p *relay) Press(ctx context.Context, r PressRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Press, r)
}

func (p *relay) Hover(ctx context.Context, r HoverRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Hover, r)
}

func (p *relay) Drag(ctx context.Context, r DragRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Drag, r)
}

func (p *relay) Select(ctx context.Context, r SelectRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Select, r)
}

func (p *relay) SelectText(ctx context.Context, r SelectTextRequest) (*Receipt, error) {
	return pass(ctx, p, Page.SelectText, r)
}

func (p *relay) Scroll(ctx context.Context, r ScrollRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Scroll, r)
}

func (p *relay) Upload(ctx context.Context, r UploadRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Upload, r)
}

func (p *relay) Dialog(ctx context.Context, r DialogRequest) (*Receipt, error) {
	return pass(ctx, p, Page.Dialog, r)
}
