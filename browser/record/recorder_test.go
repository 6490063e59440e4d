package record_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/record"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// stage is a browser whose only action is a click, with a picture that a test
// decides on.
type stage struct {
	browser.Provider
	shot func(context.Context) (*browser.Screenshot, error)
	name string
}

func (s *stage) Page(_ context.Context, id browser.TabID) (browser.Page, error) {
	return &actor{stage: s, id: id}, nil
}

type actor struct {
	browser.UnimplementedPage
	stage *stage
	id    browser.TabID
}

func (a *actor) ID() browser.TabID     { return a.id }
func (a *actor) Done() <-chan struct{} { return nil }

func (a *actor) Click(context.Context, browser.ClickRequest) (*browser.Receipt, error) {
	return &browser.Receipt{Action: "click", Target: browser.Thing{Ref: "e1", Role: "button", Name: a.stage.name},
		Spot: &browser.Spot{X: 1e9, Y: -1e9}}, nil
}

func (a *actor) Press(context.Context, browser.PressRequest) (*browser.Receipt, error) {
	return &browser.Receipt{Action: "press"}, nil
}

func (a *actor) Screenshot(ctx context.Context, _ browser.ScreenshotRequest) (*browser.Screenshot, error) {
	return a.stage.shot(ctx)
}

// drawn is a picture of one colour.
func drawn(t *testing.T) *browser.Screenshot {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 120, 80))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	m.SetRGBA(3, 3, color.RGBA{1, 2, 3, 0xff})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return &browser.Screenshot{Data: b.Bytes(), Format: browser.PNG, Width: 120, Height: 80, Scale: 1,
		SinceLast: []browser.Event{{ClosedTab: &browser.Tab{ID: "T9"}}}}
}

func recorder(t *testing.T, p browser.Provider, options ...record.Option) *record.Recorder {
	t.Helper()
	r, err := record.New(p, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Stop() })
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

func click(t *testing.T, r *record.Recorder, id browser.TabID) *browser.Receipt {
	t.Helper()
	page, err := r.Provider().Page(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := page.Click(t.Context(), browser.ClickRequest{Ref: 1})
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// captions are those of the index of a folder.
func captions(t *testing.T, r *record.Recorder) []record.Step {
	t.Helper()
	dir := t.TempDir()
	if err := r.SaveFolder(dir, ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, record.IndexFile))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Steps []record.Step }
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all.Steps {
		data, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := jpeg.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", s.File, err)
		}
	}
	return all.Steps
}

func TestMemoryIsBounded(t *testing.T) {
	shot := drawn(t)
	s := &stage{name: "Pay", shot: func(context.Context) (*browser.Screenshot, error) { return shot, nil }}
	for _, test := range []struct {
		reason string
		option record.Option
		most   int
	}{
		{"frames", record.WithMaxFrames(3), 3},
		{"bytes", record.WithMaxBytes(2*len(shot.Data) + 1), 2},
		{"not one fits", record.WithMaxBytes(1), 0},
	} {
		r := recorder(t, s, test.option)
		const clicks = 10
		for range clicks {
			click(t, r, "T1")
		}
		got := r.Stop()
		if got.Frames != test.most || got.Frames+got.Dropped+got.Missed != clicks || got.Bytes != test.most*len(shot.Data) {
			t.Errorf("%s: %+v", test.reason, got)
		}
	}
}

// The times of a recording are those of the program's clock.
func TestClock(t *testing.T) {
	shot := drawn(t)
	s := &stage{name: "Pay", shot: func(context.Context) (*browser.Screenshot, error) { return shot, nil }}
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	var minutes atomic.Int64
	r := recorder(t, s, record.WithClock(func() time.Time { return noon.Add(time.Duration(minutes.Load()) * time.Minute) }))
	click(t, r, "T1")
	minutes.Store(1)
	click(t, r, "T1")
	r.Stop()
	steps := captions(t, r)
	if len(steps) != 2 || !steps[0].At.Equal(noon) || !steps[1].At.Equal(noon.Add(time.Minute)) {
		t.Errorf("%+v", steps)
	}
}

func TestHostileNamesStayOnTheirLine(t *testing.T) {
	shot := drawn(t)
	s := &stage{name: "Pay\n\x1b[31m\u202eevil\x00 " + strings.Repeat("long ", 100), shot: func(context.Context) (*browser.Screenshot, error) { return shot, nil }}
	r := recorder(t, s)
	click(t, r, "T1")
	page, err := r.Provider().Page(t.Context(), "T1")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"x", "Shift+X", "Control+A", "Enter"} {
		if _, err := page.Press(t.Context(), browser.PressRequest{Key: key}); err != nil {
			t.Fatal(err)
		}
	}
	r.Stop()
	steps := captions(t, r)
	if len(steps) != 5 {
		t.Fatalf("%d steps", len(steps))
	}
	if c := steps[0].Caption; strings.ContainsAny(c, "\n\x1b\u202e\x00") || len([]rune(c)) > 80 {
		t.Errorf("the caption is %q", c)
	}
	for i, want := range []string{"press a key", "press a key", "press Control+A", "press Enter"} {
		if got := steps[i+1].Caption; got != want {
			t.Errorf("caption %q instead of %q", got, want)
		}
	}
}

// A picture takes no news away, and one that fails or never comes holds nothing
// up but is told.
func TestPicturesDisturbNothing(t *testing.T) {
	shot := drawn(t)
	news := &stage{shot: func(context.Context) (*browser.Screenshot, error) { return shot, nil }}
	r := recorder(t, news)
	page, err := r.Provider().Page(t.Context(), "T1")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: 1}); err != nil {
			t.Fatal(err)
		}
	}
	r.Stop()
	fails := errors.New("no picture")
	stuck := &stage{shot: func(ctx context.Context) (*browser.Screenshot, error) { <-ctx.Done(); return nil, fails }}
	r = recorder(t, stuck, record.WithPictureTimeout(20*time.Millisecond))
	began := time.Now()
	for range 40 {
		click(t, r, "T1")
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("40 clicks took %v beside pictures that never come", took)
	}
	if got := r.Stop(); got.Missed != 40 || got.Frames != 0 {
		t.Errorf("missed pictures: %+v", got)
	}
	if err := r.WriteGIF(&bytes.Buffer{}, ""); !errors.Is(err, record.ErrEmpty) {
		t.Errorf("a GIF of nothing: %v", err)
	}
	if r.Stop().Recording || r.Start() != nil || r.Start() == nil {
		t.Error("stopping twice is nothing, starting twice is an error")
	}
}

func TestSeveralPagesAtOnce(t *testing.T) {
	shot := drawn(t)
	r := recorder(t, &stage{name: "Pay", shot: func(context.Context) (*browser.Screenshot, error) { return shot, nil }})
	var all sync.WaitGroup
	for _, id := range []browser.TabID{"T1", "T2", "T3"} {
		all.Go(func() {
			for range 5 {
				click(t, r, id)
				if err := r.WriteGIF(&bytes.Buffer{}, ""); err != nil && !errors.Is(err, record.ErrEmpty) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := r.Stop(); got.Frames != 15 {
		t.Errorf("%+v", got)
	}
}

const form = `<!doctype html><title>Form</title><body style="margin:0;background:#fff;font:16px sans-serif">
<p><label>Name <input id=n></label> <label>Password <input type=password id=p></label>
<button onclick="document.body.style.background='#0a0'">Green</button> <a href="#x" onclick="location='data:text/html,<title>Next</title>next'">Away</a>`

func TestRealBrowser(t *testing.T) {
	const value = "Ada of the secret"
	secrets, err := secret.New(secret.Secret{Name: "who", Value: value, Sites: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	host := testbrowser.Launch(t)
	p, err := provider.New(t.Context(), host, provider.WithSecrets(secrets))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := recorder(t, p, record.WithTypedText(), record.WithPictureTimeout(10*time.Second))
	page, err := r.Provider().Open(t.Context(), browser.OpenRequest{URL: testpage.HTML(t, form)})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := page.Snapshot(t.Context(), browser.SnapshotRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct{ name, value string }{{"Name", "{{secret:who}}"}, {"Password", "hunter2-secret"}} {
		ref, err := snap.Ref("textbox", f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := page.Fill(t.Context(), browser.FillRequest{Ref: ref, Value: f.value}); err != nil {
			t.Fatal(err)
		}
	}
	green, err := snap.Ref("button", "Green")
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := page.Click(t.Context(), browser.ClickRequest{Ref: green})
	if err != nil {
		t.Fatal(err)
	}
	if s := receipt.Spot; s == nil || float64(s.Box.X) > s.X || float64(s.Box.X+s.Box.Width) < s.X {
		t.Fatalf("the spot of a click is %+v", s)
	}
	if got := r.Stop(); got.Frames != 4 || got.Missed != 0 {
		t.Fatalf("%+v", got)
	}
	steps := captions(t, r)
	for i, want := range []string{"open ", "fill textbox “Name”: {{secret:who}}", "fill textbox “Password”", "click button “Green”"} {
		if got := steps[i].Caption; !strings.HasPrefix(got, want) || strings.Contains(got, "hunter2") || strings.Contains(got, value) {
			t.Errorf("caption %d is %q", i, got)
		}
	}
	var b bytes.Buffer
	if err := r.WriteGIF(&b, page.ID()); err != nil {
		t.Fatal(err)
	}
	file, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	last := file.Image[len(file.Image)-1]
	red, greens := 0, 0
	for y := last.Rect.Min.Y; y < last.Rect.Max.Y; y++ {
		for x := last.Rect.Min.X; x < last.Rect.Max.X; x++ {
			switch c := color.RGBAModel.Convert(last.At(x, y)).(color.RGBA); {
			case c.R > 200 && c.G < 80 && c.B < 80 && c.A > 0:
				red++
			case c.G > 150 && c.R < 20 && c.B < 20 && c.A > 0:
				greens++
			}
		}
	}
	if red < 100 || greens < 10_000 {
		t.Errorf("the last frame has %d pixels of the pointer's ring and %d of the new background", red, greens)
	}

	// A value that the caller writes out itself is a secret all the same.
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	name, err := snap.Ref("textbox", "Name")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.Fill(t.Context(), browser.FillRequest{Ref: name, Value: value}); err != nil {
		t.Fatal(err)
	}
	other, err := r.Provider().Open(t.Context(), browser.OpenRequest{URL: testpage.HTML(t, form) + "/" + url.PathEscape(value)})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Stop()
	for _, step := range captions(t, r) {
		if strings.Contains(step.Caption, "Ada of") || strings.Contains(step.Caption, "Ada%20of") {
			t.Errorf("the caption is %q", step.Caption)
		}
	}

	// A browser that is gone: what was recorded can be exported, nothing hangs.
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: green}); err != nil {
		t.Fatal(err)
	}
	chromium, err := os.FindProcess(host.PID())
	if err != nil {
		t.Fatal(err)
	}
	if err := chromium.Kill(); err != nil {
		t.Fatal(err)
	}
	<-page.Done()
	if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: green}); err == nil {
		t.Error("a click in a browser that is gone")
	}
	got := r.Stop()
	if got.Missed == 0 || got.Missed+got.Frames != 2 {
		t.Errorf("after the end of the browser: %+v", got)
	}
	if err := r.WriteGIF(&bytes.Buffer{}, ""); (got.Frames > 0) != (err == nil) {
		t.Errorf("%d frames: %v", got.Frames, err)
	}
}
