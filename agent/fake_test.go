package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// shop is a browser with one page: a list of items that can be clicked, which
// knows how often each was.
type shop struct {
	browser.Provider // what is not here must not be called

	mu      sync.Mutex
	items   int
	clicked map[refs.Ref]int
	epoch   uint64
	filler  string // beside each name
	// moment is told right before and right after a click has its effect.
	moment func(when string)
	hang   bool // clicks wait for the end of their context
}

func newShop(items int) *shop { return &shop{items: items, clicked: map[refs.Ref]int{}} }

func (s *shop) Page(context.Context, browser.TabID) (browser.Page, error) {
	return shopPage{shop: s}, nil
}

func (s *shop) Tabs(context.Context) ([]browser.Tab, error) {
	return []browser.Tab{{ID: "T1", URL: "https://shop.test/"}}, nil
}

func (s *shop) Open(context.Context, browser.OpenRequest) (browser.Page, error) {
	return shopPage{shop: s}, nil
}

func (s *shop) clicks(r refs.Ref) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clicked[r]
}

type shopPage struct {
	browser.UnimplementedPage
	*shop
}

func (shopPage) ID() browser.TabID           { return "T1" }
func (shopPage) Done() <-chan struct{}       { return nil }
func (shopPage) OpenDialog() *browser.Dialog { return nil }
func (shopPage) Close(context.Context) error { return nil }

func (p shopPage) Click(ctx context.Context, r browser.ClickRequest) (*browser.Receipt, error) {
	p.mu.Lock()
	moment, hang := p.moment, p.hang
	p.mu.Unlock()
	if moment != nil {
		moment("before")
	}
	if hang {
		<-ctx.Done()
		return nil, &browser.Error{Code: browser.CodeCanceled, Message: "the click was given up"}
	}
	p.mu.Lock()
	p.clicked[r.Ref]++
	p.mu.Unlock()
	if moment != nil {
		moment("after")
	}
	return &browser.Receipt{Action: "click", Target: browser.Thing{Ref: r.Ref.String(), Role: "button", Name: "Item"}}, nil
}

func (p shopPage) Snapshot(context.Context, browser.SnapshotRequest) (*browser.Snapshot, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.epoch++
	tree := &outline.Tree{
		Frames:   []outline.Frame{{ID: "F", Table: "T", URL: "https://shop.test/", Owner: -1}},
		Document: refs.Document{URL: "https://shop.test/"},
	}
	for i := range p.items {
		r := refs.Ref(i + 1)
		n := outline.Node{ID: uint32(i + 1), Ref: r, Role: "button", Name: fmt.Sprintf("Item %d clicked %d%s", i+1, p.clicked[r], p.filler), State: outline.Operable}
		tree.Nodes = append(tree.Nodes, n)
	}
	return &browser.Snapshot{Outline: outline.Build(tree, outline.Options{Unfolded: true}), URL: "https://shop.test/", Title: "Shop", Epoch: p.epoch, Refs: p.items}, nil
}

func (p shopPage) Screenshot(context.Context, browser.ScreenshotRequest) (*browser.Screenshot, error) {
	return &browser.Screenshot{Data: []byte("picture"), Format: browser.JPEG, Width: 10, Height: 10}, nil
}

// catalogue makes the tools over a provider, with a default page.
func catalogue(tb testing.TB, p browser.Provider, options ...tools.Option) *tools.Catalogue {
	tb.Helper()
	c, err := tools.New(p, options...)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := c.Call(tb.Context(), "webpage_open", json.RawMessage(`{"url":"https://shop.test/"}`)); err != nil {
		tb.Fatal(err)
	}
	return c
}

// actor is a model that is a function of what it is asked.
type actor struct {
	mu       sync.Mutex
	requests []model.Request
	play     func(n int, r model.Request) (model.Finish, error)
}

func (a *actor) Stream(ctx context.Context, r model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		a.mu.Lock()
		n := len(a.requests)
		a.requests = append(a.requests, r)
		a.mu.Unlock()
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
			return
		}
		finish, err := a.play(n, r)
		for _, word := range strings.SplitAfter(finish.Message.Text(), " ") {
			if word != "" && !yield(model.TextDelta{Text: word}, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if finish.Usage == (model.Usage{}) {
			finish.Usage = model.Usage{Input: 100, Output: 10}
		}
		yield(finish, nil)
	}
}

func (a *actor) asked() []model.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.requests)
}

// script plays turns one after another.
func script(turns ...func(model.Request) (model.Finish, error)) *actor {
	return &actor{play: func(n int, r model.Request) (model.Finish, error) {
		if n >= len(turns) {
			return model.Finish{}, &model.Error{Kind: model.BadRequest, Message: "the script is over"}
		}
		return turns[n](r)
	}}
}

type turn = func(model.Request) (model.Finish, error)

func say(text string) turn {
	return func(model.Request) (model.Finish, error) {
		return model.Finish{Message: model.Say(model.Assistant, text), Stop: model.StopEnd}, nil
	}
}

func fail(kind model.Kind, retryable bool) turn {
	return func(model.Request) (model.Finish, error) {
		return model.Finish{Message: model.Say(model.Assistant, "half a ")}, &model.Error{Kind: kind, Retryable: retryable, Message: "no"}
	}
}

// call makes calls; the id of each is new.
func call(uses ...string) turn {
	return func(r model.Request) (model.Finish, error) {
		m := model.Message{Role: model.Assistant}
		for i := 0; i+1 < len(uses); i += 2 {
			m.Blocks = append(m.Blocks, model.ToolUse{ID: fmt.Sprintf("c%d_%d", len(r.Messages), i), Name: uses[i], Arguments: json.RawMessage(uses[i+1])})
		}
		return model.Finish{Message: m, Stop: model.StopTools}, nil
	}
}

func runner(tb testing.TB, m model.Model, c *tools.Catalogue, options ...agent.Option) *agent.Runner {
	tb.Helper()
	r, err := agent.New(m, c, options...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

// sound checks what every conversation must hold: each call has its result in
// the next message, and no result is without its call.
func sound(tb testing.TB, messages []model.Message) {
	tb.Helper()
	var open []string
	for i, m := range messages {
		for _, r := range m.Results() {
			at := slices.Index(open, r.ID)
			if at < 0 {
				tb.Fatalf("message %d answers %s, which nobody asked: %+v", i, r.ID, messages)
			}
			open = slices.Delete(open, at, at+1)
		}
		if len(open) > 0 {
			tb.Fatalf("message %d leaves %v unanswered", i, open)
		}
		for _, u := range m.Uses() {
			open = append(open, u.ID)
		}
	}
	if len(open) > 0 {
		tb.Fatalf("the conversation ends with %v unanswered", open)
	}
}

// items returns what people have seen.
func items[T event.Content](r *agent.Runner) []T {
	var found []T
	for _, i := range r.Conversation().Items {
		if c, ok := i.Content.(T); ok {
			found = append(found, c)
		}
	}
	return found
}
