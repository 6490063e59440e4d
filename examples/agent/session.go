package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

// session is one task from beginning to end.
type session struct {
	browser  browser.Provider
	model    model.Model
	info     model.Info
	fast     system1.Decider // nil: no fast path
	language lang.Language
	// dir is where conversations and permissions are kept.
	dir string
	// allowed are sites that need no permission.
	allowed []string
	task    string
	// resume goes on with the conversation that an earlier process left.
	resume bool
	show   *lang.Transcript
	lines  <-chan string // what a person types; nil: nobody is there
	absent event.Answer  // what is answered then; empty is no
}

var errNothingLeft = errors.New("there is no conversation to go on with")

// run does the task and shows it. The end of ctx stops it.
func (s *session) run(ctx context.Context) (*agent.Result, error) {
	feed := event.NewFeed(event.Options{})
	// What happens before there is a runner goes to the feed as it is.
	var runner atomic.Pointer[agent.Runner]
	notify := func(b event.Body) {
		if r := runner.Load(); r != nil {
			r.Notify(b)
			return
		}
		feed.Emit(b)
	}
	desk := &policy.Desk{}
	settings := policy.Defaults()
	settings.Allowed, settings.Purchase = s.allowed, true
	guard, err := policy.New(desk, policy.WithSettings(settings), policy.WithLanguage(s.language), policy.WithNotify(notify),
		policy.WithStore(policy.NewFile(filepath.Join(s.dir, "permissions.json"))))
	if err != nil {
		return nil, err
	}
	store, err := history.Open(filepath.Join(s.dir, "history"), history.WithLanguage(s.language), history.WithNotify(notify))
	if err != nil {
		return nil, err
	}
	door := []tools.Option{tools.WithGuard(guard.Guard)}
	options := []agent.Option{
		agent.WithFeed(feed), agent.WithLanguage(s.language), agent.WithStore(store), agent.WithModelInfo(s.info), agent.WithEndOfRun(guard.EndRun),
	}
	if s.fast != nil {
		options = append(options, agent.WithFastPath(s.fast, system1.Options{}))
	}
	if s.resume {
		c, err := store.Resume()
		if err != nil {
			return nil, err
		}
		if c == nil {
			return nil, errNothingLeft
		}
		options = append(options, agent.WithConversation(c))
	}
	catalogue, err := tools.New(s.browser, door...)
	if err != nil {
		return nil, err
	}
	r, err := agent.New(s.model, catalogue, options...)
	if err != nil {
		return nil, err
	}
	runner.Store(r)
	c := &console{show: s.show, words: lang.New(s.language), desk: desk, lines: s.lines, absent: s.absent, steer: func(text string) {
		_ = r.Steer(text) // when nothing runs any more there is nobody to hear it
	}}
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		// It shows the end of a run that was stopped, too.
		c.run(context.WithoutCancel(ctx), feed.Listen())
	}()
	result, err := s.do(ctx, r)
	err = errors.Join(err, r.Close())
	feed.Close()
	<-shown
	if err == nil && result.State == event.Done {
		err = store.Archive(r.Conversation())
	}
	return result, err
}

func (s *session) do(ctx context.Context, r *agent.Runner) (*agent.Result, error) {
	if s.resume {
		return r.Continue(ctx)
	}
	return r.Run(ctx, s.task)
}
