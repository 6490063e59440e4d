package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
)

const plan = "1. Read the page\n2. Click the item\n\nSUCCESS: Item 2 is clicked"

func TestPlanNavigateCheck(t *testing.T) {
	s := newShop(3)
	m := script(say(plan), call("webpage_snapshot", `{}`), call("webpage_click", `{"ref":"e1"}`), say("I clicked it."),
		say("MISSING: Item 2 was not clicked"), call("webpage_click", `{"ref":"e2"}`, "webpage_snapshot", `{}`), say("Item 2 is clicked now."), say("DONE: it says so"))
	r := runner(t, m, catalogue(t, s), agent.WithModelInfo(model.Info{Context: 32_000, Price: model.Price{Input: 1, Output: 2}}))
	result, err := r.Run(t.Context(), "Click item 2")
	if err != nil || result.State != event.Done || result.Text != "Item 2 is clicked now." || result.Steps != 5 {
		t.Fatalf("%+v, %v", result, err)
	}
	if s.clicks(1) != 1 || s.clicks(2) != 1 {
		t.Errorf("clicked %v", s.clicked)
	}
	if p := items[event.Plan](r); len(p) != 1 || len(p[0].Steps) != 2 || p[0].Success != "Item 2 is clicked" {
		t.Errorf("the plan is %+v", p)
	}
	if v := items[event.Verdict](r); len(v) != 2 || v[0].Passed || !v[1].Passed || v[1].Attempt != 2 {
		t.Errorf("the verdicts are %+v", v)
	}
	asked := m.asked()
	if !strings.Contains(asked[1].System, "Click the item") || !strings.Contains(asked[1].System, "webpage_") {
		t.Errorf("the navigator was told %q", asked[1].System)
	}
	// The validator saw the page as it was then, and the criterion.
	if last := asked[len(asked)-1].Messages[0].Text(); !strings.Contains(last, "Item 2 clicked 1") || !strings.Contains(last, "Item 2 is clicked") {
		t.Errorf("the validator saw %q", last)
	}
	sound(t, r.Conversation().Messages)
	if result.Meter.Turns != 8 || result.Meter.Cost == 0 {
		t.Errorf("the meter is %+v", result.Meter)
	}
	if result, err = r.Continue(t.Context()); result == nil || result.State != event.Failed || err == nil {
		t.Errorf("the script is over: %+v, %v", result, err)
	}
}

func TestUnfulfilled(t *testing.T) {
	m := &actor{play: func(n int, r model.Request) (model.Finish, error) {
		switch {
		case strings.Contains(r.System, "check whether"):
			return say("**MISSING:** everything")(r)
		case n%2 == 0:
			return call("webpage_click", `{"ref":"e1"}`)(r)
		}
		return say("done")(r)
	}}
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithLanguage(lang.Chinese))
	result, err := r.Run(t.Context(), "x")
	if err != nil || result.State != event.Unfulfilled || len(items[event.Verdict](r)) != 3 || !strings.Contains(string(result.Reason), "任务仍未完成") {
		t.Errorf("%+v, %v", result, err)
	}
	if result, err = r.Continue(t.Context()); err != nil || result.State != event.Unfulfilled {
		t.Errorf("%+v, %v", result, err)
	}
	for i, q := range m.asked() {
		if last := q.Messages[len(q.Messages)-1]; last.Role != model.User {
			t.Errorf("request %d ends with what the model said", i)
		}
	}
}

// What ends a run besides the model.
func TestLimits(t *testing.T) {
	forever := func() *actor {
		return &actor{play: func(n int, r model.Request) (model.Finish, error) { return call("webpage_click", `{"ref":"e1"}`)(r) }}
	}
	for _, test := range []struct {
		name   string
		limits agent.Limits
		state  event.State
		code   event.Code
	}{
		{"steps", agent.Limits{Steps: 4}, event.Capped, agent.CodeSteps},
		{"tokens", agent.Limits{Tokens: 500}, event.Exhausted, agent.CodeTokens},
		{"cost", agent.Limits{Cost: 0.0005}, event.Exhausted, agent.CodeCost},
		{"time", agent.Limits{Time: 20 * time.Millisecond, Steps: 1 << 30}, event.Exhausted, agent.CodeTime},
	} {
		r := runner(t, forever(), catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithLimits(test.limits),
			agent.WithModelInfo(model.Info{Context: 8000, Price: model.Price{Input: 1, Output: 1}}))
		result, err := r.Run(t.Context(), "x")
		if err != nil || result.State != test.state || result.Code != test.code || result.Reason == "" {
			t.Errorf("%s: %+v, %v", test.name, result, err)
		}
		sound(t, r.Conversation().Messages)
	}
}

// A continued run has its steps anew, its task and criterion from before, and
// nothing is said in the user's name.
func TestContinue(t *testing.T) {
	m := script(say(plan), call("webpage_click", `{"ref":"e1"}`), call("webpage_click", `{"ref":"e2"}`), say("Done."), say("DONE: yes"))
	r := runner(t, m, catalogue(t, newShop(2)), agent.WithLimits(agent.Limits{Steps: 1}))
	if result, err := r.Run(t.Context(), "Click both"); err != nil || result.State != event.Capped {
		t.Fatalf("%+v, %v", result, err)
	}
	if result, err := r.Continue(t.Context()); err != nil || result.State != event.Capped {
		t.Fatalf("%+v, %v", result, err)
	}
	result, err := r.Continue(t.Context())
	if err != nil || result.State != event.Done {
		t.Fatalf("%+v, %v", result, err)
	}
	users := 0
	for _, m := range r.Conversation().Messages {
		if m.Role == model.User && len(m.Results()) == 0 {
			users++
		}
	}
	if users != 1 || len(items[event.User](r)) != 1 {
		t.Errorf("the user spoke %d times", users)
	}
	last := m.asked()[4].Messages[0].Text()
	if !strings.Contains(last, "Click both") || !strings.Contains(last, "Item 2 is clicked") {
		t.Errorf("the validator was asked %q", last)
	}
	// Another task in the same conversation begins a run of its own.
	m.play = func(_ int, r model.Request) (model.Finish, error) { return say("Hello.")(r) }
	if result, err := r.Run(t.Context(), "Say hello"); err != nil || result.State != event.Done || result.Text != "Hello." {
		t.Errorf("%+v, %v", result, err)
	}
	if len(items[event.User](r)) != 2 {
		t.Error("both tasks are in the timeline")
	}
}

func TestSteering(t *testing.T) {
	var r *agent.Runner
	m := script(func(q model.Request) (model.Finish, error) {
		if err := r.Steer("Item 2, please"); err != nil {
			t.Error(err)
		}
		return call("webpage_click", `{"ref":"e1"}`)(q)
	}, func(q model.Request) (model.Finish, error) {
		if last := q.Messages[len(q.Messages)-1]; last.Text() != "Item 2, please" {
			t.Errorf("the model read %q", last.Text())
		}
		if err := r.Steer("And say thanks"); err != nil {
			t.Error(err)
		}
		return say("done")(q) // what was said meanwhile is heard before the end
	}, say("Thanks."))
	r = runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithChecks(0))
	result, err := r.Run(t.Context(), "x")
	if err != nil || result.Text != "Thanks." {
		t.Errorf("%+v, %v", result, err)
	}
	if u := items[event.User](r); len(u) != 3 || !u[1].Steering {
		t.Errorf("%+v", u)
	}
	if err := r.Steer("late"); !errors.Is(err, agent.ErrIdle) {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestLoop(t *testing.T) {
	m := &actor{play: func(n int, r model.Request) (model.Finish, error) {
		last := r.Messages[len(r.Messages)-1]
		if strings.Contains(last.Text(), "same call") {
			return say("I give up.")(r)
		}
		return call("webpage_snapshot", `{}`)(r)
	}}
	r := runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithChecks(0))
	result, err := r.Run(t.Context(), "x")
	if err != nil || result.Steps != 4 {
		t.Errorf("%+v, %v", result, err)
	}
	if n := items[event.Notice](r); len(n) != 1 || n[0].Code != "RUN_LOOP" {
		t.Errorf("%+v", n)
	}
	// A page that changes is no loop.
	m = &actor{play: func(n int, r model.Request) (model.Finish, error) {
		if n == 12 {
			return say("done")(r)
		}
		if n%2 == 0 {
			return call("webpage_snapshot", `{}`)(r)
		}
		return call("webpage_click", `{"ref":"e1"}`)(r)
	}}
	r = runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithChecks(0))
	if _, err := r.Run(t.Context(), "x"); err != nil || len(items[event.Notice](r)) > 0 {
		t.Errorf("%v, %+v", err, items[event.Notice](r))
	}
}

// What goes wrong in a turn goes back to the model, or is tried again; nothing of
// a turn that failed is acted on.
func TestTurnsThatFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop(2)
		m := script(fail(model.StreamCut, true), fail(model.Unavailable, true), func(r model.Request) (model.Finish, error) {
			f, _ := call("webpage_click", `{}`)(r)
			f.Message.Blocks[0] = model.ToolUse{ID: "bad", Name: "webpage_click", Arguments: json.RawMessage("{}"), Malformed: `{"ref":`}
			return f, nil
		}, func(r model.Request) (model.Finish, error) {
			if res := r.Messages[len(r.Messages)-1].Results(); len(res) != 1 || !res[0].Error {
				t.Errorf("the model is told: %+v", res)
			}
			return call("webpage_fly", `{}`, "webpage_click", `{"ref":"e77x"}`, "webpage_click", `{"ref":"e2"}`)(r)
		}, say("done"))
		r := runner(t, m, catalogue(t, s), agent.WithoutPlanner(), agent.WithChecks(0))
		result, err := r.Run(t.Context(), "x")
		if err != nil || result.State != event.Done || s.clicks(2) != 1 {
			t.Errorf("%+v, %v", result, err)
		}
		sound(t, r.Conversation().Messages)
		// What people saw of the broken turns is gone.
		for _, a := range items[event.Answered](r) {
			if strings.Contains(a.Text, "half") {
				t.Errorf("the timeline shows %q", a.Text)
			}
		}
		states := map[event.Progress]int{}
		for _, c := range items[event.ToolCall](r) {
			states[c.State]++
		}
		if states[event.CallFailed] != 3 || states[event.CallDone] != 1 {
			t.Errorf("%v", states)
		}

		m = script(fail(model.Auth, false))
		r = runner(t, m, catalogue(t, s), agent.WithoutPlanner())
		result, err = r.Run(t.Context(), "x")
		if e, ok := errors.AsType[*model.Error](err); !ok || e.Kind != model.Auth || result.State != event.Failed || result.Code != "MODEL_AUTH" || result.Reason == "" {
			t.Errorf("%+v, %v", result, err)
		}
	})
}

// A window that is smaller than was thought is answered with less.
func TestContextOverflow(t *testing.T) {
	s := newShop(40)
	s.filler = strings.Repeat(" and more", 20)
	var sizes []int
	m := &actor{play: func(n int, r model.Request) (model.Finish, error) {
		size := 0
		for _, m := range r.Messages {
			for _, res := range m.Results() {
				size += len(res.Content.Text())
			}
			size += len(m.Text())
		}
		sizes = append(sizes, size)
		switch {
		case n < 6:
			return call("webpage_find", `{"query":"Item"}`, "webpage_snapshot", `{}`)(r)
		case n == 6:
			return fail(model.ContextOverflow, false)(r)
		}
		return say("done")(r)
	}}
	r := runner(t, m, catalogue(t, s), agent.WithoutPlanner(), agent.WithChecks(0))
	result, err := r.Run(t.Context(), "x")
	if err != nil || result.State != event.Done || sizes[7] >= sizes[6] {
		t.Errorf("%v: %+v, %v", sizes, result, err)
	}
	sound(t, r.Conversation().Messages)
}

func TestScreenshots(t *testing.T) {
	m := script(call("webpage_click", `{"ref":"e1"}`), func(r model.Request) (model.Finish, error) {
		pictures := 0
		for _, b := range r.Messages[len(r.Messages)-1].Blocks {
			if _, ok := b.(model.Image); ok {
				pictures++
			}
		}
		if pictures != 1 {
			t.Errorf("the model sees %d pictures", pictures)
		}
		return say("done")(r)
	})
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithChecks(0), agent.WithScreenshots(), agent.WithModelInfo(model.Info{Vision: true}))
	if result, err := r.Run(t.Context(), "x"); err != nil || result.State != event.Done {
		t.Errorf("%+v, %v", result, err)
	}
}

type decide func(system1.Scene) (system1.Decision, error)

func (d decide) Decide(_ context.Context, s system1.Scene) (system1.Decision, error) { return d(s) }

func TestFastPath(t *testing.T) {
	s := newShop(3)
	asked := 0
	d := decide(func(scene system1.Scene) (system1.Decision, error) {
		asked++
		if len(scene.Candidates) != 3 || scene.Task != "Click item 2" {
			t.Errorf("the scene is %+v", scene)
		}
		confidence := 0.9
		if s.clicks(2) > 0 {
			confidence = 0.1
		}
		return system1.Decision{Action: system1.Click, Ref: "e2", Confidence: confidence, Model: "small"}, nil
	})
	m := script(func(r model.Request) (model.Finish, error) {
		if last := r.Messages[len(r.Messages)-1].Text(); !strings.Contains(last, "fast path") || !strings.Contains(last, "e2") {
			t.Errorf("the slow path was told %q", last)
		}
		return call("webpage_snapshot", `{}`)(r)
	}, say("done"))
	r := runner(t, m, catalogue(t, s), agent.WithoutPlanner(), agent.WithChecks(0), agent.WithFastPath(d, system1.Options{}))
	result, err := r.Run(t.Context(), "Click item 2")
	if err != nil || result.State != event.Done || s.clicks(2) != 1 || asked != 2 {
		t.Errorf("asked %d times: %+v, %v", asked, result, err)
	}
	if f := items[event.FastPath](r); len(f) != 2 || f[0].Outcome != event.Acted || f[1].Reason != string(system1.ReasonUnsure) {
		t.Errorf("%+v", f)
	}
	sound(t, r.Conversation().Messages)
}

// A question makes the run wait, and what was answered is in the timeline.
func TestApprovals(t *testing.T) {
	s := newShop(2)
	var r *agent.Runner
	desk := &policy.Desk{}
	p, err := policy.New(desk, policy.WithNotify(func(b event.Body) {
		r.Notify(b)
		if q, ok := b.(event.ApprovalAsked); ok {
			go func() { _ = desk.Answer(q.Approval.ID, event.Deny) }()
		}
	}), policy.WithSettings(policy.Settings{}))
	if err != nil {
		t.Fatal(err)
	}
	c, err := tools.New(s, tools.WithGuard(p.Guard))
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	m := script(call("webpage_open", `{"url":"https://shop.test/"}`), say("I may not."))
	var states []event.State
	r = runner(t, m, c, agent.WithoutPlanner(), agent.WithChecks(0), agent.WithEndOfRun(func() { ended = true; p.EndRun() }),
		agent.WithEvents(func(e event.Event) {
			if b, ok := e.Body.(event.RunState); ok {
				states = append(states, b.State)
			}
		}))
	if result, err := r.Run(t.Context(), "x"); err != nil || result.State != event.Done || !ended {
		t.Errorf("%+v, %v", result, err)
	}
	if cards := items[event.ApprovalCard](r); len(cards) != 1 || cards[0].Answer != event.Deny {
		t.Errorf("%+v", cards)
	}
	if calls := items[event.ToolCall](r); len(calls) != 1 || calls[0].State != event.CallRefused {
		t.Errorf("%+v", calls)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	waited := false
	for _, s := range states {
		waited = waited || s == event.Waiting
	}
	if !waited || states[len(states)-1] != event.Done {
		t.Errorf("the states were %v", states)
	}
}

func TestMisuse(t *testing.T) {
	c := catalogue(t, newShop(1))
	if _, err := agent.New(nil, c); err == nil {
		t.Error("no model")
	}
	if _, err := agent.New(script(), c, agent.WithLimits(agent.Limits{Steps: -1})); err == nil {
		t.Error("a limit below 0")
	}
	if _, err := agent.New(script(), c, agent.WithFastPath(nil, system1.Options{})); err == nil {
		t.Error("a fast path without a model")
	}
	var r *agent.Runner
	r = runner(t, script(func(q model.Request) (model.Finish, error) {
		if _, err := r.Run(t.Context(), "y"); !errors.Is(err, agent.ErrBusy) {
			t.Errorf("two at once: %v", err)
		}
		if err := r.Switch(nil); !errors.Is(err, agent.ErrBusy) {
			t.Errorf("switching meanwhile: %v", err)
		}
		return say("done")(q)
	}), c, agent.WithoutPlanner())
	if _, err := r.Continue(t.Context()); !errors.Is(err, agent.ErrNothing) {
		t.Errorf("nothing to go on with: %v", err)
	}
	if _, err := r.Run(t.Context(), " \n"); err == nil {
		t.Error("no task")
	}
	if _, err := r.Run(t.Context(), "x"); err != nil {
		t.Error(err)
	}
	if err := r.Switch(nil); err != nil || len(r.Conversation().Messages) != 0 {
		t.Errorf("a new conversation: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Run(t.Context(), "x"); !errors.Is(err, agent.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}
