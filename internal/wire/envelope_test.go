package wire

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name    string
		message string
		want    Envelope
	}{
		{"reply", `{"id":7,"result":{"a":[1,{"b":"}"}]},"sessionId":"S"}`,
			Envelope{ID: 7, HasID: true, Result: []byte(`{"a":[1,{"b":"}"}]}`), SessionID: []byte("S")}},
		{"event", `{"method":"Page.loaded","params":{"x":"\\\"{"}}`,
			Envelope{Method: []byte("Page.loaded"), Params: []byte(`{"x":"\\\"{"}`)}},
		{"error with an id of null", `{"error":{"code":-32700,"message":"no"},"id":null}`,
			Envelope{Error: []byte(`{"code":-32700,"message":"no"}`)}},
		{"white space and unknown members", " {\n\t\"new\" : [ \"]\" ] , \"id\" : -3 , \"result\" : 1.5e3 }\r\n",
			Envelope{ID: -3, HasID: true, Result: []byte("1.5e3")}},
		{"escaped session", `{"method":"a","sessionId":"\u0041\"B"}`,
			Envelope{Method: []byte("a"), SessionID: []byte(`A"B`)}},
		{"an id that is no number", `{"id":"7","method":1,"result":{}}`, Envelope{Result: []byte(`{}`)}},
		{"an id beyond 64 bits", `{"id":12345678901234567890}`, Envelope{}},
		{"empty", `{}`, Envelope{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse([]byte(test.message))
			if err != nil {
				t.Fatal(err)
			}
			if describe(got) != describe(test.want) {
				t.Errorf("got  %s\nwant %s", describe(got), describe(test.want))
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, message := range []string{
		"", " ", "null", "[]", `"x"`, "{", `{"id"`, `{"id":`, `{"id":1`, `{"id":1,`, `{"id":1,}`, `{id:1}`,
		`{"id":1}{}`, `{"id":1} x`, `{"result":{"a":1}`, `{"result":"a}`, `{"a" 1}`, `{:1}`, `<html></html>`,
	} {
		if e, err := Parse([]byte(message)); err == nil {
			t.Errorf("%q was taken for %s", message, describe(e))
		}
	}
}

func describe(e Envelope) string {
	out, err := json.Marshal(map[string]any{
		"id": e.ID, "hasID": e.HasID, "method": string(e.Method), "session": string(e.SessionID),
		"params": string(e.Params), "result": string(e.Result), "error": string(e.Error),
	})
	if err != nil {
		return err.Error()
	}
	return string(out)
}

func TestAppendCommand(t *testing.T) {
	for _, test := range []struct{ name, method, params, session, want string }{
		{"plain", "Page.enable", "", "", `{"id":5,"method":"Page.enable"}`},
		{"all", "Page.navigate", `{"url":"x"}`, "AB", `{"id":5,"method":"Page.navigate","params":{"url":"x"},"sessionId":"AB"}`},
		{"a method that a model made up", "a\"b\n", "", "", `{"id":5,"method":"a\"b\n"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := string(AppendCommand(nil, 5, test.method, []byte(test.params), test.session))
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSplitSession(t *testing.T) {
	for _, test := range []struct {
		name, message string
		want          string
		ok            bool
	}{
		{"last", `{"id":1,"result":{},"sessionId":"AB"}`, "AB", true},
		{"none", `{"id":1,"result":{}}`, "", false},
		{"in the result", `{"id":1,"result":{"x":1,"sessionId":"AB"}}`, "", false},
		{"text that looks like it", `{"id":1,"x":"y,\"sessionId\":\"AB"}`, "", false},
		{"first", `{"sessionId":"AB","id":1}`, "", false},
		{"alone", `{"sessionId":"AB"}`, "", false},
		{"a key that ends like it", `{"id":1,"xsessionId":"AB"}`, "", false},
		{"an escape", `{"id":1,"sessionId":"A\u0042"}`, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			id, comma, ok := SplitSession([]byte(test.message))
			if ok != test.ok || string(id) != test.want {
				t.Fatalf("got %q, %v", id, ok)
			}
			if ok {
				if rest := test.message[:comma] + "}"; rest != `{"id":1,"result":{}}` {
					t.Errorf("the rest is %s", rest)
				}
			}
		})
	}
}

// FuzzParse holds the scanner against the standard library: what that takes for
// an object, this one takes apart into the same members.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"result":{"a":"\\"},"sessionId":"S"}`, `{"method":"x","params":[{}]}`, `{"id":1e2}`,
		`{"a":"\ud800","error":{}}`, `{"result":"\"","id":-0}`, `{"id":1,"x":"y,\"sessionId\":\"AB"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		got, err := Parse(message) // must not panic, whatever comes
		var want map[string]json.RawMessage
		if json.Unmarshal(message, &want) != nil || want == nil {
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", message, err)
		}
		if strings.Contains(string(message), `\`) || len(want) != strings.Count(string(message), `":`) {
			return // keys with escapes or given twice: ours may differ
		}
		for name, part := range map[string][]byte{"params": got.Params, "result": got.Result, "error": got.Error} {
			if string(part) != string(want[name]) {
				t.Errorf("%q: %s is %q, want %q", message, name, part, want[name])
			}
		}
		if id, _, ok := SplitSession(message); ok && string(id) != string(got.SessionID) {
			t.Errorf("%q: the end says session %q, the whole %q", message, id, got.SessionID)
		}
	})
}

// BenchmarkParse passes over a reply of the size that readers get.
func BenchmarkParse(b *testing.B) {
	row := `{"role":"button","name":"Add to cart \"large\"","box":[10.5,20,300,40]},`
	message := []byte(`{"id":1,"result":{"rows":[` + strings.Repeat(row, 6000) + `{}]},"sessionId":"AB"}`)
	b.SetBytes(int64(len(message)))
	for b.Loop() {
		if _, err := Parse(message); err != nil {
			b.Fatal(err)
		}
	}
}
