package provider

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

// maskedPage is a page as programs see it when there are secrets. It embeds no
// page: a method that is added to the contract must be written here, too.
type maskedPage struct{ page *page }

var _ browser.Page = (*maskedPage)(nil)

func (m *maskedPage) ID() browser.TabID     { return m.page.ID() }
func (m *maskedPage) Done() <-chan struct{} { return m.page.Done() }

func (m *maskedPage) Close(ctx context.Context) error {
	return m.page.owner.maskError(m.page.Close(ctx))
}

func (m *maskedPage) Where(ctx context.Context) (browser.Place, error) {
	place, err := m.page.Where(ctx)
	result, err := maskResult(m.page.owner, &place, err)
	return *result, err
}

func (m *maskedPage) OpenDialog() *browser.Dialog {
	dialog, _ := maskResult(m.page.owner, m.page.OpenDialog(), nil)
	return dialog
}

func (m *maskedPage) Snapshot(ctx context.Context, r browser.SnapshotRequest) (*browser.Snapshot, error) {
	result, err := m.page.Snapshot(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Find(ctx context.Context, r browser.FindRequest) (*browser.FindResult, error) {
	result, err := m.page.Find(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Text(ctx context.Context, r browser.TextRequest) (*browser.TextResult, error) {
	result, err := m.page.Text(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Extract(ctx context.Context, r browser.ExtractRequest) (*browser.ExtractResult, error) {
	result, err := m.page.Extract(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Screenshot(ctx context.Context, r browser.ScreenshotRequest) (*browser.Screenshot, error) {
	result, err := m.page.Screenshot(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Locate(ctx context.Context, r browser.LocateRequest) (*browser.Location, error) {
	result, err := m.page.Locate(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Revalidate(ctx context.Context, r browser.RevalidateRequest) (*browser.RevalidateResult, error) {
	result, err := m.page.Revalidate(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Wait(ctx context.Context, r browser.WaitRequest) (*browser.WaitResult, error) {
	result, err := m.page.Wait(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Console(ctx context.Context, r browser.ConsoleRequest) (*browser.ConsoleResult, error) {
	result, err := m.page.Console(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Network(ctx context.Context, r browser.NetworkRequest) (*browser.NetworkResult, error) {
	result, err := m.page.Network(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Navigate(ctx context.Context, r browser.NavigateRequest) (*browser.Receipt, error) {
	result, err := m.page.Navigate(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Click(ctx context.Context, r browser.ClickRequest) (*browser.Receipt, error) {
	result, err := m.page.Click(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Fill(ctx context.Context, r browser.FillRequest) (*browser.Receipt, error) {
	result, err := m.page.Fill(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Press(ctx context.Context, r browser.PressRequest) (*browser.Receipt, error) {
	result, err := m.page.Press(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Hover(ctx context.Context, r browser.HoverRequest) (*browser.Receipt, error) {
	result, err := m.page.Hover(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Drag(ctx context.Context, r browser.DragRequest) (*browser.Receipt, error) {
	result, err := m.page.Drag(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Select(ctx context.Context, r browser.SelectRequest) (*browser.Receipt, error) {
	result, err := m.page.Select(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) SelectText(ctx context.Context, r browser.SelectTextRequest) (*browser.Receipt, error) {
	result, err := m.page.SelectText(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Scroll(ctx context.Context, r browser.ScrollRequest) (*browser.Receipt, error) {
	result, err := m.page.Scroll(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Upload(ctx context.Context, r browser.UploadRequest) (*browser.Receipt, error) {
	result, err := m.page.Upload(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Dialog(ctx context.Context, r browser.DialogRequest) (*browser.Receipt, error) {
	result, err := m.page.Dialog(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Execute(ctx context.Context, r browser.ExecuteRequest) (*browser.ExecuteResult, error) {
	result, err := m.page.Execute(ctx, r)
	return maskResult(m.page.owner, result, err)
}

func (m *maskedPage) Resize(ctx context.Context, r browser.ResizeRequest) (*browser.Receipt, error) {
	result, err := m.page.Resize(ctx, r)
	return maskResult(m.page.owner, result, err)
}
