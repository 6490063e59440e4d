package browser

import "context"

// UnimplementedPage answers every call with [CodeNotImplemented]. Implementers
// of [Page] embed it, so that methods that are added later do not break them.
type UnimplementedPage struct{}

var _ Page = UnimplementedPage{}

func notImplemented(what string) error {
	return &Error{Code: CodeNotImplemented, Message: "this page cannot " + what}
}

// ID returns the empty id.
func (UnimplementedPage) ID() TabID { return "" }

// Done returns nil, a channel that is never closed.
func (UnimplementedPage) Done() <-chan struct{} { return nil }

// Close answers CodeNotImplemented.
func (UnimplementedPage) Close(context.Context) error { return notImplemented("be closed") }

// Snapshot answers CodeNotImplemented.
func (UnimplementedPage) Snapshot(context.Context, SnapshotRequest) (*Snapshot, error) {
	return nil, notImplemented("be read")
}

// Find answers CodeNotImplemented.
func (UnimplementedPage) Find(context.Context, FindRequest) (*FindResult, error) {
	return nil, notImplemented("be searched")
}

// Text answers CodeNotImplemented.
func (UnimplementedPage) Text(context.Context, TextRequest) (*TextResult, error) {
	return nil, notImplemented("be read out")
}

// Extract answers CodeNotImplemented.
func (UnimplementedPage) Extract(context.Context, ExtractRequest) (*ExtractResult, error) {
	return nil, notImplemented("be taken apart")
}

// Screenshot answers CodeNotImplemented.
func (UnimplementedPage) Screenshot(context.Context, ScreenshotRequest) (*Screenshot, error) {
	return nil, notImplemented("be pictured")
}

// Locate answers CodeNotImplemented.
func (UnimplementedPage) Locate(context.Context, LocateRequest) (*Location, error) {
	return nil, notImplemented("be measured")
}

// Revalidate answers CodeNotImplemented.
func (UnimplementedPage) Revalidate(context.Context, RevalidateRequest) (*RevalidateResult, error) {
	return nil, notImplemented("be asked about refs")
}

// Wait answers CodeNotImplemented.
func (UnimplementedPage) Wait(context.Context, WaitRequest) (*WaitResult, error) {
	return nil, notImplemented("be waited for")
}

// Console answers CodeNotImplemented.
func (UnimplementedPage) Console(context.Context, ConsoleRequest) (*ConsoleResult, error) {
	return nil, notImplemented("tell its console")
}

// Network answers CodeNotImplemented.
func (UnimplementedPage) Network(context.Context, NetworkRequest) (*NetworkResult, error) {
	return nil, notImplemented("tell its requests")
}

// Where answers CodeNotImplemented.
func (UnimplementedPage) Where(context.Context) (Place, error) {
	return Place{}, notImplemented("say where it is")
}

// OpenDialog returns nil, no dialog.
func (UnimplementedPage) OpenDialog() *Dialog { return nil }

// Navigate answers CodeNotImplemented.
func (UnimplementedPage) Navigate(context.Context, NavigateRequest) (*Receipt, error) {
	return nil, notImplemented("navigate")
}

// Click answers CodeNotImplemented.
func (UnimplementedPage) Click(context.Context, ClickRequest) (*Receipt, error) {
	return nil, notImplemented("click")
}

// Fill answers CodeNotImplemented.
func (UnimplementedPage) Fill(context.Context, FillRequest) (*Receipt, error) {
	return nil, notImplemented("fill")
}

// Press answers CodeNotImplemented.
func (UnimplementedPage) Press(context.Context, PressRequest) (*Receipt, error) {
	return nil, notImplemented("press keys")
}

// Dialog answers CodeNotImplemented.
func (UnimplementedPage) Dialog(context.Context, DialogRequest) (*Receipt, error) {
	return nil, notImplemented("answer dialogs")
}

// Hover answers CodeNotImplemented.
func (UnimplementedPage) Hover(context.Context, HoverRequest) (*Receipt, error) {
	return nil, notImplemented("hover")
}

// Drag answers CodeNotImplemented.
func (UnimplementedPage) Drag(context.Context, DragRequest) (*Receipt, error) {
	return nil, notImplemented("drag")
}

// Select answers CodeNotImplemented.
func (UnimplementedPage) Select(context.Context, SelectRequest) (*Receipt, error) {
	return nil, notImplemented("choose options")
}

// SelectText answers CodeNotImplemented.
func (UnimplementedPage) SelectText(context.Context, SelectTextRequest) (*Receipt, error) {
	return nil, notImplemented("select text")
}

// Scroll answers CodeNotImplemented.
func (UnimplementedPage) Scroll(context.Context, ScrollRequest) (*Receipt, error) {
	return nil, notImplemented("scroll")
}

// Resize answers CodeNotImplemented.
func (UnimplementedPage) Resize(context.Context, ResizeRequest) (*Receipt, error) {
	return nil, notImplemented("resize")
}

// Execute answers CodeNotImplemented.
func (UnimplementedPage) Execute(context.Context, ExecuteRequest) (*ExecuteResult, error) {
	return nil, notImplemented("execute code")
}

// Upload answers CodeNotImplemented.
func (UnimplementedPage) Upload(context.Context, UploadRequest) (*Receipt, error) {
	return nil, notImplemented("upload files")
}
