package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// shop serves a page that changes when it is used, and one to go to.
func shop(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/done" {
			_, _ = io.WriteString(w, "<!doctype html><title>Done</title><h1>Thank you</h1><a href=/>Back</a>")
			return
		}
		_, _ = io.WriteString(w, `<!doctype html><title>Shop</title><h1>Shop</h1>
<form action=/done><label>Name <input name=name></label> <label>Password <input name=pw type=password></label>
<button type=button onclick="list.insertAdjacentHTML('beforeend', '<li>shoes <button type=button>Remove</button>')">Add shoes</button>
<ul id=list></ul><button>Pay</button></form>
<iframe srcdoc="<button>Inside</button>"></iframe>`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// buy is an agent's errand: everything that it was told, as text.
func buy(t testing.TB, host transport.Host, url, password string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	p, err := provider.New(ctx, host)
	if err != nil {
		t.Fatal(err)
	}
	page, err := p.Open(ctx, browser.OpenRequest{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	look := func() *browser.Snapshot {
		t.Helper()
		s, err := page.Snapshot(ctx, browser.SnapshotRequest{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&told, s)
		return s
	}
	tell := func(r fmt.Stringer, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&told, r)
	}
	fill := func(s *browser.Snapshot, name, value string) {
		t.Helper()
		ref, err := s.Ref("textbox", name)
		if err != nil {
			t.Fatal(err)
		}
		tell(page.Fill(ctx, browser.FillRequest{Ref: ref, Value: value}))
	}
	click := func(s *browser.Snapshot, name string) {
		t.Helper()
		ref, err := s.Ref("button", name)
		if err != nil {
			t.Fatal(err)
		}
		tell(page.Click(ctx, browser.ClickRequest{Ref: ref}))
	}
	s := look()
	fill(s, "Name", "Ada")
	fill(s, "Password", password)
	click(s, "Add shoes")
	s = look()
	click(s, "Pay")
	look()
	tell(page.Screenshot(ctx, browser.ScreenshotRequest{}))
	if err := page.Close(ctx); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	return told.String()
}

// TestProviderReplays plays an errand of a provider strictly, with other random
// names and another secret than were recorded.
func TestProviderReplays(t *testing.T) {
	url := shop(t)
	const password = "correct horse"
	var b bytes.Buffer
	rec, err := replay.Record(testbrowser.Launch(t), &b, replay.WithSecrets(password))
	if err != nil {
		t.Fatal(err)
	}
	want := buy(t, rec, url, password)
	if err := errors.Join(rec.Close(), rec.Err()); err != nil {
		t.Fatal(err)
	}
	if text := unzip(t, b.Bytes()); bytes.Contains(text, []byte("correct")) {
		t.Error("the password is in the file")
	}
	// The address of the second page has it in it.
	want = strings.ReplaceAll(want, "correct+horse", "something+else")
	for run := range 5 {
		p := play(t, b.Bytes(), replay.WithSecrets("something else"))
		got := buy(t, p, url, "something else")
		if got != want {
			t.Errorf("run %d: told\n%s\nthe recorded one\n%s", run, got, want)
		}
		if err := p.Diverged(); err != nil {
			t.Errorf("run %d: %v", run, err)
		}
		if left := p.Unsent(); len(left) > 0 {
			t.Errorf("run %d: not sent: %q", run, left)
		}
	}
}
