package model

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Role says whose message it is. The prompt of the system is no message; see
// [Request].
type Role string

// The roles. Results of tools stand in messages of the user.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one entry of a conversation. Its JSON form is stable: saved
// conversations are made of it.
type Message struct {
	Role   Role   `json:"role"`
	Blocks Blocks `json:"blocks"`
}

// Say makes a message of one text.
func Say(role Role, text string) Message {
	return Message{Role: role, Blocks: Blocks{Text{text}}}
}

// Text joins the text blocks of the message, one line apart.
func (m Message) Text() string { return m.Blocks.Text() }

// Uses returns the tool calls of the message in their order.
func (m Message) Uses() []ToolUse { return pick[ToolUse](m.Blocks) }

// Results returns the results of tools in the message in their order.
func (m Message) Results() []ToolResult { return pick[ToolResult](m.Blocks) }

// Block is a part of a message: [Text], [Image], [ToolUse], [ToolResult] or
// [Reasoning], each by value.
type Block interface{ block() }

// Blocks are the parts of a message in their order.
type Blocks []Block

// Text joins the text blocks, one line apart.
func (b Blocks) Text() string {
	var lines []string
	for _, t := range pick[Text](b) {
		lines = append(lines, t.Text)
	}
	return strings.Join(lines, "\n")
}

func pick[T Block](blocks Blocks) []T {
	var found []T
	for _, b := range blocks {
		if t, ok := b.(T); ok {
			found = append(found, t)
		}
	}
	return found
}

// Text is what someone says.
type Text struct {
	Text string `json:"text"`
}

// Image is a picture.
type Image struct {
	// MIME is its media type, image/png for example.
	MIME string `json:"mime"`
	// Data is the encoded picture.
	Data []byte `json:"data"`
}

// ToolUse is a call that the model wants made.
type ToolUse struct {
	// ID joins the call with its [ToolResult]. It is unique in its message.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments are a JSON object. They are {} when Malformed is set.
	Arguments json.RawMessage `json:"arguments"`
	// Malformed is what the model wrote when that is no JSON object. Such a call
	// must not be made: answer it with [ToolUse.Refusal].
	Malformed string `json:"malformed,omitempty"`
}

// quoted is how much of malformed arguments a model reads again, in bytes.
const quoted = 300

// Refusal is the answer to a call whose arguments are no JSON object. It tells
// the model what was wrong, so that it can call again.
func (u ToolUse) Refusal() ToolResult {
	text := fmt.Sprintf("The call was not made: its arguments are no JSON object, but %.*q. "+
		"Call again with one JSON object that fits the schema of %s.", quoted, u.Malformed, u.Name)
	return ToolResult{ID: u.ID, Content: Blocks{Text{text}}, Error: true}
}

// ToolResult is the answer to a [ToolUse].
type ToolResult struct {
	// ID is that of the call.
	ID string `json:"id"`
	// Content are texts and images.
	Content Blocks `json:"content"`
	// Error says that the call failed; the content says why.
	Error bool `json:"error,omitempty"`
	// Outline names the page whose full outline the result holds, empty when it
	// holds none. It is for whoever keeps the context small, not for the model.
	Outline string `json:"outline,omitempty"`
}

// Reasoning is what a model thought before it answered, where the endpoint tells.
type Reasoning struct {
	Text string `json:"text"`
}

func (Text) block()       {}
func (Image) block()      {}
func (ToolUse) block()    {}
func (ToolResult) block() {}
func (Reasoning) block()  {}
