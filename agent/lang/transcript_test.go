package lang_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/agent/lang"
)

// Items are written once, when they are whole, and cannot forge lines.
func TestTranscript(t *testing.T) {
	var out bytes.Buffer
	tr := lang.NewTranscript(&out, nil)
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
		tr.Tell(event.Event{Body: b})
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
