package cdp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unsafe"

	protocdp "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/runtime"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"

	"github.com/holdfast-go/holdfast/cdp"
)

// quick is a type with easyjson's methods, as the readers' replies have them.
type quick struct{ text string }

var (
	_ easyjson.Marshaler   = quick{}
	_ easyjson.Unmarshaler = (*quick)(nil)
)

func (q quick) MarshalEasyJSON(w *jwriter.Writer) { w.RawString(`{"quick":true}`) }

func (q *quick) UnmarshalEasyJSON(l *jlexer.Lexer) {
	l.Delim('{')
	for !l.IsDelim('}') {
		_ = l.UnsafeFieldName(false)
		l.WantColon()
		q.text = l.String()
		l.WantComma()
	}
	l.Delim('}')
}

func TestParams(t *testing.T) {
	b, conn := dial(t)
	type nothing struct{}
	for _, test := range []struct {
		name   string
		params any
		want   string
	}{
		{"none", nil, ""},
		{"nil pointer", (*nothing)(nil), ""},
		{"empty raw", []byte(nil), ""},
		{"struct", nothing{}, "{}"},
		{"cdproto's", protocdp.Empty{}, "{}"},
		{"map", map[string]string{"a": "\xff"}, `{"a":"` + "\uFFFD" + `"}`},
		{"bytes", []byte(`{"a":1}`), `{"a":1}`},
		{"raw value", jsonv2.Value(`{"a":[]}`), `{"a":[]}`},
		{"standard raw message", json.RawMessage(`{"a":2}`), `{"a":2}`},
		{"easyjson", quick{}, `{"quick":true}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			conn.Session("").Send(t.Context(), "A.b", test.params).Abandon()
			if got := string(b.next(t).Params); got != test.want {
				t.Errorf("wrote %s, want %s", got, test.want)
			}
		})
	}
	for name, params := range map[string]any{
		"broken":            []byte(`{"a":`),
		"two values":        []byte(`{},"sessionId":"stolen"`),
		"an array":          jsonv2.Value(`[1]`),
		"no object":         7,
		"cannot be encoded": func() {},
	} {
		if err := conn.Session("").Call(t.Context(), "A.b", params, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	select {
	case m := <-b.written:
		t.Errorf("wrote %s", m)
	default:
	}
}

func TestResults(t *testing.T) {
	b, conn := dial(t)
	call := func(t *testing.T, result string, into any) error {
		t.Helper()
		p := conn.Session("").Send(t.Context(), "A.b", nil)
		b.say(`{"id":%d,"result":%s}`, b.next(t).ID, result)
		return p.Wait(t.Context(), into)
	}
	t.Run("none wanted", func(t *testing.T) {
		if err := call(t, `{"a":1}`, nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("raw", func(t *testing.T) {
		var raw []byte
		var value jsonv2.Value
		if err := errors.Join(call(t, `{"a": 1}`, &raw), call(t, `{"b":2}`, &value)); err != nil {
			t.Error(err)
		}
		if string(raw) != `{"a": 1}` || string(value) != `{"b":2}` {
			t.Errorf("got %s and %s", raw, value)
		}
	})
	t.Run("does not fit", func(t *testing.T) {
		var got struct {
			A int `json:"a"`
		}
		if err := call(t, `{"a":"text"}`, &got); err == nil || !strings.Contains(err.Error(), "A.b") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no result member", func(t *testing.T) {
		p := conn.Session("").Send(t.Context(), "A.b", nil)
		b.say(`{"id":%d}`, b.next(t).ID)
		var got struct{}
		if err := p.Wait(t.Context(), &got); err != nil {
			t.Error(err)
		}
	})
	// Text of a page may hold half a surrogate pair, escaped or as raw bytes.
	for name, text := range map[string]string{"lone surrogate": `a\ud800b`, "raw bytes": "a\xed\xa0\x80b"} {
		t.Run(name, func(t *testing.T) {
			var plain struct {
				Text string `json:"text"`
			}
			var easy quick
			if err := errors.Join(call(t, `{"text":"`+text+`"}`, &plain), call(t, `{"text":"`+text+`"}`, &easy)); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(plain.Text, "a") || !strings.HasSuffix(plain.Text, "b") || !strings.HasSuffix(easy.text, "b") {
				t.Errorf("got %q and %q", plain.Text, easy.text)
			}
		})
	}
}

// A large result is not copied: it points into the message.
func TestLargeResultIsNotCopied(t *testing.T) {
	b, conn := dial(t)
	p := conn.Session("").Send(t.Context(), "A.b", nil)
	const size = 50 << 20
	message := append([]byte(`{"id":1,"result":{"data":"`), bytes.Repeat([]byte("x"), size)...)
	message = append(message, `"}}`...)
	b.incoming <- message
	var raw []byte
	if err := p.Wait(t.Context(), &raw); err != nil {
		t.Fatal(err)
	}
	if got, want := unsafe.SliceData(raw), &message[len(`{"id":1,"result":`)]; got != want || len(raw) != size+len(`{"data":""}`) {
		t.Error("the result is a copy, or not the whole")
	}
}

// The session of this package is cdproto's: its typed commands and events run
// over it.
func TestCDProto(t *testing.T) {
	var _ protocdp.Session = (*cdp.Session)(nil)
	b, conn := dial(t)
	s := conn.Session("S")
	events := protocdp.Events(t.Context(), s, runtime.ConsoleAPICalled)
	go func() {
		c := b.next(t)
		b.say(`{"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[]},"sessionId":"S"}`)
		b.say(`{"id":%d,"result":{"result":{"type":"number","value":3}},"sessionId":"S"}`, c.ID)
	}()
	reply, err := protocdp.Call(t.Context(), s, runtime.Evaluate, runtime.EvaluateParams{Expression: "1+2"})
	if err != nil {
		t.Fatal(err)
	}
	if string(reply.Result.Value) != "3" {
		t.Errorf("got %s", reply.Result.Value)
	}
	for e, err := range events {
		if err != nil || e.Type != "log" {
			t.Errorf("got %+v, %v", e, err)
		}
		break
	}
}
