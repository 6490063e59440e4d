package openai

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/agent/model"
)

type wireRequest struct {
	Model         string         `json:"model"`
	Messages      []wireMessage  `json:"messages"`
	Tools         []wireTool     `json:"tools,omitempty"`
	ToolChoice    string         `json:"tool_choice,omitempty"`
	Stream        bool           `json:"stream"`
	StreamOptions *streamOptions `json:"stream_options,omitempty"`
	MaxTokens     int            `json:"max_tokens,omitempty"`
	MaxCompletion int            `json:"max_completion_tokens,omitempty"`
	Temperature   *float64       `json:"temperature,omitempty"`
	Effort        string         `json:"reasoning_effort,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type wireTool struct {
	Type     string       `json:"type"`
	Function wireToolSpec `json:"function"`
}

type wireToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// Names of parameters that an endpoint may not take.
const (
	maxTokens     = "max_tokens"
	maxCompletion = "max_completion_tokens"
	temperature   = "temperature"
	effort        = "reasoning_effort"
	usageOption   = "stream_options"
	toolChoice    = "tool_choice"
)

// encode writes a request without the parameters that this endpoint named as
// unsupported.
func (c *Client) encode(r model.Request, dropped []string) ([]byte, error) {
	w := wireRequest{
		Model: c.model, Messages: c.wireMessages(r), Stream: true, StreamOptions: &streamOptions{IncludeUsage: true},
	}
	for _, t := range r.Tools {
		parameters := t.Parameters
		if len(parameters) == 0 {
			parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		w.Tools = append(w.Tools, wireTool{"function", wireToolSpec{t.Name, t.Description, parameters}})
	}
	if len(r.Tools) > 0 && r.ToolChoice != model.ToolsAuto {
		w.ToolChoice = string(r.ToolChoice)
	}
	hidden := c.info.Reasoning == model.ReasoningHidden
	switch first, second := slices.Contains(dropped, limits(hidden)[0]), slices.Contains(dropped, limits(hidden)[1]); {
	case first && second:
	case hidden != first:
		w.MaxCompletion = r.MaxOutput
	default:
		w.MaxTokens = r.MaxOutput
	}
	if !hidden {
		w.Temperature = r.Temperature
	}
	if c.info.Reasoning != model.ReasoningNone {
		w.Effort = r.Effort
	}
	for _, name := range dropped {
		switch name {
		case temperature:
			w.Temperature = nil
		case effort:
			w.Effort = ""
		case usageOption:
			w.StreamOptions = nil
		case toolChoice:
			w.ToolChoice = ""
		}
	}
	body, err := json.Marshal(w)
	if err != nil || len(c.parameters) == 0 {
		return body, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	maps.Copy(fields, c.parameters)
	return json.Marshal(fields)
}

// limits returns the names of the output limit in the order in which a model is
// sent them: an endpoint that does not take the first is sent the other.
func limits(hidden bool) [2]string {
	if hidden {
		return [2]string{maxCompletion, maxTokens}
	}
	return [2]string{maxTokens, maxCompletion}
}

// unsupported returns the parameter that an endpoint names as one it does not
// take, if the request has it and can do without.
func (c *Client) unsupported(body []byte, t told, dropped []string) string {
	var sent map[string]json.RawMessage
	if json.Unmarshal(body, &sent) != nil {
		return ""
	}
	for _, name := range []string{maxCompletion, maxTokens, temperature, effort, usageOption, toolChoice} {
		if _, ok := sent[name]; !ok || slices.Contains(dropped, name) || c.parameters[name] != nil {
			continue
		}
		if t.param() == name && notTaken(t.Message+" "+t.code()) || strings.Contains(t.Message, name) && notTaken(t.Message) {
			return name
		}
	}
	return ""
}

// notTaken reports whether a message says that something is not taken at all,
// in the words of OpenAI, Azure, FastAPI and Go servers.
func notTaken(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc([]string{
		"unsupported", "not support", "unknown", "unrecognized", "unexpected", "not permitted", "not allowed",
	}, func(words string) bool { return strings.Contains(message, words) })
}
