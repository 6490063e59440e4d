package agent

import "github.com/holdfast-go/holdfast/agent/event"

// Codes of a [Result] and its [event.RunState]: why a run ended.
const (
	CodeSteps     event.Code = "RUN_STEPS"    // as many steps as Limits.Steps
	CodeTokens    event.Code = "RUN_TOKENS"   // as many tokens as Limits.Tokens
	CodeCost      event.Code = "RUN_COST"     // as much money as Limits.Cost
	CodeTime      event.Code = "RUN_TIME"     // as long as Limits.Time
	CodeStopped   event.Code = "RUN_STOPPED"  // a person, or the context, stopped it
	CodeFailed    event.Code = "RUN_FAILED"   // something that no retry mends
	CodeMissing   event.Code = "RUN_MISSING"  // the task is not done, a check says
	CodeWindow    event.Code = "RUN_WINDOW"   // the conversation fits no window
	CodeUnchecked event.Code = "RUN_NO_CHECK" // the check could not be made
	CodeCut       event.Code = "RUN_CUT"      // the answer is longer than the model writes

	// A run that failed at the model's endpoint has this before the kind of the
	// error, in capitals: MODEL_AUTH.
	modelCode = "MODEL_"
)

// Codes of what is told on the way, in an [event.Notice] or an [event.Problem].
const (
	CodeLoop        event.Code = "RUN_LOOP"        // the model repeats itself
	CodeNoPlan      event.Code = "RUN_NO_PLAN"     // the planner gave none
	CodeNoPicture   event.Code = "RUN_NO_PICTURE"  // no screenshot could be taken
	CodeResumed     event.Code = "RUN_RESUMED"     // a run that was interrupted goes on
	CodeInterrupted event.Code = "RUN_INTERRUPTED" // a call may have had its effect before
	CodeWaits       event.Code = modelCode + "WAITS"
)
