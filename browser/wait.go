package browser

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-go/holdfast/outline"
	"github.com/holdfast-go/holdfast/refs"
)

// UntilStable is for Wait only: the document is loaded, its content has stopped
// changing, and the network is quiet or has been busy for so long that it says
// nothing (heartbeats, long polls).
const UntilStable Until = "stable"

// Limits of [WaitRequest].
const (
	// DefaultWait is how long a wait lasts when nothing is said.
	DefaultWait = 10 * time.Second
	// MaxWait is the default of UntilStable, and the longest that the tools ask
	// for (the seed's limit). A program may ask for more.
	MaxWait = 30 * time.Second
)

// WaitState is what an element is waited for.
type WaitState string

// The states of an element.
const (
	// StateVisible: it is in the page and shown.
	StateVisible WaitState = "visible"
	// StateHidden: it is not shown, not in the page, or another thing now.
	StateHidden WaitState = "hidden"
	// StateEnabled: it is shown and not disabled.
	StateEnabled WaitState = "enabled"
)

// WaitRequest says what to wait for: exactly one of Time, Text, TextGone, Ref,
// URL and Until.
type WaitRequest struct {
	// Time waits for so long, whatever happens.
	Time time.Duration
	// Text waits until the text is shown anywhere in the page, in open shadow
	// roots and frames too (those of other origins as far as a snapshot has read
	// them); TextGone until it is not. Names, values and suggestions of fields
	// count. Case and white space do not matter.
	Text, TextGone string
	// Ref waits for an element; State says for what, by default StateVisible. A
	// ref that does not stand for anything any more is an error, except that
	// StateHidden is what an element that is gone has.
	Ref   refs.Ref
	State WaitState
	// URL waits until the page's address contains the text; * stands for any
	// characters.
	URL string
	// Until waits for UntilLoad or UntilStable.
	Until Until
	// Timeout is how long to wait at most; 0 is DefaultWait, for UntilStable
	// MaxWait.
	Timeout time.Duration
}

// WaitSignals are what was seen last while waiting; what has nothing to do with
// the condition is empty.
type WaitSignals struct {
	// ReadyState is loading, interactive or complete; "no answer" of a page that
	// was too busy to say.
	ReadyState string `json:"ready_state,omitempty"`
	// DOM is quiet or changing.
	DOM string `json:"dom,omitempty"`
	// Network is quiet, busy, or ignored: busy for longer than the grace period.
	Network string `json:"network,omitempty"`
	// Requests is how many requests are on their way; event streams and web
	// sockets do not count.
	Requests int `json:"requests,omitempty"`
	// Element is visible, hidden, disabled, gone, or another thing.
	Element string `json:"element,omitempty"`
}

// String tells the signals in a line.
func (s WaitSignals) String() string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	add("ready_state", s.ReadyState)
	add("dom", s.DOM)
	add("network", s.Network)
	if s.Requests > 0 {
		add("requests", fmt.Sprint(s.Requests))
	}
	add("element", s.Element)
	return strings.Join(parts, " ")
}

// WaitResult says how a wait ended. That the time was over is a result like any
// other, not an error.
type WaitResult struct {
	// For says what was waited for.
	For       string `json:"for"`
	Satisfied bool   `json:"satisfied"`
	// Found is the text that was waited for with some words around it, where it
	// is shown.
	Found   string      `json:"found,omitempty"`
	Signals WaitSignals `json:"signals,omitzero"`
	// Now is what is in the place of an element that is another thing now.
	Now   *Thing `json:"now,omitempty"`
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
	// ElapsedMS is how long it took, in milliseconds.
	ElapsedMS int64   `json:"elapsed_ms"`
	SinceLast []Event `json:"since_last,omitempty"`
}

// String tells the result to a model.
func (r *WaitResult) String() string {
	var b strings.Builder
	writeEvents(&b, r.SinceLast)
	b.WriteString("wait for ")
	b.WriteString(r.For)
	if r.Satisfied {
		fmt.Fprintf(&b, ": satisfied after %d ms", r.ElapsedMS)
	} else {
		fmt.Fprintf(&b, ": NOT satisfied within %d ms", r.ElapsedMS)
	}
	if s := r.Signals.String(); s != "" {
		b.WriteString("; ")
		b.WriteString(s)
	}
	if r.Found != "" {
		b.WriteString("; shown is ")
		b.WriteString(outline.Quote(r.Found))
	}
	if r.Now != nil {
		b.WriteString("; in its place is ")
		b.WriteString(r.Now.String())
	}
	if r.URL != "" {
		b.WriteString("\nat ")
		b.WriteString(outline.Address(r.URL))
	}
	return b.String()
}
