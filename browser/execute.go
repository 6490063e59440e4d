package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
)

// ExecuteRequest runs code of the caller's in the page, or sends one command of
// the protocol. Exactly one of Code and Method is set.
type ExecuteRequest struct {
	// Code is JavaScript, run in the page's own world as a person's would be in
	// the console: statements, await at the top level, the value of the last
	// expression. A return at the top level is taken, too. It counts as a user's
	// gesture.
	Code string
	// Method is a command of the DevTools protocol, of those that providers
	// allow: reading ones, navigation and reload. Params are its parameters.
	Method string
	Params json.RawMessage
	// Timeout is how long to wait for the value; 0 is 10 s. Code that runs on is
	// ended; what it has begun may still come.
	Timeout time.Duration
	// MaxChars is the most characters of JSON that come back, 0 for
	// DefaultExecuteChars.
	MaxChars int
}

// DefaultExecuteTimeout is how long code may take when the request does not say, and
// MaxExecuteTimeout the longest.
const (
	DefaultExecuteTimeout = 10 * time.Second
	MaxExecuteTimeout     = 10 * time.Minute
)

// DefaultExecuteChars is how many characters of JSON a value has at most when the
// request does not say, and MaxExecuteChars the most that it may say.
const (
	DefaultExecuteChars = 10_000
	MaxExecuteChars     = 1_000_000
)

// ExecuteState says what came of code.
type ExecuteState string

// The states.
const (
	// ExecuteValue: Value is what the code gave.
	ExecuteValue ExecuteState = "value"
	// ExecuteNone: the code ended without a value (undefined).
	ExecuteNone ExecuteState = "no value"
	// ExecuteUnreturnable: the code ended, and its value cannot leave the page.
	// Reason says why and Advice what to do.
	ExecuteUnreturnable ExecuteState = "unreturnable"
)

// ExecuteResult is what came of code or of a command.
type ExecuteResult struct {
	State ExecuteState    `json:"state"`
	Value json.RawMessage `json:"value,omitempty"`
	// Text is the beginning of a value with more than MaxChars characters of
	// JSON, which Chars counts; Value is empty then.
	Text  string `json:"text,omitempty"`
	Chars int    `json:"chars,omitempty"`
	// Reason is why there is no value: node, function, functions (it holds nothing
	// else), symbol, cycle, depth, window, promise, opaque (its data are behind getters), getter (one threw),
	// too_large, navigated.
	Reason string `json:"reason,omitempty"`
	// What describes a value that cannot be returned, and Path where in it the
	// trouble is.
	What string `json:"what,omitempty"`
	Path string `json:"path,omitempty"`
	// Advice says how to get what was wanted.
	Advice string `json:"advice,omitempty"`
	// Receipt tells what else came of it.
	Receipt
}

// String tells the result to a model.
func (r *ExecuteResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	switch r.State {
	case ExecuteValue:
		if r.Text != "" {
			fmt.Fprintf(&b, "value, the first %d of %d characters: %s", len([]rune(r.Text)), r.Chars, outline.Clean(r.Text))
		} else {
			fmt.Fprintf(&b, "value: %s", outline.Clean(string(r.Value)))
		}
	case ExecuteNone:
		b.WriteString("no value: the code ended with undefined")
	default:
		b.WriteString("the value cannot be returned: ")
		if r.Path != "" && r.Path != "value" {
			b.WriteString(outline.Clean(r.Path) + " is ")
		} else {
			b.WriteString("it is ")
		}
		b.WriteString(outline.Clean(r.What))
	}
	if r.Advice != "" {
		b.WriteString("\n" + r.Advice)
	}
	// The rest is the receipt without its first line.
	rest := r.Receipt
	rest.SinceLast = nil
	if _, more, ok := strings.Cut(rest.String(), "\n"); ok {
		b.WriteString("\n" + more)
	}
	return b.String()
}
