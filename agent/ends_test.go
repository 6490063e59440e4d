package agent_test

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// What is said while the last check is made is read before the end.
func TestSteeringDuringTheCheck(t *testing.T) {
	var r *agent.Runner
	m := script(call("webpage_click", `{"ref":"e1"}`), say("Done."), func(q model.Request) (model.Finish, error) {
		if err := r.Steer("Wait: item 2 as well"); err != nil {
			t.Fatal(err)
		}
		return say("DONE: yes")(q)
	}, call("webpage_click", `{"ref":"e2"}`), say("Both."), say("DONE: yes"))
	r = runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner())
	if _, err := r.Run(t.Context(), "Click item 1"); err != nil {
		t.Fatal(err)
	}
	heard := false
	for _, msg := range r.Conversation().Messages {
		heard = heard || strings.Contains(msg.Text(), "item 2 as well")
	}
	shown := false
	for _, u := range items[event.User](r) {
		shown = shown || strings.Contains(u.Text, "item 2 as well")
	}
	if !heard || !shown {
		t.Error("Steer returned nil, and what was said is nowhere")
	}
}

// What is said in the last step that is allowed is read when the run goes on.
func TestSteeringAtTheLimit(t *testing.T) {
	var r *agent.Runner
	m := script(func(q model.Request) (model.Finish, error) {
		if err := r.Steer("also item 2"); err != nil {
			t.Fatal(err)
		}
		return call("webpage_click", `{"ref":"e1"}`)(q)
	}, say("Done."), say("DONE: yes"))
	r = runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithLimits(agent.Limits{Steps: 1}))
	if _, err := r.Run(t.Context(), "Click item 1"); err != nil {
		t.Fatal(err)
	}
	_, _ = r.Continue(t.Context())
	if !strings.Contains(flat(r), "also item 2") {
		t.Error("what was said at the step limit is lost, also after Continue")
	}
}

func flat(r *agent.Runner) string {
	data, _ := json.Marshal(r.Conversation().Messages)
	return string(data)
}

type twoClicks struct{ n int }

func (d *twoClicks) Decide(context.Context, system1.Scene) (system1.Decision, error) {
	d.n++
	return system1.Decision{Action: system1.Click, Ref: map[bool]string{true: "e1", false: "e2"}[d.n == 1], Confidence: 0.9}, nil
}

// A validator whose endpoint fails for a moment is asked again.
func TestCheckIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(call("webpage_click", `{"ref":"e1"}`), say("Done."), fail(model.StreamCut, true), say("MISSING: item 2"), say("ok"), say("DONE: ok"))
		r := runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner())
		result, err := r.Run(t.Context(), "Click item 2")
		if err != nil {
			t.Fatal(err)
		}
		if len(items[event.Verdict](r)) == 0 && result.State == event.Done {
			t.Error("a stream that broke off once made an unchecked run Done")
		}
	})
}

// An answer without a call is checked where it is known what success looks like.
func TestAnswerWithoutCallsIsChecked(t *testing.T) {
	m := script(say(plan), say("I have clicked item 2."), say("MISSING: it was not clicked"), say("x"), say("DONE: x"))
	r := runner(t, m, catalogue(t, newShop(2)))
	if _, err := r.Run(t.Context(), "Click item 2"); err != nil {
		t.Fatal(err)
	}
	if len(items[event.Verdict](r)) == 0 {
		t.Error("with a plan, a criterion and an open page, an answer without any call is Done unchecked")
	}
}

// An endpoint that says how long to wait is waited for.
func TestRetryAfterIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(func(q model.Request) (model.Finish, error) {
			return model.Finish{}, &model.Error{Kind: model.RateLimited, Retryable: true, RetryAfter: 20 * time.Second, Message: "slow down"}
		}, say("hi"))
		r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner())
		began := time.Now()
		if _, err := r.Run(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
		if time.Since(began) < 20*time.Second {
			t.Error("Retry-After of 20 s was not kept")
		}
	})
}

// A program that is killed between two steps of the fast path tells of both.
func TestKilledOnTheFastPath(t *testing.T) {
	s := newShop(3)
	dir, left := t.TempDir(), filepath.Join(t.TempDir(), "left")
	store, err := history.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	s.moment = func(when string) {
		if n++; n == 3 { // before the second click
			if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
				t.Error(err)
			}
		}
	}
	d := &twoClicks{}
	m := script(say("Done."), say("DONE: x"))
	r := runner(t, m, catalogue(t, s), agent.WithoutPlanner(), agent.WithStore(store), agent.WithFastPath(d, system1.Options{MaxSteps: 2}))
	if _, err := r.Run(t.Context(), "Click item 1 and 2"); err != nil {
		t.Fatal(err)
	}
	store, err = history.Open(left)
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Resume()
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	again := script(say("Done."), say("DONE: x"))
	next := runner(t, again, catalogue(t, s), agent.WithoutPlanner(), agent.WithConversation(c))
	if _, err := next.Continue(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := flat(next)
	if !strings.Contains(text, `e1`) {
		t.Error("the first click of the fast path was made, and after the crash nobody is told")
	}
}

// Nobody waits an hour.
func TestRetryAfterAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(func(q model.Request) (model.Finish, error) {
			return model.Finish{}, &model.Error{Kind: model.RateLimited, Retryable: true, RetryAfter: time.Hour, Message: "slow down"}
		}, say("hi"))
		r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner())
		began := time.Now()
		result, err := r.Run(t.Context(), "x")
		if result.State != event.Failed || err == nil || time.Since(began) > time.Minute {
			t.Errorf("%v %v after %v", result.State, err, time.Since(began))
		}
	})
}

// patient is a model whose adapter tries by itself, in vain.
type patient struct{ requests int }

func (p *patient) Stream(context.Context, model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		p.requests++
		e := &model.Error{Kind: model.Unavailable, Retryable: true, Message: "down"}
		if yield(model.Waiting{Attempt: 1, Delay: time.Second, Err: e}, nil) {
			yield(nil, e)
		}
	}
}

// What an adapter has tried again and again is not tried again and again.
func TestRetriesAreNotMultiplied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &patient{}
		r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner())
		if result, err := r.Run(t.Context(), "x"); err == nil || result.State != event.Failed {
			t.Errorf("an endpoint that is down: %+v, %v", result, err)
		}
		if m.requests != 1 {
			t.Errorf("the runner asked %d times", m.requests)
		}
	})
}
