package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/holdfast-go/holdfast/agent/model"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
	"github.com/holdfast-go/holdfast/internal/testpage"
)

func transcripts(t testing.TB) []fakemodel.Transcript {
	t.Helper()
	list, err := fakemodel.Transcripts(os.DirFS(testpage.Shared(t, "sse")))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// play gives a transcript's body to a client.
func play(t testing.TB, tr fakemodel.Transcript, body io.Reader) streamed {
	t.Helper()
	c := over(t, answering(tr.Want.HTTP.Status, tr.Want.HTTP.ContentType, body), WithTextToolCalls())
	return stream(t.Context(), c, ask())
}

// differs says how a result is not the expected one, or "".
func differs(w fakemodel.Want, got streamed) string {
	if w.Outcome == "error" {
		e, ok := errors.AsType[*model.Error](got.err)
		switch {
		case !ok:
			return fmt.Sprintf("got %+v, want an error of kind %s", got, w.ErrorKind)
		case string(e.Kind) != w.ErrorKind:
			return fmt.Sprintf("got %v, want an error of kind %s", e, w.ErrorKind)
		case !strings.Contains(e.Error(), w.ErrorContains):
			return fmt.Sprintf("got %v, want it to say %q", e, w.ErrorContains)
		case got.text != w.Content || got.thought != w.Reasoning:
			return fmt.Sprintf("got the text %q and the thought %q, want %q and %q", got.text, got.thought, w.Content, w.Reasoning)
		}
		return ""
	}
	if got.err != nil || got.finish == nil {
		return fmt.Sprintf("got %v, want a result", got.err)
	}
	m := got.finish.Message
	if m.Text() != w.Content || got.text != w.Content {
		return fmt.Sprintf("got the text %q, streamed %q, want %q", m.Text(), got.text, w.Content)
	}
	if got.thought != w.Reasoning {
		return fmt.Sprintf("got the thought %q, want %q", got.thought, w.Reasoning)
	}
	if string(got.finish.Stop) != w.FinishReason {
		return fmt.Sprintf("got the stop %q, want %q", got.finish.Stop, w.FinishReason)
	}
	if u := w.Usage; u != nil && (got.usage.Input != u.Prompt || got.usage.Output != u.Completion) {
		return fmt.Sprintf("got the usage %+v, want %+v", got.usage, *u)
	}
	uses := m.Uses()
	if len(uses) != len(w.ToolCalls) || len(got.started) != len(uses) {
		return fmt.Sprintf("got %d calls, %d of them announced, want %d", len(uses), len(got.started), len(w.ToolCalls))
	}
	for i, u := range uses {
		want := w.ToolCalls[i]
		switch {
		case u.Malformed != "" || u.Name != want.Name || u.ID == "" || want.ID != "*" && u.ID != want.ID:
			return fmt.Sprintf("got the call %+v, want %+v", u, want)
		case want.ArgumentsLength > 0 && len(u.Arguments) != want.ArgumentsLength:
			return fmt.Sprintf("got %d bytes of arguments, want %d", len(u.Arguments), want.ArgumentsLength)
		case want.ArgumentsLength == 0 && !sameJSON(string(u.Arguments), want.Arguments):
			return fmt.Sprintf("got the arguments %s, want %s", u.Arguments, want.Arguments)
		}
	}
	return ""
}

func sameJSON(a, b string) bool {
	var x, y any // any JSON
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

func TestTranscripts(t *testing.T) {
	for _, tr := range transcripts(t) {
		t.Run(tr.Name, func(t *testing.T) {
			if d := differs(tr.Want, play(t, tr, bytes.NewReader(tr.Body))); d != "" {
				t.Errorf("whole: %s", d)
			}
			if d := differs(tr.Want, play(t, tr, iotest.OneByteReader(bytes.NewReader(tr.Body)))); d != "" {
				t.Errorf("byte by byte: %s", d)
			}
		})
	}
}

// The same over a real connection.
func TestTranscriptsOverHTTP(t *testing.T) {
	for _, tr := range transcripts(t) {
		t.Run(tr.Name, func(t *testing.T) {
			server := httptest.NewServer(fakemodel.New(fakemodel.With(tr.Reply(-1))))
			defer server.Close()
			c, err := New(server.URL, "m", WithTextToolCalls(), WithRetries(0))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if d := differs(tr.Want, stream(t.Context(), c, ask())); d != "" {
				t.Error(d)
			}
		})
	}
}

// offsets returns every offset of a body, or of a very long one those near its
// line ends and every 9973rd.
func offsets(body []byte) []int {
	var list []int
	for i := range len(body) + 1 {
		near := bytes.ContainsRune(body[max(0, i-8):min(len(body), i+8)], '\n')
		if len(body) < 10_000 || near || i%9973 == 0 {
			list = append(list, i)
		}
	}
	return list
}

func TestTranscriptsSplitAnywhere(t *testing.T) {
	for _, tr := range transcripts(t) {
		t.Run(tr.Name, func(t *testing.T) {
			t.Parallel()
			for _, n := range offsets(tr.Body) {
				body := io.MultiReader(bytes.NewReader(tr.Body[:n]), bytes.NewReader(tr.Body[n:]))
				if d := differs(tr.Want, play(t, tr, body)); d != "" {
					t.Fatalf("split at %d: %s", n, d)
				}
			}
		})
	}
}

// A cut stream is an error or the same result, whichever way the connection
// ends; only the usage, which comes last, may be missing.
func TestTranscriptsCutAnywhere(t *testing.T) {
	ends := map[string]func([]byte) io.Reader{
		"end":   func(b []byte) io.Reader { return bytes.NewReader(b) },
		"break": func(b []byte) io.Reader { return broken(string(b)) },
	}
	for _, tr := range transcripts(t) {
		for name, end := range ends {
			t.Run(tr.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				want := tr.Want
				want.Usage = nil
				results := 0
				for _, n := range offsets(tr.Body) {
					got := play(t, tr, end(tr.Body[:n]))
					if (got.err == nil) == (got.finish == nil) {
						t.Fatalf("cut at %d: got both or neither: %+v", n, got)
					}
					if got.err != nil {
						if kind(got.err) == "" {
							t.Fatalf("cut at %d: the error is %v", n, got.err)
						}
						continue
					}
					results++
					if d := differs(want, got); want.Outcome != "ok" || d != "" {
						t.Fatalf("cut at %d: got %+v: %s", n, *got.finish, d)
					}
				}
				if results == 0 && want.Outcome == "ok" {
					t.Error("the whole stream gave no result")
				}
			})
		}
	}
}
