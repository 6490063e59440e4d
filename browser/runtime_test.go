package browser

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func yes(context.Context) error { return nil }

func TestChoice(t *testing.T) {
	no := func(context.Context) error { return errors.New("its program is\nnot installed") }
	env := func(value string) Choice {
		return ByEnvironment(func(name string) (string, bool) {
			if name != "HOLDFAST_PROVIDER" {
				t.Errorf("asked for %s", name)
			}
			return value, value != ""
		})
	}
	for _, tc := range []struct {
		name    string
		sources map[string]func(context.Context) error
		choices []Choice
		want    string // the source, or
		code    Code
		reason  Reason
		says    []string
	}{
		{name: "the only one", sources: map[string]func(context.Context) error{"cdp": nil}, want: "cdp"},
		{name: "the only one that can be had", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": no}, want: "cdp"},
		{
			name: "enabled is not selected", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": nil, "old": no},
			code: CodeProviderAmbiguous, says: []string{"cdp (available)", "desktop (available)", "old (not available: its program is not installed)", "HOLDFAST_PROVIDER", "WithChoice"},
		},
		{name: "by id", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": yes}, choices: []Choice{ByID("desktop")}, want: "desktop"},
		{name: "by the environment", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": yes}, choices: []Choice{ByID(""), env(" cdp ")}, want: "cdp"},
		{name: "the program goes first", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": yes}, choices: []Choice{ByID("desktop"), env("cdp")}, want: "desktop"},
		{name: "chosen is not asked", sources: map[string]func(context.Context) error{"cdp": no, "desktop": yes}, choices: []Choice{env("cdp")}, want: "cdp"},
		{
			name: "an unknown one", sources: map[string]func(context.Context) error{"cdp": yes, "desktop": yes}, choices: []Choice{env("chrome")},
			code: CodeUnavailable, reason: ReasonNoProvider, says: []string{"HOLDFAST_PROVIDER chooses", `"chrome"`, "cdp, desktop"},
		},
		{
			name: "none can be had", sources: map[string]func(context.Context) error{"cdp": no, "desktop": no},
			code: CodeUnavailable, reason: ReasonNoProvider, says: []string{"not available: its program is not installed", "HOLDFAST_PROVIDER"},
		},
		{name: "none there", code: CodeUnavailable, reason: ReasonNoProvider, says: []string{"Register"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := NewRuntime(WithChoice(tc.choices...))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			started := ""
			var ids []string
			for id := range tc.sources {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			for _, id := range ids {
				err := r.Register(Source{ID: id, Available: tc.sources[id], Start: func(context.Context) (Provider, error) {
					started += id
					return newFakeBrowser("t"), nil
				}})
				if err != nil {
					t.Fatal(err)
				}
			}
			_, err = caller(t, r, "ann").Open(t.Context(), OpenRequest{})
			wantCode(t, "open", err, tc.code, tc.reason)
			if started != tc.want {
				t.Errorf("%q was started", started)
			}
			e := AsError(err)
			for _, s := range tc.says {
				if !strings.Contains(e.Text(), s) {
					t.Errorf("the error does not say %q:\n%s", s, e.Text())
				}
			}
			if e != nil && len(e.Details.Sources) != len(ids) {
				t.Errorf("the error lists %v", e.Details.Sources)
			}
			for _, s := range r.Sources(t.Context()) {
				if s.Chosen != (s.ID == tc.want) {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

// A source that does not know whether it is available is, at once for all and
// only for a while.
func TestAvailabilityNeverBlocksLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := time.Now
		r, err := NewRuntime(WithProbe(time.Second, time.Minute), WithClock(clock))
		if err != nil {
			t.Fatal(err)
		}
		var asked atomic.Int32
		heeds := func(ctx context.Context) error { asked.Add(1); <-ctx.Done(); return ctx.Err() }
		deaf := make(chan struct{})
		for id, available := range map[string]func(context.Context) error{
			"heeds its context": heeds, "deaf": func(context.Context) error { asked.Add(1); <-deaf; return errors.New("not there") },
		} {
			err := r.Register(Source{ID: strings.ReplaceAll(id, " ", "-"), Available: available, Start: func(context.Context) (Provider, error) { return nil, errFakeStart }})
			if err != nil {
				t.Fatal(err)
			}
		}
		states := func() (available int) {
			for _, s := range r.Sources(t.Context()) {
				if s.Available {
					available++
				}
			}
			return available
		}
		begin := time.Now()
		if n := states(); n != 2 || time.Since(begin) > time.Second {
			t.Errorf("%d are available after %v", n, time.Since(begin))
		}
		synctest.Wait()
		if n := states(); n != 2 || asked.Load() != 2 {
			t.Errorf("%d are available; asked %d times", n, asked.Load())
		}
		close(deaf) // it knows at last
		synctest.Wait()
		begin = time.Now()
		if n := states(); n != 1 || asked.Load() != 2 || time.Since(begin) > 0 {
			t.Errorf("%d are available; asked %d times in %v", n, asked.Load(), time.Since(begin))
		}
		time.Sleep(time.Minute)
		states()
		if asked.Load() != 4 {
			t.Errorf("asked %d times; what was found out a minute ago is old", asked.Load())
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestStartIsLazyAndOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakeBrowser("t")
		var starts atomic.Int32
		fails := true
		r, err := NewRuntime()
		if err != nil {
			t.Fatal(err)
		}
		err = r.Register(Source{ID: "slow", Start: func(ctx context.Context) (Provider, error) {
			starts.Add(1)
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			if fails {
				return nil, errFakeStart
			}
			return f, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		ann := caller(t, r, "ann")
		if starts.Load() != 0 {
			t.Error("a browser was started before it was needed")
		}
		_, err = ann.Open(t.Context(), OpenRequest{})
		if e := AsError(err); e == nil || e.Code != CodeUnavailable || !errors.Is(err, errFakeStart) || e.Hint == "" {
			t.Errorf("a start that fails: %v", err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err = ann.Open(short, OpenRequest{}); !errors.Is(err, ErrTimeout) {
			t.Errorf("a start that takes too long: %v", err)
		}
		fails = false
		starts.Store(0)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { openPage(t, ann) })
		}
		all.Wait()
		if starts.Load() != 1 {
			t.Errorf("%d starts", starts.Load())
		}
		for range 2 {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
		if f.closed != 1 {
			t.Errorf("the browser was closed %d times", f.closed)
		}
		_, err = ann.Open(t.Context(), OpenRequest{})
		wantLost(t, "after Close", err)
		_, err = r.Caller(Caller{ID: "x"})
		wantLost(t, "after Close", err)
	})
}

// Close ends a start that is going on.
func TestCloseDuringStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := NewRuntime()
		if err != nil {
			t.Fatal(err)
		}
		err = r.Register(Source{ID: "hangs", Start: func(ctx context.Context) (Provider, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		if err != nil {
			t.Fatal(err)
		}
		ann := caller(t, r, "ann")
		ended := make(chan error)
		go func() {
			_, err := ann.Open(t.Context(), OpenRequest{})
			ended <- err
		}()
		synctest.Wait()
		go func() {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}()
		if err := <-ended; !errors.Is(err, ErrCanceled) {
			t.Errorf("the start answered %v", err)
		}
	})
}

// A browser that is killed in the middle of everything: every call answers,
// and the next page starts another one.
func TestRuntimeAfterAKill(t *testing.T) {
	browsers := make(chan *fake, 2)
	first, second := newFakeBrowser("a"), newFakeBrowser("b")
	browsers <- first
	browsers <- second
	r, err := NewRuntime()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Register(Source{ID: "fake", Start: func(context.Context) (Provider, error) { return <-browsers, nil }})
	if err != nil {
		t.Fatal(err)
	}
	ann, bob := caller(t, r, "ann"), caller(t, r, "bob")
	var pages []Page
	for range 10 {
		pages = append(pages, openPage(t, ann))
	}
	h, err := ann.Handoff(t.Context(), pages[0].ID())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var pressed atomic.Int32
	for _, p := range pages {
		all.Go(func() {
			for {
				if _, err := p.Press(t.Context(), PressRequest{Key: "x"}); err != nil {
					wantLost(t, "a call during the kill", err)
					return
				}
				pressed.Add(1)
			}
		})
	}
	until(t, func() bool { return pressed.Load() > 100 })
	first.kill()
	all.Wait()
	_, err = bob.Claim(t.Context(), ClaimRequest{Code: h.Code})
	wantLost(t, "a claim after the kill", err)
	if first.closed != 1 {
		t.Errorf("the lost browser was closed %d times", first.closed)
	}
	p := openPage(t, bob)
	if p.ID() != "b1" {
		t.Errorf("the page is %s", p.ID())
	}
	press(t, p, "x")
	_, err = pages[0].Press(t.Context(), PressRequest{})
	wantLost(t, "a page of the lost browser", err)
	if got := listed(t, ann); len(got) != 0 {
		t.Errorf("ann sees %v", got)
	}
}

// One browser of a pool being lost is no reason to close the others.
func TestRuntimeOverAPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrid(t, "a", "b")
		r, err := NewRuntime()
		if err != nil {
			t.Fatal(err)
		}
		err = r.Register(Source{ID: "grid", Start: func(context.Context) (Provider, error) { return g.pool, nil }})
		if err != nil {
			t.Fatal(err)
		}
		ann := caller(t, r, "ann")
		listed(t, ann) // both are reached now
		pages := map[string]Page{}
		for range 2 {
			p := openPage(t, ann)
			pages[string(p.ID()[:1])] = p
		}
		a := g.now["a"]
		g.set("a", nil)
		a.kill()
		wantLost(t, "a tab of the lost one", ann.Activate(t.Context(), pages["a"].ID()))
		press(t, pages["b"], "x")
		if got := listed(t, ann); len(got) != 1 {
			t.Errorf("ann sees %v", got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if g.now["b"].closed != 1 {
			t.Error("Close left a browser of the pool")
		}
	})
}

func TestNewRuntime(t *testing.T) {
	for _, o := range []RuntimeOption{
		nil, WithClock(nil), WithIdleLease(0), WithCodeLife(-1), WithProbe(0, 0), WithProbe(1, -1),
	} {
		if _, err := NewRuntime(o); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%v", err)
		}
	}
	r, err := NewRuntime()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ok := newFakeBrowser("t").source()
	if err := r.Register(ok); err != nil {
		t.Fatal(err)
	}
	for _, s := range []Source{ok, {ID: "x"}, {ID: "", Start: ok.Start}, {ID: "a b", Start: ok.Start}, {ID: "a-", Start: ok.Start}, {ID: "é", Start: ok.Start}} {
		if err := r.Register(s); !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("%q: %v", s.ID, err)
		}
	}
	empty, err := NewRuntime()
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	if err := empty.Register(Source{ID: "x", Start: func(context.Context) (Provider, error) { return nil, nil }}); err != nil {
		t.Fatal(err)
	}
	_, err = caller(t, empty, "ann").Tabs(t.Context())
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("a source that gives nothing: %v", err)
	}
}
