package replay_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/replay"
)

func TestMain(m *testing.M) { testbrowser.Main(m) }

// patience bounds the waits of the tests.
const patience = 20 * time.Second

// site serves one small page.
func site(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Set-Cookie", "sid=cookie-value-7731")
		_, _ = io.WriteString(w, `<!doctype html><title>Orders</title><h1>Orders</h1>
<input id=name><button onclick="console.log('paid', document.getElementById('name').value)">Pay</button>`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// unzip returns the lines of a recording.
func unzip(t testing.TB, file []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// zip makes a recording of lines; those after the header need no op done.
func zip(t testing.TB, lines ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, strings.Join(lines, "\n")+"\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// script is a recording of one browser stream, in a short form: each step is
// "> id method params" (a command), "< id result" (its reply), "! id error" or
// "* method params" (an event); a session may stand before it as "S1: ".
func script(t testing.TB, steps ...string) []byte {
	t.Helper()
	lines := []string{
		`{"format":"holdfast-replay","version":1,"host":"browser"}`,
		`{"op":"send","ms":0,"stream":0,"message":{"id":1,"method":"Host.stream","params":{"tab":""}}}`,
		`{"op":"receive","ms":0,"stream":0,"message":{"id":1,"result":{"stream":1}}}`,
	}
	for _, step := range steps {
		session := ""
		if before, after, ok := strings.Cut(step, ": "); ok && !strings.ContainsAny(before, " {") {
			session, step = `,"sessionId":"`+before+`"`, after
		}
		if strings.HasPrefix(step, "{") {
			lines = append(lines, step)
			continue
		}
		f := strings.SplitN(step, " ", 4)
		op, message := "receive", ""
		switch f[0] {
		case ">":
			op = "send"
			message = `{"id":` + f[1] + `,"method":"` + f[2] + `"`
			if len(f) > 3 {
				message += `,"params":` + f[3]
			}
		case "<":
			message = `{"id":` + f[1] + `,"result":` + strings.Join(f[2:], " ")
		case "!":
			message = `{"id":` + f[1] + `,"error":` + strings.Join(f[2:], " ")
		case "*":
			message = `{"method":"` + f[1] + `","params":` + strings.Join(f[2:], " ")
		default:
			t.Fatalf("no such step: %q", step)
		}
		lines = append(lines, `{"op":"`+op+`","ms":0,"stream":1,"message":`+message+session+`}}`)
	}
	return zip(t, lines...)
}

// done is the line at the end of a whole recording.
const done = `{"op":"done","ms":0}`

// play opens a recording.
func play(t testing.TB, file []byte, opts ...replay.OpenOption) replay.Player {
	t.Helper()
	p, err := replay.Open(bytes.NewReader(file), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// connect opens the browser's stream and a connection over it.
func connect(t testing.TB, host transport.Host) *cdp.Conn {
	t.Helper()
	s, err := host.Stream(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	conn := cdp.NewConn(s, cdp.WithCallTimeout(patience))
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// raw runs a command and returns its raw result.
func raw(t testing.TB, s *cdp.Session, method, params string) string {
	t.Helper()
	var out []byte
	if err := s.Call(t.Context(), method, []byte(params), &out); err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// next returns the next event of a listener.
func next(t testing.TB, l *cdp.Listener) cdp.Event {
	t.Helper()
	select {
	case e, ok := <-l.C():
		if !ok {
			t.Fatal("the connection ended before the event came")
		}
		return e
	case <-time.After(patience):
		t.Fatal("no event")
	}
	panic("unreachable")
}

// wantKind checks the kind of a transport error.
func wantKind(t testing.TB, err error, want transport.Kind) {
	t.Helper()
	te, ok := errors.AsType[*transport.Error](err)
	if !ok || te.Kind != want {
		t.Errorf("got the error %v, want one of kind %q", err, want)
	}
}

// object encodes params.
func object(t testing.TB, v map[string]any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
