package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEveryCommandRoundTrips(t *testing.T) {
	missing := constants(t, "CommandType")
	if len(missing) < 11 {
		t.Fatalf("only %d types were found in the source", len(missing))
	}
	for _, want := range []Command{
		Hello{}, Send{Text: "buy \"it\""}, Continue{}, Abort{}, SetBinding{ID: "b1"}, Answering{ID: "q1", Answer: Always},
		SwitchConversation{ID: "c1"}, DeleteConversation{ID: "c2"}, NewConversation{}, Detach{}, OpenSettings{},
	} {
		delete(missing, string(want.Command()))
		text, err := EncodeCommand(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeCommand(text)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s became %#v, %v", text, got, err)
		}
	}
	if len(missing) > 0 {
		t.Errorf("types without a test: %v", missing)
	}
	if c, err := DecodeCommand([]byte(`{"type":"abort"}`)); err != nil || c != (Abort{}) {
		t.Errorf("a command without data: %#v, %v", c, err)
	}
	for _, bad := range []string{"", "[]", `{"type":"fly"}`, `{"data":{}}`, `{"type":"send","data":[1]}`, `{"type":"send","data":{"text":1}}`} {
		if c, err := DecodeCommand([]byte(bad)); err == nil {
			t.Errorf("%q is taken for %#v", bad, c)
		}
	}
}
