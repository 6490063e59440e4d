// Command doctor says what of a browser works: connection, tabs, scripts,
// reading, frames, pictures and input, each with its time and what to do about
// it.
//
//	go run ./examples/doctor                          a Chrome of its own
//	go run ./examples/doctor --endpoint ADDRESS       one that listens already
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

func main() {
	address := flag.String("endpoint", "", "address of a browser that listens, such as http://127.0.0.1:9222")
	executable := flag.String("executable", "", "path of Chrome or Chromium (default: look for one)")
	headful := flag.Bool("headful", false, "show the browser's window")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	well, err := run(ctx, *address, *executable, *headful)
	if err != nil {
		fmt.Fprintln(os.Stderr, "doctor:", text(err))
	}
	if err != nil || !well {
		os.Exit(1)
	}
}

// text gives code, message and hint of an error.
func text(err error) string {
	if e := browser.AsError(err); e != nil {
		return e.Text()
	}
	return err.Error()
}

// run prints the diagnosis and reports whether all is well.
func run(ctx context.Context, address, executable string, headful bool) (bool, error) {
	p, err := provider.Start(ctx, func(ctx context.Context) (transport.Host, error) { return reach(ctx, address, executable, headful) })
	if err != nil {
		return false, err
	}
	d, err := p.Diagnose(ctx)
	if err == nil {
		fmt.Println(d)
	}
	if closing := p.Close(); err == nil {
		err = closing
	}
	return err == nil && d.OK, err
}

// reach starts a browser, or connects to the one at an address.
func reach(ctx context.Context, address, executable string, headful bool) (transport.Host, error) {
	if address != "" {
		return endpoint.Dial(ctx, address)
	}
	var options []chrome.Option
	if executable != "" {
		options = append(options, chrome.WithExecutable(executable))
	}
	if headful {
		options = append(options, chrome.WithHeadful())
	}
	return chrome.Launch(ctx, options...)
}
