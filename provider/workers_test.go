package provider_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/holdfast-go/holdfast/internal/testpage"
)

// TestWorkers: a page's workers run, those of its frames and of workers too, as
// if nobody were there.
func TestWorkers(t *testing.T) {
	site := testpage.New(t)
	script := func(path, body string) {
		site.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, body)
		}))
	}
	script("/inner.js", `postMessage("inner")`)
	script("/outer.js", `postMessage("outer"); const inner = new Worker("/inner.js"); inner.onmessage = e => postMessage(e.data)`)
	script("/shared.js", `onconnect = e => e.ports[0].postMessage("shared")`)
	const workers = `const told = s => top.postMessage(s, "*");
const kept = [new Worker("/outer.js"), new SharedWorker("/shared.js")];
kept[0].onmessage = e => told(e.data); kept[1].port.onmessage = e => told(e.data)`
	site.Page("/frame", `<script>`+workers+`</script>`)
	page := open(t, newProvider(t), site.Page("/", `<!doctype html><script>window.got = []; onmessage = e => got.push(e.data)</script>
<script>`+workers+`</script><iframe src="`+site.Localhost("/frame")+`"></iframe>`))
	want := `["inner","inner","outer","outer","shared","shared"]`
	eventually(t, "all workers have told that they run", func() bool {
		return evalAs[string](t, page, "JSON.stringify(got.toSorted())") == want
	})
}
