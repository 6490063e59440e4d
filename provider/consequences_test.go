package provider_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// Uploads reach fields and choosers of frames of other origins and processes.
func TestUploadInFrames(t *testing.T) {
	folder := uploadFolder(t)
	s := newFramed(t)
	s.page("/upload-inner", `<!doctype html><label>Paper <input type=file id=a></label><button onclick="b.click()">Attach</button><input type=file id=b hidden>
<script>addEventListener('change',e=>top.postMessage(e.target.id+' '+e.target.files[0].name+' '+e.isTrusted,'*'))</script>`)
	for _, where := range []string{"", "PORT", "FAR"} {
		page := open(t, newProvider(t, provider.WithUploadFolders(folder)), s.page("/upload"+where,
			`<!doctype html><script>heard=[];addEventListener('message',e=>heard.push(e.data))</script><p>Send</p><iframe src="`+where+`/upload-inner" style="width:400px;height:150px"></iframe>`))
		heard := func(want string) {
			t.Helper()
			eventually(t, where+": "+want, func() bool { return evalAs[string](t, page, "heard.join()") == want })
			evalAs[int](t, page, "heard.length = 0")
		}
		snap := shows(t, page, `"Attach"`)
		attach := ref(t, snap, "button", "Attach")
		r := upload(t, page, browser.UploadRequest{Ref: ref(t, snap, "", "Paper"), Files: []string{"a.txt"}})
		if r.Value == nil || *r.Value != "a.txt" {
			t.Errorf("%s: %v", where, r)
		}
		heard("a a.txt true")
		upload(t, page, browser.UploadRequest{Ref: attach, Files: []string{"b.txt"}})
		heard("b b.txt true")
		r, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: attach})
		if err != nil || r.Chooser == nil {
			t.Fatalf("%s: a click that opens a chooser: %v %v", where, r, err)
		}
		upload(t, page, browser.UploadRequest{Files: []string{"a.txt"}})
		heard("b a.txt true")
	}
}

// What has no document of its own leaves the page where it is, and is told.
func TestAnswersWithoutADocument(t *testing.T) {
	site := testpage.New(t)
	site.Handle("/empty", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	site.Handle("/cut", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	page := open(t, newProvider(t), site.Page("/", `<!doctype html><title>Here</title><a href="/empty">Empty</a><form action="/empty"><button>Send</button></form><a href="/cut">Cut</a>`))
	for _, name := range []string{"Empty", "Send"} {
		r := click(t, page, "", name)
		if r.Navigated != nil && (r.Navigated.Pending || r.Navigated.Failed == "") || r.URL != site.URL("/") || r.Elapsed > 3*time.Second {
			t.Errorf("%s: %v", name, r)
		}
		if snap := snapshot(t, page); snap.Title != "Here" {
			t.Errorf("%s: the page is %q", name, snap.Title)
		}
	}
	_, err := page.Navigate(within(t, 10*time.Second), browser.NavigateRequest{URL: site.URL("/empty")})
	if !errors.Is(err, browser.ErrNavigationFailed) {
		t.Errorf("navigating to it: %v", err)
	}
	if r := click(t, page, "link", "Cut"); r.Navigated == nil || r.Navigated.Failed == "" {
		t.Errorf("a load that is cut off: %v", r)
	}
}

// Windows that a timer opens are in the receipt that waits for them, and open
// the next result otherwise.
func TestLatePopups(t *testing.T) { latePopups(t, newProvider, "120", "180", "240") }

// Over a window host a tab is told of later than in a browser, by the host
// itself.
func TestLatePopupsOverElectron(t *testing.T) { latePopups(t, newElectron, "120", "240") }

func latePopups(t *testing.T, newProvider maker, delays ...string) {
	site := testpage.New(t)
	site.Page("/late", `<!doctype html><title>Late</title>`)
	watching, plain := newProvider(t, provider.WithPopupWatch(250*time.Millisecond)), newProvider(t)
	for _, delay := range delays {
		address := site.Page("/open-"+delay, `<!doctype html><button onclick="setTimeout(()=>window.open('/late'),`+delay+`)">Report</button>`)
		page := open(t, watching, address)
		if r := click(t, page, "button", "Report"); len(r.OpenedTabs) != 1 || !strings.HasSuffix(r.OpenedTabs[0].URL, "/late") {
			t.Errorf("%s ms, watched for: %v", delay, r)
		}
		page = open(t, plain, address)
		r := click(t, page, "button", "Report")
		if len(r.OpenedTabs) != 0 || r.Elapsed > time.Second {
			t.Errorf("%s ms, not watched for: %v", delay, r)
		}
		var told []browser.Event
		eventually(t, "the next result tells of it", func() bool {
			told = append(told, snapshot(t, page).SinceLast...)
			return len(told) > 0
		})
		if len(told) != 1 || told[0].OpenedTab == nil || !strings.Contains(told[0].After, "Report") {
			t.Errorf("%s ms: %+v", delay, told)
		}
	}
}

// A page that leaves while the click runs: the receipt tells of the document
// that came, and nothing in that was clicked.
func TestClickThatNavigatesWhileItRuns(t *testing.T) {
	site := testpage.New(t)
	site.Page("/there", `<!doctype html><title>There</title><script>hits=0</script><button style="position:fixed;inset:0" onclick="hits++">Trap</button>`)
	for _, on := range []string{"pointermove", "pointerdown", "mousedown", "pointerup", "click"} {
		page := open(t, newProvider(t), site.Page("/"+on, `<!doctype html><title>Here</title><button style="width:300px;height:200px" id=x>Go</button><script>x.addEventListener('`+on+`',()=>{location='/there'},{once:true})</script>`))
		r, err := page.Click(within(t, 15*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Go")})
		if err != nil && !errors.Is(err, browser.ErrStaleRef) || err == nil && (r.Navigated == nil || r.Title != "There") {
			t.Errorf("%s: %v %v", on, r, err)
		}
		eventually(t, on+": the other document is there", func() bool { return snapshot(t, page).Title == "There" })
		if n := evalAs[int](t, page, "hits"); n != 0 {
			t.Errorf("%s: the other document was clicked %d times", on, n)
		}
	}
}

// What becomes enabled or shown in time is acted on; what does not is said.
func TestControlsThatComeLater(t *testing.T) {
	p := newProvider(t, provider.WithLimits(provider.Limits{Actionable: 1500 * time.Millisecond}))
	for _, c := range []struct{ name, page, later, reason string }{
		{"enabled", `<button id=x disabled onclick="document.title='done'">Pay</button>`, "x.disabled=false", "disabled"},
		{"enabled by its fieldset", `<fieldset id=f disabled><button id=x onclick="document.title='done'">Pay</button></fieldset>`, "f.disabled=false", "disabled"},
		{"aria-disabled", `<div id=x role=button tabindex=0 aria-disabled=true onclick="document.title='done'">Pay</div>`, "x.removeAttribute('aria-disabled')", "disabled"},
		{"uncovered", `<button id=x onclick="document.title='done'">Pay</button><div id=l role=progressbar style="position:fixed;inset:0">Loading</div>`, "l.remove()", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := open(t, p, testpage.HTML(t, c.page))
			pay := ref(t, snapshot(t, page), "button", "Pay")
			evalAs[int](t, page, "setTimeout(()=>{"+c.later+"},500)")
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: pay}); err != nil {
				t.Error(err)
			}
			holds(t, page, "document.title === 'done'")
			page = open(t, p, testpage.HTML(t, c.page))
			start := time.Now()
			_, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: ref(t, snapshot(t, page), "button", "Pay")})
			if e := browser.AsError(err); e == nil || string(e.Reason) != c.reason || time.Since(start) > 5*time.Second {
				t.Errorf("after %v: %v", time.Since(start), err)
			}
			holds(t, page, "document.title !== 'done'")
		})
	}
}

// Menus that show while the pointer is over something: hovering shows their
// items, and click can do both, also where the items come some frames later.
func TestHoverMenus(t *testing.T) {
	const items = `<div role=menuitem tabindex=0 onclick="document.title='archived '+this.dataset.of" data-of=`
	for name, html := range map[string]string{
		"css": `<style>.m{visibility:hidden;position:absolute;left:0;top:30px}.i:hover .m{visibility:visible}</style>
<div class=i style="width:200px;height:30px;position:relative">Alpha <div class=m>` + items + `Alpha>Archive</div></div></div>`,
		"script": `<div id=i style="width:200px;height:60px">Alpha <div id=m hidden>` + items + `Alpha>Archive</div></div></div>
<script>i.onpointerenter=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{m.hidden=false}));i.onpointerleave=()=>{m.hidden=true}</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			page := open(t, newProvider(t), testpage.HTML(t, html+`<p style="margin-top:200px"><button>Else</button>`))
			evalAs[int](t, page, `(()=>{for(const m of document.querySelectorAll('.m,#m')){m.style.visibility='visible';m.hidden=false}})(),0`)
			archive := ref(t, snapshot(t, page), "menuitem", "Archive")
			evalAs[int](t, page, `(()=>{for(const m of document.querySelectorAll('.m,#m')){m.style.visibility='';if(m.id)m.hidden=true}})(),0`)
			if _, err := page.Click(within(t, 10*time.Second), browser.ClickRequest{Ref: archive, Hover: true}); err != nil {
				t.Error(err)
			}
			holds(t, page, "document.title === 'archived Alpha'")
		})
	}
}

// print() holds nothing up, and the receipt tells of it, also where a page
// prints a frame.
func TestPrint(t *testing.T) {
	page := open(t, newProvider(t), testpage.HTML(t, `<button onclick="print()">Print</button><button onclick="f.contentWindow.print()">Print frame</button>
<button onclick="const n=document.createElement('iframe');n.srcdoc='<p>Bill';n.onload=()=>{n.contentWindow.print()};document.body.append(n)">Print bill</button>
<button>Other</button><iframe id=f srcdoc="<p>Paper"></iframe>`))
	for name, prints := range map[string]bool{"Print": true, "Print frame": true, "Print bill": true, "Other": false} {
		r := click(t, page, "button", name)
		told := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "print()") })
		if r.Elapsed > 3*time.Second || r.Unconfirmed || told != prints || prints && r.NoEffect {
			t.Errorf("%s: %v", name, r)
		}
	}
}
