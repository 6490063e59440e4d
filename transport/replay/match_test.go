package replay_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

func TestTokens(t *testing.T) {
	const (
		was1, was2 = "w0123456789abcdef", "00112233445566aa"
		is1, is2   = "wfedcba9876543210", "ffeeddccbbaa9988"
	)
	file := script(t,
		`> 1 World {"name":"`+was1+`"}`, `* Made {"name":"`+was1+`","id":7}`, `< 1 {"id":7}`,
		`> 2 Eval {"e":"g['`+was1+`'].read('`+was2+`')"}`, `< 2 {"nonce":"`+was2+`","long":"`+was2+`00"}`,
		`> 3 Eval {"e":"g['`+was1+`'].read('`+was1+`')"}`, `< 3 {"ok":1}`, done)
	p := play(t, file)
	conn := connect(t, p)
	s := conn.Session("")
	made := s.Listen("Made")
	defer made.Close()
	raw(t, s, "World", `{"name":"`+is1+`"}`)
	if e := next(t, made); string(e.Params) != `{"name":"`+is1+`","id":7}` {
		t.Errorf("the event says %s", e.Params)
	}
	want := `{"nonce":"` + is2 + `","long":"` + was2 + `00"}`
	if got := raw(t, s, "Eval", `{"e":"g['`+is1+`'].read('`+is2+`')"}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The recorded one had the same value twice.
	err := s.Call(t.Context(), "Eval", []byte(`{"e":"g['`+is1+`'].read('`+is2+`')"}`), nil)
	if err == nil || !strings.Contains(err.Error(), "has the params") {
		t.Errorf("tokens that are not the same: %v", err)
	}
}

func TestSwappedTokens(t *testing.T) {
	const a, b = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
	file := script(t, `> 1 A {"x":"`+a+`","y":"`+b+`"}`, `< 1 {"x":"`+a+`","y":"`+b+`"}`, done)
	s := connect(t, play(t, file)).Session("")
	want := `{"x":"` + b + `","y":"` + a + `"}`
	if got := raw(t, s, "A", want); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestConcurrentTokens(t *testing.T) {
	// Two worlds are made at once; frames tell which is which.
	file := script(t,
		`> 1 World {"frame":"F","name":"waaaaaaaaaaaaaaaa"}`, `> 2 World {"frame":"G","name":"wbbbbbbbbbbbbbbbb"}`,
		`< 1 {"of":"waaaaaaaaaaaaaaaa"}`, `< 2 {"of":"wbbbbbbbbbbbbbbbb"}`, done)
	s := connect(t, play(t, file)).Session("")
	second := s.Send(t.Context(), "World", []byte(`{"frame":"G","name":"w1111111111111111"}`))
	first := s.Send(t.Context(), "World", []byte(`{"frame":"F","name":"w2222222222222222"}`))
	var reply struct {
		Of string `json:"of"`
	}
	if err := first.Wait(t.Context(), &reply); err != nil || reply.Of != "w2222222222222222" {
		t.Errorf("got %+v, %v", reply, err)
	}
	if err := second.Wait(t.Context(), &reply); err != nil || reply.Of != "w1111111111111111" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestLenientGivesTokensAgain(t *testing.T) {
	file := script(t, `> 1 World {"name":"waaaaaaaaaaaaaaaa"}`, `< 1 {"of":"waaaaaaaaaaaaaaaa"}`, done)
	s := connect(t, play(t, file, replay.WithLenient())).Session("")
	for _, name := range []string{"w1111111111111111", "w2222222222222222", "w1111111111111111"} {
		if got := raw(t, s, "World", `{"name":"`+name+`"}`); got != `{"of":"`+name+`"}` {
			t.Errorf("got %s for %s", got, name)
		}
	}
}

func TestNormalise(t *testing.T) {
	file := script(t, `> 1 Click {"x":1,"timestamp":1111}`, `< 1 {}`, `> 2 Other {"timestamp":1}`, `< 2 {}`, done)
	drop := replay.WithNormalise(func(method string, params []byte) []byte {
		if method != "Click" {
			return params
		}
		before, _, _ := strings.Cut(string(params), `"timestamp"`) // the members are sorted
		return []byte(before)
	})
	p := play(t, file, drop)
	s := connect(t, p).Session("")
	// "timestamp" sorts before "x", so nothing is left of the params.
	raw(t, s, "Click", `{"timestamp":2222,"x":1}`)
	if err := s.Call(t.Context(), "Other", []byte(`{"timestamp":2}`), nil); err == nil {
		t.Error("the params of the other method were dropped too")
	}
}

func TestSecretsInCommandsAndReplies(t *testing.T) {
	// The recorded secret needed no escape, the new one does.
	file := script(t,
		`> 1 Eval {"e":"fill({\"text\":\"holdfast-secret-1p\"})"}`, `< 1 {"value":"holdfast-secret-1p"}`, done)
	p := play(t, file, replay.WithSecrets(`a "b" c`))
	s := connect(t, p).Session("")
	if got := raw(t, s, "Eval", `{"e":"fill({\"text\":\"a \\\"b\\\" c\"})"}`); got != `{"value":"a \"b\" c"}` {
		t.Errorf("got %s", got)
	}
	err := s.Call(t.Context(), "Eval", []byte(`{"e":"a \"b\" c"}`), nil)
	if err == nil || strings.Contains(err.Error(), `a "b" c`) || !strings.Contains(err.Error(), "holdfast-secret-1") {
		t.Errorf("the divergence shows the secret: %v", err)
	}
}

func TestDivergenceShowsTheDifference(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	file := script(t, `> 1 A {"a":"`+long+`one`+long+`"}`, `< 1 {}`, done)
	p := play(t, file)
	s := connect(t, p).Session("")
	err := s.Call(t.Context(), "A", []byte(`{"a":"`+long+`two`+long+`"}`), nil)
	if err == nil || len(err.Error()) > 1000 || !strings.Contains(err.Error(), "one") || !strings.Contains(err.Error(), "two") {
		t.Errorf("the reply says %v", err)
	}
	d, ok := errors.AsType[*replay.DivergenceError](p.Diverged())
	if !ok || d.Method != "A" || d.WantMethod != "A" || d.Number != 2 || d.Recorded != 2 {
		t.Errorf("got %+v", d)
	}
}

func TestUnsent(t *testing.T) {
	p := play(t, script(t, "> 1 A {}", "< 1 {}", "> 2 B {}", "> 3 C {}", "< 3 {}", done))
	s := connect(t, p).Session("")
	raw(t, s, "A", "")
	raw(t, s, "C", "")
	if got := fmt.Sprint(p.Unsent()); got != "[3 B]" {
		t.Errorf("got %s", got)
	}
}

func TestOpenRefusesWhatIsNoRecording(t *testing.T) {
	const head = `{"format":"holdfast-replay","version":1,"host":"browser"}`
	for _, test := range []struct {
		name string
		file []byte
		opts []replay.OpenOption
	}{
		{"empty", nil, nil},
		{"not gzip", []byte("hello"), nil},
		{"another format", zip(t, `{"format":"har","version":1,"host":"browser"}`), nil},
		{"a later version", zip(t, `{"format":"holdfast-replay","version":2,"host":"browser"}`), nil},
		{"another host", zip(t, `{"format":"holdfast-replay","version":1,"host":"phone"}`), nil},
		{"no JSON in the middle", zip(t, head, "{", done), nil},
		{"an unknown op", zip(t, head, `{"op":"pause"}`), nil},
		{"a stream twice", script(t,
			`{"op":"send","stream":0,"message":{"id":2,"method":"Host.stream"}}`,
			`{"op":"receive","stream":0,"message":{"id":2,"result":{"stream":1}}}`), nil},
		{"too large", zip(t, head, `{"op":"receive","stream":1,"message":{"method":"`+strings.Repeat("x", 5000)+`"}}`, done),
			[]replay.OpenOption{replay.WithLimit(2000)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := replay.Open(strings.NewReader(string(test.file)), test.opts...)
			wantKind(t, err, transport.KindInvalid)
		})
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	file := script(t, done)
	for name, opt := range map[string]replay.OpenOption{
		"nil": nil, "no window": replay.WithWindow(0), "no patience": replay.WithPatience(-time.Second),
		"no limit": replay.WithLimit(0), "a bad pattern": replay.WithTokens("("), "an empty pattern": replay.WithTokens("x*"),
		"no function": replay.WithNormalise(nil), "no redaction": replay.WithRedact(nil), "a short secret": replay.WithSecrets("abc"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := replay.Open(strings.NewReader(string(file)), opt)
			wantKind(t, err, transport.KindInvalid)
		})
	}
	_, err := replay.Open(strings.NewReader(string(file)), replay.WithWindow(1), replay.WithWindow(2))
	wantKind(t, err, transport.KindInvalid)
	_, err = replay.Record(newFakeHost(echo), nil)
	wantKind(t, err, transport.KindInvalid)
	_, err = replay.Record(newFakeHost(echo), &guarded{}, replay.WithMessageLimit(0))
	wantKind(t, err, transport.KindInvalid)
}
