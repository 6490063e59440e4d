package fakemodel

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Check returns what a strict endpoint rejects in the messages of a request, or
// nil. Each rule is one that some endpoint has: OpenAI those about calls and
// results, others those about the order of roles, empty messages and arguments.
func Check(messages []Message) error {
	for len(messages) > 0 && (messages[0].Role == "system" || messages[0].Role == "developer") {
		messages = messages[1:]
	}
	if len(messages) == 0 {
		return errors.New("there is no message")
	}
	if messages[0].Role != "user" {
		return fmt.Errorf("the first message is one of %q, not of the user", messages[0].Role)
	}
	open := map[string]bool{} // calls without a result yet
	last := ""
	for i, m := range messages {
		if err := checkMessage(m, last, open); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
		last = m.Role
	}
	if len(open) > 0 {
		return fmt.Errorf("%d calls at the end have no result", len(open))
	}
	return nil
}

func checkMessage(m Message, last string, open map[string]bool) error {
	if m.Role == "tool" {
		if !open[m.ToolCallID] {
			return fmt.Errorf("the result %q has no call right before it", m.ToolCallID)
		}
		delete(open, m.ToolCallID)
		if m.Content.Text == "" || len(m.Content.Images) > 0 {
			return fmt.Errorf("the result %q has no text, or images", m.ToolCallID)
		}
		return nil
	}
	switch {
	case len(open) > 0:
		return fmt.Errorf("%d calls have no result before it", len(open))
	case m.Role != "user" && m.Role != "assistant":
		return fmt.Errorf("the role %q", m.Role)
	case m.Role == last:
		return fmt.Errorf("two messages of %q in a row", last)
	case m.ToolCallID != "":
		return errors.New("only results name a call")
	case m.Content.Text == "" && len(m.Content.Images) == 0 && len(m.ToolCalls) == 0:
		return errors.New("it is empty")
	case m.Role == "user" && len(m.ToolCalls) > 0:
		return errors.New("a user makes no calls")
	}
	for _, c := range m.ToolCalls {
		var arguments map[string]json.RawMessage
		switch {
		case c.ID == "" || c.Function.Name == "":
			return errors.New("a call has no id or no name")
		case open[c.ID]:
			return fmt.Errorf("two calls have the id %q", c.ID)
		case json.Unmarshal([]byte(c.Function.Arguments), &arguments) != nil || arguments == nil:
			return fmt.Errorf("the arguments of %q are no JSON object", c.ID)
		}
		open[c.ID] = true
	}
	return nil
}
