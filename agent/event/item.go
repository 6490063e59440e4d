package event

import (
	"encoding/json"
	"fmt"
	"time"
)

// Item is an entry of the timeline, as people read it.
type Item struct {
	// ID names the item in later events. It is unique in its timeline.
	ID string
	// Time is when it began, in UTC.
	Time    time.Time
	Content Content
}

// Kind names a kind of item. Kinds are a public contract.
type Kind string

// The kinds.
const (
	KindUser     Kind = "user"
	KindAnswer   Kind = "assistant"
	KindTool     Kind = "tool"
	KindApproval Kind = "approval"
	KindFastPath Kind = "fast_path"
	KindPlan     Kind = "plan"
	KindVerdict  Kind = "verdict"
	KindNotice   Kind = "notice"
)

// Content is what an item holds: [User], [Answered], [ToolCall],
// [ApprovalCard], [FastPath], [Plan], [Verdict], [Notice], each by value, or
// [UnknownContent].
type Content interface {
	// Kind names the kind of the item.
	Kind() Kind
	content()
}

// User is what a person said.
type User struct {
	Text string `json:"text"`
	// Steering: it was said while the agent worked.
	Steering bool `json:"steering,omitempty"`
}

// Answered is what a model said.
type Answered struct {
	Text      string `json:"text"`
	Reasoning string `json:"reasoning,omitempty"`
	// Complete: no more text will come.
	Complete bool `json:"complete,omitempty"`
}

// Progress says how far a call of a tool is.
type Progress string

// The progress of a call.
const (
	CallRunning Progress = "running"
	CallDone    Progress = "done"
	CallFailed  Progress = "failed"
	// CallRefused: it was not allowed, and not made.
	CallRefused Progress = "refused"
	// CallCanceled: the run was stopped before the call or during it.
	CallCanceled Progress = "canceled"
)

// ToolCall is a call of a tool and what came of it.
type ToolCall struct {
	// Call is the id under which the model made it.
	Call string `json:"call,omitempty"`
	Tool string `json:"tool"`
	// Title is the tool's name for people.
	Title Words `json:"title,omitempty"`
	// Arguments are a JSON object. Secrets in them are placeholders.
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Session is the page that it works on.
	Session string   `json:"session,omitempty"`
	State   Progress `json:"state"`
	// Code is that of the error, Text the beginning of the result.
	Code Code   `json:"code,omitempty"`
	Text string `json:"text,omitempty"`
	// Images are the pictures of the result. Archives hold them without data.
	Images []Picture `json:"images,omitempty"`
	// ElapsedMS is how long it took, in milliseconds.
	ElapsedMS int64 `json:"elapsed_ms,omitempty"`
	// Repeated: the call was made before a crash, and may have had its effect
	// already.
	Repeated bool `json:"repeated,omitempty"`
}

// Picture is an image of an item.
type Picture struct {
	MIME   string `json:"mime"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	// Data is the encoded picture; empty when it was left out.
	Data []byte `json:"data,omitempty"`
}

// ApprovalCard is a question to a person with its answer, which is empty as
// long as there is none.
type ApprovalCard struct {
	Approval Approval `json:"approval"`
	Answer   Answer   `json:"answer,omitempty"`
}

// Outcome says what the fast path did.
type Outcome string

// The outcomes.
const (
	// Acted: it acted itself.
	Acted Outcome = "acted"
	// Yielded: it left the step to the slow path, having done nothing.
	Yielded Outcome = "yielded"
	// ActedThenFailed: what it tried came back as an error.
	ActedThenFailed Outcome = "failed"
)

// FastPath is what the fast path decided on one step. It is an event and an
// item.
type FastPath struct {
	// Item is the id of the item that shows it, when there is one.
	Item    string  `json:"item,omitempty"`
	Model   string  `json:"model,omitempty"`
	Outcome Outcome `json:"outcome"`
	Action  string  `json:"action,omitempty"`
	// Ref and Target are the element that it chose; Target is text of the page.
	Ref    string `json:"ref,omitempty"`
	Target string `json:"target,omitempty"`
	// Confidence is the model's own, 0 to 1.
	Confidence float64 `json:"confidence"`
	// LatencyMS is how long the decision took, in milliseconds.
	LatencyMS int64 `json:"latency_ms"`
	// Reason says why it yielded, Text what came of it.
	Reason string `json:"reason,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Plan is what the planner wants done.
type Plan struct {
	Steps []string `json:"steps"`
	// Success is how the validator tells that the task is done.
	Success string `json:"success,omitempty"`
}

// Verdict is what the validator found.
type Verdict struct {
	Passed bool   `json:"passed"`
	Reason string `json:"reason,omitempty"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
}

// Level says how serious a notice is.
type Level string

// The levels.
const (
	Info    Level = "info"
	Warning Level = "warning"
	Failure Level = "error"
)

// Notice is something that people should know.
type Notice struct {
	Level Level `json:"level"`
	Code  Code  `json:"code,omitempty"`
	Text  Words `json:"text"`
	Hint  Words `json:"hint,omitempty"`
}

// UnknownContent is the content of a kind that this version does not know, as
// it came.
type UnknownContent struct {
	Name Kind
	// Data is a JSON value.
	Data json.RawMessage
}

// Kind returns KindUser.
func (User) Kind() Kind { return KindUser }

// Kind returns KindAnswer.
func (Answered) Kind() Kind { return KindAnswer }

// Kind returns KindTool.
func (ToolCall) Kind() Kind { return KindTool }

// Kind returns KindApproval.
func (ApprovalCard) Kind() Kind { return KindApproval }

// Kind returns KindFastPath.
func (FastPath) Kind() Kind { return KindFastPath }

// Kind returns KindPlan.
func (Plan) Kind() Kind { return KindPlan }

// Kind returns KindVerdict.
func (Verdict) Kind() Kind { return KindVerdict }

// Kind returns KindNotice.
func (Notice) Kind() Kind { return KindNotice }

// Kind returns the kind as it came.
func (u UnknownContent) Kind() Kind { return u.Name }

func (User) content()           {}
func (Answered) content()       {}
func (ToolCall) content()       {}
func (ApprovalCard) content()   {}
func (FastPath) content()       {}
func (Plan) content()           {}
func (Verdict) content()        {}
func (Notice) content()         {}
func (UnknownContent) content() {}

// packed is the JSON form of an item.
type packed struct {
	ID   string          `json:"id"`
	Time time.Time       `json:"time"`
	Kind Kind            `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// MarshalJSON writes the item with its kind beside its content.
func (i Item) MarshalJSON() ([]byte, error) {
	if i.Content == nil {
		return nil, fmt.Errorf("event: item %q has no content", i.ID)
	}
	out := packed{ID: i.ID, Time: i.Time, Kind: i.Content.Kind()}
	if u, ok := i.Content.(UnknownContent); ok {
		if u.Name == "" {
			return nil, fmt.Errorf("event: item %q has no kind", i.ID)
		}
		out.Data = u.Data
	} else {
		data, err := json.Marshal(i.Content)
		if err != nil {
			return nil, err
		}
		out.Data = data
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote. A kind that it does not know makes
// an [UnknownContent].
func (i *Item) UnmarshalJSON(data []byte) error {
	var in packed
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	content, err := unpack(in.Kind, in.Data)
	if err != nil {
		return fmt.Errorf("event: item %q (%s): %w", in.ID, in.Kind, err)
	}
	*i = Item{in.ID, in.Time, content}
	return nil
}

func unpack(k Kind, data json.RawMessage) (Content, error) {
	switch k {
	case KindUser:
		return open[User](data)
	case KindAnswer:
		return open[Answered](data)
	case KindTool:
		return open[ToolCall](data)
	case KindApproval:
		return open[ApprovalCard](data)
	case KindFastPath:
		return open[FastPath](data)
	case KindPlan:
		return open[Plan](data)
	case KindVerdict:
		return open[Verdict](data)
	case KindNotice:
		return open[Notice](data)
	case "":
		return nil, fmt.Errorf("there is no kind")
	}
	return UnknownContent{k, data}, nil
}

func open[C Content](data json.RawMessage) (Content, error) {
	var c C
	err := json.Unmarshal(data, &c)
	return c, err
}
