package dom

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/outline"
)

// What leaves the page arrives as it was: texts with line breaks, escapes,
// lone surrogates and any other letter, large numbers, deep trees.
func TestColumns(t *testing.T) {
	p := openPage(t, "<!doctype html><meta charset=utf-8><title>Über \"x\"</title><body></body>")
	p.run(`{
		const values = ['', 'a\nb', '\x1b', '\x1bn\n', '\n', '\\n', '"', 'ü€😀', '\ud83d', '\u2028', '  ', 'x'.repeat(300), 'tab\there'];
		for (const v of values) { const a = document.createElement('textarea'); a.setAttribute('aria-label', 'v' + document.body.children.length); a.value = v; document.body.append(a); }
		const far = document.createElement('button'); far.textContent = 'far'; far.style = 'position:absolute;left:40000px;top:9000000px;width:5000px;height:30px'; document.body.append(far);
	}`, nil)
	tree := p.read()
	want := []string{"", "a\nb", "\x1b", "\x1bn\n", "\n", `\n`, `"`, "ü€😀", "\ufffd", "\u2028", "  ", strings.Repeat("x", 300), "tab\there"}
	for i, v := range want {
		if n := tree.Nodes[i]; n.Value != v || n.Name != "v"+itoa(uint32(i)) {
			t.Errorf("row %d: %q = %q, want %q", i, n.Name, n.Value, v)
		}
	}
	far := operable(tree, "far")
	if len(far) != 1 || far[0].Box.X != 40000 || far[0].Box.Y != 9000000 || far[0].Box.Width != 5000 {
		t.Errorf("far: %+v", far)
	}
	if tree.Title != `Über "x"` || tree.Viewport.Width != 800 || tree.Viewport.Height != 600 {
		t.Errorf("title %q, viewport %v", tree.Title, tree.Viewport)
	}
}

func TestReplyOfAWorldWithoutScripts(t *testing.T) {
	var r readReply
	if err := json.Unmarshal([]byte(`{"result":{"type":"string","value":"not installed"}}`), &r); err != nil {
		t.Fatal(err)
	}
	if r.installed() {
		t.Error("a string means that nothing is installed")
	}
	r = readReply{}
	if err := json.Unmarshal([]byte(`{"result":{"type":"object","value":{"nonce":"n","roles":["text"],"new":[{"x":1}]}}}`), &r); err != nil {
		t.Fatal(err)
	}
	if !r.installed() || r.Result.Value.page.Nonce != "n" {
		t.Errorf("%+v", r)
	}
}

func TestBase(t *testing.T) {
	for _, row := range []struct{ base, href, want string }{
		{"https://a.b/c/d?e", "/x", "https://a.b/x"},
		{"https://a.b/c/d?e", "#x", "https://a.b/c/d?e#x"},
		{"https://a.b/c", "https://x.y/z", "https://x.y/z"},
		{"https://a.b", "/x", "https://a.b/x"},
		{"about:blank", "mailto:me", "mailto:me"},
		{"about:srcdoc", "#x", "about:srcdoc#x"},
		{"", "", ""},
	} {
		b := newBase(row.base)
		if got := b.resolve(row.href); got != row.want {
			t.Errorf("%q below %q is %q, want %q", row.href, row.base, got, row.want)
		}
	}
}

// A page cannot reach the packed rows, but a damaged reply must not end the
// program: it is an error, or it is a tree whose parts fit together.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{hasName | hasElement, 0, 4, 0, 2, 9, 0, 0, 1}, "one\ntwo", 2)
	f.Add([]byte{0xff, 0, 0, 0, 0, 0, 0, 2, 1, 5, 1, 2, 2, 3, 3}, "a\nb\nc\nd", 1)
	f.Add([]byte{hasHref, 2, 1, 0}, "/x", 1)
	f.Add([]byte{hasHref, 2, 1, 0, 0, hasHref, 2, 1, 1, 0}, "//x\n/y", 2)
	f.Add([]byte{hasHref, 0, 1, 0, 0}, "/x", 1)
	f.Add([]byte{hasBox, 0, 0, 0x80}, "", 1)
	f.Add([]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}, "", 9)
	f.Fuzz(func(t *testing.T, rows []byte, texts string, count int) {
		p := packedPage{
			Nonce: "n", Roles: []string{"text", "cell", "link"}, Texts: texts, Count: count,
			Rows:   rows,
			Frames: []packedFrame{{Owner: -1, URL: "https://a.b/d", Base: "https://a.b/c"}, {Owner: 0, Base: "https://x.y/", Unread: "loading"}},
		}
		tree, err := p.tree("frame", "loader", false)
		if err != nil {
			return
		}
		if len(tree.Nodes) != count {
			t.Fatalf("%d rows, %d were announced", len(tree.Nodes), count)
		}
		for _, n := range tree.Nodes {
			if n.Frame < 0 || int(n.Frame) >= len(tree.Frames) {
				t.Fatalf("a row of frame %d", n.Frame)
			}
		}
		want, at := tree.Observation()
		p.Frames[1].Unread = ""
		held, err := p.tree("frame", "loader", false)
		if err != nil {
			t.Fatal(err)
		}
		scanned, err := p.tree("frame", "loader", true)
		if err != nil {
			t.Fatal(err)
		}
		got, gotAt := scanned.Observation()
		if len(got.Targets) != len(want.Targets) || !slices.Equal(gotAt, at) {
			t.Fatalf("%d targets, want %d", len(got.Targets), len(want.Targets))
		}
		built := outline.Build(held, outline.Options{})
		again := outline.Build(scanned, outline.Options{})
		if again.String() != built.String() {
			t.Fatalf("scanned it is %q, want %q", again, built)
		}
		if a, b := slices.Collect(again.Rows), slices.Collect(built.Rows); !slices.Equal(a, b) {
			t.Fatalf("scanned the rows are %v, want %v", a, b)
		}
		if scanned.Load(); !slices.Equal(scanned.Nodes, held.Nodes) {
			t.Fatalf("scanned there are %v, want %v", scanned.Nodes, held.Nodes)
		}
	})
}
