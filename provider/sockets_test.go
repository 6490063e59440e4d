package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/testpage"
	"github.com/holdfast-go/holdfast/provider"
)

// sockets is a server for web sockets that remembers who came, and who tried to:
// a script that has asked for a socket tells it by a request.
type sockets struct {
	*httptest.Server
	mu          sync.Mutex
	came, tried map[string]bool
}

func newSockets(t *testing.T) *sockets {
	s := &sockets{came: map[string]bool{}, tried: map[string]bool{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, tried := strings.CutPrefix(r.URL.Path, "/tried/")
		s.mu.Lock()
		defer s.mu.Unlock()
		if tried {
			s.tried[name] = true
			return
		}
		s.came[strings.TrimPrefix(r.URL.Path, "/socket/")] = true
		if c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err == nil {
			_ = c.CloseNow()
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// opens is a script that opens a socket at a host that leads to the server, and
// tells it when that has come to nothing or a connection.
func (s *sockets) opens(host, name string) string {
	address := strings.NewReplacer("http:", "ws:", "127.0.0.1", host).Replace(s.URL)
	tell := fmt.Sprintf(`fetch("%s/tried/%s", {mode: "no-cors"}).catch(() => fetch("/tried/%[2]s"))`, s.URL, name)
	// On a busy machine the browser gives up one in some hundred.
	return fmt.Sprintf(`{ let tries = 3, opened = false; const tell = () => %s; const go = () => { const s = new WebSocket("%s/socket/%s"); `+
		`s.onopen = () => { opened = true; tell() }; s.onerror = () => { if (!opened) --tries ? go() : tell() } }; try { go() } catch { tell() } }`, tell, address, name)
}

// wait waits until all of these have tried, and gives those that came.
func (s *sockets) wait(t *testing.T, names []string) []string {
	t.Helper()
	var missing []string
	defer func() {
		if t.Failed() {
			t.Logf("these did not try: %v", missing)
		}
	}()
	eventually(t, "every script has tried to open a socket", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		missing = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return s.tried[name] })
		return len(missing) == 0
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.came))
}

// socketSite is a page that opens sockets from everywhere, to localhost, which is
// another site than its own, and some to its own host.
func socketSite(t *testing.T, s *sockets) (site *testpage.Server, names []string) {
	site = testpage.New(t)
	opens := func(name string) string {
		names = append(names, name)
		return s.opens("localhost", name)
	}
	ours := func(name string) string { return s.opens("127.0.0.1", "own-"+name) }
	script := func(path, code string) {
		site.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, code)
		}))
	}
	quoted := func(code string) string { return "`" + code + "`" }
	script("/worker.js", opens("worker")+";"+ours("worker")+"; new Worker('/nested.js')")
	script("/nested.js", opens("nested"))
	script("/module.js", "import '/imported.js'")
	script("/imported.js", opens("imported"))
	script("/shared.js", opens("shared"))
	script("/service.js", "self.addEventListener('install', () => {"+opens("service")+"; skipWaiting() }); self.addEventListener('activate', e => e.waitUntil(clients.claim()));"+
		"self.addEventListener('fetch', e => { const made = (text, type) => e.respondWith(new Response(text, {headers: {'content-type': type}}));"+
		"if (e.request.url.endsWith('/made')) made("+quoted("<script>"+opens("made")+"</script>")+", 'text/html');"+
		"if (e.request.url.endsWith('/made.js')) made("+quoted(opens("madeworker"))+", 'text/javascript') })")
	page := func(path, body string) string { return site.Page(path, "<!doctype html><title>Sockets</title>"+body) }
	site.Handle("/socket/same", s.Config.Handler)
	for _, popup := range early {
		site.Handle("/tried/"+popup, s.Config.Handler)
	}
	page("/frame", "<script>"+opens("frame")+";"+ours("frame")+"</script>")
	page("/other", "<script>"+opens("other")+"</script>")
	page("/popup", "<script>"+opens("popup")+"</script>")
	page("/noopener", "<script>"+opens("noopener")+"</script>")
	guessed := opens("guessed")
	site.Handle("/plain", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { // the browser guesses that it is HTML
		w.Header()["Content-Type"] = nil
		fmt.Fprint(w, "<html><script>"+guessed+"</script>")
	}))
	page("/", `<button onclick="window.open('/popup')">Popup</button>
<button onclick="window.open('/noopener', '_blank', 'noopener')">Alone</button>
<button onclick='const w = window.open("about:blank"); w.eval(`+quoted(opens("blankpopup"))+`)'>Blank</button>
<script>
const frame = set => { const f = document.createElement('iframe'); set(f); document.body.append(f); return f };
document.addEventListener('DOMContentLoaded', () => {
`+opens("top")+`;
new Worker('/worker.js'); new Worker('/module.js', {type: 'module'}); new SharedWorker('/shared.js');
new Worker(URL.createObjectURL(new Blob([`+quoted(opens("blobworker"))+`])));
new Worker('data:text/javascript,' + encodeURIComponent(`+quoted(opens("dataworker"))+`));
for (const src of ['/frame', '/plain', 'http://localhost:' + location.port + '/other']) frame(f => f.src = src);
frame(f => f.srcdoc = '<script>' + `+quoted(opens("srcdoc"))+` + '<\/script>');
frame(f => f.src = 'data:text/html,' + encodeURIComponent('<script>' + `+quoted(opens("dataframe"))+` + '<\/script>'));
frame(f => f.src = URL.createObjectURL(new Blob(['<script>' + `+quoted(opens("blobframe"))+` + '<\/script>'], {type: 'text/html'})));
frame(() => {}).contentWindow.eval(`+quoted(opens("blankframe"))+`);
navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(r => {
  frame(f => f.src = '/made'); new Worker('/made.js'); document.title = 'Ready';
});
`+ours("top")+`; new WebSocket(location.origin.replace('http', 'ws') + '/socket/same');
});
</script>`)
	return site, names
}

// early are the documents that are there before a session is. The browser does
// not know where they come from, and lets them reach no other server of this
// machine.
var early = []string{"popup", "noopener"}

// TestStrictSitesHoldSockets: under strict lists no document and no worker opens
// a web socket to a site that is not allowed, wherever it comes from; to one that
// is they do.
func TestStrictSitesHoldSockets(t *testing.T) {
	// What a service worker makes up is not asked for.
	const bypassed, elsewhere = "made", "other"
	for _, tc := range []struct {
		name    string
		list    provider.Option
		foreign bool // localhost is allowed
		own     bool // other ports of 127.0.0.1 are
	}{
		{"both allowed", provider.WithAllowedSites("127.0.0.1", "localhost"), true, true},
		{"one allowed", provider.WithAllowedSites("127.0.0.1"), false, true},
		// A policy has no exceptions: what is left is the document's own server.
		{"one blocked", provider.WithBlockedSites("localhost"), false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			server := newSockets(t)
			site, names := socketSite(t, server)
			names = slices.DeleteFunc(names, func(name string) bool {
				return strings.HasPrefix(name, bypassed) || name == elsewhere && !tc.foreign
			})
			p := over(t, testbrowser.Launch(t), tc.list, provider.WithStrictSites())
			page := open(t, p, site.URL("/"))
			for _, name := range []string{"Popup", "Alone", "Blank"} {
				if r := click(t, page, "button", name); len(r.OpenedTabs) != 1 {
					t.Errorf("%s: no popup: %s", name, r)
				}
			}
			eventually(t, "the service worker is there", func() bool { return snapshot(t, page).Title == "Ready" })
			want := []string{"same"} // a document's own server
			if tc.foreign {
				want = append(want, names...)
			}
			own := []string{"own-frame", "own-top", "own-worker"}
			if tc.own {
				want = append(want, own...)
			}
			slices.Sort(want)
			eventually(t, "the page's own server is reached", func() bool { return slices.Contains(server.wait(t, nil), "same") })
			got := server.wait(t, slices.Concat(names, own))
			if tc.foreign {
				late := func(name string) bool { return slices.Contains(early, name) }
				got, want = slices.DeleteFunc(got, late), slices.DeleteFunc(want, late)
			}
			if !slices.Equal(got, want) {
				t.Errorf("sockets were opened by\n%q, want\n%q", got, want)
			}
		})
	}
}
