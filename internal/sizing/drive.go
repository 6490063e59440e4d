package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// group are sessions that do steps, so many a second of all of them together.
type group struct {
	sessions []*session
	rate     float64
}

// samples are how long steps took.
type samples struct {
	// latency is from when a step was due and service from when it began; both
	// by the kind of step, and sorted.
	latency, service map[string][]time.Duration
	steps            int
}

// sample is one step.
type sample struct {
	what             string
	latency, service time.Duration
}

// drive has groups do steps for a while, side by side. Steps are due in turn and
// at even distances, whether earlier ones have ended or not (an open loop): a
// step that is late because another one was in the way counts as slow. Every
// session ends with a whole round. cpu is what the process used for a step.
func drive(ctx context.Context, groups []group, long time.Duration) (all []samples, cpu time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	taken := make([][][]sample, len(groups)) // by group and session
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	used, begun := processTime(), time.Now()
	for g, group := range groups {
		taken[g] = make([][]sample, len(group.sessions))
		gap := time.Duration(float64(time.Second) / group.rate)
		for i, one := range group.sessions {
			wg.Go(func() {
				err := one.keep(ctx, begun.Add(time.Duration(i)*gap), time.Duration(len(group.sessions))*gap, begun.Add(long), &taken[g][i])
				if err != nil {
					select {
					case failed <- fmt.Errorf("page %d: %w", i+1, err):
					default: // one error is enough
					}
					cancel()
				}
			})
		}
	}
	wg.Wait()
	steps := 0
	for _, sessions := range taken {
		s := sorted(slices.Concat(sessions...))
		steps += s.steps
		all = append(all, s)
	}
	cpu = (processTime() - used) / time.Duration(max(steps, 1))
	select {
	case err = <-failed:
	default:
		err = ctx.Err()
	}
	return all, cpu, err
}

// keep does steps, the first at from and then one each gap, until the time is
// over and the round whole.
func (s *session) keep(ctx context.Context, from time.Time, gap time.Duration, until time.Time, taken *[]sample) error {
	// A context of its own: all that is derived from one is on a list behind one
	// lock, which is the program's affair and not what is measured.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.NewTimer(time.Until(from))
	defer timer.Stop()
	for due := from; due.Before(until) || len(*taken)%stepsPerRound != 0; due = due.Add(gap) {
		timer.Reset(time.Until(due))
		select {
		case <-timer.C:
		case <-ctx.Done():
			return nil // its caller knows
		}
		start := time.Now()
		what, err := s.step(ctx)
		if err != nil {
			if errors.Is(ctx.Err(), context.Canceled) {
				return nil
			}
			return fmt.Errorf("%s: %w", what, err)
		}
		end := time.Now()
		*taken = append(*taken, sample{what, end.Sub(due), end.Sub(start)})
	}
	return nil
}

func sorted(list []sample) samples {
	s := samples{latency: map[string][]time.Duration{}, service: map[string][]time.Duration{}, steps: len(list)}
	for _, one := range list {
		s.latency[one.what] = append(s.latency[one.what], one.latency)
		s.service[one.what] = append(s.service[one.what], one.service)
	}
	for _, values := range []map[string][]time.Duration{s.latency, s.service} {
		for _, list := range values {
			slices.Sort(list)
		}
	}
	return s
}

// quantile is the value below which a share of sorted values lies; 0 of none.
func quantile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
