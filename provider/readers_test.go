package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/refs"
)

// snapshotBy takes a snapshot with a reader.
func snapshotBy(t *testing.T, page browser.Page, r browser.Reader) *browser.Snapshot {
	t.Helper()
	snap, err := page.Snapshot(within(t, 20*time.Second), browser.SnapshotRequest{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

// The case of closed shadow roots, by both readers: one ordinary snapshot has
// all of it, and everything in it can be used.
func TestCaseR03ClosedShadow(t *testing.T) {
	for _, reader := range []browser.Reader{browser.ReaderDOM, browser.ReaderAX} {
		t.Run(string(reader), func(t *testing.T) {
			page := open(t, newProvider(t), testpage.Cases(t).URL("/cases/R03-closed-shadow/"))
			snap := snapshotBy(t, page, reader)
			outline := snap.String()
			buttons, fields := 0, 0
			for line := range strings.Lines(outline) {
				switch words := strings.Fields(line); {
				case len(words) > 2 && words[1] == "button" && strings.HasPrefix(words[0], "e"):
					buttons++
				case len(words) > 2 && words[1] == "textbox" && strings.HasPrefix(words[0], "e"):
					fields++
				}
			}
			if buttons != 7 || fields != 1 || strings.Count(outline, `"Slotted save"`) != 1 {
				t.Fatalf("%d buttons and %d text boxes, want 7 and 1, the slotted one once:\n%s", buttons, fields, outline)
			}
			press := func(name string) {
				t.Helper()
				if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "button", name)}); err != nil {
					t.Error(err)
				}
			}
			for _, name := range []string{"Open save", "Closed save", "Deep save", "Parsed save", "Slotted save"} {
				press(name)
			}
			if _, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "textbox", "Code"), Value: "4111 22"}); err != nil {
				t.Error(err)
			}
			// Of the two buttons of one name, the section tells.
			_, second, _ := strings.Cut(outline, `"Second"`)
			line, _, _ := strings.Cut(second[strings.Index(second, "\n")+1:], "\n")
			r, err := refs.Parse(strings.Fields(line)[0])
			if err != nil {
				t.Fatalf("%v in %q of\n%s", err, line, outline)
			}
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: r}); err != nil {
				t.Error(err)
			}
			holds(t, page, "__result.clicks.join() === 'open,closed,deep,parsed,slotted,second'")
			holds(t, page, "__result.code === '4111 22' && __result.untrusted === 0")
		})
	}
}

// The stretch of case R05: what nothing but a listener makes a thing.
func TestCaseR05NoHint(t *testing.T) {
	for _, reader := range []browser.Reader{browser.ReaderDOM, browser.ReaderAX} {
		t.Run(string(reader), func(t *testing.T) {
			page := open(t, newProvider(t, provider.WithReader(reader)), testpage.Cases(t).URL("/cases/R05-clickable-divs/"))
			snap := snapshot(t, page)
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snap, "generic", "No hint")}); err != nil {
				t.Fatalf("%v\n%v", err, snap)
			}
			holds(t, page, "__result.clicks.join() === 'nohint'")
			if text := snap.String(); strings.Contains(text, "clickable \"Plain text\"") {
				t.Errorf("plain text has a ref:\n%s", text)
			}
		})
	}
}

// Numbers are the same whichever reader printed them.
func TestReadersShareRefs(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<!doctype html><title>Both</title><button>One</button><a href="#x">Two</a><input aria-label=Three>`))
	fast, exact := snapshotBy(t, page, browser.ReaderDOM), snapshotBy(t, page, browser.ReaderAX)
	for role, name := range map[string]string{"button": "One", "link": "Two", "textbox": "Three"} {
		if a, b := ref(t, fast, role, name), ref(t, exact, role, name); a != b {
			t.Errorf("%s %s is %v and %v", role, name, a, b)
		}
	}
}

func TestReaderOptions(t *testing.T) {
	host := newProvider(t)
	page := open(t, host, testpage.HTML(t, `<!doctype html><title>x</title><button>One</button>`))
	for name, r := range map[string]browser.SnapshotRequest{
		"no such reader": {Reader: "eyes"},
		"a region by ax": {Reader: browser.ReaderAX, Region: browser.Region{Viewport: true}},
	} {
		_, err := page.Snapshot(within(t, 10*time.Second), r)
		if !errors.Is(err, browser.ErrInvalidArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := provider.New(t.Context(), nil, provider.WithReader("eyes")); err == nil {
		t.Error("no such reader, and no error")
	}
}
