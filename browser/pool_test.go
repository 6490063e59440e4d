package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// grid is a pool of fake browsers, each of which can be replaced by a new one.
type grid struct {
	pool *Pool
	mu   sync.Mutex
	now  map[string]*fake // what Start gives; nil cannot be reached
	made int              // calls of Start
}

const gridProbe = time.Minute

func newGrid(t *testing.T, names ...string) *grid {
	t.Helper()
	g := &grid{now: map[string]*fake{}}
	var members []Source
	for _, name := range names {
		g.now[name] = newFakeBrowser("t")
		members = append(members, Source{ID: name, Start: func(context.Context) (Provider, error) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.made++
			if f := g.now[name]; f != nil {
				return f, nil
			}
			return nil, errFakeStart
		}})
	}
	p, err := NewPool(members, WithPoolProbe(gridProbe, time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	g.pool = p
	return g
}

func (g *grid) set(name string, f *fake) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now[name] = f
}

// state tells the members in a line: a:2 b:1! of which b gets no new pages.
func (g *grid) state() string {
	var all []string
	for _, m := range g.pool.Members() {
		s := fmt.Sprintf("%s:%d", m.ID, m.Pages)
		if !m.Available {
			s += "!"
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func (g *grid) want(t *testing.T, state string) {
	t.Helper()
	if got := g.state(); got != state {
		t.Errorf("the pool is %s, want %s", got, state)
	}
}

func poolPage(t *testing.T, p Provider) Page {
	t.Helper()
	page, err := p.Open(t.Context(), OpenRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestPoolSharesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b", "c")
		if g.made != 0 {
			t.Error("a browser was reached before it was needed")
		}
		if _, err := g.pool.Tabs(t.Context()); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() { poolPage(t, g.pool) })
		}
		all.Wait()
		g.want(t, "a:10 b:10 c:10")
		tabs, err := g.pool.Tabs(t.Context())
		if err != nil || len(tabs) != 30 {
			t.Fatalf("%d tabs, %v", len(tabs), err)
		}
		for _, tab := range tabs[:3] {
			if !strings.HasPrefix(string(tab.ID), "a/") {
				t.Errorf("the first tabs are of %s", tab.ID)
			}
			if err := g.pool.CloseTab(t.Context(), tab.ID); err != nil {
				t.Fatal(err)
			}
		}
		g.want(t, "a:7 b:10 c:10")
		for range 3 {
			if id := poolPage(t, g.pool).ID(); !strings.HasPrefix(string(id), "a/") {
				t.Errorf("the next page is %s", id)
			}
		}
	})
}

// Everything that names a tab names it as the pool does.
func TestPoolNamesTabs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b")
		f := g.now["a"]
		if _, err := g.pool.Tabs(t.Context()); err != nil {
			t.Fatal(err)
		}
		page, err := g.pool.Page(t.Context(), "a/"+f.add(""))
		if err != nil {
			t.Fatal(err)
		}
		again, err := g.pool.Page(t.Context(), page.ID())
		if err != nil || again != page || page.ID() != "a/t1" {
			t.Errorf("%s, %v", page.ID(), err)
		}
		f.popup("t1")
		r, err := page.Click(t.Context(), ClickRequest{})
		if err != nil {
			t.Fatal(err)
		}
		late := r.SinceLast[0].OpenedTab
		if late.ID != "a/t2" || late.Opener != "a/t1" || r.OpenedTabs[0].ID != "a/t3" || r.OpenedTabs[0].Opener != "a/t1" {
			t.Errorf("%+v, %+v", late, r.OpenedTabs)
		}
		if f.tabs[1].ID != "t2" {
			t.Error("the browser's own list was written to")
		}
		tabs, err := g.pool.Tabs(t.Context())
		if err != nil || len(tabs) != 3 || tabs[1].Opener != "a/t1" || tabs[0].Opener != "" {
			t.Errorf("%+v, %v", tabs, err)
		}
		if err := g.pool.Activate(t.Context(), "a/t2"); err != nil {
			t.Error(err)
		}
		for _, id := range []TabID{"b/t1", "c/t1", "t1", "a", "a/", "/", ""} {
			_, err := g.pool.Page(t.Context(), id)
			wantCode(t, "page "+string(id), err, CodePageClosed, "")
		}
	})
}

func TestPoolTakesOutAndPutsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b")
		g.set("b", nil) // not there from the start
		a := g.now["a"]
		page := poolPage(t, g.pool)
		synctest.Wait()
		g.want(t, "a:1 b:0!")
		g.set("b", newFakeBrowser("t"))
		time.Sleep(gridProbe)
		synctest.Wait()
		g.want(t, "a:1 b:0")
		if id := poolPage(t, g.pool).ID(); id != "b/t1" {
			t.Errorf("the browser that came back got no page: %s", id)
		}

		g.set("a", nil)
		a.kill()
		_, err := page.Press(t.Context(), PressRequest{})
		wantLost(t, "a call on a page of a lost browser", err)
		synctest.Wait()
		g.want(t, "a:0! b:1")
		if a.closed != 1 {
			t.Errorf("the lost browser was closed %d times", a.closed)
		}
		for _, call := range []func() error{
			func() error { _, err := g.pool.Page(t.Context(), page.ID()); return err },
			func() error { return g.pool.Activate(t.Context(), page.ID()) },
		} {
			wantLost(t, "a tab of a lost browser", call())
		}
		for range 3 {
			if id := poolPage(t, g.pool).ID(); !strings.HasPrefix(string(id), "b/") {
				t.Errorf("a page went to %s", id)
			}
		}
		if tabs, err := g.pool.Tabs(t.Context()); err != nil || len(tabs) != 4 {
			t.Errorf("the list without the lost one: %d, %v", len(tabs), err)
		}
		time.Sleep(10 * gridProbe)
		g.want(t, "a:0! b:4")
		g.set("a", newFakeBrowser("t"))
		time.Sleep(gridProbe)
		synctest.Wait()
		g.want(t, "a:0 b:4")
	})
}

// One that is found to be lost only by opening a page in it is passed over.
func TestPoolOpenPassesOverTheLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b")
		if _, err := g.pool.Tabs(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]*fake{"a": g.now["a"], "b": g.now["b"]} {
			g.set(name, nil)
			f.kill()
			if name == "a" || name == "b" {
				page, err := g.pool.Open(t.Context(), OpenRequest{})
				switch {
				case err == nil && strings.HasPrefix(string(page.ID()), name+"/"):
					t.Errorf("a page of a lost browser: %s", page.ID())
				case err != nil:
					wantCode(t, "no browser is left", err, CodeUnavailable, "")
					if e := AsError(err); len(e.Details.Sources) != 2 || !strings.Contains(e.Message, "a (not available") {
						t.Errorf("%+v", e)
					}
				}
			}
		}
		_, err := g.pool.Tabs(t.Context())
		wantCode(t, "tabs of no browser", err, CodeUnavailable, "")
	})
}

// A slow browser gets no new pages and keeps the ones that it has.
func TestPoolSlowMember(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b")
		page := poolPage(t, g.pool)
		name, _, _ := strings.Cut(string(page.ID()), "/")
		f := g.now[name]
		f.mu.Lock()
		f.slow = make(chan struct{})
		f.mu.Unlock()
		time.Sleep(2 * gridProbe)
		if state := g.state(); !strings.Contains(state, name+":1!") {
			t.Errorf("the pool is %s", state)
		}
		for range 3 {
			if id := poolPage(t, g.pool).ID(); strings.HasPrefix(string(id), name+"/") {
				t.Errorf("a new page in the slow browser: %s", id)
			}
		}
		if _, err := page.Press(t.Context(), PressRequest{}); err != nil {
			t.Error(err)
		}
		if _, err := g.pool.Tabs(t.Context()); !errors.Is(err, ErrTimeout) {
			t.Errorf("a list that would be half: %v", err)
		}
		close(f.slow)
		time.Sleep(2 * gridProbe)
		if id := poolPage(t, g.pool).ID(); !strings.HasPrefix(string(id), name+"/") {
			t.Errorf("the browser is quick again, and the page is %s", id)
		}
	})
}

func TestPoolWaitsForTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		p, err := NewPool([]Source{{ID: "a", Start: func(ctx context.Context) (Provider, error) {
			select {
			case <-release:
				return newFakeBrowser("t"), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}}})
		if err != nil {
			t.Fatal(err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = p.Open(short, OpenRequest{})
		if !errors.Is(err, ErrTimeout) {
			t.Errorf("nothing came in time: %v", err)
		}
		_, err = p.Page(short, "a/t1")
		if !errors.Is(err, ErrTimeout) {
			t.Errorf("nothing came in time: %v", err)
		}
		close(release)
		poolPage(t, p)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		_, err = p.Open(t.Context(), OpenRequest{})
		wantLost(t, "a closed pool", err)
		_, err = p.Tabs(t.Context())
		wantLost(t, "a closed pool", err)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		unused, err := NewPool([]Source{{ID: "a", Start: func(context.Context) (Provider, error) { return nil, nil }}})
		if err != nil || unused.Close() != nil {
			t.Error("a pool that was never used")
		}
		_, err = unused.Open(t.Context(), OpenRequest{})
		wantLost(t, "a pool that was closed before it was used", err)
	})
}

func TestNewPool(t *testing.T) {
	start := func(context.Context) (Provider, error) { return nil, errFakeStart }
	for _, tc := range []struct {
		name    string
		members []Source
		options []PoolOption
	}{
		{"no members", nil, nil},
		{"a slash", []Source{{ID: "a/b", Start: start}}, nil},
		{"no start", []Source{{ID: "a"}}, nil},
		{"twice", []Source{{ID: "a", Start: start}, {ID: "a", Start: start}}, nil},
		{"no interval", []Source{{ID: "a", Start: start}}, []PoolOption{WithPoolProbe(0, time.Second)}},
		{"nil", []Source{{ID: "a", Start: start}}, []PoolOption{nil}},
	} {
		if _, err := NewPool(tc.members, tc.options...); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

func wantLost(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, ErrConnectionLost) {
		t.Errorf("%s: %v", what, err)
	}
}
