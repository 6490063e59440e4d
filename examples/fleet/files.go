package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// files is the store of objects as a worker uses it.
type files struct{ queue *Queue }

// put keeps an object. A store that is full, or says no for another reason, is
// told in a note: a job does not fail for its picture. A store that cannot be
// reached is waited for.
func (f *files) put(ctx context.Context, name string, data []byte) (note string, err error) {
	err = f.queue.retry(ctx, "keep "+name, func(ctx context.Context) error {
		_, err := f.queue.files.PutBytes(ctx, name, data)
		var refused *jetstream.APIError
		if errors.As(err, &refused) && refused.ErrorCode == storeFailed {
			note = fmt.Sprintf("not kept: the store says %q", refused.Description)
			return nil
		}
		return err
	})
	if err == nil && note == "" {
		return "", nil
	}
	if note != "" {
		// The beginning of it takes what room there is.
		f.remove(ctx, []string{name})
	}
	return note, err
}

// storeFailed is what the server answers when it will not store a message
// (JSStreamStoreFailedF).
const storeFailed = 10077

// remove deletes objects. What is left is swept at the end of a run.
func (f *files) remove(ctx context.Context, names []string) {
	for _, name := range names {
		limited, cancel := context.WithTimeout(ctx, tryLimit)
		if err := f.queue.files.Delete(limited, name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			f.queue.log.Debug("an object is left", "name", name, "error", err)
		}
		cancel()
	}
}

// sweep deletes the objects of ended jobs that their results do not name: a worker
// that was killed, or lost its job, has left them.
func (f *files) sweep(ctx context.Context, ended map[string]*Result) (removed []string, err error) {
	var all []*jetstream.ObjectInfo
	err = f.queue.retry(ctx, "list the objects", func(ctx context.Context) (err error) {
		all, err = f.queue.files.List(ctx)
		if errors.Is(err, jetstream.ErrNoObjectsFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		id, _, _ := strings.Cut(o.Name, "/")
		r := ended[id]
		if r == nil || slices.Contains(r.files(), o.Name) {
			continue
		}
		removed = append(removed, o.Name)
	}
	f.remove(ctx, removed)
	return removed, nil
}

// files lists the objects that a result names.
func (r *Result) files() []string {
	var names []string
	for _, s := range r.Steps {
		names = append(names, s.Files...)
	}
	return names
}
