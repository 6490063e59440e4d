package cdp_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-go/holdfast/cdp"
	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
	"github.com/holdfast-go/holdfast/transport/chrome"
	"github.com/holdfast-go/holdfast/transport/endpoint"
)

// The most that a call may cost beside a bare exchange of the same bytes over
// the same kind of socket: with a browser, whose own time is most of it, and
// with a server in this process, which has next to none.
const (
	chromeLimit = 1.3
	fakeLimit   = 1.6
	allocLimit  = 12
	// fewest is the number of exchanges from which on the medians are judged.
	fewest = 200
)

// BenchmarkCall measures one Runtime.evaluate("1") through Session.Call and
// through a bare socket, by turns, so that what the machine does besides meets
// both. bare-ratio is the quotient of the medians.
func BenchmarkCall(b *testing.B) {
	b.Run("chrome", func(b *testing.B) {
		host := testbrowser.Launch(b, chrome.WithPort())
		tab := openTab(b, host)
		stream, err := host.Stream(b.Context(), tab)
		if err != nil {
			b.Fatal(err)
		}
		compare(b, stream, bare(b, "ws://"+host.Address()+"/devtools/page/"+string(tab)), chromeLimit)
	})
	b.Run("fake", func(b *testing.B) {
		socket := fakeServer(b)
		compare(b, dialPage(b, socket), bare(b, socket), fakeLimit)
	})
	b.Run("fake/allocations", func(b *testing.B) {
		conn := cdp.NewConn(dialPage(b, fakeServer(b)))
		defer func() { _ = conn.Close() }()
		b.ReportAllocs()
		for b.Loop() {
			evaluateOne(b, conn.Session(""))
		}
	})
}

// evaluateOne is the call that is measured.
func evaluateOne(b *testing.B, s *cdp.Session) {
	var reply struct {
		Result struct {
			Value int `json:"value"`
		} `json:"result"`
	}
	params := struct {
		Expression string `json:"expression"`
	}{"1"}
	if err := s.Call(b.Context(), "Runtime.evaluate", params, &reply); err != nil || reply.Result.Value != 1 {
		b.Fatalf("got %+v, %v", reply, err)
	}
}

// compare measures both by turns.
func compare(b *testing.B, stream transport.Stream, exchange func(id int64), limit float64) {
	conn := cdp.NewConn(stream)
	defer func() { _ = conn.Close() }()
	s := conn.Session("")
	var calls, bares []time.Duration
	var id int64
	for range 50 { // warm both
		id++
		evaluateOne(b, s)
		exchange(id)
	}
	for b.Loop() {
		id++
		begin := time.Now()
		evaluateOne(b, s)
		middle := time.Now()
		exchange(id)
		end := time.Now()
		calls, bares = append(calls, middle.Sub(begin)), append(bares, end.Sub(middle))
	}
	call, plain := median(calls), median(bares)
	ratio := float64(call) / float64(plain)
	b.ReportMetric(float64(call), "call-ns")
	b.ReportMetric(float64(plain), "bare-ns")
	b.ReportMetric(ratio, "bare-ratio")
	b.ReportMetric(0, "ns/op") // the sum of both says nothing
	if len(calls) >= fewest && ratio > limit {
		b.Errorf("a call costs %.2f of a bare exchange, more than %.1f", ratio, limit)
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// bare returns a function that sends the same bytes over a socket of its own
// and reads the answer.
func bare(b *testing.B, socket string) func(id int64) {
	conn, _, err := websocket.Dial(b.Context(), socket, &websocket.DialOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.CloseNow() })
	return func(id int64) {
		message := wire.AppendCommand(nil, id, "Runtime.evaluate", []byte(`{"expression":"1"}`), "")
		if err := conn.Write(b.Context(), websocket.MessageText, message); err != nil {
			b.Fatal(err)
		}
		if _, _, err := conn.Read(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// openTab opens a tab in the browser.
func openTab(b *testing.B, host transport.Host) transport.TabID {
	stream, err := host.Stream(b.Context(), "")
	if err != nil {
		b.Fatal(err)
	}
	conn := cdp.NewConn(stream)
	defer func() { _ = conn.Close() }()
	targets, err := cdp.NewTargets(b.Context(), conn)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = targets.Close() }()
	tab, err := targets.Open(b.Context(), transport.OpenTab{})
	if err != nil {
		b.Fatal(err)
	}
	return tab.ID
}

// dialPage opens a socket as transport/endpoint does it.
func dialPage(b *testing.B, socket string) transport.Stream {
	host, err := endpoint.Dial(b.Context(), socket)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = host.Close() })
	stream, err := host.Stream(b.Context(), "PAGE")
	if err != nil {
		b.Fatal(err)
	}
	return stream
}

// fakeServer answers every command as Chrome answers Runtime.evaluate("1"), with
// as little work as can be, and returns the address of its page.
func fakeServer(b *testing.B) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = conn.CloseNow() }()
		in, out := make([]byte, 4096), make([]byte, 0, 4096)
		for {
			_, reader, err := conn.Reader(context.Background())
			if err != nil {
				return
			}
			n, err := io.ReadFull(reader, in)
			if err != io.ErrUnexpectedEOF {
				return
			}
			e, err := wire.Parse(in[:n])
			if err != nil {
				return
			}
			out = strconv.AppendInt(append(out[:0], `{"id":`...), e.ID, 10)
			out = append(out, `,"result":{"result":{"type":"number","value":1,"description":"1"}}}`...)
			if conn.Write(context.Background(), websocket.MessageText, out) != nil {
				return
			}
		}
	}))
	b.Cleanup(server.Close)
	return "ws" + server.URL[len("http"):] + "/devtools/page/PAGE"
}

// instant is a stream that answers at once, without any work that is not the
// connection's own.
type instant struct {
	replies chan []byte
	closed  chan struct{}
	ready   [][]byte
	at      int
}

func (s *instant) Read() ([]byte, error) {
	select {
	case m := <-s.replies:
		return m, nil
	case <-s.closed:
		return nil, &transport.Error{Kind: transport.KindClosed, Op: "read"}
	}
}

func (s *instant) Write([]byte) error {
	s.replies <- s.ready[s.at]
	s.at++
	return nil
}

func (s *instant) Close() error {
	close(s.closed)
	return nil
}

// TestCallAllocations counts what one call allocates: encoding, envelope,
// bookkeeping and decoding.
func TestCallAllocations(t *testing.T) {
	const runs = 1000
	s := &instant{replies: make(chan []byte, 1), closed: make(chan struct{})}
	for id := range runs + 2 { // AllocsPerRun warms up once
		s.ready = append(s.ready, []byte(`{"id":`+strconv.Itoa(id+1)+`,"result":{"result":{"type":"number","value":1}}}`))
	}
	conn := cdp.NewConn(s)
	defer func() { _ = conn.Close() }()
	root := conn.Session("")
	ctx := t.Context()
	got := testing.AllocsPerRun(runs, func() {
		var reply struct {
			Result struct {
				Value int `json:"value"`
			} `json:"result"`
		}
		params := struct {
			Expression string `json:"expression"`
		}{"1"}
		if err := root.Call(ctx, "Runtime.evaluate", params, &reply); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("%.1f allocations", got)
	if got > allocLimit && !raceDetector {
		t.Errorf("one call allocates %.0f times, more than %d", got, allocLimit)
	}
}
