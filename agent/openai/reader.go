package openai

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// event is a server-sent event.
type event struct {
	name string
	data []byte
}

// reader reads server-sent events as the specification has it: lines end with
// LF, CR LF or CR, a byte order mark may come first, several data lines are
// joined, comments and unknown fields are skipped. An unfinished last line does
// not count; an event whose lines are whole counts at the end of the stream
// also without its blank line.
type reader struct {
	source io.Reader
	buffer []byte
	unread []byte // of buffer
	first  bool   // no line was read yet
	skipLF bool   // the last line ended with CR; an LF right behind belongs to it
	failed error
	// stray is the beginning of what is neither field nor comment.
	stray []byte
}

// mark is the byte order mark.
const mark = "\ufeff"

// mostEvent bounds one event, in bytes: a screenful of arguments is far below,
// and a server that never ends a line must not fill the memory.
const mostEvent = 32 << 20

// mostStray is how much of a body that is no event stream is kept to be quoted.
const mostStray = 512

var errTooLong = errors.New("an event of the stream is longer than 32 MiB")

func newReader(source io.Reader) *reader {
	return &reader{source: source, buffer: make([]byte, 16<<10), first: true}
}

// next returns the next event that has data. At the end it returns io.EOF or
// what broke the stream.
func (r *reader) next() (event, error) {
	var e event
	some := false
	for {
		line, err := r.line(mostEvent - len(e.data))
		if err != nil {
			if some && len(e.data) > 0 && !errors.Is(err, errTooLong) {
				return e, nil
			}
			return event{}, err
		}
		if len(line) == 0 {
			if len(e.data) > 0 {
				return e, nil
			}
			e, some = event{}, false
			continue
		}
		field, value, colon := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "data":
			if some {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, value...)
			some = true
		case "event":
			e.name = string(value)
		case "", "id", "retry":
			if !colon {
				r.keep(line)
			}
		default:
			r.keep(line)
		}
	}
}

func (r *reader) keep(line []byte) {
	for _, begin := range []string{"data", "event", ":"} {
		if len(line) == 0 || bytes.HasPrefix(line, []byte(begin)) || strings.HasPrefix(begin, string(line)) {
			return // a field that was cut
		}
	}
	if room := mostStray - len(r.stray); room > 0 {
		r.stray = append(r.stray, line[:min(len(line), room)]...)
		r.stray = append(r.stray, '\n')
	}
}

// line returns the next whole line without its end. It is the caller's.
func (r *reader) line(most int) ([]byte, error) {
	var line []byte
	for {
		if len(r.unread) == 0 {
			if r.failed == nil {
				var n int
				n, r.failed = r.source.Read(r.buffer)
				r.unread = r.buffer[:n]
				continue
			}
			r.keep(bytes.TrimPrefix(line, []byte(mark))) // a body that is no event stream may have no line end
			return nil, r.failed
		}
		if r.skipLF {
			r.skipLF = false
			if r.unread[0] == '\n' {
				r.unread = r.unread[1:]
				continue
			}
		}
		end := bytes.IndexAny(r.unread, "\r\n")
		if end < 0 {
			line = append(line, r.unread...)
			r.unread = nil
		} else {
			line = append(line, r.unread[:end]...)
			r.skipLF = r.unread[end] == '\r'
			r.unread = r.unread[end+1:]
		}
		if len(line) > most {
			r.failed = errTooLong
			return nil, errTooLong
		}
		if end >= 0 {
			if r.first {
				r.first = false
				line = bytes.TrimPrefix(line, []byte(mark))
			}
			return line, nil
		}
	}
}
