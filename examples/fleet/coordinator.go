package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Coordinator queues jobs, keeps workers running, shows what goes on, and returns
// when every job has ended.
type Coordinator struct {
	queue   *Queue
	jobs    []*Job
	crew    *crew
	workers int
	out     string
	screen  *screen
	log     *slog.Logger
}

const (
	// drawEvery is how often the table is drawn.
	drawEvery = 250 * time.Millisecond
	// lookEvery is how often results are looked for that were not announced.
	lookEvery = 3 * time.Second
)

// Run does the jobs. When ctx ends the workers finish or give back what they have;
// the jobs that are left stay in the queue.
func (c *Coordinator) Run(ctx context.Context) error {
	statuses := make(chan *nats.Msg, 256)
	subscription, err := c.queue.conn.ChanSubscribe(c.queue.status(), statuses)
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Unsubscribe() }()

	working, stop := context.WithCancel(ctx)
	defer stop()
	var parts sync.WaitGroup
	var left error
	var mu sync.Mutex
	for slot := range c.workers {
		parts.Go(func() {
			if err := c.crew.keep(working, slot+1); err != nil {
				mu.Lock()
				defer mu.Unlock()
				left = errors.Join(left, fmt.Errorf("worker %d: %w", slot+1, err))
			}
		})
	}
	ended, err := c.follow(ctx, statuses)
	stop()
	c.screen.say("the workers end")
	parts.Wait()
	if err != nil {
		return errors.Join(err, left)
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	if _, err := (&files{c.queue}).sweep(after, ended); err != nil {
		left = errors.Join(left, err)
	}
	return errors.Join(left, c.write(after, ended), worst(ended))
}

// follow queues the jobs and waits for their results.
func (c *Coordinator) follow(ctx context.Context, statuses <-chan *nats.Msg) (map[string]*Result, error) {
	submitted := make(chan error, 1)
	submitting, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan *Result)
	var parts sync.WaitGroup
	defer parts.Wait()
	defer stop()
	lost := make(chan error, 1)
	parts.Go(func() { submitted <- c.submit(submitting) })
	parts.Go(func() { lost <- c.listen(submitting, results) })

	board := newBoard(c.jobs, time.Now())
	draw := time.NewTicker(drawEvery)
	defer draw.Stop()
	defer func() { c.screen.draw(board, time.Now()); c.screen.end() }()
	for !board.over() {
		select {
		case <-ctx.Done():
			return board.ended, fmt.Errorf("stopped; %d of %d jobs have not ended and stay in the queue", len(c.jobs)-len(board.ended), len(c.jobs))
		case err := <-submitted:
			if err != nil {
				return board.ended, err
			}
		case err := <-lost:
			if ctx.Err() == nil {
				return board.ended, err
			}
		case r := <-results:
			if board.end(r) {
				c.screen.ended(r)
			}
		case m := <-statuses:
			var s Status
			if json.Unmarshal(m.Data, &s) == nil {
				board.hear(s, time.Now())
			}
		case now := <-draw.C:
			c.screen.draw(board, now)
		}
	}
	return board.ended, nil
}

// submit queues the jobs that have no result yet.
func (c *Coordinator) submit(ctx context.Context) error {
	for _, j := range c.jobs {
		switch ended, err := c.queue.ended(ctx, j.ID); {
		case err != nil:
			return err
		case ended:
			continue // of an earlier run
		}
		payload, err := json.Marshal(j)
		if err != nil {
			return err
		}
		if err := c.queue.Submit(ctx, j.ID, payload); err != nil {
			return err
		}
	}
	return nil
}

// listen hands over the results that there are and those that come, some of them
// more than once: a watch that falls silent may have been forgotten by a server
// that was restarted, so it is begun anew after a while. It ends with ctx, or when
// the queue has forgotten everything: to queue the jobs anew might do them twice.
func (c *Coordinator) listen(ctx context.Context, results chan<- *Result) error {
	for {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := c.queue.there(ctx); errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("the queue has lost its jobs: %w", err)
		}
		watcher, err := c.queue.results.WatchAll(ctx)
		if err != nil {
			_ = sleep(ctx, firstPause)
			continue
		}
		c.watch(ctx, watcher, results)
		_ = watcher.Stop() // a server that is gone has no watch
	}
}

func (c *Coordinator) watch(ctx context.Context, watcher jetstream.KeyWatcher, results chan<- *Result) {
	silent := time.NewTimer(lookEvery)
	defer silent.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-silent.C:
			return
		case entry, ok := <-watcher.Updates():
			if !ok {
				return
			}
			silent.Reset(lookEvery)
			if entry == nil {
				continue // all that there was until now
			}
			var r Result
			if err := json.Unmarshal(entry.Value(), &r); err != nil {
				c.log.Error("a result cannot be read", "job", entry.Key(), "error", err)
				continue
			}
			select {
			case results <- &r:
			case <-ctx.Done():
				return
			}
		}
	}
}

// write puts the results and their objects into the folder.
func (c *Coordinator) write(ctx context.Context, ended map[string]*Result) error {
	if c.out == "" {
		return nil
	}
	for _, j := range c.jobs {
		r := ended[j.ID]
		folder := filepath.Join(c.out, r.Job)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		data, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "result.json"), append(data, '\n'), 0o644); err != nil {
			return err
		}
		for _, name := range r.files() {
			err := c.queue.retry(ctx, "get "+name, func(ctx context.Context) error {
				return c.queue.files.GetFile(ctx, name, filepath.Join(folder, filepath.Base(name)))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// worst is an error when not all jobs are done.
func worst(ended map[string]*Result) error {
	n := 0
	for _, r := range ended {
		if r.State != Done {
			n++
		}
	}
	if n > 0 {
		return fmt.Errorf("%d of %d jobs are not done", n, len(ended))
	}
	return nil
}
