package endpoint

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"github.com/holdfast-go/holdfast/transport"
)

// Host is a browser, or the pages of one, that runs by itself. It is safe for
// concurrent use.
//
// It sends one event, Down: after Close, and when the socket that it keeps open
// for that purpose is cut (the browser's, or the page's if that was dialled).
// An endpoint with page sockets only has no such socket and sends Down after
// Close alone; the end of a page ends its streams.
type Host struct {
	client  *client
	base    *url.URL // of requests
	browser *url.URL // the browser's socket; nil for a tab host
	page    *url.URL // the page's socket, when that was dialled
	pageID  transport.TabID
	watch   *stream // kept open to notice the end; may be nil
	watcher sync.WaitGroup
	events  chan transport.Event

	mu      sync.Mutex
	streams map[*stream]struct{}
	down    error // set once, at the end
	seen    seen  // order of the tabs of a tab host
}

var (
	_ transport.Host = (*Host)(nil)
	_ transport.Tabs = (*Host)(nil)
)

// Dial connects to the endpoint at the address: host:port, http://host:port,
// the socket of a browser (ws://host:port/devtools/browser/id) or of one page
// (ws://host:port/devtools/page/id). ctx bounds the dialling only.
//
// The error is a *transport.Error: KindInvalid for the address and options,
// KindForbidden for an address that is not loopback, KindUnreachable when
// nobody listens or answers in time, KindNotChrome when something else does,
// KindRefused when it says no, KindNotFound when there is no such socket.
func Dial(ctx context.Context, at string, opts ...Option) (*Host, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	a, err := parseAddress(at)
	if err != nil {
		return nil, err
	}
	addrs, err := c.resolve(ctx, a.host)
	if err != nil {
		return nil, err
	}
	// localhost may be two addresses with different programs behind them: the
	// first that is a browser counts. Of the errors, one from a program that is
	// there says more than one from nobody.
	var worst error
	for _, addr := range addrs {
		h, err := dial(ctx, c, a, addr)
		if err == nil {
			return h, nil
		}
		te, ok := errors.AsType[*transport.Error](err)
		if worst == nil || (ok && te.Kind != transport.KindUnreachable) {
			worst = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, worst
}

// dial tries one address of the endpoint.
func dial(ctx context.Context, c *config, a address, addr netip.Addr) (*Host, error) {
	// Chrome wants an IP address or localhost in the Host header, so plain
	// addresses are dialled by number. A certificate is for a name.
	host := addr.String()
	if a.secure {
		host = a.host
	}
	h := &Host{
		client:  newClient(c, a.String()),
		base:    a.base("http", host),
		events:  make(chan transport.Event, 1),
		streams: map[*stream]struct{}{},
	}
	socket, err := h.find(ctx, a, host)
	if err != nil {
		return nil, err
	}
	if socket == nil {
		return h, nil
	}
	if h.watch, err = h.client.dialSocket(ctx, socket); err != nil {
		return nil, err
	}
	h.watcher.Go(h.watchEnd)
	return h, nil
}

// find sets what kind of host it is and returns the socket to watch.
func (h *Host) find(ctx context.Context, a address, host string) (*url.URL, error) {
	if a.socket == "" {
		socket, err := h.client.discover(ctx, h.base)
		h.browser = socket
		return socket, err
	}
	socket, err := a.base("ws", host).Parse(a.socket)
	if err != nil {
		return nil, invalidAddress("the path of the socket")
	}
	if a.page != "" {
		h.page, h.pageID = socket, transport.TabID(a.page)
	} else {
		h.browser = socket
	}
	return socket, nil
}

// Stream opens a socket: the browser's when tab is empty, otherwise the tab's.
func (h *Host) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if err := h.ended(); err != nil {
		return nil, err
	}
	u, err := h.address(ctx, tab)
	if err != nil {
		return nil, err
	}
	s, err := h.client.dialSocket(ctx, u)
	if err != nil {
		if down := h.ended(); down != nil {
			return nil, down
		}
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down != nil {
		_ = s.Close()
		return nil, h.down
	}
	h.streams[s] = struct{}{}
	s.gone = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.streams, s)
	}
	return s, nil
}

// address finds the socket to open.
func (h *Host) address(ctx context.Context, tab transport.TabID) (*url.URL, error) {
	switch {
	case tab == "" && h.browser != nil:
		return h.browser, nil
	case tab == "":
		return nil, &transport.Error{
			Kind: transport.KindUnsupported, Op: "stream", Detail: h.client.at + " has no browser session, only its pages have",
			Hint: "open the stream of a tab; the host lists them",
		}
	case h.page != nil && tab == h.pageID:
		return h.page, nil
	case h.page != nil:
		return nil, h.noTab(tab)
	}
	if h.browser != nil && strings.HasPrefix(h.browser.Path, "/devtools/") {
		// A target id is all there is to know, and the order of discovery
		// and opening does not matter.
		return h.browser.Parse(pagePath + url.PathEscape(string(tab)))
	}
	targets, err := h.client.list(ctx, h.base)
	if err != nil {
		return nil, err
	}
	for _, t := range targets {
		if t.ID != string(tab) {
			continue
		}
		if t.Socket == "" {
			return nil, &transport.Error{
				Kind: transport.KindRefused, Op: "stream", Detail: "the tab " + t.ID + " offers no socket",
				Hint: "another DevTools client holds it; close that",
			}
		}
		return h.client.socket(h.base, t.Socket)
	}
	return nil, h.noTab(tab)
}

func (h *Host) noTab(tab transport.TabID) error {
	return &transport.Error{
		Kind: transport.KindNotFound, Op: "tab", Detail: "no tab " + string(tab),
		Hint: "list the tabs again; it may have been closed",
	}
}

// Events gives Down, the only event of an endpoint.
func (h *Host) Events() <-chan transport.Event { return h.events }

// Close closes the sockets of this host. The browser and its tabs stay as they
// are.
func (h *Host) Close() error {
	h.end(&transport.Error{Kind: transport.KindClosed, Op: "stream", Detail: "the endpoint was closed here"})
	h.watcher.Wait()
	return nil
}

// watchEnd waits for the watched socket to be cut. Nothing is enabled on it, so
// hardly anything is ever read.
func (h *Host) watchEnd() {
	for {
		if _, err := h.watch.Read(); err != nil {
			h.end(err)
			return
		}
	}
}

// end ends the host, once.
func (h *Host) end(err error) {
	h.mu.Lock()
	if h.down != nil {
		h.mu.Unlock()
		return
	}
	h.down = err
	streams := h.streams
	h.streams = map[*stream]struct{}{}
	h.mu.Unlock()
	told := err
	if errors.Is(err, transport.ErrClosed) {
		told = nil
		for s := range streams {
			_ = s.Close()
		}
	}
	if h.watch != nil {
		_ = h.watch.Close()
	}
	h.events <- transport.Event{Kind: transport.Down, Err: told}
	close(h.events)
}

func (h *Host) ended() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.down
}

// isLocal reports whether a name or address means the machine itself.
func isLocal(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().IsLoopback() || addr.IsUnspecified()
	}
	return strings.EqualFold(host, "localhost")
}
