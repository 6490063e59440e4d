// Command marks takes a picture of a page with a numbered box around each thing
// that can be operated, and prints what the numbers stand for: they are the refs
// that an agent acts with.
//
//	go run ./examples/marks URL [FILE]
//
// FILE ends in .png, .jpg or .jpeg; the default is marks.png.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/marks"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// options are what the flags say.
type options struct {
	request browser.ScreenshotRequest
	scale   float64
	file    string
	wait    time.Duration
}

func main() {
	var o options
	style := flag.String("style", "frame", "how things are marked: frame, corners or tint")
	flag.BoolVar(&o.request.FullPage, "full", false, "the full page, not only what the window shows")
	flag.BoolVar(&o.request.ShowSecrets, "secrets", false, "leave password and card fields as they are")
	flag.IntVar(&o.request.MarkOptions.Cap, "cap", 60, "most marks")
	flag.IntVar(&o.request.MaxEdge, "max-edge", 0, "longest edge of the picture in pixels (0: no limit)")
	flag.Float64Var(&o.scale, "scale", 1, "device pixels for each CSS pixel")
	flag.DurationVar(&o.wait, "wait", 5*time.Second, "how long the page may take to come to rest")
	flag.Parse()
	o.file = "marks.png"
	if flag.NArg() > 1 {
		o.file = flag.Arg(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := o.complete(*style, flag.Arg(0))
	if err == nil {
		err = run(ctx, os.Stdout, flag.Arg(0), o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "marks:", text(err))
		os.Exit(1)
	}
}

// complete checks what was given and fills in what follows from it.
func (o *options) complete(style, address string) error {
	styles := map[string]marks.Style{"frame": marks.Frame, "corners": marks.Corners, "tint": marks.Tint}
	known := false
	if o.request.MarkOptions.Style, known = styles[style]; !known {
		return fmt.Errorf("the styles are frame, corners and tint, not %q", style)
	}
	if address == "" {
		return errors.New("give the address of a page")
	}
	switch strings.ToLower(filepath.Ext(o.file)) {
	case ".png":
		o.request.Format = browser.PNG
	case ".jpg", ".jpeg":
		o.request.Format = browser.JPEG
	default:
		return fmt.Errorf("%s is neither .png nor .jpg", o.file)
	}
	o.request.Marks = true
	return nil
}

// text gives what an agent would read of an error: code, message and hint.
func text(err error) string {
	if e := browser.AsError(err); e != nil {
		return e.Text()
	}
	return err.Error()
}

// run takes the picture of a page, writes it and prints the legend.
func run(ctx context.Context, out io.Writer, address string, o options) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	p, err := provider.New(ctx, host, provider.WithEmulation(provider.Emulation{
		Viewport: &browser.Viewport{Width: 1280, Height: 800, Scale: o.scale},
	}))
	if err != nil {
		return err // the host is closed
	}
	return errors.Join(picture(ctx, out, p, address, o), p.Close())
}

func picture(ctx context.Context, out io.Writer, p browser.Provider, address string, o options) error {
	page, err := p.Open(ctx, browser.OpenRequest{URL: address})
	if err != nil {
		return err
	}
	if o.wait > 0 {
		// A page that never comes to rest is taken as it is.
		if _, err := page.Wait(ctx, browser.WaitRequest{Until: browser.UntilStable, Timeout: o.wait}); err != nil {
			return err
		}
	}
	shot, err := page.Screenshot(ctx, o.request)
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.file, shot.Data, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n\n%s, in %v\n", shot, o.file, shot.Elapsed.Round(time.Millisecond))
	return err
}
