package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/holdfast-go/holdfast/browser"
)

// WorkerOptions are how a worker works.
type WorkerOptions struct {
	Name   string
	Limits Limits
	// Memory is how much the worker and its browser may take, in bytes, to be
	// given another job; half as much again ends the job that goes on. 0 is no
	// bound.
	Memory int64
	// Drain is how long a job may go on when the worker is to end.
	Drain time.Duration
}

// Worker takes jobs from a queue, one at a time, and does them in its browser.
type Worker struct {
	queue   *Queue
	engine  *engine
	agent   agentWorker
	options WorkerOptions
	usage   func() (Usage, error)
	log     *slog.Logger

	mu     sync.Mutex
	status Status
	// interrupt ends the attempt that goes on; nil when none does.
	interrupt context.CancelCauseFunc
}

// Status is what a worker tells of itself, about once a second.
type Status struct {
	Worker string `json:"worker"`
	PID    int    `json:"pid"`
	// State is starting, idle, working, waiting for memory, no browser, draining
	// or ended.
	State string `json:"state"`
	Job   string `json:"job,omitempty"`
	// Step counts from 1.
	Step  int    `json:"step,omitempty"`
	Steps int    `json:"steps,omitempty"`
	What  string `json:"what,omitempty"`
	Usage Usage  `json:"usage"`
	// Done is how many jobs it has ended, Browsers how many it has started.
	Done     int `json:"done"`
	Browsers int `json:"browsers"`
}

const (
	statusEvery = time.Second
	fetchWait   = 2 * time.Second
	memoryPause = 2 * time.Second
)

// Run works until drain ends; then the job that goes on may take Drain more. It
// returns when the browser is gone.
func (w *Worker) Run(ctx, drain context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.tell(func(s *Status) { s.Worker, s.PID, s.State = w.options.Name, os.Getpid(), "starting" })
	var parts sync.WaitGroup
	watching, stop := context.WithCancel(ctx)
	parts.Go(func() { w.watch(watching) })
	parts.Go(func() {
		select {
		case <-watching.Done():
			return
		case <-drain.Done():
		}
		w.tell(func(s *Status) { s.State = "draining" })
		if sleep(watching, w.options.Drain) == nil {
			cancel(errGivenBack)
		}
	})
	for drain.Err() == nil {
		w.turn(ctx, drain)
	}
	w.engine.stop()
	stop()
	parts.Wait()
	w.tell(func(s *Status) { s.State, s.Usage = "ended", Usage{} })
	return nil
}

// turn does one job, or finds out that none can be done now.
func (w *Worker) turn(ctx, drain context.Context) {
	if !w.room(drain) {
		return
	}
	p, err := w.engine.get(drain)
	if err != nil {
		if drain.Err() == nil {
			w.log.Error("no browser", "error", err)
			w.tell(func(s *Status) { s.State, s.What = "no browser", err.Error() })
			_ = sleep(drain, memoryPause)
		}
		return
	}
	w.tell(func(s *Status) { s.State, s.What, s.Browsers = "idle", "", w.engine.starts })
	msg, err := w.next()
	switch {
	case err != nil:
		_ = sleep(drain, firstPause) // the queue is gone, and the connection says so
	case msg != nil && drain.Err() != nil:
		_ = w.queue.tell(ctx, msg, "-NAK")
	case msg != nil:
		w.do(ctx, drain, p, msg)
	}
}

// room reports whether there is memory for a job. A browser that takes too much
// is replaced by a fresh one first.
func (w *Worker) room(drain context.Context) bool {
	if w.options.Memory == 0 {
		return true
	}
	u, err := w.usage()
	if err != nil || u.Total() <= w.options.Memory {
		return true // where memory cannot be read it cannot be a reason
	}
	w.log.Warn("too much memory", "used", u.String(), "allowed", Usage{Worker: w.options.Memory}.String())
	w.engine.stop()
	w.tell(func(s *Status) { s.State, s.What, s.Usage = "waiting for memory", u.String(), u })
	if u, err = w.usage(); err == nil && u.Total() > w.options.Memory {
		_ = sleep(drain, memoryPause)
		return false
	}
	return drain.Err() == nil
}

// next asks for a delivery and waits a while; nil when there is none. The wait is
// not cut short: a delivery to somebody who has left is held up for a lease.
func (w *Worker) next() (jetstream.Msg, error) {
	batch, err := w.queue.jobs.Fetch(1, jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return nil, err
	}
	var msg jetstream.Msg
	for m := range batch.Messages() {
		msg = m
	}
	return msg, batch.Error()
}

// do does the job of a delivery, as far as it is to be done.
func (w *Worker) do(ctx, drain context.Context, p browser.Provider, msg jetstream.Msg) {
	id := msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:]
	log := w.log.With("job", id)
	job, err := parseJob(msg.Data())
	if err == nil && job.ID != id {
		err = fmt.Errorf("job %s came under the name %.64s", job.ID, id)
	}
	if err != nil {
		err = w.refuse(ctx, msg, id, err)
		log.Warn("refused", "error", err)
		return
	}
	attempt, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	lease, err := w.queue.claim(ctx, lose, msg, id, w.options.Name)
	switch {
	case errors.Is(err, errEnded):
		err = w.queue.tell(ctx, msg, "+ACK")
		log.Info("has ended already", "error", err)
		return
	case err != nil:
		log.Warn("not taken", "error", err)
		return
	}
	defer lease.Drop()
	w.tell(func(s *Status) { s.State, s.Job, s.Steps = "working", id, len(job.Steps) })
	w.setInterrupt(lose)
	task, err := w.attempt(attempt, lease, p, job)
	w.setInterrupt(nil)
	if err := w.settle(ctx, lease, task, err); err != nil {
		log.Warn("left", "error", err)
	}
	w.tell(func(s *Status) {
		s.Job, s.Step, s.Steps, s.What = "", 0, 0, ""
		if s.State = "idle"; drain.Err() != nil {
			s.State = "draining"
		}
	})
}

// refuse ends what is no job.
func (w *Worker) refuse(ctx context.Context, msg jetstream.Msg, id string, why error) error {
	now := time.Now().Round(0).UTC()
	data, err := json.Marshal(Result{Job: id, State: Refused, Why: cut(why.Error(), longestWhy), Worker: w.options.Name, Began: now, Ended: now})
	if err != nil {
		return err
	}
	return errors.Join(why, w.queue.end(ctx, msg, id, data))
}

// attempt does what is left of a job; done is what came of a task.
func (w *Worker) attempt(ctx context.Context, lease *Lease, p browser.Provider, job *Job) (done *taskDone, err error) {
	record := lease.Record()
	if record.Result != nil { // its writer died before it could publish it
		return nil, errDecided
	}
	if tries := record.tries(); tries > w.options.Limits.Tries {
		return nil, &finalError{fmt.Errorf("given up after %d attempts; the last ended so: %s", tries-1, record.lastEnd())}
	}
	told := func(step int, what string) { w.tell(func(s *Status) { s.Step, s.What = step+1, what }) }
	if job.Task != "" {
		done, err = w.agent.run(ctx, lease, p, &files{w.queue}, job, told)
		w.engine.stop() // the next one shall not find its pages and cookies
		return done, err
	}
	a := &attempt{
		lease: lease, job: job, browser: p, files: &files{w.queue}, limits: w.options.Limits, told: told,
		drained: func() bool { return errors.Is(context.Cause(ctx), errGivenBack) },
	}
	return nil, a.run(ctx)
}

// errDecided: the end of the job is in its record.
var errDecided = errors.New("the end is decided")

// finalError is the failure of a job that another attempt cannot mend.
type finalError struct{ err error }

func (e *finalError) Error() string { return e.err.Error() }

func (e *finalError) Unwrap() error { return e.err }

// settle decides what comes of a job after an attempt.
func (w *Worker) settle(ctx context.Context, lease *Lease, done *taskDone, err error) error {
	// It is written also while the worker ends. Where the queue is gone for longer
	// the job is handed out again.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	if err != nil {
		w.engine.suspect = true
	}
	if errors.Is(err, errMemory) {
		w.engine.stop()
	}
	unsure, final := (*unsureError)(nil), (*finalError)(nil)
	tries := lease.Record().tries()
	switch {
	case err == nil:
		return w.conclude(ctx, lease, Done, "", done)
	case errors.Is(err, errDecided):
		return lease.Finish(ctx)
	case lease.Lost():
		return errLost
	case errors.As(err, &unsure):
		return w.conclude(ctx, lease, Unsure, err.Error(), done)
	case errors.As(err, &final):
		return w.conclude(ctx, lease, Failed, err.Error(), done)
	case errors.Is(err, errGivenBack):
		if err := lease.Write(ctx, func(r *Record) { r.end(errGivenBack.Error(), true) }); err != nil {
			return err
		}
		return errors.Join(errGivenBack, lease.GiveBack(ctx, 0))
	case tries >= w.options.Limits.Tries:
		return w.conclude(ctx, lease, Failed, fmt.Sprintf("given up after %d attempts: %v", tries, err), done)
	}
	if wrong := lease.Write(ctx, func(r *Record) { r.end(err.Error(), false) }); wrong != nil {
		return errors.Join(err, wrong)
	}
	return errors.Join(err, lease.GiveBack(ctx, time.Duration(tries)*time.Second))
}

// settleLimit is how long a worker tries to write what came of a job.
const settleLimit = time.Minute

// conclude writes the end of a job, first into its record, then for all to see.
func (w *Worker) conclude(ctx context.Context, lease *Lease, state State, why string, task *taskDone) error {
	err := lease.Write(ctx, func(r *Record) {
		attempts := r.Attempts[:len(r.Attempts)-1]
		r.end(string(state), false)
		r.Result = &Result{
			Job: r.Job, State: state, Why: cut(why, longestWhy), Steps: r.Steps, Attempts: attempts,
			Worker: w.options.Name, Began: r.Attempts[0].Began, Ended: time.Now().Round(0).UTC(),
		}
		if task != nil {
			task.step.short()
			r.Result.Answer, r.Result.Steps = cut(task.answer, longestAnswer), append(r.Result.Steps, task.step)
		}
	})
	if err != nil {
		return err
	}
	w.tell(func(s *Status) { s.Done++ })
	return lease.Finish(ctx)
}

// watch tells the status again and again, and ends the attempt of a browser that
// takes far too much memory.
func (w *Worker) watch(ctx context.Context) {
	for sleep(ctx, statusEvery) == nil {
		u, err := w.usage()
		if err != nil {
			u = Usage{}
		}
		w.tell(func(s *Status) { s.Usage = u })
		if most := w.options.Memory; most > 0 && u.Total() > most+most/2 {
			w.mu.Lock()
			if w.interrupt != nil {
				w.interrupt(errMemory)
			}
			w.mu.Unlock()
		}
	}
}

func (w *Worker) setInterrupt(f context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.interrupt = f
}

// tell changes the status and publishes it; nobody needs to hear it.
func (w *Worker) tell(change func(*Status)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.status)
	data, err := json.Marshal(w.status)
	if err == nil {
		err = w.queue.conn.Publish(w.queue.status(), data)
	}
	if err != nil {
		w.log.Debug("status", "error", err)
	}
}
