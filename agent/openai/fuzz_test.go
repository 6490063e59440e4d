package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"github.com/holdfast-go/holdfast/agent/model"
)

// summary is what a stream gave, without generated ids.
func summary(s streamed) string {
	var calls []string
	if s.finish != nil {
		for _, u := range s.finish.Message.Uses() {
			calls = append(calls, callText(u))
		}
	}
	return fmt.Sprintf("%q %q %q %q %v %v", s.text, s.thought, s.started, calls, s.usage, s.err)
}

// FuzzStream reads any body as a stream: whichever way it comes in, it gives
// the same, and no call comes out that can not be made. Its corpus is in
// testdata, one body for each way in which endpoints write.
func FuzzStream(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		run := func(r io.Reader) streamed {
			return stream(t.Context(), over(t, answering(200, "text/event-stream", r), WithTextToolCalls()), ask())
		}
		whole := run(bytes.NewReader(data))
		if (whole.err == nil) == (whole.finish == nil) {
			t.Fatalf("both or neither: %+v", whole)
		}
		if whole.err != nil && kind(whole.err) == "" {
			t.Fatalf("an error of no kind: %v", whole.err)
		}
		if whole.finish != nil {
			sound(t, *whole.finish)
		}
		for name, r := range map[string]io.Reader{
			"byte by byte": iotest.OneByteReader(bytes.NewReader(data)),
			"with its end": iotest.DataErrReader(bytes.NewReader(data)),
		} {
			if got := run(r); summary(got) != summary(whole) {
				t.Fatalf("%s: %s\nwhole: %s", name, summary(got), summary(whole))
			}
		}
		n := min(int(cut), len(data))
		if part := run(broken(string(data[:n]))); part.finish != nil {
			sound(t, *part.finish)
		}
	})
}

// sound fails when a finished turn has a call that can not be made or answered.
func sound(t *testing.T, f model.Finish) {
	ids := map[string]bool{}
	for _, u := range f.Message.Uses() {
		var object map[string]json.RawMessage
		if json.Unmarshal(u.Arguments, &object) != nil || object == nil || u.ID == "" || u.Name == "" || ids[u.ID] {
			t.Fatalf("the call %+v", u)
		}
		ids[u.ID] = true
	}
	if _, err := json.Marshal(f.Message); err != nil {
		t.Fatalf("the message can not be saved: %v", err)
	}
}
