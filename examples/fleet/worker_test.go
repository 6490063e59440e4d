//go:build linux

package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/holdfast-go/holdfast/internal/testbrowser"
	"github.com/holdfast-go/holdfast/transport/chrome"
)

// localWorker is a worker in this process, whose memory the test decides.
type localWorker struct {
	*Worker
	memory   atomic.Int64 // MB
	statuses chan Status
	ended    chan error
	drain    context.CancelFunc
}

func newLocalWorker(t *testing.T, q *Queue, o WorkerOptions) *localWorker {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	o.Name = "local"
	w := &localWorker{statuses: make(chan Status, 1000), ended: make(chan error, 1)}
	w.Worker = &Worker{
		queue: q, options: o, log: log, agent: agentWorker{os.Getenv},
		engine: &engine{options: []chrome.Option{testbrowser.Flags()}, limit: 3 * time.Second, log: log},
		usage:  func() (Usage, error) { return Usage{Browser: w.memory.Load() << 20}, nil },
	}
	heard, err := q.conn.Subscribe(q.status(), func(m *nats.Msg) {
		var s Status
		if err := json.Unmarshal(m.Data, &s); err != nil {
			t.Error(err)
		}
		w.statuses <- s
	})
	if err != nil {
		t.Fatal(err)
	}
	drain, stop := context.WithCancel(context.Background())
	var end sync.Once
	w.drain = stop
	go func() { w.ended <- w.Run(context.WithoutCancel(drain), drain) }()
	t.Cleanup(func() {
		end.Do(stop)
		if err := <-w.ended; err != nil {
			t.Error(err)
		}
		_ = heard.Unsubscribe()
	})
	return w
}

// until waits for a status.
func (w *localWorker) until(t *testing.T, what string, is func(Status) bool) Status {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case s := <-w.statuses:
			if is(s) {
				return s
			}
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// submit queues a job.
func submit(t *testing.T, q *Queue, j *Job) {
	t.Helper()
	data, err := json.Marshal(j)
	if err == nil {
		err = q.Submit(t.Context(), j.ID, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// resultOf waits for a result.
func resultOf(t *testing.T, q *Queue, id string) *Result {
	t.Helper()
	watch, err := q.results.Watch(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watch.Stop() }()
	late := time.After(time.Minute)
	for {
		select {
		case entry := <-watch.Updates():
			if entry == nil {
				continue
			}
			var r Result
			if err := json.Unmarshal(entry.Value(), &r); err != nil {
				t.Fatal(err)
			}
			return &r
		case <-late:
			t.Fatalf("%s has no result", id)
		}
	}
}

// browserOf finds the browser that this process runs beside the shared one.
func browserOf(t *testing.T, shared int) int {
	t.Helper()
	all, err := mentioning(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range all {
		proc := filepath.Join("/proc", strconv.Itoa(pid))
		command, _ := os.ReadFile(filepath.Join(proc, "cmdline"))
		parent, there := parentOf(proc)
		if there && parent == os.Getpid() && pid != shared && strings.Contains(string(command), "--user-data-dir") {
			return pid
		}
	}
	t.Fatal("there is no browser")
	return 0
}

// A worker takes no job while there is no memory or its browser is sick; a job
// whose browser takes far too much is ended.
func TestBackPressure(t *testing.T) {
	t.Parallel()
	s, q := newSite(t), localQueue(t, QueueOptions{})
	shared := testbrowser.Host(t).PID()
	w := newLocalWorker(t, q, WorkerOptions{Memory: 1 << 30, Drain: 100 * time.Millisecond, Limits: Limits{Step: 5 * time.Second, Tries: 1, Picture: 1 << 20, Text: 1 << 20}})
	job := func(id string) *Job { return &Job{ID: id, Steps: []Step{{URL: s.url + "/read?job=" + id}}} }
	idle := func(s Status) bool { return s.State == "idle" && s.Browsers > 0 }
	w.until(t, "a browser", idle)
	if err := syscall.Kill(browserOf(t, shared), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	submit(t, q, job("sick"))
	if r := resultOf(t, q, "sick"); r.State != Done && !strings.Contains(r.Why, "step 1") {
		t.Errorf("in a browser that is frozen: %+v", r)
	}
	w.until(t, "another browser", func(s Status) bool { return idle(s) && s.Browsers > 1 })

	w.memory.Store(1100)
	w.until(t, "pressure", func(s Status) bool { return s.State == "waiting for memory" })
	submit(t, q, job("large"))
	w.until(t, "more pressure", func(s Status) bool { return s.State == "waiting for memory" && s.Usage.Total() == 1100<<20 })
	if _, _, err := q.record(t.Context(), "large"); err != nil {
		t.Fatal(err)
	}
	if record, _, _ := q.record(t.Context(), "large"); record != nil {
		t.Errorf("it took a job: %+v", record)
	}
	w.memory.Store(100)
	if r := resultOf(t, q, "large"); r.State != Done {
		t.Errorf("once there was memory: %+v", r)
	}
	submit(t, q, &Job{ID: "never", Steps: []Step{{URL: s.url + "/never"}}})
	w.until(t, "work", func(s Status) bool { return s.Job == "never" && s.Step == 1 })
	w.memory.Store(1600)
	if r := resultOf(t, q, "never"); r.State != Failed || !strings.Contains(r.Why, errMemory.Error()) {
		t.Errorf("a job that takes too much: %+v", r)
	}

	// A worker that is asked to end gives a job back that takes longer than it may,
	// and that is no attempt of the job's.
	w.memory.Store(100)
	submit(t, q, &Job{ID: "back", Steps: []Step{{URL: s.url + "/read?job=back"}, {URL: s.url + "/never"}}})
	w.until(t, "the second step", func(s Status) bool { return s.Job == "back" && s.Step == 2 })
	w.drain()
	w.until(t, "the end", func(s Status) bool { return s.State == "ended" })
	r, _, err := q.record(t.Context(), "back")
	if err != nil || r == nil || len(r.Steps) != 1 || len(r.Attempts) != 1 || !r.Attempts[0].GivenBack || r.Result != nil {
		t.Errorf("the record is %+v, %v", r, err)
	}
	if m := deliver(t, q); m.Subject() != q.subject("back") {
		t.Errorf("%s was delivered", m.Subject())
	}
}
