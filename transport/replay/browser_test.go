package replay_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/tabhost"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/transporttest"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// visit is a program: it opens a tab, goes to the page, types, clicks, reads
// and takes a picture, and returns all that it saw. typed goes into the field.
func visit(t testing.TB, host transport.Host, url, typed string) string {
	t.Helper()
	var seen strings.Builder
	conn := connect(t, host)
	targets, err := cdp.NewTargets(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := targets.Open(t.Context(), transport.OpenTab{})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&seen, "tab %s\n", tab.ID)
	page, err := targets.Attach(t.Context(), tab.ID)
	if err != nil {
		t.Fatal(err)
	}
	use(t, page, url, typed, &seen)
	if err := targets.CloseTab(t.Context(), tab.ID); err != nil {
		t.Fatal(err)
	}
	if err := targets.Close(); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	return seen.String()
}

// use is the part of the program that drives the page.
func use(t testing.TB, page *cdp.Session, url, typed string, seen *strings.Builder) {
	t.Helper()
	loads := page.Listen("Page.loadEventFired")
	logs := page.Listen("Runtime.consoleAPICalled")
	defer loads.Close()
	defer logs.Close()
	raw(t, page, "Page.enable", "")
	raw(t, page, "Runtime.enable", "{}")
	raw(t, page, "Network.enable", "{}")
	raw(t, page, "Page.navigate", string(object(t, map[string]any{"url": url})))
	next(t, loads)
	raw(t, page, "Runtime.evaluate", `{"expression":"document.getElementById('name').focus()"}`)
	raw(t, page, "Input.insertText", string(object(t, map[string]any{"text": typed})))
	raw(t, page, "Runtime.evaluate", `{"expression":"document.querySelector('button').click()"}`)
	fmt.Fprintf(seen, "log %s\n", next(t, logs).Params)
	fmt.Fprintf(seen, "page %s\n", raw(t, page, "Runtime.evaluate",
		`{"expression":"[document.title, location.href, document.getElementById('name').value].join()"}`))
	fmt.Fprintf(seen, "cookies %s\n", raw(t, page, "Network.getCookies", "{}"))
	fmt.Fprintf(seen, "picture %s\n", raw(t, page, "Page.captureScreenshot", `{"format":"png"}`))
}

// recordVisit records the program with a browser.
func recordVisit(t testing.TB, url, typed string, opts ...replay.RecordOption) (file []byte, seen string) {
	t.Helper()
	var b bytes.Buffer
	host, err := replay.Record(testbrowser.Launch(t), &b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	seen = visit(t, host, url, typed)
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	if err := host.Err(); err != nil {
		t.Fatalf("the recording is not whole: %v", err)
	}
	return b.Bytes(), seen
}

func TestReplayIsTheSession(t *testing.T) {
	url := site(t)
	file, seen := recordVisit(t, url, "red shoes")
	t.Logf("%d bytes, %d unzipped", len(file), len(unzip(t, file)))
	for run := range 2 {
		p := play(t, file)
		got := visit(t, p, url, "red shoes")
		// The cookie's value is the one thing that is not played back.
		if want := strings.ReplaceAll(seen, "cookie-value-7731", "[redacted]"); got != want || want == seen {
			t.Errorf("run %d saw\n%.2000s\nthe recorded one\n%.2000s", run, got, seen)
		}
		if left := p.Unsent(); len(left) > 0 {
			t.Errorf("run %d did not send %q", run, left)
		}
		if err := p.Close(); err != nil {
			t.Errorf("run %d: %v", run, err)
		}
		down := <-p.Events()
		if down.Kind != transport.Down || down.Err != nil {
			t.Errorf("run %d ended with %+v", run, down)
		}
	}
}

// cookiesCut takes the line of cookies out.
func cookiesCut(seen string) string {
	before, after, _ := strings.Cut(seen, "\ncookies ")
	_, after, _ = strings.Cut(after, "\n")
	return before + "\n" + after
}

func TestReplayWithAnotherServer(t *testing.T) {
	first, second := site(t), site(t)
	file, seen := recordVisit(t, first, "x")
	p := play(t, file, replay.WithTokens(`127\.0\.0\.1:[0-9]+`))
	got := visit(t, p, second, "x")
	host := strings.TrimPrefix(first, "http://")
	if strings.Contains(got, host) || !strings.Contains(got, strings.TrimPrefix(second, "http://")) {
		t.Errorf("the replay speaks of %s: %.1000s", host, got)
	}
	if want := strings.ReplaceAll(cookiesCut(seen), first, second); cookiesCut(got) != want {
		t.Errorf("saw\n%.1000s\nwant\n%.1000s", got, want)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestSecretsAreNotWritten(t *testing.T) {
	url := site(t)
	secret := `hunter2 "quoted" & <more>`
	file, seen := recordVisit(t, url, secret, replay.WithSecrets("another one", secret))
	text := string(unzip(t, file))
	for _, form := range []string{
		"hunter2", "cookie-value-7731", base64.StdEncoding.EncodeToString([]byte("cookie-value-7731")),
	} {
		if strings.Contains(text, form) {
			t.Errorf("the file has %q", form)
		}
	}
	if !strings.Contains(text, "holdfast-secret-2p") || !strings.Contains(text, "[redacted]") {
		t.Error("the file has nothing in the place of the secrets")
	}
	// Another value serves as well, and comes back where the page showed it.
	p := play(t, file, replay.WithSecrets("whatever", "open sesame"))
	got := visit(t, p, url, "open sesame")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got, `,open sesame"`) {
		t.Errorf("the page did not show the secret: %.1000s", got)
	}
	if !strings.Contains(seen, `hunter2 \"quoted\"`) {
		t.Errorf("the recorded program did not see its own secret: %.1000s", seen)
	}
}

func TestConcurrentProgramReplays(t *testing.T) {
	url := site(t)
	work := func(host transport.Host) []string {
		conn := connect(t, host)
		targets, err := cdp.NewTargets(t.Context(), conn)
		if err != nil {
			t.Fatal(err)
		}
		seen := make([]string, 4)
		pages := make([]*cdp.Session, len(seen))
		for i := range pages {
			tab, err := targets.Open(t.Context(), transport.OpenTab{})
			if err != nil {
				t.Fatal(err)
			}
			if pages[i], err = targets.Attach(t.Context(), tab.ID); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i, page := range pages {
			wg.Go(func() {
				loads := page.Listen("Page.loadEventFired")
				defer loads.Close()
				raw(t, page, "Page.enable", "")
				raw(t, page, "Page.navigate", string(object(t, map[string]any{"url": url + fmt.Sprint("/", i)})))
				next(t, loads)
				var inner sync.WaitGroup
				values := make([]string, 8)
				for k := range values {
					inner.Go(func() {
						values[k] = raw(t, page, "Runtime.evaluate",
							string(object(t, map[string]any{"expression": fmt.Sprintf("location.pathname+' %d'", k)})))
					})
				}
				inner.Wait()
				seen[i] = strings.Join(values, "\n")
			})
		}
		wg.Wait()
		if err := targets.Close(); err != nil {
			t.Error(err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
		return seen
	}
	var b bytes.Buffer
	host, err := replay.Record(testbrowser.Launch(t), &b)
	if err != nil {
		t.Fatal(err)
	}
	want := work(host)
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	for run := range 20 {
		p := play(t, b.Bytes())
		got := work(p)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("run %d, page %d:\n%s\nwant\n%s", run, i, got[i], want[i])
			}
		}
		if err := p.Close(); err != nil {
			t.Errorf("run %d: %v", run, err)
		}
	}
}

func TestTabHostReplays(t *testing.T) {
	url := site(t)
	work := func(host transport.Host) string {
		var seen strings.Builder
		tabs, ok := host.(transport.Tabs)
		if !ok {
			t.Fatal("the host has no tabs")
		}
		if _, err := host.Stream(t.Context(), ""); err == nil {
			t.Error("the host has a browser session")
		} else {
			wantKind(t, err, transport.KindUnsupported)
		}
		tab, err := tabs.Open(t.Context(), transport.OpenTab{Background: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := tabs.Activate(t.Context(), tab.ID); err != nil {
			t.Fatal(err)
		}
		s, err := host.Stream(t.Context(), tab.ID)
		if err != nil {
			t.Fatal(err)
		}
		conn := cdp.NewConn(s)
		use(t, conn.Session(""), url, "typed", &seen)
		list, err := tabs.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, tab := range list {
			fmt.Fprintf(&seen, "%s %s %s\n", tab.ID, tab.URL, tab.Title)
		}
		err = tabs.Activate(t.Context(), "no such tab")
		wantKind(t, err, transport.KindNotFound)
		fmt.Fprintf(&seen, "%v\n", err)
		if err := tabs.CloseTab(t.Context(), tab.ID); err != nil {
			t.Fatal(err)
		}
		<-conn.Done()
		fmt.Fprintf(&seen, "%v\n", conn.Err())
		for e := range host.Events() {
			// The titles in between depend on when the browser noticed them.
			if e.Kind != transport.TabChanged {
				fmt.Fprintf(&seen, "%s %s\n", e.Kind, e.Tab.ID)
			}
			if e.Kind == transport.TabClosed {
				break
			}
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
		return seen.String()
	}
	inner, err := tabhost.New(t.Context(), testbrowser.Launch(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tabs.gz")
	rec, err := replay.RecordFile(inner, path)
	if err != nil {
		t.Fatal(err)
	}
	want := work(rec)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := replay.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := work(p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if cookiesCut(got) != cookiesCut(want) {
		t.Errorf("the replay saw\n%.1000s\nthe recorded one\n%.1000s", got, want)
	}
}

func TestCrashReplays(t *testing.T) {
	browser := testbrowser.Launch(t)
	var b bytes.Buffer
	rec, err := replay.Record(browser, &b)
	if err != nil {
		t.Fatal(err)
	}
	crash := func(host transport.Host) string {
		conn := connect(t, host)
		err := conn.Session("").Call(t.Context(), "Browser.crash", nil, nil)
		wantKind(t, err, transport.KindLost)
		down := <-host.Events()
		if down.Kind != transport.Down {
			t.Errorf("got %+v, want Down", down)
		}
		wantKind(t, down.Err, transport.KindLost)
		_, err = host.Stream(t.Context(), "")
		wantKind(t, err, transport.KindLost)
		return fmt.Sprint(down.Err)
	}
	want := crash(rec)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	p := play(t, b.Bytes())
	if got := crash(p); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRecordingHostConforms(t *testing.T) {
	for _, tabs := range []bool{false, true} {
		t.Run(fmt.Sprintf("tabs %v", tabs), func(t *testing.T) {
			at := transporttest.Site(t)
			transporttest.Run(t, func(t *testing.T) transporttest.Fixture {
				browser := testbrowser.Launch(t)
				var inner transport.Host = browser
				if tabs {
					var err error
					if inner, err = tabhost.New(t.Context(), browser); err != nil {
						t.Fatal(err)
					}
				}
				host, err := replay.Record(inner, new(bytes.Buffer))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					if err := host.Close(); err != nil {
						t.Error(err)
					}
				})
				return transporttest.Fixture{
					Host: host, TabKind: tabs, Site: at, NoticesKill: true,
					Kill: func() {
						if process, err := os.FindProcess(browser.PID()); err == nil {
							_ = process.Kill()
						}
					},
				}
			})
		})
	}
}

func TestStreamOfNoTab(t *testing.T) {
	var b bytes.Buffer
	rec, err := replay.Record(testbrowser.Launch(t), &b)
	if err != nil {
		t.Fatal(err)
	}
	_, want := rec.Stream(context.WithoutCancel(t.Context()), "no such tab")
	wantKind(t, want, transport.KindNotFound)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	_, got := play(t, b.Bytes()).Stream(t.Context(), "no such tab")
	if got == nil || got.Error() != want.Error() {
		t.Errorf("got %v, want %v", got, want)
	}
}
