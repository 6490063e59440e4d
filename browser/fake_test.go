package browser

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

// fake is a browser in memory.
type fake struct {
	name string // before the numbers of tabs

	mu     sync.Mutex
	tabs   []Tab
	pages  map[TabID]*fakePage
	next   int
	lost   bool
	slow   chan struct{} // what a slow browser's list of tabs waits for
	closed int
	// late are told in the next result of any page, as provider does.
	late []Event
	// opening, when it is set, is called by Open when the tab is there.
	opening func(TabID)
}

func newFakeBrowser(name string) *fake { return &fake{name: name, pages: map[TabID]*fakePage{}} }

// source is a source of the browser.
func (f *fake) source() Source {
	return Source{ID: "fake", Start: func(context.Context) (Provider, error) { return f, nil }}
}

// add opens a tab as a page or a person would.
func (f *fake) add(opener TabID) TabID {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next++
	id := TabID(fmt.Sprintf("%s%d", f.name, f.next))
	f.tabs = append(f.tabs, Tab{ID: id, Opener: opener, URL: "http://" + string(id) + ".test/"})
	f.pages[id] = &fakePage{browser: f, id: id, done: make(chan struct{}), turn: make(fakeTurn, 1)}
	return id
}

// popup is add, told late.
func (f *fake) popup(opener TabID) TabID {
	id := f.add(opener)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.late = append(f.late, Event{OpenedTab: &f.tabs[len(f.tabs)-1]})
	return id
}

// kill loses the browser with all its pages.
func (f *fake) kill() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost = true
	for id, p := range f.pages {
		close(p.done)
		delete(f.pages, id)
	}
	f.tabs = nil
}

func (f *fake) usable() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost {
		return &Error{Code: CodeConnectionLost, Message: "the browser is gone"}
	}
	return nil
}

func (f *fake) Open(ctx context.Context, r OpenRequest) (Page, error) {
	if err := f.usable(); err != nil {
		return nil, err
	}
	id := f.add("")
	if f.opening != nil {
		f.opening(id)
	}
	return f.Page(ctx, id)
}

func (f *fake) Page(_ context.Context, id TabID) (Page, error) {
	if err := f.usable(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.pages[id]; p != nil {
		return p, nil
	}
	return nil, noSuchTab(id)
}

func (f *fake) Tabs(ctx context.Context) ([]Tab, error) {
	f.mu.Lock()
	slow := f.slow
	f.mu.Unlock()
	if slow != nil {
		select {
		case <-slow:
		case <-ctx.Done():
			return nil, &Error{Code: CodeTimeout, Message: "no answer in time", Err: ctx.Err()}
		}
	}
	if err := f.usable(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.tabs), nil
}

func (f *fake) Activate(ctx context.Context, id TabID) error {
	_, err := f.Page(ctx, id)
	return err
}

func (f *fake) CloseTab(ctx context.Context, id TabID) error {
	if _, err := f.Page(ctx, id); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.pages[id]; p != nil {
		close(p.done)
		delete(f.pages, id)
	}
	f.tabs = slices.DeleteFunc(f.tabs, func(t Tab) bool { return t.ID == id })
	return nil
}

func (f *fake) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed++
	return nil
}

// fakePage writes down which calls reached it. Press, Text and Wait work.
type fakePage struct {
	UnimplementedPage
	browser *fake
	id      TabID
	done    chan struct{}

	turn fakeTurn // one call after another
	log  []string
}

// fakeTurn is a lock that synctest sees somebody wait for.
type fakeTurn chan struct{}

func (c fakeTurn) Lock()   { c <- struct{}{} }
func (c fakeTurn) Unlock() { <-c }

func (p *fakePage) ID() TabID             { return p.id }
func (p *fakePage) Done() <-chan struct{} { return p.done }
func (p *fakePage) OpenDialog() *Dialog   { return &Dialog{Kind: "alert"} }

func (p *fakePage) Close(ctx context.Context) error { return p.browser.CloseTab(ctx, p.id) }

// begin takes the turn and what came late.
func (p *fakePage) begin(what string) ([]Event, error) {
	p.turn.Lock()
	if err := p.browser.usable(); err != nil {
		p.turn.Unlock()
		return nil, err
	}
	p.log = append(p.log, what)
	p.browser.mu.Lock()
	defer p.browser.mu.Unlock()
	late := p.browser.late
	p.browser.late = nil
	return late, nil
}

func (p *fakePage) Press(_ context.Context, r PressRequest) (*Receipt, error) {
	late, err := p.begin(r.Key)
	if err != nil {
		return nil, err
	}
	defer p.turn.Unlock()
	return &Receipt{Action: "press", SinceLast: late}, nil
}

// Click opens a window and tells of it.
func (p *fakePage) Click(context.Context, ClickRequest) (*Receipt, error) {
	late, err := p.begin("click")
	if err != nil {
		return nil, err
	}
	defer p.turn.Unlock()
	id := p.browser.add(p.id)
	return &Receipt{Action: "click", SinceLast: late, OpenedTabs: []Tab{{ID: id, Opener: p.id}}}, nil
}

// Wait waits for its context, and takes until then.
func (p *fakePage) Wait(ctx context.Context, r WaitRequest) (*WaitResult, error) {
	_, err := p.begin("wait")
	if err != nil {
		return nil, err
	}
	p.turn.Unlock()
	<-ctx.Done()
	p.turn.Lock()
	defer p.turn.Unlock()
	p.log = append(p.log, "waited")
	return nil, &Error{Code: CodeCanceled, Message: "cancelled", Err: context.Cause(ctx), Details: Details{Receipt: &Receipt{Action: "wait"}}}
}

func (p *fakePage) reached() []string {
	p.turn.Lock()
	defer p.turn.Unlock()
	return slices.Clone(p.log)
}

// handClock is one that a test turns.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func newHandClock() *handClock { return &handClock{now: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) turn(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// newRuntime is a runtime over a fake browser with two callers.
func newRuntime(t *testing.T, f *fake, options ...RuntimeOption) (r *Runtime, ann, bob *View) {
	t.Helper()
	r, err := NewRuntime(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := r.Register(f.source()); err != nil {
		t.Fatal(err)
	}
	return r, caller(t, r, "ann"), caller(t, r, "bob")
}

func caller(t *testing.T, r *Runtime, id string) *View {
	t.Helper()
	v, err := r.Caller(Caller{ID: id, Label: "agent " + id})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func openPage(t *testing.T, v *View) Page {
	t.Helper()
	p, err := v.Open(t.Context(), OpenRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// handOver gives a tab from one caller to another.
func handOver(t *testing.T, from, to *View, id TabID) {
	t.Helper()
	h, err := from.Handoff(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Claim(t.Context(), ClaimRequest{Code: h.Code}); err != nil {
		t.Fatal(err)
	}
}

// wantCode checks an error's code and reason; an empty code is no error.
func wantCode(t *testing.T, what string, err error, code Code, reason Reason) {
	t.Helper()
	if code == "" {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	if e := AsError(err); e == nil || e.Code != code || e.Reason != reason {
		t.Errorf("%s: got %v; want %s %s", what, err, code, reason)
	} else if e.Hint == "" && code != CodeInvalidArgument {
		t.Errorf("%s: no hint in %v", what, err)
	}
}

// listed are the tabs of a list, each with its label.
func listed(t *testing.T, p interface {
	Tabs(context.Context) ([]Tab, error)
}) map[TabID]string {
	t.Helper()
	tabs, err := p.Tabs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := map[TabID]string{}
	for _, tab := range tabs {
		all[tab.ID] = tab.Label
	}
	return all
}

// callAll calls every method of a value that takes a context, with zero
// arguments, or id where it takes a tab; the error is given to got.
func callAll(t *testing.T, value any, id TabID, got func(method string, err error)) {
	t.Helper()
	v := reflect.ValueOf(value)
	for i := range v.NumMethod() {
		m := v.Type().Method(i)
		if m.Type.NumIn() < 2 || m.Type.In(1) != reflect.TypeFor[context.Context]() {
			continue
		}
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		for j := 2; j < m.Type.NumIn(); j++ {
			arg := reflect.New(m.Type.In(j)).Elem()
			if arg.Type() == reflect.TypeFor[TabID]() {
				arg.SetString(string(id))
			}
			in = append(in, arg)
		}
		out := v.Method(i).Call(in)
		err, _ := out[len(out)-1].Interface().(error)
		got(m.Name, err)
	}
}

var errFakeStart = errors.New("it does not start")

// Diagnose tells one check, so that who asks whom can be seen.
func (f *fake) Diagnose(context.Context) (*Diagnosis, error) {
	return &Diagnosis{OK: true, Checks: []Check{{Name: "endpoint", State: CheckOK, Detail: f.name}}}, nil
}
