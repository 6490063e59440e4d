package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

var quiet = slog.New(slog.DiscardHandler)

// starter hands out fake browsers and counts them.
type starter struct {
	started []*fakeProvider
	fail    error
	hold    chan struct{} // when set, a start waits for it
	began   chan struct{} // when set, a start sends to it
}

func (s *starter) start(ctx context.Context) (browser.Provider, error) {
	if s.began != nil {
		s.began <- struct{}{}
	}
	if s.hold != nil {
		select {
		case <-s.hold:
		case <-ctx.Done():
			return nil, canceled(ctx)
		}
	}
	if s.fail != nil {
		return nil, s.fail
	}
	p := &fakeProvider{}
	s.started = append(s.started, p)
	return p, nil
}

func TestStartsOnce(t *testing.T) {
	s := &starter{}
	l := newLazy(s.start, quiet)
	if len(s.started) != 0 {
		t.Fatal("it started before it was needed")
	}
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if _, err := l.Tabs(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(s.started) != 1 {
		t.Fatalf("%d browsers", len(s.started))
	}
	for range 2 {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if s.started[0].closed != 1 {
		t.Errorf("closed %d times", s.started[0].closed)
	}
	if _, err := l.Tabs(t.Context()); !errors.Is(err, browser.ErrConnectionLost) || len(s.started) != 1 {
		t.Errorf("after Close: %v, %d browsers", err, len(s.started))
	}
}

func TestFailedStart(t *testing.T) {
	s := &starter{fail: &browser.Error{Code: browser.CodeUnavailable, Hint: "Install Chromium."}}
	l := newLazy(s.start, quiet)
	if _, err := l.Open(t.Context(), browser.OpenRequest{}); !errors.Is(err, browser.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	s.fail = nil
	if _, err := l.Open(t.Context(), browser.OpenRequest{}); err != nil {
		t.Errorf("a failed start was kept: %v", err)
	}
}

// Who waits for a start can give up; a start that was given up is no reason
// for the next one to fail.
func TestStartHonoursContexts(t *testing.T) {
	s := &starter{hold: make(chan struct{}), began: make(chan struct{}, 1)}
	l := newLazy(s.start, quiet)
	first, cancelFirst := context.WithCancel(t.Context())
	second, cancelSecond := context.WithCancel(t.Context())
	errs := make(chan error)
	go func() { _, err := l.Tabs(first); errs <- err }()
	<-s.began
	go func() { _, err := l.Tabs(second); errs <- err }()
	cancelSecond()
	if err := <-errs; !errors.Is(err, browser.ErrCanceled) {
		t.Errorf("the one that waits: %v", err)
	}
	cancelFirst()
	if err := <-errs; !errors.Is(err, browser.ErrCanceled) {
		t.Errorf("the one that starts: %v", err)
	}
	close(s.hold)
	if _, err := l.Tabs(t.Context()); err != nil {
		t.Errorf("the next: %v", err)
	}
}

func TestLostBrowserIsStartedAnew(t *testing.T) {
	s := &starter{}
	l := newLazy(s.start, quiet)
	calls := map[string]func() error{
		"page":     func() error { _, err := l.Page(t.Context(), "T"); return err },
		"tabs":     func() error { _, err := l.Tabs(t.Context()); return err },
		"activate": func() error { return l.Activate(t.Context(), "T") },
		"close":    func() error { return l.CloseTab(t.Context(), "T") },
	}
	for name, call := range calls {
		if err := call(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		last := s.started[len(s.started)-1]
		last.fail(&browser.Error{Code: browser.CodeConnectionLost, Message: "gone"})
		err := call()
		if e := browser.AsError(err); e == nil || e.Code != browser.CodeConnectionLost || e.Hint == "" {
			t.Errorf("%s: got %v", name, err)
		}
		if last.closed != 1 {
			t.Errorf("%s: the lost browser was closed %d times", name, last.closed)
		}
		if err := call(); err != nil {
			t.Errorf("%s: with a new browser: %v", name, err)
		}
	}
	n := len(s.started)
	s.started[n-1].fail(&browser.Error{Code: browser.CodeConnectionLost, Message: "gone"})
	if _, err := l.Open(t.Context(), browser.OpenRequest{}); err != nil || len(s.started) != n+1 {
		t.Errorf("open: %v, %d new browsers", err, len(s.started)-n)
	}
	other := &browser.Error{Code: browser.CodeNavigationFailed}
	s.started[n].fail(other)
	if _, err := l.Open(t.Context(), browser.OpenRequest{}); err != error(other) || len(s.started) != n+1 {
		t.Errorf("another error: %v, %d new browsers", err, len(s.started)-n-1)
	}
}
