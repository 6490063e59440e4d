package replay_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// bench drives one stream of a replay by hand, in a bubble of synctest.
type bench struct {
	t      *testing.T
	stream transport.Stream
	read   chan string
}

func newBench(t *testing.T, p replay.Player) *bench {
	t.Helper()
	s, err := p.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, stream: s, read: make(chan string, 1000)}
	go func() {
		defer close(b.read)
		for {
			m, err := s.Read()
			if err != nil {
				b.read <- "end: " + err.Error()
				return
			}
			b.read <- string(m)
		}
	}()
	return b
}

// send writes a command: "id method params", with a session before it as in
// script.
func (b *bench) send(step string) {
	b.t.Helper()
	session := ""
	if before, after, ok := strings.Cut(step, ": "); ok && !strings.ContainsAny(before, " {") {
		session, step = `,"sessionId":"`+before+`"`, after
	}
	f := strings.SplitN(step, " ", 3)
	params := "{}"
	if len(f) > 2 {
		params = f[2]
	}
	if err := b.stream.Write([]byte(fmt.Sprintf(`{"id":%s,"method":"%s","params":%s%s}`, f[0], f[1], params, session))); err != nil {
		b.t.Fatal(err)
	}
}

// got returns in short what has been read by now: "id" of a reply, the method
// of an event.
func (b *bench) got() string {
	b.t.Helper()
	synctest.Wait()
	var out []string
	for {
		select {
		case m, ok := <-b.read:
			if !ok {
				return strings.Join(out, " ")
			}
			out = append(out, short(m))
			continue
		default:
		}
		return strings.Join(out, " ")
	}
}

func short(m string) string {
	if strings.HasPrefix(m, "end: ") {
		return "end"
	}
	var id int
	if _, err := fmt.Sscanf(m, `{"id":%d,"error"`, &id); err == nil && strings.Contains(m, `"error"`) {
		return fmt.Sprintf("!%d", id)
	}
	if _, err := fmt.Sscanf(m, `{"id":%d`, &id); err == nil {
		return fmt.Sprint(id)
	}
	_, rest, _ := strings.Cut(m, `"method":"`)
	method, _, _ := strings.Cut(rest, `"`)
	return method
}

// Steps of a program against a recording: ">" sends, "=" says what has been
// read since the last "=", "+" lets time pass.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		name   string
		reason string
		file   []string
		opts   []replay.OpenOption
		steps  []string
		// diverged is a part of the divergence; none when empty.
		diverged string
	}{
		{
			name:   "events where they were",
			reason: "an event that the program had read before a reply is read before it again, one after it after it",
			file:   []string{"* E0 {}", "> 1 A {}", "* E1 {}", "< 1 {}", "* E2 {}", "> 2 B {}", "< 2 {}"},
			steps:  []string{"= E0", "> 7 A", "= E1 7 E2", "> 8 B", "= 8"},
		},
		{
			name:   "long poll",
			reason: "a reply that came after a later command waits for that command",
			file:   []string{"> 1 Wait {}", "> 2 Click {}", "* E {}", "< 2 {}", "< 1 {}"},
			steps:  []string{"> 1 Wait", "=", "> 2 Click", "= E 2 1"},
		},
		{
			name:   "other order",
			reason: "concurrent commands may come in another order; the overtaken one holds up nobody",
			file:   []string{"> 1 A {}", "> 2 B {}", "< 1 {}", "> 3 C {}", "< 2 {}", "< 3 {}"},
			steps:  []string{"> 1 A", "=", "> 2 C", "= 1 2", "> 3 B", "= 3"},
		},
		{
			name:   "own session waits",
			reason: "events of a session wait for the session's own commands even if another session has overtaken them",
			file: []string{
				`> 1 Target.attachToTarget {"targetId":"S"}`, `* Target.attachedToTarget {"sessionId":"S"}`, `< 1 {"sessionId":"S"}`,
				"S: > 2 A {}", "> 3 B {}", "S: * E {}", "* F {}", "S: < 2 {}", "< 3 {}",
			},
			steps: []string{`> 1 Target.attachToTarget {"targetId":"S"}`, "= Target.attachedToTarget 1", "> 2 B", "= F 2", "> S: 3 A", "= E 3"},
		},
		{
			name:   "children wait for their parent's word",
			reason: "no event of a session comes before the event that announces it",
			file: []string{
				"> 1 A {}", `* Target.attachedToTarget {"sessionId":"S"}`, "S: * E {}", "T: > 2 B {}", "T: < 2 {}", "< 1 {}",
			},
			steps: []string{"> T: 9 B", "= 9", "> 10 A", "= Target.attachedToTarget E 10"},
		},
		{
			name:   "members in another order",
			reason: "the order of members, escapes and the way of writing numbers do not count",
			file:   []string{`> 1 A {"a":1.50,"b":"<é"}`, "< 1 {}"},
			steps:  []string{`> 1 A {"b":"\u003c\u00e9","a":15e-1}`, "= 1"},
		},
		{
			name:   "no params",
			reason: "no params and empty ones are the same",
			file:   []string{`> 1 A`, "< 1 {}", "> 2 B {}", "< 2 {}"},
			steps:  []string{"> 1 A {}", "> 2 B null", "= 1 2"},
		},
		{
			name:     "other params",
			reason:   "the first command that differs is answered with the difference",
			file:     []string{`> 1 A {"x":1}`, "< 1 {}", `> 2 B {"x":2}`, "< 2 {}"},
			steps:    []string{`> 1 A {"x":1}`, `> 2 B {"x":3}`, "= 1 !2"},
			diverged: `command 3 (B) has the params {"x":3}, recorded were {"x":2} (command 3)`,
		},
		{
			name:     "another command",
			reason:   "an extra command is named with the one that was to come; the replay goes on",
			file:     []string{`> 1 A {"x":1}`, "< 1 {}", `> 2 B {}`, "< 2 {}"},
			steps:    []string{`> 1 A {"x":1}`, "> 2 Z", "> 3 B", "= 1 !2 3"},
			diverged: `command 3 is Z {}, recorded was B {} (command 3)`,
		},
		{
			name:     "too many",
			reason:   "each recorded command answers once",
			file:     []string{"> 1 A {}", "< 1 {}"},
			steps:    []string{"> 1 A", "> 2 A", "= 1 !2"},
			diverged: `command 3 (A {}) was not recorded`,
		},
		{
			name:     "an unknown session",
			reason:   "a session that was never recorded is named",
			file:     []string{"> 1 A {}", "< 1 {}"},
			steps:    []string{"> S: 1 A", "= !1"},
			diverged: `in session S`,
		},
		{
			name:     "exact order",
			reason:   "a window of 1 allows no other order",
			opts:     []replay.OpenOption{replay.WithWindow(1)},
			file:     []string{"> 1 A {}", "> 2 B {}", "< 1 {}", "< 2 {}"},
			steps:    []string{"> 1 B", "= !1"},
			diverged: "is B {}, recorded was A {}",
		},
		{
			name:     "out of the window",
			reason:   "a command that was skipped for good is named once the program is past the window",
			opts:     []replay.OpenOption{replay.WithWindow(2)},
			file:     []string{"> 1 A {}", "< 1 {}", "> 2 B {}", "< 2 {}", "> 3 C {}", "< 3 {}"},
			steps:    []string{"> 1 B", "> 2 C", "= 1 !2"},
			diverged: "is C {}, recorded was A {}",
		},
		{
			name:     "a missing command",
			reason:   "what was recorded after it is given when the patience is over, and it is named",
			file:     []string{"> 1 A {}", "> 2 B {}", "* E {}", "< 1 {}", "< 2 {}"},
			opts:     []replay.OpenOption{replay.WithPatience(time.Minute)},
			steps:    []string{"> 1 A", "=", "+ 59s", "=", "+ 2s", "= E 1"},
			diverged: "recorded command 3 (B {}) did not come",
		},
		{
			name:   "lenient: missing commands",
			reason: "a program that leaves a command out waits a moment where the recorded one waited for it, and not otherwise",
			file:   []string{"> 1 A {}", "> 2 B {}", "* E {}", "< 1 {}", "< 2 {}", "> 3 C {}", "< 3 {}", "> 4 D {}", "* F {}", "< 4 {}"},
			opts:   []replay.OpenOption{replay.WithLenient()},
			steps:  []string{"> 1 A", "=", "+ 300ms", "= E 1", "> 2 D", "= F 2"},
		},
		{
			name:     "lenient: again",
			reason:   "a reply serves again; what was never recorded is an unknown method",
			file:     []string{`> 1 A {"x":1}`, "* E {}", "< 1 {}", "> 2 B {}", "< 2 {}"},
			opts:     []replay.OpenOption{replay.WithLenient()},
			steps:    []string{`> 1 A {"x":1}`, "= E 1", `> 2 A {"x":1}`, "= 2", `> 3 A {"x":2}`, "= !3", "> 4 B", "= 4", "> 5 Z", "= !5"},
			diverged: `command 4 (A {"x":2}) was not recorded`,
		},
		{
			name:   "lenient: next before earlier",
			reason: "of several polls the next one after where the program is answers, then one that was left out, then one that was used",
			file:   []string{"> 1 Poll {}", "! 1 {}", "> 2 X {}", "< 2 {}", "> 3 Poll {}", "< 3 {}"},
			opts:   []replay.OpenOption{replay.WithLenient()},
			steps:  []string{"> 1 X", "> 2 Poll", "= 1 2", "> 3 Poll", "= !3", "> 4 Poll", "= 4"},
		},
		{
			name:   "no reply",
			reason: "a command that was never answered is not answered",
			file:   []string{"> 1 A {}", "> 2 B {}", "< 2 {}"},
			steps:  []string{"> 1 A", "> 2 B", "= 2", "+ 1h", "="},
		},
		{
			name:   "lost",
			reason: "a stream that was lost is lost where it was",
			file:   []string{"> 1 A {}", "< 1 {}", "> 2 B {}", "* E {}", `{"op":"end","ms":1,"stream":1,"error":{"kind":"lost","op":"read","detail":"gone"}}`},
			steps:  []string{"> 1 A", "= 1", "> 2 B", "= E end"},
		},
		{
			name:   "too late",
			reason: "what is sent to a session or target that is gone is answered as Chrome does, and is no divergence",
			file: []string{
				`> 1 Target.attachToTarget {"targetId":"T"}`, `* Target.attachedToTarget {"sessionId":"S"}`, `< 1 {"sessionId":"S"}`,
				`> 2 Target.closeTarget {"targetId":"T"}`, "< 2 {}", `* Target.detachedFromTarget {"sessionId":"S"}`, `* Target.targetDestroyed {"targetId":"T"}`,
			},
			steps: []string{
				`> 1 Target.attachToTarget {"targetId":"T"}`, "= Target.attachedToTarget 1",
				`> 2 Target.closeTarget {"targetId":"T"}`, "= 2 Target.detachedFromTarget Target.targetDestroyed",
				`> 3 Target.closeTarget {"targetId":"T"}`, "> S: 4 A", "= !3 !4",
			},
		},
		{
			name:   "not too late",
			reason: "nobody waits for a recorded command to what was gone already",
			file: []string{
				`> 1 Target.closeTarget {"targetId":"T"}`, "< 1 {}", `* Target.targetDestroyed {"targetId":"T"}`,
				`> 2 Target.closeTarget {"targetId":"T"}`, `! 2 {"code":-32602,"message":"No target with given id found"}`, "* E {}",
			},
			steps: []string{`> 1 Target.closeTarget {"targetId":"T"}`, "= 1 Target.targetDestroyed E"},
		},
		{
			name:   "memory is freed at another time",
			reason: "programs free memory by the clock",
			file: []string{
				"> 1 A {}", "< 1 {}", `> 2 Runtime.releaseObjectGroup {"objectGroup":"console"}`, "< 2 {}", "> 3 B {}", "< 3 {}", "* E {}",
			},
			steps: []string{
				`> 1 Runtime.releaseObject {"objectId":"7"}`, "= 1", "> 2 A", "= 2", "> 3 B", "= 3 E",
				`> 4 Runtime.releaseObjectGroup {"objectGroup":"other"}`, "= 4",
			},
		},
		{
			name:   "memory freed early",
			reason: "what is freed by the clock says nothing of where the program is",
			file: []string{
				"> 1 A {}", "< 1 {}", "> 2 B {}", "* E {}", "< 2 {}", `> 3 Runtime.releaseObjectGroup {"objectGroup":"console"}`, "< 3 {}", "> 4 C {}", "< 4 {}",
			},
			steps: []string{
				"> 1 A", "= 1", `> 2 Runtime.releaseObjectGroup {"objectGroup":"console"}`, "= 2", "> 3 B", "= E 3", "> 4 C", "= 4",
			},
		},
		{
			name:   "closed by the program",
			reason: "what the program closed stays open until it closes it again",
			file: []string{"> 1 A {}", "< 1 {}", `{"op":"end","ms":1,"stream":1,"error":{"kind":"closed","op":"read","detail":"closed"}}`,
				`{"op":"close","ms":1,"stream":0}`, "* E {}"},
			steps: []string{"> 1 A", "= 1"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				file := test.file
				if !strings.Contains(strings.Join(file, ""), `"op":"close"`) {
					file = append(file, done)
				}
				p := play(t, script(t, file...), test.opts...)
				b := newBench(t, p)
				for _, step := range test.steps {
					verb, rest, _ := strings.Cut(step, " ")
					switch verb {
					case ">":
						b.send(rest)
					case "+":
						d, err := time.ParseDuration(rest)
						if err != nil {
							t.Fatal(err)
						}
						time.Sleep(d) // of the bubble
					case "=":
						if got := b.got(); got != rest {
							t.Errorf("read %q, want %q: %s", got, rest, test.reason)
						}
					default:
						t.Fatalf("no such step: %q", step)
					}
				}
				diverged := p.Diverged()
				switch {
				case test.diverged == "" && diverged != nil:
					t.Errorf("diverged: %v", diverged)
				case test.diverged != "" && (diverged == nil || !strings.Contains(diverged.Error(), test.diverged)):
					t.Errorf("diverged: %v, want %q", diverged, test.diverged)
				}
				checkEnd(t, p, diverged, strings.HasPrefix(test.name, "lenient"))
			})
		})
	}
}

// checkEnd closes the replay, which says whether it diverged unless it is
// lenient.
func checkEnd(t *testing.T, p replay.Player, diverged error, lenient bool) {
	t.Helper()
	want := diverged
	if lenient {
		want = nil
	}
	for range 2 {
		if err := p.Close(); err != want {
			t.Errorf("Close: %v, want %v", err, want)
		}
	}
	var last transport.Event
	for e := range p.Events() {
		last = e
	}
	if last.Kind != transport.Down || last.Err != want {
		t.Errorf("the last event is %+v, want Down with %v", last, want)
	}
	if want != nil {
		if _, ok := errors.AsType[*replay.DivergenceError](want); !ok {
			t.Errorf("%T is no *DivergenceError", want)
		}
	}
}
