// Command mcp is an MCP server with the tools, over stdio.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }()
	catalogue, err := tools.New(b)
	if err != nil {
		return err
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "pages"}, &mcp.ServerOptions{Instructions: catalogue.Instructions()})
	for _, t := range catalogue.Tools() {
		server.AddTool(&mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Parameters},
			func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				result, err := catalogue.Call(ctx, r.Params.Name, r.Params.Arguments)
				if err != nil {
					result = catalogue.Explain(err)
				}
				return &mcp.CallToolResult{
					Content: []mcp.Content{&mcp.TextContent{Text: result.Text}}, StructuredContent: result.Structured, IsError: err != nil,
				}, nil
			})
	}
	return server.Run(ctx, &mcp.StdioTransport{})
}
