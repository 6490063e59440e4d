package cdp_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// browser is the other end of a stream, played by the test.
type browser struct {
	incoming chan []byte   // to the connection
	written  chan []byte   // from the connection
	hold     chan struct{} // Write waits until it is closed; nil lets it pass
	cut      chan struct{} // closed by cutNow
	closed   chan struct{}
	cutOnce  sync.Once
	once     sync.Once
}

func newBrowser() *browser {
	return &browser{
		incoming: make(chan []byte, 10_000),
		written:  make(chan []byte, 10_000),
		cut:      make(chan struct{}),
		closed:   make(chan struct{}),
	}
}

func (b *browser) Read() ([]byte, error) {
	select {
	case m := <-b.incoming:
		return m, nil
	default:
	}
	select {
	case m := <-b.incoming:
		return m, nil
	case <-b.cut:
		return nil, &transport.Error{Kind: transport.KindLost, Op: "read", Detail: "cut by the test"}
	case <-b.closed:
		return nil, &transport.Error{Kind: transport.KindClosed, Op: "read"}
	}
}

func (b *browser) Write(message []byte) error {
	if b.hold != nil {
		select {
		case <-b.hold:
		case <-b.closed:
			return &transport.Error{Kind: transport.KindClosed, Op: "write"}
		}
	}
	b.written <- append([]byte(nil), message...)
	return nil
}

func (b *browser) Close() error {
	b.once.Do(func() { close(b.closed) })
	return nil
}

// cutNow is the crash of the browser.
func (b *browser) cutNow() { b.cutOnce.Do(func() { close(b.cut) }) }

// say sends a message to the connection.
func (b *browser) say(format string, args ...any) { b.incoming <- fmt.Appendf(nil, format, args...) }

// command is what the connection wrote.
type command struct {
	ID        int64           `json:"id"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	SessionID string          `json:"sessionId"`
}

// next waits for the next command.
func (b *browser) next(t testing.TB) command {
	t.Helper()
	var c command
	if err := json.Unmarshal(<-b.written, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// echo answers every command with its own params until the stream is closed.
func (b *browser) echo() {
	for {
		select {
		case m := <-b.written:
			var c command
			if json.Unmarshal(m, &c) != nil {
				return
			}
			if c.Params == nil {
				c.Params = json.RawMessage("{}")
			}
			b.say(`{"id":%d,"result":%s,"sessionId":%q}`, c.ID, c.Params, c.SessionID)
		case <-b.closed:
			return
		}
	}
}

// dial returns a connection to a browser that the test plays.
func dial(t testing.TB, opts ...cdp.Option) (*browser, *cdp.Conn) {
	t.Helper()
	b := newBrowser()
	conn := cdp.NewConn(b, opts...)
	t.Cleanup(func() {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	})
	return b, conn
}
