package dom

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/outline"
)

// sourceFunc is a Source made of a function.
type sourceFunc func(context.Context, *World) (*Part, error)

func (f sourceFunc) ReadWorld(ctx context.Context, w *World) (*Part, error) { return f(ctx, w) }

// backends returns the backend ids of elements by selector.
func (p *livePage) backends(selectors ...string) []int64 {
	p.t.Helper()
	ids := make([]int64, len(selectors))
	for i, selector := range selectors {
		var made struct {
			Result struct {
				ObjectID string `json:"objectId"`
			} `json:"result"`
		}
		p.call("Runtime.evaluate", map[string]any{"expression": selector}, &made)
		var described struct {
			Node struct {
				BackendNodeID int64 `json:"backendNodeId"`
			} `json:"node"`
		}
		p.call("DOM.describeNode", map[string]any{"objectId": made.Result.ObjectID}, &described)
		ids[i] = described.Node.BackendNodeID
	}
	return ids
}

func TestCensus(t *testing.T) {
	p := openPage(t, `<!doctype html><title>Census</title><button id=b>Save</button><p id=p>plain <span id=s style="cursor:pointer">hand</span></p>
		<input id=d type=date><iframe id=f srcdoc="<a href=/x>Inner</a>"></iframe><iframe id=x sandbox srcdoc="far"></iframe><my-a id=a></my-a>
		<script>r = a.attachShadow({mode: 'closed'}); r.innerHTML = '<i role=button tabindex=0>Deep</i>'</script>`)
	ids := p.backends("document", "b", "p", "s", "s.firstChild", "f", "x", "f.contentDocument", "f.contentDocument.links[0]", "r.firstChild", "d", "{const e = document.createElement('a'); e.href = '/'; e}")
	var said *Described
	var census *Census
	r := &Reader{world: p.world}
	tree, err := r.Read(t.Context(), ReadOptions{Source: sourceFunc(func(ctx context.Context, w *World) (*Part, error) {
		var err error
		if census, err = w.Census(ctx); err != nil {
			return nil, err
		}
		if said, err = census.Describe(ctx, ids); err != nil {
			return nil, err
		}
		out := *said.Tree
		out.Nodes, out.Frames = out.Nodes[1:2], []outline.Frame{said.Frame("", -1)}
		return &Part{Tree: &out}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(tree); got != "*button \"Save\"\n" || tree.Title != "Census" || tree.Frames[0].Table != r.Table() {
		t.Errorf("%+v\n%s", tree, got)
	}
	if !census.Document(ids[0]) || !census.Document(ids[7]) || census.Document(ids[1]) {
		t.Error("the documents are not those of the page")
	}
	if !census.Operable(ids[1]) || census.Operable(ids[2]) || !census.Operable(ids[3]) || !census.Operable(ids[8]) || census.Operable(ids[9]) {
		t.Error("what is operable is not what the page shows")
	}
	if census.Holder(ids[4]) != ids[3] || census.Holder(ids[3]) != 0 {
		t.Error("the text is not its element's")
	}
	if frame, own := census.Shows(ids[5]); frame == "" || !own {
		t.Errorf("the near frame is %q, own %v", frame, own)
	}
	if frame, own := census.Shows(ids[6]); frame == "" || own {
		t.Errorf("the far frame is %q, own %v", frame, own)
	}
	if frame, _ := census.Shows(ids[1]); frame != "" {
		t.Errorf("a button shows the frame %q", frame)
	}
	want := strings.TrimPrefix(strings.ReplaceAll(`

		*button "Save"
		paragraph "plain hand"
		*generic "hand"

		iframe
		iframe

		*link "Inner" → SITE/x
		*button "Deep"
		*textbox ~"plain hand" = "" (date, YYYY-MM-DD)

		`, "\t", ""), "\n")
	if got := strings.ReplaceAll(text(said.Tree), strings.TrimSuffix(p.url, "/page-1"), "SITE"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if _, _, ok := said.Foreign(5); ok {
		t.Error("the near frame is out of reach")
	}
	if f, _, ok := said.Foreign(6); !ok || f.Unread != unreadForeign {
		t.Errorf("the far frame is %+v", f)
	}
	for _, row := range []int{-1, 5, 6} {
		if _, hidden := said.View(row).Outward(outline.Box{X: 1, Y: 1, Width: 5, Height: 5}); hidden {
			t.Errorf("the beginning of the frame in row %d cannot be seen", row)
		}
	}
	// The closed root around the element is known now: the next read has it.
	if got := text(p.read()); !strings.Contains(got, `*button "Deep"`) {
		t.Error(got)
	}
}

func TestSourceErrors(t *testing.T) {
	p := openPage(t, `<!doctype html><p>text</p>`)
	r := &Reader{world: p.world}
	calls := 0
	read := func(f sourceFunc) error {
		calls = 0
		_, err := r.Read(t.Context(), ReadOptions{Source: sourceFunc(func(ctx context.Context, w *World) (*Part, error) {
			calls++
			return f(ctx, w)
		})})
		return err
	}
	if err := read(func(context.Context, *World) (*Part, error) { return nil, ErrLeft }); !errors.Is(err, ErrLeft) || calls != mostReads {
		t.Errorf("%v after %d calls", err, calls)
	}
	own := errors.New("own")
	if err := read(func(context.Context, *World) (*Part, error) { return nil, own }); !errors.Is(err, own) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	if err := read(func(context.Context, *World) (*Part, error) { return nil, nil }); err == nil {
		t.Error("no tree passed")
	}
	if err := read(func(context.Context, *World) (*Part, error) { return &Part{Tree: &outline.Tree{}}, nil }); err == nil {
		t.Error("a tree without a frame passed")
	}
	if _, err := r.Read(t.Context(), ReadOptions{Viewport: true, Source: sourceFunc(nil)}); err == nil {
		t.Error("a part of a page passed")
	}
	// A second census ends the first.
	err := read(func(ctx context.Context, w *World) (*Part, error) {
		one, err := w.Census(ctx)
		if err != nil {
			return nil, err
		}
		if _, err := w.Census(ctx); err != nil {
			return nil, err
		}
		said, err := one.Describe(ctx, p.backends("document.body"))
		if err == nil && said.Tree.Nodes[0].ID != 0 {
			t.Error("the first one goes on")
		}
		return nil, own
	})
	if !errors.Is(err, own) {
		t.Error(err)
	}
}
