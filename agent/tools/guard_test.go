package tools

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
)

func TestGuardIsAskedBeforeEveryCall(t *testing.T) {
	var seen []Request
	c, fake, _ := shop(t, WithGuard(func(_ context.Context, r Request) error {
		seen = append(seen, r)
		return nil
	}))
	fake.add("T7", "Other", "http://other.test/")
	seen = nil
	for _, step := range []struct {
		tool, arguments string
		effect          Effect
		session         browser.TabID
		url, clean      string
	}{
		{"webpage_click", `{"ref":"e1","count":null}`, Input, "T1", "http://shop.test/", `{"ref":"e1"}`},
		{"webpage_fill", `{"ref":"e1","value":"x","session_id":"T7"}`, Input, "T7", "http://other.test/", `{"ref":"e1","value":"x","session_id":"T7"}`},
		{"webpage_snapshot", ``, None, "T1", "http://shop.test/", `{}`},
		{"webpage_tabs", `{"action":"list"}`, None, "T1", "http://shop.test/", `{"action":"list"}`},
		{"webpage_tabs", `{"action":"activate","tab_id":"T7"}`, Navigation, "T7", "http://other.test/", `{"action":"activate","tab_id":"T7"}`},
		{"webpage_open", `{"url":"http://x.test/"}`, Navigation, "", "", `{"url":"http://x.test/"}`},
	} {
		do(t, c, step.tool, step.arguments)
		if len(seen) != 1 {
			t.Fatalf("%s %s: asked %d times", step.tool, step.arguments, len(seen))
		}
		r := seen[0]
		if r.Tool.Name != step.tool || r.Effect != step.effect || r.Session != step.session || r.URL != step.url || string(r.Arguments) != step.clean {
			t.Errorf("%s %s: asked about %s %s %s %s %s", step.tool, step.arguments, r.Tool.Name, r.Effect, r.Session, r.URL, r.Arguments)
		}
		seen = nil
	}
}

func TestGuardRefuses(t *testing.T) {
	blocked := &browser.Error{Code: browser.CodeSiteBlocked, Message: "not there", Hint: "Stay here."}
	for _, g := range []struct {
		name   string
		answer error
		want   string
	}{
		{"in words", errors.New("the user said no"), "BROWSER_REFUSED: webpage_click was not allowed: the user said no\nDo not repeat it. Go another way, or say what you would need it for."},
		{"in an error of the contract", blocked, marked("BROWSER_SITE_BLOCKED: «not there»\nStay here.")},
	} {
		t.Run(g.name, func(t *testing.T) {
			var answer error
			c, fake, _ := shop(t, WithGuard(func(context.Context, Request) error { return answer }))
			answer = g.answer
			_, err := c.Call(t.Context(), "webpage_click", []byte(`{"ref":"e1"}`))
			if !errors.Is(err, answer) {
				t.Errorf("the error %v does not wrap the guard's", err)
			}
			if got := c.Explain(err).Text; got != g.want {
				t.Errorf("got\n%s\nwant\n%s", got, g.want)
			}
			if calls := fake.made(); len(calls) > 0 {
				t.Errorf("the browser saw %q", calls)
			}
			answer = nil
			do(t, c, "webpage_click", `{"ref":"e1"}`)
			if calls := fake.made(); len(calls) != 1 {
				t.Errorf("after the refusal the browser saw %q", calls)
			}
		})
	}
}

func TestRefusedIsARefusal(t *testing.T) {
	c, _, _ := shop(t, WithGuard(func(_ context.Context, r Request) error {
		if r.Effect.ReadOnly() || r.Effect == Navigation {
			return nil
		}
		return errors.New("look, do not touch")
	}))
	do(t, c, "webpage_snapshot", `{}`)
	if e := refuse(t, c, "webpage_press", `{"key":"Enter"}`, browser.CodeRefused); !errors.Is(e, browser.ErrRefused) {
		t.Errorf("%v is not ErrRefused", e)
	}
}

// A guard that waits for a person ends with the call.
func TestGuardEndsWithTheContext(t *testing.T) {
	waiting := make(chan struct{})
	first := true
	c, fake, _ := shop(t, WithGuard(func(ctx context.Context, _ Request) error {
		if first {
			first = false
			return nil
		}
		close(waiting)
		<-ctx.Done()
		return ctx.Err()
	}))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-waiting
		cancel()
	}()
	_, err := c.Call(ctx, "webpage_click", []byte(`{"ref":"e1"}`))
	if !errors.Is(err, browser.ErrCanceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if calls := fake.made(); len(calls) > 0 {
		t.Errorf("the browser saw %q", calls)
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	fake := newFake()
	for name, make := range map[string]func() (*Catalogue, error){
		"no provider": func() (*Catalogue, error) { return New(nil) },
		"no guard":    func() (*Catalogue, error) { return New(fake, WithGuard(nil)) },
		"no mark":     func() (*Catalogue, error) { return New(fake, WithMark(Mark{})) },
	} {
		if c, err := make(); err == nil || c != nil {
			t.Errorf("%s: got %v, %v", name, c, err)
		}
	}
}

func TestCancelledCallsDoNothing(t *testing.T) {
	c, fake, _ := shop(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range table() {
		arguments := s.required("")
		_, err := c.Call(ctx, s.Name, []byte("{"+strings.Join(arguments, ",")+"}"))
		if !errors.Is(err, browser.ErrCanceled) {
			t.Errorf("%s: got %v", s.Name, err)
		}
	}
	if calls := fake.made(); len(calls) > 0 {
		t.Errorf("the browser saw %q", calls)
	}
}

// Cancelling in the middle reaches the page, and its answer comes back.
func TestCancelWhileThePageWorks(t *testing.T) {
	for _, s := range table() {
		if !slices.ContainsFunc(s.params, func(p param) bool { return p.name == "session_id" }) || s.Name == "webpage_tabs" || s.Name == "webpage_record" {
			continue // not a tool of a page
		}
		t.Run(s.Name, func(t *testing.T) {
			c, fake, _ := shop(t)
			fake.hang = make(chan struct{})
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() {
				_, err := c.Call(ctx, s.Name, []byte("{"+strings.Join(s.required(""), ",")+"}"))
				done <- err
			}()
			select {
			case <-fake.hang: // the page has the call
			case err := <-done:
				t.Fatalf("it ended before: %v", err)
			}
			cancel()
			if err := <-done; !errors.Is(err, browser.ErrCanceled) {
				t.Errorf("got %v", err)
			}
		})
	}
}
