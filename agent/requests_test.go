package agent_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// What a program says of prompts, effort and length is what the model is asked
// with, and its clock is that of the timeline.
func TestWhatTheModelIsAskedWith(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	prompts := agent.DefaultPrompts()
	prompts.System = "You are a careful shopper."
	prompts.Validator = "You are strict."
	var asked []model.Request
	noting := func(next turn) turn {
		return func(r model.Request) (model.Finish, error) {
			asked = append(asked, r)
			return next(r)
		}
	}
	m := script(call("webpage_click", `{"ref":"e1"}`), noting(say("It is done.")), noting(say("DONE: yes")))
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithPrompts(prompts),
		agent.WithEffort("low"), agent.WithMaxOutput(321), agent.WithClock(func() time.Time { return noon }))
	if _, err := r.Run(t.Context(), "Click item 1"); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 2 {
		t.Fatalf("the model was asked %d times", len(asked))
	}
	if s := asked[0].System; !strings.HasPrefix(s, prompts.System) || !strings.Contains(s, "webpage_") {
		t.Errorf("the navigator is told %q: the program's prompt, and how tools are used", s)
	}
	if s := asked[1].System; !strings.HasPrefix(s, prompts.Validator) {
		t.Errorf("the validator is told %q", s)
	}
	if asked[0].MaxOutput != 321 {
		t.Errorf("asked for %d tokens", asked[0].MaxOutput)
	}
	for _, q := range asked {
		if q.Effort != "low" {
			t.Errorf("asked with effort %q", q.Effort)
		}
	}
	l := r.Listen()
	defer l.Close()
	e, err := l.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	items := e.Body.(event.Snapshot).Items
	if len(items) == 0 {
		t.Error("there is no item")
	}
	for _, item := range items {
		if !item.Time.Equal(noon) {
			t.Errorf("an item is of %v", item.Time)
		}
	}
}
