package event

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is one thing that happened.
type Event struct {
	// Seq counts the events of a feed from 1. A [Snapshot] has the number of the
	// last event that it holds.
	Seq uint64
	// Time is when it happened, in UTC.
	Time time.Time
	Body Body
}

// Type names a kind of event. Types are a public contract: panels and saved
// conversations branch on them.
type Type string

// The types.
const (
	TypeItemAdded        Type = "item_added"
	TypeItemUpdated      Type = "item_updated"
	TypeTextDelta        Type = "text_delta"
	TypeRunState         Type = "run_state"
	TypeApprovalAsked    Type = "approval_asked"
	TypeApprovalAnswered Type = "approval_answered"
	TypeFastPath         Type = "fast_path"
	TypeUsage            Type = "usage"
	TypeCost             Type = "cost"
	TypeContext          Type = "context"
	TypeConversations    Type = "conversations"
	TypeBindings         Type = "bindings"
	TypeSnapshot         Type = "snapshot"
	TypeProblem          Type = "problem"
)

// Body is what an event tells: [ItemAdded], [ItemUpdated], [TextDelta],
// [RunState], [ApprovalAsked], [ApprovalAnswered], [FastPath], [Usage], [Cost],
// [Context], [Conversations], [Bindings], [Snapshot], [Problem], each by value,
// or [Unknown].
type Body interface {
	// Type names the kind of the event.
	Type() Type
	body()
}

// Unknown is an event of a type that this version does not know. It is kept as
// it came, so that nothing gets lost on the way through an older program.
type Unknown struct {
	Name Type
	// Data is a JSON value.
	Data json.RawMessage
}

// envelope is the JSON form of an event.
type envelope struct {
	Seq  uint64          `json:"seq"`
	Time time.Time       `json:"time"`
	Type Type            `json:"type"`
	Data json.RawMessage `json:"data"`
}

// MarshalJSON writes the event with its type beside its data.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Body == nil {
		return nil, fmt.Errorf("event: event %d has no body", e.Seq)
	}
	data, err := payload(e.Body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(envelope{e.Seq, e.Time, e.Body.Type(), data})
}

func payload(b Body) (json.RawMessage, error) {
	if u, ok := b.(Unknown); ok {
		if u.Name == "" {
			return nil, fmt.Errorf("event: an unknown event has no type")
		}
		if len(u.Data) == 0 {
			return json.RawMessage("null"), nil
		}
		return u.Data, nil
	}
	return json.Marshal(b)
}

// String is the JSON form in one line, for logs. For people there is
// lang.Transcript. Pictures are in it with all their data.
func (e Event) String() string {
	text, err := e.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// UnmarshalJSON reads what MarshalJSON wrote. A type that it does not know makes
// an [Unknown].
func (e *Event) UnmarshalJSON(data []byte) error {
	var in envelope
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	body, err := decodeBody(in.Type, in.Data)
	if err != nil {
		return fmt.Errorf("event: %s: %w", in.Type, err)
	}
	*e = Event{in.Seq, in.Time, body}
	return nil
}

func decodeBody(t Type, data json.RawMessage) (Body, error) {
	switch t {
	case TypeItemAdded:
		return decode[ItemAdded](data)
	case TypeItemUpdated:
		return decode[ItemUpdated](data)
	case TypeTextDelta:
		return decode[TextDelta](data)
	case TypeRunState:
		return decode[RunState](data)
	case TypeApprovalAsked:
		return decode[ApprovalAsked](data)
	case TypeApprovalAnswered:
		return decode[ApprovalAnswered](data)
	case TypeFastPath:
		return decode[FastPath](data)
	case TypeUsage:
		return decode[Usage](data)
	case TypeCost:
		return decode[Cost](data)
	case TypeContext:
		return decode[Context](data)
	case TypeConversations:
		return decode[Conversations](data)
	case TypeBindings:
		return decode[Bindings](data)
	case TypeSnapshot:
		return decode[Snapshot](data)
	case TypeProblem:
		return decode[Problem](data)
	case "":
		return nil, fmt.Errorf("there is no type")
	}
	return Unknown{t, data}, nil
}

func decode[B Body](data json.RawMessage) (Body, error) {
	var b B
	err := json.Unmarshal(data, &b)
	return b, err
}
