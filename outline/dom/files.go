package dom

import (
	"context"
	"fmt"

	"github.com/holdfast-go/holdfast/refs"
)

// SetFiles gives files to an element's file field, with the events of a person's
// choice, which pages can trust. The paths are of the browser's machine.
func (r *Reader) SetFiles(ctx context.Context, target refs.Target, files []string) error {
	return r.withField(ctx, target, func(w *world, objectID string) error {
		return w.caller.Call(ctx, "DOM.setFileInputFiles", setFilesParams{Files: files, ObjectID: objectID}, nil)
	})
}

type setFilesParams struct {
	Files    []string `json:"files"`
	ObjectID string   `json:"objectId"`
}

// ReopenChooser opens the file chooser of a file field again without a click. A
// browser that was told to cancel every chooser tells the page then that this
// one was cancelled.
func (r *Reader) ReopenChooser(ctx context.Context, backendNodeID int64) error {
	w := r.world
	id, err := w.contextID(ctx, false)
	if err != nil {
		return err
	}
	l := w.borrow()
	defer l.release(ctx)
	field, err := l.resolve(ctx, id, []int64{backendNodeID})
	if err != nil {
		return err
	}
	var reply objectReply[struct{}]
	err = w.caller.Call(ctx, "Runtime.callFunctionOn", callParams{
		Function:  fmt.Sprintf("function(field){return globalThis[%q].reopenChooser(field)}", w.name),
		ContextID: id, Arguments: field, ReturnByValue: true, UserGesture: true, Silent: true,
	}, &reply)
	if err == nil && reply.Exception != nil {
		err = reply.Exception.err()
	}
	return err
}
