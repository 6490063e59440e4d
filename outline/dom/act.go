package dom

import (
	"context"
	"time"

	"github.com/holdfast-go/holdfast/refs"
)

// The outcomes of [Reader.SetValue], beside those of a probe.
const (
	// InvalidValue: the control would not keep the value; SetValueResult.Expected
	// says what it takes. It is as it was.
	InvalidValue Outcome = "invalid_value"
	// NoOption: no option has that value or label (SetValueResult.Options lists
	// like ones).
	NoOption Outcome = "no_option"
	// OptionDisabled: the option cannot be chosen.
	OptionDisabled Outcome = "option_disabled"
	// Ambiguous: several options with different values have the label
	// (SetValueResult.Options).
	Ambiguous Outcome = "ambiguous"
	// NotMultiple: the list takes one choice only.
	NotMultiple Outcome = "not_multiple"
)

// SetValueRequest sets the value of a control that cannot be typed into: a
// list, a date, a colour, a range; or of a text field that did not keep what
// was typed.
type SetValueRequest struct {
	Target refs.Target
	URL    string // as in ProbeRequest
	// Value is the new value in the control's own form. For a list it is one
	// option's value or, when no option has it, its label.
	Value string
	// Values or Labels choose the options of a list and no others; nil for
	// none, and then Value counts. An empty, non-nil slice chooses nothing.
	Values, Labels []string
	Scroll         bool
	Relocate       bool
	Timeout        time.Duration
}

// SetValueResult is what the control holds now.
type SetValueResult struct {
	ProbeResult
	// Changed tells whether the control holds something else than before, and
	// so whether input and change were fired.
	Changed bool `json:"changed"`
	// Value is what the control really holds, which may be the nearest it can;
	// empty for a protected one.
	Value     string `json:"value"`
	Protected bool   `json:"protected"`
	// Truncated: the field takes no more (maxlength).
	Truncated bool `json:"truncated"`
	// Problem is the browser's own complaint about the value, if any (a date
	// before the earliest one).
	Problem string `json:"problem"`
	// Expected is the form of values, of InvalidValue.
	Expected string `json:"expected"`
	// Wanted is the value or label that an outcome is about.
	Wanted string `json:"wanted"`
	// Options are those that an outcome is about, at most 20, Count how many
	// the list has.
	Options []Option `json:"options"`
	Count   int      `json:"count"`
	// Selected are the options that are chosen now.
	Selected []Option `json:"selected"`
}

// Option is an option of a list.
type Option struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Disabled bool   `json:"disabled"`
}

func setValueArgs(r SetValueRequest) gateArgs {
	args := targetArgs(r.Target, r.URL)
	args.Scroll, args.Relocate, args.TimeoutMs = r.Scroll, r.Relocate, milliseconds(r.Timeout)
	args.Values, args.Labels = r.Values, r.Labels
	if r.Values == nil && r.Labels == nil {
		args.Value = &r.Value
	}
	return args
}

// setValue runs the gate and sets the value in the same task.
func (w *world) setValue(ctx context.Context, r SetValueRequest) (*SetValueResult, error) {
	args := setValueArgs(r)
	var reply objectReply[SetValueResult]
	if err := w.call(ctx, "setValue", args, &reply); err != nil {
		return nil, err
	}
	return reply.value("setValue")
}
