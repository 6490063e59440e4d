package system1

import (
	"encoding/json"
	"strings"
)

// flatState is the request of a flat endpoint.
type flatState struct {
	Model      string        `json:"model,omitempty"`
	Task       string        `json:"task"`
	Step       string        `json:"step,omitempty"`
	Title      string        `json:"title,omitempty"`
	URL        string        `json:"url,omitempty"`
	Actions    []Action      `json:"actions"`
	Candidates []flatElement `json:"candidates"`
	Values     []string      `json:"values,omitempty"`
	Addresses  []string      `json:"addresses,omitempty"`
	Done       []string      `json:"done,omitempty"`
}

type flatElement struct {
	Ref   string `json:"ref"`
	Role  string `json:"role"`
	Name  string `json:"name,omitempty"`
	Value string `json:"value,omitempty"`
	Href  string `json:"href,omitempty"`
}

func flatRequest(model string, s Scene) flatState {
	f := flatState{
		Model: model, Task: s.Task, Step: s.Step, Title: line(s.Title, nameLimit), URL: s.URL,
		Actions: []Action{Click, Type, Scroll, Navigate, Leave}, Candidates: []flatElement{},
		Values: s.Values, Addresses: s.Addresses, Done: s.Done,
	}
	for _, c := range s.Candidates {
		e := flatElement{Ref: c.Ref, Role: c.Role, Name: line(c.Name, nameLimit), Href: line(c.Href, hrefLimit)}
		if !c.Sensitive {
			e.Value = line(c.Value, nameLimit)
		}
		f.Candidates = append(f.Candidates, e)
	}
	return f
}

// readFlat makes of a flat answer a decision. Whether what it names was offered
// is for the [Path] to judge; what is no answer at all is an error.
func readFlat(body []byte, s Scene) (Decision, error) {
	var reply struct {
		Model      string          `json:"model"`
		Action     *string         `json:"action"`
		Ref        json.RawMessage `json:"ref"`
		Text       string          `json:"text"`
		URL        string          `json:"url"`
		Confidence *float64        `json:"confidence"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return Decision{}, malformed("the answer is no object of action, ref, text and confidence")
	}
	d := Decision{Model: reply.Model}
	switch {
	case reply.Action == nil:
		return d, malformed("there is no action")
	case reply.Confidence == nil || !within01(*reply.Confidence):
		return d, malformed("the confidence is not between 0 and 1")
	}
	d.Confidence = *reply.Confidence
	action, ok := parseAction(*reply.Action)
	if !ok {
		return d, undecided("there is no action %.40q", *reply.Action)
	}
	d.Action = action
	switch action {
	case Click, Type:
		ref, err := flatRef(reply.Ref)
		if err != nil {
			return d, err
		}
		for _, c := range s.Candidates {
			if c.Ref == ref {
				d.Ref = ref
			}
		}
		if d.Ref == "" {
			return d, undecided("%.40q was not offered", ref)
		}
		if action == Type {
			d.Text = reply.Text
		}
	case Navigate:
		if d.Text = reply.URL; d.Text == "" {
			d.Text = reply.Text
		}
	}
	return d, nil
}

// flatRef reads a ref, which some servers give as the bare number.
func flatRef(raw json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.TrimSpace(s), nil
	}
	var n uint64
	if json.Unmarshal(raw, &n) == nil && len(raw) > 0 {
		return "e" + string(raw), nil
	}
	return "", malformed("the ref is neither a text nor a number")
}
