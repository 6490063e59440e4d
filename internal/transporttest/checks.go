package transporttest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/transport"
)

// kind: a host has a browser session, or says that it has none and drives its
// tabs itself.
func kind(t *testing.T, f Fixture) {
	s, err := f.Host.Stream(t.Context(), "")
	if !f.TabKind {
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		return
	}
	wantKind(t, err, transport.KindUnsupported)
	if _, ok := f.Host.(transport.Tabs); !ok {
		t.Error("a tab host that does not implement transport.Tabs")
	}
}

// tabOrder: tabs are listed in the order in which they were opened, start at
// about:blank, and follow their pages.
func tabOrder(t *testing.T, f Fixture) {
	tabs := tabsOf(t, f)
	var opened []transport.TabID
	for range 3 {
		tab := open(t, tabs)
		if tab.URL != "about:blank" {
			t.Errorf("a new tab is at %q", tab.URL)
		}
		opened = append(opened, tab.ID)
	}
	if got := listed(t, tabs, opened); !slices.Equal(got, opened) {
		t.Errorf("listed %v, opened %v", got, opened)
	}
	if err := tabs.Activate(t.Context(), opened[0]); err != nil {
		t.Error(err)
	}
	if got := listed(t, tabs, opened); !slices.Equal(got, opened) {
		t.Errorf("after activating the first: listed %v, opened %v", got, opened)
	}
	navigate(t, connect(t, f, opened[1]).Session(""), f.Site+"/title")
	eventually(t, "the title in the list", func() bool {
		list, err := tabs.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(tab transport.Tab) bool { return tab.ID == opened[1] })
		return i >= 0 && list[i].URL == f.Site+"/title" && list[i].Title == titleText
	})
	if err := tabs.CloseTab(t.Context(), opened[1]); err != nil {
		t.Fatal(err)
	}
	want := []transport.TabID{opened[0], opened[2]}
	eventually(t, "the closed tab to be gone", func() bool { return slices.Equal(listed(t, tabs, opened), want) })
}

// listed returns which of the tabs are listed, in the order of the list.
func listed(t *testing.T, tabs transport.Tabs, of []transport.TabID) []transport.TabID {
	t.Helper()
	list, err := tabs.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []transport.TabID
	for _, tab := range list {
		if slices.Contains(of, tab.ID) {
			out = append(out, tab.ID)
		}
	}
	return out
}

// unknownTabs: what is not there is not found.
func unknownTabs(t *testing.T, f Fixture) {
	const nobody = "00000000000000000000000000000000"
	tabs := tabsOf(t, f)
	wantKind(t, tabs.Activate(t.Context(), nobody), transport.KindNotFound)
	wantKind(t, tabs.CloseTab(t.Context(), nobody), transport.KindNotFound)
	_, err := f.Host.Stream(t.Context(), nobody)
	wantKind(t, err, transport.KindNotFound)
}

// beforeUnload: a page cannot keep its tab open.
func beforeUnload(t *testing.T, f Fixture) {
	tab, conn, tabs := page(t, f)
	s := conn.Session("")
	navigate(t, s, f.Site+"/title")
	evaluate[bool](t, s, `addEventListener('beforeunload', e => { e.preventDefault(); e.returnValue = 'stay' }); true`)
	// Without an activation by its user a page may not ask.
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		call(t, s, "Input.dispatchMouseEvent", map[string]any{
			"type": kind, "x": 5, "y": 5, "button": "left", "clickCount": 1,
		})
	}
	if !evaluate[bool](t, s, `navigator.userActivation.hasBeenActive`) {
		t.Fatal("the click did not activate the page, so the check proves nothing")
	}
	if err := tabs.CloseTab(t.Context(), tab.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the tab to be gone", func() bool { return len(listed(t, tabs, []transport.TabID{tab.ID})) == 0 })
}

// independent: what is enabled on one stream of a tab does not reach the other,
// and ids that are used on both do not meet.
func independent(t *testing.T, f Fixture) {
	tab, first, _ := page(t, f)
	if f.OneStream {
		s, err := f.Host.Stream(t.Context(), tab.ID)
		if err == nil {
			_ = s.Close()
		}
		wantKind(t, err, transport.KindRefused)
		if got := evaluate[int](t, first.Session(""), "8"); got != 8 {
			t.Errorf("after another was refused: got %d", got)
		}
		return
	}
	second := connect(t, f, tab.ID)
	heard, unheard := first.Listen(), second.Listen()
	call(t, first.Session(""), "Runtime.enable", nil)
	if got := evaluate[int](t, second.Session(""), "console.log('x'), 7"); got != 7 {
		t.Errorf("got %d", got)
	}
	if got := evaluate[int](t, first.Session(""), "8"); got != 8 {
		t.Errorf("got %d", got)
	}
	for receive(t, heard.C(), "the console event").Method != "Runtime.consoleAPICalled" {
	}
	select {
	case e := <-unheard.C():
		t.Errorf("the second stream got %s, which only the first had asked for", e.Method)
	default:
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if got := evaluate[int](t, first.Session(""), "9"); got != 9 {
		t.Errorf("after closing the other stream: got %d", got)
	}
}

// sizes: messages are not limited in either direction.
func sizes(t *testing.T, f Fixture) {
	_, conn, _ := page(t, f)
	s := conn.Session("")
	for _, n := range []int{1, 32 << 10, 64<<10 + 1, 1 << 20, 50 << 20} {
		if got := len(evaluate[string](t, s, `'x'.repeat(`+itoa(n)+`)`)); got != n {
			t.Errorf("received %d of %d bytes", got, n)
		}
		n = min(n, 8<<20) // no command is larger
		if got := evaluate[int](t, s, `'`+strings.Repeat("x", n)+`'.length`); got != n {
			t.Errorf("sent %d of %d bytes", got, n)
		}
	}
}

// concurrent: many callers at once get each their own reply.
func concurrent(t *testing.T, f Fixture) {
	_, conn, _ := page(t, f)
	s := conn.Session("")
	const callers = 1000
	var wg sync.WaitGroup
	failed := make(chan error, callers)
	for i := range callers {
		wg.Go(func() {
			var reply struct {
				Result struct {
					Value int `json:"value"`
				} `json:"result"`
			}
			err := s.Call(t.Context(), "Runtime.evaluate", map[string]string{"expression": itoa(i)}, &reply)
			if err == nil && reply.Result.Value != i {
				err = errors.New("a reply of another call")
			}
			if err != nil {
				failed <- err
			}
		})
	}
	wg.Wait()
	close(failed)
	for err := range failed {
		t.Fatal(err)
	}
}

// closeStream: Close makes a pending Read return, is idempotent, and leaves the
// host alone.
func closeStream(t *testing.T, f Fixture) {
	tab, conn, tabs := page(t, f)
	if f.OneStream {
		tab = open(t, tabs)
	}
	s, err := f.Host.Stream(t.Context(), tab.ID)
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := s.Read()
		read <- err
	}()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wantKind(t, receive(t, read, "end of Read"), transport.KindClosed)
	wantKind(t, s.Write([]byte(`{"id":1,"method":"Page.enable"}`)), transport.KindClosed)
	_, err = s.Read()
	wantKind(t, err, transport.KindClosed)
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	if got := evaluate[int](t, conn.Session(""), "1"); got != 1 {
		t.Errorf("the other stream: got %d", got)
	}
	// What is closed makes room at once, and what was on its way stays behind.
	if got := evaluate[int](t, connect(t, f, tab.ID).Session(""), "2"); got != 2 {
		t.Errorf("a stream after it: got %d", got)
	}
}

// tabEnds: the streams of a closed tab end, those of others go on.
func tabEnds(t *testing.T, f Fixture) {
	tab, conn, tabs := page(t, f)
	other := connect(t, f, open(t, tabs).ID)
	hanging := conn.Session("").Send(t.Context(), "Runtime.evaluate", map[string]any{
		"expression": "new Promise(() => {})", "awaitPromise": true,
	})
	if err := tabs.CloseTab(t.Context(), tab.ID); err != nil {
		t.Fatal(err)
	}
	receiveClosed(t, conn.Done(), "end of the closed tab's stream")
	if err := conn.Err(); !errors.Is(err, transport.ErrLost) {
		t.Errorf("the stream ended with %v", err)
	}
	err := hanging.Wait(t.Context(), nil)
	if !errors.Is(err, transport.ErrLost) && !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("the pending call ended with %v", err)
	}
	if got := evaluate[int](t, other.Session(""), "1"); got != 1 {
		t.Errorf("the other tab: got %d", got)
	}
}

// childSessions: frames of other sites have sessions of their own on the same
// stream.
func childSessions(t *testing.T, f Fixture) {
	tab, conn, tabs := page(t, f)
	root := conn.Session("")
	attached := conn.Listen("Target.attachedToTarget")
	call(t, root, "Target.setAutoAttach", map[string]any{
		"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
	})
	navigate(t, root, f.Site+"/frames")
	e := receive(t, attached.C(), "the frame's session")
	if e.SessionID != "" {
		t.Errorf("the frame was attached on session %q, not on the root", e.SessionID)
	}
	var body struct {
		SessionID string `json:"sessionId"`
	}
	decode(t, e.Params, &body)
	child := conn.Session(body.SessionID)
	eventually(t, "the frame's document", func() bool {
		return strings.HasSuffix(evaluate[string](t, child, "location.href"), "/inner")
	})
	// It is of no use on another stream, of the same tab where that can be.
	otherTab := tab.ID
	if f.OneStream {
		otherTab = open(t, tabs).ID
	}
	other := connect(t, f, otherTab)
	if err := other.Session(body.SessionID).Call(t.Context(), "Page.enable", nil, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("another stream used the session: %v", err)
	}
	evaluate[bool](t, root, "document.querySelector('iframe').remove(), true")
	receiveClosed(t, child.Done(), "end of the frame's session")
	if err := child.Call(t.Context(), "Runtime.evaluate", map[string]string{"expression": "1"}, nil); !errors.Is(err, cdp.ErrSessionGone) {
		t.Errorf("a call to the removed frame: %v", err)
	}
}

// endedContext: nothing is opened for a caller who has gone.
func endedContext(t *testing.T, f Fixture) {
	tab, _, _ := page(t, f)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := f.Host.Stream(ctx, tab.ID); err == nil {
		t.Error("a stream in spite of the context")
		_ = s.Close()
	} else if !errors.Is(err, context.Canceled) {
		t.Errorf("the error %v does not wrap the context's", err)
	}
}

// closeHost: Close ends the streams, tells Down last, and may be called by many.
func closeHost(t *testing.T, f Fixture) {
	_, conn, _ := page(t, f)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := f.Host.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	receiveClosed(t, conn.Done(), "end of the stream")
	if err := conn.Err(); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("the stream ended with %v", err)
	}
	if down := lastEvent(t, f.Host); down.Err != nil {
		t.Errorf("Down after Close has the error %v", down.Err)
	}
	_, err := f.Host.Stream(t.Context(), "")
	wantKind(t, err, transport.KindClosed)
	if f.Survives != nil {
		f.Survives(t)
	}
}

// killed: everything that waits learns of it within a second.
func killed(t *testing.T, f Fixture) {
	_, conn, _ := page(t, f)
	hanging := conn.Session("").Send(t.Context(), "Runtime.evaluate", map[string]any{
		"expression": "new Promise(() => {})", "awaitPromise": true,
	})
	begin := time.Now()
	f.Kill()
	err := hanging.Wait(t.Context(), nil)
	if took := time.Since(begin); took > promptly {
		t.Errorf("the pending call ended after %v", took)
	}
	if !errors.Is(err, transport.ErrLost) {
		t.Errorf("the pending call ended with %v", err)
	}
	if f.NoticesKill {
		if down := lastEvent(t, f.Host); !errors.Is(down.Err, transport.ErrLost) {
			t.Errorf("Down has the error %v", down.Err)
		}
	}
	if err := f.Host.Close(); err != nil {
		t.Errorf("closing after the end: %v", err)
	}
}
