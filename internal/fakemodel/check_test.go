package fakemodel

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	const call = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	const result = `{"role":"tool","tool_call_id":"a","content":"done"}`
	const user, said = `{"role":"user","content":"hi"}`, `{"role":"assistant","content":"hi"}`
	for _, c := range []struct{ name, messages, want string }{
		{"a task", `{"role":"system","content":"x"},` + user, ""},
		{"a step", user + "," + call + "," + result + "," + said, ""},
		{"parts", `{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:x"}}]}`, ""},
		{"nothing", `{"role":"system","content":"x"}`, "no message"},
		{"an answer first", said, "first message"},
		{"orphaned result", user + "," + result, "has no call"},
		{"result twice", user + "," + call + "," + result + "," + result, "has no call"},
		{"unanswered call", user + "," + call + "," + user, "have no result"},
		{"unanswered at the end", user + "," + call, "have no result"},
		{"two in a row", user + "," + user, "in a row"},
		{"an empty message", `{"role":"user","content":""}`, "empty"},
		{"arguments", user + "," + strings.Replace(call, `"{}"`, `"{"`, 1) + "," + result, "no JSON object"},
		{"an image in a result", user + "," + call + `,{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"data:x"}}]}`, "images"},
		{"no id", user + "," + strings.Replace(call, `"a"`, `""`, 1), "no id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var messages []Message
			if err := json.Unmarshal([]byte("["+c.messages+"]"), &messages); err != nil {
				t.Fatal(err)
			}
			err := Check(messages)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
