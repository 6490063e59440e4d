package provider_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// uploadFolder makes a folder with a.txt and b.txt, beside a file that is not in
// it.
func uploadFolder(tb testing.TB) string {
	tb.Helper()
	root := tb.TempDir()
	folder := filepath.Join(root, "allowed")
	if err := os.Mkdir(folder, 0o700); err != nil {
		tb.Fatal(err)
	}
	for _, name := range []string{"allowed/a.txt", "allowed/b.txt", "secret.txt"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return folder
}

func upload(tb testing.TB, page browser.Page, r browser.UploadRequest) *browser.Receipt {
	tb.Helper()
	receipt, err := page.Upload(within(tb, 10*time.Second), r)
	if err != nil {
		tb.Fatal(err)
	}
	return receipt
}

func TestCaseR33FileChooser(t *testing.T) {
	folder := uploadFolder(t)
	a, b := filepath.Join(folder, "a.txt"), filepath.Join(folder, "b.txt")
	page := open(t, newProvider(t, provider.WithUploadFolders(folder)), testpage.Cases(t).URL("/cases/R33-file-chooser/"))
	snap := snapshot(t, page)
	plain := ref(t, snap, "", "Plain")
	receipt := upload(t, page, browser.UploadRequest{Ref: plain, Files: []string{a}})
	if receipt.Value == nil || *receipt.Value != "a.txt" || receipt.ValueDiffers || receipt.Chooser != nil {
		t.Errorf("the receipt must tell what the field holds: %s", receipt)
	}
	upload(t, page, browser.UploadRequest{Ref: ref(t, snap, "button", "Hidden input"), Files: []string{a}})
	upload(t, page, browser.UploadRequest{Ref: ref(t, snap, "button", "Detached input"), Files: []string{"a.txt"}})
	many := ref(t, snap, "", "Many")
	upload(t, page, browser.UploadRequest{Ref: many, Files: []string{a, b}})

	// A chooser that a click opens waits for the upload.
	receipt = click(t, page, "button", "Picker")
	if receipt.Elapsed > 3*time.Second || receipt.Chooser == nil || receipt.Chooser.Multiple || !strings.Contains(receipt.String(), "file chooser: open, takes one file") {
		t.Errorf("a click that opens a chooser: %s", receipt)
	}
	if _, err := page.Screenshot(within(t, 5*time.Second), browser.ScreenshotRequest{}); err != nil {
		t.Errorf("a picture while a chooser is open: %v", err)
	}
	if _, err := page.Upload(t.Context(), browser.UploadRequest{Files: []string{a, b}}); !errors.Is(err, browser.ErrInvalidValue) {
		t.Errorf("two files for a chooser of one: %v", err)
	}
	receipt = upload(t, page, browser.UploadRequest{Files: []string{a}})
	if !strings.Contains(receipt.String(), "a.txt") {
		t.Errorf("the answer to a chooser: %s", receipt)
	}
	holds(t, page, "__result.plain === 'a.txt' && __result.hidden === 'a.txt' && __result.detached === 'a.txt' && __result.many === 'a.txt,b.txt' && __result.picker === 'a.txt'")

	evalAs[any](t, page, "hd.addEventListener('cancel', e => { window.cancelled = e.isTrusted }), 0")
	receipt = click(t, page, "button", "Hidden input")
	if receipt.Chooser == nil {
		t.Fatalf("no chooser: %s", receipt)
	}
	receipt = upload(t, page, browser.UploadRequest{})
	if receipt.Chooser != nil || len(receipt.Notes) > 0 {
		t.Errorf("a cancelled chooser: %s", receipt)
	}
	holds(t, page, "window.cancelled === true && __result.hidden === 'a.txt'")
	if _, err := page.Upload(t.Context(), browser.UploadRequest{}); !errors.Is(err, browser.ErrNotFound) {
		t.Errorf("nothing to cancel: %v", err)
	}
	receipt = click(t, page, "", "Many")
	if receipt.Chooser == nil || !receipt.Chooser.Multiple {
		t.Errorf("a chooser of several files: %s", receipt)
	}
	if events := snapshot(t, page).SinceLast; len(events) > 0 {
		t.Errorf("what the receipt told is told again: %v", events)
	}
}

func TestUploadOnlyFromAllowedFolders(t *testing.T) {
	folder := uploadFolder(t)
	secret := filepath.Join(filepath.Dir(folder), "secret.txt")
	files := []struct{ name, path, reason string }{
		{"outside", secret, "outside"},
		{"up and out", folder + "/../secret.txt", "outside"},
		{"relative, up and out", "../secret.txt", "outside"},
		{"the folder", folder, "outside"},
		{"a folder in it", filepath.Join(folder, "sub"), "missing"},
		{"no such file", filepath.Join(folder, "none.txt"), "missing"},
		{"no such file elsewhere", filepath.Join(filepath.Dir(folder), "none.txt"), "outside"},
		{"a folder whose name begins alike", folder + "2/a.txt", "outside"},
		{"empty", "", "outside"},
	}
	for _, sub := range []string{folder + "/sub", folder + "2"} {
		if err := os.Mkdir(sub, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(folder+"2/a.txt", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(secret, filepath.Join(folder, "link.txt")); err != nil {
			t.Fatal(err)
		}
		files = append(files, struct{ name, path, reason string }{"a link that leads out", filepath.Join(folder, "link.txt"), "outside"})
	}
	address := testpage.HTML(t, `<!doctype html><title>Up</title><label>File <input type=file id=f></label>`)
	page := open(t, newProvider(t, provider.WithUploadFolders(folder)), address)
	file := ref(t, snapshot(t, page), "", "File")
	for _, tc := range files {
		_, err := page.Upload(t.Context(), browser.UploadRequest{Ref: file, Files: []string{tc.path}})
		if e := browser.AsError(err); !errors.Is(err, browser.ErrFileBlocked) || string(e.Reason) != tc.reason {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	holds(t, page, "f.files.length === 0")
	upload(t, page, browser.UploadRequest{Ref: file, Files: []string{folder + "/sub/../b.txt"}})
	holds(t, page, "f.files[0].name === 'b.txt'")
	if _, err := page.Upload(t.Context(), browser.UploadRequest{Ref: file, Files: []string{"a.txt", "b.txt"}}); !errors.Is(err, browser.ErrInvalidValue) {
		t.Errorf("two files for a field of one: %v", err)
	}

	page = open(t, newProvider(t), address)
	file = ref(t, snapshot(t, page), "", "File")
	_, err := page.Upload(t.Context(), browser.UploadRequest{Ref: file, Files: []string{filepath.Join(folder, "a.txt")}})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrFileBlocked) || e.Reason != "no_folder" {
		t.Errorf("without any folder: %v", err)
	}
}

func TestUploadFoldersMustBeThere(t *testing.T) {
	_, err := provider.New(t.Context(), nil, provider.WithUploadFolders(filepath.Join(t.TempDir(), "none")))
	if !errors.Is(err, browser.ErrInvalidArgument) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestUploadsOfAllKinds uploads through what is no plain file field.
func TestUploadsOfAllKinds(t *testing.T) {
	folder := uploadFolder(t)
	page := open(t, newProvider(t, provider.WithUploadFolders(folder)), testpage.HTML(t, `<!doctype html><title>Up</title>
<label>Label <input type=file id=one hidden></label>
<label for=two style="background:#eee">Drop here or browse</label><input type=file id=two style="opacity:0;position:absolute;left:-999px">
<input type=file id=three aria-label="Own" onclick="event.preventDefault()">
<input type=file id=four aria-label="Off" disabled>
<button onclick="showOpenFilePicker().catch(e=>{window.refused=e.name})">Modern</button>
<button>Nothing</button>
<input type=file id=five aria-label="Clears" onchange="window.got=this.files[0].name;this.value=''">
<script>window.seen=[];for(const t of ['click','input','change'])addEventListener(t,e=>{if(e.target.type==='file')seen.push(t+' '+e.target.id+' '+e.isTrusted)},true)</script>`))
	snap := snapshot(t, page)
	for _, tc := range []struct{ name, id, events string }{
		{"Label", "one", "click one true,input one true,change one true"},
		{"Drop here or browse", "two", "click two true,input two true,change two true"},
		{"Own", "three", "click three true,input three true,change three true"},
	} {
		evalAs[any](t, page, "seen.length=0")
		receipt := upload(t, page, browser.UploadRequest{Ref: row(t, snap, `"`+tc.name+`"`), Files: []string{"a.txt"}})
		if got := evalAs[string](t, page, tc.id+".files[0]?.name+' '+seen"); got != "a.txt "+tc.events {
			t.Errorf("%s: the page has and heard %q, want %q: %s", tc.name, got, tc.events, receipt)
		}
	}
	if _, err := page.Upload(t.Context(), browser.UploadRequest{Ref: ref(t, snap, "", "Off"), Files: []string{"a.txt"}}); !errors.Is(err, browser.ErrNotActionable) {
		t.Errorf("a disabled field: %v", err)
	}
	_, err := page.Upload(t.Context(), browser.UploadRequest{Ref: ref(t, snap, "button", "Modern"), Files: []string{"a.txt"}})
	if e := browser.AsError(err); !errors.Is(err, browser.ErrNotActionable) || !strings.Contains(e.Message, "showOpenFilePicker") {
		t.Errorf("a chooser that cannot be answered: %v", err)
	}
	holds(t, page, "window.refused === 'AbortError'")
	if r := click(t, page, "button", "Modern"); r.Chooser == nil || !r.Chooser.Refused {
		t.Errorf("a click on it: %s", r)
	}
	if _, err := page.Upload(t.Context(), browser.UploadRequest{Ref: ref(t, snap, "button", "Nothing"), Files: []string{"a.txt"}}); !errors.Is(err, browser.ErrNotActionable) {
		t.Errorf("a button that opens nothing: %v", err)
	}
	receipt := upload(t, page, browser.UploadRequest{Ref: ref(t, snap, "", "Clears"), Files: []string{"a.txt"}})
	if !receipt.ValueDiffers || receipt.Value == nil || *receipt.Value != "" || !slices.Contains(receipt.Notes, "the file chooser got a.txt") {
		t.Errorf("a field that is emptied at once: %s", receipt)
	}
	holds(t, page, "window.got === 'a.txt'")
}
