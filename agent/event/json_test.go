package event

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 123456789, time.UTC)

func sampleApproval() Approval {
	return Approval{
		ID: "a1", Subject: SubjectUpload, Site: "https://shop.test", URL: "https://shop.test/pay", Tool: "webpage_upload",
		Target: `e3 button "Choose"`, Detail: "/tmp/a.pdf", Question: "May it?", Choices: []Answer{Once, Deny}, Deadline: noon,
	}
}

// contents has one of every kind, with every field set.
func contents() []Content {
	return []Content{
		User{Text: "buy 红色 shoes", Steering: true},
		Answered{Text: "I will", Reasoning: "hm", Complete: true},
		ToolCall{
			Call: "c1", Tool: "webpage_click", Title: "Click", Arguments: json.RawMessage(`{"ref":"e12"}`), Session: "T1", State: CallFailed,
			Code: "BROWSER_STALE_REF", Text: "gone", Images: []Picture{{MIME: "image/png", Width: 2, Height: 1, Data: []byte{1, 2}}}, ElapsedMS: 12, Repeated: true,
		},
		ApprovalCard{Approval: sampleApproval(), Answer: Once},
		FastPath{
			Item: "i1", Model: "jev", Outcome: Acted, Action: "click", Ref: "e1", Target: `button "Go"`, Confidence: 0.83, LatencyMS: 212, Reason: "r", Text: "t",
		},
		Plan{Steps: []string{"one", "two"}, Success: "the order is there"},
		Verdict{Passed: true, Reason: "seen", Attempt: 2},
		Notice{Level: Warning, Code: "NEAR_LIMIT", Text: "soon full", Hint: "end it"},
		UnknownContent{Name: "hologram", Data: json.RawMessage(`{"x":1}`)},
	}
}

// bodies has one of every type, with every field set.
func bodies() []Body {
	item := Item{ID: "i1", Time: noon, Content: User{Text: "hello"}}
	return []Body{
		ItemAdded{item}, ItemUpdated{item},
		TextDelta{Item: "i2", Text: "Hel", Reasoning: true},
		RunState{Run: "r1", State: Capped, Phase: Navigating, Step: 3, MostSteps: 40, Code: "CAP", Reason: "cap", Continuable: true},
		ApprovalAsked{sampleApproval()}, ApprovalAnswered{ID: "a1", Answer: Always},
		contents()[4].(FastPath),
		Usage{Turn: Tokens{1, 2, 3, 4}, Total: Tokens{5, 6, 7, 8}, Turns: 9},
		Cost{Total: 0.25, Limit: 1.5, Unpriced: true},
		Context{Tokens: 1000, Window: 128000, Trimmed: 4},
		Conversations{List: []Conversation{{ID: "c1", Title: "buy", Created: noon, Updated: noon, Items: 3}}, Current: "c1"},
		Bindings{List: []Binding{{ID: "b1", Name: "Large", Model: "gpt-4o", Window: 128000, Vision: true}}, Current: "b1"},
		Snapshot{
			Bindings: Bindings{List: []Binding{{ID: "b1"}}},
			Items:    []Item{item}, Dropped: 2, Run: RunState{State: Running}, Usage: Usage{Turns: 1}, Cost: Cost{Total: 1}, Context: Context{Tokens: 1},
			Conversations: Conversations{List: []Conversation{}}, Approvals: []Approval{sampleApproval()},
		},
		Problem{Code: "HISTORY_NOT_SAVED", Text: "disk full", Hint: "free some"},
		Unknown{Name: "telepathy", Data: json.RawMessage(`[1,{"a":null}]`)},
	}
}

// constants lists the values of the constants of a type in this package's
// source, so that a new one cannot be left out of the tests.
func constants(t *testing.T, of string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, name := range []string{"event.go", "item.go", "command.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) == 0 {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == of {
				s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				found[s] = true
			}
			return true
		})
	}
	return found
}

func TestEveryEventRoundTrips(t *testing.T) {
	missing := constants(t, "Type")
	if len(missing) < 13 {
		t.Fatalf("only %d types were found in the source", len(missing))
	}
	for i, b := range bodies() {
		delete(missing, string(b.Type()))
		want := Event{Seq: uint64(i + 1), Time: noon, Body: b}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("%s: %v", b.Type(), err)
		}
		if !strings.Contains(string(text), `"type":"`+string(b.Type())+`"`) {
			t.Errorf("%s does not name its type: %s", b.Type(), text)
		}
		var got Event
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", b.Type(), err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", b.Type(), diff)
		}
		again, err := json.Marshal(got)
		if err != nil || string(again) != string(text) {
			t.Errorf("%s is written differently the second time: %s, %v", b.Type(), again, err)
		}
	}
	if len(missing) > 0 {
		t.Errorf("types without a test: %v", missing)
	}
}

func TestEveryItemRoundTrips(t *testing.T) {
	missing := constants(t, "Kind")
	if len(missing) < 8 {
		t.Fatalf("only %d kinds were found in the source", len(missing))
	}
	for _, c := range contents() {
		delete(missing, string(c.Kind()))
		want := Item{ID: "i9", Time: noon, Content: c}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("%s: %v", c.Kind(), err)
		}
		var got Item
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", c.Kind(), err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Kind(), diff)
		}
	}
	if len(missing) > 0 {
		t.Errorf("kinds without a test: %v", missing)
	}
}

func TestWhatCannotBeWrittenOrRead(t *testing.T) {
	for name, v := range map[string]any{
		"an event without a body": Event{Seq: 1}, "an item without content": Item{ID: "i"},
		"an unknown event without a type": Event{Body: Unknown{}}, "an unknown item without a kind": Item{Content: UnknownContent{}},
	} {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%s was written as %s", name, text)
		}
	}
	for _, text := range []string{
		`{"seq":1,"data":{}}`, `{"seq":-1,"type":"cost","data":{}}`, `{"type":"cost","data":"much"}`, `[]`,
		`{"type":"item_added","data":{"item":{"id":"i"}}}`, `{"type":"item_added","data":{"item":{"id":"i","kind":"user","data":7}}}`,
	} {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); err == nil {
			t.Errorf("%s was read as %+v", text, e)
		}
	}
}

func TestEnds(t *testing.T) {
	ends := map[State]bool{Done: true, Unfulfilled: true, Capped: true, Exhausted: true, Stopped: true, Failed: true}
	for _, s := range []State{Idle, Running, Waiting, Stopping, Done, Unfulfilled, Capped, Exhausted, Stopped, Failed} {
		if s.Ended() != ends[s] {
			t.Errorf("%s ended: %v", s, s.Ended())
		}
	}
	for a, allows := range map[Answer]bool{Once: true, Always: true, Deny: false, Expired: false, Canceled: false, "": false} {
		if a.Allows() != allows {
			t.Errorf("%q allows: %v", a, a.Allows())
		}
	}
}
