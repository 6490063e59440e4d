package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
)

// mostTurn bounds what a turn gathers, in bytes: models write a thousandth of
// it, and an endpoint that never ends must not fill the memory.
const mostTurn = 64 << 20

// turn puts an answer together from the chunks of a stream.
type turn struct {
	think   splitter
	text    strings.Builder
	half    halfPair // of the text
	thought strings.Builder
	refusal strings.Builder
	calls   calls
	// written parts calls out of the text; nil when that is off.
	written *splitter
	inText  strings.Builder // the call that is being written in the text

	begun  bool // a choice came
	finish string
	usage  model.Usage
	told   bool // the usage is known
	size   int
}

func newTurn(textCalls bool) *turn {
	t := &turn{think: splitter{open: "<think>", close: "</think>", leading: true}}
	if textCalls {
		t.written = &splitter{open: "<tool_call>", close: "</tool_call>"}
	}
	return t
}

// add takes the data of an event and tells what it brought. It returns an error
// when the endpoint told one.
func (t *turn) add(e event, tell func(model.Event)) *model.Error {
	if t.size += len(e.data); t.size > mostTurn {
		return &model.Error{Kind: model.NotAPI, Message: "the answer is longer than 64 MiB"}
	}
	if e.name == "error" {
		if c, ok := complaintIn(e.data, true); ok {
			return streamError(c)
		}
		return streamError(told{Message: string(e.data)})
	}
	var c chunk
	if err := json.Unmarshal(e.data, &c); err != nil {
		if e.name != "" && e.name != "message" {
			return nil // an event of the endpoint's own
		}
		return &model.Error{
			Kind: model.NotAPI, Retryable: true, Err: err,
			Message: fmt.Sprintf("an event of the stream is no chunk of an answer: %s", quote(e.data)),
		}
	}
	if complaint, ok := c.complaint(); ok {
		return streamError(complaint)
	}
	if u, ok := usage(c.Usage); ok {
		t.usage, t.told = u, true
	}
	for _, one := range c.Choices {
		if one.Index != nil && *one.Index != 0 {
			continue
		}
		if one.Finish == "error" {
			return streamError(told{Message: "the endpoint broke the answer off with an error it does not name"})
		}
		t.choice(one, tell)
	}
	return nil
}

func (t *turn) choice(c choice, tell func(model.Event)) {
	d := c.Delta
	if d == nil && !t.begun {
		d = c.Message // later it would say everything twice
	}
	t.begun = true
	if c.Finish != "" {
		t.finish = c.Finish
	}
	if d == nil {
		return
	}
	text, thought := parts(t.half.join(d.Content))
	if s, ok := asString(d.Thought); ok && s != "" {
		thought = s
	} else if s, ok := asString(d.Reasoning); ok && s != "" {
		thought = s
	}
	t.thinks(thought, tell)
	t.says(t.think.feed(text), tell)
	t.refusal.WriteString(d.Refusal)
	for _, p := range d.ToolCalls {
		t.call(p, tell)
	}
	if d.FunctionCall != nil {
		t.call(callPart{Function: *d.FunctionCall}, tell)
	}
}

func (t *turn) call(p callPart, tell func(model.Event)) {
	if t.calls.add(p) {
		tell(model.CallStarted{Name: p.Function.Name})
	}
}

func (t *turn) thinks(text string, tell func(model.Event)) {
	if text != "" {
		t.thought.WriteString(text)
		tell(model.ReasoningDelta{Text: text})
	}
}

// says takes text with its thoughts told apart.
func (t *turn) says(pieces []piece, tell func(model.Event)) {
	for _, p := range pieces {
		switch {
		case p.inside:
			t.thinks(p.text, tell)
		case t.written != nil:
			t.writes(t.written.feed(p.text), tell)
		default:
			t.answers(p.text, tell)
		}
	}
}

func (t *turn) answers(text string, tell func(model.Event)) {
	if text != "" {
		t.text.WriteString(text)
		tell(model.TextDelta{Text: text})
	}
}

// writes takes text with the calls in it told apart.
func (t *turn) writes(pieces []piece, tell func(model.Event)) {
	for _, p := range pieces {
		if !p.inside {
			t.answers(p.text, tell)
			continue
		}
		t.inText.WriteString(p.text)
		if !p.ended {
			continue
		}
		body := t.inText.String()
		t.inText.Reset()
		var f functionPart
		if json.Unmarshal([]byte(body), &f) != nil || f.Name == "" {
			t.answers(t.written.open+body+t.written.close, tell)
			continue
		}
		t.calls.current = nil // each is a call of its own
		t.call(callPart{Function: f}, tell)
	}
}

// drain tells what was held back because a tag might have begun.
func (t *turn) drain(tell func(model.Event)) {
	t.says(t.think.feed(t.half.rest()), tell)
	t.says(t.think.flush(), tell)
	if t.written == nil {
		return
	}
	t.writes(t.written.flush(), tell)
	if t.inText.Len() > 0 {
		t.answers(t.written.open+t.inText.String(), tell)
		t.inText.Reset()
	}
}

// end judges a stream that ended as endpoints end them: with a finish reason or
// with [DONE].
func (t *turn) end(tell func(model.Event)) (model.Finish, *model.Error) {
	t.drain(tell)
	fail := func(kind model.Kind, message string) (model.Finish, *model.Error) {
		return model.Finish{}, &model.Error{Kind: kind, Message: message, Retryable: kind == model.StreamCut}
	}
	if !t.begun {
		return model.Finish{}, &model.Error{Kind: model.Empty, Message: "the stream holds no answer", Retryable: true}
	}
	if refusal := t.refusal.String(); refusal != "" {
		return fail(model.Refused, "the model refuses: "+quoteText(refusal))
	}
	if t.finish == "content_filter" {
		return fail(model.Refused, "a content filter of the endpoint stopped the answer")
	}
	var uses []model.ToolUse
	for _, k := range t.calls.list {
		switch {
		case t.finish == "length" && !k.whole():
			return fail(model.Truncated, "the output limit cut the arguments of a tool call: raise the limit")
		case t.finish == "" && len(k.arguments) > 0 && !k.whole():
			return fail(model.StreamCut, "the stream ended within the arguments of a tool call")
		case k.name == "":
			return fail(model.NotAPI, "a tool call came without a name")
		}
		uses = append(uses, k.use())
	}
	text := t.text.String()
	if t.finish == "length" && len(uses) == 0 && strings.TrimSpace(text) == "" {
		return fail(model.Truncated, "the output limit left no room for an answer: raise the limit")
	}
	f := model.Finish{Message: model.Message{Role: model.Assistant}, Stop: model.StopEnd, Usage: t.usage}
	if thought := t.thought.String(); thought != "" {
		f.Message.Blocks = append(f.Message.Blocks, model.Reasoning{Text: thought})
	}
	if text != "" {
		f.Message.Blocks = append(f.Message.Blocks, model.Text{Text: text})
	}
	for _, u := range uses {
		f.Message.Blocks = append(f.Message.Blocks, u)
	}
	switch {
	case t.finish == "length":
		f.Stop = model.StopLength
	case len(uses) > 0:
		f.Stop = model.StopTools
	}
	return f, nil
}
