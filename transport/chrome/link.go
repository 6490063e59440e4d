package chrome

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"sync"

	"github.com/holdfast-go/holdfast/internal/mux"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// link is how commands reach Chrome.
type link interface {
	// started is told when the program runs.
	started()
	// open waits until Chrome answers.
	open(ctx context.Context) error
	stream(ctx context.Context, tab transport.TabID) (transport.Stream, error)
	address() string
	// quit asks Chrome to close in good order.
	quit(ctx context.Context) error
	// fail ends the streams with the error.
	fail(err error)
	// close ends the streams and waits for their goroutines.
	close() error
}

// connect prepares the link and gives the command what it needs for it. undo
// takes it back when the command did not start.
func (h *Host) connect(cmd *exec.Cmd) (undo func(), err error) {
	if h.config.port {
		// Chrome prints it as soon as the port is open. The file
		// DevToolsActivePort says the same, but a kept profile may hold an old
		// one.
		h.output.Watch("DevTools listening on ")
		h.link = &portLink{listening: h.output.Found()}
		return func() {}, nil
	}
	toChrome, ours, err := os.Pipe()
	if err != nil {
		return nil, noPipe(err)
	}
	theirs, fromChrome, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(noPipe(err), toChrome.Close(), ours.Close())
	}
	l := &pipeLink{mux: mux.New(newPipe(theirs, ours)), given: []*os.File{toChrome, fromChrome}}
	h.link = l
	undo = func() {
		l.started()
		_ = l.close()
	}
	if err := givePipes(cmd, toChrome, fromChrome); err != nil {
		undo()
		return nil, noPipe(err)
	}
	return undo, nil
}

func noPipe(err error) error {
	return &transport.Error{Kind: transport.KindStart, Op: "launch", Detail: "no pipe", Err: err}
}

// pipeLink reaches Chrome over its pipe.
type pipeLink struct {
	mux   *mux.Mux
	given []*os.File // Chrome's ends
}

// started closes Chrome's ends, of which it has its own copies.
func (l *pipeLink) started() {
	for _, file := range l.given {
		_ = file.Close()
	}
}

func (l *pipeLink) open(ctx context.Context) error {
	_, err := l.mux.Call(ctx, "Browser.getVersion", nil)
	return err
}

func (l *pipeLink) stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if tab == "" {
		return l.mux.Browser(ctx)
	}
	return l.mux.Tab(ctx, tab)
}

func (l *pipeLink) address() string { return "" }

func (l *pipeLink) quit(ctx context.Context) error {
	_, err := l.mux.Call(ctx, "Browser.close", nil)
	return err
}

func (l *pipeLink) fail(err error) { l.mux.Fail(err) }
func (l *pipeLink) close() error   { return l.mux.Close() }

// portLink reaches Chrome over its port. Each stream is a socket.
type portLink struct {
	listening <-chan string // gets the address of the browser's socket

	mu     sync.Mutex
	remote *endpoint.Host // nil until open
	at     string
}

func (l *portLink) started() {}

func (l *portLink) open(ctx context.Context) error {
	var socket string
	select {
	case socket = <-l.listening:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	u, err := url.Parse(socket)
	if err != nil {
		return err
	}
	remote, err := endpoint.Dial(ctx, socket)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remote, l.at = remote, u.Host
	return nil
}

func (l *portLink) get() *endpoint.Host {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.remote
}

func (l *portLink) stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	return l.get().Stream(ctx, tab)
}

func (l *portLink) address() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// quit sends the one command that needs no reply: the end of the program is
// waited for.
func (l *portLink) quit(ctx context.Context) error {
	s, err := l.get().Stream(ctx, "")
	if err != nil {
		return err
	}
	return errors.Join(s.Write([]byte(`{"id":1,"method":"Browser.close"}`)), drainUntilEnd(ctx, s))
}

// drainUntilEnd reads until the socket is cut, so that the command is not lost
// with a socket that closes too early.
func drainUntilEnd(ctx context.Context, s transport.Stream) error {
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	for {
		if _, err := s.Read(); err != nil {
			return s.Close()
		}
	}
}

// fail closes the sockets at a Close. After a crash they are cut anyway, and
// say so.
func (l *portLink) fail(err error) {
	if remote := l.get(); remote != nil && errors.Is(err, transport.ErrClosed) {
		_ = remote.Close()
	}
}

func (l *portLink) close() error {
	if remote := l.get(); remote != nil {
		return remote.Close()
	}
	return nil
}
