package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/holdfast-go/holdfast/internal/wire"
	"github.com/holdfast-go/holdfast/transport"
)

// eventQueue is the length of the queue of a recorder's Events.
const eventQueue = 256

// Recorder is a host that records what goes through it. It implements
// transport.Tabs if the host that it records does.
type Recorder interface {
	transport.Host
	// Err returns why the recording is not whole, as far as that is known: an
	// ErrLimit, or that it could not be written; nil while it is whole. The
	// host goes on in either case.
	Err() error
}

type recorder struct {
	inner   transport.Host
	log     *log
	file    *os.File // nil when the writer is the caller's
	events  chan transport.Event
	pump    sync.WaitGroup
	calls   atomic.Int64 // numbers the commands of stream 0
	streams atomic.Int64 // numbers streams
	once    sync.Once
	ended   chan struct{}
	err     error // of Close; set before ended is closed
}

// tabRecorder is the recorder of a tab host.
type tabRecorder struct {
	*recorder
	tabs transport.Tabs
}

var (
	_ Recorder       = (*recorder)(nil)
	_ Recorder       = (*tabRecorder)(nil)
	_ transport.Tabs = (*tabRecorder)(nil)
)

// Record takes over the host and writes its traffic to w until Close, which
// closes the host and returns its error joined with that of writing. w is the
// caller's to close, and is not used after Close.
func Record(host transport.Host, w io.Writer, opts ...RecordOption) (Recorder, error) {
	c, err := newRecordConfig(opts)
	if err != nil {
		return nil, err
	}
	if host == nil || w == nil {
		return nil, invalid(c.Op, "no host or no writer", nil)
	}
	return record(host, w, nil, c), nil
}

// RecordFile is [Record] to a file, which is made anew, readable by its owner
// only, and takes the place of a file of that name. Close closes it.
func RecordFile(host transport.Host, path string, opts ...RecordOption) (Recorder, error) {
	c, err := newRecordConfig(opts)
	if err != nil {
		return nil, err
	}
	if host == nil {
		return nil, invalid(c.Op, "no host", nil)
	}
	file, err := create(path)
	if err != nil {
		return nil, invalid(c.Op, "the file cannot be made", err)
	}
	return record(host, file, file, c), nil
}

// create makes the file. One that is there is removed first: it may be readable
// for others, or a link to elsewhere.
func create(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder", path)
	default:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func record(host transport.Host, w io.Writer, file *os.File, c *recordConfig) Recorder {
	tabs, isTabs := host.(transport.Tabs)
	kind := hostBrowser
	if isTabs {
		kind = hostTabs
	}
	r := &recorder{
		inner: host, file: file, log: newLog(w, c, kind),
		events: make(chan transport.Event, eventQueue),
		ended:  make(chan struct{}),
	}
	r.pump.Go(r.forward)
	if isTabs {
		return &tabRecorder{recorder: r, tabs: tabs}
	}
	return r
}

// Err returns why the recording is not whole.
func (r *recorder) Err() error { return r.log.err() }

// Stream opens a stream of the host and records it.
func (r *recorder) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	var s transport.Stream
	_, err := call(r, hostStream, tabParams{Tab: tab}, func() (streamResult, error) {
		inner, err := r.inner.Stream(ctx, tab)
		if err != nil {
			return streamResult{}, err
		}
		number := int(r.streams.Add(1))
		s = &recordedStream{inner: inner, log: r.log, number: number}
		return streamResult{Stream: number}, nil
	})
	return s, err
}

// call records a call of the host's own as a command of stream 0.
func call[P, R any](r *recorder, method string, params P, do func() (R, error)) (R, error) {
	id := r.calls.Add(1)
	var none R
	raw, err := json.Marshal(params)
	if err != nil {
		return none, invalid("record", method, err)
	}
	r.log.message(opSend, 0, wire.AppendCommand(nil, id, method, raw, ""))
	result, failed := do()
	reply := hostReply[R]{ID: id, Error: newFailure(failed)}
	if failed == nil {
		reply.Result = &result
	}
	if raw, err = json.Marshal(reply); err != nil {
		return none, errors.Join(failed, invalid("record", method, err))
	}
	r.log.message(opReceive, 0, raw)
	return result, failed
}

// Events gives the host's events.
func (r *recorder) Events() <-chan transport.Event { return r.events }

// forward records the events and hands them on, until the host is gone.
func (r *recorder) forward() {
	lost := 0
	for e := range r.inner.Events() {
		message, err := json.Marshal(struct {
			Method string `json:"method"`
			Params event  `json:"params"`
		}{hostEvent, newEvent(e)})
		if err == nil { // these types always have a JSON form
			r.log.message(opReceive, 0, message)
		}
		e.Lost += lost
		lost = r.tell(e)
	}
	close(r.events)
}

// tell queues the event and returns how many have been lost since the last that
// fit. Down takes the place of the oldest rather than being lost.
func (r *recorder) tell(e transport.Event) (lost int) {
	for {
		select {
		case r.events <- e:
			return 0
		default:
		}
		if e.Kind != transport.Down {
			return e.Lost + 1
		}
		select {
		case old := <-r.events:
			e.Lost += old.Lost + 1
		default:
		}
	}
}

// Close closes the host and finishes the recording.
func (r *recorder) Close() error {
	r.once.Do(func() {
		// What the host does from now on is its end, which the replay makes
		// itself.
		r.log.add(entry{op: opClose})
		err := r.inner.Close()
		r.pump.Wait()
		err = errors.Join(err, r.log.close())
		if r.file != nil {
			err = errors.Join(err, r.file.Close())
		}
		r.err = err
		close(r.ended)
	})
	<-r.ended
	return r.err
}

// Stream opens a stream of a tab. That a tab host has no browser session is part
// of its kind and needs no recording.
func (r *tabRecorder) Stream(ctx context.Context, tab transport.TabID) (transport.Stream, error) {
	if tab == "" {
		return r.inner.Stream(ctx, tab)
	}
	return r.recorder.Stream(ctx, tab)
}

// List lists the tabs.
func (r *tabRecorder) List(ctx context.Context) ([]transport.Tab, error) {
	var tabs []transport.Tab
	_, err := call(r.recorder, tabsList, struct{}{}, func() (listResult, error) {
		var err error
		if tabs, err = r.tabs.List(ctx); err != nil {
			return listResult{}, err
		}
		result := listResult{Tabs: make([]tab, len(tabs))}
		for i, t := range tabs {
			result.Tabs[i] = tab(t)
		}
		return result, nil
	})
	return tabs, err
}

// Open opens a tab.
func (r *tabRecorder) Open(ctx context.Context, options transport.OpenTab) (transport.Tab, error) {
	opened, err := call(r.recorder, tabsOpen, openParams(options), func() (tab, error) {
		t, err := r.tabs.Open(ctx, options)
		return tab(t), err
	})
	return transport.Tab(opened), err
}

// Activate brings a tab to the front.
func (r *tabRecorder) Activate(ctx context.Context, tab transport.TabID) error {
	_, err := call(r.recorder, tabsActivate, tabParams{Tab: tab}, func() (struct{}, error) {
		return struct{}{}, r.tabs.Activate(ctx, tab)
	})
	return err
}

// CloseTab closes a tab.
func (r *tabRecorder) CloseTab(ctx context.Context, tab transport.TabID) error {
	_, err := call(r.recorder, tabsClose, tabParams{Tab: tab}, func() (struct{}, error) {
		return struct{}{}, r.tabs.CloseTab(ctx, tab)
	})
	return err
}
