package electron

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

const (
	// longestLine bounds what the window host may write in one line, in bytes. It
	// is far beyond the largest reply that was measured (110 MB, an accessibility
	// tree of 280,000 nodes).
	longestLine = 256 << 20
	// longestCommand bounds what it reads in one line: scripts and files that
	// programs send are smaller by far.
	longestCommand = 64 << 20
	// longestHello bounds the first line.
	longestHello = 4 << 10
	// readBuffer is the size of a read.
	readBuffer = 64 << 10
)

// request is one to the window host itself.
type request struct {
	ID         int64   `json:"id"`
	Op         string  `json:"op"`
	Tab        string  `json:"tab,omitempty"`
	URL        string  `json:"url,omitempty"`
	Background bool    `json:"background,omitempty"`
	Open       bool    `json:"open,omitempty"`
	Action     string  `json:"action,omitempty"`
	Sites      **lists `json:"sites,omitempty"` // twice, because null says that there are none
}

// reply is what came of a request.
type reply struct {
	result []byte
	err    error
}

// link is the connection to the window host. One goroutine reads; another writes,
// so that whoever wants to write can stop waiting when the host does not read.
type link struct {
	conn   net.Conn
	in     *bufio.Reader
	hear   func(event []byte) // runs on the reader, must not block
	lost   func(err error)    // the other side has ended it; may block
	outbox chan *outgoing
	done   chan struct{} // closed at the end
	loops  sync.WaitGroup

	mu      sync.Mutex
	lastID  int64
	waiters map[int64]func(reply)
	streams map[string]*stream         // by tab
	parting map[string]<-chan struct{} // by tab: closed when its detaching is out
	err     error                      // set once, at the end
}

// outgoing is a line on its way.
type outgoing struct {
	line []byte
	sent chan struct{} // closed when it is out
}

// dial connects to the window host, says the token and reads the answer.
func dial(ctx context.Context, port int, token string) (*link, versions, error) {
	var hello versions
	at := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", at)
	if err != nil {
		return nil, hello, fmt.Errorf("nobody listens at %s, which it announced: %w", at, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	in := bufio.NewReaderSize(conn, readBuffer)
	line, err := greet(conn, in, token)
	if !stop() {
		return nil, hello, context.Cause(ctx)
	}
	var answer struct {
		Hello *versions `json:"hello"`
		Error *refusal  `json:"error"`
	}
	switch {
	case err != nil:
		err = fmt.Errorf("it did not answer at %s: %w", at, err)
	case json.Unmarshal(line, &answer) != nil:
		err = fmt.Errorf("what listens at %s is no window host; it said %q", at, excerpt(string(line)))
	case answer.Error != nil:
		err = answer.Error.err("dial")
	case answer.Hello == nil:
		err = fmt.Errorf("what listens at %s is no window host; it said %q", at, excerpt(string(line)))
	}
	if err != nil {
		_ = conn.Close()
		return nil, hello, err
	}
	return &link{
		conn: conn, in: in, outbox: make(chan *outgoing), done: make(chan struct{}),
		waiters: map[int64]func(reply){}, streams: map[string]*stream{}, parting: map[string]<-chan struct{}{},
	}, *answer.Hello, nil
}

// greet says the token and returns the first line of the other side.
func greet(conn net.Conn, in *bufio.Reader, token string) ([]byte, error) {
	first, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(append(first, '\n')); err != nil {
		return nil, err
	}
	return readLine(in, longestHello)
}

// begin starts the goroutines, which end with the connection.
func (l *link) begin() {
	l.loops.Go(l.read)
	l.loops.Go(l.write)
}

// errLong is the error of a line that is longer than it may be.
var errLong = errors.New("a line is too long")

// readLine returns the next line without its end. It belongs to the caller.
func readLine(in *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > most+1 {
			return nil, errLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// read is the reader goroutine.
func (l *link) read() {
	for {
		line, err := readLine(l.in, longestLine)
		if err == nil {
			err = l.take(line)
		}
		if err == nil {
			continue
		}
		e := &transport.Error{Kind: transport.KindLost, Op: "read", Detail: "the connection to the window host was cut", Err: err}
		if errors.Is(err, io.EOF) {
			e.Err = nil // which says no more than "lost" does
		}
		l.end(e)
		return
	}
}

// end ends the connection from the other side's end, and tells of it.
func (l *link) end(err error) {
	if l.fail(err) {
		l.loops.Go(func() { l.lost(err) })
	}
}

// frame is the outside of a line of the window host.
type frame struct {
	id                     int64
	tab                    string
	event                  bool
	message, result, error []byte
}

func (f *frame) set(key, raw []byte) {
	switch string(key) {
	case "id":
		if id, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			f.id = id
		}
	case "tab":
		f.tab = string(wire.Text(raw))
	case "event":
		f.event = true
	case "message":
		f.message = raw
	case "result":
		f.result = raw
	case "error":
		f.error = raw
	}
}

// take gives a line to whom it is for.
func (l *link) take(line []byte) error {
	var f frame
	if err := wire.Members(line, f.set); err != nil {
		return fmt.Errorf("it said %q: %w", excerpt(string(line)), err)
	}
	switch {
	case f.event:
		l.hear(line)
	case f.message != nil:
		l.mu.Lock()
		s := l.streams[f.tab]
		l.mu.Unlock()
		if s != nil { // or it was closed a moment ago
			s.push(f.message)
		}
	case f.id != 0:
		l.mu.Lock()
		then := l.waiters[f.id]
		delete(l.waiters, f.id)
		l.mu.Unlock()
		switch {
		case then == nil: // nobody waits any more
		case f.error != nil:
			then(reply{err: refused(f.error)})
		default:
			then(reply{result: f.result})
		}
	case f.error != nil:
		return refused(f.error) // it did not understand this side
	}
	return nil
}

// refusal is an error of the window host.
type refusal struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func refused(raw []byte) error {
	var r refusal
	if json.Unmarshal(raw, &r) != nil || r.Message == "" {
		r.Message = excerpt(string(raw))
	}
	return r.err("host")
}

func (r *refusal) err(op string) error {
	e := &transport.Error{Kind: transport.KindRefused, Op: op, Detail: "the window host says: " + r.Message}
	switch r.Kind {
	case "not_found":
		e.Kind, e.Hint = transport.KindNotFound, "list the tabs again; it may have been closed"
	case "unsupported":
		e.Kind = transport.KindUnsupported
	case "invalid":
		e.Kind = transport.KindInvalid
	case "timeout":
		e.Kind, e.Err = transport.KindUnreachable, context.DeadlineExceeded
	}
	return e
}

// start sends a request. then runs on the reader, or at the end, and must not
// block.
func (l *link) start(r request, then func(reply)) (*outgoing, int64, error) {
	l.mu.Lock()
	if l.err != nil {
		defer l.mu.Unlock()
		return nil, 0, l.err
	}
	l.lastID++
	r.ID = l.lastID
	l.waiters[r.ID] = then
	l.mu.Unlock()
	line, err := json.Marshal(r)
	if err != nil {
		l.forget(r.ID)
		return nil, 0, &transport.Error{Kind: transport.KindInvalid, Op: r.Op, Err: err}
	}
	return &outgoing{append(line, '\n'), make(chan struct{})}, r.ID, nil
}

// forget drops a waiter.
func (l *link) forget(id int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiters, id)
}

// call runs a request and returns its raw result. seen, when given, sees the
// outcome on the reader, before anything that comes behind it is read, and also
// when the caller has gone.
func (l *link) call(ctx context.Context, r request, seen func(error)) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, &transport.Error{Kind: transport.KindUnreachable, Op: r.Op, Err: ctx.Err()}
	}
	got := make(chan reply, 1)
	out, id, err := l.start(r, func(a reply) {
		if seen != nil {
			seen(a.err)
		}
		got <- a
	})
	if err != nil {
		return nil, err
	}
	late := func() error {
		return &transport.Error{Kind: transport.KindUnreachable, Op: r.Op, Detail: "the window host does not answer", Err: ctx.Err()}
	}
	select {
	case l.outbox <- out:
	case <-l.done:
	case <-ctx.Done():
		l.forget(id) // it was not sent
		return nil, late()
	}
	select {
	case a := <-got:
		return a.result, a.err
	case <-ctx.Done():
		if seen == nil {
			l.forget(id)
		}
		return nil, late()
	}
}

// post sends a request whose answer nobody waits for. It does not wait either: it
// has a goroutine of its own until it is out, when sent is closed. When the
// connection is gone, so is all that the request is about.
func (l *link) post(r request, sent chan struct{}) {
	out, _, err := l.start(r, func(reply) {})
	if err != nil {
		return
	}
	out.sent = sent
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	l.loops.Go(func() {
		select {
		case l.outbox <- out:
		case <-l.done:
		}
	})
}

// send sends a line of a stream and returns when it is out, or when given up.
func (l *link) send(line []byte, given <-chan struct{}) error {
	out := &outgoing{line, make(chan struct{})}
	select {
	case l.outbox <- out:
	case <-given:
		return errGivenUp
	case <-l.done:
		return l.ended()
	}
	select {
	case <-out.sent:
		return nil
	case <-given:
		return errGivenUp
	case <-l.done:
		return l.ended()
	}
}

// errGivenUp tells that nobody wants to send it any more.
var errGivenUp = errors.New("given up")

// write is the writer goroutine.
func (l *link) write() {
	for {
		select {
		case out := <-l.outbox:
			if _, err := l.conn.Write(out.line); err != nil {
				l.end(&transport.Error{Kind: transport.KindLost, Op: "read", Detail: "the connection to the window host was cut", Err: err})
				return
			}
			close(out.sent)
		case <-l.done:
			return
		}
	}
}

// ended is the error of the end, nil before it.
func (l *link) ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// fail ends everything with the error, and reports whether this call did. A later
// call may still say better why.
func (l *link) fail(err error) bool {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return false
	}
	l.err = err
	waiters, streams := l.waiters, l.streams
	l.waiters, l.streams = map[int64]func(reply){}, map[string]*stream{}
	close(l.done)
	l.mu.Unlock()
	for _, then := range waiters {
		then(reply{err: err})
	}
	for _, s := range streams {
		s.end(err)
	}
	// Whatever Close says, the connection is of no more use.
	_ = l.conn.Close()
	return true
}

// wait waits for the goroutines after the end.
func (l *link) wait() { l.loops.Wait() }
