package main

import (
	"context"
	"os"
	"strings"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	ctx := context.Background()
	b := try(provider.New(ctx, try(chrome.Launch(ctx))))
	defer b.Close()
	catalogue := try(tools.New(b)) // the webpage_* tools
	large := try(openai.New(os.Getenv("OPENAI_BASE_URL"), os.Getenv("OPENAI_MODEL"), openai.WithKey(os.Getenv("OPENAI_API_KEY"))))
	show := lang.NewTranscript(os.Stdout, nil)
	runner := try(agent.New(large, catalogue, agent.WithEvents(show.Tell)))
	defer runner.Close()
	try(runner.Run(ctx, strings.Join(os.Args[1:], " ")))
}

func try[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
