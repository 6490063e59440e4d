package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
)

func TestGroups(t *testing.T) {
	known := map[string]int{}
	for _, tool := range tools.Definitions() {
		g := groupOf(tool)
		if !slices.Contains(groups, g) {
			t.Errorf("%s is in no group: %q", tool.Name, g)
		}
		known[g]++
	}
	for _, g := range groups {
		if known[g] == 0 {
			t.Errorf("the group %s is empty", g)
		}
	}
	s, err := parseSettings([]string{"--caps", "look, go"}, &strings.Builder{})
	if err != nil {
		t.Fatal(err)
	}
	options, err := s.tools()
	if err != nil {
		t.Fatal(err)
	}
	c, err := tools.New(&fakeProvider{}, options...)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range c.Tools() {
		if g := groupOf(tool); g != "look" && g != "go" {
			t.Errorf("%s of the group %s is offered", tool.Name, g)
		}
	}
	if n := len(c.Tools()); n != known["look"]+known["go"] {
		t.Errorf("%d tools", n)
	}
	for _, bad := range []string{"look,fly", ","} {
		if _, err := parseSettings([]string{"--caps", bad}, &strings.Builder{}); err == nil {
			t.Errorf("--caps %q is taken", bad)
		}
	}
}

// talk connects a client to a server of ours over a fake browser.
func talk(t *testing.T, s settings, o *mcp.ClientOptions) (*mcp.ClientSession, *fakeProvider) {
	t.Helper()
	p := &fakeProvider{page: fakePage{hangs: make(chan struct{}, 1), ended: make(chan error, 1)}}
	options, err := s.tools()
	if err != nil {
		t.Fatal(err)
	}
	c, err := tools.New(p, options...)
	if err != nil {
		t.Fatal(err)
	}
	near, far := net.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- newServer(c, nil, quiet).serve(ctx, &mcp.IOTransport{Reader: near, Writer: near}) }()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), &mcp.IOTransport{Reader: far, Writer: far}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = client.Close()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return client, p
}

// A person at the client is asked, and what they say holds; where a client asks
// nobody, nothing is allowed.
func TestApprovals(t *testing.T) {
	for _, test := range []struct {
		name    string
		options *mcp.ClientOptions
		allowed bool
	}{
		{"yes", &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			if !strings.Contains(r.Params.Message, "shop.test") {
				t.Errorf("asked %q", r.Params.Message)
			}
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"answer": "once"}}, nil
		}}, true},
		{"no", &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "decline"}, nil
		}}, false},
		{"nobody", nil, false},
	} {
		client, _ := talk(t, settings{approve: "all"}, test.options)
		r := call(t, client, "webpage_open", map[string]any{"url": "http://shop.test/"})
		if r.IsError == test.allowed {
			t.Errorf("%s: %s", test.name, text(r))
		}
		if !test.allowed && field(t, r, "code") != "BROWSER_REFUSED" {
			t.Errorf("%s: %s", test.name, text(r))
		}
	}
}

// A call that takes long is heard of.
func TestProgress(t *testing.T) {
	heard := make(chan *mcp.ProgressNotificationParams, 1)
	client, p := talk(t, settings{approve: "off"}, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		select {
		case heard <- r.Params:
		default:
		}
	}})
	call(t, client, "webpage_open", map[string]any{"url": "http://shop.test/"})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if n := <-heard; n.ProgressToken != "slow" || !strings.Contains(n.Message, "webpage_navigate") {
			t.Errorf("heard %+v", n)
		}
		cancel()
	}()
	params := &mcp.CallToolParams{Name: "webpage_navigate", Arguments: map[string]any{"url": "http://shop.test/slow"}}
	params.SetProgressToken("slow")
	if _, err := client.CallTool(ctx, params); err == nil {
		t.Error("the call was not cancelled")
	}
	<-p.page.ended
}

func TestResources(t *testing.T) {
	client, _ := talk(t, settings{approve: "off"}, nil)
	list, err := client.ListResources(t.Context(), nil)
	if err != nil || len(list.Resources) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	r, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: outlineURI})
	if err != nil || !strings.Contains(r.Contents[0].Text, "No page") {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: consoleURI}); err != nil || !strings.Contains(r.Contents[0].Text, "BROWSER_") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Over HTTP each client has a session of its own, and pages have none.
func TestHTTP(t *testing.T) {
	if _, err := listen("0.0.0.0:0"); err == nil {
		t.Error("every interface")
	}
	if _, err := listen("example.com:80"); err == nil {
		t.Error("another machine")
	}
	l, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &fakeProvider{}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- serveHTTP(ctx, l, "right", func() (*server, error) {
			c, err := tools.New(p)
			if err != nil {
				return nil, err
			}
			return newServer(c, nil, quiet), nil
		}, quiet)
	}()
	at := "http://" + l.Addr().String() + httpPath
	for _, test := range []struct {
		name   string
		header map[string]string
		host   string
		status int
	}{
		{"no token", nil, "", http.StatusUnauthorized},
		{"wrong token", map[string]string{"Authorization": "Bearer wrong"}, "", http.StatusUnauthorized},
		{"a page", map[string]string{"Authorization": "Bearer right", "Origin": "http://evil.test"}, "", http.StatusForbidden},
		{"a bent name", map[string]string{"Authorization": "Bearer right"}, "evil.test", http.StatusForbidden},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, at, strings.NewReader(`{}`))
		r.RequestURI = ""
		for k, v := range test.header {
			r.Header.Set(k, v)
		}
		if test.host != "" {
			r.Host = test.host
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != test.status {
			t.Errorf("%s: %s", test.name, answer.Status)
		}
	}
	var sessions []string
	for range 2 {
		client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
			Endpoint: at, HTTPClient: &http.Client{Transport: bearer{}}, DisableStandaloneSSE: true,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if r := call(t, client, "webpage_open", map[string]any{"url": "http://shop.test/"}); r.IsError {
			t.Errorf("open: %s", text(r))
		}
		sessions = append(sessions, client.InitializeResult().Instructions)
	}
	if sessions[0] == sessions[1] {
		t.Error("two clients have one mark")
	}
	stop()
	if err := <-served; err != nil {
		t.Errorf("the end: %v", err)
	}
}

type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer right")
	return http.DefaultTransport.RoundTrip(r)
}
