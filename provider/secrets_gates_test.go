package provider_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/browser/secret"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// halves fails when a result tells the secret or a piece of it that is long
// enough to be known again.
func halves(t *testing.T, what string, v any) {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for _, text := range []string{fmt.Sprint(v), fmt.Sprintf("%+v", v), string(encoded)} {
		for i := 0; i+5 <= len(hiddenValue); i++ {
			if at := strings.Index(text, hiddenValue[i:i+5]); at >= 0 {
				t.Errorf("%s tells %q: …%s…", what, hiddenValue[i:i+5], text[max(0, at-60):min(len(text), at+60)])
				return
			}
		}
	}
}

// A text that is cut is cut where half a secret would be left, and every place
// that a page can put words is one.
func TestSecretsAtTheGates(t *testing.T) {
	ctx := within(t, 60*time.Second)
	site := testpage.New(t)
	site.Handle("/echo", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("X-Echo", r.URL.Query().Get("h"))
		if kind := r.URL.Query().Get("as"); kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		w.Write(body)
	}))
	site.Page("/popup", `<!doctype html><title>Popup</title><script>document.title = opener ? opener.k.value : ''</script>`)
	page := open(t, newProvider(t, provider.WithSecrets(secretStore(t, "*")), provider.WithDialogs(provider.AskDialogs)), site.Page("/", `<!doctype html><title>Gates</title><link rel=icon href="data:,">
<label>Key <input id=k></label><div id=d></div>
<button onclick="confirm('c'.repeat(300) + k.value)">Ask</button>
<button onclick="prompt('p', k.value)">Prompt</button>
<button onclick="window.open('/popup?' + k.value)">Popup</button>
<button id=m>Messages</button><button id=n>Requests</button><button id=w>Words</button>
<script>
const before = (n, c) => (c || 'x').repeat(n - 6) + k.value;
m.onclick = () => {
  console.log(before(2000)); console.log('%s', before(2000, 'y')); console.log({long: before(50), key: k.value}, [k.value]); console.log(before(8000, '\u200b'));
  console.error(new Error(before(2000, 'z'))); setTimeout(() => { throw new Error(k.value) }); Promise.reject(before(2000, 'q'));
  console.log(k.value.slice(0, 5), k.value.slice(5));
};
n.onclick = async () => {
  for (const [query, body] of [['h=' + encodeURIComponent(before(2000)), before(20000)], ['as=application/octet-stream', before(1500)], ['as=image/x', k.value], ['u=' + encodeURIComponent(before(39000)), '{}']])
    await (await fetch('/echo?' + query, {method: 'POST', body, headers: {'X-Mine': before(2000, 'w')}})).text();
  await fetch('data:text/plain,' + before(170)); document.title = 'asked';
};
w.onclick = () => {
  document.title = before(100);
  for (const n of [80, 100, 120, 200, 255, 256, 300, 400, 500, 1000, 1024, 2000]) {
    d.insertAdjacentHTML('beforeend', '<p></p><button></button><img src="data:," alt><a></a><select><option></option></select><textarea></textarea><table><tr><td></td></tr></table>');
    const [p, b, i, a, s, x, table] = [...d.children].slice(-7);
    p.textContent = b.textContent = i.alt = a.textContent = s[0].textContent = x.value = table.rows[0].cells[0].textContent = before(n, 'x ');
    a.href = '/' + before(n); b.title = before(n, 'v'); x.setAttribute('aria-label', before(n, 'u')); p.id = 'p' + n;
  }
};
</script>`))
	snap := snapshot(t, page)
	if _, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", "Key"), Value: "{{secret:shop}}"}); err != nil {
		t.Fatal(err)
	}
	press := func(name string) *browser.Receipt {
		t.Helper()
		r, err := page.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", name)})
		if err != nil {
			t.Fatal(err)
		}
		halves(t, name, r)
		return r
	}
	for _, name := range []string{"Ask", "Prompt"} {
		press(name)
		halves(t, "the open dialog", page.OpenDialog())
		_, err := page.Snapshot(ctx, browser.SnapshotRequest{})
		halves(t, "the error", browser.AsError(err))
		r, err := page.Dialog(ctx, browser.DialogRequest{Action: browser.DismissDialog})
		if err != nil {
			t.Fatal(err)
		}
		halves(t, "the answer to "+name, r)
	}
	press("Messages")
	written(t, page, "qqq")
	written(t, page, "Uncaught Error")
	console := consoleOf(t, page, browser.ConsoleRequest{})
	halves(t, "the console", console)
	if n := len(console.Messages); n != 8 {
		t.Errorf("%d messages, want 8: %s", n, console)
	}
	press("Requests")
	eventually(t, "all is asked for", func() bool { return evalAs[string](t, page, "document.title") == "asked" })
	requests := networkOf(t, page, browser.NetworkRequest{Limit: 100})
	halves(t, "the requests", requests)
	for _, x := range requests.Requests {
		d := networkOf(t, page, browser.NetworkRequest{RequestID: x.ID, Body: true})
		halves(t, "the request "+x.ID, d)
		halves(t, "its rows", d.Request.Rows())
	}
	press("Words")
	for _, r := range []browser.SnapshotRequest{{Full: true}, {Reader: browser.ReaderAX}, {Region: browser.Region{Viewport: true}}} {
		snap, err := page.Snapshot(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		halves(t, fmt.Sprintf("the outline %+v", r), snap.String())
	}
	for _, chars := range []int{100, 500, 1000, 5000} {
		for offset := 0; offset < 5000; offset += 97 {
			text, err := page.Text(ctx, browser.TextRequest{Offset: offset, MaxChars: chars, Links: true})
			if err != nil {
				t.Fatal(err)
			}
			halves(t, "the text", text)
			if text.Next == 0 {
				break
			}
		}
	}
	for _, kind := range []browser.ExtractKind{"table", "list", "form", ""} {
		data, err := page.Extract(ctx, browser.ExtractRequest{Kind: kind})
		if err == nil {
			halves(t, "the data", data)
		}
	}
	found, err := page.Find(ctx, browser.FindRequest{Query: "x", Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	halves(t, "the hits", found)
	for _, code := range []string{
		"k.value", "before(10000 - 2)", "({[k.value]: k.value})", "({[k.value]: {get a() { throw k.value }}})", "({[k.value]: document.body})",
		"throw new Error(before(190))", "throw {message: before(190)}", "throw k.value", "throw before(198)", "k.id = k.value; k", "Symbol(k.value)",
		"before(9000).concat('…')", "new Error(k.value)", "new Map([[k.value, k.value]])", "k.value + '(' , eval(k.value + '(')", "btoa(k.value + k.value)", "encodeURIComponent(k.value)", "JSON.stringify({a: JSON.stringify(k.value)})", "k.id = 'k'; 1",
	} {
		r, err := page.Execute(ctx, browser.ExecuteRequest{Code: code})
		halves(t, code, r)
		if err != nil {
			halves(t, code, browser.AsError(err))
			halves(t, code, browser.AsError(err).Text())
			for cause := error(browser.AsError(err)); cause != nil; cause = unwrap(cause) {
				halves(t, "a cause", cause.Error())
			}
		}
	}
	press("Popup")
	halves(t, "the next result", snapshot(t, page).String())
}

func unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

// A number can be a secret, too, and what is told stays JSON.
func TestSecretNumbers(t *testing.T) {
	store, err := secret.New(secret.Secret{Name: "pin", Value: "73417341", Sites: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	page := open(t, newProvider(t, provider.WithSecrets(store)), testpage.HTML(t, `<!doctype html><title>Pin</title>`))
	for code, want := range map[string]string{
		"73417341":        `"{{secret:pin}}"`,
		"[1, '73417341']": `[1,"{{secret:pin}}"]`,
		"'73417341'":      `"{{secret:pin}}"`,
	} {
		if r := execute(t, page, code); string(r.Value) != want {
			t.Errorf("%s gave %s, want %s", code, r.Value, want)
		}
	}
	r := execute(t, page, "[73417341]")
	if encoded, err := json.Marshal(r); err != nil || bytes.Contains(encoded, []byte("73417341")) {
		t.Errorf("%s, %v", encoded, err)
	}
}

// Case R36 with what records: neither the log nor the recording of the protocol
// holds the secret.
func TestSecretsAreNotRecorded(t *testing.T) {
	ctx := within(t, 60*time.Second)
	file := filepath.Join(t.TempDir(), "session.gz")
	host, err := replay.RecordFile(testbrowser.Launch(t), file, replay.WithSecrets(hiddenValue))
	if err != nil {
		t.Fatal(err)
	}
	var logged bytes.Buffer
	p, err := provider.New(ctx, host, provider.WithSecrets(secretStore(t, "127.0.0.1")),
		provider.WithLogger(slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	if err != nil {
		t.Fatal(err)
	}
	page, err := p.Open(ctx, browser.OpenRequest{URL: testpage.Cases(t).URL("/cases/R36-secrets/")})
	if err != nil {
		t.Fatal(err)
	}
	snap := snapshot(t, page)
	for _, field := range []string{"Password", "API key"} {
		if _, err := page.Fill(ctx, browser.FillRequest{Ref: ref(t, snap, "textbox", field), Value: "{{secret:shop}}"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, button := range []string{"Show password", "Echo"} {
		if _, err := page.Click(ctx, browser.ClickRequest{Ref: ref(t, snap, "button", button)}); err != nil {
			t.Fatal(err)
		}
	}
	if r := execute(t, page, "console.log(key.value); [key.value, ec.title]"); strings.Count(string(r.Value), "{{secret:shop}}") != 2 {
		t.Errorf("what was typed: %s", r)
	}
	snapshot(t, page)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := host.Err(); err != nil {
		t.Error(err)
	}
	if strings.Contains(logged.String(), hiddenValue) {
		t.Error("the log tells the secret")
	}
	if recorded := unzipped(t, file); !strings.Contains(recorded, "Input.insertText") || strings.Contains(recorded, hiddenValue) {
		t.Errorf("the recording of %d bytes tells the secret, or nothing", len(recorded))
	}
}

func unzipped(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return string(content)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}
