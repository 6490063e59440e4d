package openai

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// sent returns what a client would send, as plain JSON.
func sent(t *testing.T, name string, r model.Request, options ...Option) map[string]json.RawMessage {
	t.Helper()
	c, err := New("http://endpoint.test", name, options...)
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.encode(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func TestParametersFitTheModel(t *testing.T) {
	warm := 0.2
	r := model.Request{Messages: []model.Message{model.Say(model.User, "x")}, MaxOutput: 500, Temperature: &warm, Effort: "low"}
	ordinary := map[string]string{"max_tokens": "500", "temperature": "0.2"}
	hidden := map[string]string{"max_completion_tokens": "500", "reasoning_effort": `"low"`}
	for _, c := range []struct {
		name string
		want map[string]string
	}{
		{"gpt-4o", ordinary}, {"gpt-4o-2024-11-20", ordinary}, {"llama3:8b", ordinary}, {"gpt-5-chat-latest", ordinary},
		{"o3", hidden}, {"o4-mini-2025-04-16", hidden}, {"openai/gpt-5", hidden}, {"gpt-5-mini", hidden}, {"o9-super", hidden},
		{"deepseek-reasoner", map[string]string{"max_tokens": "500", "temperature": "0.2", "reasoning_effort": `"low"`}},
	} {
		fields := sent(t, c.name, r)
		got := map[string]string{}
		for _, p := range []string{"max_tokens", "max_completion_tokens", "temperature", "reasoning_effort"} {
			if v, ok := fields[p]; ok {
				got[p] = string(v)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if string(fields["stream"]) != "true" || string(fields["stream_options"]) != `{"include_usage":true}` {
			t.Errorf("%s: no stream with usage is asked for", c.name)
		}
	}
	fields := sent(t, "x", r, WithParameter("temperature", json.RawMessage("1")), WithParameter("provider", json.RawMessage(`{"a":1}`)))
	if string(fields["temperature"]) != "1" || string(fields["provider"]) != `{"a":1}` {
		t.Errorf("the program's own parameters are %s and %s", fields["temperature"], fields["provider"])
	}
}

// The choice is sent where there are tools to choose from; auto is what endpoints
// do by themselves.
func TestToolChoice(t *testing.T) {
	tools := []model.ToolSpec{{Name: "look", Parameters: json.RawMessage(`{"type":"object"}`)}}
	for choice, want := range map[model.ToolChoice]string{
		"": "", model.ToolsAuto: "", model.ToolsNone: `"none"`, model.ToolsRequired: `"required"`,
	} {
		r := model.Request{Messages: []model.Message{model.Say(model.User, "x")}, ToolChoice: choice}
		if got := sent(t, "gpt-4o", r)["tool_choice"]; got != nil {
			t.Errorf("%q without tools: %s", choice, got)
		}
		r.Tools = tools
		if got := string(sent(t, "gpt-4o", r)["tool_choice"]); got != want {
			t.Errorf("%q: %s, want %s", choice, got, want)
		}
	}
}

// A program asks the client what it takes the model to be, for agent.WithModelInfo.
func TestInfo(t *testing.T) {
	known, err := New("http://endpoint.test", "openai/gpt-4o")
	if err != nil {
		t.Fatal(err)
	}
	if info := known.Info(); info.ID != "gpt-4o" || info.Context == 0 || !info.Vision {
		t.Errorf("a known model: %+v", info)
	}
	mine := model.Info{ID: "mine", Context: 1000}
	told, err := New("http://endpoint.test", "gpt-4o", WithInfo(mine))
	if err != nil {
		t.Fatal(err)
	}
	if info := told.Info(); info != mine {
		t.Errorf("a model that the program knows: %+v", info)
	}
}

func TestMessages(t *testing.T) {
	use := func(id string) model.ToolUse {
		return model.ToolUse{ID: id, Name: "look", Arguments: json.RawMessage(`{"x":1}`)}
	}
	picture := model.Image{MIME: "image/png", Data: []byte("png")}
	text := func(s string) model.Text { return model.Text{Text: s} }
	r := model.Request{
		System: "Be brief.",
		Messages: []model.Message{
			model.Say(model.User, "one"),
			model.Say(model.User, "two"),
			{Role: model.Assistant, Blocks: model.Blocks{model.Reasoning{Text: "hm"}, text("I look"), use("a"), use("b")}},
			{Role: model.User, Blocks: model.Blocks{
				model.ToolResult{ID: "a", Content: model.Blocks{text("seen"), picture}},
				model.ToolResult{ID: "b"},
			}},
			model.Say(model.User, "go on"),
			{Role: model.Assistant, Blocks: model.Blocks{model.Reasoning{Text: "only thought"}}},
			{Role: model.User, Blocks: model.Blocks{text("please"), picture}},
		},
	}
	const image = `{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}}`
	calls := func(thought string) string {
		return `{"role":"assistant","content":"I look",` + thought + `"tool_calls":[` +
			`{"id":"a","type":"function","function":{"name":"look","arguments":"{\"x\":1}"}},` +
			`{"id":"b","type":"function","function":{"name":"look","arguments":"{\"x\":1}"}}]}`
	}
	before := `{"role":"system","content":"Be brief."},{"role":"user","content":"one\n\ntwo"}`
	for _, c := range []struct{ name, want string }{
		{"gpt-4o", "[" + before + "," + calls("") + `,{"role":"tool","content":"seen","tool_call_id":"a"},` +
			`{"role":"tool","content":"(no output)","tool_call_id":"b"},` +
			`{"role":"user","content":[{"type":"text","text":"Images from the tool results above:"},` + image +
			`,{"type":"text","text":"go on"},{"type":"text","text":"please"},` + image + `]}]`},
		{"deepseek-reasoner", "[" + before + "," + calls(`"reasoning_content":"hm",`) +
			`,{"role":"tool","content":"seen\n[image left out: this model takes none]","tool_call_id":"a"},` +
			`{"role":"tool","content":"(no output)","tool_call_id":"b"},` +
			`{"role":"user","content":"go on\n\nplease\n\n[image left out: this model takes none]"}]`},
	} {
		got := string(sent(t, c.name, r)["messages"])
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		var messages []fakemodel.Message
		if err := json.Unmarshal([]byte(got), &messages); err != nil {
			t.Fatal(err)
		}
		if err := fakemodel.Check(messages); err != nil {
			t.Errorf("%s: an endpoint rejects it: %v", c.name, err)
		}
	}
}

// An endpoint names a parameter that it does not take: it is left out, once and
// from then on.
func TestUnsupportedParameters(t *testing.T) {
	complain := func(message, param string) fakemodel.Answer {
		body, err := json.Marshal(map[string]map[string]string{"error": {"message": message, "param": param, "code": "unsupported_parameter"}})
		if err != nil {
			t.Fatal(err)
		}
		return fakemodel.With(fakemodel.Reply{
			Status: 400, Header: http.Header{"Content-Type": {"application/json"}}, Body: string(body),
		})
	}
	script := fakemodel.New(
		complain("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens"),
		fakemodel.Fail(422, "", `body.stream_options: Extra inputs are not permitted`),
		fakemodel.Say("one"),
		fakemodel.Say("two"),
		complain("temperature must be at most 2", "temperature"),
	)
	c := serve(t, script)
	r := ask()
	r.MaxOutput = 100
	for _, want := range []string{"one", "two"} {
		if got := stream(t.Context(), c, r); got.text != want {
			t.Fatalf("got %+v, want %q", got, want)
		}
	}
	requests := script.Requests()
	if len(requests) != 4 {
		t.Fatalf("%d requests", len(requests))
	}
	last := string(requests[3].Body)
	if !strings.Contains(last, `"max_completion_tokens":100`) || strings.Contains(last, "stream_options") || strings.Contains(last, `"max_tokens"`) {
		t.Errorf("the last request is %s", last)
	}
	hot := 3.0
	r.Temperature = &hot
	if got := stream(t.Context(), c, r); kind(got.err) != model.BadRequest || script.Left() != 0 {
		t.Errorf("a wrong value gives %v", got.err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, o := range map[string][]Option{
		"key": {WithKey("sk-abc\n")}, "header": {WithHeader("X\n", "y")}, "client": {WithHTTPClient(nil)},
		"proxy": {WithProxy(":secret-proxy")}, "retries": {WithRetries(-1)}, "idle": {WithIdleTimeout(0)},
		"parameter": {WithParameter("x", json.RawMessage("{"))},
		"conflict":  {WithProxy("http://proxy.test"), WithHTTPClient(http.DefaultClient)},
	} {
		if _, err := New("http://endpoint.test", "m", o...); err == nil || strings.Contains(err.Error(), "sk-abc") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, base := range []string{"", "endpoint.test", "ftp://endpoint.test", "http://", "http://user:password@[::1"} {
		if _, err := New(base, "m"); err == nil || strings.Contains(err.Error(), "password") {
			t.Errorf("the base %q: %v", base, err)
		}
	}
	if _, err := New("http://endpoint.test", ""); err == nil {
		t.Error("no model is taken")
	}
}
