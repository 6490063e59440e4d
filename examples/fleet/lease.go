package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

var (
	// errLost: the job was handed to another worker.
	errLost = errors.New("the job was handed to another worker")
	// errStale: another worker has had the job since this delivery was sent.
	errStale = errors.New("the delivery is an old one")
	// errEnded: there is a result.
	errEnded = errors.New("the job has ended already")
)

// Lease is a job in the hands of a worker. Its record can be written only as long
// as no other worker has claimed the job. It is used by one goroutine; its
// heartbeats are its own.
type Lease struct {
	queue *Queue
	msg   jetstream.Msg
	id    string
	// lose ends the attempt, stop the heartbeats.
	lose  context.CancelCauseFunc
	stop  context.CancelFunc
	beats sync.WaitGroup

	mu       sync.Mutex
	lost     bool
	record   *Record
	revision uint64
	// proven is when this worker was known to have the job.
	proven time.Time
}

// claim takes over the job of a delivery and begins an attempt, which lose ends
// when another worker takes the job over. It fails with errEnded when there is
// nothing left to do, and errStale when the delivery waited so long that others
// have had the job since.
func (q *Queue) claim(ctx context.Context, lose context.CancelCauseFunc, msg jetstream.Msg, id, worker string) (*Lease, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return nil, err
	}
	l := &Lease{queue: q, msg: msg, id: id, lose: lose}
	// The lease has begun with the delivery, and goes on while a worker that is
	// asked to end finishes a step.
	beating, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop = stop
	l.beats.Go(func() { l.beat(beating) })
	if err := l.take(ctx, meta.NumDelivered, worker); err != nil {
		l.Drop()
		return nil, err
	}
	return l, nil
}

// take writes the worker into the record of the job.
func (l *Lease) take(ctx context.Context, delivery uint64, worker string) error {
	q := l.queue
	for {
		record, revision, err := q.record(ctx, l.id)
		if err != nil {
			return err
		}
		if record == nil {
			record = &Record{Job: l.id}
		}
		if record.Delivery > delivery {
			return errStale
		}
		record.Writer, record.Write, record.Delivery = rand.Text(), 0, delivery
		record.Attempts = append(record.Attempts, Attempt{Worker: worker, Began: time.Now().Round(0).UTC()})
		began := time.Now()
		revision, err = q.write(ctx, record, revision)
		if errors.Is(err, errLost) {
			continue // another worker writes still: it does not know yet
		}
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.record, l.revision, l.proven = record, revision, began
		l.mu.Unlock()
		break
	}
	// Only now: a worker that had the job may have ended it before it lost it.
	ended, err := q.ended(ctx, l.id)
	if err == nil && ended {
		err = errEnded
	}
	return err
}

// record reads the record of a job; nil when there is none.
func (q *Queue) record(ctx context.Context, id string) (*Record, uint64, error) {
	var entry jetstream.KeyValueEntry
	err := q.retry(ctx, "read the record of "+id, func(ctx context.Context) (err error) {
		entry, err = q.records.Get(ctx, id)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	var r Record
	if err := json.Unmarshal(entry.Value(), &r); err != nil {
		return nil, 0, fmt.Errorf("the record of %s: %w", id, err)
	}
	return &r, entry.Revision(), nil
}

// ended reports whether there is a result.
func (q *Queue) ended(ctx context.Context, id string) (bool, error) {
	err := q.retry(ctx, "look for the result of "+id, func(ctx context.Context) error {
		_, err := q.results.Get(ctx, id)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	return err == nil, err
}

// write replaces a revision of a record, 0 for none. A write whose answer was lost
// is found again by what it holds.
func (q *Queue) write(ctx context.Context, r *Record, revision uint64) (uint64, error) {
	r.Write++
	data, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	return q.replace(ctx, "write the record of "+r.Job, q.records, r.Job, data, revision)
}

// replace writes a value in the place of a revision, 0 for none, and returns the
// new one; errLost when that is not the newest any more.
func (q *Queue) replace(ctx context.Context, what string, kv jetstream.KeyValue, key string, data []byte, revision uint64) (uint64, error) {
	var now uint64
	err := q.retry(ctx, what, func(ctx context.Context) (err error) {
		if revision == 0 {
			now, err = kv.Create(ctx, key, data)
		} else {
			now, err = kv.Update(ctx, key, data, revision)
		}
		if !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return err
		}
		// An earlier try may have been made whose answer never came.
		entry, getting := kv.Get(ctx, key)
		if getting != nil {
			return getting
		}
		if bytes.Equal(entry.Value(), data) {
			now = entry.Revision()
			return nil
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return 0, errLost
	}
	return now, err
}

// Record is what is written of the job. It must not be changed.
func (l *Lease) Record() *Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.record
}

// Token is the fencing token of the last write.
func (l *Lease) Token() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.revision
}

// Write changes the record. It fails with errLost, for good, when the job was
// handed to another worker.
func (l *Lease) Write(ctx context.Context, change func(*Record)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	next, began := l.record.clone(), time.Now()
	change(next)
	revision, err := l.queue.write(ctx, next, l.revision)
	if err != nil {
		if errors.Is(err, errLost) {
			l.lostNow()
		}
		return err
	}
	l.record, l.revision, l.proven = next, revision, began
	return nil
}

// Hold returns when this worker has the job and nobody else can get it for half a
// lease: what was held up for long (a frozen process, a dead network) must not act
// before it has asked. That the process is frozen between this and the act cannot
// be ruled out by anyone; the record tells of the step then.
func (l *Lease) Hold(ctx context.Context) error {
	for {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		l.mu.Lock()
		fresh, lost := time.Since(l.proven) < l.queue.lease/2, l.lost
		l.mu.Unlock()
		if lost {
			return errLost
		}
		if fresh {
			return nil
		}
		if err := l.queue.retry(ctx, "ask for "+l.id, l.prove); err != nil {
			return err
		}
	}
}

// prove tells the queue that the job goes on, and looks whether it is still ours.
func (l *Lease) prove(ctx context.Context) error {
	began := time.Now()
	if _, err := l.queue.conn.RequestWithContext(ctx, l.msg.Reply(), []byte("+WPI")); err != nil {
		return err
	}
	entry, err := l.queue.records.Get(ctx, l.id)
	if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.record == nil || entry == nil || entry.Revision() < l.revision {
		return nil // it was asked before the last write
	}
	var now Record
	if err := json.Unmarshal(entry.Value(), &now); err != nil || now.Writer != l.record.Writer {
		l.lostNow()
		return errLost
	}
	l.proven = began
	return nil
}

// lostNow notes that another worker has the job. mu is held.
func (l *Lease) lostNow() {
	l.lost = true
	l.lose(errLost)
}

// Lost reports whether another worker is known to have the job.
func (l *Lease) Lost() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// beat proves the lease again and again, from the first moment on.
func (l *Lease) beat(ctx context.Context) {
	for pause := time.Duration(0); sleep(ctx, pause) == nil; {
		limited, cancel := context.WithTimeout(ctx, l.queue.lease/3)
		err := l.prove(limited)
		cancel()
		if pause = l.queue.lease / 3; err != nil && ctx.Err() == nil {
			pause = firstPause
			l.queue.log.Debug("heartbeat", "job", l.id, "error", err)
		}
	}
}

// Finish publishes the end that is in the record, and takes the job out of the
// queue. That another worker was faster is no error.
func (l *Lease) Finish(ctx context.Context) error {
	defer l.Drop()
	data, err := json.Marshal(l.Record().Result)
	if err != nil {
		return err
	}
	return l.queue.end(ctx, l.msg, l.id, data)
}

// end writes a result where there is none, and takes the job out of the queue.
func (q *Queue) end(ctx context.Context, msg jetstream.Msg, id string, result []byte) error {
	_, err := q.replace(ctx, "write the result of "+id, q.results, id, result, 0)
	if err != nil && !errors.Is(err, errLost) {
		return err
	}
	return q.tell(ctx, msg, "+ACK")
}

// GiveBack lets another worker have the job, after a while. The record must say
// why before.
func (l *Lease) GiveBack(ctx context.Context, after time.Duration) error {
	// A worker that has lost the job must not: it would take it from who has it.
	if err := l.queue.retry(ctx, "ask for "+l.id, l.prove); err != nil {
		return err
	}
	defer l.Drop()
	return l.queue.tell(ctx, l.msg, fmt.Sprintf(`-NAK {"delay":%d}`, after))
}

// Drop ends the heartbeats. A job that was neither finished nor given back is
// handed out again when the lease is over.
func (l *Lease) Drop() {
	l.stop()
	l.beats.Wait()
}
