package provider_test

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// TestStart: whatever keeps a browser away is told in the words of the contract.
func TestStart(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := "http://" + silent.Addr().String()
	silent.Close() // nobody listens there any more
	launch := func(options ...chrome.Option) func(context.Context) (transport.Host, error) {
		return func(ctx context.Context) (transport.Host, error) { return chrome.Launch(ctx, options...) }
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name  string
		ctx   context.Context
		start func(context.Context) (transport.Host, error)
		want  error
		hint  string
	}{
		{"no program", t.Context(), launch(chrome.WithExecutable(filepath.Join(t.TempDir(), "none"))), browser.ErrUnavailable, ""},
		{"nobody listens", t.Context(), func(ctx context.Context) (transport.Host, error) { return endpoint.Dial(ctx, at) }, browser.ErrUnavailable, "--remote-debugging-port"},
		{"no words of ours", t.Context(), func(context.Context) (transport.Host, error) { return nil, errors.New("no\nluck") }, browser.ErrUnavailable, "Tell the user"},
		{"an option", t.Context(), func(context.Context) (transport.Host, error) {
			return nil, &transport.Error{Kind: transport.KindInvalid, Op: "launch"}
		}, browser.ErrInvalidArgument, ""},
		{"lost", t.Context(), func(context.Context) (transport.Host, error) { return nil, transport.ErrLost }, browser.ErrUnavailable, "Tell the user"},
		{"cancelled", canceled, launch(), browser.ErrCanceled, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := provider.Start(c.ctx, c.start)
			if p != nil || !errors.Is(err, c.want) {
				t.Fatalf("%v, %v; want %v", p, err, c.want)
			}
			e := browser.AsError(err)
			if e.Message == "" || strings.Contains(e.Message, "\n") || !strings.Contains(e.Hint, c.hint) {
				t.Errorf("%q, hint %q; want a line, and the hint %q", e.Message, e.Hint, c.hint)
			}
		})
	}
	p, err := provider.Start(t.Context(), func(ctx context.Context) (*chrome.Host, error) { return chrome.Launch(ctx, testbrowser.Flags()) })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	holds(t, open(t, p, testpage.HTML(t, `<title>Started</title>`)), "document.title === 'Started'")
}
