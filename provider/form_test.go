package provider_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestFormOfEveryControl fills a form with every control of HTML, submits it,
// and compares what the server got with what a person would have entered, and
// what each control heard with what it hears of a person's hand. An event that
// a page could not trust ends with "!".
func TestFormOfEveryControl(t *testing.T) {
	folder := uploadFolder(t)
	site := testpage.Cases(t)
	address := site.Page("/form", `<!doctype html><title>Form</title><form action="/_echo" method="post">
<label>Text <input name=text></label> <label>Search <input type=search name=search></label>
<label>Mail <input type=email name=email></label> <label>Phone <input type=tel name=tel></label>
<label>Address <input type=url name=url></label> <label>Secret <input type=password name=password></label>
<label>Number <input type=number step=any name=number></label> <label>Notes <textarea name=notes>old</textarea></label>
<label>Range <input type=range name=range></label> <label>Day <input type=date name=date></label>
<label>Hour <input type=time name=time></label> <label>Moment <input type=datetime-local name=moment></label>
<label>Month <input type=month name=month></label> <label>Week <input type=week name=week></label>
<label>Colour <input type=color name=color></label> <label>Agree <input type=checkbox name=agree></label>
<label>Small <input type=radio name=size value=s checked></label> <label>Large <input type=radio name=size value=l></label>
<label>Plan <select name=plan><option value=a>Alpha<option value=b>Beta<option value=c>Gamma</select></label>
<label>Tags <select name=tags multiple size=3><option>red<option>green<option>blue</select></label>
<label>File <input type=file name=file></label>
<button name=go value=1>Send</button></form>
<script>
window.__result = {}; const seen = {};
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change'])
  addEventListener(type, e => {
    const target = e.target.closest('select') || e.target;
    if (target.name) (seen[target.name + (target.type === 'radio' ? target.value : '')] ||= []).push(type + (e.isTrusted ? '' : '!'));
  }, true);
</script>`)
	page := open(t, newProvider(t, provider.WithUploadFolders(folder)), address)
	snap := snapshot(t, page)
	const (
		typing  = "beforeinput input"
		byKey   = "keydown input change keyup"
		mouse   = "pointerdown mousedown pointerup mouseup click"
		toggles = "pointerdown mousedown pointerup mouseup click input change"
	)
	for _, c := range []struct{ label, name, value, events string }{
		{"Text", "text", "Ada Lovelace", typing},
		{"Search", "search", "red shoes", typing},
		{"Mail", "email", "ada@example.org", typing},
		{"Phone", "tel", "+49 30 1234", typing},
		{"Address", "url", "https://example.org/a", typing},
		{"Secret", "password", "pass word", typing},
		{"Number", "number", "12.5", typing},
		{"Notes", "notes", "two\nlines", typing + " input input"}, // Chromium puts lines in one by one
		{"Range", "range", "37", byKey},
		{"Day", "date", "2031-02-28", "keydown keyup " + byKey}, // the day is the second part
		{"Hour", "time", "23:45", "keydown keyup " + byKey},
		{"Moment", "moment", "2031-02-28T23:45", "keydown keyup " + byKey},
		{"Month", "month", "2031-02", byKey},
		{"Week", "week", "2031-W09", byKey},
		{"Colour", "color", "#0a8f3c", "input! change!"},
		{"Agree", "agree", "true", toggles},
		{"Large", "sizel", "true", toggles},
		{"Plan", "plan", "Beta", byKey},
	} {
		receipt, err := page.Fill(within(t, 10*time.Second), browser.FillRequest{Ref: ref(t, snap, "", c.label), Value: c.value})
		if err != nil {
			t.Errorf("%s: %v", c.label, err)
			continue
		}
		if receipt.ValueDiffers {
			t.Errorf("%s: %s", c.label, receipt)
		}
		// Later events of a field that loses the focus are not its own doing.
		got := evalAs[string](t, page, "(seen['"+c.name+"'] || []).join(' ')")
		if got != c.events {
			t.Errorf("%s heard %q, a person's makes it hear %q", c.label, got, c.events)
		}
	}
	selectOf(t, page, snap, browser.SelectRequest{Labels: []string{"red", "blue"}}, "", "Tags")
	if got := evalAs[[]string](t, page, "seen.tags"); slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "!") }) ||
		strings.Count(strings.Join(got, " "), "change") != 2 {
		t.Errorf("Tags heard %v", got)
	}
	upload(t, page, browser.UploadRequest{Ref: ref(t, snap, "", "File"), Files: []string{filepath.Join(folder, "a.txt")}})
	if got, want := evalAs[string](t, page, "seen.file.join(' ')"), mouse+" input change"; got != want {
		t.Errorf("File heard %q, want %q", got, want)
	}
	// What was typed is told as changed when its field loses the focus, trusted.
	holds(t, page, "['text','search','email','tel','url','password','number'].every(n => seen[n].join(' ') === '"+typing+" change')")
	holds(t, page, "Object.entries(seen).every(([name, events]) => name === 'color' || events.every(e => !e.endsWith('!')))")

	receipt := clickWith(t, page, browser.ClickRequest{Ref: ref(t, snap, "button", "Send")})
	if receipt.Title != "Done" {
		t.Fatalf("the form was not sent: %s", receipt)
	}
	got := evalAs[map[string][]string](t, page, "__result.form")
	for name, want := range map[string][]string{
		"text": {"Ada Lovelace"}, "search": {"red shoes"}, "email": {"ada@example.org"}, "tel": {"+49 30 1234"},
		"url": {"https://example.org/a"}, "password": {"pass word"}, "number": {"12.5"}, "notes": {"two\r\nlines"},
		"range": {"37"}, "date": {"2031-02-28"}, "time": {"23:45"}, "moment": {"2031-02-28T23:45"}, "month": {"2031-02"},
		"week": {"2031-W09"}, "color": {"#0a8f3c"}, "agree": {"on"}, "size": {"l"}, "plan": {"b"}, "tags": {"red", "blue"},
		"file": {"a.txt"}, "go": {"1"},
	} {
		if !slices.Equal(got[name], want) {
			t.Errorf("%s was sent as %q, want %q", name, got[name], want)
		}
	}
}
