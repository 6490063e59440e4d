package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/system1"
	"github.com/holdfast-go/holdfast/agent/tools"
	"github.com/holdfast-go/holdfast/refs"
)

// clicker is a model that clicks each item of a shop once, in their order, by
// what the conversation says: it believes results, and looks at the page when it
// is told that a call may have had its effect, or of a fast path.
func clicker(items int) *actor {
	return &actor{play: func(_ int, r model.Request) (model.Finish, error) {
		done, look := map[string]bool{}, false
		calls := map[string]string{}
		for _, m := range r.Messages {
			for _, u := range m.Uses() {
				calls[u.ID] = string(u.Arguments)
			}
			for _, res := range m.Results() {
				text := res.Content.Text()
				if strings.Contains(calls[res.ID], `"ref"`) {
					done[calls[res.ID]] = done[calls[res.ID]] || !res.Error
					look = strings.Contains(text, "may have had its effect")
				} else {
					look = false
					for i := range items {
						if strings.Contains(text, fmt.Sprintf("Item %d clicked 1", i+1)) {
							done[argument(i+1)] = true
						}
					}
				}
			}
			look = look || strings.Contains(m.Text(), "fast path")
		}
		if look {
			return call("webpage_snapshot", `{}`)(r)
		}
		for i := range items {
			if !done[argument(i+1)] {
				return call("webpage_click", argument(i+1))(r)
			}
		}
		return say("All are clicked.")(r)
	}}
}

func argument(item int) string { return fmt.Sprintf(`{"ref":"e%d"}`, item) }

// A run that is aborted at any of its events, or in the middle of a click, ends
// within a second with a sound conversation, and can be continued without doing
// anything twice.
func TestAbortAnywhere(t *testing.T) {
	const itemsInShop = 3
	for moment := 1; ; moment++ {
		s := newShop(itemsInShop)
		m := clicker(itemsInShop)
		var r *agent.Runner
		n := 0
		stopped := time.Time{}
		here := func() {
			if r == nil {
				return // the catalogue opens a page
			}
			if n++; n == moment {
				stopped = time.Now()
				r.Abort()
			}
		}
		s.moment = func(string) { here() }
		play := m.play
		m.play = func(n int, q model.Request) (model.Finish, error) { here(); return play(n, q) }
		c := catalogue(t, s, tools.WithGuard(func(context.Context, tools.Request) error { here(); return nil }))
		r = runner(t, m, c, agent.WithoutPlanner(), agent.WithChecks(0))
		result, err := r.Run(t.Context(), "Click all")
		if err != nil {
			t.Fatal(err)
		}
		if result.State == event.Done {
			if moment < 12 {
				t.Errorf("there were only %d moments", moment)
			}
			break
		}
		if result.State != event.Stopped || time.Since(stopped) > time.Second {
			t.Fatalf("moment %d: %+v after %v", moment, result, time.Since(stopped))
		}
		sound(t, r.Conversation().Messages)
		if result, err = r.Continue(t.Context()); err != nil || result.State != event.Done {
			t.Fatalf("moment %d: %+v, %v", moment, result, err)
		}
		for i := range itemsInShop {
			if s.clicks(refs.Ref(i+1)) != 1 {
				t.Errorf("moment %d: %v", moment, s.clicked)
			}
		}
		sound(t, r.Conversation().Messages)
	}
}

// An abort ends what waits for a page, and the call is told as one that may have
// had its effect.
func TestAbortOfAHangingCall(t *testing.T) {
	s := newShop(1)
	s.hang = true
	var r *agent.Runner
	s.moment = func(string) { r.Abort() }
	r = runner(t, clicker(1), catalogue(t, s), agent.WithoutPlanner())
	result, err := r.Run(t.Context(), "x")
	if err != nil || result.State != event.Stopped {
		t.Fatalf("%+v, %v", result, err)
	}
	messages := r.Conversation().Messages
	if res := messages[len(messages)-1].Results(); len(res) != 1 || !strings.Contains(res[0].Content.Text(), "may have had its effect") {
		t.Errorf("%+v", res)
	}
	if calls := items[event.ToolCall](r); calls[0].State != event.CallCanceled {
		t.Errorf("%+v", calls)
	}
}

// A program that is killed at any moment is taken up from what is on the disk
// then. The page lives on, as a browser does. Nothing is done twice, and what may
// have been done is told. With a fast path, which does what nobody has told it to
// be done, it is the same.
func TestKilledAnywhere(t *testing.T) {
	t.Run("navigator", func(t *testing.T) { killedAnywhere(t, nil) })
	t.Run("fast path", func(t *testing.T) {
		killedAnywhere(t, func(here func(string)) agent.Option {
			return agent.WithFastPath(eager{here}, system1.Options{MaxSteps: 2})
		})
	})
}

// eager clicks the first item that it does not know to be clicked; it does not
// look whether it is.
type eager struct{ here func(when string) }

func (e eager) Decide(_ context.Context, s system1.Scene) (system1.Decision, error) {
	e.here("decider")
	for i, c := range s.Candidates {
		if !slices.Contains(s.Done, "webpage_click "+argument(i+1)) {
			return system1.Decision{Action: system1.Click, Ref: c.Ref, Confidence: 0.9}, nil
		}
	}
	return system1.Decision{Action: system1.Leave, Confidence: 0.9}, nil
}

func killedAnywhere(t *testing.T, fast func(here func(string)) agent.Option) {
	const itemsInShop = 7
	moments := 0
	for moment := 1; moment <= 40; moment++ {
		s := newShop(itemsInShop)
		dir, left := t.TempDir(), filepath.Join(t.TempDir(), "left")
		store, err := history.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		m := clicker(itemsInShop)
		n, told := 0, false
		kill, killed := context.WithCancel(t.Context())
		var clickedThen map[refs.Ref]int
		here := func(when string) {
			if n++; n != moment {
				return
			}
			// What is on the disk now is what a crash leaves. An effect that comes after
			// it did not happen.
			if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
				t.Error(err)
			}
			told = when == "after" || when == "before"
			killed()
			if when == "before" {
				runtime.Goexit()
			}
		}
		s.moment = here
		play := m.play
		m.play = func(n int, q model.Request) (model.Finish, error) { here("model"); return play(n, q) }
		c := catalogue(t, s)
		options := []agent.Option{agent.WithoutPlanner(), agent.WithChecks(0), agent.WithStore(store), agent.WithEndOfRun(func() { here("end") })}
		if fast != nil {
			options = append(options, fast(here))
		}
		r, err := agent.New(m, c, options...)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = r.Run(kill, "Click all")
		}()
		<-ended
		if n < moment {
			break
		}
		moments++
		clickedThen = map[refs.Ref]int{}
		for i := range itemsInShop {
			clickedThen[refs.Ref(i+1)] = s.clicks(refs.Ref(i + 1))
		}

		// The next program.
		s.moment = nil
		store, err = history.Open(left)
		if err != nil {
			t.Fatal(err)
		}
		conversation, err := store.Resume()
		if err != nil || conversation == nil {
			t.Fatalf("moment %d: %v, %v", moment, conversation, err)
		}
		again, first := clicker(itemsInShop), ""
		play = again.play
		again.play = func(n int, q model.Request) (model.Finish, error) {
			if first == "" {
				first = "navigator"
			}
			return play(n, q)
		}
		options = []agent.Option{agent.WithoutPlanner(), agent.WithChecks(0), agent.WithStore(store), agent.WithConversation(conversation)}
		if fast != nil {
			options = append(options, fast(func(string) {
				if first == "" {
					first = "fast path"
				}
			}))
		}
		next := runner(t, again, catalogue(t, s), options...)
		result, err := next.Continue(t.Context())
		if err != nil || result.State != event.Done {
			t.Fatalf("moment %d: %+v, %v", moment, result, err)
		}
		for i := range itemsInShop {
			if got := s.clicks(refs.Ref(i + 1)); got != 1 {
				t.Errorf("moment %d: item %d was clicked %d times (%d before)", moment, i+1, got, clickedThen[refs.Ref(i+1)])
			}
		}
		sound(t, next.Conversation().Messages)
		warned := false
		for _, notice := range items[event.Notice](next) {
			warned = warned || notice.Code == agent.CodeInterrupted
		}
		if told && first != "navigator" {
			t.Errorf("moment %d: the fast path went on before anybody looked at what may have been done", moment)
		}
		// What the fast path has done is told again until the navigator knows it.
		if warned != told && (fast == nil || told) {
			t.Errorf("moment %d: a person was told: %v, should be: %v", moment, warned, told)
		}
		// At most the last step is taken again.
		if extra := len(again.asked()); fast == nil && extra > itemsInShop+2 {
			t.Errorf("moment %d: %d turns", moment, extra)
		}
	}
	if moments < 20 {
		t.Errorf("only %d moments", moments)
	}
}

// What a run keeps does not grow with its length.
func TestManySteps(t *testing.T) {
	const early, late = 100, 1000
	s := newShop(60)
	s.filler = strings.Repeat(" of the long list", 4)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var at [2]uint64
	m := &actor{}
	m.play = func(n int, r model.Request) (model.Finish, error) {
		m.mu.Lock()
		m.requests = make([]model.Request, n+1) // keep none
		m.mu.Unlock()
		switch n {
		case early:
			at[0] = heap()
		case late:
			at[1] = heap()
			return say("done")(r)
		}
		return call("webpage_snapshot", `{}`, "webpage_click", argument(n%60+1))(r)
	}
	r := runner(t, m, catalogue(t, s), agent.WithoutPlanner(), agent.WithChecks(0), agent.WithLimits(agent.Limits{Steps: late + 1}),
		agent.WithModelInfo(model.Info{Context: 16_000}))
	if result, err := r.Run(t.Context(), "x"); err != nil || result.State != event.Done {
		t.Fatalf("%+v, %v", result, err)
	}
	if n := items[event.Notice](r); len(n) > 1 {
		t.Errorf("%d notices of one kind: %+v", len(n), n[0])
	}
	t.Logf("after %d steps %d KB, after %d %d KB", early, at[0]>>10, late, at[1]>>10)
	if float64(at[1]) > 1.2*float64(at[0]) {
		t.Errorf("the heap grew from %d to %d bytes", at[0], at[1])
	}
}

// Raw arguments that a model wrote are never lost on the way to the tool.
func TestArgumentsArePassedOn(t *testing.T) {
	var got json.RawMessage
	c := catalogue(t, newShop(1), tools.WithGuard(func(_ context.Context, r tools.Request) error { got = r.Arguments; return nil }))
	r := runner(t, script(call("webpage_click", ` { "ref" : "e1" } `), say("done")), c, agent.WithoutPlanner(), agent.WithChecks(0))
	if _, err := r.Run(t.Context(), "x"); err != nil || string(got) != `{"ref":"e1"}` {
		t.Errorf("%s, %v", got, err)
	}
}
