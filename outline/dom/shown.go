package dom

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// framesShown returns the protocol's ids of the frames that elements of the
// table show, as far as they show any. What was found once is kept: an element
// that is taken out and put in again shows a new frame, which [world.forget] is
// for.
func (w *world) framesShown(ctx context.Context, table string, elements []uint32) (map[uint32]string, error) {
	w.mu.Lock()
	if w.shownIn != table {
		w.shownIn, w.shown = table, map[uint32]string{}
	}
	shown := make(map[uint32]string, len(elements))
	var ask []string
	for _, id := range elements {
		if frame := w.shown[id]; frame != "" {
			shown[id] = frame
		} else {
			ask = append(ask, strconv.FormatUint(uint64(id), 10))
		}
	}
	w.mu.Unlock()
	if len(ask) == 0 {
		return shown, nil
	}
	var reply nodesReply
	err := w.evaluate(ctx, evaluateParams{
		Expression:  fmt.Sprintf("globalThis[%q]?globalThis[%q].owners([%s]):%q", w.name, w.name, strings.Join(ask, ","), notInstalled),
		ObjectGroup: w.name + "Owners", SerializationOptions: &deeply, Silent: true,
	}, &reply)
	if err != nil {
		return nil, err
	}
	// What fails here goes with its document.
	_ = w.caller.Call(ctx, "Runtime.releaseObjectGroup", map[string]string{"objectGroup": w.name + "Owners"}, nil)
	if reply.text != table || len(reply.nodes) != len(ask) {
		return shown, nil // another document by now: its elements show nothing of this one
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := 0
	for _, id := range elements {
		if shown[id] != "" {
			continue
		}
		if frame := reply.nodes[asked].frame; frame != "" {
			shown[id] = frame
			if w.shownIn == table {
				w.shown[id] = frame
			}
		}
		asked++
	}
	return shown, nil
}

// forget drops which frame an element shows.
func (w *world) forget(element uint32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.shown, element)
}
