// Command quickstart shows what holdfast does, on a shop that it serves itself
// on loopback: it reads pages as outlines, searches them, fills a form with
// every kind of control, acts inside frames and shadow roots, and shows what
// happens to a click whose target has moved or gone.
//
//	go run ./examples/quickstart        the tour
//	go run ./examples/quickstart URL    the outline of any page, and a screenshot
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
	"github.com/holdfast-go/holdfast/examples/quickstart/shop"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	headful := flag.Bool("headful", false, "show the browser's window")
	executable := flag.String("executable", "", "path of Chrome or Chromium (default: look for one)")
	at := flag.String("serve", "", "only serve the shop at this `address`, such as 127.0.0.1:8099, until interrupted")
	recording := flag.String("record", "", "write the tour as an animated GIF into this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *at != "" {
		if err := serveUntil(ctx, *at); err != nil {
			fmt.Fprintln(os.Stderr, "quickstart:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(ctx, *headful, *executable, *recording, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", text(err))
		os.Exit(1)
	}
}

// text gives what an agent would read of an error: code, message and hint.
func text(err error) string {
	if e := browser.AsError(err); e != nil {
		return e.Text()
	}
	return err.Error()
}

func run(ctx context.Context, headful bool, executable, recording, address string) error {
	options := []chrome.Option{chrome.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, nil)))}
	if headful {
		options = append(options, chrome.WithHeadful())
	}
	if executable != "" {
		options = append(options, chrome.WithExecutable(executable))
	}
	began := time.Now()
	p, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx, options...) })
	if err != nil {
		return err
	}
	defer p.Close()
	if address != "" {
		return show(ctx, p, address)
	}
	// A few pictures of a small window: they are for a page that is read.
	recorder, err := record.New(p, record.WithMaxEdge(640))
	if err != nil {
		return err
	}
	t := &tour{p: recorder.Provider()}
	t.note("Chrome is up", time.Since(began))
	if recording != "" {
		if err := recorder.Start(); err != nil {
			return err
		}
	}
	err = t.walk(ctx)
	recorder.Stop()
	if recording != "" {
		err = errors.Join(err, recorder.SaveGIF(recording, ""))
	}
	return errors.Join(err, p.Close())
}

// show prints the outline of a page and saves a screenshot.
func show(ctx context.Context, p *provider.Provider, address string) error {
	page, err := p.Open(ctx, browser.OpenRequest{URL: address, Until: browser.UntilLoad})
	if err != nil {
		return err
	}
	snap, err := page.Snapshot(ctx, browser.SnapshotRequest{})
	if err != nil {
		return err
	}
	fmt.Println(snap)
	shot, err := page.Screenshot(ctx, browser.ScreenshotRequest{})
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "quickstart-*.png")
	if err != nil {
		return err
	}
	if _, err := file.Write(shot.Data); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "\noutline in %v; screenshot %s\n", snap.Elapsed.Round(100*time.Microsecond), file.Name())
	return nil
}

// serveUntil serves the shop at an address until ctx ends.
func serveUntil(ctx context.Context, address string) error {
	server := &http.Server{Addr: address, Handler: shop.Handler(), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serve serves the shop on a free port of loopback.
func serve() (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: shop.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	return "http://" + listener.Addr().String(), func() { server.Close() }, nil
}

// tour walks through the shop and keeps the times.
type tour struct {
	p     browser.Provider
	page  browser.Page
	snap  *browser.Snapshot
	times []timing
}

type timing struct {
	what string
	took time.Duration
}

func (t *tour) note(what string, took time.Duration) { t.times = append(t.times, timing{what, took}) }

func heading(s string) { fmt.Printf("\n== %s\n\n", s) }

// excerpt prints the first lines of a text.
func excerpt(s string, lines int) {
	all := strings.Split(s, "\n")
	for i, line := range all {
		if i == lines {
			fmt.Printf("  … %d more lines\n", len(all)-lines)
			return
		}
		fmt.Println("  " + line)
	}
}

func (t *tour) walk(ctx context.Context) error {
	address, stop, err := serve()
	if err != nil {
		return err
	}
	defer stop()
	for _, step := range []func(context.Context, string) error{t.catalogue, t.checkout, t.queue, t.delivery} {
		if err := step(ctx, address); err != nil {
			return err
		}
	}
	heading("What it took")
	for _, x := range t.times {
		fmt.Printf("  %8s  %s\n", x.took.Round(100*time.Microsecond), x.what)
	}
	return nil
}
