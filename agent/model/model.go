package model

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// Model is a language model.
type Model interface {
	// Stream makes one turn. The sequence can be ranged over once; the request
	// is sent when that begins. Its last element is a [Finish] or an error, which
	// is an [*Error] or the context's. Leaving the loop early releases everything.
	//
	// It is safe for concurrent use.
	Stream(ctx context.Context, r Request) iter.Seq2[Event, error]
}

// Request is what a turn is made from. The model must not change it.
type Request struct {
	// System is the prompt that stands above the conversation.
	System   string
	Messages []Message
	Tools    []ToolSpec
	// ToolChoice says whether tools are called; empty is auto.
	ToolChoice ToolChoice
	// MaxOutput limits the answer, in tokens, reasoning included; 0 leaves it to
	// the endpoint.
	MaxOutput int
	// Temperature is left out when nil, and for models that take none.
	Temperature *float64
	// Effort is how long a reasoning model may think (low, medium, high); empty
	// leaves it to the endpoint. Other models get none.
	Effort string
}

// ToolSpec offers a tool to a model.
type ToolSpec struct {
	Name        string
	Description string
	// Parameters is the JSON schema of the arguments, an object.
	Parameters json.RawMessage
}

// ToolChoice says whether a model calls tools.
type ToolChoice string

// The choices.
const (
	ToolsAuto     ToolChoice = "auto"
	ToolsNone     ToolChoice = "none"
	ToolsRequired ToolChoice = "required"
)

// Event is something that happens in a turn: [TextDelta], [ReasoningDelta],
// [CallStarted], [Waiting], [UsageUpdate] or [Finish].
type Event interface{ event() }

// TextDelta is a piece of the answer.
type TextDelta struct{ Text string }

// ReasoningDelta is a piece of the model's thoughts.
type ReasoningDelta struct{ Text string }

// CallStarted tells that the model writes a tool call. It is for people who
// watch; the call itself comes with [Finish].
type CallStarted struct{ Name string }

// Waiting tells that an attempt failed and when the next one is made. It comes
// before any other event.
type Waiting struct {
	// Attempt is the number of the failed attempt, from 1.
	Attempt int
	Delay   time.Duration
	// Err is why it failed.
	Err *Error
}

// UsageUpdate tells what the turn cost before it failed. A turn that does not
// fail tells it in [Finish].
type UsageUpdate struct{ Usage Usage }

// Finish ends a turn that is whole.
type Finish struct {
	Message Message
	Stop    Stop
	// Usage is zero when the endpoint did not tell.
	Usage Usage
}

func (TextDelta) event()      {}
func (ReasoningDelta) event() {}
func (CallStarted) event()    {}
func (Waiting) event()        {}
func (UsageUpdate) event()    {}
func (Finish) event()         {}

// Stop says why a turn ended.
type Stop string

// The reasons. A refusal and a call that was cut are errors.
const (
	// StopEnd: the model has said what it wanted.
	StopEnd Stop = "stop"
	// StopTools: the model waits for the results of its calls.
	StopTools Stop = "tool_calls"
	// StopLength: the text was cut at the limit of the output.
	StopLength Stop = "length"
)

// Collect makes a turn of a stream and returns how it finished, for callers who
// need no events.
func Collect(stream iter.Seq2[Event, error]) (Finish, error) {
	for event, err := range stream {
		if err != nil {
			return Finish{}, err
		}
		if f, ok := event.(Finish); ok {
			return f, nil
		}
	}
	return Finish{}, &Error{Kind: StreamCut, Message: "the stream has neither an end nor an error", Retryable: true}
}
