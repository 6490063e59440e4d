package provider_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

const hiddenValue = "S3cr3t-9f2c!"

func secretStore(t *testing.T, sites ...string) *secret.Store {
	t.Helper()
	s, err := secret.New(secret.Secret{Name: "shop", Value: hiddenValue, Sites: sites})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tells fails when a result holds the secret, as text or as JSON.
func tells(t *testing.T, what string, v any) {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, text := range []string{fmt.Sprint(v), fmt.Sprintf("%+v", v), string(encoded)} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(hiddenValue)) {
			t.Errorf("%s tells the secret:\n%s", what, text)
		}
	}
}

func TestCaseR36Secrets(t *testing.T) {
	ctx := t.Context()
	var logged bytes.Buffer
	s := testpage.Cases(t)
	p := newProvider(t,
		provider.WithSecrets(secretStore(t, "127.0.0.1", "localhost")),
		provider.WithLogger(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	pg := open(t, p, s.URL("/cases/R36-secrets/"))
	snap := snapshot(t, pg)
	for _, field := range []string{"Password", "API key"} {
		r, err := pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", field), Value: "{{secret:shop}}"})
		if err != nil {
			t.Fatalf("%s: %v", field, err)
		}
		tells(t, "the receipt of "+field, r)
		if !strings.Contains(r.String(), "shop") {
			t.Errorf("the receipt does not name the secret: %s", r)
		}
	}
	holds(t, pg, "pw.value === 'S3cr3t-9f2c!' && key.value === 'S3cr3t-9f2c!'")
	for _, button := range []string{"Show password", "Echo"} {
		r, err := pg.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", button)})
		if err != nil {
			t.Fatal(err)
		}
		tells(t, "the receipt of "+button, r)
	}
	holds(t, pg, "pw.type === 'text' && ec.title === 'S3cr3t-9f2c!' && s1.textContent + s2.textContent === 'S3cr3t-9f2c!'")
	for _, reader := range []browser.Reader{browser.ReaderDOM, browser.ReaderAX} {
		snap, err := pg.Snapshot(ctx, browser.SnapshotRequest{Reader: reader})
		if err != nil {
			t.Fatal(err)
		}
		tells(t, "the outline", snap.String())
		if reader == browser.ReaderDOM {
			row := ""
			for line := range strings.Lines(snap.String()) {
				if strings.Contains(line, `"Password"`) {
					row = line
				}
			}
			if !strings.Contains(row, "textbox") || strings.Contains(row, "{{secret") {
				t.Errorf("the shown password's row: %q, want no value at all", row)
			}
		}
		if out := snap.String(); strings.Contains(out, "4000123412341234") || !strings.Contains(out, "you typed {{secret:shop}}") {
			t.Errorf("the outline:\n%s", out)
		}
		for _, part := range []string{"S3cr3t", "9f2c!"} {
			if strings.Contains(snap.String(), part) {
				t.Errorf("%q, half of the secret, is in the outline:\n%s", part, snap)
			}
		}
	}
	text, err := pg.Text(ctx, browser.TextRequest{})
	if err != nil {
		t.Fatal(err)
	}
	tells(t, "the text", text)
	found, err := pg.Find(ctx, browser.FindRequest{Query: "you typed"})
	if err != nil || len(found.Hits) == 0 {
		t.Fatal(found, err)
	}
	tells(t, "find", found)
	region, err := pg.Snapshot(ctx, browser.SnapshotRequest{Region: browser.Region{Viewport: true}})
	if err != nil {
		t.Fatal(err)
	}
	tells(t, "the region", region.String())
	data, err := pg.Extract(ctx, browser.ExtractRequest{})
	if err != nil {
		t.Fatal(err)
	}
	tells(t, "the data", data)
	if strings.Contains(logged.String(), hiddenValue) {
		t.Error("the log tells the secret")
	}
}

func TestSecretsInWhatAPageSays(t *testing.T) {
	ctx := t.Context()
	address := testpage.HTML(t, `<title>t</title><label>Key <input id=k></label>
<button onclick="alert('it is ' + k.value)">Alert</button>
<button onclick="document.title = k.value.toUpperCase(); history.replaceState(0, '', '?k=' + encodeURIComponent(k.value))">Route</button>
<button onclick="this.textContent = k.value">Label</button>
<button id=rest>Rest</button>
<ul id=l></ul><button onclick="l.innerHTML = k.value.match(/.{1,3}/g).map(c => '<li>' + c).join('')">Parts</button>`)
	p := newProvider(t, provider.WithSecrets(secretStore(t, "*")))
	pg := open(t, p, address)
	snap := snapshot(t, pg)
	if _, err := pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", "Key"), Value: "{{secret:shop}}"}); err != nil {
		t.Fatal(err)
	}
	holds(t, pg, "k.value === 'S3cr3t-9f2c!'")
	for _, name := range []string{"Alert", "Parts", "Label"} {
		r, err := pg.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		if err != nil {
			t.Fatal(err)
		}
		tells(t, name, r)
		if !strings.Contains(r.String(), "{{secret:shop}}") && name != "Parts" {
			t.Errorf("%s says nothing about what it showed: %s", name, r)
		}
	}
	if out := snapshot(t, pg).String(); strings.Contains(out, `"S3c"`) || strings.Contains(out, `"2c!"`) {
		t.Errorf("the parts, a row each, are shown:\n%s", out)
	}
	r, err := pg.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", "Route")})
	if err != nil {
		t.Fatal(err)
	}
	tells(t, "the route", r)
	tells(t, "the outline", snapshot(t, pg).String())
	tabs, err := p.Tabs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tells(t, "the tabs", tabs)
	// An error that names the element whose label is the secret now.
	if _, err = pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snapshot(t, pg), "button", "{{secret:shop}}"), Value: "x"}); err == nil {
		t.Fatal("a button took a value")
	}
	tells(t, "the error", err.Error()+browser.AsError(err).Text())
	tells(t, "its details", browser.AsError(err).Details)
	if !strings.Contains(err.Error(), "{{secret:shop}}") {
		t.Errorf("the error does not say which: %v", err)
	}
}

func TestSecretsAreRefused(t *testing.T) {
	ctx := t.Context()
	s := testpage.New(t)
	s.Page("/inner", `<label>Inner <input></label>`)
	address := s.Page("/", `<label>Key <input id=k value=old></label>
<iframe srcdoc="<label>Own <input></label>"></iframe><iframe src="`+s.Localhost("/inner")+`"></iframe>`)
	p := newProvider(t, provider.WithSecrets(secretStore(t, "127.0.0.1")))
	pg := open(t, p, address)
	var snap *browser.Snapshot
	eventually(t, "the frames are there", func() bool {
		snap = snapshot(t, pg)
		_, err := snap.Ref("textbox", "Inner")
		return err == nil
	})
	for _, test := range []struct{ name, field, value, reason string }{
		{"no such secret", "Key", "{{secret:other}}", string(secret.Unknown)},
		{"a frame of another site", "Inner", "{{secret:shop}}", string(secret.WrongSite)},
		{"a document without a site", "Own", "{{secret:shop}}", string(secret.WrongSite)},
		{"one of two", "Key", "{{secret:shop}}{{secret:other}}", string(secret.Unknown)},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", test.field), Value: test.value})
			e := browser.AsError(err)
			if !errors.Is(err, browser.ErrSecretRefused) || string(e.Reason) != test.reason {
				t.Fatalf("%v, want %s", err, test.reason)
			}
			tells(t, "the refusal", e.Text())
			holds(t, pg, "k.value === 'old'")
		})
	}
	if _, err := pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", "Key"), Value: "{{secret:shop}}", Keystrokes: true}); !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("typed key by key: %v", err)
	}
	if _, err := pg.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", "Key"), Value: "user:{{secret:shop}}"}); err != nil {
		t.Fatal(err)
	}
	holds(t, pg, "k.value === 'user:S3cr3t-9f2c!'")
}

// TestEveryTextOfAResultIsMasked fills every text of every type that the
// contract returns with the secret, so that a field that is added later is no
// gap.
func TestEveryTextOfAResultIsMasked(t *testing.T) {
	contract := reflect.TypeFor[browser.Page]()
	for i := range contract.NumMethod() {
		m := contract.Method(i)
		for j := range m.Type.NumOut() {
			out := m.Type.Out(j)
			if out.Kind() == reflect.Pointer {
				out = out.Elem()
			}
			if out.Kind() != reflect.Struct {
				continue
			}
			v := reflect.New(out)
			fillTexts(v.Elem(), 0)
			tells(t, m.Name, provider.MaskResult(secretStore(t, "*"), v.Interface()))
		}
	}
	e := &browser.Error{Message: hiddenValue, Hint: hiddenValue, Err: fmt.Errorf("%s: %w", hiddenValue, context.Canceled)}
	fillTexts(reflect.ValueOf(&e.Details).Elem(), 0)
	err := provider.MaskError(secretStore(t, "*"), e)
	tells(t, "an error", err)
	tells(t, "its details", browser.AsError(err).Details)
	tells(t, "its cause", errors.Unwrap(err).Error())
	if !errors.Is(err, context.Canceled) {
		t.Error("the error does not say what it is any more")
	}
}

func fillTexts(v reflect.Value, depth int) {
	if depth > 6 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString("a " + hiddenValue + " b")
		}
	case reflect.Pointer:
		if strings.HasSuffix(v.Type().String(), "outline.Outline") {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fillTexts(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			fillTexts(v.Field(i), depth+1)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`"` + hiddenValue + `"`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillTexts(v.Index(0), depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fillTexts(key, depth+1)
		fillTexts(value, depth+1)
		v.SetMapIndex(key, value)
	}
}
