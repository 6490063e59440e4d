package openai

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
)

// chunk is the data of one event. What endpoints write in different ways stays
// raw until it is looked at.
type chunk struct {
	Choices []choice        `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	failure
}

type choice struct {
	Index  *int   `json:"index"`
	Delta  *delta `json:"delta"`
	Finish string `json:"finish_reason"`
	// Message is what some endpoints send in the place of a delta.
	Message *delta `json:"message"`
}

type delta struct {
	Content      json.RawMessage `json:"content"`
	Thought      json.RawMessage `json:"reasoning_content"`
	Reasoning    json.RawMessage `json:"reasoning"`
	Refusal      string          `json:"refusal"`
	ToolCalls    []callPart      `json:"tool_calls"`
	FunctionCall *functionPart   `json:"function_call"`
}

type callPart struct {
	Index    *int         `json:"index"`
	ID       string       `json:"id"`
	Function functionPart `json:"function"`
}

type functionPart struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// parts reads content: a string, or a list of parts of which those of reasoning
// are told apart.
func parts(raw json.RawMessage) (text, thought string) {
	if s, ok := asString(raw); ok {
		return s, ""
	}
	var list []struct {
		Type     string          `json:"type"`
		Text     string          `json:"text"`
		Thinking json.RawMessage `json:"thinking"`
	}
	if json.Unmarshal(raw, &list) != nil {
		return "", ""
	}
	var said, thoughts strings.Builder
	for _, p := range list {
		said.WriteString(p.Text)
		if p.Thinking != nil {
			s, _ := parts(p.Thinking)
			thoughts.WriteString(s)
		}
	}
	return said.String(), thoughts.String()
}

// asString decodes a JSON string.
func asString(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// failure is how an error stands in a body: as error, or, from older servers,
// as the body itself.
type failure struct {
	Object string          `json:"object"`
	Error  json.RawMessage `json:"error"`
	told
}

// told is what an endpoint tells about an error.
type told struct {
	Message string          `json:"message"`
	Detail  json.RawMessage `json:"detail"`
	Type    string          `json:"type"`
	Param   json.RawMessage `json:"param"`
	RawCode json.RawMessage `json:"code"`
}

// code returns the endpoint's own code, which may be a number, or else the type.
func (t told) code() string {
	if s, ok := asString(t.RawCode); ok && s != "" {
		return s
	}
	if s := string(t.RawCode); s != "" && s != "null" {
		return s
	}
	return t.Type
}

// param returns the parameter that is meant.
func (t told) param() string {
	s, _ := asString(t.Param)
	return s
}

// complaint returns the error in a body, if it holds one.
func (f failure) complaint() (told, bool) {
	raw := bytes.TrimSpace(f.Error)
	if len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
		if s, ok := asString(raw); ok {
			return told{Message: s, RawCode: f.RawCode, Type: f.Type}, true
		}
		var t told
		if json.Unmarshal(raw, &t) == nil && (t.Message != "" || t.code() != "") {
			return t, true
		}
		return told{Message: string(raw)}, !bytes.Equal(raw, []byte("false")) && !bytes.Equal(raw, []byte("{}"))
	}
	if f.Object == "error" || f.Type == "error" {
		return f.told, true
	}
	return told{}, false
}

// complaintIn reads a body that may be an error. A body that has only a message
// or a detail counts when the status says already that something is wrong.
func complaintIn(body []byte, wrong bool) (told, bool) {
	var f failure
	if json.Unmarshal(body, &f) != nil {
		return told{}, false
	}
	if t, ok := f.complaint(); ok {
		return t, true
	}
	if !wrong {
		return told{}, false
	}
	if f.Message == "" {
		f.Message, _ = asString(f.Detail)
		if f.Message == "" && len(f.Detail) > 0 {
			f.Message = string(f.Detail)
		}
	}
	return f.told, f.Message != ""
}

// usage reads what a turn took. ok is false when the endpoint does not tell.
func usage(raw json.RawMessage) (u model.Usage, ok bool) {
	var wire struct {
		Prompt        json.Number `json:"prompt_tokens"`
		Completion    json.Number `json:"completion_tokens"`
		CacheHit      json.Number `json:"prompt_cache_hit_tokens"`
		PromptDetails struct {
			Cached json.Number `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			Reasoning json.Number `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &wire) != nil {
		return model.Usage{}, false
	}
	u = model.Usage{
		Input: count(wire.Prompt), Output: count(wire.Completion),
		Cached: max(count(wire.PromptDetails.Cached), count(wire.CacheHit)), Reasoning: count(wire.CompletionDetails.Reasoning),
	}
	return u, u != (model.Usage{})
}

// count reads a number of tokens, which some endpoints write as 11.0.
func count(n json.Number) int {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || f < 0 || f > 1e12 {
		return 0
	}
	return int(f)
}
