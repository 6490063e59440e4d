package fakemodel

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

const hello = `{"model":"m","messages":[{"role":"user","content":"hello"}],"tools":[{"function":{"name":"f"}}]}`

func post(s *Server, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	return w
}

func TestServer(t *testing.T) {
	s := New(Say("hi"), func(r *Request) Reply {
		return Reply{Thought: "hm", Calls: []Tool{{Name: "f", Arguments: `{"said":"` + r.Last("user") + `"}`}}, Input: 5, Output: 3}
	})
	s.Then(Fail(503, "busy", "later"))
	const path = "/v1/chat/completions"
	first := post(s, path, hello)
	if got := first.Body.String(); !strings.Contains(got, `"content":"h"`) || !strings.Contains(got, `"finish_reason":"stop"`) || !strings.HasSuffix(got, "data: [DONE]\n\n") {
		t.Errorf("got %s", got)
	}
	if first.Header().Get("Content-Type") != "text/event-stream" {
		t.Errorf("the headers are %v", first.Header())
	}
	got := post(s, path, hello).Body.String()
	for _, want := range []string{`"id":"call_2_0"`, `"arguments":"{\"said\"`, `"reasoning_content":"h"`, `"finish_reason":"tool_calls"`, `"total_tokens":8`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	if w := post(s, path, hello); w.Code != 503 || !strings.Contains(w.Body.String(), "later") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if w := post(s, path, hello); w.Code != http.StatusGone {
		t.Errorf("after the script: %d", w.Code)
	}
	s.Then(Say("x"))
	for body, status := range map[string]int{"{": 400, `{"messages":[{"role":"assistant","content":"x"}]}`: 400} {
		if w := post(s, path, body); w.Code != status {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
	if w := post(s, "/chat/completions", hello); w.Code != 404 {
		t.Errorf("another path: %d", w.Code)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusMethodNotAllowed || s.Left() != 1 {
		t.Errorf("GET: %d, %d answers left", w.Code, s.Left())
	}
	requests := s.Requests()
	if len(requests) != 3 || requests[0].Model != "m" || requests[0].Tools[0].Function.Name != "f" || !json.Valid(requests[0].Body) {
		t.Errorf("the requests are %+v", requests)
	}
}

func TestCutAnswer(t *testing.T) {
	server := httptest.NewServer(New(With(Reply{Text: "hello", Cut: 100})))
	defer server.Close()
	response, err := http.Post(server.URL+"/v1/chat/completions", "application/json", strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err == nil || len(body) != 100 {
		t.Errorf("%d bytes, then %v", len(body), err)
	}
	server.Client().CloseIdleConnections()
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(With(Reply{Text: "hi", Pause: time.Minute}), With(Reply{Text: "hi", Pause: time.Hour}))
		began := time.Now()
		if w := post(s, "/v1/chat/completions", hello); time.Since(began) != time.Minute || w.Body.Len() == 0 {
			t.Errorf("after %v: %s", time.Since(began), w.Body)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/chat/completions", strings.NewReader(hello)))
		if w.Body.Len() != 0 {
			t.Errorf("a client that left is answered: %s", w.Body)
		}
	})
}

func TestTranscripts(t *testing.T) {
	folder := fstest.MapFS{
		"01-x.txt":         {Data: []byte("data: [DONE]\n\n")},
		"01-x.expect.json": {Data: []byte(`{"http":{"status":200,"content_type":"text/event-stream"},"outcome":"error","error_kind":"empty","error_contains":null,"usage":null}`)},
	}
	list, err := Transcripts(folder)
	if err != nil || len(list) != 1 || list[0].Name != "01-x" || list[0].Want.ErrorKind != "empty" {
		t.Fatalf("got %+v, %v", list, err)
	}
	if r := list[0].Reply(4); r.Body != "data" || r.Status != 200 || r.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("got %+v", r)
	}
	if w := post(New(With(list[0].Reply(0))), "/v1/chat/completions", hello); w.Body.Len() != 0 || w.Code != 200 {
		t.Errorf("an empty body becomes %s", w.Body)
	}
	delete(folder, "01-x.txt")
	if _, err := Transcripts(folder); err == nil {
		t.Error("a missing body is taken")
	}
	if _, err := Transcripts(fstest.MapFS{}); err == nil {
		t.Error("an empty folder is taken")
	}
}

func TestRef(t *testing.T) {
	result := func(text string) Message { return Message{Role: "tool", Content: Content{Text: text}} }
	r := &Request{Messages: []Message{
		result("e1 button \"Add\"\n e2 link \"Add more\" → /x"), result(" e12 button \"Add (2)\"\n  e3 button \"Pay\""), {Role: "user", Content: Content{Text: `e9 button "Add"`}},
	}}
	for want, ask := range map[string][2]string{"e12": {"button", "Add"}, "e2": {"link", "Add"}, "e3": {"button", "Pay"}, "": {"textbox", "Add"}} {
		if got := r.Ref(ask[0], ask[1]); got != want {
			t.Errorf("%v is %q, not %q", ask, got, want)
		}
	}
}
