package provider

import (
	"context"
	"strconv"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// When a page has come to rest cannot be known, only judged by several signals,
// of which none decides alone (the seed's rules, its section 7):
//
//   - The document is complete. Without that nothing counts.
//   - Its content has not changed for two windows.
//   - That of frames of other sites has not, either; or it has always been
//     changing for longer than the grace period: an advertisement that moves.
//   - No request has been on its way for one window; or there has always been
//     one for longer than the grace period, so that it says nothing: a
//     heartbeat, a long poll, a stream. Event streams and web sockets never
//     count.
//   - An answer that comes in bit by bit (a fetch that has brought several
//     pieces, the last one within the grace period) may make pauses: then the
//     content must not have changed for the grace period. When its request ends
//     the first rules hold again, and that is the end of an answer of a model.
//
// The content is watched from the isolated world, where the page cannot reach.

// watchKey names a watch.
func (p *page) watchKey() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pulses++
	return "p" + strconv.Itoa(p.pulses)
}

// load waits until the document is complete.
func (w *waiter) load(ctx context.Context) error {
	key := w.page.watchKey()
	defer w.calm(ctx, key)
	for {
		pulse := w.pulse(ctx, key)
		if pulse != nil && pulse.Ready == complete && !w.page.navigating() {
			w.result.Satisfied = true
			return nil
		}
		if err := w.pause(ctx, pollGap); err != nil {
			return err
		}
	}
}

const complete = "complete"

// pulse asks the page; nil when it did not answer.
func (w *waiter) pulse(ctx context.Context, key string) *dom.Pulse {
	limit, cancel := limited(ctx, w.page.owner.config.after)
	defer cancel()
	var pulse *dom.Pulse
	err := w.page.inDocument(limit, func(ctx context.Context) (err error) {
		pulse, err = w.page.reader.Pulse(ctx, key)
		return err
	})
	if err != nil {
		if ctx.Err() == nil { // the end of the wait says nothing about the page
			w.result.Signals.ReadyState = tooBusy
		}
		return nil
	}
	w.result.Title, w.result.Signals.ReadyState = pulse.Title, pulse.Ready
	return pulse
}

// calm ends the watch, also when the time is over.
func (w *waiter) calm(ctx context.Context, key string) {
	limit, cancel := limited(context.WithoutCancel(ctx), pollGap)
	defer cancel()
	// A page that does not answer forgets the watch by itself.
	_ = w.page.reader.Calm(limit, key)
}

// stable waits until the page has come to rest.
func (w *waiter) stable(ctx context.Context) error {
	p := w.page
	window, grace := p.owner.config.quiet, p.owner.config.grace
	key := p.watchKey()
	defer w.calm(ctx, key)
	chunks := p.session.Listen("Network.dataReceived")
	defer chunks.Close()
	defer p.frames.join(chunks)()
	began := time.Now()
	noisy := began    // since when the network has not been quiet for a window
	changed := began  // when the content was last seen to change
	moved := began    // when that of frames of other sites was
	restless := began // since when that has not been quiet for two windows
	var before *dom.Pulse
	for {
		pulse := w.pulse(ctx, key)
		now := time.Now()
		if pulse == nil || before == nil || pulse.Frames != before.Frames {
			moved = now
		}
		if now.Sub(moved) >= 2*window {
			restless = now
		}
		if pulse == nil || before == nil || pulse.Table != before.Table || pulse.Changes != before.Changes {
			changed = now
		}
		before = pulse
		frames := now.Sub(moved) >= 2*window || now.Sub(restless) >= grace
		quiet := pulse != nil && now.Sub(changed) >= 2*window && frames
		p.mu.Lock()
		traffic := p.state.network
		silent := traffic.quietFor(window)
		streaming := traffic.streaming(grace)
		w.result.Signals.Requests = len(traffic.open)
		p.mu.Unlock()
		if silent {
			noisy = now
		}
		ignored := !silent && now.Sub(noisy) >= grace
		w.judge(quiet, silent, ignored)
		if ignored && streaming {
			quiet = quiet && now.Sub(changed) >= grace && now.Sub(moved) >= grace
		}
		if pulse != nil && pulse.Ready == complete && !p.navigating() && quiet && (silent || ignored) {
			w.result.Satisfied = true
			return nil
		}
		if err := w.listen(ctx, chunks, window); err != nil {
			return err
		}
	}
}

// judge writes the signals down.
func (w *waiter) judge(quiet, silent, ignored bool) {
	s := &w.result.Signals
	s.DOM, s.Network = "changing", "busy"
	if quiet {
		s.DOM = "quiet"
	}
	switch {
	case silent:
		s.Network = "quiet"
	case ignored:
		s.Network = "ignored"
	}
}

// listen counts the pieces of answers for the length of a window.
func (w *waiter) listen(ctx context.Context, chunks *cdp.Listener, window time.Duration) error {
	limit, cancel := limited(ctx, window)
	defer cancel()
	events := chunks.C()
	for {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil // the page's end is seen below
				continue
			}
			if v, ok := decode[requestEvent](e); ok {
				w.page.mu.Lock()
				w.page.state.network.chunk(v.RequestID)
				w.page.mu.Unlock()
			}
		case <-w.page.waiting():
			return w.page.blocked("wait")
		case <-w.page.done:
			return w.page.alive("wait")
		case <-limit.Done():
			return ctx.Err()
		}
	}
}
