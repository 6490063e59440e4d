package dom

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-go/holdfast/refs"
)

// Highlight is the mark of an element that people who look at the browser see.
type Highlight struct{ caller Caller }

// Highlight marks an element until Clear is called. The marks of several clients
// of a page do not touch each other; a session has one.
//
// It is the browser's own overlay, so the page cannot see it. Overlay commands
// need the domains DOM and Overlay, which are on until Clear.
func (r *Reader) Highlight(ctx context.Context, t refs.Target) (*Highlight, error) {
	in, known := r.find(t.Frame, t.Node.Table)
	if !known {
		return nil, errNoElement
	}
	w := r.worldOf(in)
	backend, err := w.backend(ctx, t.Node)
	if err != nil {
		return nil, err
	}
	h := &Highlight{w.caller}
	for _, one := range []struct {
		method string
		params any
	}{
		{"DOM.enable", nil},
		{"Overlay.enable", nil},
		// Never highlightRect: it tints all of the viewport but the rectangle.
		{"Overlay.highlightNode", highlightNode{Backend: backend, Config: highlightConfig{
			Content: colour{111, 168, 220, 0.45}, Padding: colour{147, 196, 125, 0.45}, Border: colour{214, 64, 69, 0.9},
		}}},
	} {
		if err := h.caller.Call(ctx, one.method, one.params, nil); err != nil {
			return nil, errors.Join(err, h.Clear(ctx))
		}
	}
	return h, nil
}

// Clear takes the mark away.
func (h *Highlight) Clear(ctx context.Context) error {
	var errs []error
	for _, method := range []string{"Overlay.hideHighlight", "Overlay.disable", "DOM.disable"} {
		errs = append(errs, h.caller.Call(ctx, method, nil, nil))
	}
	return errors.Join(errs...)
}

type highlightNode struct {
	Backend int64           `json:"backendNodeId"`
	Config  highlightConfig `json:"highlightConfig"`
}

type highlightConfig struct {
	Content colour `json:"contentColor"`
	Padding colour `json:"paddingColor"`
	Border  colour `json:"borderColor"`
}

type colour struct {
	R int     `json:"r"`
	G int     `json:"g"`
	B int     `json:"b"`
	A float64 `json:"a"`
}

var errNoElement = errors.New("dom: the element is not there any more")

// backend gives the protocol's id of an element of the world's table.
func (w *world) backend(ctx context.Context, node refs.Node) (int64, error) {
	l := w.borrow()
	defer l.release(ctx)
	var found nodesReply
	err := w.evaluate(ctx, evaluateParams{
		Expression:  fmt.Sprintf("globalThis[%q]?globalThis[%q].backend(%d):%q", w.name, w.name, node.ID, notInstalled),
		ObjectGroup: l.group, SerializationOptions: &deeply, Silent: true,
	}, &found)
	switch {
	case err != nil:
		return 0, err
	case found.text != node.Table || len(found.nodes) != 1 || found.nodes[0].backend == 0:
		return 0, errNoElement
	}
	return found.nodes[0].backend, nil
}
