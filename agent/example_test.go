package agent_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// An agent with a browser of its own: a person is asked for what is sensitive,
// the conversation is saved, and everything that happens is told.
func Example() {
	if err := errand(context.Background(), "the key"); err != nil {
		fmt.Println(err)
	}
}

func errand(ctx context.Context, key string) (err error) {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host, provider.WithAllowedSites("shop.example"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()

	feed := event.NewFeed(event.Options{}) // before what tells events
	defer feed.Close()
	tell := func(body event.Body) { feed.Emit(body) }
	ask := policy.ApproverFunc(func(_ context.Context, a event.Approval) (event.Answer, error) {
		fmt.Println(a.Question)
		return event.Deny, nil
	})
	guard, err := policy.New(ask, policy.WithNotify(tell))
	if err != nil {
		return err
	}
	store, err := history.Open("conversations", history.WithNotify(tell))
	if err != nil {
		return err
	}
	catalogue, err := tools.New(b, tools.WithGuard(guard.Guard))
	if err != nil {
		return err
	}
	large, err := openai.New("https://api.example.com/v1", "gpt-4o", openai.WithKey(key))
	if err != nil {
		return err
	}
	runner, err := agent.New(large, catalogue, agent.WithFeed(feed), agent.WithStore(store), agent.WithEndOfRun(guard.EndRun))
	if err != nil {
		return err
	}
	defer runner.Close()
	result, err := runner.Run(ctx, "Find the cheapest kettle at https://shop.example and put it into the cart.")
	if err != nil {
		return err
	}
	fmt.Println(result.State, result.Text)
	return nil
}
