package system1

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// Action is what the fast path can do.
type Action string

// The actions.
const (
	Click    Action = "click"
	Type     Action = "type"
	Scroll   Action = "scroll"
	Navigate Action = "navigate"
	// Leave leaves the step to the slow path.
	Leave Action = "leave"
)

// parseAction reads an action as decision servers spell it.
func parseAction(s string) (Action, bool) {
	switch a := Action(strings.ToLower(strings.TrimSpace(s))); a {
	case Click, Type, Scroll, Navigate, Leave:
		return a, true
	case "type_text":
		return Type, true
	case "none", "other", "yield":
		return Leave, true
	}
	return "", false
}

// Scene is what a model decides on.
type Scene struct {
	// Task is what the user wants; Step is the part of the plan that is due,
	// when there is a plan.
	Task, Step string
	// Session is the page's session_id; empty is the default page.
	Session    string
	Title, URL string
	Candidates []Candidate
	// Values are what may be typed and Addresses where it may go; nil is what
	// [Values] and [Addresses] find in the task.
	Values, Addresses []string
	// Done are the last actions and what came of them, the newest at the end.
	Done []string
}

// Decision is what a model wants done.
type Decision struct {
	Action Action
	// Ref is the element, of Click and Type.
	Ref string
	// Text is what to type, or the address.
	Text string
	// Confidence is the model's own, 0 to 1: the least of the choices that the
	// decision is made of.
	Confidence float64
	// Model is the one that answered, as the endpoint names it.
	Model string
}

// Decider decides a step. It returns when its context ends. Its errors are
// *[Error] where it is known what is wrong.
type Decider interface {
	Decide(ctx context.Context, s Scene) (Decision, error)
}

// Move is a step that the fast path may take.
type Move struct {
	Action  Action
	Session string
	Ref     string
	// Target describes the element; it is text of the page.
	Target string
	Text   string
}

// scrollStep is how far a scroll goes, in CSS pixels: most of a usual viewport,
// so that nothing is skipped.
const scrollStep = 500

// Call gives the tool that makes the move and its arguments.
func (m Move) Call() (tool string, arguments json.RawMessage) {
	args := struct {
		Session string `json:"session_id,omitempty"`
		Ref     string `json:"ref,omitempty"`
		Value   string `json:"value,omitempty"`
		DeltaY  int    `json:"delta_y,omitempty"`
		URL     string `json:"url,omitempty"`
	}{Session: m.Session, Ref: m.Ref}
	switch m.Action {
	case Type:
		tool, args.Value = "webpage_fill", m.Text
	case Scroll:
		tool, args.Ref, args.DeltaY = "webpage_scroll", "", scrollStep
	case Navigate:
		tool, args.Ref, args.URL = "webpage_navigate", "", m.Text
	default:
		tool = "webpage_click"
	}
	arguments, _ = json.Marshal(args) // strings and a number
	return tool, arguments
}

// String tells the move in a line.
func (m Move) String() string {
	switch m.Action {
	case Type:
		return `typed "` + line(m.Text, nameLimit) + `" into ` + m.Ref + " " + m.Target
	case Scroll:
		return "scrolled down"
	case Navigate:
		return "went to " + m.Text
	}
	return "clicked " + m.Ref + " " + m.Target
}

// Reason says why a step is left to the slow path. Reasons are a public
// contract.
type Reason string

// The reasons.
const (
	// ReasonCap: the fast path has taken as many steps in a row as it may.
	ReasonCap Reason = "step_cap"
	// ReasonNavigated: its last step led to another address.
	ReasonNavigated Reason = "navigated"
	// ReasonActionFailed: its last step came back as an error.
	ReasonActionFailed Reason = "action_failed"
	// ReasonNothing: there is nothing to choose from.
	ReasonNothing Reason = "no_candidates"
	// ReasonDeclined: the model leaves it to the slow path.
	ReasonDeclined Reason = "declined"
	// ReasonUnsure: the confidence is below the threshold.
	ReasonUnsure Reason = "low_confidence"
	// ReasonSensitive: the element is one for the slow path.
	ReasonSensitive Reason = "sensitive_target"
	// ReasonUnknown: the action, the element or the text was not offered.
	ReasonUnknown Reason = "unknown_choice"
	// ReasonTimeout: the decision took too long.
	ReasonTimeout Reason = "timeout"
	// ReasonCanceled: the caller gave up.
	ReasonCanceled Reason = "canceled"
	// ReasonError: the endpoint failed or answered nonsense.
	ReasonError Reason = "error"
	// ReasonPaused: the endpoint has asked for time, or refuses; it is not asked
	// until then.
	ReasonPaused Reason = "paused"
)

// Step is what came of asking the fast path.
type Step struct {
	// Act: the move is to be made. Otherwise Reason says why not.
	Act    bool
	Move   Move
	Reason Reason
	// Err is what failed, for ReasonError.
	Err error
	// Model, Confidence and Latency are those of the decision; zero when none was
	// asked for.
	Model      string
	Confidence float64
	Latency    time.Duration

	url string // of the scene
}

// Outcome is what came of a move.
type Outcome struct {
	// URL is the page's address now; empty when it is not known.
	URL string
	// Navigated: the page has another document or address.
	Navigated bool
	// Text is the beginning of the result, for the slow path.
	Text string
	Err  error
}
