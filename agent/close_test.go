package agent_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// within fails the test when f does not return.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatalf("%s waits for itself", what)
	}
}

// A function that listens may close the runner: the run ends, what is left is
// told, and a Close from outside waits for the function.
func TestCloseWhileAnEventIsTold(t *testing.T) {
	within(t, "Close within an event", func() {
		var r *agent.Runner
		ready, left := make(chan struct{}), 0
		closed := false
		m := &actor{play: func(_ int, q model.Request) (model.Finish, error) { return call("webpage_click", `{"ref":"e1"}`)(q) }}
		r, err := agent.New(m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithEvents(func(e event.Event) {
			if closed {
				left++
				return
			}
			if item, ok := e.Body.(event.ItemAdded); ok {
				if _, ok := item.Item.Content.(event.ToolCall); ok {
					<-ready
					if err := r.Close(); err != nil {
						t.Error(err)
					}
					closed = true
				}
			}
		}))
		if err != nil {
			t.Error(err)
			return
		}
		close(ready)
		result, err := r.Run(t.Context(), "x")
		if err != nil || result.State != event.Stopped {
			t.Errorf("%+v, %v", result, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if left == 0 {
			t.Error("the end of the run was not told")
		}
	})
}

// A runner whose feed is the program's ends its goroutine too.
func TestCloseWhileAnEventOfAnotherFeedIsTold(t *testing.T) {
	within(t, "Close within an event", func() {
		feed := event.NewFeed(event.Options{})
		defer feed.Close()
		var r *agent.Runner
		ready, told := make(chan struct{}), make(chan struct{})
		once := sync.OnceFunc(func() {
			<-ready
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			close(told)
		})
		r, err := agent.New(script(say("hi")), catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithFeed(feed), agent.WithEvents(func(event.Event) { once() }))
		if err != nil {
			t.Error(err)
			return
		}
		close(ready)
		<-told
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

// What is called within a run cannot wait for its end: it stops it, and is told
// so.
func TestCloseWithinARun(t *testing.T) {
	for _, where := range []string{"guard", "save", "end"} {
		within(t, "Close within a run: "+where, func() {
			var r *agent.Runner
			asked := false
			closes := func(here string) {
				if here != where || asked || r == nil {
					return
				}
				asked = true
				if err := r.Close(); !errors.Is(err, agent.ErrBusy) {
					t.Errorf("%s: Close: %v", where, err)
				}
			}
			guard := tools.WithGuard(func(_ context.Context, q tools.Request) error {
				if q.Tool.Name == "webpage_click" {
					closes("guard")
				}
				return nil
			})
			r, err := agent.New(script(call("webpage_click", `{"ref":"e1"}`)), catalogue(t, newShop(1), guard), agent.WithoutPlanner(),
				agent.WithSave(func(*history.Conversation) error { closes("save"); return nil }), agent.WithEndOfRun(func() { closes("end") }))
			if err != nil {
				t.Error(err)
				return
			}
			result, _ := r.Run(t.Context(), "x")
			if want := event.Stopped; where != "end" && result.State != want {
				t.Errorf("%s: %+v", where, result)
			}
			if !asked {
				t.Errorf("%s: nobody called Close", where)
			}
			if _, err := r.Run(t.Context(), "x"); !errors.Is(err, agent.ErrClosed) {
				t.Errorf("%s: a closed runner runs: %v", where, err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
