package event

import "time"

// ItemAdded tells of a new item at the end of the timeline.
type ItemAdded struct {
	Item Item `json:"item"`
}

// ItemUpdated tells that an item is another one now. It carries all of it, text
// of earlier deltas included.
type ItemUpdated struct {
	Item Item `json:"item"`
}

// TextDelta is a piece of text that a model has just written. It is added to
// the [Answered] of an item.
type TextDelta struct {
	// Item is the id of the item.
	Item string `json:"item"`
	Text string `json:"text"`
	// Reasoning: it is a thought, not a part of the answer.
	Reasoning bool `json:"reasoning,omitempty"`
}

// State says how a run stands.
type State string

// The states. The last six are ends.
const (
	Idle    State = "idle"
	Running State = "running"
	// Waiting: a person has to answer.
	Waiting State = "waiting"
	// Stopping: it was told to stop, and finishes what cannot be left half done.
	Stopping State = "stopping"
	// Done: the task is fulfilled, as far as the model can say.
	Done State = "done"
	// Unfulfilled: the validator did not agree, and there are no retries left.
	Unfulfilled State = "unfulfilled"
	// Capped: the limit of iterations is reached. The run can be continued.
	Capped State = "capped"
	// Exhausted: a limit of tokens, cost or time is reached.
	Exhausted State = "exhausted"
	// Stopped: the caller stopped it.
	Stopped State = "stopped"
	Failed  State = "failed"
)

// Ended reports whether the run is over.
func (s State) Ended() bool {
	switch s {
	case Done, Unfulfilled, Capped, Exhausted, Stopped, Failed:
		return true
	}
	return false
}

// Phase says what a run is at.
type Phase string

// The phases.
const (
	Planning   Phase = "planner"
	Reflex     Phase = "fast_path"
	Navigating Phase = "navigator"
	Validating Phase = "validator"
)

// RunState tells how a run stands.
type RunState struct {
	// Run is the id of the run; empty when there was none yet.
	Run   string `json:"run,omitempty"`
	State State  `json:"state"`
	Phase Phase  `json:"phase,omitempty"`
	// Step is the iteration of the navigator, from 1, and MostSteps its limit.
	Step      int `json:"step,omitempty"`
	MostSteps int `json:"most_steps,omitempty"`
	// Code and Reason say why it is so, where there is something to say.
	Code   Code  `json:"code,omitempty"`
	Reason Words `json:"reason,omitempty"`
	// Continuable: the run can go on from here.
	Continuable bool `json:"continuable,omitempty"`
}

// Usage tells what was used, in tokens.
type Usage struct {
	// Turn is the last answer of a model, Total all of the conversation.
	Turn  Tokens `json:"turn"`
	Total Tokens `json:"total"`
	// Turns counts the answers whose usage is known.
	Turns int `json:"turns,omitempty"`
}

// Tokens counts tokens.
type Tokens struct {
	// Input are all that were sent; Cached are those of them that the endpoint
	// had read before.
	Input  int `json:"input"`
	Cached int `json:"cached,omitempty"`
	// Output are all that came; Reasoning are the thoughts among them.
	Output    int `json:"output"`
	Reasoning int `json:"reasoning,omitempty"`
}

// Cost tells what the conversation has cost, in US dollars.
type Cost struct {
	Total float64 `json:"total"`
	// Limit is the most that the run may cost; 0: there is no limit.
	Limit float64 `json:"limit,omitempty"`
	// Unpriced: the model has no known price, so that the total says too little.
	Unpriced bool `json:"unpriced,omitempty"`
}

// Context tells how full the model's context window is, in tokens.
type Context struct {
	Tokens int `json:"tokens"`
	// Window is the size of the window; 0: it is not known.
	Window int `json:"window,omitempty"`
	// Trimmed counts the messages that are not sent any more.
	Trimmed int `json:"trimmed,omitempty"`
}

// Conversations lists what there is in the archive, the newest first.
type Conversations struct {
	List []Conversation `json:"list"`
	// Current is the id of the one in use.
	Current string `json:"current,omitempty"`
}

// Conversation is an entry of the archive.
type Conversation struct {
	ID string `json:"id"`
	// Title is the beginning of the first thing that the user said.
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// Items counts the items of its timeline.
	Items int `json:"items,omitempty"`
}

// Snapshot is everything as it was after the event of its number.
type Snapshot struct {
	Items []Item `json:"items"`
	// Dropped counts the oldest items, which are not kept any more.
	Dropped       int           `json:"dropped,omitempty"`
	Run           RunState      `json:"run"`
	Usage         Usage         `json:"usage"`
	Cost          Cost          `json:"cost"`
	Context       Context       `json:"context"`
	Conversations Conversations `json:"conversations"`
	Bindings      Bindings      `json:"bindings"`
	// Approvals are the questions that wait for an answer.
	Approvals []Approval `json:"approvals,omitempty"`
}

// Bindings lists the models that a person can choose from.
type Bindings struct {
	List []Binding `json:"list,omitempty"`
	// Current is the id of the one in use.
	Current string `json:"current,omitempty"`
}

// Binding is a model at an endpoint.
type Binding struct {
	ID string `json:"id"`
	// Name is for people, Model the endpoint's name of the model.
	Name  string `json:"name,omitempty"`
	Model string `json:"model,omitempty"`
	// Window is its context window in tokens, 0 when not known.
	Window int  `json:"window,omitempty"`
	Vision bool `json:"vision,omitempty"`
}

// Problem tells of a failure that did not end the run: the conversation could
// not be saved, for example.
type Problem struct {
	Code Code  `json:"code"`
	Text Words `json:"text"`
	// Hint says what a person can do about it.
	Hint Words `json:"hint,omitempty"`
}

// Type returns TypeItemAdded.
func (ItemAdded) Type() Type { return TypeItemAdded }

// Type returns TypeItemUpdated.
func (ItemUpdated) Type() Type { return TypeItemUpdated }

// Type returns TypeTextDelta.
func (TextDelta) Type() Type { return TypeTextDelta }

// Type returns TypeRunState.
func (RunState) Type() Type { return TypeRunState }

// Type returns TypeApprovalAsked.
func (ApprovalAsked) Type() Type { return TypeApprovalAsked }

// Type returns TypeApprovalAnswered.
func (ApprovalAnswered) Type() Type { return TypeApprovalAnswered }

// Type returns TypeFastPath.
func (FastPath) Type() Type { return TypeFastPath }

// Type returns TypeUsage.
func (Usage) Type() Type { return TypeUsage }

// Type returns TypeCost.
func (Cost) Type() Type { return TypeCost }

// Type returns TypeContext.
func (Context) Type() Type { return TypeContext }

// Type returns TypeConversations.
func (Conversations) Type() Type { return TypeConversations }

// Type returns TypeBindings.
func (Bindings) Type() Type { return TypeBindings }

// Type returns TypeSnapshot.
func (Snapshot) Type() Type { return TypeSnapshot }

// Type returns TypeProblem.
func (Problem) Type() Type { return TypeProblem }

// Type returns the type as it came.
func (u Unknown) Type() Type { return u.Name }

func (ItemAdded) body()        {}
func (ItemUpdated) body()      {}
func (TextDelta) body()        {}
func (RunState) body()         {}
func (ApprovalAsked) body()    {}
func (ApprovalAnswered) body() {}
func (FastPath) body()         {}
func (Usage) body()            {}
func (Cost) body()             {}
func (Context) body()          {}
func (Bindings) body()         {}
func (Conversations) body()    {}
func (Snapshot) body()         {}
func (Problem) body()          {}
func (Unknown) body()          {}
