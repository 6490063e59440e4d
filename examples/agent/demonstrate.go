package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/browser"
)

// scripted is what is known of the scripted model. Its prices are made up, so
// that there is a cost to show.
var scripted = model.Info{ID: "scripted", Context: 128_000, Price: model.Price{Input: 1, Output: 4}}

// demonstrate does the shop's task with the scripted models, without and with a
// fast path. What it keeps is gone afterwards.
func (s settings) demonstrate(ctx context.Context, p browser.Provider) (bool, error) {
	dir, err := os.MkdirTemp("", "holdfast-agent-")
	if err != nil {
		return false, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s.dir = dir
	for _, fast := range []bool{false, true} {
		result, err := s.scripted(ctx, p, fast)
		if err != nil || result.State != event.Done {
			return false, err
		}
	}
	return true, nil
}

// scripted does the shop's task once, in a shop of its own.
func (s settings) scripted(ctx context.Context, p browser.Provider, fast bool) (*agent.Result, error) {
	shop, stop, err := serve()
	if err != nil {
		return nil, err
	}
	defer stop()
	base, end, err := listen(newClerk(shop))
	if err != nil {
		return nil, err
	}
	defer end()
	client, err := openai.New(base, scripted.ID)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	one := session{
		browser: p, model: client, info: scripted, language: s.language, dir: s.dir, allowed: []string{hostOf(shop)},
		task: fmt.Sprintf(shopTask, shop), show: lang.NewTranscript(s.out, lang.New(s.language)), absent: event.Once, // the script plays the person, too
	}
	title := headings(s.language)[0]
	if fast {
		title = headings(s.language)[1]
		decider, stop, err := serveReflexes(reflexes())
		if err != nil {
			return nil, err
		}
		defer stop()
		one.fast = decider
	}
	fmt.Fprintf(s.out, "\n== %s\n\n", title)
	return one.run(ctx)
}

// headings stand above the two runs.
func headings(l lang.Language) [2]string {
	if l == lang.Chinese {
		return [2]string{"没有快路径", "有快路径"}
	}
	return [2]string{"Without a fast path", "With a fast path"}
}

func serveReflexes(h http.Handler) (system1.Decider, func(), error) {
	base, stop, err := listen(h)
	if err != nil {
		return nil, nil, err
	}
	client, err := system1.NewClient(system1.Config{Base: base, Model: "jev-scripted"})
	if err != nil {
		stop()
		return nil, nil, err
	}
	return client, stop, nil
}
