package endpoint

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/holdfast-go/holdfast/transport"
)

// stream is a DevTools WebSocket.
type stream struct {
	conn   *websocket.Conn
	closed chan struct{}
	once   sync.Once
	gone   func() // tells the host, once
}

// dialSocket opens a WebSocket.
func (c *client) dialSocket(ctx context.Context, u *url.URL) (*stream, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	conn, resp, err := websocket.Dial(ctx, u.String(), &websocket.DialOptions{
		HTTPClient: c.http,
		HTTPHeader: c.header.Clone(),
		// Chrome negotiates none, and fragments come with it, which it refuses.
		CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return nil, c.refusedSocket(ctx, resp, err)
	}
	// Accessibility trees of 110 MB were measured; whom we trust with the
	// protocol we trust with memory.
	conn.SetReadLimit(-1)
	return &stream{conn: conn, closed: make(chan struct{}), gone: func() {}}, nil
}

// refusedSocket says why there is no socket. resp is nil when there was no
// answer at all.
func (c *client) refusedSocket(ctx context.Context, resp *http.Response, err error) error {
	if resp == nil {
		return c.unreachable(ctx, "dial", err)
	}
	text := ""
	if resp.Body != nil {
		if body, err := io.ReadAll(resp.Body); err == nil {
			text = answer{body: body}.text()
		}
	}
	e := &transport.Error{Kind: transport.KindNotChrome, Op: "dial", Detail: c.at + " does not open the socket: " + resp.Status, Err: nil}
	if text != "" && !strings.HasPrefix(text, "<") {
		e.Detail += ": " + text
	}
	switch {
	case resp.StatusCode == http.StatusNotFound, strings.Contains(text, "No such target"):
		e.Kind, e.Hint = transport.KindNotFound, "the tab or the browser was closed; discover it again"
	case resp.StatusCode == http.StatusForbidden, resp.StatusCode == http.StatusUnauthorized:
		e.Kind, e.Hint = transport.KindRefused, "what stands between (a proxy?) adds an Origin or wants a header; see WithHeader"
	}
	return e
}

// Read returns the next message. The context is the background one on purpose:
// a context that ends would close the connection.
func (s *stream) Read() ([]byte, error) {
	_, message, err := s.conn.Read(context.Background())
	if err != nil {
		return nil, s.end("read", err)
	}
	return message, nil
}

// Write sends one message, in one frame.
func (s *stream) Write(message []byte) error {
	if err := s.conn.Write(context.Background(), websocket.MessageText, message); err != nil {
		return s.end("write", err)
	}
	return nil
}

// Close closes the socket. There is no closing handshake: nothing waits in it,
// and the other side may never answer.
func (s *stream) Close() error {
	s.once.Do(func() {
		close(s.closed)
		// It only fails when the other side was first.
		_ = s.conn.CloseNow()
		s.gone()
	})
	return nil
}

// end says why the stream is of no more use.
func (s *stream) end(op string, err error) error {
	select {
	case <-s.closed:
		return &transport.Error{Kind: transport.KindClosed, Op: op, Detail: "the socket was closed here"}
	default:
	}
	e := &transport.Error{Kind: transport.KindLost, Op: op, Detail: "the socket was cut", Err: err}
	if ce, ok := errors.AsType[websocket.CloseError](err); ok {
		e.Detail, e.Err = "the browser closed the socket", nil
		if ce.Reason != "" {
			e.Detail += ": " + ce.Reason
		}
	}
	return e
}
