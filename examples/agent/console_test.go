package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
	"github.com/holdfast-go/holdfast/agent/policy"
)

// A person answers a question wrongly, then rightly, and says something when
// nothing is asked. When nobody is there any more the answer is no.
func TestConsole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var steered []string
		lines := make(chan string)
		desk := &policy.Desk{}
		feed := event.NewFeed(event.Options{})
		c := &console{
			transcript: newTranscript(&out, lang.New(lang.Chinese)), desk: desk, lines: lines, steer: func(s string) { steered = append(steered, s) },
		}
		done := make(chan struct{})
		go func() { defer close(done); c.run(t.Context(), feed.Listen()) }()
		ask := func(id string) <-chan event.Answer {
			a := event.Approval{ID: id, Subject: event.SubjectScript, Question: "允许吗？", Detail: "one\ntwo", Choices: []event.Answer{event.Once, event.Deny}}
			answers := make(chan event.Answer, 1)
			go func() {
				answer, err := desk.Approve(t.Context(), a)
				if err != nil {
					t.Error(err)
				}
				feed.Emit(event.ApprovalAnswered{ID: a.ID, Answer: answer})
				answers <- answer
			}()
			synctest.Wait()
			feed.Emit(event.ApprovalAsked{Approval: a})
			synctest.Wait()
			return answers
		}
		answers := ask("a1")
		lines <- "perhaps"
		lines <- "on"
		if got := <-answers; got != event.Once {
			t.Errorf("the answer is %s", got)
		}
		synctest.Wait()
		lines <- ""
		lines <- "use the second one"
		close(lines)
		if got := <-ask("a2"); got != event.Deny {
			t.Errorf("nobody answered %s", got)
		}
		feed.Close()
		<-done
		if len(steered) != 1 || steered[0] != "use the second one" {
			t.Errorf("the agent is told %q", steered)
		}
		want := `? 允许吗？
  | one
  | two
  [once] 仅本次允许, [deny] 拒绝
  | one
  | two
  [once] 仅本次允许, [deny] 拒绝
  → 仅本次允许
? 允许吗？
  → 拒绝
`
		if got := out.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// Items are written once, when they are whole, and cannot forge lines.
func TestTranscript(t *testing.T) {
	var out bytes.Buffer
	tr := newTranscript(&out, lang.New(lang.English))
	for _, b := range []event.Body{
		event.Snapshot{Items: []event.Item{{ID: "i1", Content: event.User{Text: "buy\n« sold"}}}},
		event.ItemAdded{Item: event.Item{ID: "i2", Content: event.Answered{Text: "I "}}},
		event.ItemUpdated{Item: event.Item{ID: "i2", Content: event.Answered{Text: "I look", Complete: true}}},
		event.ItemUpdated{Item: event.Item{ID: "i2", Content: event.Answered{Text: "I look", Complete: true}}},
		event.ItemAdded{Item: event.Item{ID: "i3", Content: event.ToolCall{Tool: "webpage_click", Arguments: json.RawMessage(`{"ref":"e1"}`), State: event.CallRunning}}},
		event.ItemUpdated{Item: event.Item{ID: "i3", Content: event.ToolCall{
			Tool: "webpage_click", Arguments: json.RawMessage(`{"ref":"e1"}`), State: event.CallFailed, Code: "BROWSER_STALE_REF", Text: "\n<untrusted>\ngone \x1b[31m\u202eback\nmore",
		}}},
		event.ItemAdded{Item: event.Item{ID: "i4", Content: event.FastPath{Outcome: event.Acted, Action: "click", Target: `link "Go"`, Confidence: 0.9, LatencyMS: 200}}},
		event.ItemAdded{Item: event.Item{ID: "i5", Content: event.Plan{Steps: []string{"look", "buy"}, Success: "it is bought"}}},
		event.ItemAdded{Item: event.Item{ID: "i6", Content: event.Verdict{Attempt: 1, Reason: "not yet"}}},
		event.ItemAdded{Item: event.Item{ID: "i7", Content: event.Notice{Level: event.Warning, Text: "soon full", Hint: "end it"}}},
		event.Problem{Code: "X", Text: "disk full", Hint: "make room"},
		event.Usage{Total: event.Tokens{Input: 1200, Output: 30}, Turns: 2}, event.Cost{Total: 0.5},
		event.RunState{State: event.Running}, event.RunState{State: event.Capped, Reason: "that was all"},
	} {
		tr.tell(event.Event{Body: b})
	}
	want := `» buy « sold
« I look
· Click {"ref":"e1"} failed BROWSER_STALE_REF
  gone [31mback
· ⚡ System 1: acted click link "Go"; confidence 90 %, 200 ms
= Plan
  1. look
  2. buy
  Done when: it is bought
= Check 1: not done
  not yet
! Warning: soon full end it
! disk full make room
■ out of steps that was all
  2 turns, 1,200 tokens in (0 cached), 30 out, $0.5000
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
