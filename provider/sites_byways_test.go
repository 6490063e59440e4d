package provider_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// TestBlockedByways: ways to another site that no link of a page shows. None
// gets there, and the page stays where it may be.
func TestBlockedByways(t *testing.T) {
	cases := testpage.Cases(t)
	bad := func(id string) string { return cases.Localhost("/_mark?id=" + id) }
	hop := func(to string) string { return "/_redirect?to=" + strings.ReplaceAll(to, "&", "%26") }
	answer := func(path, kind, body string, heads ...string) {
		cases.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			for i := 0; i+1 < len(heads); i += 2 {
				w.Header().Set(heads[i], heads[i+1])
			}
			fmt.Fprint(w, body)
		}))
	}
	answer("/refresh-head", "text/html", "<title>Refresh</title>", "Refresh", "0;url="+bad("refreshhead"))
	answer("/refresh-meta", "text/html", `<title>Refresh</title><meta http-equiv=refresh content="0.1;url=`+bad("refreshmeta")+`">`)
	answer("/self", "text/html", `<title>Self</title><script>setTimeout(() => location = '`+bad("self")+`', 50)</script>`)
	answer("/frames", "text/html", `<title>Frames</title><frameset cols="*"><frame src="`+bad("frameset")+`"></frameset>`)
	answer("/linkhead", "text/html", `<title>Link</title>`, "Link", "<"+bad("linkhead")+">; rel=prefetch")
	answer("/sw.js", "text/javascript", `oninstall = () => skipWaiting(); onactivate = e => e.waitUntil(clients.claim());
onfetch = e => { if (e.request.url.includes('/sw-redirect')) e.respondWith(Response.redirect('`+bad("swredirect")+`'));
if (e.request.url.includes('/sw-fetch')) e.respondWith(fetch('`+bad("swfetch")+`', {mode: 'no-cors'}).catch(() => new Response('no'))) }`)
	port := fmt.Sprint(cases.Port())
	ways := map[string]string{
		"chain":          `location = '` + hop(cases.URL(hop(cases.URL(hop(bad("chain")))))) + `'`,
		"refresh head":   `location = '/refresh-head'`,
		"refresh meta":   `location = '/refresh-meta'`,
		"assign":         `location.assign('` + bad("assign") + `')`,
		"navigation":     `navigation.navigate('` + bad("navigation") + `')`,
		"base":           `document.head.innerHTML = '<base href="` + cases.Localhost("/") + `">'; let a = document.createElement('a'); a.href = '_mark?id=base'; document.body.append(a); a.click()`,
		"svg link":       `document.body.insertAdjacentHTML('beforeend', '<svg><a href="` + bad("svg") + `"><text id=sv>x</text></a></svg>'); sv.parentNode.dispatchEvent(new MouseEvent('click', {bubbles: true}))`,
		"named frame":    `document.body.insertAdjacentHTML('beforeend', '<iframe name=nf></iframe><form action="` + bad("") + `" target=nf><input name=id value=named></form>'); document.forms[document.forms.length - 1].submit()`,
		"form blank":     `document.body.insertAdjacentHTML('beforeend', '<form method=post action="` + bad("formblank") + `" target=_blank></form>'); document.forms[document.forms.length - 1].submit()`,
		"embed":          `document.body.insertAdjacentHTML('beforeend', '<embed src="` + bad("embed") + `">')`,
		"sandbox":        `document.body.insertAdjacentHTML('beforeend', '<iframe sandbox src="` + bad("sandbox") + `"></iframe>')`,
		"srcdoc":         `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="&lt;script>top.location=&quot;` + bad("srcdoctop") + `&quot;&lt;/script>"></iframe>')`,
		"blob":           `document.body.append(Object.assign(document.createElement('iframe'), {src: URL.createObjectURL(new Blob(['<script>location="` + bad("blob") + `"</scr' + 'ipt>'], {type: 'text/html'}))}))`,
		"data":           `document.body.append(Object.assign(document.createElement('iframe'), {src: 'data:text/html,<script>location="` + bad("data") + `"</scr' + 'ipt>'}))`,
		"frameset":       `document.body.append(Object.assign(document.createElement('iframe'), {src: '/frames'}))`,
		"self popup":     `window.open('/self')`,
		"quiet popup":    `window.open('/self', '', 'noopener,noreferrer')`,
		"blob popup":     `window.open(URL.createObjectURL(new Blob(['<script>location="` + bad("blobpopup") + `"</scr' + 'ipt>'], {type: 'text/html'})))`,
		"popup frame":    `let w = window.open(); w.document.write('<iframe src="` + bad("popupframe") + `"></iframe>')`,
		"popup popup":    `let w = window.open(); w.eval('setTimeout(() => window.open("` + bad("popuppopup") + `"), 20)')`,
		"prerender":      `document.head.append(Object.assign(document.createElement('script'), {type: 'speculationrules', textContent: '{"prerender":[{"source":"list","urls":["/self","` + bad("prerender") + `"]}],"prefetch":[{"source":"list","urls":["` + bad("speculative") + `"]}]}'}))`,
		"prerender, go":  `document.head.append(Object.assign(document.createElement('script'), {type: 'speculationrules', textContent: '{"prerender":[{"source":"list","urls":["` + bad("prerendered") + `"]}]}'})); setTimeout(() => { location = '` + bad("prerendered") + `' }, 300)`,
		"prefetch":       `document.head.append(Object.assign(document.createElement('link'), {rel: 'prefetch', href: '` + bad("prefetch") + `'}))`,
		"preload":        `document.head.append(Object.assign(document.createElement('link'), {rel: 'preload', as: 'fetch', href: '` + bad("preload") + `'}))`,
		"module":         `document.head.append(Object.assign(document.createElement('link'), {rel: 'modulepreload', href: '` + bad("module") + `'}))`,
		"link head":      `document.body.append(Object.assign(document.createElement('iframe'), {src: '/linkhead'}))`,
		"ping":           `document.body.insertAdjacentHTML('beforeend', '<a id=pg href="#x" ping="` + bad("ping") + `">x</a>'); pg.click()`,
		"import":         `import('` + bad("import") + `').catch(() => 0)`,
		"css":            `document.body.style.background = 'url(` + bad("css") + `)'`,
		"font":           `new FontFace('x', 'url(` + bad("font") + `)').load().catch(() => 0)`,
		"video":          `document.body.insertAdjacentHTML('beforeend', '<video autoplay muted src="` + bad("video") + `" poster="` + bad("poster") + `"></video>')`,
		"xhr":            `let x = new XMLHttpRequest(); x.open('POST', '` + bad("xhr") + `'); x.send('a')`,
		"redirect fetch": `fetch('` + hop(cases.URL(hop(bad("redirectfetch")))) + `', {mode: 'no-cors'}).catch(() => 0)`,
		"favicon":        `document.head.append(Object.assign(document.createElement('link'), {rel: 'icon', href: '` + bad("icon") + `'}))`,
		"manifest":       `document.head.append(Object.assign(document.createElement('link'), {rel: 'manifest', href: '` + bad("manifest") + `'}))`,
		"blob worker":    `window.kb = new Worker(URL.createObjectURL(new Blob(['fetch("` + bad("blobworker") + `", {mode: "no-cors"}).catch(() => 0); importScripts("` + bad("importscripts") + `")'])))`,
		"mixed spelling": `location = 'http:\\\\LOCALHOST:` + port + `/_mark?id=spelled'`,
		"sw redirect":    `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => new Promise(r => navigator.serviceWorker.controller ? r() : navigator.serviceWorker.oncontrollerchange = r)).then(() => { fetch('/sw-fetch').catch(() => 0); location = '/sw-redirect' })`,
	}
	// Those that only load something leave their page as it is, and share one.
	staying := []string{
		"embed", "sandbox", "blob", "data", "frameset", "link head", "prerender", "prefetch", "preload", "module",
		"import", "css", "font", "video", "xhr", "redirect fetch", "favicon", "manifest", "blob worker",
	}
	for _, strict := range []bool{true, false} { // strict first: it leaves no marks
		t.Run(fmt.Sprintf("strict %v", strict), func(t *testing.T) {
			options := []provider.Option{onlyTo(cases)}
			if strict {
				options = append(options, provider.WithStrictSites())
			}
			p := launched(t, options...)
			var pages []browser.Page
			another := func() browser.Page {
				page := open(t, p, cases.Page("/byway", `<!doctype html><title>Byway</title><link rel=icon href="data:,">`))
				pages = append(pages, page)
				return page
			}
			same := another()
			for name, way := range ways {
				page := same
				if !slices.Contains(staying, name) {
					page = another()
				}
				execute(t, page, way+"; 1")
			}
			// All of it takes less time than the timer of one more page.
			last := open(t, p, cases.Page("/last", `<!doctype html><title>Last</title>`))
			execute(t, last, fmt.Sprintf("setTimeout(() => fetch('/_mark?id=end%v'), 600); 1", strict))
			eventually(t, "the last page has asked", func() bool {
				return slices.ContainsFunc(cases.Marks(), func(m testpage.Mark) bool { return m.ID == fmt.Sprintf("end%v", strict) })
			})
			documents := []string{"document", "iframe", "frame", "embed", "object"}
			for _, m := range reached(cases) {
				if strict || slices.Contains(documents, m.Dest) {
					t.Errorf("the forbidden site was reached: %+v", m)
				}
			}
			for _, page := range pages {
				for _, tab := range append(popups(t, p, page), page) {
					if snap, err := tab.Snapshot(within(t, 5*time.Second), browser.SnapshotRequest{}); err == nil && strings.Contains(snap.URL, "localhost") {
						t.Errorf("a page is at %s", snap.URL)
					}
				}
			}
		})
	}
}
