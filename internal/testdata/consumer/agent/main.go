// Command agent does a task with a model.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, task string) error {
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
	model, err := openai.New("https://api.openai.com/v1", "gpt-5.1", openai.WithKey(os.Getenv("OPENAI_API_KEY")))
	if err != nil {
		return err
	}
	runner, err := agent.New(model, catalogue)
	if err != nil {
		return err
	}
	defer func() { _ = runner.Close() }()
	result, err := runner.Run(ctx, task)
	if err != nil {
		return err
	}
	fmt.Println(result.State, result.Text)
	return nil
}
