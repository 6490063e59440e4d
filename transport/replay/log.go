package replay

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// lineOverhead is what a line counts beside its message.
const lineOverhead = 64

// log writes a recording. Whoever adds to it does not wait: redacting and
// compressing take longer than the browser does. What waits to be written is
// bounded by the limit of the recording.
type log struct {
	*recordConfig
	out     io.Writer
	started time.Time
	wake    chan struct{}
	writer  sync.WaitGroup
	failed  error // the writer's own: the first failed write

	mu      sync.Mutex
	queue   []entry
	size    int64
	stopped bool  // nothing is taken any more
	closed  bool  // Close was called
	reason  error // why the recording is not whole
}

// entry is a line that is still to be written.
type entry struct {
	op      string
	at      time.Duration
	stream  int
	message []byte
	omitted int
	failure *failure
}

// newLog starts the writer, which close ends.
func newLog(out io.Writer, c *recordConfig, host string) *log {
	l := &log{recordConfig: c, out: out, started: time.Now(), wake: make(chan struct{}, 1)}
	l.writer.Go(func() { l.write(header{Format: formatName, Version: formatVersion, Host: host}) })
	return l
}

// message adds a message, which is copied.
func (l *log) message(op string, stream int, m []byte) {
	e := entry{op: op, stream: stream}
	if int64(len(m)) > l.messageLimit {
		e.message, e.omitted = skeleton(m), len(m)
	} else {
		e.message = bytes.Clone(m)
	}
	l.add(e)
}

// skeleton is a message without its content.
func skeleton(m []byte) []byte {
	e, err := wire.Parse(m)
	if err != nil {
		return []byte("{}")
	}
	var s struct {
		ID        *int64 `json:"id,omitempty"`
		Method    string `json:"method,omitempty"`
		SessionID string `json:"sessionId,omitempty"`
	}
	if e.HasID {
		s.ID = &e.ID
	}
	s.Method, s.SessionID = string(e.Method), string(e.SessionID)
	out, err := json.Marshal(s)
	if err != nil { // these types always have a JSON form
		return []byte("{}")
	}
	return out
}

// add queues an entry, unless the recording has been stopped.
func (l *log) add(e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped {
		return
	}
	e.at = time.Since(l.started)
	size := int64(len(e.message) + lineOverhead)
	if l.size+size > l.limit {
		l.stopped = true
		l.reason = fmt.Errorf("%w: %d bytes", ErrLimit, l.limit)
		e = entry{op: opStop, at: e.at, failure: &failure{
			Kind: transport.KindLost, Op: "read",
			Detail: fmt.Sprintf("the recording was stopped at its limit of %d bytes", l.limit),
			Hint:   "record again with a larger WithLimit",
		}}
	} else {
		l.size += size
		if e.omitted > 0 && l.reason == nil {
			l.reason = fmt.Errorf("%w: a message of %d bytes", ErrLimit, e.omitted)
		}
	}
	l.queue = append(l.queue, e)
	l.signal()
}

func (l *log) signal() {
	select {
	case l.wake <- struct{}{}:
	default: // the writer has been told
	}
}

// err returns why the recording is not whole.
func (l *log) err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reason
}

// close writes the end, waits for the writer, and returns the error of writing.
func (l *log) close() error {
	l.add(entry{op: opDone})
	l.mu.Lock()
	l.closed, l.stopped = true, true
	l.mu.Unlock()
	l.signal()
	l.writer.Wait()
	return l.failed
}

// take returns what is to be written, and whether nothing will follow.
func (l *log) take() (batch []entry, last bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	batch, l.queue = l.queue, nil
	return batch, l.closed
}

// write is the writer goroutine.
func (l *log) write(first header) {
	zip := gzip.NewWriter(l.out)
	line, err := json.Marshal(first)
	if err == nil {
		_, err = zip.Write(append(line, '\n'))
	}
	l.check(err)
	for {
		batch, last := l.take()
		for _, e := range batch {
			if l.failed == nil {
				_, err := zip.Write(l.encode(e))
				l.check(err)
			}
		}
		if last {
			l.check(zip.Close())
			return
		}
		// A crash of the program must not lose what the writer had time for. To
		// flush after each line makes a file a tenth larger (30,909 bytes gave
		// 8,406 in place of 7,655).
		if l.failed == nil {
			l.check(zip.Flush())
		}
		<-l.wake
	}
}

// check stops the recording at the first error.
func (l *log) check(err error) {
	if err == nil || l.failed != nil {
		return
	}
	l.failed = fmt.Errorf("replay: writing the recording: %w", err)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped, l.queue = true, nil
	l.reason = l.failed
}

// encode redacts the entry and makes it a line.
func (l *log) encode(e entry) []byte {
	b := make([]byte, 0, len(e.message)+lineOverhead)
	b = append(b, `{"op":"`...)
	b = append(b, e.op...)
	b = append(b, `","ms":`...)
	b = strconv.AppendInt(b, e.at.Milliseconds(), 10)
	if e.op != opStop && e.op != opDone {
		b = append(b, `,"stream":`...)
		b = strconv.AppendInt(b, int64(e.stream), 10)
	}
	if e.message != nil {
		m, isJSON := l.redact.message(e.message)
		if m == nil {
			e.omitted = len(e.message)
			m, isJSON = l.redact.json(skeleton(e.message)), true
		}
		if isJSON {
			b = append(b, `,"message":`...)
			b = append(b, m...)
		} else {
			b = append(b, `,"raw":"`...)
			b = base64.StdEncoding.AppendEncode(b, m)
			b = append(b, '"')
		}
	}
	if e.omitted > 0 {
		b = append(b, `,"omitted":`...)
		b = strconv.AppendInt(b, int64(e.omitted), 10)
	}
	if e.failure != nil {
		if text, err := json.Marshal(e.failure); err == nil { // strings always have a JSON form
			b = append(b, `,"error":`...)
			b = append(b, l.redact.json(text)...)
		}
	}
	return append(b, '}', '\n')
}
