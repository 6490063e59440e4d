package replay_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

// echo answers each command with its params as the result.
func echo(message []byte) [][]byte {
	e, err := wire.Parse(message)
	if err != nil {
		return nil
	}
	result := e.Params
	if result == nil {
		result = []byte("{}")
	}
	return [][]byte{[]byte(fmt.Sprintf(`{"id":%d,"result":%s}`, e.ID, result))}
}

// recordEcho records what work does with a host that echoes.
func recordEcho(t testing.TB, work func(*cdp.Session), opts ...replay.RecordOption) ([]byte, error) {
	t.Helper()
	var b bytes.Buffer
	rec, err := replay.Record(newFakeHost(echo), &b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, rec)
	work(conn.Session(""))
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), rec.Err()
}

func TestLimitStopsTheRecordingOnly(t *testing.T) {
	file, err := recordEcho(t, func(s *cdp.Session) {
		for i := range 100 {
			params := fmt.Sprintf(`{"i":%d,"text":"%s"}`, i, strings.Repeat("x", 100))
			if got := raw(t, s, "A", params); got != params {
				t.Fatalf("the host did not go on: %s", got)
			}
		}
	}, replay.WithLimit(10_000))
	if !errors.Is(err, replay.ErrLimit) {
		t.Errorf("the recording ended with %v, want ErrLimit", err)
	}
	if n := len(unzip(t, file)); n > 12_000 {
		t.Errorf("the recording has %d bytes", n)
	}
	p := play(t, file, replay.WithLimit(10_000))
	s := connect(t, p).Session("")
	for i := 0; ; i++ {
		err := s.Call(t.Context(), "A", []byte(fmt.Sprintf(`{"i":%d,"text":"%s"}`, i, strings.Repeat("x", 100))), nil)
		if err == nil {
			continue
		}
		if i < 5 {
			t.Errorf("it played %d commands only", i)
		}
		if !errors.Is(err, transport.ErrLost) || !strings.Contains(err.Error(), "limit of 10000 bytes") {
			t.Errorf("the replay ended with %v", err)
		}
		break
	}
	if err := p.Close(); err != nil {
		t.Errorf("a cut recording diverged: %v", err)
	}
}

func TestMessageLimitLeavesMessagesOut(t *testing.T) {
	long := `{"text":"` + strings.Repeat("x", 5000) + `"}`
	file, err := recordEcho(t, func(s *cdp.Session) {
		raw(t, s, "Long", long)
		raw(t, s, "Short", `{"a":1}`)
	}, replay.WithMessageLimit(1000))
	if !errors.Is(err, replay.ErrLimit) {
		t.Errorf("the recording ended with %v, want ErrLimit", err)
	}
	p := play(t, file)
	s := connect(t, p).Session("")
	err = s.Call(t.Context(), "Long", []byte(long), nil)
	if err == nil || !strings.Contains(err.Error(), "WithMessageLimit") {
		t.Errorf("the command whose reply was left out: %v", err)
	}
	if got := raw(t, s, "Short", `{"a":1}`); got != `{"a":1}` {
		t.Errorf("got %s", got)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestCutFileReplaysUpToTheCut(t *testing.T) {
	file, err := recordEcho(t, func(s *cdp.Session) {
		for i := range 2000 {
			raw(t, s, "A", fmt.Sprintf(`{"i":%d}`, i))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, keep := range []int{len(file) / 4, len(file) / 2, len(file) - 20, len(file) - 1} {
		p := play(t, file[:keep])
		s := connect(t, p).Session("")
		for i := 0; ; i++ {
			var got []byte
			err := s.Call(t.Context(), "A", []byte(fmt.Sprintf(`{"i":%d}`, i)), &got)
			if err == nil {
				continue
			}
			if !errors.Is(err, transport.ErrLost) || !strings.Contains(err.Error(), "cut") {
				// The last byte belongs to the checksum; nothing is missing then.
				if _, ok := errors.AsType[*cdp.Error](err); !ok || i < 2000 {
					t.Fatalf("cut at %d of %d bytes, command %d: %v", keep, len(file), i, err)
				}
			}
			if i < played {
				t.Errorf("cut at %d of %d bytes: %d commands, fewer than before", keep, len(file), i)
			}
			played = i
			break
		}
		_ = p.Close()
	}
	if played < 1900 {
		t.Errorf("the longest cut file played %d commands", played)
	}
}

// What a program has seen is in the file as soon as the writer had time for it,
// also if the program never closes the recorder.
func TestRecordingIsFlushed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b guarded
		rec, err := replay.Record(newFakeHost(echo), &b)
		if err != nil {
			t.Fatal(err)
		}
		conn := connect(t, rec)
		raw(t, conn.Session(""), "A", `{"a":1}`)
		synctest.Wait()
		crashed := b.bytes()
		p := play(t, crashed)
		played := connect(t, p)
		if got := raw(t, played.Session(""), "A", `{"a":1}`); got != `{"a":1}` {
			t.Errorf("got %s", got)
		}
		<-played.Done()
		if !errors.Is(played.Err(), transport.ErrLost) {
			t.Errorf("after the cut: %v", played.Err())
		}
		for _, err := range []error{played.Close(), p.Close(), conn.Close(), rec.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// guarded is a buffer for concurrent use.
type guarded struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

func (g *guarded) bytes() []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	return bytes.Clone(g.b.Bytes())
}

// broken is a full disk.
type broken struct{ left int }

var errFull = errors.New("no space left")

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFullDiskDoesNotHurtTheHost(t *testing.T) {
	rec, err := replay.Record(newFakeHost(echo), &broken{left: 10})
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, rec)
	for i := range 100 {
		raw(t, conn.Session(""), "A", fmt.Sprintf(`{"i":%d}`, i))
	}
	if err := rec.Close(); !errors.Is(err, errFull) {
		t.Errorf("Close: %v", err)
	}
	if err := rec.Err(); !errors.Is(err, errFull) {
		t.Errorf("Err: %v", err)
	}
}

func TestMessagesThatAreNotJSON(t *testing.T) {
	answer := func([]byte) [][]byte {
		return [][]byte{[]byte("not JSON, with my-password in it"), []byte("{\n \"id\" : 1 ,\r\n\"result\":{}}")}
	}
	var b bytes.Buffer
	rec, err := replay.Record(newFakeHost(answer), &b, replay.WithSecrets("my-password"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	exchange := func(s transport.Stream) string {
		if err := s.Write([]byte(`{"id":1,"method":"A"}`)); err != nil {
			t.Fatal(err)
		}
		first, err := s.Read()
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.Read()
		if err != nil {
			t.Fatal(err)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, second); err != nil {
			t.Fatal(err)
		}
		return string(first) + "|" + compact.String()
	}
	want := exchange(s)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	p := play(t, b.Bytes(), replay.WithSecrets("my-password"))
	s, err = p.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := exchange(s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	err = s.Write([]byte("{"))
	wantKind(t, err, transport.KindInvalid)
}

func TestHostEventsReplay(t *testing.T) {
	inner := newFakeHost(echo)
	var b bytes.Buffer
	rec, err := replay.Record(inner, &b)
	if err != nil {
		t.Fatal(err)
	}
	work := func(host transport.Host) []transport.Event {
		conn := connect(t, host)
		raw(t, conn.Session(""), "A", "{}")
		if host == transport.Host(rec) {
			inner.events <- transport.Event{Kind: transport.Takeover, Tab: transport.Tab{ID: "T", Opener: "O", URL: "u", Title: "t"}, Active: true, Lost: 3}
			inner.events <- transport.Event{Kind: transport.Reattached, Tab: transport.Tab{ID: "T"}}
			inner.events <- transport.Event{Kind: transport.Blocked, Withheld: transport.Withheld{What: "popup", URL: "u", Reason: "blocked", Rule: "r"}}
		}
		events := []transport.Event{<-host.Events(), <-host.Events(), <-host.Events()}
		raw(t, conn.Session(""), "B", "{}")
		return events
	}
	want := work(rec)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	p := play(t, b.Bytes())
	got := work(p)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("event %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestEventsThatNobodyReads(t *testing.T) {
	inner := newFakeHost(echo)
	rec, err := replay.Record(inner, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	const sent = 1000
	for range sent {
		inner.events <- transport.Event{Kind: transport.TabChanged}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	read, lost := 0, 0
	var last transport.Event
	for e := range rec.Events() {
		read, lost, last = read+1, lost+e.Lost, e
	}
	if last.Kind != transport.Down || read+lost != sent+1 {
		t.Errorf("read %d and lost %d of %d events and Down; the last is %v", read, lost, sent, last.Kind)
	}
}
