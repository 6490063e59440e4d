package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// Player is a host that plays a recording. It implements transport.Tabs if the
// recorded host did. In a strict replay Close returns the first divergence.
type Player interface {
	transport.Host
	// Diverged returns the first difference from the recording, a
	// *DivergenceError, or nil. In a lenient replay that is the first command
	// for which there was no reply at all.
	Diverged() error
	// Unsent lists the recorded commands that have not been sent yet, as
	// "12 Page.navigate", apart from those that went to what was gone already.
	Unsent() []string
}

type player struct {
	*openConfig
	shown []pair // puts secrets back
	done  chan struct{}
	kick  chan struct{} // tells watch that something has happened
	watch sync.WaitGroup
	ended chan struct{} // closed when Close has done its work

	mu sync.Mutex
	*recording
	number     int               // commands so far
	calls      int64             // commands of stream 0 so far
	due        map[int]struct{}  // commands that were sent and wait for a recorded reply
	tokens     map[string]string // what recorded tokens stand for
	tokensBack map[string]string // and the other way round
	changed    []string          // recorded tokens that stand for others
	streams    map[int]*playedStream
	callers    map[int64]chan outcome // of stream 0
	events     chan transport.Event
	fell       bool  // Down has been told
	cause      error // why, when it was not Close
	closed     bool  // Close was called
	diverged   error // the first divergence
}

// tabPlayer is the player of a tab host.
type tabPlayer struct{ *player }

var (
	_ Player         = (*player)(nil)
	_ Player         = tabPlayer{}
	_ transport.Tabs = tabPlayer{}
)

// outcome is what came of a call of the host.
type outcome struct {
	result json.RawMessage
	stream *playedStream // of Host.stream
	err    error
}

// Open reads a whole recording, which it keeps in memory, and returns a host
// that plays it. r is not used after Open.
func Open(r io.Reader, opts ...OpenOption) (Player, error) {
	c, err := newOpenConfig(opts)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, invalid(c.Op, "no reader", nil)
	}
	rec, err := load(r, c)
	if err != nil {
		return nil, err
	}
	p := &player{
		openConfig: c, recording: rec, shown: c.redact.shown(),
		done: make(chan struct{}), kick: make(chan struct{}, 1), ended: make(chan struct{}),
		due:    map[int]struct{}{},
		tokens: map[string]string{}, tokensBack: map[string]string{},
		streams: map[int]*playedStream{}, callers: map[int64]chan outcome{},
		events: make(chan transport.Event, rec.told+1),
	}
	p.mu.Lock()
	p.advance() // events before the first command
	p.mu.Unlock()
	p.watch.Go(p.wait)
	if rec.tabs {
		return tabPlayer{p}, nil
	}
	return p, nil
}

// OpenFile is [Open] of a file.
func OpenFile(path string, opts ...OpenOption) (Player, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &transport.Error{
			Kind: transport.KindNotFound, Op: "open", Detail: "there is no such recording",
			Hint: "record it first, with a browser: replay.RecordFile", Err: err,
		}
	}
	if err != nil {
		return nil, invalid("open", "the recording cannot be opened", err)
	}
	defer file.Close() // nothing was written
	return Open(file, opts...)
}

// Stream opens the next recorded stream of that tab.
func (p *player) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	o := p.call(ctx, hostStream, tabParams{Tab: tab})
	if o.err != nil {
		return nil, o.err
	}
	if o.stream == nil {
		return nil, &transport.Error{Kind: transport.KindNotFound, Op: "stream", Detail: "the recording of the stream is too short"}
	}
	return o.stream, nil
}

// Events gives the recorded events of the host.
func (p *player) Events() <-chan transport.Event { return p.events }

// Diverged returns the first difference.
func (p *player) Diverged() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.diverged
}

// Unsent lists the commands that have not been sent.
func (p *player) Unsent() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for _, at := range p.outs {
		if it := &p.items[at]; !it.sent && !it.late {
			out = append(out, fmt.Sprintf("%d %s", it.number, it.method))
		}
	}
	return out
}

// Close ends the streams.
func (p *player) Close() error {
	p.mu.Lock()
	first := !p.closed
	p.closed = true
	var err error
	if !p.lenient {
		err = p.diverged
	}
	if first {
		p.end(closed("stream", "the replay was closed here"))
		p.fall(transport.Event{Kind: transport.Down, Err: err})
		close(p.done)
	}
	p.mu.Unlock()
	if first {
		p.watch.Wait()
		close(p.ended)
	}
	<-p.ended
	return err
}

// end ends all streams and calls.
func (p *player) end(err error) {
	for _, s := range p.streams {
		s.end(err)
	}
	for id, c := range p.callers {
		delete(p.callers, id)
		c <- outcome{err: err}
	}
}

// fall tells the last event.
func (p *player) fall(e transport.Event) {
	if !p.fell {
		p.fell = true
		p.events <- e // there is room for all recorded events and this one
		close(p.events)
	}
}

// call runs a command of stream 0.
func (p *player) call(ctx context.Context, method string, params any) outcome {
	if err := ctx.Err(); err != nil {
		return outcome{err: &transport.Error{Kind: transport.KindUnreachable, Op: method, Err: err}}
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return outcome{err: invalid("replay", method, err)}
	}
	p.mu.Lock()
	p.calls++
	id := p.calls
	got := make(chan outcome, 1)
	p.callers[id] = got
	p.mu.Unlock()
	c, err := p.command(wire.AppendCommand(nil, id, method, raw, ""), 0)
	if err == nil {
		err = p.receive(c)
	}
	if err != nil {
		p.mu.Lock()
		delete(p.callers, id)
		p.mu.Unlock()
		return outcome{err: err}
	}
	select {
	case o := <-got:
		return o
	case <-ctx.Done():
		p.mu.Lock()
		delete(p.callers, id)
		p.mu.Unlock()
		return outcome{err: &transport.Error{Kind: transport.KindUnreachable, Op: method, Err: ctx.Err()}}
	}
}

// command takes a message that the program wrote apart.
func (p *player) command(message []byte, stream int) (*command, error) {
	plain, err := wire.Parse(message)
	if err != nil || !plain.HasID || len(plain.Method) == 0 || !json.Valid(message) {
		return nil, invalid("write", "this is not a command", err)
	}
	c := &command{stream: stream, session: string(plain.SessionID), id: plain.ID, method: string(plain.Method)}
	params := []byte(nil)
	if hidden, isJSON := p.redact.message(message); isJSON {
		if e, err := wire.Parse(hidden); err == nil {
			params = e.Params
		}
	}
	c.params = p.reduce(c.method, params)
	c.print = p.printOf(c.method, c.params)
	return c, nil
}

// receive answers a command, or will.
func (p *player) receive(c *command) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.fell {
		return p.ending()
	}
	p.number++
	if frees(c.method) && c.stream != 0 {
		// It comes by the clock, so where it was recorded says nothing of where the
		// program is: taking it there would let events through that are not due.
		p.push(c.stream, emptyReply(c.id, c.session))
		p.stir()
		return nil
	}
	l := p.lanes[laneKey{c.stream, c.session}]
	at, v := p.match(l, c)
	switch v {
	case differs:
		if p.late(l, c.params) {
			p.mourn(c)
		} else {
			p.refuse(l, c)
		}
	case borrows:
		it := &p.items[at]
		own := p.bind(it, c)
		if it.reply >= 0 {
			p.reply(it.reply, c.id, own)
		}
	case fits:
		it := &p.items[at]
		it.sent, it.as, it.pairs = true, c.id, p.bind(it, c)
		l.most = max(l.most, it.index)
		p.most = max(p.most, it.number-1)
		if it.reply >= 0 {
			p.due[at] = struct{}{}
			if p.items[it.reply].passed {
				p.deliver(it.reply)
			}
		}
		p.advance()
	}
	p.stir()
	return nil
}

// ending is the error of everything after the end.
func (p *player) ending() error {
	if p.closed {
		return closed("stream", "the replay was closed here")
	}
	return p.cause
}
