package crowd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-go/holdfast/transport"
)

// Ids and names of the recording.
const (
	tabID     = "A1C46F33E5AACB854DC6EF555DF54000"
	sessionID = "DD725F6D9655DB963A7431833967C6BB"
	otherTab  = "2F667C7212FA7033FBDCA61384B9949F"
	worldName = "w9e3a0690e3b380af"
)

// recording is of a tab that is opened, two rounds, and its closing. The second
// command of a round was written before the first was answered.
var recording = []string{
	`{"format":"holdfast-replay","version":1,"host":"browser"}`,
	send(`{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}`),
	receive(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"` + otherTab + `"}}}`),
	receive(`{"id":1,"result":{}}`),
	send(`{"id":2,"method":"Target.createTarget","params":{"url":"about:blank","background":true}}`),
	receive(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"` + tabID + `"}}}`),
	receive(`{"id":2,"result":{"targetId":"` + tabID + `"}}`),
	receive(`{"method":"Target.targetInfoChanged","params":{"targetInfo":{"targetId":"` + otherTab + `","title":"x"}}}`),
	send(`{"id":3,"method":"Target.attachToTarget","params":{"targetId":"` + tabID + `"}}`),
	receive(`{"id":3,"result":{"sessionId":"` + sessionID + `"}}`),
	send(`{"id":4,"method":"Page.world","params":{"worldName":"` + worldName + `"},"sessionId":"` + sessionID + `"}`),
	receive(`{"method":"Runtime.made","params":{"name":"` + worldName + `","frameId":"` + tabID + `"},"sessionId":"` + sessionID + `"}`),
	receive(`{"id":4,"result":{},"sessionId":"` + sessionID + `"}`),
	send(`{"id":5,"method":"Target.getTargets"}`),
	receive(`{"id":5,"result":{"targetInfos":[]}}`),
	send(`{"id":6,"method":"Runtime.first","params":{"n":1},"sessionId":"` + sessionID + `"}`),
	send(`{"id":7,"method":"Runtime.second","sessionId":"` + sessionID + `"}`),
	receive(`{"id":6,"result":{"round":1},"sessionId":"` + sessionID + `"}`),
	receive(`{"method":"Page.between","params":{},"sessionId":"` + sessionID + `"}`),
	receive(`{"id":7,"error":{"code":-1,"message":"no"},"sessionId":"` + sessionID + `"}`),
	send(`{"id":8,"method":"Runtime.releaseObject","params":{"objectId":"1"},"sessionId":"` + sessionID + `"}`),
	send(`{"id":9,"method":"Target.getTargets"}`),
	receive(`{"id":8,"result":{},"sessionId":"` + sessionID + `"}`),
	receive(`{"id":9,"result":{"targetInfos":[]}}`),
	send(`{"id":10,"method":"Runtime.first","params":{"n":2},"sessionId":"` + sessionID + `"}`),
	receive(`{"id":10,"result":{"round":2},"sessionId":"` + sessionID + `"}`),
	send(`{"id":11,"method":"Target.getTargets"}`),
	receive(`{"id":11,"result":{"targetInfos":[]}}`),
	send(`{"id":12,"method":"Target.closeTarget","params":{"targetId":"` + tabID + `"}}`),
	receive(`{"method":"Target.targetDestroyed","params":{"targetId":"` + tabID + `"}}`),
	receive(`{"id":12,"result":{"success":true}}`),
	`{"op":"close","ms":9,"stream":1}`,
	`{"op":"done","ms":9}`,
}

func send(message string) string { return `{"op":"send","ms":1,"stream":1,"message":` + message + `}` }
func receive(message string) string {
	return `{"op":"receive","ms":1,"stream":1,"message":` + message + `}`
}

// zip makes a file of lines.
func zip(t *testing.T, lines []string) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// peer speaks to a host as a program would.
type peer struct {
	t    *testing.T
	host *Host
	s    transport.Stream
	id   int64
}

func connect(t *testing.T, delay time.Duration) *peer {
	t.Helper()
	script, err := Load(zip(t, recording))
	if err != nil {
		t.Fatal(err)
	}
	if script.Rounds() != 2 {
		t.Fatalf("there are %d rounds", script.Rounds())
	}
	p := &peer{t: t, host: New(script, delay)}
	if p.s, err = p.host.Stream(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	return p
}

// say sends a command and returns its id.
func (p *peer) say(session, method, params string) int64 {
	p.t.Helper()
	p.id++
	m := fmt.Sprintf(`{"id":%d,"method":%q`, p.id, method)
	if params != "" {
		m += `,"params":` + params
	}
	if session != "" {
		m += `,"sessionId":"` + session + `"`
	}
	if err := p.s.Write([]byte(m + "}")); err != nil {
		p.t.Fatalf("%s: %v, %v", method, err, p.host.Err())
	}
	return p.id
}

// hear checks the next messages; ID stands for the id of the last command.
func (p *peer) hear(want ...string) {
	p.t.Helper()
	for _, w := range want {
		got, err := p.s.Read()
		if err != nil {
			p.t.Fatal(err)
		}
		if w = strings.ReplaceAll(w, "ID", fmt.Sprint(p.id)); string(got) != w || !json.Valid(got) {
			p.t.Errorf("heard\n%s, want\n%s", got, w)
		}
	}
}

// of is an id as the copy of that number has it.
func of(id string, n int) string { return id[:stemDigits] + fmt.Sprintf("%08X", n) }

// begin opens the connection.
func (p *peer) begin() {
	p.t.Helper()
	p.say("", "Target.setDiscoverTargets", `{"discover":true}`)
	p.hear(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"`+of(otherTab, 0)+`"}}}`, `{"id":ID,"result":{}}`)
}

// open opens copy n, whose world has that name.
func (p *peer) open(n int, name string) {
	p.t.Helper()
	tab, session := of(tabID, n), of(sessionID, n)
	p.say("", "Target.createTarget", `{"background":true,"url":"about:blank"}`) // another order of members
	p.hear(`{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"`+tab+`"}}}`, `{"id":ID,"result":{"targetId":"`+tab+`"}}`)
	p.say("", "Target.attachToTarget", `{"targetId":"`+tab+`"}`)
	p.hear(`{"id":ID,"result":{"sessionId":"` + session + `"}}`)
	p.say(session, "Page.world", `{"worldName":"`+name+`"}`)
	p.hear(`{"method":"Runtime.made","params":{"name":"`+name+`","frameId":"`+tab+`"},"sessionId":"`+session+`"}`,
		`{"id":ID,"result":{},"sessionId":"`+session+`"}`)
}

func TestCopies(t *testing.T) {
	p := connect(t, 0)
	p.begin()
	names := []string{"", "w0000000000000001", "w0000000000000002"}
	for n := 1; n <= 2; n++ {
		p.open(n, names[n])
	}
	for n := 1; n <= 2; n++ {
		session := of(sessionID, n)
		first := p.say(session, "Runtime.first", `{"n":1}`)
		if n == 2 { // it waits for the second, as recorded
			p.say(session, "Runtime.releaseObject", `{"objectId":"7"}`)
			p.hear(`{"id":ID,"result":{},"sessionId":"` + session + `"}`)
		}
		p.say(session, "Runtime.second", "")
		p.hear(fmt.Sprintf(`{"id":%d,"result":{"round":1},"sessionId":"%s"}`, first, session),
			`{"method":"Page.between","params":{},"sessionId":"`+session+`"}`,
			`{"id":ID,"error":{"code":-1,"message":"no"},"sessionId":"`+session+`"}`)
		for range 3 { // the last round for ever
			p.say(session, "Runtime.first", `{"n":2}`)
			p.hear(`{"id":ID,"result":{"round":2},"sessionId":"` + session + `"}`)
		}
	}
	p.say("", "Target.getTargets", "")
	p.hear(`{"id":ID,"result":{"targetInfos":[]}}`)
	p.say("", "Target.closeTarget", `{"targetId":"`+of(tabID, 1)+`"}`)
	p.hear(`{"method":"Target.targetDestroyed","params":{"targetId":"`+of(tabID, 1)+`"}}`, `{"id":ID,"result":{"success":true}}`)
	if err := p.host.Close(); err != nil {
		t.Error(err)
	}
	if _, err := p.s.Read(); !errors.Is(err, transport.ErrClosed) {
		t.Errorf("reading after the end: %v", err)
	}
	if e := <-p.host.Events(); e.Kind != transport.Down || e.Err != nil {
		t.Errorf("the last event is %+v", e)
	}
}

// A command that overtakes another one is answered, and so is the one that was
// overtaken, when it comes.
func TestOvertaking(t *testing.T) {
	p := connect(t, 0)
	p.begin()
	p.open(1, worldName)
	session := of(sessionID, 1)
	p.say(session, "Runtime.second", "")
	p.hear(`{"method":"Page.between","params":{},"sessionId":"`+session+`"}`,
		`{"id":ID,"error":{"code":-1,"message":"no"},"sessionId":"`+session+`"}`)
	p.say(session, "Runtime.first", `{"n":1}`)
	p.hear(`{"id":ID,"result":{"round":1},"sessionId":"` + session + `"}`)
	p.say(session, "Runtime.first", `{"n":2}`)
	p.hear(`{"id":ID,"result":{"round":2},"sessionId":"` + session + `"}`)
}

func TestDivergence(t *testing.T) {
	for _, tc := range []struct{ name, session, method, params, want string }{
		{"another method", of(sessionID, 1), "Runtime.third", `{"n":1}`, "Runtime.third"},
		{"other params", of(sessionID, 1), "Runtime.first", `{"n":3}`, `{"n":1}`},
		{"longer params", of(sessionID, 1), "Runtime.first", `{"n":11}`, `{"n":1}`},
		{"on the connection", "", "Runtime.first", `{"n":1}`, "after the end"},
		{"a tab that is not there", of(sessionID, 9), "Runtime.first", `{"n":1}`, "page 9"},
		{"no session of ours", "S", "Runtime.first", `{"n":1}`, "page 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := connect(t, 0)
			p.begin()
			p.open(1, worldName)
			m := fmt.Sprintf(`{"id":99,"method":%q,"params":%s`, tc.method, tc.params)
			if tc.session != "" {
				m += `,"sessionId":"` + tc.session + `"`
			}
			err := p.s.Write([]byte(m + "}"))
			var d *DivergenceError
			if !errors.Is(err, transport.ErrClosed) || !errors.As(p.host.Err(), &d) || !strings.Contains(d.Error(), tc.want) {
				t.Errorf("writing gave %v, the host has %v, want %q in it", err, p.host.Err(), tc.want)
			}
			if e := <-p.host.Events(); e.Kind != transport.Down || !errors.As(e.Err, &d) {
				t.Errorf("the last event is %+v", e)
			}
			if _, err := p.s.Read(); !errors.Is(err, transport.ErrClosed) {
				t.Errorf("reading after the end: %v", err)
			}
		})
	}
}

// What a browser takes time for comes later, in order.
func TestDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const delay = 30 * time.Millisecond
		p := connect(t, delay)
		began := time.Now()
		p.begin()
		if took := time.Since(began); took != delay {
			t.Errorf("it took %v", took)
		}
		var reading sync.WaitGroup
		reading.Go(func() {
			if _, err := p.s.Read(); !errors.Is(err, transport.ErrClosed) {
				t.Errorf("reading was ended by %v", err)
			}
		})
		synctest.Wait()
		if err := p.s.Close(); err != nil {
			t.Error(err)
		}
		reading.Wait()
		if _, err := p.host.Stream(t.Context(), ""); !errors.Is(err, transport.ErrClosed) {
			t.Errorf("a stream after the end: %v", err)
		}
	})
}

func TestOneStream(t *testing.T) {
	p := connect(t, 0)
	for _, tab := range []transport.TabID{"", "T"} {
		if _, err := p.host.Stream(t.Context(), tab); !errors.Is(err, transport.ErrUnsupported) {
			t.Errorf("stream %q: %v", tab, err)
		}
	}
	for _, wrong := range []string{"", "{}", `{"id":1}`, `[1]`} {
		if err := p.s.Write([]byte(wrong)); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	whole := func(line string) bool {
		return !strings.Contains(line, "getTargets") && !strings.Contains(line, "targetInfos")
	}
	var roundless []string
	for _, line := range recording {
		if whole(line) {
			roundless = append(roundless, line)
		}
	}
	twice := append(recording[:6:6], recording[4:]...)
	early := append(recording[:17:17], append([]string{send(`{"id":55,"method":"Target.getTargets"}`)}, recording[17:]...)...)
	for _, tc := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no closing", recording[:len(recording)-5], "does not close"},
		{"no round", roundless, "no round"},
		{"two tabs", twice, "a second tab"},
		{"a round that begins too early", early, "before the end of the one before"},
		{"not JSON", []string{recording[0], "x"}, "line 2"},
	} {
		if _, err := Load(zip(t, tc.lines)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
	if _, err := Load(strings.NewReader("x")); err == nil {
		t.Error("what is not zipped was taken")
	}
}
