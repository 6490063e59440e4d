// Command panel is an agent with a browser behind a small web page: a timeline
// of what it does, questions that a person answers, the page that it works on,
// conversations and settings.
//
//	go run ./examples/panel
//
// It prints an address with a token in it, which opens the panel in any browser
// of this machine. The first model comes from OPENAI_BASE_URL, OPENAI_API_KEY and
// OPENAI_MODEL where they are set; others are added in the settings.
//
// Any number of panels show the same agent. The server listens on loopback only,
// and nobody without the token can speak to it; see web.go.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// flags are what the command line says.
type flags struct {
	listen, dir, token string
	log                *slog.Logger
	out                io.Writer
	get                func(name string) string // os.Getenv
}

func main() {
	var f flags
	flag.StringVar(&f.listen, "listen", "127.0.0.1:0", "address of the panel; it must be a loopback one")
	flag.StringVar(&f.dir, "dir", "", "where settings, keys and conversations are kept (default: the user's configuration)")
	headful := flag.Bool("headful", false, "show the window of the browser that the agent uses")
	executable := flag.String("executable", "", "path of Chrome or Chromium (default: look for one)")
	flag.Parse()
	f.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	f.out, f.get = os.Stdout, os.Getenv
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	options := []chrome.Option{chrome.WithLogger(f.log)}
	if *headful {
		options = append(options, chrome.WithHeadful())
	}
	if *executable != "" {
		options = append(options, chrome.WithExecutable(*executable))
	}
	if err := f.run(ctx, options); err != nil {
		fmt.Fprintln(os.Stderr, "panel:", err)
		os.Exit(1)
	}
}

// run serves panels until ctx ends.
func (f flags) run(ctx context.Context, options []chrome.Option) (err error) {
	listener, err := listen(f.listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the server closes it, too
	if f.dir == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return fmt.Errorf("there is no place for settings: %w; name one with -dir", err)
		}
		f.dir = filepath.Join(config, "holdfast-panel")
	}
	kept, err := openSettings(f.dir, f.get)
	if err != nil {
		return err
	}
	p, err := provider.Start(ctx, func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx, options...) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	e, err := newEngine(p, f.dir, kept, listener.Addr().String())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	w := newWeb(e, f.token, f.log)
	fmt.Fprintf(f.out, "The panel: %s\n", w.link("http://"+listener.Addr().String()))
	return w.serve(ctx, listener)
}
