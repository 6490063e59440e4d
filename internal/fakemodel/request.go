package fakemodel

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
)

// Request is a request as the server got it.
type Request struct {
	Header http.Header `json:"-"`
	// Body is the whole request, for what has no field here.
	Body     json.RawMessage `json:"-"`
	Model    string          `json:"model"`
	Messages []Message       `json:"messages"`
	Tools    []struct {
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Stream bool `json:"stream"`
}

// Message is a message of a request.
type Message struct {
	Role       string     `json:"role"`
	Content    Content    `json:"content"`
	ToolCalls  []ToolCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
}

// ToolCall is a call in a message.
type ToolCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// Content is what a message says, written as a string or as parts.
type Content struct {
	Text   string
	Images []string // their addresses
}

// UnmarshalJSON reads both forms, and null.
func (c *Content) UnmarshalJSON(data []byte) error {
	if data[0] != '[' {
		return json.Unmarshal(data, &c.Text)
	}
	var parts []struct {
		Text  string `json:"text"`
		Image struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		c.Text += p.Text
		if p.Image.URL != "" {
			c.Images = append(c.Images, p.Image.URL)
		}
	}
	return nil
}

// Last returns the text of the last message with this role, or "".
func (r *Request) Last(role string) string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == role {
			return r.Messages[i].Content.Text
		}
	}
	return ""
}

// Ref returns the ref of an element by its role and the beginning of its name,
// as the newest result that has one tells it, or "".
func (r *Request) Ref(role, name string) string {
	row := regexp.MustCompile(`(?m)^\s*(e\d+) ` + regexp.QuoteMeta(role+` "`+name))
	for _, m := range slices.Backward(r.Messages) {
		if m.Role != "tool" {
			continue
		}
		if found := row.FindStringSubmatch(m.Content.Text); found != nil {
			return found[1]
		}
	}
	return ""
}
