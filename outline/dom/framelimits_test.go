package dom

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// nests serves /nest?n=N: a page that frames itself on the other site with N-1,
// down to 1.
func (s sites) nests() {
	s.Handle("/nest", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><body style="margin:0"><button>level %d</button>`, n)
		if n > 1 {
			other := s.Localhost("")
			if strings.HasPrefix(r.Host, "localhost") {
				other = s.URL("")
			}
			fmt.Fprintf(w, `<iframe title="n%d" src="%s/nest?n=%d" style="width:100%%;height:600px;border:0;display:block"></iframe>`, n, other, n-1)
		}
	}))
}

func TestThirtyNestedFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.nests()
	p := openFramed(t, s.URL("/nest?n=31"))
	tree := p.until(`"level 1"`)
	for n := 1; n <= 31; n++ {
		if c := strings.Count(text(tree), fmt.Sprintf(`*button "level %d"`, n)); c != 1 {
			t.Errorf("level %d is there %d times", n, c)
		}
	}
	if _, calls := p.readOnce(); len(calls) != 31 {
		t.Errorf("31 documents took %d calls", len(calls))
	}
}

// What a limit cuts is a row that says so, and all else is read.
func TestFrameLimits(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.nests()
	s.page("/leaf", `<!doctype html><button>leaf</button>`)
	t.Run("depth", func(t *testing.T) {
		p := openFramed(t, s.URL("/nest?n=6"), WithFrameLimits(FrameLimits{Depth: 3}))
		tree := p.until(`"level 3"`)
		got := text(tree)
		if strings.Contains(got, `"level 2"`) || !strings.Contains(got, `iframe "n3" (not read: too many frames in each other)`) {
			t.Errorf("got:\n%s", got)
		}
		if last := tree.Frames[len(tree.Frames)-1]; last.Unread != unreadDeep || !last.Cut {
			t.Errorf("%+v", last)
		}
	})
	t.Run("count", func(t *testing.T) {
		p := openFramed(t, s.page("/many", `<!doctype html><title>many</title>`+strings.Repeat(`<iframe title="F" src="FAR/leaf" width=100 height=50></iframe>`, 12)+`<button>end</button>`), WithFrameLimits(FrameLimits{Count: 5}))
		eventually(t, "five are read", func() bool {
			tree, _ := p.readOnce()
			got := text(tree)
			return cut(tree) == 7 && strings.Count(got, `*button "leaf"`) == 5 && strings.Count(got, `iframe "F" (not read: too many frames)`) == 7 && strings.Contains(got, `*button "end"`)
		})
	})
	t.Run("rows", func(t *testing.T) {
		s.page("/long", `<!doctype html>`+strings.Repeat(`<button>one</button>`, 50))
		p := openFramed(t, s.page("/rows", `<!doctype html><iframe title="F" src="FAR/long" height=50></iframe><button>end</button>`))
		p.until(`*button "one"`)
		tree, err := p.reader.Read(t.Context(), ReadOptions{MaxRows: 20})
		if err != nil {
			t.Fatal(err)
		}
		if got := text(tree); len(tree.Nodes) != 20 || !strings.Contains(got, `*button "end"`) || tree.Clipped != 32 {
			t.Errorf("%d rows, %d clipped:\n%s", len(tree.Nodes), tree.Clipped, got)
		}
	})
	t.Run("refused", func(t *testing.T) {
		for _, l := range []FrameLimits{{Count: -1}, {Depth: -1}, {Timeout: -1}, {Total: -1}} {
			if _, err := New(countedCaller{}, WithFrameLimits(l)); err == nil {
				t.Errorf("%+v is taken", l)
			}
		}
		if _, err := New(countedCaller{}, WithFrames(nil)); err == nil {
			t.Error("no lender is taken")
		}
	})
}

// cut counts the frames that a limit kept from being read.
func cut(tree *outline.Tree) int {
	n := 0
	for _, f := range tree.Frames {
		if f.Cut {
			n++
		}
	}
	return n
}

// A page that nests itself on and on is read as deep as the limit goes, also
// while it is still at it.
func TestSelfNesting(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.nests()
	p := openTabbed(t, s.URL("/nest?n=60"), WithFrameLimits(FrameLimits{Count: 8, Depth: 5}))
	tree := p.until(`"level 55"`)
	if got := text(tree); !strings.Contains(got, "too many frames in each other") || strings.Contains(got, `"level 54"`) {
		t.Errorf("got:\n%s", got)
	}
}

// A frame that does not answer, crashed, could not be loaded or is not there yet
// costs its own row.
func TestFramesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.Handle("/hang", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	s.page("/leaf", `<!doctype html><button>leaf</button>`)
	s.page("/busy", `<!doctype html><button>busy</button><iframe title="Inner" src="NEAR/leaf" height=50></iframe><script>addEventListener('message', e => { const end = Date.now() + e.data; while (Date.now() < end); })</script>`)
	const row = `<iframe title="F" src="%s" height=120></iframe><iframe title="G" src="PORT/leaf" height=40></iframe><button>end</button>`
	others := func(t *testing.T, got string) {
		t.Helper()
		if !strings.Contains(got, `*button "end"`) || !strings.Contains(got, "iframe \"G\"\n *button \"leaf\"") {
			t.Errorf("the rest of the page is not read:\n%s", got)
		}
	}
	for _, test := range []struct{ name, src, note string }{
		{"loading", "FAR/hang", "(not loaded yet)"},
		{"no such port", "http://localhost:1/", "(could not be loaded)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := openTabbed(t, s.page("/"+strings.ReplaceAll(test.name, " ", ""), `<!doctype html>`+fmt.Sprintf(row, test.src)))
			others(t, text(p.until(`iframe "F" `+test.note, `*button "leaf"`)))
		})
	}
	t.Run("busy", func(t *testing.T) {
		p := openFramed(t, s.page("/isbusy", `<!doctype html>`+fmt.Sprintf(row, "FAR/busy")), WithFrameLimits(FrameLimits{Timeout: 400 * time.Millisecond}))
		tree := p.until(`*button "busy"`, "iframe \"Inner\"\n  *button \"leaf\"", "iframe \"G\"\n *button \"leaf\"")
		busy, _ := published(t, tree, "busy")
		p.run(`frames[0].postMessage(5000, '*'); 0`, nil)
		if tree := p.until(`iframe "F" (not read: it did not answer in time)`); cut(tree) != 1 {
			t.Errorf("%d frames were cut by a limit, want 1", cut(tree))
		}
		began := time.Now()
		tree, _ = p.readOnce()
		if d := time.Since(began); d > 350*time.Millisecond {
			t.Errorf("a frame that did not answer before was waited for %v", d)
		}
		others(t, text(tree))
		// What is known of it and of the frame in it is kept.
		o, _ := tree.Observation()
		if len(o.Unread) != 2 || !slices.Contains(o.Unread, busy.Frame) {
			t.Errorf("unread frames %q, want %s and the one in it", o.Unread, busy.Frame)
		}
		p.until(`*button "busy"`, "iframe \"Inner\"\n  *button \"leaf\"")
		if found := p.gate(busy); found.Outcome != OK {
			t.Errorf("afterwards: %+v", found)
		}
	})
	t.Run("crashed", func(t *testing.T) {
		p := openFramed(t, s.page("/iscrashed", `<!doctype html>`+fmt.Sprintf(row, "FAR/busy")))
		tree := p.until(`*button "busy"`, "iframe \"G\"\n *button \"leaf\"")
		busy, _ := published(t, tree, "busy")
		frame := p.frames.Of(busy.Frame)
		_ = frame.Call(t.Context(), "Page.crash", nil, nil) // answers with the crash
		others(t, text(p.until(`iframe "F" (not read: it has crashed)`)))
		if found := p.gate(busy); found.Outcome != FrameChanged {
			t.Errorf("%+v", found)
		}
		p.run(`document.querySelector('iframe').src += '?again'; 0`, nil)
		p.until(`*button "busy"`)
	})
	t.Run("not lent", func(t *testing.T) {
		p := openFramed(t, s.page("/notlent", `<!doctype html>`+fmt.Sprintf(row, "FAR/leaf")))
		p.until("iframe \"F\"\n *button \"leaf\"")
		var err error
		if p.reader, err = New(p.session); err != nil {
			t.Fatal(err)
		}
		others(t, text(p.until(`iframe "F" (a page of another site, which cannot be read here)`)))
	})
}

// openTabbed opens a page that need not ever finish loading.
func openTabbed(t *testing.T, url string, options ...ReaderOption) *framedPage {
	t.Helper()
	p := openFramed(t, "about:blank", options...)
	p.url = url
	p.call("Page.navigate", map[string]string{"url": url}, nil)
	return p
}

// Frames that come and go while the page is read cost their own rows, and the
// reader forgets them.
func TestChurningFrames(t *testing.T) {
	t.Parallel()
	s := newSites(t)
	s.page("/mid", `<!doctype html><button>mid</button><iframe src="NEAR/leaf" width=90 height=40></iframe>`)
	s.page("/leaf", `<!doctype html><button>leaf</button>`)
	url := s.page("/", `<!doctype html><button>first</button><div id=d></div><button>last</button><script>
		const sources = ['FAR/mid', 'PORT/leaf', 'NEAR/leaf', 'FAR/leaf'];
		let n = 0;
		const turn = () => {
			const f = document.createElement('iframe');
			f.width = 120; f.height = 90; f.title = 'churn'; f.src = sources[n++ % 4];
			d.append(f);
			if (d.children.length > 8) d.children[(n * 5) % 8].remove();
			if (n % 3 === 0) d.children[0].src = sources[(n + 1) % 4];
		};
		const timer = setInterval(turn, 15);
	</script>`)
	p := openFramed(t, url, WithFrameLimits(FrameLimits{Timeout: time.Second}))
	p.until("mid")
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for range 12 {
				tree, err := p.reader.Read(t.Context(), ReadOptions{})
				if err != nil {
					t.Error(err)
					return
				}
				got := text(tree)
				if !strings.HasPrefix(got, "*button \"first\"\n") || !strings.HasSuffix(got, "*button \"last\"\n") {
					t.Errorf("the page itself is not read:\n%s", got)
				}
				for i, f := range tree.Frames {
					if i > 0 && (f.Owner < 0 || f.Owner >= len(tree.Nodes) || tree.Nodes[f.Owner].Role != "iframe") {
						t.Errorf("frame %d: %+v", i, f)
					}
				}
				o, _ := tree.Observation()
				for _, target := range o.Targets {
					if target.Name == "mid" || target.Name == "leaf" {
						if _, err := p.reader.Probe(t.Context(), ProbeRequest{Target: target, URL: p.url, Purpose: Hover}); err != nil {
							t.Error(err)
						}
						break
					}
				}
			}
		})
	}
	readers.Wait()
	p.run(`clearInterval(timer); d.textContent = ''; 0`, nil)
	p.until("last")
	if n := len(p.reader.frames.byID); n != 0 {
		t.Errorf("%d frames are remembered that are gone", n)
	}
}
