package mux

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// maxUnread bounds what waits in one stream. The reader of the pipe must not
// wait for one of them, nor may a reader that has stopped eat all memory. It is
// far beyond the largest reply that was measured (110 MB, an accessibility
// tree of 280,000 nodes).
const maxUnread = 512 << 20

// stream is one session of a Mux as a transport.Stream.
type stream struct {
	mux  *Mux
	root string // the session that is the root of this stream

	inbox *wire.Inbox
}

func newStream(m *Mux, root string) *stream {
	return &stream{mux: m, root: root, inbox: wire.NewInbox(maxUnread)}
}

// Read returns the next message of the session or of its child sessions. What
// had come before the end is read before the error.
func (s *stream) Read() ([]byte, error) { return s.inbox.Read() }

// Write sends one message. One without a session goes to the stream's own.
func (s *stream) Write(message []byte) error {
	if err := s.inbox.Err(); err != nil {
		return err
	}
	session, err := wire.Session(message)
	if err != nil {
		return &transport.Error{Kind: transport.KindInvalid, Op: "write", Err: err}
	}
	switch {
	case len(session) == 0:
		if message, err = s.address(message); err != nil {
			return err
		}
	case !s.mux.owns(s, session):
		return s.refuse(message)
	}
	return s.mux.send(message)
}

// refuse answers a command for a session that is not of this stream as Chrome
// does for one that it does not have: to Chrome, all streams are one client.
func (s *stream) refuse(message []byte) error {
	e, err := wire.Parse(message)
	if err != nil {
		return &transport.Error{Kind: transport.KindInvalid, Op: "write", Err: err}
	}
	s.push(fmt.Appendf(nil, `{"id":%d,"error":{"code":-32001,"message":"Session with given id not found."}}`, e.ID))
	return nil
}

// address returns a copy of the message with the stream's session in it.
func (s *stream) address(message []byte) ([]byte, error) {
	end := len(message) - 1
	for end > 0 && message[end] != '}' {
		end-- // white space; Parse has seen the brace
	}
	id, err := json.Marshal(s.root)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, end+len(id)+16)
	out = append(out, message[:end]...)
	if !bytes.HasSuffix(bytes.TrimRight(out, " \t\r\n"), []byte{'{'}) {
		out = append(out, ',')
	}
	out = append(out, `"sessionId":`...)
	out = append(out, id...)
	return append(out, '}'), nil
}

// Close detaches the session, which ends its child sessions and all that was
// enabled on it.
func (s *stream) Close() error {
	if s.end(&transport.Error{Kind: transport.KindClosed, Op: "read", Detail: "the stream was closed here"}) {
		s.mux.forget(s)
		s.mux.detach(s.root)
	}
	return nil
}

// push queues a message; it runs on the reader.
func (s *stream) push(message []byte) {
	if s.inbox.Push(message) {
		return
	}
	s.mux.forget(s)
	s.mux.detach(s.root)
	s.end(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: "too much was left unread"})
}

// end marks the end and reports whether this call did.
func (s *stream) end(err error) bool { return s.inbox.End(err) }
