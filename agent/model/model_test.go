package model

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessagesAreSaved(t *testing.T) {
	want := []Message{
		Say(User, "a <task> & 你好"),
		{Role: Assistant, Blocks: Blocks{
			Reasoning{"hm"}, Text{"I look"},
			ToolUse{ID: "1", Name: "look", Arguments: json.RawMessage(`{"x":1}`)},
			ToolUse{ID: "2", Name: "look", Arguments: json.RawMessage(`{}`), Malformed: "x=1"},
		}},
		{Role: User, Blocks: Blocks{
			ToolResult{ID: "1", Content: Blocks{Text{"seen"}, Image{"image/png", []byte{1, 2}}}, Outline: "t1"},
			ToolResult{ID: "2", Error: true},
			Image{"image/jpeg", []byte{3}},
		}},
		{Role: User, Blocks: Blocks{}},
	}
	want[2].Blocks[1] = ToolResult{ID: "2", Content: Blocks{}, Error: true}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got []Message
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(string(data), `[{"role":"user","blocks":[{"type":"text","text":`) {
		t.Errorf("the form is %s", data)
	}
	for _, bad := range []string{`[{"type":"video"}]`, `[{}]`, `[1]`, `{}`, `[{"type":"text","text":1}]`} {
		var b Blocks
		if json.Unmarshal([]byte(bad), &b) == nil {
			t.Errorf("%s is taken for %v", bad, b)
		}
	}
	if _, err := json.Marshal(Blocks{nil}); err == nil {
		t.Error("nothing is a block")
	}
}

func TestRefusal(t *testing.T) {
	r := ToolUse{ID: "1", Name: "look", Malformed: "{x" + strings.Repeat("y", 1000)}.Refusal()
	text := r.Content.Text()
	if r.ID != "1" || !r.Error || !strings.Contains(text, `"{xyyy`) || !strings.Contains(text, "look") || len(text) > 600 {
		t.Errorf("got %+v", r)
	}
}

func TestLookup(t *testing.T) {
	known := Known()
	for name, want := range map[string]string{
		"gpt-4o": "gpt-4o", "GPT-4o": "gpt-4o", "gpt-4o-2024-11-20": "gpt-4o", "openai/gpt-4o-mini": "gpt-4o-mini",
		"gpt-4o-audio": "", "gpt-4o-mini-tts": "", "o3-mini-2025-01-31": "o3-mini", "o3-pro": "", "gpt-5-chat-latest": "gpt-5-chat",
		"router/anthropic/claude-sonnet-4.5:free": "claude-sonnet-4.5", "gemini-2.5-pro-preview": "gemini-2.5-pro", "": "", "-": "", "llama3": "",
	} {
		if got, ok := known.Lookup(name); got.ID != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", name, got.ID, want)
		}
	}
	more := known.With(Info{ID: "My/Model", Context: 5}, Info{ID: "gpt-4o", Context: 6})
	if i, ok := more.Lookup("My/Model"); !ok || i.Context != 5 {
		t.Errorf("got %+v", i)
	}
	if i, _ := more.Lookup("gpt-4o"); i.Context != 6 {
		t.Error("a later one does not count")
	}
	if i, _ := known.Lookup("gpt-4o"); i.Context != 128_000 {
		t.Error("the registry was changed")
	}
	if _, ok := (Registry{}).Lookup("gpt-4o"); ok || len((Registry{}).All()) != 0 {
		t.Error("the empty registry knows something")
	}
	for _, i := range known.All() {
		if i.Context < i.MaxOutput || i.MaxOutput <= 0 || i.Price.Output < i.Price.Input || i.Price.Cached >= i.Price.Input {
			t.Errorf("%+v is not likely", i)
		}
	}
}

func TestMeter(t *testing.T) {
	m := NewMeter(Info{Context: 1000, Price: Price{Input: 2, Cached: 1, Output: 10}})
	m.Add(Usage{Input: 100, Cached: 40, Output: 20, Reasoning: 5})
	m.Add(Usage{})
	m.Switch(Info{Context: 2000, Price: Price{Input: 1, Output: 1}})
	m.Add(Usage{Input: 300, Cached: 300, Output: 100})
	want := (60*2+40*1+20*10)/1e6 + 400/1e6
	if m.Turns != 2 || m.Total != (Usage{400, 340, 120, 5}) || math.Abs(m.Cost-want) > 1e-12 || m.Context != 400 || m.Fill() != 0.2 {
		t.Errorf("got %+v, want a cost of %v", m, want)
	}
	if (&Meter{Context: 5}).Fill() != 0 {
		t.Error("an unknown window is filled")
	}
	if got := (Price{Input: 1, Cached: 0.5}).Cost(Usage{Input: 10, Cached: 99}); got != 5e-6 {
		t.Errorf("more cached than read costs %v", got)
	}
}

func TestErrors(t *testing.T) {
	e := &Error{Kind: RateLimited, Status: 429, Message: "slow down", Err: context.DeadlineExceeded}
	if e.Error() != "model: rate_limited (HTTP 429): slow down" || !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("got %q", e)
	}
	if got, ok := errors.AsType[*Error](errors.Join(errors.New("x"), e)); !ok || got != e {
		t.Errorf("got %v", got)
	}
}

func TestCollect(t *testing.T) {
	of := func(events []Event, last error) iter.Seq2[Event, error] {
		return func(yield func(Event, error) bool) {
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			if last != nil {
				yield(nil, last)
			}
		}
	}
	if f, err := Collect(of([]Event{TextDelta{"a"}, Finish{Stop: StopEnd}}, nil)); err != nil || f.Stop != StopEnd {
		t.Errorf("got %+v, %v", f, err)
	}
	broken := errors.New("broken")
	if _, err := Collect(of([]Event{TextDelta{"a"}}, broken)); err != broken {
		t.Errorf("got %v", err)
	}
	if _, err := Collect(of([]Event{TextDelta{"a"}}, nil)); err == nil {
		t.Error("a stream without an end is taken")
	}
}
