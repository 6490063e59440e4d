package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/openai"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/browser"
)

// agentWorker does tasks with the model that the environment of the worker names.
type agentWorker struct{ get func(name string) string }

// endpoint makes a client of the model.
func (g agentWorker) endpoint() (*openai.Client, model.Info, error) {
	base, key, name := g.get("OPENAI_BASE_URL"), g.get("OPENAI_API_KEY"), g.get("OPENAI_MODEL")
	if base == "" || name == "" {
		return nil, model.Info{}, errors.New("the worker has no model: OPENAI_BASE_URL and OPENAI_MODEL are not set")
	}
	var options []openai.Option
	if key != "" {
		options = append(options, openai.WithKey(key))
	}
	client, err := openai.New(base, name, options...)
	if err != nil {
		return nil, model.Info{}, err
	}
	info, known := model.Known().Lookup(name)
	if !known {
		info = model.Info{ID: name}
	}
	return client, info, nil
}

// run does a task, or what is left of it. The conversation is the job's log: it is
// kept after every step and before every call that may change something, and the
// record names the newest. The runner makes no call a second time; one that may
// have had its effect is told to the model.
func (g agentWorker) run(ctx context.Context, lease *Lease, p browser.Provider, f *files, job *Job, told func(int, string)) (*taskDone, error) {
	client, info, err := g.endpoint()
	if err != nil {
		return nil, err
	}
	defer client.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	log := &conversationLog{lease: lease, files: f, job: job.ID, object: lease.Record().Conversation}
	old, err := log.load(ctx)
	if err != nil {
		return nil, err
	}
	guard, err := guardOf(job, lease)
	if err != nil {
		return nil, &finalError{err}
	}
	catalogue, err := tools.New(p, tools.WithGuard(guard))
	if err != nil {
		return nil, err
	}
	options := []agent.Option{agent.WithModelInfo(info), agent.WithSave(func(c *history.Conversation) error {
		told(log.writes, "the model works")
		err := log.save(ctx, c)
		if err != nil {
			cancel(err) // what nobody could take up again must not go on
		}
		return err
	})}
	if old != nil {
		options = append(options, agent.WithConversation(old))
	}
	r, err := agent.New(client, catalogue, options...)
	if err != nil {
		return nil, err
	}
	result, err := goOn(ctx, r, job, old != nil)
	err = errors.Join(err, r.Close())
	switch {
	case context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	}
	done, err := log.told(ctx, r.Conversation(), result)
	if err != nil {
		return nil, err
	}
	if result.State != event.Done {
		return done, &finalError{fmt.Errorf("the run ended as %s: %s %v", result.State, result.Code, result.Reason)}
	}
	return done, nil
}

// goOn runs a task, or what is left of it.
func goOn(ctx context.Context, r *agent.Runner, job *Job, again bool) (*agent.Result, error) {
	if !again {
		return r.Run(ctx, job.Task+"\n\nBegin at "+job.URL)
	}
	listener := r.Listen()
	defer listener.Close()
	first, err := listener.Next(ctx)
	if err != nil {
		return nil, err
	}
	if s, ok := first.Body.(event.Snapshot); !ok || s.Run.State != event.Done {
		return r.Continue(ctx)
	}
	// The worker died behind the end of the run. To go on would tell the model that
	// it is not done.
	result := &agent.Result{State: event.Done}
	if messages := r.Conversation().Messages; len(messages) > 0 {
		result.Text = messages[len(messages)-1].Blocks.Text()
	}
	return result, nil
}

// guardOf lets an agent work on the sites of its job. Nobody is there to be asked
// for more. It acts only while the worker has the job.
func guardOf(job *Job, lease *Lease) (tools.Guard, error) {
	at, err := url.Parse(job.URL)
	if err != nil {
		return nil, err
	}
	settings := policy.Defaults()
	settings.Allowed = append(settings.Allowed, at.Host)
	settings.Allowed = append(settings.Allowed, job.Sites...)
	rules, err := policy.New(nil, policy.WithSettings(settings))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, r tools.Request) error {
		if err := rules.Guard(ctx, r); err != nil || r.Effect.ReadOnly() {
			return err
		}
		return lease.Hold(ctx)
	}, nil
}

// conversationLog keeps a conversation in the store of objects. The runner calls
// it from one goroutine at a time.
type conversationLog struct {
	lease  *Lease
	files  *files
	job    string
	object string // the newest
	writes int
}

// load reads the conversation that an earlier attempt has left; nil: none.
func (g *conversationLog) load(ctx context.Context) (*history.Conversation, error) {
	if g.object == "" {
		return nil, nil
	}
	var data []byte
	err := g.files.queue.retry(ctx, "read the conversation", func(ctx context.Context) (err error) {
		data, err = g.files.queue.files.GetBytes(ctx, g.object)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, &finalError{errors.New("the conversation of the attempt before is gone")}
	}
	if err != nil {
		return nil, err
	}
	var c history.Conversation
	return &c, json.Unmarshal(data, &c)
}

// save keeps the conversation, without its pictures, and then drops the one
// before.
func (g *conversationLog) save(ctx context.Context, c *history.Conversation) error {
	data, err := json.Marshal(c.WithoutImages())
	if err != nil {
		return err
	}
	g.writes++
	name := fmt.Sprintf("%s/conversation-%d-%d.json", g.job, len(g.lease.Record().Attempts), g.writes)
	// The last of a run that is stopped, too.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	note, err := g.files.put(ctx, name, data)
	if err != nil {
		return err
	}
	if note != "" {
		return fmt.Errorf("the conversation: %s", note)
	}
	if err := g.lease.Write(ctx, func(r *Record) { r.Conversation = name }); err != nil {
		g.files.remove(ctx, []string{name})
		return err
	}
	if g.object != "" {
		g.files.remove(ctx, []string{g.object})
	}
	g.object = name
	return nil
}

// taskDone is what came of a task.
type taskDone struct {
	answer string
	step   StepDone
}

// told keeps what was said and done for people to read, and notes it for the
// result.
func (g *conversationLog) told(ctx context.Context, c *history.Conversation, result *agent.Result) (*taskDone, error) {
	attempts := g.lease.Record().Attempts
	last := attempts[len(attempts)-1]
	done := &taskDone{result.Text, StepDone{Title: c.Title, Worker: last.Worker, MS: time.Since(last.Began).Milliseconds()}}
	if result.Unchecked {
		done.step.Notes = append(done.step.Notes, fmt.Sprintf("the model says that it is done, and nobody has checked it: %v", result.Reason))
	}
	name := fmt.Sprintf("%s/transcript-%d.md", g.job, len(attempts))
	note, err := g.files.put(ctx, name, []byte(c.Markdown(nil, lang.English)))
	if err != nil {
		return nil, err
	}
	if note != "" {
		done.step.Notes = append(done.step.Notes, "transcript: "+note)
	} else {
		done.step.Files = append(done.step.Files, name)
	}
	return done, nil
}
