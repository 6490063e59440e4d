//go:build linux

package main

import (
	"flag"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

var full = flag.Bool("full", false, "200 jobs over 4 workers, one of which is killed every few seconds; a frozen worker; a queue server that is restarted and killed")

// Everything that dies in the long run dies once, in a few jobs.
func TestHarm(t *testing.T) {
	t.Parallel()
	s, q := newSite(t), startQueue(t)
	jobs := s.orders("job", 24)
	c := newCrowd(t, q, jobs, "-workers", "2")
	ended := func(n int) func() bool { return func() bool { return c.results(t) >= n } }
	c.until(t, "the first jobs", ended(3))
	c.kill(t)
	c.until(t, "more jobs", ended(8))
	r := c.freeze(t)
	t.Logf("the job of the frozen worker ended as %s %s", r.State, r.Why)
	q.signal(t, syscall.SIGKILL)
	<-q.ended
	q.start(t)
	c.until(t, "jobs after the restart", ended(16))
	c.kill(t)
	c.finish(t)
	c.audit(t, s, jobs)
}

// A coordinator that is killed has its workers end by themselves; one that is told
// to end has them give back what they have. The next one goes on with the rest.
func TestCoordinatorEnds(t *testing.T) {
	t.Parallel()
	s, q := newSite(t), startQueue(t)
	jobs := s.orders("job", 8)
	for n, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		c := newCrowd(t, q, jobs, "-workers", "1", "-drain", "0s")
		c.until(t, "some jobs", func() bool { return c.results(t) >= 3*n+2 })
		c.run.signal(t, signal)
		c.finish(t)
		if said := c.run.said(); signal == syscall.SIGTERM && !strings.Contains(said, "have not ended and stay in the queue") {
			t.Errorf("it said:\n%s", said)
		}
		c.gone(t)
		c.auditMachine(t)
	}
	c := newCrowd(t, q, jobs, "-workers", "1")
	c.finish(t)
	c.audit(t, s, jobs)
}

// gone waits until nothing of a run is left, its coordinator or not.
func (c *crowd) gone(t *testing.T) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	late := time.After(20 * time.Second)
	for {
		processes, err := mentioning(c.temp)
		folders, wrong := os.ReadDir(c.temp)
		if err == nil && wrong == nil && len(processes)+len(folders) == 0 {
			return
		}
		select {
		case <-look.C:
		case <-late:
			var left []string
			_ = fs.WalkDir(os.DirFS(c.temp), ".", func(path string, _ fs.DirEntry, _ error) error {
				left = append(left, path)
				return nil
			})
			t.Fatalf("processes %v are left, and %v: %v, %v", processes, left, err, wrong)
		}
	}
}

// finish waits for the end of the run, which says how many jobs are unsure.
func (c *crowd) finish(t *testing.T) {
	t.Helper()
	_ = c.run.wait(t, 2*time.Minute)
}

// The whole of it.
func TestFull(t *testing.T) {
	if !*full {
		t.Skip("with -full only: it takes some minutes")
	}
	t.Run("killed", func(t *testing.T) {
		s, q := newSite(t), startQueue(t)
		jobs := s.orders("job", 200)
		c := newCrowd(t, q, jobs, "-workers", "4", "-tries", "50") // the killer picks from few at the end
		again := time.NewTicker(3 * time.Second)
		defer again.Stop()
		for over := false; !over; {
			select {
			case <-again.C:
				c.kill(t)
			case <-c.run.ended:
				over = true
			}
		}
		c.audit(t, s, jobs)
	})
	t.Run("frozen", func(t *testing.T) {
		s, q := newSite(t), startQueue(t)
		jobs := s.orders("job", 60)
		c := newCrowd(t, q, jobs, "-workers", "4")
		ends := map[State]int{}
		for i := range 4 {
			c.until(t, "more jobs", func() bool { return c.results(t) >= 10*i+5 })
			ends[c.freeze(t).State]++
		}
		t.Logf("4 workers were frozen; their jobs ended as %v", ends)
		c.finish(t)
		c.audit(t, s, jobs)
	})
	t.Run("queue", func(t *testing.T) {
		s, q := newSite(t), startQueue(t)
		jobs := s.orders("job", 60)
		c := newCrowd(t, q, jobs, "-workers", "4")
		signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL, syscall.SIGKILL}
		for i, signal := range signals {
			c.until(t, "more jobs", func() bool { return c.results(t) >= 15*i+5 })
			q.signal(t, signal)
			<-q.ended
			q.start(t)
		}
		c.finish(t)
		c.audit(t, s, jobs)
	})
}
