package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
)

// short is an answer that was cut at the limit of the output.
func short(text string) turn {
	return func(model.Request) (model.Finish, error) {
		return model.Finish{Message: model.Say(model.Assistant, text), Stop: model.StopLength}, nil
	}
}

// idle is a fast path that leaves every step to the navigator.
type idle struct{ asked int }

func (d *idle) Decide(context.Context, system1.Scene) (system1.Decision, error) {
	d.asked++
	return system1.Decision{Action: system1.Leave, Confidence: 0.9}, nil
}

// An answer that was cut is gone on with, and is one answer.
func TestCutAnswer(t *testing.T) {
	d := &idle{}
	m := script(call("webpage_snapshot", `{}`), short("The first half "), short("and the second, "), say("and the end."), say("DONE: yes"))
	r := runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithFastPath(d, system1.Options{}))
	result, err := r.Run(t.Context(), "Tell me all")
	if err != nil || result.State != event.Done || result.Text != "The first half and the second, and the end." || result.Code != "" {
		t.Fatalf("%+v, %v", result, err)
	}
	if d.asked != 2 {
		t.Errorf("the fast path was asked %d times, not before each step and never in the middle of an answer", d.asked)
	}
	if read := m.asked()[4].Messages[0].Text(); !strings.Contains(read, "The first half and the second, and the end.") {
		t.Errorf("the validator read:\n%s", read)
	}
	sound(t, r.Conversation().Messages)
}

// A program that ends in the middle of an answer has all of it in the end.
func TestCutAnswerIsContinued(t *testing.T) {
	m := script(short("The first half "), say("and the second."))
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithLimits(agent.Limits{Steps: 1}))
	result, err := r.Run(t.Context(), "Tell me all")
	if err != nil || result.State != event.Capped || result.Text != "The first half " {
		t.Fatalf("%+v, %v", result, err)
	}
	if result, err = r.Continue(t.Context()); err != nil || result.State != event.Done || result.Text != "The first half and the second." {
		t.Errorf("%+v, %v", result, err)
	}
}

// A model that never comes to an end is not asked for ever, and the result says
// that something is missing. What it says before it calls a tool is no answer.
func TestAnswerWithoutEnd(t *testing.T) {
	m := &actor{play: func(n int, q model.Request) (model.Finish, error) {
		switch {
		case strings.Contains(q.System, "check whether"):
			return say("DONE: as far as can be seen")(q)
		case n == 0:
			return short("I will now ")(q)
		case n == 1:
			return call("webpage_click", `{"ref":"e1"}`)(q)
		}
		return short("more ")(q)
	}}
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner())
	result, err := r.Run(t.Context(), "Tell me all")
	if err != nil || result.State != event.Done || result.Code != agent.CodeCut || result.Reason == "" || result.Text != strings.Repeat("more ", 4) {
		t.Fatalf("%+v, %v", result, err)
	}
	told := false
	for _, n := range items[event.Notice](r) {
		told = told || n.Code == agent.CodeCut
	}
	if !told {
		t.Error("nobody was told that the answer is cut")
	}
}

// What a person says in the middle of an answer begins another one.
func TestSteeringInACutAnswer(t *testing.T) {
	var r *agent.Runner
	m := script(func(q model.Request) (model.Finish, error) {
		if err := r.Steer("In one word, please"); err != nil {
			t.Error(err)
		}
		return short("Well, as to that ")(q)
	}, say("Yes."))
	r = runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithChecks(0))
	if result, err := r.Run(t.Context(), "Is it?"); err != nil || result.Text != "Yes." {
		t.Errorf("%+v, %v", result, err)
	}
}
