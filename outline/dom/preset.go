package dom

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-go/holdfast/refs"
)

// PresetRequest asks for a value of a list, a range or a date through the
// keyboard: as [SetValueRequest], whose events no page can trust.
type PresetRequest struct {
	SetValueRequest
	// Parts are what [Reader.DateParts] gave, nil when it was not asked.
	Parts []string
}

// PresetResult says what gives the control the value. Exactly one of Same,
// Script, Keys, Toggle and NeedParts is set when Outcome is OK.
type PresetResult struct {
	ProbeResult
	// Same: it holds the value already.
	Same bool `json:"same"`
	// Keys are to be pressed, within three seconds: the control has the focus
	// and was made ready for them, so that the last one brings it to the value.
	Keys []string `json:"keys"`
	// Toggle are the options of a list to be clicked with Control held.
	Toggle []ListOption `json:"toggle"`
	// NeedParts: it is a date, and DateParts are needed.
	NeedParts bool `json:"needParts"`
	// Script: only a script can do it ([Reader.SetValue]).
	Script bool `json:"script"`
	// Value is what the control should hold in the end: for a range the nearest
	// it can, for a list the value of the option.
	Value string `json:"value"`
	// Expected, Wanted, Options and Count are those of SetValueResult.
	Expected string   `json:"expected"`
	Wanted   string   `json:"wanted"`
	Options  []Option `json:"options"`
	Count    int      `json:"count"`
}

// ListOption is an option that is on the page.
type ListOption struct {
	Thing
	Identity uint64 `json:"identity"`
}

type presetArgs struct {
	gateArgs
	Parts []string `json:"parts,omitempty"`
}

// Preset checks a control as a probe does and makes it ready for the keys, or
// says what else gives it the value.
func (r *Reader) Preset(ctx context.Context, q PresetRequest) (*PresetResult, error) {
	args := presetArgs{gateArgs: setValueArgs(q.SetValueRequest), Parts: q.Parts}
	result, _, err := perform[PresetResult](ctx, r, q.Target, q.URL, "preset", args)
	return result, err
}

// DateParts returns the parts of a date's field that the keyboard can get to,
// in their order, which depends on the language: day, month, year, week, hour,
// minute, second, millisecond, ampm.
func (r *Reader) DateParts(ctx context.Context, target refs.Target) ([]string, error) {
	var parts []string
	err := r.withField(ctx, target, func(w *world, objectID string) error {
		var reply struct {
			Node innerNode `json:"node"`
		}
		err := w.caller.Call(ctx, "DOM.describeNode", describeParams{ObjectID: objectID, Depth: -1, Pierce: true}, &reply)
		if err == nil {
			parts = reply.Node.parts(nil)
		}
		return err
	})
	return parts, err
}

type describeParams struct {
	ObjectID string `json:"objectId"`
	Depth    int    `json:"depth"`
	Pierce   bool   `json:"pierce"`
}

// innerNode is a node of the browser's own shadow trees.
type innerNode struct {
	Attributes  []string    `json:"attributes"`
	Children    []innerNode `json:"children"`
	ShadowRoots []innerNode `json:"shadowRoots"`
}

func (n *innerNode) parts(found []string) []string {
	for i := 0; i+1 < len(n.Attributes); i += 2 {
		if n.Attributes[i] != "pseudo" {
			continue
		}
		name, ok := strings.CutPrefix(n.Attributes[i+1], "-webkit-datetime-edit-")
		name, isField := strings.CutSuffix(name, "-field")
		if ok && isField && !slices.Contains(n.Attributes, "disabled") {
			found = append(found, name)
		}
	}
	for _, list := range [][]innerNode{n.ShadowRoots, n.Children} {
		for i := range list {
			found = list[i].parts(found)
		}
	}
	return found
}

// withField lends an element's field as an object of its world.
func (r *Reader) withField(ctx context.Context, target refs.Target, use func(w *world, objectID string) error) error {
	in, known := r.find(target.Frame, target.Node.Table)
	if !known {
		return fmt.Errorf("dom: the element's frame is gone")
	}
	w := r.worldOf(in)
	id, err := w.contextID(ctx, false)
	if err != nil {
		return err
	}
	group := w.name + "Field"
	var reply struct {
		Result    objectHandle      `json:"result"`
		Exception *exceptionDetails `json:"exceptionDetails"`
	}
	err = w.caller.Call(ctx, "Runtime.evaluate", evaluateParams{
		Expression: fmt.Sprintf("globalThis[%q]?.fieldNumbered(%q,%d)", w.name, target.Node.Table, target.Node.ID),
		ContextID:  id, ObjectGroup: group, Silent: true,
	}, &reply)
	switch {
	case err != nil:
		return err
	case reply.Exception != nil:
		return reply.Exception.err()
	case reply.Result.ObjectID == "":
		return fmt.Errorf("dom: the element is gone")
	}
	err = use(w, reply.Result.ObjectID)
	// The page may be gone by now, and the object with it.
	_ = w.caller.Call(ctx, "Runtime.releaseObjectGroup", map[string]string{"objectGroup": group}, nil)
	return err
}
