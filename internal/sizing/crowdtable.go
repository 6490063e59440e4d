package main

import (
	"context"
	"fmt"
	"io"
	"runtime/pprof"

	"github.com/holdfast-go/holdfast/internal/crowd"
)

// mostLocks is how many locks are told.
const mostLocks = 8

// crowdTable prints what a page notices of the pages that share its provider.
func (s *settings) crowdTable(ctx context.Context, w io.Writer, k kind, script *crowd.Script, url string) error {
	shares := s.counts
	if len(shares) == 0 {
		for n := 1; n < s.crowd.total; n *= 10 {
			shares = append(shares, n)
		}
		shares = append(shares, s.crowd.total)
	}
	fmt.Fprintf(w, "%d pages of %q, %.0f steps a second of all, %.0f of the one that is watched, %v an answer, %v\n\n",
		s.crowd.total, k.name, s.crowd.rate, s.crowd.watched, s.crowd.delay, s.crowd.long)
	var memory, times, locks table
	memory.row("pages of the provider", "heap KB a page", "stacks KB a page", "goroutines a page", "ms of processor a step")
	times.row("pages of the provider", "step", "p50", "p95", "p99", "late p50", "late p95", "late p99", "all p50", "all p95", "all p99")
	locks.row("held by", "pages of the provider", "waits", "ms in all")
	for i, share := range shares {
		profile := profiles{on: true}
		if i == len(shares)-1 {
			profile = s.profile
		}
		o, err := s.crowd.measure(ctx, script, url, share, &profile)
		if err == nil {
			err = profile.err
		}
		if err != nil {
			return err
		}
		memory.row(share, kilobytes(o.each.heap), kilobytes(o.each.stacks), o.each.goroutines, o.cpu)
		for _, step := range []string{stepSnapshot, stepClick} {
			own, late, all := o.watched.service[step], o.watched.latency[step], o.rest.service[step]
			times.row(share, step, quantile(own, 0.5), quantile(own, 0.95), quantile(own, 0.99),
				quantile(late, 0.5), quantile(late, 0.95), quantile(late, 0.99), quantile(all, 0.5), quantile(all, 0.95), quantile(all, 0.99))
		}
		for _, lock := range o.locks[:min(len(o.locks), mostLocks)] {
			locks.row(lock.where, share, lock.count, lock.total)
		}
	}
	for _, t := range []*table{&memory, &times, &locks} {
		if err := t.write(w); err != nil {
			return err
		}
	}
	return nil
}

// heapProfile writes what is on the heap.
func heapProfile(file string) error {
	return write(file, func(w io.Writer) error { return pprof.Lookup("heap").WriteTo(w, 0) })
}
