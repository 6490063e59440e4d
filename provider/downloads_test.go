package provider_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// downloaded waits for the news of a download in a receipt, or in what the next
// results tell.
func downloaded(tb testing.TB, page browser.Page, r *browser.Receipt) browser.Download {
	tb.Helper()
	all := r.Downloads
	eventually(tb, "the download has ended", func() bool {
		if len(all) > 0 && all[len(all)-1].State.Final() {
			return true
		}
		for _, e := range snapshot(tb, page).SinceLast {
			if e.Download != nil {
				all = append(all, *e.Download)
			}
		}
		return false
	})
	return all[len(all)-1]
}

func TestCaseR37Download(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "for it")
	p := launched(t, provider.WithDownloads(dir))
	page := open(t, p, testpage.Cases(t).URL("/cases/R37-download/"))
	for _, tc := range []struct {
		role, name, file string
		size             int64
	}{
		{"link", "Attachment link", "report.bin", 4096},
		{"link", "Blob", "notes.txt", 11},
		{"button", "Navigate to attachment", "nav.bin", 2048},
		{"link", "New tab attachment", "tab.bin", 1024},
		{"link", "Attachment link", "report (1).bin", 4096},
	} {
		r := click(t, page, tc.role, tc.name)
		if r.Navigated != nil || strings.Contains(r.String(), "ERR_ABORTED") {
			t.Errorf("%s: a download is no navigation and no error: %s", tc.name, r)
		}
		d := downloaded(t, page, r)
		if d.State != browser.DownloadDone || d.Size != tc.size || d.Path != filepath.Join(dir, tc.file) {
			t.Errorf("%s: %+v", tc.name, d)
		}
		if info, err := os.Stat(d.Path); err != nil || info.Size() != tc.size {
			t.Errorf("%s: the file: %v, %v", tc.name, info, err)
		}
		if tabs, err := p.Tabs(within(t, 5*time.Second)); err != nil || len(tabs) == 0 {
			t.Errorf("%v %v", tabs, err)
		}
	}
	odd := downloaded(t, page, click(t, page, "link", "Odd name"))
	if filepath.Dir(odd.Path) != dir || strings.Contains(odd.Name, "/") {
		t.Errorf("a name with a way out: %+v", odd)
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "..", "evil.txt")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file outside of the folder: %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 6 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
	holds(t, page, "document.title === 'Download' && __result.alive === true")
	r, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: evalAs[string](t, page, "new URL('/_download?name=direct.bin&size=7', location).href")})
	if err != nil || downloaded(t, page, r).Size != 7 {
		t.Errorf("navigating to a download: %v, %v", r, err)
	}
}

// TestDownloadsAreRefused: without a folder nothing is written, and it is said.
func TestDownloadsAreRefused(t *testing.T) {
	page := open(t, launched(t), testpage.Cases(t).URL("/cases/R37-download/"))
	for _, name := range []string{"Attachment link", "New tab attachment"} {
		r := click(t, page, "link", name)
		d := downloaded(t, page, r)
		if d.State != browser.DownloadRefused || d.Path != "" {
			t.Errorf("%s: %+v", name, d)
		}
		if name == "Attachment link" && !strings.Contains(r.String(), "refused: the program gave no folder") {
			t.Errorf("the receipt must say so: %s", r)
		}
	}
}

// TestDownloadsOverATabHost: pages tell where there is no browser session.
func TestDownloadsOverATabHost(t *testing.T) {
	dir := t.TempDir()
	page := open(t, over(t, tabHost(t), provider.WithDownloads(dir)), testpage.Cases(t).URL("/cases/R37-download/"))
	d := downloaded(t, page, click(t, page, "link", "Attachment link"))
	if d.State != browser.DownloadDone || d.Size != 4096 || d.Path != filepath.Join(dir, "report.bin") {
		t.Errorf("%+v", d)
	}
}

// TestLongDownload: a receipt does not wait for what takes long; its end opens a
// later result.
func TestLongDownload(t *testing.T) {
	site := testpage.Cases(t)
	finish := make(chan struct{})
	site.Handle("/long", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="long.bin"`)
		w.Header().Set("Content-Length", "20")
		w.Write([]byte("0123456789"))
		http.NewResponseController(w).Flush()
		select {
		case <-finish:
			w.Write([]byte("0123456789"))
		case <-r.Context().Done():
		}
	}))
	p := launched(t, provider.WithDownloads(t.TempDir()), provider.WithLimits(provider.Limits{Download: 200 * time.Millisecond}))
	page := open(t, p, site.Page("", `<!doctype html><title>Long</title><a href="/long">Get</a>`))
	r := click(t, page, "link", "Get")
	if len(r.Downloads) != 1 || r.Downloads[0].State != browser.DownloadRunning || r.Downloads[0].Name != "long.bin" {
		t.Fatalf("the receipt must tell that it has begun: %s", r)
	}
	close(finish)
	if d := downloaded(t, page, &browser.Receipt{}); d.State != browser.DownloadDone || d.Size != 20 {
		t.Errorf("%+v", d)
	}
}

// TestTabsThatClose: what closes by itself, or by a person, is told once.
func TestTabsThatClose(t *testing.T) {
	site := testpage.New(t)
	site.Page("/popup", `<!doctype html><title>Popup</title><button onclick="window.close()">Close me</button>`)
	p := newProvider(t)
	page := open(t, p, site.Page("/", `<!doctype html><title>Opener</title><button onclick="window.w = window.open('/popup')">Open</button><button onclick="w.close()">Shut</button>`))
	r := click(t, page, "button", "Open")
	if len(r.OpenedTabs) != 1 || !strings.HasSuffix(r.OpenedTabs[0].URL, "/popup") {
		t.Fatalf("the receipt must tell the tab and its address: %s", r)
	}
	id := r.OpenedTabs[0].ID
	closed := r.ClosedTabs
	r = click(t, page, "button", "Shut")
	closed = append(closed, r.ClosedTabs...)
	eventually(t, "the closed tab is told", func() bool {
		for _, e := range snapshot(t, page).SinceLast {
			if e.ClosedTab != nil {
				closed = append(closed, *e.ClosedTab)
			}
		}
		return len(closed) > 0
	})
	if len(closed) != 1 || closed[0].ID != id || closed[0].Opener != page.ID() {
		t.Errorf("told: %+v", closed)
	}
	// The page's own tab.
	r = click(t, page, "button", "Open")
	popup, err := p.Page(within(t, 5*time.Second), r.OpenedTabs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if r = click(t, popup, "button", "Close me"); !r.TabClosed || !strings.Contains(r.String(), "own tab closed") {
		t.Errorf("the receipt must tell that its tab is gone: %s", r)
	}
	// What the program closes is no news to it.
	r = click(t, page, "button", "Open")
	if err := p.CloseTab(within(t, 5*time.Second), r.OpenedTabs[0].ID); err != nil {
		t.Fatal(err)
	}
	if snap := snapshot(t, page); slices.ContainsFunc(snap.SinceLast, func(e browser.Event) bool { return e.ClosedTab != nil }) {
		t.Errorf("told of a tab that the program closed: %+v", snap.SinceLast)
	}
}
