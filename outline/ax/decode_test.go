package ax

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mailru/easyjson"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/outline/dom"
)

// recorded reads a reply of Chromium 156 about a small page.
func recorded(tb testing.TB, name string) []byte {
	tb.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

// rowsOf makes rows of a tree without a world beside it.
func rowsOf(tb testing.TB, raw []byte) *outline.Tree {
	tb.Helper()
	d := &document{}
	if err := easyjson.Unmarshal(raw, &d.tree); err != nil {
		tb.Fatal(err)
	}
	if len(d.tree.nodes) == 0 {
		return &outline.Tree{}
	}
	d.index()
	b := newBuilder(&dom.Census{}, 0)
	return b.build(d, nobody(b.list([]*document{d})), &layout{}).Tree
}

// nobody is what a world says that knows none of the elements.
func nobody(ids []int64) *dom.Described {
	return &dom.Described{Tree: &outline.Tree{Nodes: make([]outline.Node, len(ids))}}
}

func TestRecordedTree(t *testing.T) {
	// Without a world nothing can be acted on, so all rows are structure.
	want := lines(`
			heading "Orders" level 1
			text "Hello you"
			list
			 listitem
			  link "Invoice 1"
			  text "due 3 May"
			textbox "Search"
			button "翻译此页"
			checkbox "All" checked
			tab "One" selected
			`)
	got := strings.ReplaceAll(printed(rowsOf(t, recorded(t, "tree.json"))), "\n\t\t\t", "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The same by way of encoding/json, which other callers use.
	var tree axTree
	if err := json.Unmarshal(recorded(t, "tree.json"), &tree); err != nil || len(tree.nodes) == 0 {
		t.Errorf("%d nodes, %v", len(tree.nodes), err)
	}
}

func TestRecordedLayout(t *testing.T) {
	var boxes layout
	if err := json.Unmarshal(recorded(t, "layout.json"), &boxes); err != nil {
		t.Fatal(err)
	}
	var tree axTree
	if err := easyjson.Unmarshal(recorded(t, "tree.json"), &tree); err != nil {
		t.Fatal(err)
	}
	d := boxes.boxesOf(tree.nodes[0].backend)
	if d == nil {
		t.Fatal("no boxes of the tree's document")
	}
	placed, texts := 0, 0
	for _, n := range tree.nodes {
		if n.role != "StaticText" || n.name == "shoes" {
			continue // what is typed has no node of the page
		}
		texts++
		if b, ok := d.boxes[n.backend]; ok && b.Width > 0 && b.Height > 0 {
			placed++
		}
	}
	if texts < 8 || placed != texts {
		t.Errorf("%d of %d texts have a box", placed, texts)
	}
	if boxes.boxesOf(-1) != nil {
		t.Error("boxes of a document that is not there")
	}
}

// tree writes a reply: one node per line as "id role name children…".
func tree(nodes ...string) []byte {
	var list []string
	for i, n := range nodes {
		fields := strings.Fields(n)
		children, _ := json.Marshal(fields[3:])
		list = append(list, fmt.Sprintf(`{"nodeId":%q,"ignored":false,"role":{"type":"role","value":%q},"name":{"value":%q,"sources":[{"type":"contents"}]},"childIds":%s,"backendDOMNodeId":%d}`,
			fields[0], fields[1], strings.ReplaceAll(fields[2], "_", " "), children, i+1))
	}
	return []byte(`{"nodes":[` + strings.Join(list, ",") + `]}`)
}

func TestOddTrees(t *testing.T) {
	tests := []struct {
		name, reason string
		raw          []byte
		want         string
	}{
		{"empty", "a page may have no tree yet", []byte(`{"nodes":[]}`), ""},
		{"nothing", "so may a reply", []byte(`{}`), ""},
		{"null", "whatever that means", []byte(`{"nodes":null}`), ""},
		{"unknown roles", "Chrome adds words; ARIA adds roles", tree("1 RootWebArea T 2 3", "2 HoverCraft x 4", "3 hovercraft Eel 5", "4 StaticText words", "5 StaticText inside"),
			"group \"x\"\n text \"words\"\nhovercraft \"Eel\"\n text \"inside\"\n"},
		{"ids that are no numbers", "they are strings by the protocol", tree("a RootWebArea T b c", "b StaticText one", "c heading two"),
			"text \"one\"\nheading \"two\"\n"},
		{"cycle", "no tree, and no end", tree("1 RootWebArea T 2", "2 list L 1 3", "3 list M 2 4", "4 StaticText text"),
			"list \"L\"\n list \"M\"\n  text \"text\"\n"},
		{"two parents", "a node is shown once", tree("1 RootWebArea T 2 3", "2 list L 4", "3 list M 4", "4 StaticText text"),
			"list \"L\"\n text \"text\"\nlist \"M\"\n"},
		{"missing children", "what is not there says nothing", tree("1 RootWebArea T 2 9", "2 StaticText text"), "text \"text\"\n"},
		{"other types", "a name that is no string, children that are no list",
			[]byte(`{"nodes":[{"nodeId":1,"role":{"value":"RootWebArea"},"childIds":["2"],"properties":{"a":1}},{"nodeId":"2","role":{"value":"heading"},"name":{"value":7},"childIds":"x","properties":[{"name":"level","value":{"value":"high"}},{"name":5},7,null]}],"more":[1,{"a":[]}]}`),
			"heading \"7\"\n"},
		{"lone surrogate", "pages may hold anything", []byte(`{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"childIds":["2"]},{"nodeId":"2","role":{"value":"StaticText"},"name":{"value":"a\ud800b"}}]}`),
			"text \"a\ufffdb\"\n"},
		{"forged rows", "a line break in a name stays in its quotes", tree("1 RootWebArea T 2", "2 heading a\ne12_button"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "forged rows" {
				test.raw = []byte(`{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"childIds":["2"]},{"nodeId":"2","role":{"value":"heading"},"name":{"value":"a\ne12 button \"Pay\" \u202e"}}]}`)
				test.want = "heading \"a e12 button \\\"Pay\\\"\"\n"
			}
			if got := printed(rowsOf(t, test.raw)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s\n%s", got, test.want, test.reason)
			}
		})
	}
	for _, broken := range []string{``, `[`, `{"nodes":[{]`, `{"nodes":[{"nodeId":"1"`, `x`} {
		var tree axTree
		if err := easyjson.Unmarshal([]byte(broken), &tree); err == nil {
			t.Errorf("%q passed", broken)
		}
	}
}

// Reading a large reply takes about as much memory as the reply itself, so that
// with it in memory less than three times its size is needed.
func TestMemory(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"nodes":[{"nodeId":"0","ignored":false,"role":{"type":"internalRole","value":"RootWebArea"},"childIds":[`)
	const rows = 20000
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q", fmt.Sprint(3*i+1))
	}
	b.WriteString(`],"backendDOMNodeId":1}`)
	for i := range rows {
		sources := `"sources":[{"type":"relatedElement","attribute":"aria-labelledby"},{"type":"attribute","attribute":"aria-label"},{"type":"contents","value":{"type":"computedString","value":"Pay"}},{"type":"attribute","attribute":"title","superseded":true}]`
		fmt.Fprintf(&b, `,{"nodeId":"%d","ignored":false,"role":{"type":"role","value":"button"},"chromeRole":{"type":"internalRole","value":9},"name":{"type":"computedString","value":"Pay %d",%s},"properties":[{"name":"invalid","value":{"type":"token","value":"false"}},{"name":"focusable","value":{"type":"booleanOrUndefined","value":true}}],"parentId":"0","childIds":["%d"],"backendDOMNodeId":%d}`, 3*i+1, i, sources, 3*i+2, 3*i+1)
		fmt.Fprintf(&b, `,{"nodeId":"%d","ignored":false,"role":{"type":"internalRole","value":"StaticText"},"chromeRole":{"type":"internalRole","value":158},"name":{"type":"computedString","value":"Pay %d",%s},"properties":[],"parentId":"%d","childIds":["%d"],"backendDOMNodeId":%d}`, 3*i+2, i, sources, 3*i+1, 3*i+3, 3*i+2)
		fmt.Fprintf(&b, `,{"nodeId":"%d","ignored":false,"role":{"type":"internalRole","value":"InlineTextBox"},"chromeRole":{"type":"internalRole","value":101},"name":{"type":"computedString","value":"Pay %d"},"properties":[],"parentId":"%d","childIds":[]}`, 3*i+3, i, 3*i+2)
	}
	b.WriteString(`]}`)
	raw := []byte(b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := rowsOf(t, raw)
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d bytes on the wire, %d allocated, %d rows", len(raw), allocated, len(got.Nodes))
	if len(got.Nodes) != rows {
		t.Errorf("%d rows, want %d", len(got.Nodes), rows)
	}
	if allocated > 2*uint64(len(raw)) {
		t.Errorf("%d bytes allocated for %d", allocated, len(raw))
	}
}

// FuzzTree: whatever a reply holds, reading it ends, and its rows are a tree.
func FuzzTree(f *testing.F) {
	// Small seeds: go's fuzzing first makes large ones smaller, for minutes.
	f.Add([]byte(`{"documents":[{"nodes":{"backendNodeId":[1,2]},"layout":{"nodeIndex":[0,1],"bounds":[[0,0,1280,800],[8,8,40.5,17]]},"scrollOffsetX":0,"scrollOffsetY":10}],"strings":["x"]}`))
	f.Add([]byte(`{"nodes":[{"nodeId":"1","ignored":false,"role":{"type":"internalRole","value":"RootWebArea"},"childIds":["2"],"backendDOMNodeId":1},{"nodeId":"2","ignored":true,"role":{"type":"role","value":"none"},"childIds":["3"]},{"nodeId":"3","role":{"value":"heading"},"name":{"type":"computedString","value":"A b","sources":[{"type":"contents"}]},"properties":[{"name":"level","value":{"type":"integer","value":2}}],"childIds":["4"],"backendDOMNodeId":3},{"nodeId":"4","role":{"value":"StaticText"},"name":{"value":"A b"}}]}`))
	f.Add(tree("1 RootWebArea T 2 3", "2 list L 1 3", "3 link M 2", "4 StaticText text"))
	f.Add([]byte(`{"nodes":[{"nodeId":"1","childIds":["1","2"]},{"nodeId":"2","role":{"value":"Iframe"},"properties":[{"name":"labelledby","value":{"relatedNodes":[{"backendDOMNodeId":2}]}}]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var boxes layout
		_ = easyjson.Unmarshal(raw, &boxes) // an error is fine
		d := &document{}
		if easyjson.Unmarshal(raw, &d.tree) != nil || len(d.tree.nodes) == 0 {
			return
		}
		d.index()
		b := newBuilder(&dom.Census{}, 0)
		tree := b.build(d, nobody(b.list([]*document{d})), &boxes).Tree
		last := int32(-1)
		for i, n := range tree.Nodes {
			if n.Depth < 0 || n.Depth > last+1 || n.Frame != 0 || n.ID != 0 || n.State.Has(outline.Operable) {
				t.Fatalf("row %d: %+v behind depth %d", i, n, last)
			}
			last = n.Depth
		}
	})
}
