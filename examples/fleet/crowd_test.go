//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// crowd is a run of jobs by workers that the test does harm to.
type crowd struct {
	queue *Queue
	run   *process
	out   string
	temp  string // where everything temporary is
	began time.Time

	mu       sync.Mutex
	statuses map[string]Status
	killed   int
}

// newCrowd starts a coordinator of jobs.
func newCrowd(t *testing.T, s *queueServer, jobs []*Job, flags ...string) *crowd {
	t.Helper()
	c := &crowd{queue: openTestQueue(t, s.url, QueueOptions{}), out: t.TempDir(), temp: shortTemp(t), began: time.Now(), statuses: map[string]Status{}}
	_, err := c.queue.conn.Subscribe(c.queue.status(), func(m *nats.Msg) {
		var s Status
		if err := json.Unmarshal(m.Data, &s); err != nil {
			t.Error(err)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.statuses[s.Worker] = s
	})
	if err != nil {
		t.Fatal(err)
	}
	c.run = coordinate(t, s.url, c.out, c.temp, jobs, flags...)
	return c
}

// until waits for a condition; false: the run has ended before.
func (c *crowd) until(t *testing.T, what string, condition func() bool) bool {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	late := time.After(2 * time.Minute)
	for {
		if condition() {
			return true
		}
		select {
		case <-look.C:
		case <-c.run.ended:
			return condition()
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// results counts the jobs that have ended.
func (c *crowd) results(t *testing.T) int {
	t.Helper()
	status, err := c.queue.results.Status(t.Context())
	if err != nil {
		return 0 // the server is away
	}
	return int(status.Values())
}

// atWork picks a worker that has a job.
func (c *crowd) atWork() (s Status, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.statuses {
		if s.State == "working" && s.Job != "" && s.Step > 0 {
			return s, true
		}
	}
	return Status{}, false
}

// forget drops what a worker has said.
func (c *crowd) forget(worker string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.statuses, worker)
}

// kill kills a worker that has a job.
func (c *crowd) kill(t *testing.T) {
	t.Helper()
	var s Status
	if !c.until(t, "a worker at work", func() (found bool) { s, found = c.atWork(); return found }) {
		return
	}
	c.forget(s.Worker)
	if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
		t.Logf("%s had ended by itself: %v", s.Worker, err)
		return
	}
	c.killed++
}

// freeze stops a worker that has a job until another one has ended it, and thaws
// it then. It tells how the job ended.
func (c *crowd) freeze(t *testing.T) *Result {
	t.Helper()
	var s Status
	holds := func() bool {
		var found bool
		if s, found = c.atWork(); !found {
			return false
		}
		if err := syscall.Kill(s.PID, syscall.SIGSTOP); err != nil {
			return false
		}
		record, _, err := c.queue.record(t.Context(), s.Job)
		ended, wrong := c.queue.ended(t.Context(), s.Job)
		if err == nil && wrong == nil && record != nil && !ended && record.Result == nil && record.Attempts[len(record.Attempts)-1].Worker == s.Worker {
			return true
		}
		_ = syscall.Kill(s.PID, syscall.SIGCONT)
		c.forget(s.Worker) // it says soon what it does now
		return false
	}
	if !c.until(t, "a worker to freeze", holds) {
		t.Fatal("the run was over before a worker was frozen")
	}
	c.forget(s.Worker)
	defer func() {
		if err := syscall.Kill(s.PID, syscall.SIGCONT); err != nil {
			t.Error(err)
		}
	}()
	var r *Result
	c.until(t, "the job of the frozen worker", func() bool { r = c.result(t, s.Job); return r != nil })
	if r == nil || r.Worker == s.Worker {
		t.Fatalf("the job %s of the frozen worker %s: %+v", s.Job, s.Worker, r)
	}
	return r
}

// result reads a result; nil when there is none.
func (c *crowd) result(t *testing.T, id string) *Result {
	entry, err := c.queue.results.Get(t.Context(), id)
	if err != nil {
		return nil
	}
	var r Result
	if err := json.Unmarshal(entry.Value(), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// audit checks what must hold however the run went, and tells what happened.
func (c *crowd) audit(t *testing.T, s *site, jobs []*Job) {
	t.Helper()
	states := map[State]int{}
	attempts, repeated, objects := 0, 0, map[string]bool{}
	for _, j := range jobs {
		r := c.result(t, j.ID)
		if r == nil {
			t.Errorf("%s is lost", j.ID)
			continue
		}
		states[r.State]++
		attempts += 1 + len(r.Attempts)
		for _, name := range r.files() {
			objects[name] = true
		}
		reads, pays := s.counts(j.ID)
		switch {
		case pays > 1:
			t.Errorf("%s was paid %d times: %+v", j.ID, pays, r)
		case r.State == Done && (pays != 1 || len(r.Steps) != len(j.Steps)):
			t.Errorf("%s is done and was paid %d times: %+v", j.ID, pays, r)
		case r.State == Unsure && !strings.Contains(r.Why, "step 2 may have had its effect"):
			t.Errorf("%s does not say what is unsure: %q", j.ID, r.Why)
		case r.State == Done && (len(r.files()) != 2 || len(r.Steps[0].Notes)+len(r.Steps[2].Notes) > 0):
			t.Errorf("%s is done without its text or its picture: %+v", j.ID, r)
		case r.State != Done && r.State != Unsure:
			t.Errorf("%s: %+v", j.ID, r)
		}
		// Nobody reads the page again once the step is acknowledged: by whom it was
		// is in the result.
		by := 0
		for by < len(r.Attempts) && len(r.Steps) > 0 && r.Attempts[by].Worker != r.Steps[0].Worker {
			by++
		}
		if reads > by+1 {
			t.Errorf("%s was read %d times, and step 1 was acknowledged in attempt %d: %+v", j.ID, reads, by+1, r)
		}
		repeated += reads - 1
		data, err := os.ReadFile(filepath.Join(c.out, j.ID, "result.json"))
		var written Result
		if err == nil {
			err = json.Unmarshal(data, &written)
		}
		if err != nil || written.State != r.State {
			t.Errorf("%s: the file says %q, %v", j.ID, written.State, err)
		}
	}
	kept := len(objects)
	c.auditQueue(t, len(jobs), objects)
	c.auditMachine(t)
	t.Logf("%d jobs in %v: %d done, %d unsure; %d attempts, %d workers killed, %d reading steps taken again, %d objects",
		len(jobs), time.Since(c.began).Round(100*time.Millisecond), states[Done], states[Unsure], attempts, c.killed, repeated, kept)
}

// auditQueue checks that each result was written once, that nothing waits, and
// that only what results name is kept.
func (c *crowd) auditQueue(t *testing.T, jobs int, objects map[string]bool) {
	t.Helper()
	results, err := c.queue.js.Stream(t.Context(), "KV_fleet-results")
	if err != nil {
		t.Fatal(err)
	}
	// Every write of the bucket has a number of its own.
	if s := results.CachedInfo().State; s.Msgs != uint64(jobs) || s.LastSeq != uint64(jobs) {
		t.Errorf("%d results by %d writes, want %d", s.Msgs, s.LastSeq, jobs)
	}
	waiting, err := c.queue.stream.Info(t.Context())
	if err != nil || waiting.State.Msgs != 0 {
		t.Errorf("%d jobs wait: %v", waiting.State.Msgs, err)
	}
	all, err := c.queue.files.List(t.Context())
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Fatal(err)
	}
	for _, o := range all {
		if !objects[o.Name] {
			t.Errorf("nobody names the object %s", o.Name)
		}
		delete(objects, o.Name)
	}
	for name := range objects {
		t.Errorf("the object %s is missing", name)
	}
}

// auditMachine checks that nothing of the run is left: no browser outlived its
// worker, no folder stays.
func (c *crowd) auditMachine(t *testing.T) {
	t.Helper()
	if said := c.run.said(); strings.Contains(said, "outlived") {
		t.Errorf("a process outlived its worker:\n%s", said)
	}
	if left, err := mentioning(c.temp); err != nil || len(left) > 0 {
		t.Errorf("processes %v are left: %v", left, err)
	}
	if left, err := os.ReadDir(c.temp); err != nil || len(left) > 0 {
		t.Errorf("%v are left: %v", left, err)
	}
}
