//go:build linux

package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
)

// Jobs that cannot be done end as what they are, and stand in nobody's way.
func TestBadJobs(t *testing.T) {
	t.Parallel()
	s, server := newSite(t), startQueue(t)
	q := openTestQueue(t, server.url, QueueOptions{Files: 64 << 10})
	if _, err := q.files.PutBytes(t.Context(), "filler", bytes.Repeat([]byte("x"), 60<<10)); err != nil {
		t.Fatal(err)
	}
	absent := &Target{"button", "Absent"}
	jobs := []*Job{
		{ID: "stuck", Steps: []Step{{URL: s.url + "/stuck"}, {Take: []Take{TakeText}}}},
		{ID: "never", Steps: []Step{{URL: s.url + "/never"}}},
		{ID: "absent", Steps: []Step{{URL: s.url + "/order?job=absent"}, {Do: []Action{{Click: absent}}}}},
		{ID: "wrong", Steps: []Step{{URL: s.url + "/order?job=wrong", Do: []Action{{Click: &Target{"button", "Pay"}}}, Wait: "Delivered"}}},
		{ID: "task", Task: "Pay", URL: s.url + "/order?job=task"},
		{ID: "corrupt", Steps: []Step{{URL: s.url + "/read?job=corrupt"}}},
		{ID: "other", Steps: []Step{{URL: s.url + "/read?job=other"}}},
		{ID: "large", Steps: []Step{{URL: s.url + "/read?job=large", Take: []Take{TakePicture, TakeMarks}}}},
		{ID: "full", Steps: []Step{{URL: s.url + "/long", Take: []Take{TakeText}}}},
		{ID: "killer", Steps: []Step{{URL: s.url + "/read?job=killer"}}},
		{ID: "begun", Steps: []Step{{URL: s.url + "/order?job=begun", Do: []Action{{Click: &Target{"button", "Pay"}}}}}},
		{ID: "decided", Steps: []Step{{URL: s.url + "/read?job=decided"}}},
		{ID: "good", Steps: []Step{{URL: s.url + "/read?job=good", Take: []Take{TakeText}}}},
	}
	// They are in the queue before the coordinator comes.
	for id, payload := range map[string]string{"corrupt": `{"id":"corrupt","steps":[{`, "other": `{"id":"good","task":"b","url":"http://127.0.0.1/"}`} {
		if err := q.Submit(t.Context(), id, []byte(payload)); err != nil {
			t.Fatal(err)
		}
	}
	// What workers have left that died, one of them before it could publish.
	for _, r := range []*Record{
		{Job: "killer", Attempts: []Attempt{{Worker: "a"}, {Worker: "b"}}},
		{Job: "begun", Attempts: []Attempt{{Worker: "a"}}, Begun: true},
		{Job: "decided", Attempts: []Attempt{{Worker: "a"}}, Result: &Result{Job: "decided", State: Done, Worker: "a"}},
	} {
		if _, err := q.write(t.Context(), r, 0); err != nil {
			t.Fatal(err)
		}
	}
	c := newCrowd(t, server, jobs, "-workers", "1", "-step", "4s", "-tries", "2", "-picture", "500")
	if c.finish(t); c.run.err == nil {
		t.Error("the run says that all is done")
	}
	for id, want := range map[string]struct {
		state State
		why   string
	}{
		"stuck":   {Failed, "given up after 2 attempts: step 1: BROWSER_TIMEOUT"},
		"never":   {Failed, "given up after 2 attempts: step 1: BROWSER_TIMEOUT"},
		"absent":  {Failed, "given up after 2 attempts: step 2"},
		"wrong":   {Unsure, `step 1 may have had its effect, and was not taken again: wait for text "Delivered"`},
		"task":    {Failed, "the worker has no model"},
		"corrupt": {Refused, "unexpected EOF"},
		"other":   {Refused, "job good came under the name other"},
		"large":   {Done, ""},
		"full":    {Done, ""},
		"killer":  {Failed, "given up after 2 attempts; the last ended so: its worker was not heard of again"},
		"begun":   {Unsure, "step 1 may have had its effect, and was not taken again: a began it and was not heard of again"},
		"decided": {Done, ""},
		"good":    {Done, ""},
	} {
		r := c.result(t, id)
		if r == nil || r.State != want.state || !strings.Contains(r.Why, want.why) {
			t.Errorf("%s: %+v", id, r)
		}
	}
	if r := c.result(t, "large"); r != nil && (len(r.Steps) != 1 || len(r.Steps[0].Notes) != 2 || !strings.Contains(r.Steps[0].Notes[0], "500 may be") || len(r.files()) != 0) {
		t.Errorf("pictures that are too large: %+v", r)
	}
	if r := c.result(t, "full"); r != nil && (len(r.Steps) != 1 || len(r.files()) != 0 || len(r.Steps[0].Notes) != 1 || !strings.Contains(r.Steps[0].Notes[0], "maximum bytes exceeded")) {
		t.Errorf("a store that is full: %+v", r)
	}
	c.mu.Lock()
	for _, w := range c.statuses {
		t.Logf("%s has ended %d jobs in %d browsers", w.Worker, w.Done, w.Browsers)
	}
	c.mu.Unlock()
	for _, id := range []string{"killer", "decided"} {
		if reads, _ := s.counts(id); reads != 0 {
			t.Errorf("%s was read %d times", id, reads)
		}
	}
	if _, pays := s.counts("begun"); pays != 0 {
		t.Errorf("it was paid %d times", pays)
	}
	if _, pays := s.counts("wrong"); pays != 1 {
		t.Errorf("it was paid %d times", pays)
	}
	c.auditMachine(t)
}

// A queue that comes back without its jobs is told; they are not queued anew.
func TestQueueForgets(t *testing.T) {
	t.Parallel()
	s, q := newSite(t), startQueue(t)
	c := newCrowd(t, q, s.orders("job", 20), "-workers", "0")
	c.until(t, "the jobs", func() bool {
		info, err := c.queue.stream.Info(t.Context())
		return err == nil && info.State.Msgs == 20
	})
	q.signal(t, syscall.SIGKILL)
	<-q.ended
	q.dir = t.TempDir()
	q.start(t)
	c.finish(t)
	if said := c.run.said(); !strings.Contains(said, "the queue has lost its jobs") {
		t.Errorf("it said:\n%s", said)
	}
	c.auditMachine(t)
}
