package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Queue is the part of a JetStream that a fleet uses: a stream of jobs that are
// handed out until they are acknowledged, the records of those that go on, their
// results, and a store of objects for what is too large for a message. It is safe
// for concurrent use.
type Queue struct {
	name    string // of the fleet
	conn    *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	jobs    jetstream.Consumer
	records jetstream.KeyValue
	results jetstream.KeyValue
	files   jetstream.ObjectStore
	// lease is how long a worker may say nothing before its job is handed to
	// another.
	lease time.Duration
	log   *slog.Logger
}

// QueueOptions are how the parts are made where they are not there yet.
type QueueOptions struct {
	Fleet string
	Lease time.Duration
	// Files is how many bytes the store of objects may hold; 0 is no bound.
	Files int64
	// Replicas is how many servers of a cluster keep everything; 0 is 1.
	Replicas int
}

const (
	// tryLimit is how long one request to the queue may take.
	tryLimit = 5 * time.Second
	// firstPause and longestPause are between tries.
	firstPause, longestPause = 50 * time.Millisecond, 2 * time.Second
	// consumerName is the one consumer that all workers share.
	consumerName = "workers"
)

// openQueue connects to a server, waits for it if need be, and makes what is
// missing.
func openQueue(ctx context.Context, url, client string, o QueueOptions, log *slog.Logger) (*Queue, error) {
	conn, err := nats.Connect(url,
		nats.Name(client),
		nats.MaxReconnects(-1),
		nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(200*time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, time.Second),
		// What could not be sent is tried again by whoever sent it: nothing may
		// leave a buffer long after it was given up.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the queue is gone", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("the queue is back") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Debug("queue", "error", err) }),
	)
	if err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	q := &Queue{name: o.Fleet, conn: conn, lease: o.Lease, log: log}
	if q.js, err = jetstream.New(conn); err == nil {
		err = q.retry(ctx, "open the queue", func(ctx context.Context) error { return q.make(ctx, o) })
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return q, nil
}

func (q *Queue) make(ctx context.Context, o QueueOptions) error {
	var err error
	q.stream, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:                 q.name + "-jobs",
		Subjects:             []string{q.subject("*")},
		Retention:            jetstream.WorkQueuePolicy,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgsPerSubject:    1, // a job that waits or goes on is not queued twice
		Replicas:             o.Replicas,
	})
	if err != nil {
		return err
	}
	// Who comes first says what a lease is: the server must be told the same by
	// all.
	q.jobs, err = q.stream.Consumer(ctx, consumerName)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		q.jobs, err = q.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.Lease,
			MaxDeliver: -1, // the worker gives up on a job, so that there is a result that says so
			// Each worker has one job.
			MaxAckPending: -1,
		})
	}
	if err != nil {
		return err
	}
	q.lease = q.jobs.CachedInfo().Config.AckWait
	kv := func(name string) (jetstream.KeyValue, error) {
		return q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: q.name + "-" + name, Replicas: o.Replicas})
	}
	if q.records, err = kv("records"); err != nil {
		return err
	}
	if q.results, err = kv("results"); err != nil {
		return err
	}
	q.files, err = q.js.ObjectStore(ctx, q.name+"-files")
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		q.files, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: q.name + "-files", MaxBytes: o.Files, Replicas: o.Replicas})
	}
	return err
}

// there asks whether the queue is what it was; a server that was restarted without
// its folder has no jobs.
func (q *Queue) there(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	_, err := q.js.Stream(ctx, q.name+"-jobs")
	return err
}

// Close ends the connection.
func (q *Queue) Close() { q.conn.Close() }

func (q *Queue) subject(id string) string { return q.name + ".jobs." + id }

// status is the subject on which workers tell what they do.
func (q *Queue) status() string { return q.name + ".status" }

// Submit queues a job. One that is queued already stays as it is.
func (q *Queue) Submit(ctx context.Context, id string, payload []byte) error {
	return q.retry(ctx, "submit "+id, func(ctx context.Context) error {
		_, err := q.js.Publish(ctx, q.subject(id), payload)
		// What a full subject is answered with stands for other failures, too.
		var refused *jetstream.APIError
		if errors.As(err, &refused) {
			if _, there := q.stream.GetLastMsgForSubject(ctx, q.subject(id)); there == nil {
				return nil
			}
		}
		return err
	})
}

// tell answers a delivery (+ACK, -NAK, +WPI) and waits for the queue to confirm
// it, which may be asked for as often as need be.
func (q *Queue) tell(ctx context.Context, msg jetstream.Msg, answer string) error {
	return q.retry(ctx, "answer "+answer, func(ctx context.Context) error {
		_, err := q.conn.RequestWithContext(ctx, msg.Reply(), []byte(answer))
		return err
	})
}

// retry tries something until it succeeds, the queue says no, or ctx ends: a
// server that restarts is a pause, not a failure.
func (q *Queue) retry(ctx context.Context, what string, try func(context.Context) error) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		limited, cancel := context.WithTimeout(ctx, tryLimit)
		err := try(limited)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", what, context.Cause(ctx))
		}
		if final(err) {
			return fmt.Errorf("%s: %w", what, err)
		}
		q.log.Debug("again", "what", what, "error", err)
		if err := sleep(ctx, pause/2+rand.N(pause)); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
}

// final reports whether the queue has answered, and would answer the same again.
func final(err error) bool {
	var answer *jetstream.APIError
	if errors.As(err, &answer) {
		return answer.Code < 500 // 503: it is not ready
	}
	for _, e := range []error{
		errLost, jetstream.ErrKeyNotFound, jetstream.ErrKeyExists, jetstream.ErrKeyRevisionMismatch, jetstream.ErrObjectNotFound,
		jetstream.ErrBucketNotFound, jetstream.ErrInvalidKey, jetstream.ErrNoKeysFound, nats.ErrMaxPayload, nats.ErrAuthorization,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// sleep waits, or returns why ctx has ended.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
