package main

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/holdfast-go/holdfast/outline/dom"
)

// A rodSession makes a Caller of rod's connection: rod sends to any session and
// leaves the decoding to us.
type rodSession struct {
	browser *rod.Browser
	id      proto.TargetSessionID
}

func (s rodSession) Call(ctx context.Context, method string, params, result any) error {
	reply, err := s.browser.Call(ctx, string(s.id), method, params)
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(reply, result)
}

// A rodBrowser lends a page of rod. Frames in other processes are attached to
// when they are first read.
type rodBrowser struct {
	rodSession
	page   *rod.Page
	mu     sync.Mutex
	frames map[string]rodSession
}

// newRod lends the page until its context ends.
func newRod(page *rod.Page) *rodBrowser {
	b := &rodBrowser{rodSession: rodSession{page.Browser(), page.SessionID}, page: page, frames: map[string]rodSession{}}
	go page.Browser().Context(page.GetContext()).EachEvent(func(e *proto.TargetDetachedFromTarget) {
		b.mu.Lock()
		defer b.mu.Unlock()
		for id, s := range b.frames {
			if s.id == e.SessionID {
				delete(b.frames, id)
			}
		}
	})()
	return b
}

func (b *rodBrowser) Frame(ctx context.Context, id string) (dom.Caller, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, known := b.frames[id]
	if !known {
		made, err := proto.TargetAttachToTarget{TargetID: proto.TargetTargetID(id), Flatten: true}.Call(b.browser.Context(ctx))
		if err != nil {
			return nil, ctx.Err() // no target of that name: the page's process shows it
		}
		s = rodSession{b.browser, made.SessionID}
		b.frames[id] = s
	}
	return s, nil
}

func (b *rodBrowser) Click(ctx context.Context, session dom.Caller, x, y float64) error {
	s, in := session.(rodSession)
	if !in { // the reader's own is the browser itself
		page := b.page.Context(ctx)
		if err := page.Mouse.MoveTo(proto.NewPoint(x, y)); err != nil {
			return err
		}
		return page.Mouse.Click(proto.InputMouseButtonLeft, 1)
	}
	// Rod's mouse belongs to a page; a frame's session takes the events as they are.
	event := proto.InputDispatchMouseEvent{X: x, Y: y, Button: proto.InputMouseButtonLeft, ClickCount: 1}
	for _, event.Type = range []proto.InputDispatchMouseEventType{
		proto.InputDispatchMouseEventTypeMousePressed, proto.InputDispatchMouseEventTypeMouseReleased,
	} {
		if err := s.Call(ctx, event.ProtoReq(), event, nil); err != nil {
			return err
		}
	}
	return nil
}

func (b *rodBrowser) Screenshot(ctx context.Context) ([]byte, error) {
	return b.page.Context(ctx).Screenshot(false, nil)
}
