package system1

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// decide is a model of one answer.
type decide func(context.Context, Scene) (Decision, error)

func (f decide) Decide(ctx context.Context, s Scene) (Decision, error) { return f(ctx, s) }

func always(d Decision) decide {
	return func(context.Context, Scene) (Decision, error) { return d, nil }
}

func path(t *testing.T, d Decider, o Options) *Path {
	t.Helper()
	p, err := New(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestChoose(t *testing.T) {
	var many []Candidate
	for i := range 300 {
		many = append(many, Candidate{Ref: fmt.Sprint("e", i+1), InView: i >= 200})
	}
	many = append(many, Candidate{Ref: "e250", InView: true}, Candidate{InView: true}, Candidate{Ref: "e301", InView: true, Disabled: true})
	got := choose(many, 0)
	if len(got) != 120 || got[0].Ref != "e201" || got[99].Ref != "e300" || got[100].Ref != "e1" || got[119].Ref != "e20" {
		t.Errorf("%d were chosen: %v", len(got), got)
	}
	if got := choose(many, 999); len(got) != maxCandidates {
		t.Errorf("more than the most gave %d", len(got))
	}
	if got := choose(many, 3); len(got) != 3 {
		t.Errorf("three gave %d", len(got))
	}
}

func TestCandidateInALine(t *testing.T) {
	c := Candidate{Role: "link", Name: "Red\n " + strings.Repeat("长", 200), Value: "x", Href: "/a"}
	if s := c.String(); strings.Contains(s, "\n") || len([]rune(s)) > 150 || !strings.Contains(s, `value="x"`) || !strings.Contains(s, "(out of view)") {
		t.Errorf("the line is %s", s)
	}
	c = Candidate{Role: "textbox", Name: "Password", Value: "hunter22", Sensitive: true, InView: true}
	if s := c.String(); s != `textbox "Password"` {
		t.Errorf("a sensitive element is %s", s)
	}
}

func TestValues(t *testing.T) {
	for task, want := range map[string][]string{
		`Search for "red shoes" and buy 2`:                 {"red shoes", "2"},
		`Search for red shoes and open the first`:          {"red shoes"},
		`find a lamp in the shop`:                          {"lamp"},
		"Log in as jane.doe@example.com":                   {"jane.doe@example.com"},
		"在商店里搜索“红色 鞋子”，数量 3":                               {"红色 鞋子", "3"},
		"搜索红色鞋子，然后打开第一个":                                   {"红色鞋子"},
		`type 'it is' into the box (and 'two')`:            {"it is", "two"},
		"don't click Jane's button":                        nil,
		"put {{secret:shop-password}} into the field":      nil,
		"go to https://shop.test/page?id=77 and look":      nil,
		"pay on 2026-01-31, at 23:59.":                     {"2026-01-31", "23:59"},
		"call „Anna“ or «Bob»":                             {"Anna", "Bob"},
		"enter `a b`":                                      {"a b"},
		"":                                                 nil,
		strings.Repeat("9", 3) + " " + `"` + "\n" + `" 12`: {"999", "12"},
	} {
		if diff := cmp.Diff(want, Values(task)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", task, diff)
		}
	}
	if got := Addresses("go to https://shop.test/a?b=1, then http://x.test. Not https://u:p@y.test/ or ftp://z. 打开https://中.test/页，看"); !slices.Equal(got, []string{"https://shop.test/a?b=1", "http://x.test", "https://中.test/页"}) {
		t.Errorf("the addresses are %q", got)
	}
}

func TestPathActs(t *testing.T) {
	for _, test := range []struct {
		d          Decision
		tool, args string
		said       string
	}{
		{Decision{Action: Click, Ref: "e2", Confidence: 0.6}, "webpage_click", `{"session_id":"T1","ref":"e2"}`, `clicked e2 button "Go"`},
		{Decision{Action: Type, Ref: "e1", Text: "red shoes", Confidence: 1}, "webpage_fill", `{"session_id":"T1","ref":"e1","value":"red shoes"}`, `typed "red shoes" into e1 textbox "Search"`},
		{Decision{Action: Scroll, Confidence: 0.7}, "webpage_scroll", `{"session_id":"T1","delta_y":500}`, "scrolled down"},
		{Decision{Action: Navigate, Text: "https://shop.test/", Confidence: 0.7}, "webpage_navigate", `{"session_id":"T1","url":"https://shop.test/"}`, "went to https://shop.test/"},
	} {
		p := path(t, always(test.d), Options{})
		s := shop()
		s.Session = "T1"
		step := p.Next(t.Context(), s)
		if !step.Act || step.Confidence != test.d.Confidence {
			t.Fatalf("%s: %+v", test.d.Action, step)
		}
		tool, args := step.Move.Call()
		if tool != test.tool || string(args) != test.args {
			t.Errorf("%s calls %s %s", test.d.Action, tool, args)
		}
		p.Did(step, Outcome{URL: s.URL, Text: "ok\nthen"})
		if diff := cmp.Diff([]string{test.said + ": ok then"}, p.Told()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if p.Told() != nil {
			t.Error("it is told twice")
		}
	}
}

func TestPathYields(t *testing.T) {
	for name, test := range map[string]struct {
		d    Decision
		want Reason
	}{
		"unsure":                 {Decision{Action: Click, Ref: "e2", Confidence: 0.59}, ReasonUnsure},
		"no number":              {Decision{Action: Click, Ref: "e2", Confidence: math.NaN()}, ReasonUnknown},
		"above 1":                {Decision{Action: Click, Ref: "e2", Confidence: 2}, ReasonUnknown},
		"unknown ref":            {Decision{Action: Click, Ref: "e9", Confidence: 1}, ReasonUnknown},
		"no ref":                 {Decision{Action: Click, Confidence: 1}, ReasonUnknown},
		"unknown action":         {Decision{Action: "explode", Confidence: 1}, ReasonUnknown},
		"declined":               {Decision{Action: Leave, Confidence: 1}, ReasonDeclined},
		"sensitive click":        {Decision{Action: Click, Ref: "e3", Confidence: 1}, ReasonSensitive},
		"sensitive typing":       {Decision{Action: Type, Ref: "e3", Text: "red shoes", Confidence: 1}, ReasonSensitive},
		"a text of the page":     {Decision{Action: Type, Ref: "e1", Text: "send all money", Confidence: 1}, ReasonUnknown},
		"a secret":               {Decision{Action: Type, Ref: "e1", Text: "{{secret:x}}", Confidence: 1}, ReasonUnknown},
		"nothing to type":        {Decision{Action: Type, Ref: "e1", Confidence: 1}, ReasonUnknown},
		"an address of the page": {Decision{Action: Navigate, Text: "https://evil.test/", Confidence: 1}, ReasonUnknown},
	} {
		s := shop()
		s.Task += " with {{secret:x}}"
		step := path(t, always(test.d), Options{}).Next(t.Context(), s)
		if step.Act || step.Reason != test.want {
			t.Errorf("%s: %+v", name, step)
		}
	}
	step := path(t, always(Decision{}), Options{}).Next(t.Context(), Scene{Task: "look around"})
	if step.Act || step.Reason != ReasonNothing {
		t.Errorf("an empty page: %+v", step)
	}
}

func TestPathKeepsToItsSteps(t *testing.T) {
	click := always(Decision{Action: Click, Ref: "e2", Confidence: 1})
	p := path(t, click, Options{MaxSteps: 2})
	for i, want := range []Reason{"", "", ReasonCap, ReasonCap} {
		step := p.Next(t.Context(), shop())
		if step.Reason != want {
			t.Fatalf("step %d: %+v", i+1, step)
		}
		if step.Act {
			p.Did(step, Outcome{URL: "https://shop.test/"})
		}
	}
	p.Resume()
	for name, o := range map[string]Outcome{
		string(ReasonNavigated) + " ": {Navigated: true}, string(ReasonNavigated): {URL: "https://shop.test/cart"}, string(ReasonActionFailed): {Err: errors.New("covered")},
	} {
		step := p.Next(t.Context(), shop())
		if !step.Act {
			t.Fatalf("after Resume: %+v", step)
		}
		p.Did(step, o)
		if step := p.Next(t.Context(), shop()); step.Act || step.Reason != Reason(strings.TrimSpace(name)) {
			t.Errorf("after %+v: %+v", o, step)
		}
		p.Resume()
	}
	told := strings.Join(p.Told(), "\n")
	if strings.Count(told, "\n") != 4 || !strings.Contains(told, "navigated to https://shop.test/cart") || !strings.Contains(told, "covered") {
		t.Errorf("the slow path is told:\n%s", told)
	}
}

func TestPathHasALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := decide(func(ctx context.Context, _ Scene) (Decision, error) {
			<-ctx.Done()
			return Decision{Action: Click, Ref: "e2", Confidence: 1}, nil // too late, whatever it says
		})
		p := path(t, hang, Options{})
		step := p.Next(t.Context(), shop())
		if step.Act || step.Reason != ReasonTimeout || step.Latency != time.Second {
			t.Errorf("a model that hangs: %+v", step)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if step := p.Next(ctx, shop()); step.Act || step.Reason != ReasonCanceled {
			t.Errorf("a caller that gave up: %+v", step)
		}
	})
}

func TestPathLeavesAnEndpointAlone(t *testing.T) {
	for name, test := range map[string]struct {
		err   error
		pause time.Duration
	}{
		"asked for time":   {&Error{Kind: RateLimited, RetryAfter: 7 * time.Second}, 7 * time.Second},
		"busy":             {&Error{Kind: Overloaded}, busyPause},
		"wrong key":        {&Error{Kind: Unauthorized}, refusedPause},
		"no credit":        {fmt.Errorf("wrapped: %w", &Error{Kind: Unpaid}), refusedPause},
		"forbidden":        {&Error{Kind: Forbidden, RetryAfter: time.Hour}, time.Hour},
		"too large":        {&Error{Kind: TooLarge}, 0},
		"a strange error":  {errors.New("x"), 0},
		"an error of Keys": {&Error{Kind: Unauthorized, Err: errors.New("locked")}, refusedPause},
	} {
		now := time.Unix(1000, 0)
		asked := 0
		p := path(t, decide(func(context.Context, Scene) (Decision, error) { asked++; return Decision{}, test.err }), Options{Now: func() time.Time { return now }})
		if step := p.Next(t.Context(), shop()); step.Act || step.Reason != ReasonError || !errors.Is(step.Err, test.err) {
			t.Errorf("%s: %+v", name, step)
		}
		if test.pause > 0 {
			now = now.Add(test.pause - 1)
			if step := p.Next(t.Context(), shop()); step.Reason != ReasonPaused || asked != 1 {
				t.Errorf("%s: asked again too early: %+v", name, step)
			}
			now = now.Add(1)
		}
		if p.Next(t.Context(), shop()); asked != 2 {
			t.Errorf("%s: not asked again", name)
		}
	}
	step := path(t, decide(func(context.Context, Scene) (Decision, error) { return Decision{}, undecided("e9") }), Options{}).Next(t.Context(), shop())
	if step.Act || step.Reason != ReasonUnknown {
		t.Errorf("an unknown option: %+v", step)
	}
}

func TestOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"threshold": {Threshold: 1.1}, "negative threshold": {Threshold: -1}, "no number": {Threshold: math.NaN()},
		"steps": {MaxSteps: -1}, "timeout": {Timeout: -1}, "candidates": {MaxCandidates: -1},
	} {
		if _, err := New(always(Decision{}), o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no model was accepted")
	}
}
