package provider_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

// lateness is how long after its deadline a call may answer.
const lateness = 500 * time.Millisecond

// TestCaseR40BusyThread: a page that is busy costs each call its own deadline and
// nothing else, and one that is busy for ever can be closed.
func TestCaseR40BusyThread(t *testing.T) {
	cases := testpage.Cases(t)
	p := newProvider(t)
	page := open(t, p, cases.URL("/cases/R40-busy-thread/"))
	quiet := open(t, p, testpage.HTML(t, `<!doctype html><title>Quiet</title><button onclick="window.n = 1">Go</button>`))
	snap := snapshot(t, page)
	go1 := ref(t, snapshot(t, quiet), "button", "Go")
	started := time.Now()
	r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", "Crunch 6 s")})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Unconfirmed {
		t.Errorf("the receipt must say that nobody saw the end: %s", r)
	}
	for _, tc := range []struct {
		name string
		call func(context.Context) error
	}{
		{"snapshot", func(ctx context.Context) error { _, err := page.Snapshot(ctx, browser.SnapshotRequest{}); return err }},
		{"click", func(ctx context.Context) error {
			_, err := page.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", "After")})
			return err
		}},
		{"locate", func(ctx context.Context) error {
			_, err := page.Locate(ctx, browser.LocateRequest{Ref: ref(t, snap, "button", "After")})
			return err
		}},
		{"eval", func(ctx context.Context) error {
			_, err := page.Execute(ctx, browser.ExecuteRequest{Code: "1+1"})
			return err
		}},
		{"screenshot", func(ctx context.Context) error {
			_, err := page.Screenshot(ctx, browser.ScreenshotRequest{})
			return err
		}},
	} {
		const deadline = 700 * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		start := time.Now()
		err := tc.call(ctx)
		took := time.Since(start)
		cancel()
		if time.Since(started) > 5*time.Second {
			break // the page may be free again on a slow machine
		}
		if !errors.Is(err, browser.ErrTimeout) {
			t.Errorf("%s of a busy page: %v", tc.name, err)
		}
		if took > deadline+lateness {
			t.Errorf("%s answered %v after its deadline", tc.name, took-deadline)
		}
		// Another page is not held up.
		start = time.Now()
		if _, err := quiet.Click(within(t, 5*time.Second), browser.ClickRequest{Ref: go1}); err != nil || time.Since(start) > 2*time.Second {
			t.Errorf("another page, after %v: %v", time.Since(start), err)
		}
	}
	w := wait(t, page, browser.WaitRequest{Until: browser.UntilLoad, Timeout: 20 * time.Second})
	if !w.Satisfied {
		t.Fatalf("the page is free again: %s", w)
	}
	// The late answers are dropped; the click that was given up was never sent.
	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "After")}); err != nil {
		t.Fatal(err)
	}
	holds(t, page, "__result.after === 1")

	if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Crunch for ever")}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := page.Snapshot(ctx, browser.SnapshotRequest{}); !errors.Is(err, browser.ErrTimeout) {
		t.Errorf("a snapshot of a page that is busy for ever: %v", err)
	}
	start := time.Now()
	if err := page.Close(within(t, 10*time.Second)); err != nil || time.Since(start) > 5*time.Second {
		t.Errorf("closing it took %v: %v", time.Since(start), err)
	}
	select {
	case <-page.Done():
	default:
		t.Error("the page is closed and not done")
	}
	if _, err := quiet.Click(within(t, 5*time.Second), browser.ClickRequest{Ref: go1}); err != nil {
		t.Errorf("another page afterwards: %v", err)
	}
	snapshot(t, open(t, p, cases.URL("/cases/R40-busy-thread/")))
}

// TestPageInTheBackground: a tab that is not in front is worked as any other.
func TestPageInTheBackground(t *testing.T) {
	p := newProvider(t)
	page := open(t, p, testpage.HTML(t, `<!doctype html><title>Back</title><button onclick="this.textContent='Done'">Go</button><input aria-label="Name">`))
	open(t, p, testpage.HTML(t, `<!doctype html><title>Front</title>`))
	liesBehind(t, page)
	start := time.Now()
	if r := click(t, page, "button", "Go"); r.Renamed != "Done" {
		t.Errorf("%s", r)
	}
	if r := fill(t, page, "textbox", "Name", "Ada"); r.Value == nil || *r.Value != "Ada" {
		t.Errorf("%s", r)
	}
	if w := wait(t, page, browser.WaitRequest{Text: "done"}); !w.Satisfied {
		t.Errorf("%s", w)
	}
	later(t, page, "200", "document.body.append('Later on')")
	if w := wait(t, page, browser.WaitRequest{Text: "later on"}); !w.Satisfied {
		t.Errorf("%s", w)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
