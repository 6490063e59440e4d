package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/examples/quickstart/shop"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// secretKey is the key of the scripted endpoint, which no panel may get.
const secretKey = "sk-test-0123456789abcdefghijklmnop"

// bench is a panel program with a scripted model, a shop, and a browser.
type bench struct {
	t      *testing.T
	model  *fakemodel.Server
	shop   string
	dir    string
	base   string // of the panel
	web    *web
	engine *engine
}

// newBench starts one over a browser.
func newBench(t *testing.T, p browser.Provider, script ...fakemodel.Answer) *bench {
	t.Helper()
	b := &bench{t: t, model: fakemodel.New(script...), dir: t.TempDir()}
	endpoint, shop := httptest.NewServer(b.model), httptest.NewServer(shop.Handler())
	t.Cleanup(endpoint.Close)
	t.Cleanup(shop.Close)
	b.shop = shop.URL
	env := map[string]string{"OPENAI_BASE_URL": endpoint.URL, "OPENAI_MODEL": "scripted", "OPENAI_API_KEY": secretKey}
	kept, err := openSettings(b.dir, func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	s := kept.get()
	s.Models = append([]binding{}, s.Models...)
	s.Models[0].Window, s.Models[0].Price = 128_000, model.Price{Input: 1, Output: 4}
	s.Models = append(s.Models, binding{ID: "second", Endpoint: "environment", Model: "scripted-small", Name: "Small", Window: 32_000})
	if err := kept.put(changedSettings{settings: s}); err != nil {
		t.Fatal(err)
	}
	b.start(p, kept)
	return b
}

// start serves the panel until the test ends.
func (b *bench) start(p browser.Provider, kept *kept) {
	b.t.Helper()
	l, err := listen("127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	if b.engine, err = newEngine(p, b.dir, kept, l.Addr().String()); err != nil {
		b.t.Fatal(err)
	}
	b.web, b.base = newWeb(b.engine, "", slog.New(slog.NewTextHandler(b.t.Output(), nil))), "http://"+l.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- b.web.serve(ctx, l) }()
	b.t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			b.t.Error(err)
		}
		if err := b.engine.close(); err != nil {
			b.t.Error(err)
		}
	})
}

func newProvider(t *testing.T, options ...provider.Option) browser.Provider {
	t.Helper()
	p, err := provider.New(t.Context(), testbrowser.Host(t), append(options, provider.WithSharedHost())...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// person uses the panel in a browser as a person does: by roles and names.
type person struct {
	t    *testing.T
	page browser.Page
}

// open opens a panel in a browser of a language.
func (b *bench) open(language string) *person {
	b.t.Helper()
	return b.openAt(language, b.base, browser.Viewport{Width: 1280, Height: 800})
}

func (b *bench) openAt(language, base string, viewport browser.Viewport) *person {
	b.t.Helper()
	p := newProvider(b.t, provider.WithEmulation(provider.Emulation{
		Headers: map[string]string{"Accept-Language": language}, Viewport: &viewport,
	}))
	page, err := p.Open(b.t.Context(), browser.OpenRequest{URL: b.web.link(base)})
	if err != nil {
		b.t.Fatal(err)
	}
	one := &person{b.t, page}
	b.t.Cleanup(func() {
		if b.t.Failed() {
			one.report()
		}
	})
	return one
}

// report tells what the page shows and says, and leaves a picture.
func (p *person) report() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if s, err := p.page.Snapshot(ctx, browser.SnapshotRequest{}); err == nil {
		p.t.Log(s)
	}
	if c, err := p.page.Console(ctx, browser.ConsoleRequest{}); err == nil {
		p.t.Log(c)
	}
	if dir := os.Getenv("PANEL_PICTURES"); dir != "" {
		if s, err := p.page.Screenshot(ctx, browser.ScreenshotRequest{}); err == nil {
			_ = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+".png"), s.Data, 0o600) // a help only
		}
	}
}

func (p *person) sees(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		w, err := p.page.Wait(p.t.Context(), browser.WaitRequest{Text: text, Timeout: 15 * time.Second})
		if err != nil || !w.Satisfied {
			p.t.Fatalf("%q is not shown: %v", text, err)
		}
	}
}

// shows waits until an outline of the whole page has a text, and returns it.
func (p *person) shows(text string) string {
	p.t.Helper()
	var seen string
	p.try(func(s *browser.Snapshot) error {
		if seen = s.String(); !strings.Contains(seen, text) {
			return fmt.Errorf("%s is not in\n%s", text, seen)
		}
		return nil
	})
	return seen
}

// lacks waits until an outline of the whole page lacks a text.
func (p *person) lacks(text string) {
	p.t.Helper()
	p.try(func(s *browser.Snapshot) error {
		if seen := s.String(); strings.Contains(seen, text) {
			return fmt.Errorf("%s is in\n%s", text, seen)
		}
		return nil
	})
}

// unnamed is a control that has a role and no name.
var unnamed = regexp.MustCompile(`(?m)^ *e\d+ (button|textbox|combobox|checkbox|spinbutton|tab|menuitem|clickable|meter)( ""| [^"]|$).*`)

// allNamed fails the test for controls of which a screen reader could not say what
// they are.
func (p *person) allNamed() {
	p.t.Helper()
	s, err := p.page.Snapshot(p.t.Context(), browser.SnapshotRequest{Reader: browser.ReaderAX})
	if err != nil {
		p.t.Fatal(err)
	}
	if found := unnamed.FindAllString(s.String(), -1); len(found) > 0 {
		p.t.Errorf("without a name: %q in\n%s", found, s)
	}
}

// is waits until an expression holds in the page.
func (p *person) is(what, expression string) {
	p.t.Helper()
	p.try(func(*browser.Snapshot) error {
		r, err := p.page.Execute(p.t.Context(), browser.ExecuteRequest{Code: expression})
		if err == nil && string(r.Value) != "true" {
			err = fmt.Errorf("%s: %s", what, r.Value)
		}
		return err
	})
}

// press presses keys on what has the focus.
func (p *person) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		if _, err := p.page.Press(p.t.Context(), browser.PressRequest{Key: key}); err != nil {
			p.t.Fatal(err)
		}
	}
}

// click clicks what has a role and a name; what a page does to it meanwhile is no
// reason to give up.
func (p *person) click(role, name string) {
	p.t.Helper()
	p.try(func(s *browser.Snapshot) error {
		ref, err := s.Ref(role, name)
		if err != nil {
			return err
		}
		_, err = p.page.Click(p.t.Context(), browser.ClickRequest{Ref: ref})
		return err
	})
}

func (p *person) fill(role, name, value string) {
	p.t.Helper()
	p.try(func(s *browser.Snapshot) error {
		ref, err := s.Ref(role, name)
		if err != nil {
			return err
		}
		_, err = p.page.Fill(p.t.Context(), browser.FillRequest{Ref: ref, Value: value})
		return err
	})
}

// try looks and acts until it is done: the panel may be about to show it.
func (p *person) try(act func(*browser.Snapshot) error) {
	p.t.Helper()
	var last error
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); {
		s, err := p.page.Snapshot(p.t.Context(), browser.SnapshotRequest{})
		if err != nil {
			p.t.Fatal(err)
		}
		if last = act(s); last == nil {
			return
		}
		if _, err := p.page.Wait(p.t.Context(), browser.WaitRequest{Time: 100 * time.Millisecond}); err != nil {
			p.t.Fatal(err)
		}
	}
	p.t.Fatal(last)
}

// send gives the agent a task or tells it something.
func (p *person) send(field, button, text string) {
	p.t.Helper()
	p.fill("textbox", field, text)
	p.click("button", button)
}

func (p *person) reload() {
	p.t.Helper()
	if _, err := p.page.Navigate(p.t.Context(), browser.NavigateRequest{History: browser.Reload}); err != nil {
		p.t.Fatal(err)
	}
}

// quiet fails the test for everything that went wrong on the page: an error, or
// something that its content policy has refused.
func (p *person) quiet() {
	p.t.Helper()
	c, err := p.page.Console(p.t.Context(), browser.ConsoleRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range c.Messages {
		if m.Level == "error" || m.Level == "warning" {
			p.t.Errorf("the console: %s", fmt.Sprint(m))
		}
	}
}
