package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// leaseOfTests is short: what died is missed soon.
const leaseOfTests = 3 * time.Second

// openTestQueue connects the test itself to a queue.
func openTestQueue(t *testing.T, url string, o QueueOptions) *Queue {
	t.Helper()
	o.Fleet, o.Lease = "fleet", leaseOfTests
	q, err := openQueue(t.Context(), url, "test", o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// localQueue is a queue in this process.
func localQueue(t *testing.T, o QueueOptions) *Queue {
	t.Helper()
	s, url, err := startServer(ServerOptions{Listen: "127.0.0.1:0", Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stopServer(s) })
	return openTestQueue(t, url, o)
}

// deliver fetches a delivery.
func deliver(t *testing.T, q *Queue) jetstream.Msg {
	t.Helper()
	batch, err := q.jobs.Fetch(1, jetstream.FetchMaxWait(2*leaseOfTests))
	if err != nil {
		t.Fatal(err)
	}
	m, ok := <-batch.Messages()
	if !ok {
		t.Fatalf("nothing was delivered: %v", batch.Error())
	}
	return m
}

func claim(t *testing.T, q *Queue, m jetstream.Msg, worker string) (*Lease, context.Context) {
	t.Helper()
	ctx, lose := context.WithCancelCause(t.Context())
	l, err := q.claim(t.Context(), lose, m, "a", worker)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Drop)
	return l, ctx
}

// A worker whose job was handed to another can neither write nor act nor end it,
// whatever it still believes.
func TestFence(t *testing.T) {
	t.Parallel()
	q := localQueue(t, QueueOptions{})
	if err := q.Submit(t.Context(), "a", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := q.Submit(t.Context(), "a", []byte("{}")); err != nil {
		t.Fatal("a job that waits is not queued again: ", err)
	}
	late := deliver(t, q)
	first, lost := claim(t, q, late, "one")
	if err := first.Write(t.Context(), func(r *Record) { r.Begun = true }); err != nil {
		t.Fatal(err)
	}
	first.stop() // it says nothing any more
	first.beats.Wait()
	second, held := claim(t, q, deliver(t, q), "two")
	if r := second.Record(); len(r.Attempts) != 2 || r.Attempts[0].Worker != "one" || !r.Begun || r.tries() != 2 {
		t.Errorf("the record that was taken over: %+v", r)
	}
	if err := first.Write(t.Context(), func(r *Record) { r.Begun = false }); !errors.Is(err, errLost) || !first.Lost() || !errors.Is(context.Cause(lost), errLost) {
		t.Errorf("the first wrote: %v, %v", err, context.Cause(lost))
	}
	if err := first.GiveBack(t.Context(), 0); !errors.Is(err, errLost) {
		t.Errorf("the first gave back what it does not have: %v", err)
	}
	first.proven = time.Time{} // it was frozen
	if err := first.Hold(t.Context()); !errors.Is(err, errLost) {
		t.Errorf("the first may act: %v", err)
	}
	first.proven = time.Now()
	if err := first.Hold(t.Context()); !errors.Is(err, errLost) {
		t.Errorf("the first may act, which knows that it lost the job: %v", err)
	}
	ctx, lose := context.WithCancelCause(t.Context())
	defer lose(nil)
	if _, err := q.claim(ctx, lose, late, "a", "one"); !errors.Is(err, errStale) {
		t.Errorf("the old delivery was claimed: %v", err)
	}
	if err := second.Hold(t.Context()); err != nil || held.Err() != nil {
		t.Errorf("the second may not act: %v, %v", err, held.Err())
	}
	if err := second.Write(t.Context(), func(r *Record) { r.Result = &Result{Job: "a", State: Done, Worker: "two"} }); err != nil {
		t.Fatal(err)
	}
	if err := second.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The end is the first one, for good.
	if err := q.end(t.Context(), late, "a", []byte(`{"worker":"one"}`)); err != nil {
		t.Fatal(err)
	}
	entry, err := q.results.Get(t.Context(), "a")
	var r Result
	if err == nil {
		err = json.Unmarshal(entry.Value(), &r)
	}
	if err != nil || r.Worker != "two" {
		t.Errorf("the result is %+v, %v", r, err)
	}
}

// A worker died between the result and the acknowledgement.
func TestEndedAlready(t *testing.T) {
	q := localQueue(t, QueueOptions{})
	if err := q.Submit(t.Context(), "a", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if _, err := q.results.Create(t.Context(), "a", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	ctx, lose := context.WithCancelCause(t.Context())
	defer lose(nil)
	if _, err := q.claim(ctx, lose, deliver(t, q), "a", "two"); !errors.Is(err, errEnded) {
		t.Errorf("got %v", err)
	}
}

// The answer to a write was lost, and the write is tried again.
func TestWriteAgain(t *testing.T) {
	q := localQueue(t, QueueOptions{})
	r := &Record{Job: "a", Writer: "me"}
	revision, err := q.write(t.Context(), r, 0)
	if err != nil {
		t.Fatal(err)
	}
	r.Write = 0 // write counts on from here: the same bytes
	if again, err := q.write(t.Context(), r, 0); err != nil || again != revision {
		t.Errorf("revision %d, then %d: %v", revision, again, err)
	}
	other := &Record{Job: "a", Writer: "another"}
	if _, err := q.write(t.Context(), other, 0); !errors.Is(err, errLost) {
		t.Errorf("another one's write: %v", err)
	}
}

func TestGiveBack(t *testing.T) {
	q := localQueue(t, QueueOptions{})
	if err := q.Submit(t.Context(), "a", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	l, _ := claim(t, q, deliver(t, q), "one")
	if err := l.Write(t.Context(), func(r *Record) { r.end("asked to", true) }); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := l.GiveBack(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	next, _ := claim(t, q, deliver(t, q), "two")
	if n := next.Record().tries(); n != 1 || time.Since(began) > leaseOfTests/2 {
		t.Errorf("%d attempts count, after %v", n, time.Since(began))
	}
}
