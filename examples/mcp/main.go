// Command mcp is a server of the Model Context Protocol that lets its client
// see and use web pages. It speaks over stdin and stdout, starts a browser when
// the first tool is called (or uses one that runs), and ends with its client,
// leaving no browser behind. See README.md for how to enter it in a client.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with its world as parameters; it returns the exit status.
func run(args []string, stdin io.ReadCloser, stdout, stderr io.Writer) int {
	s, err := parseSettings(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "mcp:", err)
		return 2
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	// A client that is gone must not end us with a signal before the browser is
	// closed; the failed write ends the session in good order.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	pages := newLazy(func(ctx context.Context) (browser.Provider, error) { return s.start(ctx, log) }, log)
	session := func() (*server, error) {
		options, err := s.tools()
		if err != nil {
			return nil, err
		}
		catalogue, err := tools.New(pages, options...)
		if err != nil {
			return nil, err
		}
		return newServer(catalogue, s.secrets, log), nil
	}
	if s.http != "" {
		var l net.Listener
		if l, err = listen(s.http); err == nil {
			err = serveHTTP(ctx, l, s.token, session, log)
		}
	} else {
		var one *server
		if one, err = session(); err == nil {
			err = one.serve(ctx, &mcp.IOTransport{Reader: stdin, Writer: unclosed{stdout}})
		}
	}
	// After serve no call is running any more.
	if closing := pages.Close(); closing != nil {
		log.Error("the browser was not closed in good order", "error", closing)
		err = errors.Join(err, closing)
	}
	if err != nil {
		log.Error("ended", "error", err)
		return 1
	}
	return 0
}

// unclosed is stdout: its end is the program's.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
