package main

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
)

// The resources: what a person at the client may want to see or to hand to
// another model without a call of a tool.
const (
	outlineURI = "holdfast://outline"
	consoleURI = "holdfast://console"
)

// last keeps the last outline that was read.
type last struct {
	mu   sync.Mutex
	text string
}

func (l *last) take(r *tools.Result) {
	if r == nil || r.Snapshot == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = r.Text
}

func (l *last) get() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return "No page was read yet."
	}
	return l.text
}

// offer adds the resources to the server.
func (s *server) offer() {
	s.mcp.AddResource(&mcp.Resource{
		URI: outlineURI, Name: "outline", Title: "The last outline", MIMEType: "text/plain",
		Description: "The last page that webpage_snapshot printed, as it was then. Words of the page stand between marks.",
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return plainText(outlineURI, s.outline.get()), nil
	})
	if !s.has("webpage_console") {
		return
	}
	s.mcp.AddResource(&mcp.Resource{
		URI: consoleURI, Name: "console", Title: "The console", MIMEType: "text/plain",
		Description: "What the default page wrote to its console. Words of the page stand between marks.",
	}, func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		result, err := s.catalogue.Call(ctx, "webpage_console", json.RawMessage(`{}`))
		if err != nil {
			result = s.catalogue.Explain(err)
		}
		return plainText(consoleURI, result.Text), nil
	})
}

func plainText(uri, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: text}}}
}

// has reports whether a tool is offered.
func (s *server) has(name string) bool {
	for _, t := range s.catalogue.Tools() {
		if t.Name == name {
			return true
		}
	}
	return false
}
