package dom

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/refs"
)

// The outcomes of [Reader.SelectText], beside those of a probe.
const (
	// NoText: the element does not say that (SelectTextResult.Selected has the
	// beginning of what it says).
	NoText Outcome = "no_text"
	// NoRange: the range reaches beyond the text (SelectTextResult.Length).
	NoRange Outcome = "no_range"
)

// SelectTextRequest asks for a selection within an element: of a text, of a
// range, or without both of all.
type SelectTextRequest struct {
	Target refs.Target
	URL    string // as in ProbeRequest
	Text   string
	// Start and End are code points of the element's text; End 0 is its end.
	Start, End int
	Timeout    time.Duration
}

// SelectTextResult is what is selected now.
type SelectTextResult struct {
	ProbeResult
	// Selected is the beginning of the selected text; empty for a protected
	// field.
	Selected  string `json:"selected"`
	Protected bool   `json:"protected"`
	// Occurrences is how often the element says the text.
	Occurrences int `json:"occurrences"`
	// Length is how many code points the text has, of NoRange.
	Length int `json:"length"`
}

type selectTextArgs struct {
	gateArgs
	Text  string `json:"text,omitempty"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// SelectText checks an element as a probe does and selects text of it.
func (r *Reader) SelectText(ctx context.Context, request SelectTextRequest) (*SelectTextResult, error) {
	args := selectTextArgs{gateArgs: targetArgs(request.Target, request.URL), Text: request.Text, Start: request.Start, End: request.End}
	args.Relocate, args.TimeoutMs = true, milliseconds(request.Timeout)
	result, _, err := perform[SelectTextResult](ctx, r, request.Target, request.URL, "selectText", args)
	return result, err
}

type numbered struct {
	Table string `json:"table"`
	ID    uint32 `json:"id"`
}

// Unselect takes away a selection of text that an element is part of. A press on
// it would begin a drag of that text.
func (r *Reader) Unselect(ctx context.Context, target refs.Target) error {
	in, known := r.find(target.Frame, target.Node.Table)
	if !known {
		return nil // the gate of what follows says so
	}
	var reply objectReply[struct{}]
	return r.worldOf(in).call(ctx, "unselect", numbered{target.Node.Table, target.Node.ID}, &reply)
}
