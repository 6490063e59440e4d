package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/provider"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, strings.Join(os.Args[1:], " ")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run does a task, or without one goes on with what was stopped or crashed.
func run(ctx context.Context, task string) (err error) {
	host, err := chrome.Launch(ctx)
	if err != nil {
		return err
	}
	b, err := provider.New(ctx, host, provider.WithBlockedSites("*.ads.example"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()

	settings := policy.Defaults() // new sites, passwords, scripts, uploads
	settings.Purchase = true
	person := &terminal{in: bufio.NewReader(os.Stdin)}
	door, err := policy.New(person, policy.WithSettings(settings))
	if err != nil {
		return err
	}
	catalogue, err := tools.New(b, tools.WithGuard(door.Guard))
	if err != nil {
		return err
	}
	store, err := history.Open("conversations")
	if err != nil {
		return err
	}
	show := lang.NewTranscript(os.Stdout, nil)
	options := []agent.Option{
		agent.WithStore(store), agent.WithEndOfRun(door.EndRun), agent.WithEvents(show.Tell),
		agent.WithLimits(agent.Limits{Steps: 30, Time: 10 * time.Minute}),
	}
	if task == "" {
		left, err := store.Resume()
		if err != nil {
			return err
		}
		if left == nil {
			return errors.New("there is nothing to go on with")
		}
		options = append(options, agent.WithConversation(left))
	}
	large, err := openai.New(os.Getenv("OPENAI_BASE_URL"), os.Getenv("OPENAI_MODEL"), openai.WithKey(os.Getenv("OPENAI_API_KEY")))
	if err != nil {
		return err
	}
	runner, err := agent.New(large, catalogue, options...)
	if err != nil {
		return err
	}
	defer runner.Close()
	var result *agent.Result
	if task == "" {
		result, err = runner.Continue(ctx)
	} else {
		result, err = runner.Run(ctx, task)
	}
	if err == nil && result.State == event.Done {
		err = store.Archive(runner.Conversation())
	}
	return err
}

// terminal is the person there.
type terminal struct{ in *bufio.Reader }

// Approve asks, and takes what is none of the choices for a no.
func (t *terminal) Approve(_ context.Context, a event.Approval) (event.Answer, error) {
	fmt.Println(a.Question, a.Detail, a.Choices)
	line, err := t.in.ReadString('\n')
	if answer := event.Answer(strings.TrimSpace(line)); slices.Contains(a.Choices, answer) {
		return answer, nil
	}
	return event.Deny, err
}
