package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent"
	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/history"
	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/agent/policy"
	"github.com/holdfast-go/holdfast/agent/tools"
)

// panel is a panel in another process: it speaks JSON both ways.
type panel struct {
	t      *testing.T
	panels *agent.Panels
	listen func() *event.Listener
	events *event.Listener
	see    event.Timeline
}

func (p *panel) do(c event.Command) error {
	p.t.Helper()
	text, err := event.EncodeCommand(c)
	if err != nil {
		p.t.Fatal(err)
	}
	got, err := event.DecodeCommand(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.panels.Do(p.t.Context(), got)
}

// until takes events in until something holds, over a connection that is cut
// after each when cut is set.
func (p *panel) until(what string, cut bool, holds func(event.Snapshot) bool) event.Snapshot {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Second)
	defer cancel()
	for {
		if p.events == nil {
			p.events = p.listen()
		}
		e, err := p.events.Next(ctx)
		if err != nil {
			p.t.Fatalf("%s: %v; seen %+v", what, err, p.see.Snapshot())
		}
		text, err := json.Marshal(e)
		if err != nil {
			p.t.Fatal(err)
		}
		var got event.Event
		if err := json.Unmarshal(text, &got); err != nil {
			p.t.Fatal(err)
		}
		if err := p.see.Apply(got); err != nil {
			p.t.Fatal(err)
		}
		if cut {
			p.events.Close()
			p.events = nil
		}
		if s := p.see.Snapshot(); holds(s) {
			return s
		}
	}
}

func ended(s event.Snapshot) bool { return s.Run.State.Ended() }

// Two panels, one of which is cut off after every message, see the same; what one
// of them says counts.
func TestPanels(t *testing.T) {
	s := newShop(2)
	store, err := history.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var r *agent.Runner
	desk := &policy.Desk{}
	guard, err := policy.New(desk, policy.WithNotify(func(b event.Body) { r.Notify(b) }))
	if err != nil {
		t.Fatal(err)
	}
	c, err := tools.New(s, tools.WithGuard(guard.Guard))
	if err != nil {
		t.Fatal(err)
	}
	small := script(say("Hello from the small one."))
	large := script(call("webpage_open", `{"url":"https://shop.test/"}`, "webpage_snapshot", `{}`), call("webpage_click", `{"ref":"e1"}`), say("Clicked."))
	r = runner(t, large, c, agent.WithoutPlanner(), agent.WithChecks(0), agent.WithStore(store), agent.WithEndOfRun(guard.EndRun))
	settings := 0
	panels, err := agent.NewPanels(r, agent.PanelOptions{
		Bindings: []agent.Binding{{ID: "large", Name: "Large", Model: large}, {ID: "small", Name: "Small", Model: small, Info: model.Info{ID: "small", Context: 64000}}},
		Desk:     desk, OpenSettings: func() { settings++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	one := &panel{t: t, panels: panels, listen: r.Listen}
	two := &panel{t: t, panels: panels, listen: r.Listen}
	if err := one.do(event.Hello{}); err != nil {
		t.Fatal(err)
	}
	if b := one.until("the bindings", false, func(s event.Snapshot) bool { return len(s.Bindings.List) == 2 }).Bindings; b.Current != "large" || b.List[1].Window != 64000 {
		t.Errorf("%+v", b)
	}
	if err := one.do(event.Send{Text: "Click item 1"}); err != nil {
		t.Fatal(err)
	}
	asked := two.until("the question", true, func(s event.Snapshot) bool { return len(s.Approvals) == 1 })
	for _, busy := range []event.Command{event.Continue{}, event.SetBinding{ID: "small"}, event.NewConversation{}} {
		if err := two.do(busy); !errors.Is(err, agent.ErrBusy) {
			t.Errorf("%T while a run is under way: %v", busy, err)
		}
	}
	if err := two.do(event.Answering{ID: asked.Approvals[0].ID, Answer: event.Once}); err != nil {
		t.Fatal(err)
	}
	a := one.until("the end", false, ended)
	b := two.until("the end", true, ended)
	if a.Run.State != event.Done || s.clicks(1) != 1 {
		t.Errorf("%+v, clicked %v", a.Run, s.clicked)
	}
	if diff := cmp.Diff(a.Items, b.Items); diff != "" {
		t.Errorf("two panels see different things:\n%s", diff)
	}

	// Another conversation with another model, and back.
	first := r.Conversation().ID
	if err := one.do(event.SetBinding{ID: "small"}); err != nil {
		t.Fatal(err)
	}
	if err := one.do(event.NewConversation{}); err != nil {
		t.Fatal(err)
	}
	one.until("an empty timeline", false, func(s event.Snapshot) bool { return len(s.Items) == 0 && len(s.Conversations.List) == 1 })
	if err := one.do(event.Send{Text: "Say hello"}); err != nil {
		t.Fatal(err)
	}
	one.until("the answer", false, func(s event.Snapshot) bool { return ended(s) && len(s.Items) == 2 })
	second := r.Conversation().ID
	if err := one.do(event.SwitchConversation{ID: first}); err != nil {
		t.Fatal(err)
	}
	back := one.until("the first conversation", false, func(s event.Snapshot) bool { return s.Conversations.Current == first })
	if back.Context.Tokens == 0 || back.Context.Window != 64000 {
		t.Errorf("how full the window is: %+v", back.Context)
	}
	if len(back.Items) != len(a.Items) || len(back.Conversations.List) < 1 {
		t.Errorf("%d items of %d, %+v", len(back.Items), len(a.Items), back.Conversations)
	}
	if err := one.do(event.DeleteConversation{ID: second}); err != nil {
		t.Error(err)
	}
	if err := one.do(event.OpenSettings{}); err != nil || settings != 1 {
		t.Errorf("the settings: %v", err)
	}
	for _, bad := range []event.Command{event.Send{Text: " "}, event.SetBinding{ID: "none"}, event.SwitchConversation{ID: "none"}, event.Detach{}, event.Answering{ID: "none", Answer: event.Once}} {
		if err := one.do(bad); err == nil {
			t.Errorf("%#v is taken", bad)
		}
	}
	if err := panels.Close(); err != nil {
		t.Error(err)
	}
	if err := one.do(event.Send{Text: "late"}); !errors.Is(err, agent.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if _, err := agent.NewPanels(r, agent.PanelOptions{Bindings: []agent.Binding{{ID: "x", Model: small}, {ID: "x", Model: small}}}); err == nil {
		t.Error("two bindings of one id")
	}
}

// Whoever hears that a run is over may do what needs an idle runner at once: the
// event comes when the runner is free.
func TestPanelsNextAtOnce(t *testing.T) {
	m := &actor{play: func(int, model.Request) (model.Finish, error) {
		return model.Finish{Message: model.Say(model.Assistant, "Hello."), Stop: model.StopEnd}, nil
	}}
	r := runner(t, m, catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithChecks(0))
	panels, err := agent.NewPanels(r, agent.PanelOptions{Bindings: []agent.Binding{{ID: "a", Model: m}, {ID: "b", Model: m}}, Current: "b"})
	if err != nil {
		t.Fatal(err)
	}
	defer panels.Close()
	p := &panel{t: t, panels: panels, listen: r.Listen}
	if b := p.until("the bindings", false, func(s event.Snapshot) bool { return len(s.Bindings.List) == 2 }).Bindings; b.Current != "b" {
		t.Errorf("the current one is %q", b.Current)
	}
	for n := range 50 {
		if err := p.do(event.Send{Text: "Say hello"}); err != nil {
			t.Fatal(err)
		}
		p.until("the end", false, func(s event.Snapshot) bool { return len(s.Items) == 2*(n+1) && ended(s) })
		if err := p.do(event.SetBinding{ID: "a"}); err != nil {
			t.Fatalf("after run %d: %v", n, err)
		}
	}
	if _, err := agent.NewPanels(r, agent.PanelOptions{Current: "none"}); err == nil {
		t.Error("the current binding is none of the list")
	}
}

// What is said while a run ends, which no panel can know, begins the next one.
func TestPanelsSendWhileEnding(t *testing.T) {
	ending, goOn := make(chan struct{}), make(chan struct{})
	first := true
	r := runner(t, script(say("One."), say("Two.")), catalogue(t, newShop(1)), agent.WithoutPlanner(), agent.WithChecks(0), agent.WithEndOfRun(func() {
		if first {
			first = false
			close(ending)
			<-goOn
		}
	}))
	panels, err := agent.NewPanels(r, agent.PanelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer panels.Close()
	p := &panel{t: t, panels: panels, listen: r.Listen}
	if err := p.do(event.Send{Text: "first"}); err != nil {
		t.Fatal(err)
	}
	<-ending
	if !r.Busy() {
		t.Error("a run that ends is none")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := panels.Do(gone, event.Send{Text: "nobody waits for this"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the panel has gone: %v", err)
	}
	said := make(chan error)
	go func() { said <- panels.Do(context.WithoutCancel(t.Context()), event.Send{Text: "second"}) }()
	close(goOn)
	if err := <-said; err != nil {
		t.Fatal(err)
	}
	p.until("both answers", false, func(s event.Snapshot) bool { return len(s.Items) == 4 && ended(s) })
	if r.Busy() {
		t.Error("a run that has ended is still one")
	}
}
