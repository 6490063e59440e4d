package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/browser"
	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/tiktoken-go/tokenizer"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// wire counts what a provider and the browser say to each other.
type wire struct {
	*chrome.Host
	mu       sync.Mutex
	waiting  map[int64]bool
	commands int
	trips    int // commands that were sent while none was on its way
	bytes    int // of replies
}

func (w *wire) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	s, err := w.Host.Stream(ctx, tab)
	if err != nil {
		return nil, err
	}
	return &counted{s, w}, nil
}

// reset begins to count anew.
func (w *wire) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commands, w.trips, w.bytes = 0, 0, 0
}

func (w *wire) counts() (trips, bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trips, w.bytes
}

type counted struct {
	transport.Stream
	wire *wire
}

func (c *counted) Write(message []byte) error {
	var m struct {
		ID int64 `json:"id"`
	}
	if json.Unmarshal(message, &m) == nil {
		w := c.wire
		w.mu.Lock()
		w.commands++
		if len(w.waiting) == 0 {
			w.trips++
		}
		w.waiting[m.ID] = true
		w.mu.Unlock()
	}
	return c.Stream.Write(message)
}

func (c *counted) Read() ([]byte, error) {
	message, err := c.Stream.Read()
	// Replies begin with their id; events have none.
	if rest, reply := bytes.CutPrefix(message, []byte(`{"id":`)); reply && err == nil {
		id := int64(0)
		for i := 0; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
			id = id*10 + int64(rest[i]-'0')
		}
		w := c.wire
		w.mu.Lock()
		delete(w.waiting, id)
		w.bytes += len(message)
		w.mu.Unlock()
	}
	return message, err
}

// open opens a page over a host that counts.
func open(tb testing.TB, address string) (*wire, browser.Page) {
	tb.Helper()
	w := &wire{Host: testbrowser.Host(tb), waiting: map[int64]bool{}}
	p, err := provider.New(tb.Context(), w, provider.WithSharedHost())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.Close() })
	ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
	defer cancel()
	page, err := p.Open(ctx, browser.OpenRequest{URL: address})
	if err != nil {
		tb.Fatal(err)
	}
	return w, page
}

// bare is a tab with the same page and nothing of ours in it, for the floors.
func bare(tb testing.TB, address string) (session *cdp.Session, world int64) {
	tb.Helper()
	session = testbrowser.Tab(tb)
	call := func(method string, params, reply any) {
		tb.Helper()
		if err := session.Call(tb.Context(), method, params, reply); err != nil {
			tb.Fatal(err)
		}
	}
	call("Page.enable", nil, nil)
	loaded := session.Listen("Page.loadEventFired")
	defer loaded.Close()
	call("Page.navigate", map[string]string{"url": address}, nil)
	select {
	case <-loaded.C():
	case <-time.After(30 * time.Second):
		tb.Fatal("the page did not load")
	}
	var tree struct {
		Tree struct {
			Frame struct {
				ID string `json:"id"`
			} `json:"frame"`
		} `json:"frameTree"`
	}
	call("Page.getFrameTree", nil, &tree)
	var made struct {
		ID int64 `json:"executionContextId"`
	}
	call("Page.createIsolatedWorld", map[string]string{"frameId": tree.Tree.Frame.ID, "worldName": "floor"}, &made)
	return session, made.ID
}

// codec is o200k_base, the tokens of GPT-4o and later.
var codec = sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(tokenizer.O200kBase) })

func tokens(tb testing.TB, text string) int {
	tb.Helper()
	c, err := codec()
	if err != nil {
		tb.Fatal(err)
	}
	n, err := c.Count(text)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}
