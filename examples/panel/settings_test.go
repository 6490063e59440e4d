package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// put changes settings as a panel does, from those that it was told.
func (w *wire) put(id string, change func(*changedSettings)) (reply, error) {
	w.b.t.Helper()
	c := changedSettings{settings: w.b.engine.kept.get(), NewKeys: map[string]string{}}
	c.Endpoints, c.Models = slices.Clone(c.Endpoints), slices.Clone(c.Models)
	change(&c)
	r, _, err := w.say(w.b.t.Context(), id, requestSettings, c)
	return r, err
}

// No key ever goes to a panel, and each goes only to whom it was entered for.
func TestKeys(t *testing.T) {
	const other = "another-key-9876543210-zyxwvutsrqp"
	b := newBench(t, blank{}, fakemodel.Fail(401, "invalid_api_key", "the key "+secretKey+" is wrong"))
	w := &wire{b: b}
	defer w.cut()
	w.must("1", "get_settings", nil)
	keyOf := func(name string) string {
		t.Helper()
		key, err := b.engine.kept.key(name)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	var found tried
	if err := json.Unmarshal(w.must("2", "try_model", tryRequest{Model: "environment"}), &found); err != nil || found.OK || !strings.Contains(found.Text, "API key") {
		t.Errorf("a model that refuses the key: %+v, %v", found, err)
	}
	if r, err := w.put("3", func(c *changedSettings) {
		c.Endpoints = append(c.Endpoints, endpoint{ID: "new", Base: "https://api.example.com/v1"})
		c.NewKeys["new"], c.NewKeys[fastKey], c.NewKeys["nobody"] = other, "short", "not kept"
	}); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	if keyOf("endpoint new") != other || keyOf("endpoint environment") != secretKey || keyOf(fastKey) != "short" || keyOf("endpoint nobody") != "" {
		t.Error("a key is not where it belongs")
	}
	w.must("4", "get_settings", nil)
	if r, err := w.put("5", func(c *changedSettings) { c.Endpoints[1].Base = "https://evil.example/v1" }); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	if keyOf("endpoint new") != "" {
		t.Error("the key goes to another address than it was entered for")
	}
	if r, err := w.put("6", func(c *changedSettings) { c.NewKeys["environment"] = "" }); err != nil || r.Error != "" || keyOf("endpoint environment") != "" {
		t.Error("a key is not forgotten", r, err)
	}
	for _, key := range []string{secretKey, other} {
		if strings.Contains(w.all.String(), key) || strings.Contains(w.all.String(), key[:10]) {
			t.Errorf("%s went to the panel", key)
		}
		text, err := os.ReadFile(filepath.Join(b.dir, "settings.json"))
		if err != nil || strings.Contains(string(text), key) {
			t.Errorf("%s stands in the settings, %v", key, err)
		}
	}
	if !strings.Contains(w.all.String(), `"new":"…srqp"`) || !strings.Contains(w.all.String(), `"fast-path":"…"`) {
		t.Error("there is no hint which keys there are")
	}
	if stat, err := os.Stat(filepath.Join(b.dir, "keys.json")); err != nil || runtime.GOOS != "windows" && stat.Mode().Perm() != 0o600 {
		t.Errorf("others may read the keys: %v, %v", stat.Mode(), err)
	}
}

func TestWrongSettings(t *testing.T) {
	b := newBench(t, blank{})
	w := &wire{b: b}
	defer w.cut()
	before := b.engine.kept.get()
	for name, change := range map[string]func(*changedSettings){
		"an address with a password":   func(c *changedSettings) { c.Endpoints[0].Base = "https://user:password@example.com" },
		"an address of a file":         func(c *changedSettings) { c.Endpoints[0].Base = "file:///etc/passwd" },
		"two services of one id":       func(c *changedSettings) { c.Endpoints = append(c.Endpoints, c.Endpoints[0]) },
		"a model of no service":        func(c *changedSettings) { c.Endpoints = nil },
		"a model without a name":       func(c *changedSettings) { c.Models[0].Model = " " },
		"two models of one id":         func(c *changedSettings) { c.Models[1].ID = c.Models[0].ID },
		"a price below 0":              func(c *changedSettings) { c.Models[0].Price.Input = -1 },
		"no step":                      func(c *changedSettings) { c.Advanced.Steps = 0 },
		"a language that is not known": func(c *changedSettings) { c.Advanced.Language = "fr" },
		"a rule that is none":          func(c *changedSettings) { c.Safety.Blocked = []string{"https://example.com/path"} },
		"a fast path in the clear":     func(c *changedSettings) { c.Advanced.Fast.Base = "http://example.com/v1" },
		"a fast path of another kind":  func(c *changedSettings) { c.Advanced.Fast.Base = "ftp://example.com" },
	} {
		r, err := w.put(name, change)
		if err != nil || r.Error == "" {
			t.Errorf("%s is taken: %v", name, err)
		}
	}
	if after := b.engine.kept.get(); len(after.Endpoints) != len(before.Endpoints) || after.Models[0].Model != before.Models[0].Model {
		t.Error("wrong settings were kept")
	}
}

// What is set while a run is under way holds from the next one on; what is asked
// for holds at once. A program that starts again has it all, the conversation too.
func TestSettingsTakeEffect(t *testing.T) {
	goOn := make(chan struct{})
	b := newBench(t, blank{}, func(*fakemodel.Request) fakemodel.Reply {
		<-goOn
		return fakemodel.Reply{Text: planned}
	}, fakemodel.Call("webpage_open", `{"url":"`+blankURL+`"}`), fakemodel.Say("It is open."), fakemodel.Say("DONE: it is."),
		fakemodel.Call("webpage_snapshot", `{}`))
	w := &wire{b: b}
	defer w.cut()
	w.must("1", "send", event.Send{Text: "Open the page"})
	if r, err := w.put("2", func(c *changedSettings) {
		c.Safety.AllSites, c.Advanced.Steps, c.Advanced.Planner = true, 1, false
	}); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	w.must("3", "set_language", languageRequest{Language: "zh"})
	close(goOn)
	s, err := w.until(t.Context(), "the end", ended)
	if err != nil || s.Run.State != event.Done { // without a question, and with more than one step
		t.Fatal(s.Run, err)
	}
	w.must("4", "send", event.Send{Text: "Read the page"})
	s, err = w.until(t.Context(), "the second end", func(s event.Snapshot) bool { return ended(s) && len(s.Items) > 6 })
	if err != nil || s.Run.State != event.Capped || !strings.Contains(string(s.Run.Reason), "步") {
		t.Fatalf("%+v, %v", s.Run, err)
	}
	w.must("5", "set_binding", event.SetBinding{ID: "second"})

	again, err := openSettings(b.dir, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEngine(blank{}, b.dir, again, "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.close(); err != nil {
			t.Error(err)
		}
	}()
	now, ok := e.feed.Snapshot().Body.(event.Snapshot)
	if !ok || now.Bindings.Current != "second" || len(now.Items) != len(s.Items) || e.settings.Advanced.Steps != 1 {
		t.Errorf("after a new start: %+v, %d items of %d", now.Bindings, len(now.Items), len(s.Items))
	}
}

// What the agent must never use is its own panel.
func TestAgentCannotUseItsPanel(t *testing.T) {
	b := newBench(t, blank{})
	w := &wire{b: b}
	defer w.cut()
	if r, err := w.put("1", func(c *changedSettings) { c.Safety.AllSites = true }); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	b.model.Then(fakemodel.Say(planned), fakemodel.Call("webpage_open", `{"url":"`+b.base+`/"}`),
		fakemodel.Call("webpage_open", `{"url":"`+strings.Replace(b.base, "127.0.0.1", "localhost", 1)+`/"}`), fakemodel.Say("No."), fakemodel.Say("DONE: so it is."))
	w.must("2", "send", event.Send{Text: "Open the panel"})
	s, err := w.until(t.Context(), "the end", ended)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, item := range s.Items {
		c, ok := item.Content.(event.ToolCall)
		if ok {
			calls++
		}
		if ok && (c.State != event.CallRefused && c.Code != "BROWSER_SITE_BLOCKED") {
			t.Errorf("the call is %s: %s", c.State, c.Text)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls", calls)
	}
}

// Requests of a panel that are no commands of package event.
func TestRequests(t *testing.T) {
	b := newBench(t, blank{}, fakemodel.Say(planned), fakemodel.Call("webpage_open", `{"url":"`+blankURL+`"}`),
		fakemodel.Call("webpage_screenshot", `{}`), fakemodel.Say("Seen."), fakemodel.Say("DONE: it was."), fakemodel.Say("OK"))
	w := &wire{b: b}
	defer w.cut()
	if r, _, err := w.say(t.Context(), "0", "look", lookRequest{}); err != nil || r.Code != "no_page" {
		t.Error(r, err)
	}
	if r, err := w.put("1", func(c *changedSettings) { c.Safety.AllSites = true }); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	w.must("2", "send", event.Send{Text: "Look at the page"})
	s, err := w.until(t.Context(), "the end", ended)
	if err != nil {
		t.Fatal(err)
	}
	item := ""
	for _, i := range s.Items {
		if c, ok := i.Content.(event.ToolCall); ok && len(c.Images) > 0 {
			if item = i.ID; len(c.Images[0].Data) > 0 {
				t.Error("the picture came with the event")
			}
		}
	}
	var v view
	if err := json.Unmarshal(w.must("3", "picture", pictureRequest{Item: item}), &v); err != nil || string(v.Data) != "a picture" || v.MIME != "image/png" {
		t.Errorf("%+v, %v", v, err)
	}
	if err := json.Unmarshal(w.must("4", "look", lookRequest{Marks: true}), &v); err != nil || v.URL != blankURL {
		t.Errorf("%+v, %v", v, err)
	}
	for format, want := range map[string]string{"markdown": "Look at the page", "json": `"messages"`} {
		var x exported
		if err := json.Unmarshal(w.must(format, "export", exportRequest{Format: format}), &x); err != nil || !strings.Contains(x.Text, want) {
			t.Errorf("%s: %.200s, %v", format, x.Text, err)
		}
	}
	var found tried
	if err := json.Unmarshal(w.must("5", "try_model", tryRequest{Model: "second"}), &found); err != nil || !found.OK || found.Text != "OK" {
		t.Errorf("%+v, %v", found, err)
	}
	if got := string(w.must("6", "diagnose", nil)); !strings.Contains(got, `"ok":true`) {
		t.Errorf("the diagnosis is %s", got)
	}
	w.must("7", "detach", nil)
	if r, _, err := w.say(t.Context(), "8", "look", lookRequest{}); err != nil || r.Code != "no_page" {
		t.Error("a page that was let go of is shown", r, err)
	}
	if err := w.tell(t.Context(), "9", "open_settings", nil); err != nil {
		t.Fatal(err)
	}
	for opened := false; !opened; {
		m, err := w.next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		opened = m.Type == noteOpenSettings
	}
	for id, bad := range map[string][2]string{
		"a": {"export", `{"format":"pdf"}`}, "b": {"picture", `{"item":"i1"}`}, "c": {"try_model", `{"model":"none"}`}, "d": {"look", `"nonsense"`},
		"e": {"nothing", `{}`}, "f": {"set_language", `{"language":"fr"}`}, "g": {"approval", `{"id":"none","answer":"once"}`},
	} {
		if r, _, err := w.say(t.Context(), id, bad[0], json.RawMessage(bad[1])); err != nil || r.Error == "" {
			t.Errorf("%v is carried out: %v", bad, err)
		}
	}
}
