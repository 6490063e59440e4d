package provider_test

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// Frames that could not be loaded cost a snapshot nothing after the first, until
// one of them shows something else: the next snapshot has it then, whoever made
// it so.
func TestFramesThatCannotBeReadAreNotTriedAgain(t *testing.T) {
	for _, tc := range []struct {
		name    string
		address func(s *testpage.Server, path string) string
	}{
		{"another port, same process", (*testpage.Server).URL},
		{"another site, own process", (*testpage.Server).Localhost},
	} {
		t.Run(tc.name, func(t *testing.T) { unreadFrames(t, tc.address) })
	}
}

func unreadFrames(t *testing.T, address func(s *testpage.Server, path string) string) {
	s, other := testpage.New(t), testpage.New(t)
	var broken atomic.Bool
	broken.Store(true)
	other.Handle("/flaky", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() {
			hijacked, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				hijacked.Close() // no answer at all
			}
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<!doctype html><button>There now</button>`))
	}))
	far := address(other, "/flaky")
	h, page := watchedPage(t, s.Page("/", `<!doctype html><title>Frames</title><button onclick="document.querySelector('iframe').src='`+far+`?again'">Mend</button>
		<button onclick="const f = document.querySelectorAll('iframe')[1]; f.remove(); document.body.append(f)">Renew</button>`+
		strings.Repeat(`<iframe title="F" src="`+far+`" height=60></iframe>`, 6)))
	snap := shows(t, page, `iframe "F" (could not be loaded)`)
	eventually(t, "all frames are known to be shut", func() bool {
		h.commands()
		snap = snapshot(t, page)
		return len(slices.DeleteFunc(h.commands(), func(m string) bool { return m == "DOMDebugger.getEventListeners" })) == 1
	})
	if n := strings.Count(snap.String(), `iframe "F" (could not be loaded)`); n != 6 {
		t.Fatalf("%d rows of shut frames:\n%s", n, snap)
	}
	exact, err := page.Snapshot(t.Context(), browser.SnapshotRequest{Reader: browser.ReaderAX})
	if err != nil || strings.Count(exact.String(), "could not be loaded") != 6 {
		t.Errorf("the other reader: %v\n%s", err, exact)
	}
	broken.Store(false)
	if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: ref(t, snap, "button", "Mend")}); err != nil {
		t.Fatal(err)
	}
	snap = snapshot(t, page)
	if text := snap.String(); strings.Count(text, `button "There now"`) != 1 || strings.Count(text, "could not be loaded") != 5 {
		t.Fatalf("the frame that was mended is not read in the next snapshot:\n%s", text)
	}
	// The same element can show another frame: taken out and put in again.
	if _, err := page.Click(t.Context(), browser.ClickRequest{Ref: ref(t, snap, "button", "Renew")}); err != nil {
		t.Fatal(err)
	}
	snap = shows(t, page, `button "There now"`)
	eventually(t, "the renewed frame is read", func() bool {
		snap = snapshot(t, page)
		return strings.Count(snap.String(), `button "There now"`) == 2
	})
	// A frame reloads by itself, and breaks by itself.
	if _, err := provider.Evaluate(t.Context(), page, `(document.querySelectorAll('iframe')[1].src = '`+far+`?third', 1)`); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the third is read", func() bool {
		return strings.Count(snapshot(t, page).String(), `button "There now"`) == 3
	})
	broken.Store(true)
	if _, err := provider.Evaluate(t.Context(), page, `(document.querySelector('iframe').src = '`+far+`?fourth', 1)`); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the broken one says so", func() bool {
		text := snapshot(t, page).String()
		return strings.Count(text, `button "There now"`) == 2 && strings.Count(text, "could not be loaded") == 4
	})
}
