package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Reply is what goes back: either a turn, which is streamed, or a body as it is.
type Reply struct {
	// Text and Calls are the turn. Thought comes before them as reasoning_content.
	Text    string
	Thought string
	Calls   []Tool
	// Usage is the tokens of the request and of the answer; zero tells nothing.
	Input, Output int

	// Status is 0 for 200.
	Status int
	Header http.Header
	// Body replaces the turn; the content type is in Header, or else it is that of
	// an event stream.
	Body string
	// Cut ends the connection after this many bytes of the body, when it is
	// positive.
	Cut int
	// Pause is how long to wait before answering.
	Pause time.Duration
}

// Tool is a call in a turn. An empty ID gets one.
type Tool struct{ ID, Name, Arguments string }

// Say answers with a text.
func Say(text string) Answer {
	return func(*Request) Reply { return Reply{Text: text} }
}

// Call answers with one tool call.
func Call(name, arguments string) Answer {
	return func(*Request) Reply { return Reply{Calls: []Tool{{Name: name, Arguments: arguments}}} }
}

// With answers with a reply that does not depend on the request.
func With(r Reply) Answer {
	return func(*Request) Reply { return r }
}

// Fail answers with a status and an error object.
func Fail(status int, code, message string) Answer { return With(fail(status, code, message)) }

func fail(status int, code, message string) Reply {
	body, err := json.Marshal(map[string]map[string]string{"error": {"message": message, "code": code}})
	if err != nil {
		body = []byte(message) // not possible: strings always encode
	}
	return Reply{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: string(body)}
}

// chunk is an event of a streamed turn.
type chunk struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index  int     `json:"index"`
	Delta  delta   `json:"delta"`
	Finish *string `json:"finish_reason"`
}

type delta struct {
	Role    string     `json:"role,omitempty"`
	Content string     `json:"content,omitempty"`
	Thought string     `json:"reasoning_content,omitempty"`
	Calls   []fragment `json:"tool_calls,omitempty"`
}

type fragment struct {
	Index    int      `json:"index"`
	ID       string   `json:"id,omitempty"`
	Type     string   `json:"type,omitempty"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// stream writes a turn as an event stream, each text in two pieces and each
// call in three, as endpoints do.
func (r Reply) stream(id string) (string, error) {
	var b strings.Builder
	var failed error
	write := func(c chunk) {
		c.ID, c.Object = id, "chat.completion.chunk"
		if c.Choices == nil {
			c.Choices = []choice{}
		}
		data, err := json.Marshal(c)
		if err != nil {
			failed = err
		}
		fmt.Fprintf(&b, "data: %s\n\n", data)
	}
	send := func(d delta) { write(chunk{Choices: []choice{{Delta: d}}}) }
	send(delta{Role: "assistant"})
	for _, half := range halves(r.Thought) {
		send(delta{Thought: half})
	}
	for _, half := range halves(r.Text) {
		send(delta{Content: half})
	}
	finish := "stop"
	for i, c := range r.Calls {
		finish = "tool_calls"
		if c.ID == "" {
			c.ID = fmt.Sprintf("%s_%d", id, i)
		}
		send(delta{Calls: []fragment{{Index: i, ID: c.ID, Type: "function", Function: function{Name: c.Name}}}})
		for _, half := range halves(c.Arguments) {
			send(delta{Calls: []fragment{{Index: i, Function: function{Arguments: half}}}})
		}
	}
	write(chunk{Choices: []choice{{Finish: &finish}}})
	if r.Input+r.Output > 0 {
		write(chunk{Usage: &usage{r.Input, r.Output, r.Input + r.Output}})
	}
	b.WriteString("data: [DONE]\n\n")
	return b.String(), failed
}

// halves cuts a text in the middle, between two runes.
func halves(s string) []string {
	runes := []rune(s)
	switch n := len(runes) / 2; {
	case len(runes) == 0:
		return nil
	case n == 0:
		return []string{s}
	default:
		return []string{string(runes[:n]), string(runes[n:])}
	}
}

func (r Reply) write(w http.ResponseWriter, request *http.Request, id string) {
	if r.Pause > 0 {
		timer := time.NewTimer(r.Pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-request.Context().Done():
			return
		}
	}
	body := r.Body
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	for name, values := range r.Header {
		header[name] = values
	}
	if body == "" && r.Header == nil && r.Status == 0 {
		var err error
		if body, err = r.stream(id); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	if r.Status != 0 {
		w.WriteHeader(r.Status)
	}
	// Each event goes out on its own, so that clients see a stream.
	for i, part := range strings.SplitAfter(body, "\n\n") {
		if r.Cut > 0 && len(part) >= r.Cut {
			send(w, part[:r.Cut])
			panic(http.ErrAbortHandler) // how a handler breaks its connection
		}
		if r.Cut > 0 {
			r.Cut -= len(part)
		}
		if i < 64 { // flushing each of thousands of events would only take time
			send(w, part)
			continue
		}
		if _, err := w.Write([]byte(part)); err != nil {
			return
		}
	}
}

func send(w http.ResponseWriter, text string) {
	if _, err := w.Write([]byte(text)); err != nil {
		return // the client has gone
	}
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
