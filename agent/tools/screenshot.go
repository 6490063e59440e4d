package tools

import (
	"context"

	"github.com/holdfast-go/holdfast/browser"
)

type screenshotArgs struct{ onPage }

func screenshotTool() *spec {
	return define[screenshotArgs](Tool{
		Name:  "webpage_screenshot",
		Title: "Take a picture",
		Description: "Takes a picture of what the page shows in its window. " +
			"For reading and acting webpage_snapshot is cheaper and has the refs; use this for what only a picture shows.",
		Class: Read, Effect: None,
	})
}

// pictured is the structured value of webpage_screenshot.
type pictured struct {
	SessionID browser.TabID   `json:"session_id"`
	Title     string          `json:"title,omitempty"`
	URL       string          `json:"url"`
	Width     int             `json:"width"`
	Height    int             `json:"height"`
	SinceLast []browser.Event `json:"since_last,omitempty"`
}

func (a screenshotArgs) run(ctx context.Context, k *call) error {
	page, err := k.page(ctx)
	if err != nil {
		return err
	}
	s, err := page.Screenshot(ctx, browser.ScreenshotRequest{})
	if err != nil {
		return err
	}
	k.where(s.Title, s.URL)
	k.fromPage(s.String())
	k.images = append(k.images, Image{MIME: s.Format.MIME(), Data: s.Data})
	k.structured = pictured{k.session, s.Title, s.URL, s.Width, s.Height, s.SinceLast}
	return nil
}
