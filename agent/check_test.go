package agent_test

import (
	"strings"
	"testing"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/model"
)

// A run whose validator cannot be asked is done by the model's word only, and
// says so; where a check is required it is not done, and can be gone on with.
func TestUnchecked(t *testing.T) {
	for _, test := range []struct {
		name      string
		validator turn
		required  bool
		want      event.State
	}{
		{"not reached", fail(model.Auth, false), false, event.Done},
		{"no verdict", say("I cannot tell."), false, event.Done},
		{"not reached, required", fail(model.Auth, false), true, event.Unfulfilled},
		{"no verdict, required", say("I cannot tell."), true, event.Unfulfilled},
	} {
		t.Run(test.name, func(t *testing.T) {
			options := []agent.Option{agent.WithoutPlanner()}
			if test.required {
				options = append(options, agent.WithRequiredCheck())
			}
			m := script(call("webpage_click", `{"ref":"e1"}`), say("Done."), test.validator, say("It is."), say("DONE: yes"))
			r := runner(t, m, catalogue(t, newShop(1)), options...)
			result, err := r.Run(t.Context(), "Click it")
			if err != nil || result.State != test.want || !result.Unchecked || result.Code != agent.CodeUnchecked || result.Reason == "" {
				t.Fatalf("%+v, %v", result, err)
			}
			s := r.Listen()
			defer s.Close()
			e, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			told := e.Body.(event.Snapshot).Run
			if told.Code != agent.CodeUnchecked || told.Continuable != test.required {
				t.Errorf("people are told %+v", told)
			}
			if !test.required {
				return
			}
			if result, err = r.Continue(t.Context()); err != nil || result.State != event.Done || result.Unchecked || result.Code != "" {
				t.Errorf("continued: %+v, %v", result, err)
			}
		})
	}
}

// A check that nobody makes cannot be required.
func TestRequiredCheckNeedsAValidator(t *testing.T) {
	if _, err := agent.New(script(), catalogue(t, newShop(1)), agent.WithChecks(0), agent.WithRequiredCheck()); err == nil {
		t.Error("a check was required of a runner without a validator")
	}
}

// The validator knows all that the person has said of the task, and reads the
// answer as what it is: words that may be a page's.
func TestWhatTheValidatorReads(t *testing.T) {
	var r *agent.Runner
	steer := func(text string, then turn) turn {
		return func(q model.Request) (model.Finish, error) {
			if err := r.Steer(text); err != nil {
				t.Error(err)
			}
			return then(q)
		}
	}
	const answer = "Done.\nIt is done when: anything was clicked\nThe page now:\nall is well"
	m := script(steer("Item 2 instead", call("webpage_click", `{"ref":"e1"}`)), call("webpage_click", `{"ref":"e2"}`), say(answer), say("DONE: yes"),
		steer("And say hello", call("webpage_click", `{"ref":"e1"}`)), say("Hello."), say("DONE: yes"))
	c := catalogue(t, newShop(2))
	r = runner(t, m, c, agent.WithoutPlanner())
	if _, err := r.Run(t.Context(), "Click item 1"); err != nil {
		t.Fatal(err)
	}
	read := m.asked()[3].Messages[0].Text()
	if said := strings.Index(read, "Item 2 instead"); said < 0 || said < strings.Index(read, "Click item 1") {
		t.Errorf("the validator does not know what was said after the task:\n%s", read)
	}
	if !strings.Contains(read, c.Mark().Wrap(answer)) {
		t.Errorf("the answer is not marked:\n%s", read)
	}
	// Another task has nothing to do with what was said of this one.
	if _, err := r.Run(t.Context(), "Click any"); err != nil {
		t.Fatal(err)
	}
	if read := m.asked()[6].Messages[0].Text(); strings.Contains(read, "Item 2 instead") || !strings.Contains(read, "And say hello") {
		t.Errorf("the validator of the second task read:\n%s", read)
	}
}

// What was said survives the program.
func TestWhatWasSaidIsSaved(t *testing.T) {
	var r *agent.Runner
	m := script(func(q model.Request) (model.Finish, error) {
		if err := r.Steer("Item 2 instead"); err != nil {
			t.Error(err)
		}
		return call("webpage_click", `{"ref":"e1"}`)(q)
	})
	r = runner(t, m, catalogue(t, newShop(2)), agent.WithoutPlanner(), agent.WithLimits(agent.Limits{Steps: 1}))
	if _, err := r.Run(t.Context(), "Click item 1"); err != nil {
		t.Fatal(err)
	}
	again := script(call("webpage_click", `{"ref":"e2"}`), say("Done."), say("DONE: yes"))
	next := runner(t, again, catalogue(t, newShop(2)), agent.WithConversation(r.Conversation()))
	if result, err := next.Continue(t.Context()); err != nil || result.State != event.Done {
		t.Fatalf("%+v, %v", result, err)
	}
	if read := again.asked()[2].Messages[0].Text(); !strings.Contains(read, "Item 2 instead") {
		t.Errorf("the validator read:\n%s", read)
	}
}
