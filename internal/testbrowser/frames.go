package testbrowser

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
)

// Frames are the sessions of a tab's frames in other processes, as they come,
// however deep. It is safe for concurrent use.
type Frames struct {
	mu sync.Mutex
	of map[string]*cdp.Session // by frame id
}

// AttachFrames attaches to the frames of a tab until the test ends.
func AttachFrames(tb testing.TB, tab *cdp.Session) *Frames {
	tb.Helper()
	auto := map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true, "filter": []map[string]string{{"type": "iframe"}}}
	f := &Frames{of: map[string]*cdp.Session{}}
	attached := tab.Listen("Target.attachedToTarget")
	hear(tb, attached, func(e cdp.Event) {
		var body struct {
			SessionID  string `json:"sessionId"`
			TargetInfo struct {
				TargetID string `json:"targetId"`
			} `json:"targetInfo"`
		}
		if json.Unmarshal(e.Params, &body) != nil {
			return
		}
		s := tab.Conn().Session(body.SessionID)
		if !attached.Follow(s) {
			return
		}
		s.Send(context.Background(), "Target.setAutoAttach", auto).Abandon()
		f.mu.Lock()
		defer f.mu.Unlock()
		f.of[body.TargetInfo.TargetID] = s
	})
	if err := tab.Call(tb.Context(), "Target.setAutoAttach", auto, nil); err != nil {
		tb.Fatal(err)
	}
	return f
}

// Of returns the session of a frame; nil when it has none, or had one that is
// gone.
func (f *Frames) Of(frame string) *cdp.Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.of[frame]; s != nil && s.Err() == nil {
		return s
	}
	return nil
}

// All returns the sessions that are not gone.
func (f *Frames) All() []*cdp.Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []*cdp.Session
	for _, s := range f.of {
		if s.Err() == nil {
			all = append(all, s)
		}
	}
	return all
}

// Forget drops all of them, before the tab goes to another page.
func (f *Frames) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.of)
}

// AcceptDialogs answers the dialogs of a tab as they come, until the test ends.
func AcceptDialogs(tb testing.TB, tab *cdp.Session) {
	hear(tb, tab.Listen("Page.javascriptDialogOpening"), func(cdp.Event) {
		tab.Send(context.Background(), "Page.handleJavaScriptDialog", map[string]bool{"accept": true}).Abandon()
	})
}

// hear hands the events of a listener to a function until the test ends.
func hear(tb testing.TB, l *cdp.Listener, each func(cdp.Event)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for e := range l.C() {
			each(e)
		}
	}()
	tb.Cleanup(func() {
		l.Close()
		<-done
	})
}
