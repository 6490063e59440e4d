package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

// fakeProvider is a browser without a browser.
type fakeProvider struct {
	mu     sync.Mutex
	err    error
	closed int
	page   fakePage
}

func (p *fakeProvider) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

func (p *fakeProvider) answer() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

func (p *fakeProvider) Open(context.Context, browser.OpenRequest) (browser.Page, error) {
	return &p.page, p.answer()
}

func (p *fakeProvider) Page(context.Context, browser.TabID) (browser.Page, error) {
	return &p.page, p.answer()
}

func (p *fakeProvider) Tabs(context.Context) ([]browser.Tab, error) {
	return []browser.Tab{{ID: "T1", Title: "Shop", URL: "http://shop.test/"}}, p.answer()
}

func (p *fakeProvider) Activate(context.Context, browser.TabID) error { return p.answer() }
func (p *fakeProvider) CloseTab(context.Context, browser.TabID) error { return p.answer() }

func (p *fakeProvider) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed++
	return nil
}

// fakePage clicks, takes pictures, and hangs when asked to navigate.
type fakePage struct {
	browser.UnimplementedPage
	hangs chan struct{}
	ended chan error
}

func (*fakePage) ID() browser.TabID { return "T1" }

func (*fakePage) Click(_ context.Context, r browser.ClickRequest) (*browser.Receipt, error) {
	if r.Ref != 1 {
		return nil, &browser.Error{Code: browser.CodeStaleRef, Reason: "node_gone", Message: `e2 was button "Buy"`, Hint: "Take a snapshot."}
	}
	return &browser.Receipt{Action: "click", Target: browser.Thing{Ref: "e1", Role: "button", Name: "Pay"}}, nil
}

func (*fakePage) Screenshot(context.Context, browser.ScreenshotRequest) (*browser.Screenshot, error) {
	return &browser.Screenshot{Data: []byte("\x89PNG"), Format: browser.PNG, Width: 2, Height: 1, URL: "http://shop.test/"}, nil
}

func (p *fakePage) Navigate(ctx context.Context, _ browser.NavigateRequest) (*browser.Receipt, error) {
	p.hangs <- struct{}{}
	<-ctx.Done()
	p.ended <- context.Cause(ctx)
	return nil, &browser.Error{Code: browser.CodeCanceled, Message: "the context ended"}
}

// session is a client that talks to a server in memory.
type session struct {
	client *mcp.ClientSession
	server *server
	page   *fakePage
	// stop ends the context of serve; served is what it returned.
	stop   func()
	served chan error
	// cut ends the client as a crash would.
	cut func() error
}

func connect(t *testing.T) *session {
	t.Helper()
	provider := &fakeProvider{page: fakePage{hangs: make(chan struct{}, 1), ended: make(chan error, 1)}}
	catalogue, err := tools.New(provider)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := net.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{server: newServer(catalogue, nil, quiet), page: &provider.page, stop: cancel, served: make(chan error, 1), cut: theirs.Close}
	go func() { s.served <- s.server.serve(ctx, &mcp.IOTransport{Reader: ours, Writer: ours}) }()
	s.client, err = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.IOTransport{Reader: theirs, Writer: theirs}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		s.client.Close()
	})
	return s
}

func call(t *testing.T, client *mcp.ClientSession, tool string, arguments map[string]any) *mcp.CallToolResult {
	t.Helper()
	r, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return r
}

// text is the text of a result.
func text(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// field is a property of a result's structured value.
func field(t *testing.T, r *mcp.CallToolResult, name string) string {
	t.Helper()
	object, ok := r.StructuredContent.(map[string]any)
	if !ok {
		t.Fatalf("the structured value is %T", r.StructuredContent)
	}
	s, _ := object[name].(string)
	return s
}

func TestListsTheCatalogue(t *testing.T) {
	s := connect(t)
	list, err := s.client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	definitions := map[string]tools.Tool{}
	for _, d := range tools.Definitions() {
		definitions[d.Name] = d
	}
	if len(list.Tools) != len(definitions) {
		t.Fatalf("%d tools, the catalogue has %d", len(list.Tools), len(definitions))
	}
	for _, offered := range list.Tools {
		d := definitions[offered.Name]
		if offered.Title != d.Title || offered.Description != d.Description {
			t.Errorf("%s: %q, %q", offered.Name, offered.Title, offered.Description)
		}
		raw, err := json.Marshal(offered.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatalf("%s: %v", offered.Name, err)
		}
		if _, err := schema.Resolve(nil); err != nil {
			t.Errorf("%s: a client that checks the schema refuses it: %v", offered.Name, err)
		}
	}
	init := s.client.InitializeResult()
	if mark := s.server.catalogue.Mark().String(); !strings.Contains(init.Instructions, mark) {
		t.Errorf("the instructions do not explain the mark %s: %q", mark, init.Instructions)
	}
	if init.ServerInfo.Name != "holdfast" || init.ServerInfo.Version == "" {
		t.Errorf("the server is %+v", init.ServerInfo)
	}
}

func TestAnnotationsFollowTheEffect(t *testing.T) {
	for _, c := range []struct {
		effect                            tools.Effect
		readOnly, destructive, repeatable bool
	}{
		{tools.None, true, false, true},
		{tools.View, true, false, true},
		{tools.Navigation, false, false, false},
		{tools.Input, false, true, false},
		{tools.Script, false, true, false},
	} {
		a := annotations(tools.Tool{Title: "Title", Effect: c.effect})
		if a.Title != "Title" || a.ReadOnlyHint != c.readOnly || *a.DestructiveHint != c.destructive || a.IdempotentHint != c.repeatable || !*a.OpenWorldHint {
			t.Errorf("%s: %+v", c.effect, a)
		}
	}
	if a := annotations(tools.Tool{Effect: tools.None, Class: tools.Mutate}); a.ReadOnlyHint || a.IdempotentHint || *a.DestructiveHint {
		t.Errorf("what writes a file is told as %+v", a)
	}
}

func TestResults(t *testing.T) {
	s := connect(t)
	call(t, s.client, "webpage_open", map[string]any{"url": "http://shop.test/"})
	r := call(t, s.client, "webpage_click", map[string]any{"ref": "e1"})
	mark := s.server.catalogue.Mark().String()
	if want := "<untrusted-" + mark + ">click e1 button \"Pay\"</untrusted-" + mark + ">"; text(r) != want || r.IsError {
		t.Errorf("got %q, want %q", text(r), want)
	}
	if field(t, r, "action") != "click" || field(t, r, "session_id") != "T1" {
		t.Errorf("structured: %v", r.StructuredContent)
	}
	r = call(t, s.client, "webpage_screenshot", nil)
	if len(r.Content) != 2 {
		t.Fatalf("%d contents", len(r.Content))
	}
	if image, ok := r.Content[1].(*mcp.ImageContent); !ok || image.MIMEType != "image/png" || !bytes.Equal(image.Data, []byte("\x89PNG")) {
		t.Errorf("the picture is %+v", r.Content[1])
	}
}

// Whatever goes wrong in a tool is a result that the model reads, with code,
// reason and hint; only a tool that is not there is an error of the protocol.
func TestErrors(t *testing.T) {
	s := connect(t)
	call(t, s.client, "webpage_open", map[string]any{"url": "http://shop.test/"})
	for _, c := range []struct {
		tool               string
		arguments          map[string]any
		code, reason, hint string
	}{
		{"webpage_click", map[string]any{"ref": "e2"}, "BROWSER_STALE_REF", "node_gone", "Take a snapshot."},
		{"webpage_click", map[string]any{"reff": "e2"}, "BROWSER_INVALID_ARGUMENT", "", "webpage_click takes ref"},
		{"webpage_click", nil, "BROWSER_INVALID_ARGUMENT", "", "webpage_click takes ref"},
		{"webpage_press", map[string]any{"key": "a"}, "BROWSER_NOT_IMPLEMENTED", "", ""},
	} {
		r := call(t, s.client, c.tool, c.arguments)
		if !r.IsError || field(t, r, "code") != c.code || field(t, r, "reason") != c.reason || !strings.Contains(field(t, r, "hint"), c.hint) {
			t.Errorf("%s %v: %v", c.tool, c.arguments, r.StructuredContent)
		}
		if !strings.HasPrefix(text(r), c.code+": ") || !strings.HasSuffix(text(r), field(t, r, "hint")) {
			t.Errorf("%s %v: %q", c.tool, c.arguments, text(r))
		}
	}
	if _, err := s.client.CallTool(t.Context(), &mcp.CallToolParams{Name: "webpage_fly"}); err == nil {
		t.Error("a tool that is not there answers")
	}
}

// A call ends when the client cancels it, when the client goes away, and when
// the server is asked to end, and serve waits for it.
func TestCallsEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(s *session, cancel func())
	}{
		{"cancelled", func(_ *session, cancel func()) { cancel() }},
		{"client gone", func(s *session, _ func()) { s.cut() }},
		{"server asked to end", func(s *session, _ func()) { s.stop() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := connect(t)
			call(t, s.client, "webpage_open", map[string]any{"url": "http://shop.test/"})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			answered := make(chan error, 1)
			go func() {
				_, err := s.client.CallTool(ctx, &mcp.CallToolParams{Name: "webpage_navigate", Arguments: map[string]any{"url": "http://slow.test/"}})
				answered <- err
			}()
			<-s.page.hangs
			c.end(s, cancel)
			if cause := <-s.page.ended; cause == nil {
				t.Error("the page saw no cause")
			}
			if c.name == "cancelled" {
				if err := <-answered; err == nil {
					t.Error("a cancelled call answers")
				}
				call(t, s.client, "webpage_click", map[string]any{"ref": "e1"}) // and life goes on
				return
			}
			if err := <-s.served; err != nil {
				t.Errorf("serve: %v", err)
			}
			<-answered
		})
	}
}
