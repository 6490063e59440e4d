package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-go/holdfast/agent/event"
	"github.com/holdfast-go/holdfast/internal/fakemodel"
)

// wire is a panel that is no page: it speaks the protocol.
type wire struct {
	b    *bench
	conn *websocket.Conn
	see  event.Timeline
	read int // messages
	all  bytes.Buffer
}

// dial connects as the panel's page does.
func (b *bench) dial(ctx context.Context) (*websocket.Conn, error) {
	c, _, err := websocket.Dial(ctx, b.base+socketPath, &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {b.base}}, Subprotocols: []string{protocol, tokenPrefix + b.web.token},
	})
	if err == nil {
		c.SetReadLimit(64 << 20)
	}
	return c, err
}

func (w *wire) connect(ctx context.Context) error {
	if w.conn != nil {
		return nil
	}
	c, err := w.b.dial(ctx)
	w.conn = c
	return err
}

// cut ends the connection without a word.
func (w *wire) cut() {
	if w.conn != nil {
		_ = w.conn.CloseNow() // that is what is tested
		w.conn = nil
	}
}

// arrived is a message from the server.
type arrived struct {
	Seq  *uint64         `json:"seq"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// next takes a message in.
func (w *wire) next(ctx context.Context) (arrived, error) {
	var m arrived
	if err := w.connect(ctx); err != nil {
		return m, err
	}
	_, text, err := w.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	w.read++
	w.all.Write(text)
	if err := json.Unmarshal(text, &m); err != nil || m.Seq == nil {
		return m, err
	}
	var e event.Event
	if err := json.Unmarshal(text, &e); err != nil {
		return m, err
	}
	return m, w.see.Apply(e)
}

// until takes messages in until something holds.
func (w *wire) until(ctx context.Context, what string, holds func(event.Snapshot) bool) (event.Snapshot, error) {
	for {
		if s := w.see.Snapshot(); w.see.Seq() > 0 && holds(s) {
			return s, nil
		}
		if _, err := w.next(ctx); err != nil {
			return event.Snapshot{}, fmt.Errorf("%s: %w", what, err)
		}
	}
}

// say says a request and returns its reply.
func (w *wire) say(ctx context.Context, id, kind string, data any) (reply, json.RawMessage, error) {
	var r struct {
		reply
		Result json.RawMessage `json:"result"`
	}
	if err := w.tell(ctx, id, kind, data); err != nil {
		return r.reply, nil, err
	}
	for {
		m, err := w.next(ctx)
		if err != nil {
			return r.reply, nil, err
		}
		if m.Type == noteReply {
			if err := json.Unmarshal(m.Data, &r); err != nil || r.ID == id {
				return r.reply, r.Result, err
			}
		}
	}
}

func (w *wire) tell(ctx context.Context, id, kind string, data any) error {
	if err := w.connect(ctx); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"id": id, "type": kind, "data": data})
	if err != nil {
		return err
	}
	return w.conn.Write(ctx, websocket.MessageText, text)
}

// must is say for what is carried out.
func (w *wire) must(id, kind string, data any) json.RawMessage {
	w.b.t.Helper()
	r, result, err := w.say(w.b.t.Context(), id, kind, data)
	if err != nil || r.Error != "" {
		w.b.t.Fatalf("%s: %v %s", kind, err, r.Error)
	}
	return result
}

func ended(s event.Snapshot) bool { return s.Run.State.Ended() }

// mostMessages is more than the run of TestCutAtEveryMessage has.
const mostMessages = 60

// One panel is never cut off. Another is after every message, and of the rest each
// is after another one, so that every message of a whole run is the last before a
// cut. In the end all see the same. The one that commands is cut off before each
// reply and says it again: everything is done once.
func TestCutAtEveryMessage(t *testing.T) {
	b := newBench(t, blank{},
		fakemodel.Say(planned),
		fakemodel.Call("webpage_open", fmt.Sprintf(`{"url":%q}`, blankURL)),
		fakemodel.Call("webpage_screenshot", `{}`),
		fakemodel.With(fakemodel.Reply{Thought: "It is empty.", Text: "There is nothing on the page.", Input: 500, Output: 20}),
		fakemodel.Say("DONE: the page is empty."),
	)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	panels := make([]*wire, mostMessages+2) // by the message after which it is cut; 0: never; the last: always
	final := make(chan struct{})
	var last uint64
	var work sync.WaitGroup
	joined := make(chan error, len(panels))
	for n := range panels {
		w := &wire{b: b}
		panels[n] = w
		work.Go(func() {
			defer w.cut()
			joined <- w.connect(ctx)
			for {
				select {
				case <-final:
					if w.see.Seq() >= last {
						return
					}
				default:
				}
				limited, done := context.WithTimeout(ctx, 20*time.Second)
				_, err := w.next(limited)
				done()
				if err != nil {
					t.Errorf("panel %d: %v", n, err)
					return
				}
				if n > 0 && (w.read == n || n == len(panels)-1) {
					w.cut()
				}
			}
		})
	}
	for range panels {
		if err := <-joined; err != nil {
			t.Fatal(err)
		}
	}

	commander := &wire{b: b}
	twice := func(id, kind string, data any) {
		t.Helper()
		if err := commander.tell(ctx, id, kind, data); err != nil {
			t.Fatal(err)
		}
		commander.cut()
		for range 2 {
			if r, _, err := commander.say(ctx, id, kind, data); err != nil || r.Error != "" {
				t.Fatalf("%s: %v %s", kind, err, r.Error)
			}
			commander.cut()
		}
	}
	twice("1", "send", event.Send{Text: "Look at the page"})
	s, err := commander.until(ctx, "the question", func(s event.Snapshot) bool { return len(s.Approvals) == 1 })
	if err != nil {
		t.Fatal(err)
	}
	twice("2", "approval", event.Answering{ID: s.Approvals[0].ID, Answer: event.Once})
	if s, err = commander.until(ctx, "the end", ended); err != nil {
		t.Fatal(err)
	}
	if s.Run.State != event.Done || b.model.Left() != 0 {
		t.Errorf("%+v, %d answers left", s.Run, b.model.Left())
	}
	last = b.engine.feed.Emit(event.Problem{Code: "TEST_ENDS"}).Seq
	close(final)
	b.engine.notes.tell(note{Type: "test_ends"}, false) // wakes those that have seen all
	work.Wait()
	if whole := panels[0].read; whole > mostMessages {
		t.Errorf("the run has %d messages, and only %d were the last before a cut", whole, mostMessages)
	}
	want := panels[0].see.Snapshot()
	users := 0
	for _, item := range want.Items {
		if _, ok := item.Content.(event.User); ok {
			users++
		}
	}
	if users != 1 || len(want.Items) < 6 {
		t.Errorf("the task was begun %d times; %d items", users, len(want.Items))
	}
	for n, w := range panels[1:] {
		if diff := cmp.Diff(want, w.see.Snapshot()); diff != "" {
			t.Fatalf("the panel that was cut off at message %d sees something else:\n%s", n+1, diff)
		}
	}
}

// Whoever is not the page of this server on this machine with the token gets
// nothing.
func TestWhoMayConnect(t *testing.T) {
	b := newBench(t, blank{})
	port := b.base[strings.LastIndex(b.base, ":"):]
	offer := protocol + ", " + tokenPrefix + b.web.token
	for _, c := range []struct {
		name, host, origin, offer string
		status                    int
	}{
		{"the page", "127.0.0.1" + port, b.base, offer, http.StatusSwitchingProtocols},
		{"under the other name", "localhost" + port, "http://localhost" + port, offer, http.StatusSwitchingProtocols},
		{"no token", "127.0.0.1" + port, b.base, protocol, http.StatusUnauthorized},
		{"another token", "127.0.0.1" + port, b.base, protocol + ", " + tokenPrefix + strings.Repeat("A", len(b.web.token)), http.StatusUnauthorized},
		{"a part of the token", "127.0.0.1" + port, b.base, offer[:len(offer)-1], http.StatusUnauthorized},
		{"a page of another site", "127.0.0.1" + port, "https://evil.test", offer, http.StatusForbidden},
		{"a page of another port", "127.0.0.1" + port, "http://127.0.0.1:1", offer, http.StatusForbidden},
		{"a page without a site", "127.0.0.1" + port, "null", offer, http.StatusForbidden},
		{"no page", "127.0.0.1" + port, "", offer, http.StatusForbidden},
		{"a name that was bent to this machine", "evil.test" + port, "http://evil.test" + port, offer, http.StatusForbidden},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.base+socketPath, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		r.Header = http.Header{
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="},
			"Sec-Websocket-Protocol": {c.offer},
		}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // ends the connection, too
		if answer.StatusCode != c.status {
			t.Errorf("%s: %s, want %d", c.name, answer.Status, c.status)
		}
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "example.com:80", "nonsense"} {
		if l, err := listen(address); err == nil {
			_ = l.Close() // it must not be there
			t.Errorf("the panel listens on %s", address)
		}
	}
}

// The page comes with its policy, for this machine only, in the language that is
// asked for.
func TestPage(t *testing.T) {
	b := newBench(t, blank{})
	get := func(path, host, language string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		r.Header.Set("Accept-Language", language)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}
	for header, want := range map[string]string{
		"": "en", "en-GB,en;q=0.9": "en", "zh-CN,zh;q=0.9,en;q=0.8": "zh", "fr-FR,zh-TW;q=0.5": "zh", "en;q=0.1, zh": "zh", "fr": "en", "; nonsense": "en",
	} {
		answer := get("/", "", header)
		text := new(bytes.Buffer)
		if _, err := text.ReadFrom(answer.Body); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), `<html lang="`+want+`">`) {
			t.Errorf("%q gives\n%.80s", header, text)
		}
		if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("the content policy is %q", policy)
		}
	}
	for path, want := range map[string]int{
		"/app.mjs": 200, "/base.css": 200, "/labels/zh": 200, "/main.go": 404, "/../main.go": 404, "/page": 404, "/nothing.mjs": 404, "/.mjs": 404,
	} {
		if got := get(path, "", "").StatusCode; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := get("/", "evil.test", "").StatusCode; got != http.StatusForbidden {
		t.Errorf("a page of another name: %d", got)
	}
}
