package replay

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-go/holdfast/transport"
)

// ErrLimit is what Recorder.Err is, for errors.Is, when a limit has cut the
// recording.
var ErrLimit = errors.New("replay: the recording is cut by its limit")

// DivergenceError is the first difference between a program and the recording
// it is played. Texts of params are as they were compared (members sorted,
// secrets replaced) and cut to the surroundings of the difference.
type DivergenceError struct {
	// Number counts the commands of the replay, over all streams and from 1;
	// it is 0 when a recorded command did not come.
	Number int
	// SessionID is that of the command; empty for the root of a stream.
	SessionID string
	// Method and Params are those of the command that was sent; empty when a
	// recorded command did not come.
	Method, Params string
	// Recorded is the number of the recorded command that was to come; 0 when
	// none is left in this session, or in a lenient replay.
	Recorded int
	// WantMethod and WantParams are those of the recorded command.
	WantMethod, WantParams string
}

// hint is the advice at the end of every divergence.
const hint = "record again if the change is meant; values that differ from run to run are for WithTokens or WithNormalise"

// Error says which command differs, how, and what to do.
func (e *DivergenceError) Error() string {
	var b strings.Builder
	b.WriteString("replay: ")
	switch {
	case e.Number == 0:
		fmt.Fprintf(&b, "recorded command %d (%s %s) did not come, and what was recorded after it is waited for",
			e.Recorded, e.WantMethod, e.WantParams)
	case e.Recorded == 0:
		fmt.Fprintf(&b, "command %d (%s %s) was not recorded", e.Number, e.Method, e.Params)
	case e.Method == e.WantMethod:
		fmt.Fprintf(&b, "command %d (%s) has the params %s, recorded were %s (command %d)",
			e.Number, e.Method, e.Params, e.WantParams, e.Recorded)
	default:
		fmt.Fprintf(&b, "command %d is %s %s, recorded was %s %s (command %d)",
			e.Number, e.Method, e.Params, e.WantMethod, e.WantParams, e.Recorded)
	}
	if e.SessionID != "" {
		b.WriteString(" in session " + e.SessionID)
	}
	b.WriteString("; " + hint)
	return b.String()
}

// failure is an error as it is written to the file.
type failure struct {
	Kind   transport.Kind `json:"kind,omitempty"`
	Op     string         `json:"op,omitempty"`
	Detail string         `json:"detail,omitempty"`
	Hint   string         `json:"hint,omitempty"`
	Cause  string         `json:"cause,omitempty"`
	// Context is "canceled" or "deadline" when the caller's context ended.
	Context string `json:"context,omitempty"`
}

const (
	contextCanceled = "canceled"
	contextDeadline = "deadline"
)

// newFailure returns nil for no error.
func newFailure(err error) *failure {
	if err == nil {
		return nil
	}
	f := &failure{}
	if te, ok := errors.AsType[*transport.Error](err); ok {
		f.Kind, f.Op, f.Detail, f.Hint = te.Kind, te.Op, te.Detail, te.Hint
		if te.Err != nil {
			f.Cause = te.Err.Error()
		}
	} else {
		f.Detail = err.Error()
	}
	switch {
	case errors.Is(err, context.Canceled):
		f.Context = contextCanceled
	case errors.Is(err, context.DeadlineExceeded):
		f.Context = contextDeadline
	}
	return f
}

// err returns what is left of the error: all of a *transport.Error but the type
// of its cause, the text of any other.
func (f *failure) err() error {
	if f == nil {
		return nil
	}
	e := &transport.Error{Kind: f.Kind, Op: f.Op, Detail: f.Detail, Hint: f.Hint}
	if e.Kind == "" {
		e.Kind = transport.KindRefused
	}
	switch {
	case f.Context == contextCanceled:
		e.Err = context.Canceled
	case f.Context == contextDeadline:
		e.Err = context.DeadlineExceeded
	case f.Cause != "":
		e.Err = errors.New(f.Cause)
	}
	return e
}

func invalid(op, detail string, cause error) error {
	return &transport.Error{Kind: transport.KindInvalid, Op: op, Detail: detail, Err: cause}
}

func closed(op, detail string) error {
	return &transport.Error{Kind: transport.KindClosed, Op: op, Detail: detail}
}
