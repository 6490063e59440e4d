package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
)

var _ model.Model = (*Client)(nil)

// Stream makes one turn; see [model.Model]. The request is sent when the
// sequence is ranged over.
func (c *Client) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		// Leaving the loop ends the context, and with it the connection.
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		left := false
		tell := func(e model.Event) {
			if !left && !yield(e, nil) {
				left = true
				cancel(errLeft)
			}
		}
		finish, err := c.turn(ctx, r, tell)
		switch {
		case left:
		case err != nil:
			yield(nil, c.secrets.scrubbed(err))
		default:
			yield(finish, nil)
		}
	}
}

// errLeft is the cause of a context whose stream nobody ranges over any more.
var errLeft = errors.New("the loop over the stream was left")

// open is a stream that an endpoint opened.
type open struct {
	*http.Response
	// request is the one that was answered; a Response need not know it.
	request *http.Request
	watch   *watch
	// end ends the request's own context.
	end context.CancelFunc
}

func (c *Client) turn(ctx context.Context, r model.Request, tell func(model.Event)) (model.Finish, error) {
	o, err := c.send(ctx, r, tell)
	if err != nil {
		return model.Finish{}, err
	}
	defer o.end()
	defer o.Body.Close()
	t := newTurn(c.textCalls && len(r.Tools) > 0)
	finish, err := c.read(o, t, tell)
	if err != nil && t.told {
		tell(model.UsageUpdate{Usage: t.usage})
	}
	return finish, err
}

// afterFinish is how long a stream may stay open without a word once its finish
// reason came: what is still to come is the usage.
const afterFinish = 5 * time.Second

// afterDone is how long the end of the body is waited for once the answer ended.
const afterDone = 100 * time.Millisecond

// read takes the stream to its end.
func (c *Client) read(o open, t *turn, tell func(model.Event)) (model.Finish, error) {
	ctx := o.request.Context()
	body := o.watch.guard(o.Body)
	events := newReader(body)
	for {
		e, err := events.next()
		if err != nil {
			return ended(ctx, events, t, err, tell)
		}
		switch data := bytes.TrimSpace(e.data); {
		case len(data) == 0:
			continue
		case string(data) == "[DONE]":
			// A connection whose body was read to its end serves the next turn.
			o.watch.limit = afterDone
			_, _ = io.CopyN(io.Discard, body, mostError)
			return orNil(t.end(tell))
		}
		if fail := t.add(e, tell); fail != nil {
			t.drain(tell)
			return model.Finish{}, fail
		}
		if ctx.Err() != nil {
			return model.Finish{}, context.Cause(ctx)
		}
		if t.finish != "" {
			o.watch.limit = min(o.watch.limit, afterFinish)
		}
	}
}

// ended judges a stream that ended without [DONE].
func ended(ctx context.Context, events *reader, t *turn, err error, tell func(model.Event)) (model.Finish, error) {
	idle := errors.Is(context.Cause(ctx), errIdle)
	switch {
	case ctx.Err() != nil && !idle:
		return model.Finish{}, context.Cause(ctx)
	case t.finish != "" && !errors.Is(err, errTooLong):
		return orNil(t.end(tell))
	case errors.Is(err, io.EOF) && !t.begun && len(events.stray) > 0:
		if c, ok := complaintIn(events.stray, false); ok {
			return model.Finish{}, streamError(c)
		}
		return model.Finish{}, &model.Error{
			Kind: model.NotAPI, Message: "what came as an event stream is none: " + quote(events.stray),
		}
	case errors.Is(err, io.EOF) && !t.begun:
		return orNil(t.end(tell))
	}
	t.drain(tell)
	return model.Finish{}, cutError(ctx, err)
}

// orNil makes an error of a pointer, so that no pointer is no error.
func orNil(f model.Finish, e *model.Error) (model.Finish, error) {
	if e != nil {
		return model.Finish{}, e
	}
	return f, nil
}

// send gets a stream, in as many attempts as it may take.
func (c *Client) send(ctx context.Context, r model.Request, tell func(model.Event)) (open, error) {
	for failed := 0; ; failed++ {
		o, err := c.attempt(ctx, r)
		if err == nil {
			return o, nil
		}
		fail, ok := errors.AsType[*model.Error](err)
		if !ok || !fail.Retryable || failed >= c.retries {
			return open{}, err
		}
		wait := fail.RetryAfter
		if wait == 0 {
			wait = backoff(failed, c.jitter())
		}
		// A context that ends before the wait does would only hide why.
		if wait > longestAsked || !inTime(ctx, wait) {
			return open{}, err
		}
		c.secrets.scrub(fail) // it goes out as an event
		tell(model.Waiting{Attempt: failed + 1, Delay: wait, Err: fail})
		if err := sleep(ctx, wait); err != nil {
			return open{}, err
		}
	}
}

// attempt sends the request to the address that answers, and again without each
// parameter that the endpoint does not take.
func (c *Client) attempt(ctx context.Context, r model.Request) (open, error) {
	known := c.leftOut()
	dropped := known
	for {
		body, err := c.encode(r, dropped)
		if err != nil {
			return open{}, &model.Error{Kind: model.BadRequest, Message: "the request can not be encoded: " + err.Error(), Err: err}
		}
		o, t, err := c.anywhere(ctx, body)
		if err == nil {
			c.leaveOut(dropped[len(known):])
			return o, nil
		}
		fail, ok := errors.AsType[*model.Error](err)
		if !ok || fail.Status != http.StatusBadRequest && fail.Status != http.StatusUnprocessableEntity {
			return open{}, err
		}
		name := c.unsupported(body, t, dropped)
		if name == "" {
			return open{}, err
		}
		dropped = append(dropped[:len(dropped):len(dropped)], name)
	}
}

// anywhere posts to the first address and, after a 404, to the second. When
// neither is right, what the first said counts: it is the likelier one.
func (c *Client) anywhere(ctx context.Context, body []byte) (open, told, error) {
	var first error
	var firstTold told
	for _, url := range c.address.order() {
		o, t, err := c.post(ctx, url, body)
		fail, ok := errors.AsType[*model.Error](err)
		switch {
		case err == nil:
			c.address.answered(url)
		case !ok || fail.Status == 0:
		case fail.Status == http.StatusNotFound && fail.Code != "model_not_found":
			if first == nil {
				first, firstTold = err, t
			}
			continue
		case fail.Kind != model.NotAPI:
			c.address.answered(url)
		case first != nil:
			continue // a page that a site shows for every path
		}
		return o, t, err
	}
	return open{}, firstTold, first
}

// mostError is how much of an answer that is no stream is read.
const mostError = 64 << 10

// post sends one request. It returns a stream, or an error and what the endpoint
// told.
func (c *Client) post(ctx context.Context, url string, body []byte) (open, told, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	o := open{watch: newWatch(c.idle, func() { cancel(errIdle) }), end: func() { cancel(nil) }}
	t, err := c.exchange(ctx, url, body, &o)
	if err != nil {
		o.end()
		return open{}, t, err
	}
	return o, t, nil
}

func (c *Client) exchange(ctx context.Context, url string, body []byte, o *open) (told, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return told{}, networkError(ctx, err)
	}
	request.Header = c.header.Clone()
	o.watch.wake()
	response, err := c.http.Do(request)
	o.watch.rest()
	if err != nil {
		return told{}, networkError(ctx, err)
	}
	if response.StatusCode == http.StatusOK && isStream(response) {
		o.Response, o.request = response, request
		return told{}, nil
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(o.watch.guard(response.Body), mostError))
	if err != nil && ctx.Err() != nil {
		return told{}, networkError(ctx, err)
	}
	if response.StatusCode == http.StatusOK {
		return told{}, notStream(response, said)
	}
	fail := statusError(response, said)
	if fail.Retryable {
		fail.RetryAfter = retryAfter(response.Header, time.Now())
	}
	if fail.Message == "" {
		fail.Message = fmt.Sprintf("the endpoint answered %q and nothing else", response.Status)
	}
	t, _ := complaintIn(said, true)
	return t, fail
}
