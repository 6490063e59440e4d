package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/model"
)

func calling(parts string) string { return deltaOf(`{"tool_calls":[` + parts + `]}`) }

// callText is a finished call as text: name and arguments, or what was malformed.
func callText(u model.ToolUse) string {
	if u.Malformed != "" {
		return u.Name + "!" + u.Malformed
	}
	return u.Name + string(u.Arguments)
}

func TestToolCalls(t *testing.T) {
	const done = "tool_calls"
	for _, c := range []struct {
		name   string
		chunks []string
		finish string
		want   []string
		kind   model.Kind
		reason string
	}{
		{"no ids, whole calls", []string{calling(`{"function":{"name":"a","arguments":"{\"x\":1}"}}`), calling(`{"function":{"name":"a","arguments":"{\"x\":2}"}}`)},
			done, []string{`a{"x":1}`, `a{"x":2}`}, "", "a second name after whole arguments is a second call"},
		{"no ids, index 0 twice", []string{calling(`{"index":0,"function":{"name":"a","arguments":"{}"}}`), calling(`{"index":0,"function":{"name":"b","arguments":"{}"}}`)},
			done, []string{`a{}`, `b{}`}, "", "endpoints without ids number badly too"},
		{"an id without an index, then an index", []string{calling(`{"id":"1","function":{"name":"a","arguments":"{\"x\""}}`), calling(`{"index":0,"function":{"arguments":":1}"}}`)},
			done, []string{`a{"x":1}`}, "", "an index that nobody has is of the call in progress"},
		{"a late id", []string{calling(`{"index":0,"function":{"name":"a"}}`), calling(`{"index":0,"id":"1","function":{"arguments":"{\"x\":1}"}}`)},
			done, []string{`a{"x":1}`}, "", "the call without arguments must not be made"},
		{"an id under another index", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{\"x\""}}`), calling(`{"index":1,"id":"1","function":{"arguments":":1}"}}`)},
			done, []string{`a{"x":1}`}, "", "the id counts more"},
		{"after a reused index", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{}"}}`), calling(`{"index":0,"id":"2","function":{"name":"b","arguments":"{\"x\""}}`), calling(`{"index":0,"function":{"arguments":":1}"}}`)},
			done, []string{`a{}`, `b{"x":1}`}, "", "the index means the latest call"},
		{"no arguments", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":""}}`)}, done, []string{`a{}`}, "", "nothing is an empty object"},
		{"null arguments", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":null}}`)}, done, []string{`a{}`}, "", "so is null"},
		{"encoded twice", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"\"{\\\"x\\\":1}\""}}`)}, done, []string{`a{"x":1}`}, "", "this loses nothing"},
		{"no JSON", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"x=1"}}`)}, done, []string{`a!x=1`}, "", "the model is told"},
		{"a list", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"[1]"}}`)}, done, []string{`a![1]`}, "", "only objects are arguments"},
		{"a character in two", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{\"x\":\"\ud83d"}}`), calling(`{"index":0,"function":{"arguments":"\ude00\"}"}}`)}, done, []string{`a{"x":"😀"}`}, "", "half a character is no character"},
		{"two objects", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{}{}"}}`)}, done, []string{`a!{}{}`}, "", "which one is not for us to say"},
		{"a name in pieces", []string{calling(`{"index":0,"id":"1","function":{"name":"web"}}`), calling(`{"index":0,"function":{"name":"page","arguments":"{}"}}`)}, done, []string{`webpage{}`}, "", "some endpoints stream names"},
		{"a name that grows", []string{calling(`{"index":0,"id":"1","function":{"name":"web"}}`), calling(`{"index":0,"function":{"name":"webpage","arguments":"{}"}}`)}, done, []string{`webpage{}`}, "", "others repeat them from the beginning"},
		{"no name", []string{calling(`{"index":0,"id":"1","function":{"arguments":"{}"}}`)}, done, nil, model.NotAPI, "nobody can make that call"},
		{"stop with calls", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{}"}}`)}, "stop", []string{`a{}`}, "", "many endpoints say stop"},
		{"length, whole", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{}"}}`)}, "length", []string{`a{}`}, "", "the arguments are all there"},
		{"length, not begun", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":""}}`)}, "length", nil, model.Truncated, "nothing may be the beginning of something"},
		{"no finish, cut", []string{calling(`{"index":0,"id":"1","function":{"name":"a","arguments":"{\"x\""}}`)}, "", nil, model.StreamCut, "[DONE] does not make half a call whole"},
		{"other choices", []string{`{"choices":[{"index":1,"delta":{"tool_calls":[{"id":"9","function":{"name":"z","arguments":"{}"}}]}}]}`, calling(`{"id":"1","function":{"name":"a","arguments":"{}"}}`)}, done, []string{`a{}`}, "", "only the first choice counts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			chunks := c.chunks
			if c.finish != "" {
				chunks = append(chunks, finished(c.finish))
			}
			got := stream(t.Context(), over(t, answering(200, "text/event-stream; charset=utf-8", body(chunks...))), ask())
			if kind(got.err) != c.kind {
				t.Fatalf("%s: got %v, want %q", c.reason, got.err, c.kind)
			}
			if got.finish == nil {
				return
			}
			var calls []string
			ids := map[string]bool{}
			for _, u := range got.finish.Message.Uses() {
				calls = append(calls, callText(u))
				ids[u.ID] = true
			}
			if diff := cmp.Diff(c.want, calls); diff != "" || len(ids) != len(calls) {
				t.Errorf("%s (-want +got):\n%s", c.reason, diff)
			}
		})
	}
}

func TestStreams(t *testing.T) {
	const hi = `data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}`
	for _, c := range []struct {
		name, body string
		text       string
		thought    string
		stop       model.Stop
		kind       model.Kind
		says       string
	}{
		{"CR alone", hi + "\r\rdata: [DONE]\r\r", "hi", "", model.StopEnd, "", ""},
		{"no last blank line", hi + "\n\ndata: [DONE]\n", "hi", "", model.StopEnd, "", ""},
		{"an unfinished last line", hi + "\n\ndata: [DONE]", "hi", "", "", model.StreamCut, ""},
		{"length with text", hi + "\n\ndata: " + finished("length") + "\n\n", "hi", "", model.StopLength, "", ""},
		{"unknown finish", hi + "\n\ndata: " + finished("eos") + "\n\n", "hi", "", model.StopEnd, "", ""},
		{"empty finish", `data: {"choices":[{"delta":{"content":"hi"},"finish_reason":""}]}` + "\n\n", "hi", "", "", model.StreamCut, ""},
		{"filter", hi + "\n\ndata: " + finished("content_filter") + "\n\n", "hi", "", "", model.Refused, "filter"},
		{"error as finish", hi + "\n\ndata: " + finished("error") + "\n\n", "hi", "", "", model.Provider, ""},
		{"error after finish", hi + "\n\ndata: " + finished("stop") + "\n\ndata: {\"error\":{\"message\":\"late\"}}\n\n", "hi", "", "", model.Provider, "late"},
		{"null error", `data: {"error":null,"choices":[{"delta":{"content":"hi"}}]}` + "\n\ndata: [DONE]\n\n", "hi", "", model.StopEnd, "", ""},
		{"error of vLLM", `data: {"object":"error","message":"bad weights","code":500}` + "\n\n", "", "", "", model.Provider, "bad weights"},
		{"error of a window", `data: {"error":{"message":"the prompt is too long: 9 > 8"}}` + "\n\n", "", "", "", model.ContextOverflow, "9 > 8"},
		{"error without a name", "event: error\ndata: boom\n\n", "", "", "", model.Provider, "boom"},
		{"no JSON", "data: {nonsense}\n\n", "", "", "", model.NotAPI, "{nonsense}"},
		{"a foreign event", "event: stats\ndata: 1 2 3\n\n" + hi + "\n\ndata: [DONE]\n\n", "hi", "", model.StopEnd, "", ""},
		{"JSON on a stream", `{"choices":[{"message":{"content":"x"}}]}`, "", "", "", model.NotAPI, "choices"},
		{"an error on a stream", `{"error":{"message":"no such model"}}`, "", "", "", model.Provider, "no such model"},
		{"a message for a delta", `data: {"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}` + "\n\n", "hi", "", model.StopEnd, "", ""},
		{"a message after deltas", hi + "\n\n" + `data: {"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}` + "\n\n", "hi", "", model.StopEnd, "", ""},
		{"null choices and delta", "data: {\"choices\":null}\n\n" + `data: {"choices":[{"delta":null,"finish_reason":null}]}` + "\n\n" + hi + "\n\ndata: [DONE]\n\n", "hi", "", model.StopEnd, "", ""},
		{"thought of another name", `data: {"choices":[{"delta":{"reasoning":"hm","content":"hi"}}]}` + "\n\ndata: [DONE]\n\n", "hi", "hm", model.StopEnd, "", ""},
		{"thought under both names", `data: {"choices":[{"delta":{"reasoning":"hm","reasoning_content":"hm","content":"hi"}}]}` + "\n\ndata: [DONE]\n\n", "hi", "hm", model.StopEnd, "", ""},
		{"thinking parts", `data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"hi"}]}}]}` + "\n\ndata: [DONE]\n\n", "hi", "hm", model.StopEnd, "", ""},
		{"think within", `data: {"choices":[{"delta":{"content":"a <think>b</think>"}}]}` + "\n\ndata: [DONE]\n\n", "a <think>b</think>", "", model.StopEnd, "", ""},
		{"think without end", `data: {"choices":[{"delta":{"content":"<think>b"},"finish_reason":"length"}]}` + "\n\n", "", "b", "", model.Truncated, "raise"},
		{"a character in two", `data: {"choices":[{"delta":{"content":"a\ud83d"}}]}` + "\n\n" + `data: {"choices":[{"delta":{"role":"assistant","content":""}}]}` + "\n\n" + `data: {"choices":[{"delta":{"content":"\ude00b"}}]}` + "\n\ndata: [DONE]\n\n", "a😀b", "", model.StopEnd, "", ""},
		{"what looks like half", `data: {"choices":[{"delta":{"content":"\\ud83d"}}]}` + "\n\ndata: [DONE]\n\n", `\ud83d`, "", model.StopEnd, "", ""},
		{"a lone surrogate", `data: {"choices":[{"delta":{"content":"\ud83d"}}]}` + "\n\ndata: [DONE]\n\n", "\ufffd", "", model.StopEnd, "", ""},
		{"a field without a colon", "data\n\nretry\n" + hi + "\n\ndata: [DONE]\n\n", "hi", "", model.StopEnd, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, read := range []io.Reader{strings.NewReader(c.body), io.MultiReader(strings.NewReader("\ufeff"), strings.NewReader(c.body))} {
				got := stream(t.Context(), over(t, answering(200, "text/event-stream", read)), ask())
				if kind(got.err) != c.kind || got.text != c.text || got.thought != c.thought {
					t.Fatalf("got %+v", got)
				}
				if got.err != nil && !strings.Contains(got.err.Error(), c.says) {
					t.Errorf("%v does not say %q", got.err, c.says)
				}
				if got.finish != nil && got.finish.Stop != c.stop {
					t.Errorf("it stopped with %q", got.finish.Stop)
				}
			}
		})
	}
}

func TestUsageOfFailedTurns(t *testing.T) {
	chunks := body(deltaOf(`{"refusal":"no"}`), `{"choices":[],"usage":{"prompt_tokens":10.0,"completion_tokens":5,`+
		`"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":2}}}`)
	got := stream(t.Context(), over(t, answering(200, "text/event-stream", chunks)), ask())
	if want := (model.Usage{Input: 10, Cached: 4, Output: 5, Reasoning: 2}); kind(got.err) != model.Refused || got.usage != want {
		t.Errorf("got %+v and %v", got.usage, got.err)
	}
	u, ok := usage(json.RawMessage(`{"prompt_tokens":9,"completion_tokens":1,"prompt_cache_hit_tokens":8}`))
	if want := (model.Usage{Input: 9, Cached: 8, Output: 1}); !ok || u != want {
		t.Errorf("got %+v", u)
	}
}

func TestCallsInText(t *testing.T) {
	said := deltaOf(`{"content":"I go. <tool_call>{\"name\":\"a\",\"arguments\":{\"x\":1}}</tool_call><tool_call>{\"name\":\"b\",\"arguments\":\"{}\"}</tool_call><tool_call>not one</tool_call><tool"}`)
	got := stream(t.Context(), over(t, answering(200, "text/event-stream", body(said)), WithTextToolCalls()), ask())
	if got.finish == nil || got.text != "I go. <tool_call>not one</tool_call><tool" {
		t.Fatalf("got %+v", got)
	}
	uses := got.finish.Message.Uses()
	if len(uses) != 2 || callText(uses[0]) != `a{"x":1}` || callText(uses[1]) != "b{}" {
		t.Errorf("got %+v", uses)
	}
	off := stream(t.Context(), over(t, answering(200, "text/event-stream", body(said))), ask())
	if off.finish == nil || len(off.finish.Message.Uses()) > 0 || !strings.HasSuffix(off.text, "<tool") {
		t.Errorf("off: got %+v", off)
	}
}

// An endpoint that never ends a line must not fill the memory.
func TestEndlessLine(t *testing.T) {
	got := stream(t.Context(), over(t, answering(200, "text/event-stream", io.MultiReader(strings.NewReader("data: "), endless{}))), ask())
	if kind(got.err) != model.NotAPI || !strings.Contains(got.err.Error(), "longer than") {
		t.Errorf("got %v", got.err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte("x"), len(p)))
	return len(p), nil
}
