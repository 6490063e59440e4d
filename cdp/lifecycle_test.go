package cdp_test

import (
	"errors"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

func TestEndOfSession(t *testing.T) {
	b, conn := dial(t)
	// PAGE has a frame, which has a worker; OTHER is of somebody else.
	b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"PAGE","targetInfo":{"targetId":"P"}}}`)
	b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"FRAME","targetInfo":{"targetId":"F"}},"sessionId":"PAGE"}`)
	b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"WORKER","targetInfo":{"targetId":"W"}},"sessionId":"FRAME"}`)
	b.sync(t, conn)
	gone, alive := []string{"PAGE", "FRAME", "WORKER"}, []string{"OTHER", ""}
	pending := map[string]*cdp.Pending{}
	listeners := map[string]*cdp.Listener{}
	for _, id := range append(gone, alive...) {
		s := conn.Session(id)
		if s != conn.Session(id) || s.ID() != id || s.Conn() != conn {
			t.Errorf("session %q is not itself", id)
		}
		pending[id], listeners[id] = s.Send(t.Context(), "A.b", nil), s.Listen()
	}
	page := conn.Session("PAGE")
	b.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"PAGE","targetId":"P"}}`)
	b.sync(t, conn)
	for _, id := range gone {
		err := pending[id].Wait(t.Context(), nil)
		se, ok := errors.AsType[*cdp.SessionError](err)
		if !errors.Is(err, cdp.ErrSessionGone) || !ok || se.SessionID != id || se.Method != "A.b" || se.Crashed {
			t.Errorf("%s: %v", id, err)
		}
		want(t, id, drain(listeners[id]), "end")
	}
	<-page.Done()
	if err := page.Err(); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("Err is %v", err)
	}
	if err := page.Call(t.Context(), "A.b", nil, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("a call after the end: %v", err)
	}
	for _, id := range alive {
		select {
		case <-pending[id].Done():
			t.Errorf("%q: settled with %v", id, pending[id].Wait(t.Context(), nil))
		default:
		}
	}
	want(t, "root", drain(listeners[""]), `/Target.detachedFromTarget{"sessionId":"PAGE","targetId":"P"}+0`)
}

// The browser may know first.
func TestSessionThatTheBrowserDoesNotHave(t *testing.T) {
	b, conn := dial(t)
	p := conn.Session("GONE").Send(t.Context(), "A.b", nil)
	b.say(`{"id":%d,"error":{"code":-32001,"message":"Session with given id not found."}}`, b.next(t).ID)
	if err := p.Wait(t.Context(), nil); !errors.Is(err, cdp.ErrSessionGone) || errors.Is(err, cdp.ErrCrashed) {
		t.Errorf("got %v", err)
	}
}

func TestCrash(t *testing.T) {
	for _, test := range []struct{ name, event string }{
		{"told to the page", `{"method":"Inspector.targetCrashed","params":{},"sessionId":"PAGE"}`},
		{"told to the browser", `{"method":"Target.targetCrashed","params":{"targetId":"P","status":"crashed","errorCode":11}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, conn := dial(t)
			b.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"PAGE","targetInfo":{"targetId":"P"}}}`)
			page := conn.Session("PAGE")
			hanging := page.Send(t.Context(), "Runtime.evaluate", nil)
			reload := page.Send(t.Context(), "Page.reload", nil)
			other := conn.Session("OTHER").Send(t.Context(), "Runtime.evaluate", nil)
			l := page.Listen()
			b.sync(t, conn)
			b.say("%s", test.event)
			if err := hanging.Wait(t.Context(), nil); !errors.Is(err, cdp.ErrCrashed) || errors.Is(err, cdp.ErrSessionGone) {
				t.Errorf("got %v", err)
			}
			if err := page.Call(t.Context(), "Runtime.evaluate", nil, nil); !errors.Is(err, cdp.ErrCrashed) {
				t.Errorf("after the crash: %v", err)
			}
			for _, p := range []*cdp.Pending{reload, other} {
				select {
				case <-p.Done():
					t.Errorf("settled with %v", p.Wait(t.Context(), nil))
				default:
				}
			}
			// The session lives on: a navigation brings the page back.
			page.Send(t.Context(), "Page.navigate", nil).Abandon()
			p := page.Send(t.Context(), "Runtime.evaluate", nil)
			var c command
			for c.Method != "Page.navigate" {
				c = b.next(t)
			}
			b.say(`{"id":%d,"result":{}}`, b.next(t).ID)
			if err := p.Wait(t.Context(), nil); err != nil {
				t.Errorf("after the navigation: %v", err)
			}
			l.Close()
		})
	}
	t.Run("somebody else reloads", func(t *testing.T) {
		b, conn := dial(t)
		page := conn.Session("PAGE")
		b.say(`{"method":"Inspector.targetCrashed","params":{},"sessionId":"PAGE"}`)
		b.say(`{"method":"Inspector.targetReloadedAfterCrash","params":{},"sessionId":"PAGE"}`)
		b.sync(t, conn)
		p := page.Send(t.Context(), "Runtime.evaluate", nil)
		b.say(`{"id":%d,"result":{}}`, b.next(t).ID)
		if err := p.Wait(t.Context(), nil); err != nil {
			t.Error(err)
		}
	})
}

// A page socket says why before it is cut.
func TestDetachedRoot(t *testing.T) {
	b, conn := dial(t)
	p := conn.Session("").Send(t.Context(), "A.b", nil)
	b.say(`{"method":"Inspector.detached","params":{"reason":"target_closed"}}`)
	err := p.Wait(t.Context(), nil)
	if se, ok := errors.AsType[*cdp.SessionError](err); !ok || se.Reason != "target_closed" {
		t.Errorf("got %v", err)
	}
	b.cutNow()
	<-conn.Done()
	if err := conn.Err(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("got %v", err)
	}
}
