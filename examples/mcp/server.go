package main

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
)

// server offers a catalogue over the Model Context Protocol.
type server struct {
	catalogue *tools.Catalogue
	mcp       *mcp.Server
	outline   last
	// ended is closed when no call should run any more.
	ended context.Context
	end   context.CancelCauseFunc
}

// errEnded is the cause of the calls that the end of the session ended.
var errEnded = errors.New("the session has ended")

func newServer(catalogue *tools.Catalogue, known *secrets, log *slog.Logger) *server {
	s := &server{catalogue: catalogue}
	s.ended, s.end = context.WithCancelCause(context.Background())
	s.mcp = mcp.NewServer(
		&mcp.Implementation{Name: "holdfast", Title: "Holdfast: web pages", Version: version()},
		&mcp.ServerOptions{
			Instructions: catalogue.Instructions() + known.note(), Logger: log,
			// Not "logging", which the library would add: our log is stderr.
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
		},
	)
	for _, t := range catalogue.Tools() {
		s.mcp.AddTool(&mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.Parameters, Annotations: annotations(t),
		}, s.handle)
	}
	s.offer()
	return s
}

// annotations tell a client, in hints, what a tool may do; all of it follows
// from the effect. The world of every tool is the open web.
func annotations(t tools.Tool) *mcp.ToolAnnotations {
	// What mutates without touching a page writes a file.
	readOnly := t.Effect.ReadOnly() && (t.Effect != tools.None || t.Class != tools.Mutate)
	// Input and scripts may order, send and delete. Opening and leaving pages
	// may not: what a page does on a mere visit is the page's doing.
	destructive := t.Effect == tools.Input || t.Effect == tools.Script
	world := true
	return &mcp.ToolAnnotations{
		Title: t.Title, ReadOnlyHint: readOnly, IdempotentHint: readOnly,
		DestructiveHint: &destructive, OpenWorldHint: &world,
	}
}

// handle runs a tool. What goes wrong is a result too: the model reads it and
// can do better.
func (s *server) handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ended, func() { cancel(errEnded) })()
	defer report(ctx, r)()
	p := &person{session: r.Session, given: r.Params.InputResponses}
	result, err := s.catalogue.Call(context.WithValue(ctx, personKey{}, p), r.Params.Name, r.Params.Arguments)
	if p.asked != nil {
		return &mcp.CallToolResult{InputRequests: p.asked}, nil
	}
	s.outline.take(result)
	if err != nil {
		result = s.catalogue.Explain(err)
	}
	answer := &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: result.Text}}, StructuredContent: result.Structured, IsError: err != nil,
	}
	for _, image := range result.Images {
		answer.Content = append(answer.Content, &mcp.ImageContent{MIMEType: image.MIME, Data: image.Data})
	}
	return answer, nil
}

// serve speaks with one client until that goes away or ctx ends. When it
// returns, no call is running: those that were are cancelled.
func (s *server) serve(ctx context.Context, t mcp.Transport) error {
	// The end of ctx closes the session, which waits for its calls; it does not
	// cancel them. A client that goes away does, see the library's readIncoming.
	defer context.AfterFunc(ctx, func() { s.end(errEnded) })()
	err := s.mcp.Run(ctx, t)
	if ctx.Err() != nil {
		return nil // asked to end
	}
	return err
}

// version is that of the module this program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
