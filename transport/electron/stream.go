package electron

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// maxUnread bounds what waits in one stream, in bytes: the reader of the
// connection must not wait for one of them, nor may a reader that has stopped eat
// all memory.
const maxUnread = 512 << 20

// stream is the debugger of one tab as a transport.Stream.
type stream struct {
	link  *link
	tab   string
	head  []byte // of its lines
	inbox *wire.Inbox
	gone  chan struct{} // closed at the end
}

func newStream(l *link, tab string) (*stream, error) {
	name, err := json.Marshal(tab)
	if err != nil {
		return nil, &transport.Error{Kind: transport.KindInvalid, Op: "stream", Err: err}
	}
	head := append(append([]byte(`{"tab":`), name...), `,"message":`...)
	return &stream{link: l, tab: tab, head: head, inbox: wire.NewInbox(maxUnread), gone: make(chan struct{})}, nil
}

// Stream opens the stream of a tab and waits until the tab has its first
// document, before which no debugger can be attached. There is no other kind of
// stream, and a tab has room for one at a time: a second is answered with
// transport.KindRefused.
//
// It goes on when a person opens DevTools of the tab, for which the debugger
// leaves and comes back. What waited for an answer is answered by an error then
// (transport.CodeAway), and the event transport.Reattached tells that domains
// have to be enabled again.
func (h *Host) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if err := h.life.Down(); err != nil {
		return nil, err
	}
	if tab == "" {
		return nil, &transport.Error{
			Kind: transport.KindUnsupported, Op: "stream", Detail: "a window host has no browser session, only its tabs have",
			Hint: "open the stream of a tab; the host lists them",
		}
	}
	ctx, cancel := h.limited(ctx)
	defer cancel()
	s, err := h.link.attach(ctx, string(tab))
	if err != nil {
		return nil, h.better(err)
	}
	return s, nil
}

// attach opens the stream of a tab. It is registered on the reader, before
// anything that comes for it is read, and behind all that came for one of before.
// When ctx ends first it is detached as soon as it is there.
func (l *link) attach(ctx context.Context, tab string) (*stream, error) {
	s, err := newStream(l, tab)
	if err != nil {
		return nil, err
	}
	if err := l.left(ctx, tab); err != nil {
		return nil, err
	}
	_, err = l.call(ctx, request{Op: "attach", Tab: tab}, func(err error) {
		if err != nil {
			return
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.err == nil {
			l.streams[tab] = s
		}
	})
	if err == nil {
		return s, nil
	}
	if errors.Is(err, ctx.Err()) && ctx.Err() != nil {
		l.part(tab, nil) // it may be attached, or will be
	}
	_ = s.Close()
	return nil, err
}

// left waits until the word that the last stream of a tab is closed is out.
func (l *link) left(ctx context.Context, tab string) error {
	l.mu.Lock()
	parted := l.parting[tab]
	l.mu.Unlock()
	if parted == nil {
		return nil
	}
	select {
	case <-parted:
		return nil
	case <-l.done:
		return l.ended()
	case <-ctx.Done():
		return &transport.Error{Kind: transport.KindUnreachable, Op: "attach", Detail: "the window host does not read", Err: ctx.Err()}
	}
}

// part detaches the debugger of a tab. Nobody waits for the answer, but the next
// stream of the tab waits until it is out. When s is given it only does so while
// that is the tab's stream.
func (l *link) part(tab string, s *stream) {
	l.mu.Lock()
	if s != nil && l.streams[tab] != s {
		l.mu.Unlock()
		return
	}
	delete(l.streams, tab)
	sent := make(chan struct{})
	l.parting[tab] = sent
	l.mu.Unlock()
	l.post(request{Op: "detach", Tab: tab}, sent)
}

// cut ends the stream of a tab that is over on the other side.
func (l *link) cut(tab, why string) {
	l.mu.Lock()
	s := l.streams[tab]
	delete(l.streams, tab)
	delete(l.parting, tab)
	l.mu.Unlock()
	if s != nil {
		s.end(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: why})
	}
}

// Read returns the next message. What had come before the end is read before the
// error.
func (s *stream) Read() ([]byte, error) { return s.inbox.Read() }

// Write sends one message and returns when it is out.
func (s *stream) Write(message []byte) error {
	if err := s.inbox.Err(); err != nil {
		return err
	}
	line := make([]byte, 0, len(s.head)+len(message)+2)
	line = append(line, s.head...)
	line = append(line, message...)
	// White space between the parts of a message, for none stands inside of them.
	for i, text := 0, line; ; i++ {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n
		text[i] = ' '
	}
	line = append(line, '}', '\n')
	if len(line) > longestCommand {
		return s.refuse(message)
	}
	if err := s.link.send(line, s.gone); err != nil {
		if ended := s.inbox.Err(); ended != nil {
			return ended
		}
		return err
	}
	return nil
}

// refuse answers a command that is longer than the window host takes.
func (s *stream) refuse(message []byte) error {
	e, err := wire.Parse(message)
	if err != nil {
		return &transport.Error{Kind: transport.KindInvalid, Op: "write", Err: err}
	}
	answer := fmt.Appendf(nil, `{"id":%d,"error":{"code":%d,"message":"a command of %d bytes is longer than the window host takes"}`, e.ID, transport.CodeLong, len(message))
	if len(e.SessionID) > 0 {
		session, err := json.Marshal(string(e.SessionID))
		if err != nil {
			return &transport.Error{Kind: transport.KindInvalid, Op: "write", Err: err}
		}
		answer = append(append(answer, `,"sessionId":`...), session...)
	}
	s.push(append(answer, '}'))
	return nil
}

// Close ends the stream and detaches the debugger, which ends its child sessions
// and all that was enabled.
func (s *stream) Close() error {
	s.end(&transport.Error{Kind: transport.KindClosed, Op: "read", Detail: "the stream was closed here"})
	s.link.part(s.tab, s)
	return nil
}

// push queues a message; it runs on the reader.
func (s *stream) push(message []byte) {
	if s.inbox.Push(message) {
		return
	}
	s.end(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: "too much was left unread"})
	s.link.part(s.tab, s)
}

// end marks the end.
func (s *stream) end(err error) {
	if s.inbox.End(err) {
		close(s.gone)
	}
}
